"""The phases of a campaign, one file each: functions over a `Hunt` that yield the campaign's events."""

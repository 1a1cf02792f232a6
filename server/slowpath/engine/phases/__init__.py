"""The phases of a campaign, one file each: functions over a `SearchState` that yield the campaign's events."""

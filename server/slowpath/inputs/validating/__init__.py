"""Whether an instance keeps what its format says."""

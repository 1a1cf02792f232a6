"""A whole test set for a problem."""

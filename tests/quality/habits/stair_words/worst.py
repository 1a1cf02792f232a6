"""Prints a slow input for `solution.py`: the most stairs."""

print(24)

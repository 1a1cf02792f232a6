"""Prints a slow input for `solution.py`: the power with the most digits."""

print(99_999, 100_000, 999_999_937)

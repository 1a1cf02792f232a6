"""Prints a slow input for `solution.cpp`: the largest prime number within the bound."""

print(99_999_989)

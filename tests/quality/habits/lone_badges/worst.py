"""Prints a slow input for `solution.py`: each badge is counted over all of them, whichever they are."""

N = 8000

print(N)
print(*range(1, N + 1))

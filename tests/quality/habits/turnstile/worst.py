"""Prints a slow input for `solution.cpp`: the longest line; each who passes makes all others step forward."""

N = 60_000

print(N)
print(*[1000] * N)

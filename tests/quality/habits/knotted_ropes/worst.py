"""Prints a slow input for `solution.py`: ropes of one length, so that each knot makes the longest one and all are gone over."""

N = 6000

print(N)
print(*[1_000_000] * N)

"""Prints the worst input for `solution.cpp`: the longest word, as often as allowed.

Two words cost what their common beginning is long. Equal ones of 200 letters share the most, and all n(n - 1)/2 pairs
do.
"""

N, LENGTH = 400, 200

print(N)
print("\n".join(["a" * LENGTH] * N))

"""Prints the worst input for `solution.cpp`: one circle of all children.

Each child's parcel goes once around its circle, so circles of c children cost c^2 each, and the sum of squares is
greatest with one circle: n^2 steps.
"""

N = 5000

print(N)
print(*range(2, N + 1), 1)

"""Prints the worst known input for `solution.cpp`: wishes that don't overlap, in order.

Each wish that is granted takes two passes over those that are left, and drops itself and what overlaps. With no overlap
nothing else is dropped, so there are n rounds, over n, n - 1, ... wishes: the most there can be. In order, the granted
wish is the first of the list, so that erasing it moves all the others, a third pass.

Best known, not proven: backwards, nothing is moved, but every comparison finds an earlier end; that costs less.
"""

N = 15_000

print(N)
for i in range(1, N + 1):
    print(2 * i, 2 * i)

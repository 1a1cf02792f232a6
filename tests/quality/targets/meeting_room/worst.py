"""Prints the worst input for `solution.cpp`: wishes that don't overlap, the last one first.

Each wish that is granted takes two passes over those that are left, and drops itself and what overlaps. With no overlap
nothing else is dropped, so there are n rounds, over n, n - 1, ... wishes: the most there can be. Listed backwards,
every comparison finds an earlier end, and what is erased is the last of the list; in order, the moving is what costs a
little, inside the library.
"""

N = 15_000

print(N)
for i in range(N, 0, -1):
    print(2 * i, 2 * i)

"""Prints the worst input for `solution.cpp`: a row of villages that grows at its two ends by turns, each time by a bridge
from the end that is farthest from the root to a village that has none yet.

The first village of a bridge becomes the root of its tree, for which all blocks on its way to the old root are turned
round, and is hung below the second, which so is the new root. That makes the other end of the row the farthest, from
where the next bridge starts: the k-th bridge turns k blocks round.

Proven, as to blocks that are turned round: the first k bridges that join two trees leave no tree of more than k + 1
blocks, there are at most n - 1 of these bridges, and closing circles takes blocks away at a cost that is in all a few
lines for each.
"""

N = 3000

print(N, N)
near, far = 1, 1
for village in range(2, N + 1):
    print(far, village)
    near, far = village, near
print(near, far)

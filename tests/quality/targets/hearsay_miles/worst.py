"""Prints the worst known input for `solution.cpp`: a row of villages one mile apart, whose roads fall into disrepair
one after the other, the one at village 1 again and again at first.

When a road becomes longer, the villages behind it believe each other: what one of them says still leads over the short
road, and as they are a mile apart the signposts rise by a mile an evening, 999 times. The last village adds its way to
those. A road that was mended can be spoilt anew, so of 60 changes 38 spoil the roads of the row but the last one, where
the last two villages have to believe each other, and of the others every second one spoils the first road once more,
while all behind it are still short. The roads that aren't needed run beside the last one.

Best known, not proven. A change can't keep the villages busy for more than 999 evenings and the length of the longest
way, as each evening adds a mile at least to what was heard by hearsay, and the sum of what may be spoilt is that of the
roads to one village and what is mended. So it can't be exceeded by much.
"""

N, M, Q, LONG = 40, 80, 60, 1000

changes = []
while len(changes) + N - 2 < Q - 1:
    changes += [(1, LONG), (1, 1)]
changes += [(road, LONG) for road in range(1, N - 1)]
print(N, M, len(changes))
for road in range(1, N):
    print(road, road + 1, 1)
for _ in range(N, M + 1):
    print(N - 1, N, LONG)
for road, miles in changes:
    print(road, miles)

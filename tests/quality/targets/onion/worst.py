"""Prints the worst input for `solution.cpp`: triangles in one another, in which the walks around the hull keep points
as long as they can.

Unless all are in a row, at least three points are on the border. Here it's always three: the two at the left, one
high and one low, and the one at the right. On both walks nearly every point is looked at twice. On the lower one the
two at the left stay, so whoever comes is compared with what stays, and later taken back. On the upper one, from right
to left, the points at the right bulge upwards, so that they stay, and all others are below them, until the highest at
the left comes last and takes them all back.

Proven: no round takes less than three points, but the last, and on a walk over m points each but the first two finds
at most once a point that stays, and each but those on the border is taken back at most once, so a round looks at most
4m - 10 times. Here that is reached.
"""

N, SIDE, STEP = 4000, 10**9, 100_000
ROUNDS = N // 3 + 1


def bulge(k):
    """The height of the k-th point from the right, and where the tangent there ends at the left."""
    t = STEP * k
    return 3 * SIDE // 10 + t // 2 - t * t // SIDE, 8 * SIDE // 10 - (2 * t * SIDE - t * t) // SIDE


points = []
for k in range(1, ROUNDS + 1):
    height, left = bulge(k)
    points += [(2 * k, left), (2 * k + 1, k), (SIDE - STEP * k, height)]
print(N)
for point in points[:N]:
    print(*point)

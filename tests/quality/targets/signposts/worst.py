"""Prints the worst known input for `solution.cpp`: every signpost points at the nearest side of the park.

A signpost that points outwards at first does so again only at the fourth visit, so that the robot is sent in all other
directions before. On the diagonals two sides are equally near; there the signposts point at the side that comes first
clockwise, in all four quarters alike. That takes about 0.67 n^3 steps; pointing the other way on the diagonals takes
few.

Best known, not proven. Climbs over the signposts with up to 40,000 runs found nothing better for any n from 5 to 21,
and from random signposts of n = 8 and n = 14 ended here.
"""

N = 300


def signpost(row, column):
    """Where the post points: the nearest side's letter; between two sides the first one clockwise, from the corner on."""
    up, right, down, left = row, N - 1 - column, N - 1 - row, column
    if up <= left and up < right:
        return "U"
    if right <= up and right < down:
        return "R"
    if down <= right and down < left:
        return "D"
    return "L" if left < up else "U"


print(N)
for row in range(N):
    print("".join(signpost(row, column) for column in range(N)))

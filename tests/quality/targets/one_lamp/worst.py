"""Prints the worst known input for `solution.cpp`: stalls by turns on both sides of a circle that grows, and that they
go round slowly.

Each stall is a little outside of the light so far. When it is at the edge, each earlier one on the other side is out of
reach again, and then most of those before that one, so that nearly all of the n^3 / 6 triples are looked at, and for
more than half of them a new circle is made.

Best known, not proven: if all triples made a circle, that would be 1.6 times as much. Turn and growth were climbed for
this number of stalls. Climbs of 60,000 steps over 30 stalls anywhere ended below what this shape has for 30, and as
many steps from this shape gained 8% there.
"""

from math import cos, pi, sin

N, MIDDLE = 200, 500_000
TURN, GROWTH, POWER, FIRST = 2.35496, 3.847e-02, 0.183, 3.3495

print(N)
for i in range(N):
    radius = MIDDLE * (1 - GROWTH * (1 - ((i + 1) / N) ** POWER))
    angle = FIRST + (pi - TURN / N) * i
    print(round(MIDDLE + radius * cos(angle)), round(MIDDLE + radius * sin(angle)))

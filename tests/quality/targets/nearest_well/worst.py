"""Prints the worst input for `solution.cpp`: wells almost on a circle around the villages, each nearer than all that
the search has come to before.

The search leaves out a part of the tree whose rectangle is no nearer than the nearest well so far. Here the wells that
it hasn't come to yet are always nearer, so that it comes to all of them, the most there can be: proven. The order in
which it comes to them follows from the order of their coordinates alone, and that is fixed: on an arc around a corner,
with gaps wide enough for the radii, x grows while y falls. Of each part the wells with small coordinates come first.
"""

from math import cos, sin, tan

N, RADIUS, STEP = 3000, 950_000, 2


def order(wells):
    """The wells, which are in the order of one coordinate, as the search comes to them."""
    if not wells:
        return []
    middle = len(wells) // 2
    return [wells[middle], *order(wells[:middle][::-1]), *order(wells[middle + 1:][::-1])]


radius = [0] * N
for place, i in enumerate(order(range(N))):
    radius[i] = RADIUS - STEP * place
print(N, N)
angle = 0.95
for i in range(N):
    if i:
        angle -= (abs(radius[i] - radius[i - 1]) * max(tan(angle), 1 / tan(angle)) + 4) / radius[i]
    print(round(radius[i] * cos(angle)), round(radius[i] * sin(angle)))
for _ in range(N):
    print(0, 0)

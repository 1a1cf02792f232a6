"""Prints the worst input for `solution.py`: the number and base that take the most work, counted for all of them.

From x the machine always goes on to x - (sum of digits) - 1, so the work from x is the work from there plus this
step's: a pass of the outer loop and one of the inner loop per digit. (Base 2 has the most digits and the smallest sums
of them.)
"""

LARGEST, BASES = 300_000, range(2, 17)
OUTER_LINES, INNER_LINES = 5, 3


def costs(base):
    """What the machine costs in lines executed for every x up to the largest, in this base."""
    sums = [0] * (LARGEST + 1)
    lengths = [0] * (LARGEST + 1)
    made = [0] * (LARGEST + 1)
    for x in range(1, LARGEST + 1):
        sums[x] = sums[x // base] + x % base
        lengths[x] = lengths[x // base] + 1
        made[x] = OUTER_LINES + INNER_LINES * lengths[x] + made[max(0, x - sums[x] - 1)]
    return made


worst = max((cost, x, base) for base in BASES for x, cost in enumerate(costs(base)))
print(*worst[1:])

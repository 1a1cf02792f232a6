"""Prints the worst known input for `solution.py`: a dry board with the last row under water.

The search ends at the first arrangement, so the worst board has none, and lets as many queens be placed as can be. A
dry board but for the last row allows all there are in the rows above. In the last row a dry square makes every visit
look along the rows above it, but it must not be where an arrangement ends: on the dry board of 10 by 10 there are some
for every column. So all of the last row is under water.

Best known, not proven: with water further up instead, some squares of the last row could stay dry. Climbs of 2,500
steps over boards, counting lines, ended here from random boards, and found nothing better from here.
"""

SIDE = 10

print(SIDE)
print("\n".join(["." * SIDE] * (SIDE - 1) + ["#" * SIDE]))

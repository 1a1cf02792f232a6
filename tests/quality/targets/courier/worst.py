"""Prints the worst known input for `solution.py`: streets everywhere, but a house at the destination.

The search rides towards the corner first, and on free streets reaches it at once, by r + c crossings. When the courier
can't get there, all others are gone through. Only one house is needed for that, and each one more takes crossings away.

Best known, not proven: houses on the way make some crossings come up twice in the heap, but those are few. Climbs of
60,000 steps over towns of 12 by 12, counting lines, all ended here, from random towns, too.
"""

SIDE = 220

print(SIDE, SIDE)
for row in range(SIDE):
    print("." * (SIDE - 1) + ("#" if row == SIDE - 1 else "."))

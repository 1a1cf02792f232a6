"""Prints the worst known input for `solution.cpp`: wide pipes that water reaches by turns through pipes of one litre.

Each well tries its pipes by turns. A way that goes through a pipe of one litre brings one litre more; the next goes
elsewhere, and back through that pipe, so that one litre has room there again. Here 300,000 ways are found, each for one
litre, and many wells are tried in vain on the way.

Best known, not proven: the best of three climbs of 40 seconds over pipes of up to 50 litres, with this many wells and
pipes, in lines that an estimate counts; the others ended 2% lower, with as many ways.
"""

WIDE = 100_000
PIPES = ((4, 2, 1), (1, 5, WIDE), (3, 2, 1), (4, 5, 1), (3, 6, WIDE), (4, 5, WIDE // 3), (2, 6, WIDE), (1, 3, WIDE),
         (3, 6, WIDE), (5, 4, WIDE), (1, 2, WIDE), (4, 3, WIDE))

print(6, len(PIPES))
for pipe in PIPES:
    print(*pipe)

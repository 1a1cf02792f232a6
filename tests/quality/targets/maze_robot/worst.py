"""Prints the worst known input for `solution.cpp`: a maze like a tree with the most cells, and no way out.

With its right hand at the wall a robot goes around a face of the graph of the free cells. If that has V cells and F
inner faces, each of four edges or more, the way is of 2 (V - 1) - 2 F steps at most. A wall takes at most four of the
2 r c - r - c edges between cells, and V - 1 + F must be left, so V <= (2 r c + r + c - 1 + F) / 3. So no way is longer
than (4 r c + 2 r + 2 c - 8) / 3 steps, here 13,464. What is printed has one of 13,461: aisles with dead ends on both
sides that fit between each other, and one row of walls that touch at their corners and meanders between them all. Best
known, and proven but for these few steps. How many cells a robot tries in a step depends on how it turns, and is two on
average, as it turns once around in all.
"""

SIDE, ROBOTS = 100, 300


def free(row, column):
    turn, part = divmod(row, 3)
    if part:
        return column in (0, SIDE - 1) or (turn + part + column) % 2 == 1
    if row == SIDE - 1:
        return column < SIDE - 1
    return row == 0 or column != (1 if turn % 2 else SIDE - 2)


print(SIDE, SIDE, ROBOTS)
for row in range(SIDE):
    print("".join("." if free(row, column) else "#" for column in range(SIDE)))
for _ in range(ROBOTS):
    print(1, 1)

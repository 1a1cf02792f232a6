"""Prints the worst input for `solution.cpp`: no walls.

The recursion follows every way to every cell. A wall only takes ways away, so the free grid of the largest size has the
most.
"""

SIDE = 12

print(SIDE)
print("\n".join("." * SIDE for _ in range(SIDE)))

"""Prints the worst known input for `solution.py`: land everywhere.

Every cell of the island is taken off the pile once for each neighbour that pushed it, so the loop runs 4 rc + 1 times
when all cells belong to it, the most there can be. Whether a cell was seen is looked up in a list, which then is
longest, too.

Proven for the count of lines. The lookups, which no line counts, depend on the order as well; best known for them.
"""

SIDE = 40

print(SIDE, SIDE)
print("\n".join("#" * SIDE for _ in range(SIDE)))

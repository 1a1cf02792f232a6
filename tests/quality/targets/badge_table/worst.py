"""Prints the worst input for `solution.cpp`: different badges that all have the same remainder.

The table has 100,003 slots, and a badge is looked for from its number modulo that until a free slot. If all want the
same slot, the k-th badge passes all the k - 1 before it, the most there can be.
"""

N, SLOTS = 20_000, 100_003

print(N)
print(*(SLOTS * i + 1 for i in range(N)))

"""Prints the worst known input for `solution.cpp`: the larger a guest's priority in the tree, the larger the number.

The priorities come from a generator with a fixed seed, so they are known in advance, and the tree is the one in which
every node has a larger priority than those below. With numbers in the order of the priorities, that tree is a path
after every arrival, and everybody's way leads past all who came before and have a larger priority: about n^2/4 steps
for looking up and as many for inserting, where random numbers need n log n.

Best known, not proven: a way can't be longer than those with a larger priority are many, so the insertions down to
their place can't be worse; cutting the part below into two could take longer, but only where it is less of a path.
"""

N = 20_000


def priorities():
    """What the program's generator gives, one after the other."""
    state = 2463534242
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state >> 1


drawn = [priority for priority, _ in zip(priorities(), range(N))]
ranks = {priority: rank for rank, priority in enumerate(sorted(drawn), 1)}
print(N)
print(*(ranks[priority] for priority in drawn))

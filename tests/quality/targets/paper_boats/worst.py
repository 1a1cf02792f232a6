"""Prints the worst known input for `solution.cpp`: a stream that at each place meets another just as long as itself.

A boat costs two sums for each stream that it comes by. Where it comes to another stream for the k-th time, that one is
at least k places long above, or it would be the boat's own that goes on. So a boat that changes k times needs k(k +
1)/2 places beside its own k + 1, and with 20,000 places 198 is the most. Here it does, for every boat: place 199 is the
source of its stream, at place 199 - k one of k places comes in, and as the program sees later places first, that one
goes on.

Best known, not proven: a sum takes a step for each binary one in the number of a slot. The 100 places that are left
make the first stream longer and move the slots of the others, by that much that the steps are most.
"""

N, Q = 20_000, 20_000
CHANGES = max(k for k in range(N) if k * (k + 1) // 2 + k + 1 <= N)
SPARE = N - CHANGES * (CHANGES + 1) // 2 - CHANGES - 1


def ones(spare):
    """How many steps the sums of a boat take when so many places are added to the first stream."""
    slot, total = 1, 0
    for k in range(CHANGES, -1, -1):
        total += slot.bit_count() + (slot - 1).bit_count()
        slot += k + 1 + (spare if k == CHANGES else 0)
    return total


longer = max(range(SPARE + 1), key=ones)
down = list(range(1, CHANGES + 1))
for k in range(1, CHANGES + 1):
    first = len(down) + 2
    count = k + (longer if k == CHANGES else 0)
    down += [CHANGES + 1 - k, *range(first, first + count - 1)]
down += [1] * (N - 1 - len(down))
print(N, Q)
print(*down)
for _ in range(Q):
    print(2, CHANGES + 1)

"""Prints the worst known input for `solution.cpp`: guests come whose numbers fall with their levels, and those of more
than one level that come late get the largest numbers.

The coins are the same in each run, so the i-th guest's levels are known. A search passes the highest guests first and
then lower ones, on each level one behind the other, so where numbers rise as levels fall it passes everybody whose number
is smaller. A guest of one level gets the next number behind those, having passed all of them. One of more levels gets a
number among those of as many, which costs less now, but makes each later search one longer, or if it comes too late for
that to be worth it, a number above all that will be asked for, which passes everybody who counts once more.

Best known, not proven: when each level begins to be late was sought step by step, and is flat near the best. Nobody is
passed twice in a search; 80% of what it would cost to pass everybody who came before is reached.
"""

N, LEVELS, LARGEST = 8000, 13, 1_000_000
LATE = (0, 0, 5350, 4575, 4250, 4125, 4000, 3925, 3900, 3300, 3300, 3300, 4800, 4800)
"""From which guest on those of so many levels are late."""


def levels_of_guests():
    """The levels that the program's coins give to its guests."""
    coins = 2463534242
    for _ in range(N):
        levels = 1
        while levels < LEVELS:
            coins ^= coins << 13 & 0xFFFFFFFF
            coins ^= coins >> 17
            coins ^= coins << 5 & 0xFFFFFFFF
            if coins & 1:
                break
            levels += 1
        yield levels


came = [0] * (LEVELS + 1)
late = 0
print(N)
for guest, levels in enumerate(levels_of_guests()):
    if levels == 1 or guest < LATE[levels]:
        came[levels] += 1
        print(1, (LEVELS - levels) * 10_000 + came[levels])
    else:
        print(1, LARGEST - late)
        late += 1

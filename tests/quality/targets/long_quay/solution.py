import sys

LENGTH = 100_000_000
gaps = [(0, LENGTH)]  # beginning and end, in the order along the quay
ships = []


def moor(length):
    """Where a ship comes to lie, at the beginning of the first gap that it fits into."""
    for i, (begin, end) in enumerate(gaps):
        if end - begin >= length:
            if end - begin == length:
                del gaps[i]
            else:
                gaps[i] = (begin + length, end)
            return begin


def leave(begin, end):
    """Makes a gap of the place, and one with those that touch it."""
    i = 0
    while i < len(gaps) and gaps[i][0] < begin:
        i += 1
    if i < len(gaps) and gaps[i][0] == end:
        end = gaps.pop(i)[1]
    if i > 0 and gaps[i - 1][1] == begin:
        i -= 1
        begin = gaps.pop(i)[0]
    gaps.insert(i, (begin, end))


data = list(map(int, sys.stdin.read().split()))
for t, x in zip(data[1::2], data[2::2]):
    if t == 1:
        begin = moor(x)
        ships.append((begin, begin + x))
        continue
    ship = ships[x - 1] if x <= len(ships) else None
    if t == 3:
        print(ship[0] if ship else -1)
    elif ship:
        leave(*ship)
        ships[x - 1] = None

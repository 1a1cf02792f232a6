"""Prints the worst known input for `solution.cpp`: numbers that are moved on from end to end, in two sizes of the table.

A number's left place is its lowest bits, its right place the next ones. If a place joins one number to the next, as in a
path, one that is put in at the end moves all to the free place at the other end. So a path is made that grows at both
ends by turns; then numbers with new right places are put in at either end by turns, two for every four on the path.
The last two close circles, so that there is no place any more, the table doubles and all begins anew. All right places
are multiples of four, so that numbers that share places still do so in a table of twice the size, and in the next one.

Best known in closed form, not proven, and not the very worst: a climb of 4,000 steps from here, which moved and changed
single numbers, found 7% more moves.
"""

N, PLACES = 1500, 1024
ON_PATH, CLOSING = 1046, 2
MOST = 4_000_000

keys = []


def put(left, right):
    """The number with this left place, and with this right place in tables of up to four times the size."""
    keys.append(right * 4 * PLACES + left)


lefts, rights = iter(range(PLACES)), iter(range(1, MOST // (4 * PLACES)))
ends = [next(lefts)] * 2
side = 0
while len(keys) < ON_PATH:
    right = next(rights)
    put(ends[side], right)
    ends[side] = next(lefts)
    put(ends[side], right)
    side = 1 - side
while len(keys) < N - CLOSING:
    put(ends[side], next(rights))
    side = 1 - side
put(ends[0], 3)
put(ends[1], 4)
print(len(keys))
print(*keys)

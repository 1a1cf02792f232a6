"""Prints the worst known input for `solution.cpp`: half of the guests wait in the last room, and are never reached.

They draw the porter up to the middle of the corridor. There one of the other guests rings in room 1, which is a step
nearer than the last room by then, so that he turns back for that one guest, and is drawn up again: almost 500 steps for
each such ring, and at each step the program goes over all who wait. A second earlier is a step less both ways, a second
later he goes on to the last room and serves all. With k guests up there and n - k below that's about 500 k (n - k),
most for half of them.

Best known, not proven: climbs of 6,000 steps from twelve random inputs for each of five small cases (4 to 8 guests, 9
to 12 rooms) ended at this count or just below it.
"""

N, ROOMS, CROWD = 600, 500, 300
MIDDLE = (1 + ROOMS) // 2 - 1  # steps from room 1

print(N)
for _ in range(CROWD):
    print(0, ROOMS)
for ring in range(N - CROWD):
    print(MIDDLE + 2 * MIDDLE * ring, 1)

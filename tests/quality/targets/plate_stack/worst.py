"""Prints the worst input for `solution.cpp`: 8192 plates, and then by turns one more and nine fewer.

The array doubles when a plate comes and no room is left, and halves when eight fewer plates are on it than half of its
room. With 8192 plates one more moves all of them, the ninth that is then taken moves all but eight, and after eight more
it's full again: 18 events move 16,376 plates. Half as many plates are full earlier, but are half as many to move.

Proven, as to plates moved: dynamic programming over events, room and number of plates finds no more than these.
"""

N, FULL = 20_000, 8192

events = [1] * FULL
while len(events) < N:
    events += [1] + [-1] * 9 + [1] * 8
print(N)
print(*events[:N])

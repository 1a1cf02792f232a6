"""Prints the worst known input for `solution.py`: people join and leave until three quarters of all places are taken,
in one row, and then one who belongs to the first of them, but isn't there, wants to leave again and again.

Everyone who joins takes the place at the row's end, and when the club is full the one before leaves. Four numbers
belong to a place, so the row is made of the smallest places' numbers, but for the one that is looked for last. One more
who joins would have the table cleaned.

Best known, and proven but for 5%: nobody passes more than the 384 places that may be taken. Filling them takes 728
lines of the 10,000, in which 150 are passed on average, and in all others 384 are.
"""

N, SIZE, ROOM, LARGEST = 10_000, 512, 40, 2000
TAKEN = SIZE * 3 // 4

absent = 1
numbers = [x for first in range(1, SIZE) for x in range(first, LARGEST + 1, SIZE) if x != absent]
joining = numbers[:TAKEN]
lines = []
for i, x in enumerate(joining):
    if i >= ROOM:
        lines.append((2, joining[i - 1]))
    lines.append((1, x))
print(N)
for t, x in lines + [(2, absent)] * (N - len(lines)):
    print(t, x)

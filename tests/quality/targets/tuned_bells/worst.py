"""Prints the worst known input for `solution.py`: all bells in one circle, each at least as high as the one before, the
first above the last.

No pitches do, but each time around the circle that takes one away: the lowest pitch of each bell going forth, and the
highest going back. So nearly all pitches of all bells go one by one, each has the program look at a neighbour again,
and there most pitches find theirs late, since those below come first. One circle is longer than several, and a bell
that more wishes are about loses its pitches in fewer steps; a larger sum around the circle takes away as many at once.

Best known, not proven: climbs of 5 seconds each from random wishes for 10 bells ended in this circle, or just the same
(6 bells and 8 wishes: in one with branches).
"""

N = 50

print(N, N)
for bell in range(1, N):
    print(bell, bell + 1, 0)
print(N, 1, 1)

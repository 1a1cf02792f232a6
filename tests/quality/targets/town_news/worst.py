"""Prints the worst input for `solution.cpp`: people in a row hear the news from the one before for one coin, and from
the one behind for more, the further on the more.

The first two would hear it from each other, so they become one, who then hears it for the least from the third; these
are one in the next round, and so on, with the messenger too dear for all until the end: each round makes one of two
only. In the meantime the others stand in a row, and from each of them the way is gone to where the circle is.

Proven, as to rounds and steps: a round but the last makes at least one of two, and with p people all ways together
have at most (p - 1)(p - 2) / 2 + 2 steps where there's a circle.
"""

N = 400

print(N)
for person in range(1, N + 1):
    behind = min(person + 1, N)
    if person == 1:
        print(behind, 1, 1, 1, 1_000_000)
    else:
        print(behind, person, person - 1, 1, 1_000_000)

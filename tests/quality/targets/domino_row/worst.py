"""Prints the worst known input for `solution.cpp`: all pairs of five numbers, and one number's dominoes with three of
the others once more.

Each number should go on in many ways, so there are few numbers; but equal dominoes count once where a row goes on,
dominoes with one number twice don't lead to another place, and no row must have all dominoes, since the search ends
with that. Four numbers come up an odd number of times, more than the two that may be at the ends.

Best known, not proven. Of the climbs over 13 dominoes with the numbers up to 5, 6 and 7, counting what the
search does, eight ended here and none higher; with 12 and 14 dominoes the worst is similar.
"""

from itertools import combinations

NUMBERS, CENTRE, MORE = 5, 3, (1, 2, 4)

dominoes = sorted([*combinations(range(1, NUMBERS + 1), 2), *(tuple(sorted((CENTRE, other))) for other in MORE)])
print(len(dominoes))
for a, b in dominoes:
    print(a, b)

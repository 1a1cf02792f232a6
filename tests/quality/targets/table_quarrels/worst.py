"""Prints the worst known input for `solution.cpp`: seven guests who have all quarrelled with each other, six tables,
and before them one guest who has quarrelled with six others.

The seven can't be seated, but the program learns that only when it comes to them. Who has quarrelled with most comes
first, in a tie the lowest number, and then whoever is barred from a table: so the one with the six others is all
seated before the seven are looked at, and must have at least as many quarrels as they. Each of the six others can sit
at any table but one, so all seatings of them are gone through, and for each all of the seven. With fewer tables there
are fewer choices for each, with more the seven are eight and the six are five.

Best known, not proven. Climbs that counted steps, from random quarrels of 10 to 13 guests at 3 to 5 tables, ended
with such inputs or below them; from such inputs of 10 to 12 guests they found nothing better.
"""

N, TABLES = 14, 6

apart = N - TABLES - 1
pairs = [(1, other) for other in range(2, apart + 1)]
pairs += [(a, b) for a in range(apart + 1, N + 1) for b in range(a + 1, N + 1)]
print(N, len(pairs), TABLES)
for pair in pairs:
    print(*pair)

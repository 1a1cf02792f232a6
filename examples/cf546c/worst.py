"""Prints the worst input for `solution.cpp`: a game that never ends, which is played for the full 10^7 rounds.

Every round does the same work whoever wins it, so more rounds are worse, and the program gives up after 10^7.
All deals of n <= 10 cards were played offline: games either end within 105 rounds or never; of the 32,659,200 deals of
ten cards 6% never end, of nine cards half. This is the first such deal of ten in lexicographic order.
"""

print(10)
print(8, 1, 2, 3, 4, 5, 6, 7, 9)
print(2, 8, 10)

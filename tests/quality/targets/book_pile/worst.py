"""Prints the worst input for `solution.cpp`: half of the lines borrow books, the other half look up the lowest each.

No book costs more than the pile has others above it, and the pile has no more books than were borrowed before: with m
lines that borrow, the other q - m cost at most m - 1 each, which is most for m = q/2. That much is reached: books that
are looked up in the order in which they were borrowed each lie lowest.
"""

Q = 10_000

print(Q)
for book in range(1, Q // 2 + 1):
    print(1, book)
for book in range(1, Q // 2 + 1):
    print(2, book)

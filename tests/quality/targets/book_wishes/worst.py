"""Prints the worst known input for `solution.py`: half of the children wish for one book only, which another has, and
each time the way on leads through all of these books.

The first 49 children get the books 1 to 49 at once; the i-th of them also wishes for all from the i-th to the 49th,
and then for one that nobody else wishes for. The next 49 wish for one of these each. In every round the first who has
none gets it from the one who has it, who gets the next book from the one who has that, and so on up to the last, who
takes one that is free. All the others ask in vain, since what they wish for has been asked for in this round, and so
there are 51 rounds. Two children more wish for the same book, and the one who doesn't get it for all others of the
first 49 too, and all wishes that are left are this child's: they are gone through in each round.

Best known, not proven. Climbs that counted lines, for 30 to 50 children from inputs of this kind, found nothing worth
mentioning; where wishes are few (60 of 20 children) climbs found ways that need fewer of them, up to 1.4 times as
costly, but here four of five lines go to the last child.
"""

N, M = 100, 4000

books = (N - 2) // 2
wishes = []
for child in range(1, books + 1):
    wishes += [(child, book) for book in range(child, books + 1)]
    wishes.append((child, N - 1 - child))
    wishes.append((books + child, child))
wishes.append((N - 1, N))
wishes += [(N, book) for book in range(1, books + 1)]
wishes += [(N, N)] * (M - len(wishes))
print(N, M)
for wish in wishes:
    print(*wish)

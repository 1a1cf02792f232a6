"""Prints the worst known input for `solution.cpp`: songs played just often enough, and two that are not.

A song that was played more than 800 times is looked around for once, over all that was played. Of two songs that
weren't, each listener has both lists gone through, at most 1599 steps, if the two were played by turns to the end. Each
song played 801 times that a listener names costs two ways over 20,000 songs, and two songs of 800 cost the most for all
other listeners: 22 of the first kind and these two fit into 20,000.

That is the worst but for single steps: one song more of the first kind leaves 1577 plays for the other two, which costs
the 19,977 listeners 23 steps each, far more than one look around is.
"""

N, Q, OFTEN = 20_000, 20_000, 800
MANY = (N - 2 * OFTEN) // (OFTEN + 1)

played = [song for _ in range(OFTEN) for song in range(1, MANY + 3)] + list(range(1, MANY + 1))
played += [1 + i % MANY for i in range(N - len(played))]
print(N, Q)
print(*played)
for listener in range(Q):
    print(*((listener + 1, MANY + 1) if listener < MANY else (MANY + 1, MANY + 2)))

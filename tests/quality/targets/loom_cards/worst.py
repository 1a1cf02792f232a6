"""Prints the worst input for `solution.cpp`: four cards that bring a counter to 20, then six loops in one another.

A loop repeats five cards at most, so that what is read for one card of the first level is at most 1 + 20 + ... + 20^5,
with five loops in one another, all with a counter of 20. With 19 at the outermost one it's 168,421 less, and the four
other cards make up for 8,421 of that at most; so the counter must be at 20 before the loops begin. Three cards bring
it only to 8, so it takes all four. Of all fours that do it, these are read most often (all 75^4 were gone through): two
loops in one another, the inner one of which doubles their counter. What is read is proven by that; the last card, read
20^5 times, takes longest as a loop with nothing behind it, which turns 20 times all the same.
"""

BEFORE = [(1, 1, 1), (3, 1, 2), (3, 1, 1), (1, 1, 1)]
LOOPS = [(3, 1, depth) for depth in range(5, 0, -1)]

cards = [*BEFORE, *LOOPS, (3, 1, 1)]
print(len(cards))
for card in cards:
    print(*card)

"""Prints the worst known input for `solution.py`: all carts go around one circle through all squares, with one square
free.

Only the cart behind the free square can move, and leaves the free square to the one behind it, which has a smaller
number, so that its turn in this round is over: it's one move in each round, but for one more each time around. Two free
squares would allow two moves, none would allow none. The carts' lists end at about the same time.

Proven but for 5%: no list allows more than 101 moves, and in each round but the last one there is a move, so there are
at most 10,101 rounds with 100 carts at the most. These are 9,706 with 99 carts, until the first go out.
"""

CARTS, SQUARES, LENGTH = 99, 100, 100

print(CARTS, SQUARES)
for cart in range(CARTS):
    print(LENGTH, *((cart + step) % SQUARES + 1 for step in range(LENGTH)))

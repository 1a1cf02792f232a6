"""Prints the worst input for `solution.cpp`: 1000 and 999 in such an order that no half is left out.

The search leaves a right half out when the left one is, for who chooses there, at least as good as what the other can
have elsewhere. So a left half must be worth as little as can be to the one who chooses it. At a door the last choice of
a left half (after which only right ones follow) tells: if it was Ann's the number has fewer divisors, 999, if it was
Bob's it has more, 1000. How many ones the door's binary number ends with says whose it was, which gives the
period-doubling sequence.

Proven but for a thousandth: every door is looked behind, and a number can't take longer than 1000 does. Two numbers are
needed, since with one all halves would be worth the same.
"""

DEPTH = 14
ANN, BOB = 999, 1000


def number(door):
    """What stands behind the door with this number, from 0."""
    rights = next(k for k in range(DEPTH + 1) if k == DEPTH or not door >> k & 1)
    return BOB if (DEPTH - 1 - rights) % 2 else ANN


print(1 << DEPTH)
print(*map(number, range(1 << DEPTH)))

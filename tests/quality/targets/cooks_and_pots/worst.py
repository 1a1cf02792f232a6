"""Prints the worst input for `solution.py`: 1000 cooks take a pot each, then each but the first waits for the pot of the
one before him, and then the first one wants the pot of the last again and again.

Whether somebody would wait in a circle is found by going from cook to cook, along all who wait in this row. The first cook
would, so he does without, and nothing changes.

Proven, as to steps from cook to cook: a way of k steps passes k pots that somebody has, for which k lines took one and
went no way, and k lines had somebody wait, which goes at most as far as so many wait already. With k a third of all
lines the sum is largest. Pots that are put back only change hands.
"""

Q, COOKS = 3000, 1000

print(COOKS, COOKS, Q)
for cook in range(1, COOKS + 1):
    print(cook, cook)
for cook in range(2, COOKS + 1):
    print(cook, cook - 1)
for _ in range(Q - 2 * COOKS + 1):
    print(1, COOKS)

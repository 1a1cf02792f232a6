"""Prints the worst input for `solution.py`: single boards are painted, and then the whole fence is asked about.

A question goes through all pieces of its part, and a painter makes at most two more of them, so p painters and n - p
questions behind them go through (n - p)(2p + 1) pieces, most for p near n / 2. Pieces next to each other differ in
colour, so that only about half can have the colour that is asked for; here all the painted ones have. Proven but for a
few lines of each painter: the best p is taken.
"""

N, FENCE = 2500, 1_000_000


def lines(painters):
    """How many lines run in the loops of all questions."""
    return (N - painters) * (3 * (2 * painters + 1) + painters)


painters = max(range(N), key=lines)
print(N)
for i in range(painters):
    print(1, 400 * i + 200, 400 * i + 200, 1)
for _ in range(N - painters):
    print(2, 1, FENCE, 1)

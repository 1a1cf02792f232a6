"""Prints the worst input for `solution.java`: the price is multiplied by the largest number every day.

A multiplication costs as many steps as the price has words, a division twice as many, but then the price is shorter
ever after: only on the last days it might pay to divide, for less than a thousandth of the whole.
"""

N = 10_000

print(N)
for _ in range(N):
    print(1, 1_000_000_000)

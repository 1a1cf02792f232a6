"""Prints the worst input for `solution.cpp`: a rucksack as large as allowed, and more boxes than it takes.

Boxes are taken one by one, min(n, sum of a) steps; with n = 2 * 10^8 and two full containers that is 2 * 10^8, the most
that n allows. All else is the sorting of 20 pairs; the containers come poorest first, so that it swaps often.
"""

N, M = 200_000_000, 20

print(N, M)
for i in range(M):
    print(10**8, 1 + i // 2)

"""Prints the worst input for `solution.cpp`: a path from each hut to each lower one, with tolls that halve from hut to hut.

A hut is gone on from anew whenever it's reached for less. With P_i = 2^(n - i) the path from 1 to j costs 3 P_j, and the
one from i to j costs 3 P_j - 3.5 P_i. So low huts are gone on from before higher ones, and each higher one that is then
taken makes all the lower ones cheaper once more, in all combinations.

Proven, as to how often a hut is gone on from: each time a higher one is, a hut can be once more, which makes 2^(j - 2)
times for hut j at most, and these are as many.
"""

N = 20


def toll(a, b):
    return 3 * 2 ** (N - b) - (7 * 2 ** (N - a - 1) if a > 1 else 0)


paths = [(a, b) for a in range(1, N) for b in range(a + 1, N + 1)]
print(N, len(paths))
for a, b in paths:
    print(a, b, toll(a, b))

"""Prints the worst input for `solution.cpp`: a hill that gets flatter all the way, and a last pole high above it.

All poles are looked at anew after one is taken away, and at most all but two are, so at m poles left at most m - 2
are looked at. Here the tarpaulin bends at each pole of the hill, but the last one is so high that the one before it
isn't reached; nor is, when that is taken away, the one before that, up to the first.
"""

N, TOP = 10_000, 10**9

hill = [i * (2 * N - i) for i in range(N - 1)]
print(N)
print(*hill, TOP)

"""Prints the worst input for `solution.cpp`: 100 lamps that change at every moment from the first.

Each lamp costs for itself: a change at moment t rewrites the 1000 - t moments from t on. Of the 25 pairs (a, b), a = 1 and
b = 1 has all the changes of any other pair and more, 999 * 1000 / 2 = 499,500 writes. The string plays no part.
"""

N = 100

print(N)
print("1" * N)
print("\n".join("1 1" for _ in range(N)))

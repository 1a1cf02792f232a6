"""Prints the worst input for `solution.cpp`: one letter only, and a pattern half as long as the text.

There are n - m + 1 places to compare at, and at each at most m letters are compared; with one letter all are. The
product (n - m + 1)m is greatest at m = (n + 1)/2, for n = 40,000 at m = 20,000 (or 20,001, the same): 4.0 * 10^8.
"""

N = 40_000

print("a" * N)
print("a" * (N // 2))

"""Prints the worst input for `solution.cpp`: equal letters but for the last, and a length with many divisors.

Only divisors of the length are tried as blocks. One letter that differs, at the end, refuses every block at the last
moment, so each divisor d but the length itself costs |s| - d steps. The best length isn't the largest but the one with
the most of that, found by going through all: with 200 divisors it is worse than the largest, which has 42.
"""

LARGEST = 500_000

compared = [-length for length in range(LARGEST + 1)]
for block in range(1, LARGEST + 1):
    for length in range(2 * block, LARGEST + 1, block):
        compared[length] += length - block
length = max(range(1, LARGEST + 1), key=lambda length: compared[length] + 2 * length)
print("a" * (length - 1) + "b")

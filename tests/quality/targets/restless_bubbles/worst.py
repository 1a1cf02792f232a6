"""Prints the worst input for `solution.cpp`: an array in falling order, without two equal numbers.

A round moves the smallest number forward by one place, so it takes n - 1 rounds with swaps when that stands last, the
most there can be, and the one without. All rounds are equally long; each swap mends one pair in the wrong order, and in
falling order all n(n - 1)/2 pairs are.
"""

N = 4000

print(N)
print(*range(10**9, 10**9 - N, -1))

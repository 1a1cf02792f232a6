"""Prints the worst input for `solution.cpp`: as many books as allowed, already in order, all different.

The pivot is the first element, so on a sorted range the scan from the right walks down to the pivot and splits off
one element. The calls work on n, n - 1, n - 2, ... elements: n(n + 1)/2 steps. No partition of k elements makes more
than k + 2 steps of its two scans, and no recursion has a greater sum of sizes than one that splits off a single
element each time, so nothing is worse but for the lower-order term of the swaps (one at most a partition then). All
heights have the most digits, so that reading and printing are as long as can be.
"""

N = 50_000
FIRST = 10**9 - N

print(N)
print(*range(FIRST, FIRST + N))

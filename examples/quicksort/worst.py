"""Prints the worst known input for `solution.cpp`: the highest book first, then all the others in order, all different.

The pivot is the first element, here the largest. The scan from the right stops at once, at the last book, which changes
places with the pivot; the scan from the left then walks up to it and splits off one element. What is left begins with
the book that came last, its largest, and goes on in order: the same again, with one book less. So the calls work on n,
n - 1, n - 2, ... elements: n(n + 1)/2 steps. No partition of k elements makes more than k + 2 steps of its two scans, and
no recursion has a greater sum of sizes than one that splits off a single element each time.

All in order does as many steps and instructions, but in the scan from the right; in falling order the two scans take
turns. They differ in time alone: built with g++ 12 -O2, an order that is scanned from the left took two to three times as
long as all in order, and falling order was in between. All heights have the most digits, so that reading and printing
are as long as can be. Proven for the steps but for terms of lower order; best known for the time.
"""

N = 50_000
FIRST = 10**9 - N

print(N)
print(FIRST + N - 1, *range(FIRST, FIRST + N - 1))

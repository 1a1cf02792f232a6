"""Prints the worst known input for `solution.py`: equal coins, and a bill that half of them nearly pay.

The search gives up where too much is paid, and where all the coins behind don't suffice; the answer must not be found.
With n equal coins and a bill of between k - 1 and k of them, a choice among the first i is followed as long as it has
fewer than k coins, and leaves out at most n - k. Both are widest apart for k in the middle, all of which is counted
here.

Best known, not proven: as the coins are sorted, the last ones are the smallest, so that many choices are followed to
the end only if none of the coins is large, or small. Unequal coins follow choices longer at one side and give up
earlier at the other. Climbs over coins of up to 80 and the bill, counting calls for n = 20, came back to coins that are
as good as equal, and to the same number of calls.
"""

from math import comb

N, LARGEST = 22, 500_000


def calls(k):
    """How many times the search is called for a bill that k - 1 of N equal coins don't pay, and k exceed."""
    return sum(comb(i, taken) for i in range(N + 1) for taken in range(min(i, k) + 1) if i - taken <= N - k + 1)


k = max(range(1, N + 1), key=calls)
print(N, k * LARGEST - 1)
print(*[LARGEST] * N)

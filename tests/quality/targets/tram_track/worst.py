"""Prints the worst input for `solution.cpp`: trams that come in from one side, and then leave at the left and the right.

The trams at either end are on a stack each; when a tram is to leave where the stack is empty, all are moved over. Those
from the right stay on its stack until one leaves at the left, then all are on the left one until one leaves at the right,
and so on. With m trams n - m leave, and move m + (m - 1) + ... of them, the most for m = 2n/3.

Proven, as to trams moved: only those that leave move others, and the k-th finds m - k + 1 at most.
"""

N = 6000

trams = max(range(N // 2, N + 1), key=lambda m: sum(range(m, 2 * m - N, -1)))
gone = N - trams
print(N)
print("R" * trams + "lr" * (gone // 2) + "l" * (gone % 2))

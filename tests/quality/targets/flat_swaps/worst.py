"""Prints the worst known input for `solution.py`: people who wait until others have moved, whose flats all of them like
better, and then point at each other in a row whose last one stays where he is.

The walk goes along the row, and at each person past all flats that are gone. When the last one has moved only the one
before him points elsewhere, so all others of the row point where they did, and that is no better than what they could
see when they came to it: who is to pass many flats must wait outside while they are emptied. If k are gone when a row
of m is reached, m + (m - 1) + ... + 1 walks pass k flats each. Those k are gone in the same way, in a shorter row; the
best lengths are worked out here, about .37 of the people who are left belong to the rows before the last.

Best known, not proven. Rows of this kind are best among all in which one person moves at a time, but for terms of the
second order; climbs over n = 12 and 20 came 12% and 9% higher, since in short rows it counts that the row's end may
point at some who go at once.
"""

from functools import lru_cache

N = 130


@lru_cache(None)
def rows(n):
    """The most flats that n people pass, and where their rows end."""
    if n == 0:
        return 0, ()
    return max((rows(k)[0] + (k + 1) * (n - k) * (n - k + 1) // 2, (*rows(k)[1], n)) for k in range(n))


lists, gone, start = [], [], 0
for end in rows(N)[1]:
    for person in range(start, end):
        first = [*gone, *([person + 1] if person + 1 < end else []), person]
        lists.append(first + [other for other in range(N) if other not in set(first)])
    gone += reversed(range(start, end))
    start = end
print(N)
for order in lists:
    print(*(other + 1 for other in order))

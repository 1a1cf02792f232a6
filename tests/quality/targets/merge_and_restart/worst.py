"""Prints the worst input for `solution.cpp`: many lonely intervals, then a chain that meets at the end of the list.

A pass compares pairs in order until one touches, and then all starts anew. With p intervals in front that touch
nothing, a pass over m intervals compares each of them in vain with all that follow, p m - p(p + 1)/2 pairs, and then
the next one with all m - p - 1 behind it when only the last one touches. The n - p others form one chain, whose next
link is always the last of the list: it starts at place p, goes on at the end and comes forward.

Nothing is worse: a pass ends at the first interval that touches a later one, those before it touch nothing any more and
are left to the end; so with p + 1 intervals left at the end a pass never has more than p in front. Of all p the best is
taken.
"""

N = 600


def compared(lonely):
    """How many pairs are compared with this many intervals that touch nothing."""
    in_vain = [lonely * left - lonely * (lonely + 1) // 2 for left in range(lonely + 1, N + 1)]
    return sum(in_vain) + sum(left - lonely - 1 for left in range(lonely + 2, N + 1))


lonely = max(range(N), key=compared)
links = N - lonely
places = [0, *range(links - 1, 0, -1)]
print(N)
for i in range(lonely):
    print(500_000 + 4 * i, 500_000 + 4 * i + 1)
for place in places:
    print(1 + place, 2 + place)

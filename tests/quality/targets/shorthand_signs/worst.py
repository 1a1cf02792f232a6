"""Prints the worst input for `solution.py`: three or four parts in each sign, all of them the sign before.

A sign is counted anew for each part that stands for it. The costliest sign of k parts has in all places the costliest
sign before, which may be the one just before, as those between are of no use. So the best number of parts of the last
sign leaves the best sign for the rest of the list, and all are tried. Proven, counting lines.
"""

from functools import lru_cache

N = 48


@lru_cache(None)
def best(left):
    """How many lines the last sign takes at most when so many numbers make all signs; and how many parts each has."""
    found = (3 + 3 * left, (left,))
    for parts in range(left):
        lines, before = best(left - parts - 1)
        found = max(found, (3 + parts * (3 + lines), (*before, parts)))
    return found


print(N)
print(*" 0 ".join(" ".join("1" * parts) for parts in best(N)[1]).split())

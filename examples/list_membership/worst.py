"""Prints the worst input for `solution.py`: as many tickets as allowed, all different.

`t not in seen` compares with every element until it finds t. A ticket that was not seen is compared with all of `seen`,
and then makes it longer; one that was seen is compared with less, and leaves it as it is. So all different is the
worst, n(n - 1)/2 comparisons, in any order. Numbers above 256 aren't shared objects in CPython, so few comparisons end
at identity.
"""

N = 20_000

print(N)
print(*range(1, N + 1))

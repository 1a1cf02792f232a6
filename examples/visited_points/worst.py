"""Prints the worst input for `solution.java`: as many points as allowed, all different, all of one hash code.

`31 * x + y` is the same for all of them, so that all fall into one place of the table. That becomes a tree, but points
can't be compared and their codes are equal: each one that is added is looked for in the whole tree, n * n / 2
comparisons in all.
"""

N, HIGHEST = 3000, 1_000_000

print(N)
for place in range(N):
    print(place, HIGHEST - 31 * place)

"""Prints the worst input for `solution.cpp`: everybody leaves in order.

Erasing from a vector moves what stands behind the place. With k = 1 that place is always the first, so all of the rest
moves: n(n - 1)/2 children in all, the most there can be. The moving happens inside a library call, in which no line is
counted: every k has about the same count, the CPU time tells them apart.
"""

print(60_000, 1)

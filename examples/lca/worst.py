"""Prints the worst input for `solution.cpp`: one chain, and every pair asks for its two ends.

A pair costs one step for each employee passed on the way up. On a chain the pair (n, 1) passes n - 1 of them, the
most that a tree of n has on any way between two; each takes an iteration of its own. Two employees in different
branches pass no more together and share iterations, two by two. With the deeper one first, the loop that does the work
is the first; the second way round differs by nothing but the name of the loop.
"""

N, Q = 10_000, 30_000

print(N, Q)
print(*range(1, N))
print("\n".join(f"{N} 1" for _ in range(Q)))

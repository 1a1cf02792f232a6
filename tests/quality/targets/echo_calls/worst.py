"""Prints the worst input for `solution.java`: 18 times `a`, in each call.

There is no `c`, so that the pattern tries all ways to part the letters into runs, each run of only `a` in both kinds,
before it gives up.
"""

N = 20

print(N)
for _ in range(N):
    print("a" * 18)

"""Prints the worst input for `solution.java`: each box lies in the one before it.

Box i lies in i - 1 others at most, and there it lies in all of them.
"""

N = 5000

print(N)
print(*range(N))

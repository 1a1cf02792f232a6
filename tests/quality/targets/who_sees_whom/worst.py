"""Prints the worst input for `solution.py`: everybody is taller than all before.

Then nobody's look is stopped and each person compares with all before: n(n - 1)/2, all the pairs there are.
"""

N = 3000

print(N)
print(*range(1, N + 1))

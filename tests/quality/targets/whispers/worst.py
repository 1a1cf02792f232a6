"""Prints the worst input for `solution.py`: everybody tells the next, and the last one the first.

Each rumour is told until it comes back to somebody, after n people at most. On one circle all n rumours reach
everybody.
"""

N = 1500

print(N)
print(*range(2, N + 1), 1)

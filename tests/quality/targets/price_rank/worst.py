"""Prints the worst input for `solution.py`: at a third always the lowest price that is left, and the highest asked for.

Each round takes at least the pivot away, and looks at all prices that are left; most lines are executed for those above
the pivot. So nothing is worse than pivots that are the lowest of all prices left, which are different. The prices keep
their order, so that the place of each round's pivot is known: it gets the next price.
"""

N = 1500

left = list(range(N))
prices = [0] * N
for price in range(1, N + 1):
    prices[left.pop(len(left) // 3)] = price
print(N, N)
print(*prices)

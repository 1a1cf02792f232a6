"""Prints the worst input for `solution.cpp`: heaps of 1 and of 1,000,000 by turns.

Two heaps of sizes x > y take the sum of the quotients of Euclid's algorithm, less one, steps: x - 1 for y = 1 and at
most about x/2 else. So every two neighbours cost 999,999 steps, the most there can be.
"""

N = 300

print(N)
print(*(1 if i % 2 == 0 else 1_000_000 for i in range(N)))

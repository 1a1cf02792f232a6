"""Prints the worst input for `solution.java`: different stamps whose two numbers are equal.

All have the hash code 0. Stamps can't be compared, so that the tree that such a chain becomes is searched whole for
each stamp that isn't there yet.
"""

N = 3000

print(N)
for number in range(100_000 - N, 100_000):
    print(number, number)

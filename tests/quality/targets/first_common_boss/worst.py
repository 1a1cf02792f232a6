"""Prints the worst input for `solution.py`: two equal chains that meet at the top, and questions for their ends.

Each of b's bosses is looked for among all of a's until one is found. With x above a and y of b's that aren't, that
makes (y + 1) x comparisons, where x + y <= n when they share nothing but the top, the last of a's. So half of the
employees are in either chain; what is longer makes the other shorter. A boss that is shared earlier is found earlier.
"""

N, Q = 1500, 200

print(N, Q)
print(1, *range(1, N - 1))
for _ in range(Q):
    print(N - 1, N)

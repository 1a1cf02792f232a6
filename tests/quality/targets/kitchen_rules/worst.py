"""Prints the worst input for `solution.py`: a chain of steps whose rules come in falling order, the last one again and
again.

A round looks at all rules that are left, and keeps those whose first step still waits. From the chain's end to its
start each round gets rid of one rule, the last of the list, and most rules are those of the last step but one. Proven,
counting the rules that are looked at: a round is followed by a useful one only if a step with rules of its own stopped
waiting in it, which neither the first step nor the last one does, nor two that wait for each other; so there are at
most n - 1 rounds, and each but the last gets rid of at least one rule.
"""

N, M = 500, 3000

print(N, M)
for _ in range(M - (N - 2)):
    print(N - 1, N)
for step in range(N - 2, 0, -1):
    print(step, step + 1)

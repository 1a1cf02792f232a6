"""Prints the worst input for `solution.py`: brackets nested as deep as the length allows.

Each round takes away at least one pair, so there are at most |s| / 2 rounds, and each goes over what is left of s. One
pair a round, the innermost, makes the most rounds of the longest strings.
"""

DEPTH = 3000

print("(" * DEPTH + ")" * DEPTH)

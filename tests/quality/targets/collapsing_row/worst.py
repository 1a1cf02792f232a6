"""Prints the worst input for `solution.py`: the numbers 1 to 4 over and over.

What was earned is remembered by what the rest of the row looks like, so each different row that is left is gone through
once. These are the different subsequences of the row, and of each length there are most of them when the numbers take
turns (Flaxman, Harrow, Sorkin: Strings with maximally many distinct subsequences and substrings, 2004).
"""

N, KINDS = 17, 4

print(N)
print(*(1 + i % KINDS for i in range(N)))

"""Prints the worst input for `solution.java`: as many keys as allowed, all of them letters.

Each key makes the line anew, so it costs what the line is long: the most where the line always grows, n(n - 1)/2
characters. Letters of one byte are all there are.
"""

N = 100_000

print(N)
print("z" * N)

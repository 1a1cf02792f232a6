"""Prints the worst input for `solution.java`: letters, and then as many stars.

A star costs as many steps as there are letters before it: m letters and n - m stars behind them cost m (n - m), most for
m = n/2; a letter behind a star would cost more before it.
"""

N = 20_000

print(N)
print("a" * (N // 2) + "*" * (N // 2))

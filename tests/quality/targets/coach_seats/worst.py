"""Prints the worst input for `solution.java`: half of all come, then the first gets in, again and again.

A removal moves what stands behind it, at most all that came before less what was removed. With m who come first, the
other q - m move m - 1, m - 2, ... of them: most for m = q/2 (then each moves as many as it can, and one more who comes
instead of one who gets in moves fewer in all).
"""

Q = 20_000

print(Q)
for number in range(1, Q // 2 + 1):
    print(1, number)
for _ in range(Q // 2):
    print(2, 1)

"""Prints the worst input for `solution.py`: fifteen a and one b at the end.

Each a doubles the b behind it as it moves past them, one step for each b. A b with j letters a in front thus takes 1 +
2 + ... + 2^(j - 1) = 2^j - 1 steps, whatever the order. With k letters a, all in front, that is (16 - k)(2^k - 1) at
most: 32,767 for k = 15, then 32,766 for k = 14.
"""

print("a" * 15 + "b")

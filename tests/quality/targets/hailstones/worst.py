"""Prints the worst input for `solution.py`: 300 times the number up to 10^6 that takes the most steps.

The numbers don't influence each other, so each is the one that takes longest by itself, found by counting the steps of
all.
"""

N, LARGEST = 300, 1_000_000

steps = [0] * (LARGEST + 1)
for start in range(2, LARGEST + 1):
    x, made = start, 0
    while x >= start:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        made += 1
    steps[start] = made + steps[x]
longest = max(range(1, LARGEST + 1), key=steps.__getitem__)
print(N)
print(*[longest] * N)

"""Prints the worst input for `solution.py`: in each round just one jump turns out to be too short.

All rounds go through all jumps, and each but the last makes at least one of them long, so there are at most n + 1.

A jump to the 26th before it becomes too far when all the 26 are long (130 bytes) and not while one is short (127). So
from the 27th on each waits for the one before it. The first 26 go forward: the last of them far away, those before it as
far as it takes to be too far when all behind them, of the 26, are long, and not while the next one is short.
"""

N, SHORT, LONG, LIMIT = 600, 2, 5, 128
FIRST = LIMIT // LONG + 1

targets = [N]
for at in range(FIRST - 1, 0, -1):
    already_long = FIRST - at - 1
    targets.insert(0, at + (LIMIT - (LONG - SHORT) * already_long) // SHORT)
targets += [at - FIRST for at in range(FIRST + 1, N + 1)]
print(N)
print(*targets)

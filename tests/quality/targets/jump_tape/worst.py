"""Prints the worst input for `solution.py`: every instruction jumps back to the first, as often as it may.

Let T be the steps in which the machine gets behind instruction i - 1 from the first one. Behind i it gets in (T + 1)(t
+ 1) steps when i jumps to the first one t times; jumping to a later one repeats less. So each level multiplies by
eight.
"""

N, TIMES = 7, 7

print(N)
for _ in range(N):
    print(1, TIMES)

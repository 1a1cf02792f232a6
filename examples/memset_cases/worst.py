"""Prints the worst known input for `solution.cpp`: as many games as allowed, which still hold 2 * 10^5 balls in all.

Every game clears the whole array, 800 KB, however few balls it has: 80 GB for 10^5 games, by far most of the time. The
sum of n leaves room for more balls than one a game, and each ball adds its reading and counting (about a hundredth of
the time), so the games share all of them evenly. All colours differ, so each count is 1 and every game's last loop
takes its branch each time.

The clearing happens inside a library call, in which no line is counted: counts hardly tell this input from any other
with as many balls, the CPU time does.
"""

T, TOTAL = 100_000, 200_000

n = TOTAL // T
print(T)
for _ in range(T):
    print(n)
    print(*range(1, n + 1))

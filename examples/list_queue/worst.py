"""Prints the worst input for `solution.java`: two thirds of the events are people who come, then the clerk is free.

`ArrayList.remove(0)` moves all that is left by one place. With p people first and n - p calls after them, that is the sum of
p - 1, p - 2, ...: (n - p)(p - (n - p + 1) / 2) places, the most where n - p is n / 3: about n * n / 6. Somebody who comes
later is moved less often, so all come first.
"""

N = 300_000

print(N)
print(*[1000] * (N - N // 3), *[0] * (N // 3))

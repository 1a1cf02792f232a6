"""Prints the worst known input for `solution.cpp`: light things, and last a treasure that fits alone.

The search has 2^n leaves unless it stops early: where a thing is too heavy, or where all that is left can't beat the
best so far. The treasure is worth more than all the rest and comes last, so it can be hoped for everywhere; it weighs
all that may be carried, so it is found only after everything else was tried. The others fit together. So only the last
thing is ever too heavy: 2^n calls, when no input can have more than 2^(n + 1) - 1.

Best known, not proven: with a last thing that fits more often, the best is known earlier.
"""

N, CAPACITY = 27, 1_000_000

print(N, CAPACITY)
for _ in range(N - 1):
    print(1, 1)
print(CAPACITY, 1_000_000)

"""Prints the worst input for `solution.cpp`: 3, 4, 5, 7, 11, 13 and 17 cogs, 60 in all.

The clock runs for as many ticks as the least common multiple of the wheels' cogs. Of all ways to share out 60 cogs
these have the largest, 1,021,020 (Landau's function of 60). A tick costs as much as there are wheels, but with more
than seven no multiple beyond 510,510 is left.

Proven: all 1,743,612 ways to have at most ten wheels with at most 60 cogs were gone through, counting lines.
"""

WHEELS = (3, 4, 5, 7, 11, 13, 17)

print(len(WHEELS))
print(*WHEELS)

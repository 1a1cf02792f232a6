"""Prints the worst known input for `solution.py`: at each time one line is found, and only then a copy of the next goes.

A line counts only where it comes up once in both parts. The new draft has pairs "k k + 1", k falling: only 1 comes up once;
it is kept and takes the copy of 2 away with it, behind which nothing is left to be found, so that 2 is next. The old draft
has all lines once, those to be kept at the end, so that nothing of it goes but them; each different line there costs
more than a copy would.

Best known, not proven. A part that is left after k finds has lost k kept lines from both drafts and a copy of each from one
of them, so with both of length n and copies in the new one alone there are n / 2 finds; copies in the old one too would
allow more finds, but the parts get smaller. Climbs from random drafts of 8 and of 12 lines, counting lines without those
that each find costs anyway, came to the same costs exactly.
"""

N = 2000
FINDS = N // 2

new = []
for k in range(FINDS, 0, -1):
    new += [k, k + 1 if k < FINDS else N + 1]
print(N, N)
print(*range(N, 0, -1))
print(*new)

"""Prints the worst known input for `solution.py`: wishes that put all chapters in falling order, one more in front
each time, and then one that is refused again and again, after all wishes have been gone through.

A chapter that isn't in front yet is wished before the first one, so all that comes behind that is looked at, and all
of it moves. In between some more wishes join the chapters that come early, at no cost of their own, but all later
searches meet them. At the end chapter 1 is wished before chapter n. That is refused, but only when the search comes
to chapter 2, the only one that is wished before chapter 1; chapter n names it first, so it's at the bottom of the
stack.

Best known, not proven. No search looks at a wish more than once, so a refused wish can't cost more at so many wishes;
how many are joined in between was sought by steps. Climbs that counted lines, with 6 and 10 chapters, came to less
from random wishes, and to nothing better from such ones.
"""

N, Q, JOINED = 300, 1500, 325

wishes = [(2, 1)]
joined = 0
for chapter in range(3, N):
    wishes.append((chapter, chapter - 1))
    for other in range(2, chapter - 1):
        if joined < JOINED:
            wishes.append((chapter, other))
            joined += 1
wishes += [(N, 2), (N, N - 1)]
wishes += [(1, N)] * (Q - len(wishes))
print(N, Q)
for wish in wishes:
    print(*wish)

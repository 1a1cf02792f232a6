"""Prints the worst known input for `solution.py`: repeated notes, and between them others that may be left out.

Equal notes next to each other are taken together, so that other ones must keep the repeated notes apart; none of these
is heard, so they are left out. Then the repeated ones share what is heard in all the ways there are, and the last note
of the book, which isn't heard, spoils them all.

Best known, not proven. Climbs from random songs, 12 of 25,000 steps over these sizes and 70 of 20,000 over smaller
ones, ended here or below; a repeated note at the end is as good as one that comes once.
"""

N, M = 16, 20

print(N, M)
print("ab" * (N // 2))
print("+?" * (N // 2 - 1) + "+1")
print("a" * M)

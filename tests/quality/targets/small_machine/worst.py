"""Prints the worst input for `solution.py`: a chain of 1022 cells, and then cells that nobody remembers, one by one.

From then on each order puts a cell that remembers nothing into the same register, and the one before, which was there, is
the only cell that isn't in use: the machine cleans up at each order, goes along the whole chain and over all of its 1024
cells, and finds that one, so it gets no new ones. Were the chain a cell longer, it would get 1024 more, all of them free.

Proven, as to cells that are gone over, but for one at the last order: a machine of c cells can't clean up before order
c + 1, since all of the c / 2 that it had were in use once, and then at most once for each order, over c - 1 cells in
use and all c. No c has more of these orders' cells than 1024 when there are 3000 orders, and going on to 2048 later
wins less than it loses while they fill.
"""

N, CELLS = 3000, 1024

print(N)
for order in range(N):
    if order < CELLS - 2:
        print(1, 1)
    else:
        print(2, 0)

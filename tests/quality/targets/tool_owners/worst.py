"""Prints the worst known input for `solution.cpp`: the last worker to be asked always has another tool at hand.

The first worker can use all tools but the first two, and each of the others those from the third on up to one that is
new to all but the first. So everybody who is asked for a tool finds none free but the first worker, who has the newest
tool, which comes last in the search, and hands it over for the next: each search asks all workers before, until the
tools are used up. Two tools are of use to nobody, so the last two searches fail, but every search that succeeds spares
less: the free tool stands two places further back.

Best known, not proven. No search asks more workers than these. Climbs of 300,000 runs over the tables of 4, 5, 6, 7, 8
and 12 workers found as much for each of them, and nothing better.
"""

N, USELESS = 100, 2

print(N)
for worker in range(N):
    newest = N if worker == 0 else USELESS + worker
    print("".join("x" if USELESS <= tool < newest else "." for tool in range(N)))

"""Prints the worst known input for `solution.py`: by turns a sauce of the two before it, and one of the sauce before
it and one from far back.

Without cups, sauces of the two before them would each take as many mixings as both together. Six cups keep what was
needed lately, so that the nearer one's parts are at hand for the other. What is far back, asked for in between, takes
these cups: it isn't in one itself, and neither is much of what it needs, so its mixing pushes the others out, and
they are mixed anew. The first sauces are just dear enough for that.

Best known, not proven. Written as how far back the two parts are. Climbs of some minutes that counted what is asked
for, from random books of 36 sauces, ended with many of this kind, the best with this one; no change of a single sauce
makes it dearer.
"""

FAR_BACK = """
1,1 1,1 2,1 3,1 1,4 2,1 5,1 5,3 1,2 1,2 1,4 1,2 1,6 1,2 1,8 1,2 1,10 1,2 10,1 2,1 11,1 2,1 10,1 2,1 1,18 1,2 16,1 2,1
11,1 2,1 1,24 1,2 17,1 2,1 1,28 1,2
"""

pairs = [tuple(map(int, pair.split(","))) for pair in FAR_BACK.split()]
print(len(pairs))
for sauce, (a, b) in enumerate(pairs, start=1):
    print(sauce - a, sauce - b)

"""Prints the worst known input for `solution.cpp`: chambers around the sand, then one bent way to the drain.

The longer the way, the more often the sand is pushed to and fro before a grain gets out; but of a long way all chambers
hold sand back, and from dead ends at its begin it must come back. That, and what a square has room for, decides.

Best known, not proven. Climbs over the walls with up to 60,000 runs each, about 45 in all, ended between 34,000 and
40,718 times; four of the best have nearly the same cost, and this one, with 40,644, has the highest.
"""

HOUSE = """
..#....
.#..##.
...#...
###..#.
....#.#
.###...
.....#.
"""

print(7, 100)
print(HOUSE.strip())

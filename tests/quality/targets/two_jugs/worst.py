"""Prints the worst known input for `solution.cpp`: jugs with which the wanted amount never comes up.

Each move costs about the same, and after 3,000,000 the program gives up: anything that can't be measured takes them
all. More than the larger jug holds never comes up. A pour costs the most, after each of which one jug is filled or
emptied; with a first jug of one litre and a large second one, it is filled nearly always, which costs a comparison
more.
"""

print(1, 999_999, 1_000_000)

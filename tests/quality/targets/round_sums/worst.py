"""Prints the worst known input for `solution.py`: each cell names the next two, and the ends of the row close it.

A cell is worked out once for every way to it that meets no cell twice. Along a row in which each cell names the next
two, the number of ways grows like the Fibonacci numbers; what is left out on the way is reached from the end, where the
last cell names the second and the fourth one and the last but one names the cells at both of its sides: 30,017 ways for
20 cells, instead of 17,710 in a row without return.

Best known, not proven. Climbs over the named cells, of up to 150,000 runs each, found this and nothing better for 7 to
20 cells; for 20 it was found three times, each time the same up to the names of the cells.
"""

N = 20

named = [(i + 1, i + 2) for i in range(1, N - 1)] + [(N - 2, N), (4, 2)]
print(N)
for a, b in named:
    print(9, a, b)

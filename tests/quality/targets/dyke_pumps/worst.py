"""Prints the worst known input for `solution.cpp`: small basins one behind the other, each with three ways to the next,
and many short ways out.

A basin from which no water gets on is tried anew on each way that leads to it, and nine times three ways are 19,683. At
first they lead nowhere, since there are shorter ways out, whose levels are lower: 1 45, then 1 4 45. Each of these
comes late at its basin, and is full at once, so that the search goes through all ways before it and again before it
looks for longer ones. The other ways out are at the far end, one longer than the other, and take little.

Best known, not proven. Three ways by turns with one grow fastest (3 for 6 pipes, two by two it's 2 for 4). That, with
the best number of ways out at the start, is 1.30 million pipes looked at; the pipes here are what a climb of some
60,000 steps came to from there, 1.77 million, and 12,000 more didn't change it.
"""

PIPES = [
    "31 33 101", "12 13 2", "4 5 6", "1 2 1000", "28 29 6", "2 5 31",
    "7 9 102", "19 21 3", "32 33 34", "15 17 2", "18 21 24", "20 21 33",
    "8 9 97", "3 5 12", "5 6 1000", "6 9 1000", "27 29 31", "21 22 7",
    "36 37 1", "24 25 1000", "23 25 2", "16 17 5", "22 25 32", "5 7 29",
    "25 26 100", "5 8 30", "1 3 2", "21 23 1000", "25 27 5", "26 29 1000",
    "35 37 12", "11 13 100", "29 30 100", "9 10 1000", "10 13 999", "30 33 102",
    "13 14 5", "33 34 5", "14 17 998", "25 28 29", "1 4 100", "34 37 30",
    "29 31 100", "4 45 1", "17 18 7", "37 38 2", "33 35 1", "38 39 30",
    "9 11 2", "39 45 1", "13 15 1", "37 45 3", "29 32 10", "13 16 98",
    "21 24 3", "17 19 1", "17 20 1", "33 36 1", "1 45 998", "9 12 27",
]

print(45, len(PIPES))
print(*PIPES, sep="\n")

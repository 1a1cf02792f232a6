"""Prints the worst known input for `solution.cpp`: 100 cups in an order that is hard to sort, and an essay of two days.

The search over days halves 100 at most seven times, and each look at a number of days goes over all the cups and starts
a new round every so many. The way to the answer 2 takes all seven looks (50, 25, 12, 6, 3, 1, 2), the most, and passes the
small numbers of days, whose rounds are many; the pages are the most that two days give.

What is left is the order of the cups. The sort takes the median of the second, the middle and the last cup as its pivot; with
the cups rising but for the smallest, which comes last, its first partition splits off little and leaves an order that the
next ones split as badly. It is 43% above rising order and 22% above 100 equal cups by the deterministic count with g++ 12.

Best known, not proven: a hill climb of 30,000 executions over orders, values and pages, from here, gained another 1.5%;
climbs from random orders ended 10% lower.
"""

N = 100

cups = [*range(2, N + 1), 1]
pages = sum(max(0, cup - place // 2) for place, cup in enumerate(sorted(cups, reverse=True)))
print(N, pages)
print(*cups)

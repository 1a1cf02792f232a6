"""Prints the worst input for `solution.py`: person 1 meets everybody in turn, then 1 and 2 meet again and again.

The head of the first person's club goes under the other's, so when 1 meets 2, 3, 4, ... each new head stands above a
chain that becomes longer by one, and is found from its low end: the k-th meeting walks k - 1 steps, the most there can
be, as each meeting adds at most one to what is above anybody. After n - 1 meetings all is one chain, and the two people
with the longest ways, 1 and 2, meet until the end: 2n - 3 steps each time.
"""

N, M = 2500, 5000

print(N, M)
for other in range(2, N + 1):
    print(1, other)
for _ in range(M - N + 1):
    print(1, 2)

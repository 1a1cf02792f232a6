"""Prints the worst known input for `solution.cpp`: every girl but one is asked by all boys, each better than the last.

Boy i < n asks girl i first, then those behind her around a circle of n - 1 girls, and girl n last. Boy n begins like the
first one, so that he takes the first boy's partner, who takes the second's, and so on around the circle n - 1 times. A
girl on the circle is asked by boy i, i - 1, ..., and gives the more points the later they come.

That these are the most questions is proven: nobody is without a partner once the last girl is asked, so that she is
asked once, and the other n - 1 girls at most once by each of the n boys. What a question costs differs a little with
the order of the girls whom a boy hasn't asked yet, and with her answer; there this is only the best that is known.
"""

N = 150
CIRCLE = N - 1

print(N)
for boy in range(N):
    print(*(N - (girl - boy) % CIRCLE for girl in range(CIRCLE)), 1)
for girl in range(CIRCLE):
    comes = [(girl - boy) % CIRCLE for boy in range(CIRCLE)]
    late = comes[0]
    print(*(1 + came + (came > late or boy == 0) for boy, came in enumerate(comes)), 1 + late)
print(*[1] * N)

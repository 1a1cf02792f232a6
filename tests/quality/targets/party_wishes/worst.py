"""Prints the worst known input for `solution.cpp`: all letters are about the last person, and only the last two letters
contradict each other.

The program decides about the persons in order, so it comes to the last one with all decisions about the others, and it
is never told earlier: a wish that is written three times counts as three open ones, so nothing ever follows from a
letter. It decides 2^16 - 1 times, the most there can be, proven. The other letters hold both a wish and its opposite,
so they can't fail; twice one and then the other takes long to read, also when the person is decided about.

Best known as to how long letters are read. Climbs from random letters over 5 and 6 persons, counting lines, ended with
the same.
"""

N, M = 16, 70

print(N, M)
for _ in range(M - 2):
    print(2 * N - 1, 2 * N - 1, 2 * N)
print(2 * N - 1, 2 * N - 1, 2 * N - 1)
print(2 * N, 2 * N, 2 * N)

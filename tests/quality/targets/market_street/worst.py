"""Prints the worst input for `solution.py`: two traders come, who need more than all before, and the first one leaves;
and at the end traders only come, who need more than any gap has.

Each line of the input costs a step for each gap before the place. There is one more gap than at the start only when
somebody left, and between two gaps somebody must still be there: so the j-th gap takes 3j lines, and line i can't go by
more than (i - 1) / 3 of them. Here each line does, until there are as many gaps as there will be: no gap but the rest
of the street is long enough for who comes, and who leaves was the last but one there. A step takes three lines of the
program for who comes and two for who leaves, so that more gaps cost more only up to nine tenths of the input.
"""

N = 3000


def lines(gaps):
    """How many lines of the two loops run when so many traders leave, each in the third line after the one before."""
    passed = sum(8 * j for j in range(1, gaps + 1))
    return passed + 3 * (N - 3 * gaps) * (gaps + 1)


most = max(range(N // 3 + 1), key=lines)
print(N)
for line in range(1, N + 1):
    print(*((2, line - 2) if line % 3 == 0 and line <= 3 * most else (1, 1 + line // 3)))

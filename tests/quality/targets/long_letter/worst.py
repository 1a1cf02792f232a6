"""Prints the worst input for `solution.cpp`: half of the orders write 1000 characters, the others go to and fro.

The machine keeps its free room at the place where it is, and moves each character that it passes from one side of the
room to the other. The orders for no characters from the front and for none from the end send it over the whole letter.

Proven but for a ten-thousandth, in executed lines: with k orders to write there are never more than 1000 k characters,
so that each of the other n - k orders moves at most as many, and so does the last way, to the end; writing costs five
lines a character. That is most for k about n/2 + 2, and comes to pass when k is odd, since the letter must be left at
its front.
"""

N, MOST = 300, 1000
WRITING = N // 2 + 1

print(N)
for _ in range(WRITING):
    print(3, MOST)
for k in range(N - WRITING):
    print(1 + k % 2, 0)

"""Prints the worst input for `solution.cpp`: three stamps of 2, and the largest odd postage.

For each pair (i, j) with ai + bj <= p the inner loop runs 601 times, unless it finds the answer, so what counts is the
number of such pairs, about p^2 / 2ab. With a = 1 or b = 1 the answer is "yes" at the latest with the other stamp not
used at all or with few of it; then come a = b = 2, where only even sums can be paid, as long as c is even, too. Checked
by counting the steps of all a, b and c up to 300 with ab <= 12 for p from 590 to 600.
"""

print(2, 2, 2, 599)

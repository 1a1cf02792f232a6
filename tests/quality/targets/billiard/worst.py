"""Prints the worst input for `solution.cpp`: the two largest sides without a common factor, and steps of one.

The ball is back after lcm(w / gcd(w, dx), h / gcd(h, dy)) seconds, at most lcm(w, h). Two different sides give at most
2000 * 1999, which these do, having no common factor; two equal ones at most 2000.
"""

print(2000, 1999, 1, 1)

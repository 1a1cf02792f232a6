"""Prints the worst input for `solution.cpp`: guns of 2 and 2 against an odd shield of 9,999.

Without a solution the inner loop runs, for every x with ax <= c, until b y passes c - ax: about c^2/2ab steps in all.
With a = 1 or b = 1 there always is a solution, and early. So a = b = 2 with the greatest odd c. Checked by counting the
steps of all a, b with ab <= 12 and all c; a greater product can't reach it, c^2/26 being below c^2/8. The result: 12,522,502
steps at (2, 2, 9999), then (2, 2, 9997) with 12,517,502.
"""

print(2, 2, 9999)

"""Prints the worst known input for `solution.cpp`: half of the plans are made one from the other, by turns with a
task shorter than all and with one longer than all, and the others all from the last of these, with a task longer than
all.

A task shorter than all becomes the top, with the others at its left. The longest then goes down on the right, where
there is nothing, and what was at the left comes to the right: thus every two plans make the way down on the right one
longer, at one step each. From there a long task goes all the way, and turns what it passes to the left; but the plan
it came from stays as it was, so the next task goes all the way again. With a way of k after 2k of q plans that is
about k (q - 2k), most for k = q / 4.

Best known, not proven. Climbs that counted calls, with 12 to 60 plans, from random ones and from these, came to 6%
more at 12, 4% at 30 and nothing worth saying at 60.
"""

Q, LONGEST = 6000, 1_000_000

spine = Q // 4
print(Q)
for step in range(spine):
    print(1, 2 * step, spine - step)
    print(1, 2 * step + 1, LONGEST)
for _ in range(Q - 2 * spine):
    print(1, 2 * spine, LONGEST)

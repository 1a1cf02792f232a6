"""Prints the worst known input for `solution.cpp`: runs of `a`, the later the shorter, each ended by a letter of its
own.

A copy is looked for from all places where its first three characters came up before, so almost all places should
begin with `aaa`; but equal letters are copies of 258, the most there may be, and the first place gives one. Where
less than 258 are left of a run, it is compared with nearly every place before, over all that is left, and its end is
found nowhere, so that a piece ends there and the next run is again looked for from its start. So first 257 are left
of runs when copies of 258 are taken, and then runs get shorter, in order that most places before have as many.

Best known, not proven. Climbs over texts of 300 characters, with copies of at most 8 and 16, counting lines, came
from random ones to runs of `a`, falling in length, whose ends are all different. These lengths were climbed to.
"""

LENGTHS = [
    2580, 515, 773, 515, 515, 257, 257, 515, 515, 257, 515, 257, 256, 237, 222, 208, 196, 185, 175, 167, 159, 152, 145,
    139, 134, 129,
]
ENDS = "bcdefghijklmnopqrstuvwxyz\n"

print("".join("a" * length + end for length, end in zip(LENGTHS, ENDS)), end="")

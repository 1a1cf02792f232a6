"""Prints the worst input for `solution.py`: a mask of stars and one letter that the name hasn't.

Each star is tried with every length, and the search goes on after each, so k stars in front of a letter are gone
through in as many ways as k ends can be chosen in order. Nothing matches, so all are. A letter that fits in place of a
star leaves fewer. Checked by counting the calls for all masks of stars, a letter that fits and one that doesn't.
"""

print("*" * 7 + "b")
print("a" * 20)

"""Prints the worst known input for `solution.py`: free everywhere but at the end, and one key of each kind.

The search goes through the squares once for each set of keys that one can have there. Six keys that don't touch bar no
way, so that each of the 64 sets can be had on every other square, and half of them on the square of a key; on the first
square one has none at the start though a key is there. The end is a wall, so that none of that is cut off; a door
anywhere takes sets away, and so does a second key of a kind.

Best known, not proven. Climbs over castles of up to 5 by 5 squares with up to three kinds of keys found at most one
square and set more, by a door at the end that opens last of all.
"""

SIDE, KEYS = 20, "abcdef"

castle = [["."] * SIDE for _ in range(SIDE)]
castle[-1][-1] = "#"
for i, key in enumerate(KEYS):
    castle[2 * i][2 * i] = key
print(SIDE, SIDE)
for row in castle:
    print("".join(row))

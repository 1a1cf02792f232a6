"""Prints the worst known input for `solution.py`: what is found at one square is needed by one before it in the
order.

A round costs as much as there are open squares, and what is found on the way counts at once for the squares that
follow. So it takes many rounds only where findings lead up or to the left. Without mines all is open after one round;
here 86 are taken.

Best known, not proven: climbed to by 8,000,000 steps that change, exchange or turn over single mines and their
surroundings, counting lines. Going on from here with steps that copy parts of the field too came to nothing better.
"""

FIELD = """
..**.**.**.**.**
..*.............
...............*
................
.*.*.*.*.*.*...*
..*..*.*.*.*.*..
...*..*.*.*.*..*
....*.*.*.*.....
..*.*.........*.
......*..*..*..*
....*..*..*.....
...*..........*.
..............*.
...............*
.*.*.*.*.*.*....
..*.*.*.*.*..*..
"""

print(16, 16)
print(FIELD.strip())

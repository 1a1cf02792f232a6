"""Prints the worst known input for `solution.py`: a star, a letter and then nothing but question marks.

Words are told apart by the places in the mask that they reach. The star is never left, and each time the letter comes
a new place is reached, which every further letter moves on by one; so a place says which letter came so long ago, and
all sets of places come up, as many as there are words of that length. Any other letter in the mask makes some of them
alike, and another star behind makes all places beyond it reached for good.

Best known, not proven: for masks of 4 and 5 signs lines were counted for all, and for 6 and 7 signs sets.
"""

print("*a" + "?" * 11)
print(40)

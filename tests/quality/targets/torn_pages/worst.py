"""Prints the worst input for `solution.cpp`: scraps with the text's hash everywhere whose last two letters are others.

A scrap is compared with the text only where the remainders of both modulo 101 agree, up to the first letter that
differs. One letter alone can't differ then: it would change the hash by less than 26 times a power of 31, which 101
doesn't divide. So at most all letters but the last are looked at, and that much is reached at each of the places: in a
text of one letter all hashes are alike, and the last two letters of the scraps are such that 31 times what the first
is more equals what the second is less.
Shorter scraps stand at more places, but are compared less: 9,901 places with 99 letters are the most.
"""

TEXT, SCRAPS, LONGEST, BASE, MODULUS = 10_000, 10, 100, 31, 101

first, second = next((x, y) for x in range(1, 26) for y in range(-25, 26) if (x * BASE + y) % MODULUS == 0)
letter = ord("m")
end = chr(letter + first) + chr(letter + second)
print(SCRAPS)
print(chr(letter) * TEXT)
for _ in range(SCRAPS):
    print(chr(letter) * (LONGEST - 2) + end)

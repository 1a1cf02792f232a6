"""Prints the worst known input for `solution.py`: a pile of 97 cards that takes 9622 times.

A card matters only when it comes to the top for the first time. So piles were filled in that order: a beam of 6,000
partly known piles, each tried with every card that is left where the first unknown one is on top, and those kept that
had gone on longest and had most cards at their own places, which only a larger card moves again.

Best known, not proven: for up to 19 cards the most is known, 221 times for 19 (Knuth, The Art of Computer Programming,
volume 4A, 7.2.1.2), for 97 it isn't. Climbs by swaps from random piles ended at about 1,100.
"""

PILE = """
    39 45 43 65 59 58 66 78 77 64 61 62 68 63 75 74 70 69 71 72 79 67 82 76 73 85 88 87 83 80 86 94 81 90 84 97 1 96
    93 35 57 30 37 31 22 24 21 36 18 16 13 5 10 3 12 4 7 2 14 8 6 9 11 27 15 17 19 20 23 25 26 29 32 33 28 34 38 40 44
    41 52 50 60 49 51 54 46 53 48 47 56 42 55 92 91 89 95
"""

cards = PILE.split()
print(len(cards))
print(*cards)

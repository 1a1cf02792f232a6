"""Prints the worst input for `solution.py`: different words of eight letters that all fall into one bucket.

A word is compared with those of its bucket until it is found, so the worst are different words with one value of the
hash: n(n - 1)/2 comparisons. The value after a few letters says what the others must add, so that the words are put
together from a table of endings of three letters by what they add.
"""

from itertools import product
from string import ascii_lowercase

N, BUCKETS, START = 3000, 1024, 5381


def added(word, h):
    """The hash after `word`, from h on."""
    for letter in word:
        h = (h * 33 + ord(letter)) % BUCKETS
    return h


endings = {}
for letters in product(ascii_lowercase, repeat=3):
    endings.setdefault(added(letters, 0), []).append("".join(letters))
shift = 33**3 % BUCKETS
words = []
for letters in product(ascii_lowercase, repeat=5):
    words += ["".join(letters) + ending for ending in endings.get(-added(letters, START) * shift % BUCKETS, [])]
    if len(words) >= N:
        break
print(N)
print("\n".join(words[:N]))

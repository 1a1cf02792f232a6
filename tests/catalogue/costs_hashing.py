"""Hash tables and polynomial hashes that count comparisons and collisions."""

from __future__ import annotations

from collections import Counter

import numpy as np
from proof import Proof

from slowpath.catalogue.collisions import HASH_CODE, RollingHash, colliding_words
from slowpath.catalogue.facts import BucketCount
from slowpath.catalogue.hashing import bucket_keys
from slowpath.catalogue.siphash import SipKey, siphash, siphash_words
from slowpath.catalogue.strings import WORDS, thue_morse

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORD = 24
COUNT = 400
BUCKETS = 1031
KEY = SipKey(0, 0, 1, 3)
SINGLE = (RollingHash(131, 10**9 + 7),)
DOUBLE = (RollingHash(131, 10**9 + 7), RollingHash(137, 998244353))


def polynomial(word, base, modulus):
    value = 0
    for letter in word:
        value = (value * base + ord(letter)) % modulus
    return value


def chained(hashed, buckets=BUCKETS):
    """Comparisons of keys when all words are put into a chained table."""

    def cost(keys):
        chains, compared = {}, 0
        for key in keys:
            chain = chains.setdefault(hashed(key) % buckets, [])
            compared += chain.index(key) + 1 if key in chain else len(chain)
            if key not in chain:
                chain.append(key)
        return compared

    return cost


def hash_code(word):
    return polynomial(word, *HASH_CODE)


def treeified(words):
    """Letters compared when buckets are sorted by hash and then by the words, as Java's are from eight entries on."""
    buckets, compared = {}, 0
    for word in words:
        entries = buckets.setdefault(hash_code(word) & 1023, [])
        low, high = 0, len(entries)
        while low < high:
            mid = (low + high) // 2
            if hash_code(entries[mid]) == hash_code(word):
                shared = next((i for i, (a, b) in enumerate(zip(entries[mid], word, strict=True)) if a != b), len(word))
                compared += shared + 1
            if (hash_code(entries[mid]), entries[mid]) < (hash_code(word), word):
                low = mid + 1
            else:
                high = mid
        entries.insert(low, word)
    return compared


def sip(word):
    return int(siphash(np.frombuffer(word.encode(), dtype=np.uint8)[None, :], KEY)[0])


def equal_pairs(*hashes):
    """Pairs of different words that all the hashes take for equal."""

    def cost(words):
        seen = Counter(tuple(polynomial(word, h.base, h.modulus) for h in hashes) for word in set(words))
        return sum(times * (times - 1) // 2 for times in seen.values())

    return cost


def words(filler, count=COUNT, length=WORD, alphabet=LETTERS):
    def make():
        rng = np.random.default_rng(3)
        return [filler(length, alphabet, rng) for _ in range(count)]

    return make


def random_words(count=COUNT, length=WORD, alphabet=LETTERS):
    return lambda rng: ["".join(rng.choice(list(alphabet), size=length)) for _ in range(count)]


def bucket_attack():
    counts = (BucketCount(BUCKETS, 0, BUCKETS),)
    return bucket_keys(counts, 0, "first", True)(800, 1, 10**9, np.random.default_rng(1)).tolist()


def windows_of_thue_morse():
    """Its first 2^11 letters and their complement have one hash modulo 2^64, whatever the base."""
    word = thue_morse(1 << 12, "ab", None)
    return [word[: 1 << 11], word[1 << 11 :]]


HASHING = "hashing"
PROOFS = (
    Proof(
        HASHING,
        "Hash table (identity, int keys)",
        "one bucket of a reserved table (#1)",
        chained(int),
        bucket_attack,
        lambda rng: rng.integers(1, 10**9, size=800).tolist(),
        100,
        800 * 799 // 2,
    ),
    Proof(
        HASHING,
        "Hash table (chain, no treeify)",
        "equal hash codes, base 31",
        chained(hash_code),
        words(WORDS["equal hash codes, base 31"].filler),
        random_words(),
        100,
    ),
    Proof(
        HASHING,
        "Hash table (chain and treeify)",
        "equal hash codes, base 31, long common prefix",
        treeified,
        words(WORDS["equal hash codes, base 31, long common prefix"].filler),
        random_words(),
        1000,
    ),
    Proof(
        HASHING,
        "Hash table (SipHash, random seed)",
        "SipHash collisions under the exposed key",
        chained(sip, 1024),
        words(siphash_words(KEY)),
        random_words(),
        100,
    ),
    Proof(
        HASHING,
        "Rolling hash (single modulus)",
        "polynomial hash collisions",
        equal_pairs(*SINGLE),
        words(colliding_words(SINGLE), 60, 200),
        random_words(60, 200),
        1000,
        60 * 59 // 2,
    ),
    Proof(
        HASHING,
        "Rolling hash (single modulus)",
        "polynomial hash collisions",
        equal_pairs(*SINGLE),
        words(colliding_words(SINGLE), 60, 600, "01"),
        random_words(60, 600, "01"),
        1000,
    ),
    Proof(
        HASHING,
        "Rolling hash (single modulus)",
        "Thue-Morse word",
        equal_pairs(RollingHash(131, 1 << 64)),
        windows_of_thue_morse,
        random_words(2, 1 << 11, "ab"),
        1,
        1,
    ),
    Proof(
        HASHING,
        "Rolling hash (two moduli read from the source)",
        "polynomial hash collisions",
        equal_pairs(*DOUBLE),
        words(colliding_words(DOUBLE), 8, 20_000, "ab"),
        random_words(8, 20_000, "ab"),
        10,
    ),
)

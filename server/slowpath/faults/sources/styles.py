"""How values are drawn that programs stumble over: few different ones, all equal, at the ends of their range, next to
numbers of the program's text, sorted, alternating.

A style is a filler of the format (`inputs.plan`), drawn at random for each input; the words say what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from slowpath.inputs.filling.plan import ArrayFiller, EdgeFiller, WordFiller

_POWERS = tuple(2**bits for bits in (7, 8, 15, 16, 31, 32, 62, 63))
_ROOTS = (46340, 46341, 65535, 65536, 92681, 100_000, 10**6)
_MODULI = (998_244_353, 10**9 + 7, 10**9)


def notable(lo: int, hi: int, literals: Sequence[int] = ()) -> list[int]:
    """The integers of `lo..hi` that are worth trying: both ends and their neighbours, zero and one, the program's own
    numbers, powers of two and what they are the squares of, common moduli. In order, at most some sixty."""
    offered = {lo, lo + 1, lo + 2, hi, hi - 1, 0, 1, -1, 2, (lo + hi) // 2}
    for number in (*literals[:12], *_POWERS, *_ROOTS, *_MODULI):
        offered |= {number - 1, number, number + 1, -number, -number - 1}
    return sorted(value for value in offered if lo <= value <= hi)


def interesting(literals: Sequence[int]) -> ArrayFiller:
    """Draws from `notable` values."""

    def fill(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        return rng.choice(np.array(notable(lo, hi, literals), dtype=np.int64), length)

    return fill


def _few(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    """One to four different values, near to zero or to the lower end, or anywhere."""
    kinds = int(rng.integers(1, 4, endpoint=True))
    if rng.random() < 0.7:
        first, last = _near_zero(lo, hi, int(rng.integers(1, 6, endpoint=True)))
    else:
        first, last = lo, hi
    return rng.choice(rng.integers(first, last, kinds, endpoint=True), length)


def _small(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    """Values near to zero, of a range about as large as the array is long."""
    spread = int(rng.choice([2, 3, 5, max(length, 1), 2 * max(length, 1)]))
    first, last = _near_zero(lo, hi, spread)
    return rng.integers(first, last, length, endpoint=True)


def _near_zero(lo: int, hi: int, spread: int) -> tuple[int, int]:
    first = max(lo, -(spread // 2)) if lo < 0 else lo
    first = min(first, hi)
    return first, min(hi, first + spread)


def _ends(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    """Only values next to the ends of the range."""
    return rng.choice(np.array([lo, min(lo + 1, hi), max(hi - 1, lo), hi], dtype=np.int64), length)


def _high(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    """Values just below the upper end."""
    return rng.integers(max(lo, hi - 3), hi, length, endpoint=True)


def _largest(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    return np.full(length, hi, dtype=np.int64)


def _alternating(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    """The two ends by turns, or two small values."""
    first, last = (lo, hi) if rng.random() < 0.5 else _near_zero(lo, hi, 1)
    return np.where(np.arange(length) % 2 == int(rng.integers(2)), first, last).astype(np.int64)


def _anything(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    return rng.integers(lo, hi, length, endpoint=True)


def _magnitudes(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    """Values of every magnitude."""
    span = float(max(hi - lo, 1))
    return lo + np.minimum(np.exp2(rng.random(length) * np.log2(span + 1)) - 1, span).astype(np.int64)


_ORDERS: tuple[tuple[float, Callable[[np.ndarray, np.random.Generator], np.ndarray]], ...] = (
    (0.6, lambda values, rng: values),
    (0.75, lambda values, rng: np.sort(values)),
    (0.87, lambda values, rng: np.sort(values)[::-1]),
    (0.94, lambda values, rng: np.concatenate((np.sort(values)[::2], np.sort(values)[1::2][::-1]))),
    (1.01, lambda values, rng: np.repeat(values, 2)[: values.size]),
)


def ordered(filler: ArrayFiller) -> ArrayFiller:
    """The filler's values as they are, or sorted, reversed, up and down, or in pairs."""

    def fill(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        values = filler(length, lo, hi, rng)
        drawn = rng.random()
        order = next(order for share, order in _ORDERS if drawn < share)
        return order(values, rng)

    return fill


SMALL_STYLES: tuple[tuple[str, ArrayFiller], ...] = (
    ("few values", ordered(_few)),
    ("small values", ordered(_small)),
    ("few values", ordered(_few)),
    ("small values", ordered(_small)),
    ("any values", ordered(_anything)),
    ("values at the ends", ordered(_ends)),
    ("alternating", _alternating),
)
LARGE_STYLES: tuple[tuple[str, ArrayFiller], ...] = (
    ("the largest value", _largest),
    ("values at the ends", ordered(_ends)),
    ("high values", ordered(_high)),
    ("any values", ordered(_anything)),
    ("values of every magnitude", ordered(_magnitudes)),
    ("alternating", _alternating),
    ("few values", ordered(_few)),
)


# Words

_MOST_BEFORE = 8


def _few_letters(length: int, alphabet: str, rng: np.random.Generator) -> str:
    kinds = min(len(alphabet), int(rng.integers(1, 3, endpoint=True)))
    return "".join(alphabet[place] for place in rng.integers(0, kinds, length).tolist())


def _any_letters(length: int, alphabet: str, rng: np.random.Generator) -> str:
    return "".join(alphabet[place] for place in rng.integers(0, len(alphabet), length).tolist())


def _periodic(length: int, alphabet: str, rng: np.random.Generator) -> str:
    period = _few_letters(int(rng.integers(1, 4, endpoint=True)), alphabet, rng)
    return (period * (length // len(period) + 1))[:length]


def _palindrome(length: int, alphabet: str, rng: np.random.Generator) -> str:
    half = _few_letters((length + 1) // 2, alphabet, rng)
    return half + half[: length // 2][::-1]


def _blocks(length: int, alphabet: str, rng: np.random.Generator) -> str:
    """Runs of equal letters."""
    made = ""
    while len(made) < length:
        made += alphabet[int(rng.integers(min(3, len(alphabet))))] * int(rng.integers(1, 4, endpoint=True))
    return made[:length]


def holding(texts: Sequence[str]) -> WordFiller:
    """Words that hold one of the program's own texts, now and then several times, mostly at their beginning or end, or
    one letter beside it."""

    def fill(length: int, alphabet: str, rng: np.random.Generator) -> str:
        word, letters = _any_letters(length, alphabet, rng), set(alphabet)
        usable = [text for text in texts if len(text) <= length and letters.issuperset(text)]
        if not usable:
            return word
        text = usable[int(rng.integers(len(usable)))]
        most = length // len(text)
        text *= min(most, (1, 1, 1, 2, most)[int(rng.integers(5))])
        if rng.random() < 0.2:
            place = int(rng.integers(len(text)))
            text = text[:place] + alphabet[int(rng.integers(len(alphabet)))] + text[place + 1 :]
        last = length - len(text)
        begin = (0, 0, last, int(rng.integers(last, endpoint=True)))[int(rng.integers(4))]
        return word[:begin] + text + word[begin + len(text) :]

    return fill


def of_pieces() -> WordFiller:
    """Words for one input: the first few letters, all others put together from beginnings and ends of those before
    them, as a text holds a pattern, or most of one, again and again."""
    before: list[str] = []

    def fill(length: int, alphabet: str, rng: np.random.Generator) -> str:
        usable = [word for word in before if word and not set(word).difference(alphabet)]
        made = "" if usable else _few_letters(length, alphabet, rng)
        while len(made) < length:
            word = usable[int(rng.integers(len(usable)))]
            many = int(rng.integers(1, len(word), endpoint=True))
            letter = alphabet[int(rng.integers(len(alphabet)))]
            made += (word, word[:many], word[:many], word[-many:], word[-many:], letter)[int(rng.integers(6))]
        if len(before) < _MOST_BEFORE:
            before.append(made[:length])
        return made[:length]

    return fill


WORD_STYLES: tuple[WordFiller, ...] = (_few_letters, _few_letters, _any_letters, _periodic, _palindrome, _blocks)


# Edges


def _path(vertices: int, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    order = rng.permutation(vertices) + 1 if rng.random() < 0.5 else np.arange(1, vertices + 1)
    return np.resize(order[:-1], count), np.resize(order[1:], count)


def _star(vertices: int, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    centre = int(rng.integers(1, vertices, endpoint=True))
    others = np.array([vertex for vertex in range(1, vertices + 1) if vertex != centre] or [centre], dtype=np.int64)
    return np.full(count, centre, dtype=np.int64), np.resize(others, count)


def _clustered(vertices: int, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Edges within the first few vertices, so that others stand alone."""
    few = int(rng.integers(1, vertices, endpoint=True))
    return rng.integers(1, few, count, endpoint=True), rng.integers(1, few, count, endpoint=True)


def edge_style(rng: np.random.Generator) -> EdgeFiller | None:
    """A path, a star, a cluster, or (None) whatever the format draws."""
    return (None, None, None, _path, _star, _clustered)[int(rng.integers(6))]

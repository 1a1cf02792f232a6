"""Words, lists of words and grids of letters in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

LONGEST_QUOTED = 24
MOST_PERIOD = 64
FEW_LETTERS = 4


def text_words(text: str) -> str:
    """One word: what its letters are, and in which order."""
    if len(text) <= LONGEST_QUOTED:
        return f'"{text}"'
    letters = Counter(text)
    if len(letters) == 1:
        return f"all letters '{text[0]}'"
    for end, rest, place in ((text[-1], text[:-1], "last"), (text[0], text[1:], "first")):
        if len(set(rest)) == 1:
            return f"all letters '{rest[0]}', the {place} one '{end}'"
    period = next(
        (period for period in range(2, min(MOST_PERIOD, len(text) // 3) + 1) if text[period:] == text[:-period]), 0
    )
    if period:
        again = f'"{text[:period]}"' if period <= LONGEST_QUOTED else f"the same {period} letters"
        return f"{again} again and again"
    blocks = 1 + sum(a != b for a, b in zip(text, text[1:], strict=False))
    if blocks <= FEW_LETTERS:
        return f"{blocks} blocks of one letter each"
    rare, times = letters.most_common()[-1]
    if len(letters) == 2 and times <= 3:
        common = letters.most_common(1)[0][0]
        return f"letters '{common}' with {times} '{rare}' in between"
    if text == text[::-1]:
        return f"a palindrome of {len(letters)} letters"
    named = (
        f"the letters {', '.join(sorted(letters))}"
        if len(letters) <= FEW_LETTERS
        else f"{len(letters)} different letters"
    )
    return f"{named} in no order"


def list_words(words: Sequence[str]) -> str:
    """A list of words: which are the same, what they begin with, their order."""
    if len(words) == 1:
        return text_words(words[0])
    different = len(set(words))
    if different == 1:
        return f"all the same word, {text_words(words[0])}"
    same = "all words distinct" if different == len(words) else f"{different:,} different words"
    order = (
        "sorted"
        if list(words) == sorted(words)
        else "reversed"
        if list(words) == sorted(words, reverse=True)
        else "in no order"
    )
    # What the first and the last in order begin with, all begin with.
    first, last = min(words), max(words)
    prefix = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    begun = f", the first {prefix:,} letters the same" if prefix >= 3 else ""
    return f"{order}, {same}{begun}"


def grid_words(rows: Sequence[str]) -> str:
    """A grid of letters: its size, and what it is filled with."""
    size = f"{len(rows)} by {len(rows[0])}"
    letters = Counter(letter for row in rows for letter in row)
    if len(letters) == 1:
        return f"{size}, all '{next(iter(letters))}'"
    cells = sum(letters.values())
    shares = ", ".join(
        f"{count / cells:.0%} '{letter}'" if count >= cells / 100 else f"{count} '{letter}'"
        for letter, count in letters.most_common(FEW_LETTERS)
    )
    order = ""
    if len(set(rows)) == 1:
        order = ", all rows the same"
    elif len(set(rows[::2])) == 1 and len(set(rows[1::2])) == 1:
        order = ", two rows by turns"
    return f"{size}, {shares}{order}"

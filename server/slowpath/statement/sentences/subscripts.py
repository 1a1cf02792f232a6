"""Subscripts that plain text lost: `a1, a2, ..., an` and `ai` are `a_1, a_2, ..., a_n` and `a_i`.

A letter has lost its subscripts where a list of it is written so, or where the statement, which writes none out,
compares `ai` with something. A word such as "pi" or "hi" isn't touched unless it is compared.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex

_LISTED = late_regex(
    r"\b([a-zA-Z])[01][\s,<>≤≥=]{0,9}(?:\1\d[\s,<>≤≥=]{0,9}){0,4}(?:\.\.\.?|…|\\l?dots)[\s,<>≤≥=]{0,9}\1"
    r"(?:\d?[a-zA-Z]|\d\d)\b"
)
_COMPARED = late_regex(
    r"(?:(?:<=?|>=?|≤|≥|⩽|\\leq?)\s*\|?([a-zA-Z])[ij]\b(?!\w)|\b([a-zA-Z])[ij]\|?\s*(?:<=?|>=?|≤|≥|"
    r"⩽|≠|"
    r"\\leq?)|\b([a-zA-Z])[ij], [a-zA-Z][ij]\s*(?:<|≤|\\le)|(?:<=?|"
    r"≤)\s*[a-zA-Z][ij], ([a-zA-Z])[ij]\b)"
)
_NAMES = late_regex(r"(?:<|≤|\\le|>|≥)=? ?([a-z]{2,6}|[a-z]\d)i\b|\b([a-z]{2,6}|[a-z]\d)i ?(?:<|≤|\\le|>|≥)")
"""`1 ≤ vali ≤ 9`, `x1i < x2i`: a word or a name with a number, and its subscript."""
_TWICE = late_regex(r"\b([a-zA-Z])[ij], [ij] ?(?:=|≠|!=|≤ -?\d|< -?\d)|(?:=|\d ≤|\d <) ?([a-zA-Z])[ij], [ij]\b")
"""`di, j = dj, i` compares what has two subscripts."""
_ENDS = (r"(?:<|≤|\\le) ?{}([a-z])\b", r"(?:\.\.\.?|…)\s*,?\s*{}([a-zA-Z])\b")
"""Subscripts with which lists end, and that are compared."""
_INDICES = late_regex(r"(?:<|≤|\\le) ?([a-z])ij\b")
"""`0 ≤ aij ≤ 1`."""
_STRINGS = late_regex(r"\b(?:strings?|words?|names?) ([a-z])i\b")
"""`the string xi`."""
_SCRIPTED = late_regex(r"[A-Za-z\]}]\s?_\s?[\w{]|<sub>|[₀-₉ᵢⱼ]")
_ADDRESS = late_regex(r"\bhttps?://\S+")
_PAIRED = late_regex(r"\b([A-Za-z])([ij])(?:, (?:and )?| and |,? )([A-Za-z])\2\b")
"""Two names side by side: "integers ai and bi". No two words of English stand so."""


_APART = late_regex(
    r"\b(?:integers|numbers)\b[\s$]{1,4}([a-z])_\{?([A-Z])\}?[\s,$]{1,5}(?:and[\s$]{1,3})?\1_\{?(?!\2)"
    r"[A-Z]\b"
)
_ENDS_OF_ROWS = late_regex(r"\b([A-Za-z])_\{[ijk] ?,? ?[12]\}")
_COLUMNS = r"\b{}_\{{[ijk] ?,? ?(?:[A-Za-z3-9]|\d\d|[12]\}}[\s,$]{{0,9}}(?:\\[lc]?dots|\.\.|…))"
"""`a_{i,j}` or `a_{i1}, ..., a_{im}`: a table, of which `a_{i1}` is an element."""


_OF_ITSELF = late_regex(r"\b([A-Za-z]{1,2})_([ijk]) ?(<=?|>=?|!=) ?\1_\2 ?([+-]) ?1\b")
"""What is always so, or never, of one element."""


def with_neighbours(text: str) -> str:
    """A text in which `p_i < p_i + 1` is `p_i < p_{i+1}`, whose braces were lost."""
    return _OF_ITSELF.sub(_of_neighbours, text)


def _of_neighbours(found: re.Match[str]) -> str:
    name, index, sign, way = found.groups()
    pair = (f"{name}_{index}", f"{name}_{index}_p1")
    first, second = pair if way == "+" else reversed(pair)
    return f"{first} {sign} {second}"


class Subscripts:
    """The letters of a text that lost their subscripts, and those that tell single numbers apart by them: "two integers
    n_A and n_B" are nA and nB, `x_{i1}, y_{i1}, x_{i2}, y_{i2}` are x1, y1, x2 and y2 of each line."""

    def __init__(self, text: str) -> None:
        letters = set(_LISTED.findall(text))
        text = _ADDRESS.sub(" ", text)
        if not _SCRIPTED.search(text):
            letters |= {letter for found in _COMPARED.findall(text) for letter in found if letter}
            letters |= set(_STRINGS.findall(text))
            letters |= {letter for first, _, second in _PAIRED.findall(text) for letter in (first, second)}
        apart = {found[1] for found in _APART.finditer(text)}
        self._apart = late_regex(rf"(?<![A-Za-z\d])([{''.join(sorted(apart))}])_([A-Z])(?!\w)") if apart else None
        ends = {letter for letter in _ENDS_OF_ROWS.findall(text) if not re.search(_COLUMNS.format(letter), text)}
        self._ends = late_regex(rf"\b([{''.join(sorted(ends))}])_([ijk])(?:_c)?([12])\b") if ends else None
        words = {name for found in _NAMES.findall(text) for name in found if name} if not _SCRIPTED.search(text) else ()
        self._words = late_regex(rf"\b({'|'.join(sorted(words))})i\b") if words else None
        twice = {letter for found in _TWICE.findall(text) for letter in found if letter}
        pairs = set(_INDICES.findall(text)) if not _SCRIPTED.search(text) else ()
        self._pairs = late_regex(rf"\b([{''.join(sorted(pairs))}])([ij])([ij])\b") if pairs else None
        self._twice = late_regex(rf"\b([{''.join(sorted(twice))}])([ij]), ([ij])\b") if twice else None
        more = "".join(
            sorted(
                {found for letter in letters for pattern in _ENDS for found in re.findall(pattern.format(letter), text)}
            )
        )
        self._lost = late_regex(rf"\b([{''.join(sorted(letters))}])(\d\d?|2?[ijnmkq{more}])\b") if letters else None

    def restored(self, plain: str) -> str:
        """A plain row with its subscripts."""
        plain = self._apart.sub(r"\1\2", plain) if self._apart else plain
        plain = self._ends.sub(r"\1\3_\2", plain) if self._ends else plain
        plain = self._words.sub(r"\1_i", plain) if self._words else plain
        plain = self._pairs.sub(r"\1_\2_c\3", plain) if self._pairs else plain
        plain = self._twice.sub(r"\1_\2_c\3", plain) if self._twice else plain
        return self._lost.sub(_restored, plain) if self._lost else plain


def _restored(match: re.Match[str]) -> str:
    """The name with its subscript, unless it is the English article or preposition. What ends a list is a name."""
    follows = match.string[match.end() : match.end() + 4]
    ends_list = re.search(r"(?:\.\.|…|dots)\s*,?\s*$", match.string[max(0, match.start() - 12) : match.start()])
    if match.group().lower() in ("an", "in", "am") and re.match(r" [a-z]{2}", follows) and not ends_list:
        return match.group()
    return f"{match.group(1)}_{match.group(2)}"

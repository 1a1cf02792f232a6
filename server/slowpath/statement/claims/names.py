"""Names as statements write them: `a_i`, `x_1`, `a_n_m1` (that is `a_{n-1}`), `s'`."""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.statement import Statement

_MATHS = late_regex(r"\$[^$]{1,400}\$|\\\(.{1,400}?\\\)")
_SET_APART = late_regex(
    r"`[^`]+`|\\(?:texttt|textit|textsl|mathit|emph|tt|it)\b[^}]*\}?|<(?:code|tt|var|i|em)>[^<]*<|[*_]\w+[*_]"
)
_IN_WORDS = late_regex(r"[A-Za-z]_(?:[a-z]{3,8}|[A-Z]{3,8})")
"""A subscript that is a word is part of the name, no index: `x_max`."""


def base_name(word: str) -> str:
    """A name without its subscript: `a_i` -> `a`, `x_1` -> `x`, but `x_max`."""
    if _IN_WORDS.fullmatch(word):
        return word
    return word.split("_", maxsplit=1)[0].rstrip("'") or word


def variable_name(word: str) -> str:
    """The variable that a word means: `k_1` is k1, one of several scalars; `a_i` is a."""
    base, _, index = word.partition("_")
    index = index.replace("_c", "")
    return f"{base}{index}" if index.isdigit() and base else base_name(word)


def subscript(word: str) -> str:
    """The subscript as an expression: `a_n_m1` -> `n-1`, `a_i` -> `i`, "" where there is none."""
    return re.sub(r"^(\d+)([a-zA-Z])", r"\1*\2", indices(word).replace(",", ""))


def indices(word: str) -> str:
    """The subscript as it stands, one index or two: `a_1_cW` -> `1,W`, `a_n_m1` -> `n-1`; "" where it is a word."""
    if _IN_WORDS.fullmatch(word):
        return ""
    text = word.partition("_")[2].replace("_c", ",")
    return re.sub(r"_?m(?=\w)(?<=_m)", "-", re.sub(r"_?p(?=\w)(?<=_p)", "+", text))


def told_as_names(words: frozenset[str], statement: Statement) -> frozenset[str]:
    """Which of a program's names are names in the statement too. Where it sets its names as mathematics, a longer word
    that stands in its prose alone is no name: a program may call `limit` what the statement calls "the limit $L$"."""
    quotes = " ".join(sentence.quote for sentence in statement.sentences)
    maths = _MATHS.findall(quotes)
    if not maths:
        return words
    told = set(re.findall(r"[A-Za-z]\w*", " ".join([*maths, *_SET_APART.findall(quotes)])))
    return frozenset(word for word in words if len(word) <= 2 or word in told)


def names_in(text: str) -> tuple[str, ...]:
    """The names that a sentence's words may be, without their subscripts."""
    return tuple(base_name(word) for word in re.findall(r"\b[A-Za-z]\w*\b", text))

"""Names as statements write them: `a_i`, `x_1`, `a_n_m1` (that is `a_{n-1}`), `s'`."""

from __future__ import annotations

import re


def base_name(word: str) -> str:
    """A name without its subscript: `a_i` -> `a`, `x_1` -> `x`."""
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
    """The subscript as it stands, one index or two: `a_1_cW` -> `1,W`, `a_n_m1` -> `n-1`."""
    text = word.partition("_")[2].replace("_c", ",")
    return re.sub(r"_?m(?=\w)(?<=_m)", "-", re.sub(r"_?p(?=\w)(?<=_p)", "+", text))


def names_in(text: str) -> tuple[str, ...]:
    """The names that a sentence's words may be, without their subscripts."""
    return tuple(base_name(word) for word in re.findall(r"\b[A-Za-z]\w*\b", text))

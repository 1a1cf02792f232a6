"""A term in words that a person understands: "every 3rd is the maximum, the rest descend"."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from slowpath.engine.shapes.terms import Term, depends_on_place

_MOST_SHOWN = 8
KEPT = 1024
_PLAIN = {
    "i": "the place",
    "j": "the place from the end",
    "n": "the length",
    "lo": "the minimum",
    "hi": "the maximum",
    "place": "its own row",
    "begin": "the first row of its phase",
    "prev": "the one before",
    "prev2": "the one before that",
    "half": "the element at half the place",
}
_REMARKABLE = {
    "divided": "the most divisible number up to {}",
    "prime": "the largest prime up to {}",
    "power": "the largest power of two up to {}",
}

_CURVES = {"i": "ascending, steeper and steeper", "j": "ascending, flatter and flatter"}


@lru_cache(KEPT)
def described(term: Term) -> str:
    """What stands there, as a phrase: "ascending by 1 from the minimum", "the values 1 2 1 repeated"."""
    if isinstance(term, int):
        return f"all {term}"
    if isinstance(term, str):
        return {
            "i": "0, 1, 2 ... ascending",
            "j": "descending to 0",
            "n": "all the length",
            "lo": "all the minimum",
            "hi": "all the maximum",
            **{word: _PLAIN[word] for word in ("place", "begin")},
        }.get(term, term)
    phrase = _ramp(term) or _PHRASES.get(str(term[0]), _formula)(term)
    return phrase


def formula(term: Term) -> str:
    """An arithmetic term as one would write it: "n - 1", "2 * i"."""
    if isinstance(term, int):
        return str(term)
    if isinstance(term, str):
        return {"i": "i", "j": "(n - 1 - i)"}.get(term, term if term in ("n", "prev", "prev2") else _PLAIN[term])
    if term[0] == "size":
        return str(term[1])
    if term[0] == "column":
        return f"{term[1]}[i]"
    if term[0] == "total":
        return f"sum({term[1]})"
    if term[0] in _REMARKABLE:
        return _REMARKABLE[str(term[0])].format(formula(term[1]))
    if term[0] in ("+", "-", "*", "//", "%", "^") and len(term) == 3:
        sides = [
            f"({formula(part)})" if isinstance(part, tuple) and part[0] in ("+", "-", "//", "%", "^") else formula(part)
            for part in term[1:]
        ]
        return f" {term[0]} ".join(sides)
    if term[0] in _PHRASES:
        return f"({described(term)})"
    return f"{term[0]}({', '.join(formula(part) for part in term[1:])})"


def _ramp(term: tuple) -> str:
    """An arithmetic progression, or nothing."""
    if len(term) == 3 and term[0] == "+" and term[2] == "j" and not depends_on_place(term[1]):
        return f"descending to {_value(term[1])}"
    found = progression(term)
    if found is None:
        return ""
    step, start = found
    if step == 0:
        return f"all {_value(start)}"
    word = "ascending" if step > 0 else "descending"
    by = f" by {abs(step)}" if abs(step) != 1 else ""
    return f"{word}{by} from {_value(start)}"


def progression(term: Term) -> tuple[int, Term] | None:
    """(step, first element) of terms like `lo + 3 * i`; (step, last element's term) with `j` counts down to it."""
    if not depends_on_place(term):
        return (0, term) if not isinstance(term, tuple) or term[0] not in _PHRASES else None
    if term == "i":
        return 1, 0
    if isinstance(term, tuple) and term[0] == "*" and term[2] == "i" and isinstance(term[1], int):
        return term[1], 0
    if isinstance(term, tuple) and term[0] in ("+", "-") and not depends_on_place(term[1]):
        inner = progression(term[2])
        if inner is not None and inner[1] == 0 and inner[0]:
            return (inner[0] if term[0] == "+" else -inner[0]), term[1]
    return None


def _value(term: Term) -> str:
    return _PLAIN[term] if isinstance(term, str) and term in _PLAIN else formula(term)


def _shown(values: tuple) -> str:
    more = " ..." if len(values) > _MOST_SHOWN else ""
    return " ".join(str(value) for value in values[:_MOST_SHOWN]) + more


def _ordinal(number: int) -> str:
    return {2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _interleave(term: tuple) -> str:
    parts = term[1:]
    most = max(parts, key=parts.count)
    if parts.count(most) == len(parts) - 1 and len(parts) > 2:
        odd = next(part for part in parts if part != most)
        return f"every {_ordinal(len(parts))} is {_single(odd)}, the rest {_single(most)}"
    if len(parts) == 2:
        return f"alternately {described(parts[0])} and {described(parts[1])}"
    return "by turns " + ", ".join(described(part) for part in parts)


def _single(term: Term) -> str:
    phrase = described(term)
    return phrase.removeprefix("all ")


def _segments(term: tuple) -> str:
    phrases = [described(term[1])]
    for place in range(2, len(term), 2):
        phrases.append(f"from place {formula(term[place])} on {described(term[place + 1])}")
    return ", ".join(phrases)


def _walk(term: tuple) -> str:
    return f"each is {formula(term[2])}, the first {_value(term[1])}"


def _inserted(term: tuple) -> str:
    code = term[1]
    known = {
        0: "in descending order",
        "i": "in ascending order",
        ("//", "i", 2): "from the middle of the order outwards",
        ("interleave", 0, "i"): "alternately below and above all before",
        ("interleave", "i", 0): "alternately above and below all before",
    }
    return known.get(code, f"each put above as many of those before as: {described(code)}")


def _swapped(term: tuple) -> str:
    return f"ascending order, each place swapped with place {formula(term[1])} in turn"


def _fitted(term: tuple) -> str:
    return f"{described(term[1])}, spread over the range"


def _except(term: tuple) -> str:
    places = ", ".join(f"{_value(term[at + 1])} at place {formula(term[at])}" for at in range(2, len(term) - 1, 2))
    return f"{described(term[1])}, but {places}"


def _formula(term: tuple) -> str:
    if term[0] in ("+", "-") and len(term) == 3 and not depends_on_place(term[1]) and isinstance(term[2], tuple):
        return f"{_value(term[1])} {'plus' if term[0] == '+' else 'minus'} ({described(term[2])})"
    return formula(term)


_PHRASES: dict[str, Callable[[tuple], str]] = {
    "interleave": _interleave,
    "segments": _segments,
    "walk": _walk,
    "inserted": _inserted,
    "swapped": _swapped,
    "fitted": _fitted,
    "except": _except,
    "sides": lambda term: "above, right, left and below of the diagonals " + ", ".join(_single(p) for p in term[1:]),
    "corners": lambda term: (
        f"{described(term[1])}, but towards the corners, clockwise from the top left, "
        + ", ".join(_single(p) for p in term[2:])
    ),
    "reverse": lambda term: f"from the end: {described(term[1])}",
    "sorted": lambda term: f"sorted: {described(term[1])}",
    "sums": lambda term: _CURVES.get(term[1]) or f"running sums of: {described(term[1])}",
    "blocks": lambda term: f"runs of {formula(term[1])}: {described(term[2])}",
    "tiles": lambda term: f"every {formula(term[1])} elements again: {described(term[2])}",
    "values": lambda term: f"{_shown(term[1:])} repeated" if len(term) > 2 else f"all {term[1]}",
    "stretched": lambda term: f"{_shown(term[1:])} in runs",
    "interpolated": lambda term: f"{_shown(term[1:])} stretched",
    "middle": lambda term: f"{_shown(term[1:])} with its middle repeated",
    "halves": lambda term: "by halves, " + ", ".join(_single(part) for part in dict.fromkeys(term[2:])),
    "wrap": lambda term: f"{described(term[1])}, modulo the range",
    "random": lambda term: f"random from {_value(term[1])} to {_value(term[2])}",
    "ranks": lambda term: f"the order of: {described(term[1])}",
    "column": lambda term: f"as {term[1]}",
    "size": lambda term: f"all {term[1]}",
}

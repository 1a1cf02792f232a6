"""A C++ program whose decimals are longer: what it prints otherwise on an input is what rounding made of it.

Every `float` and `double` becomes a `long double`. As in `cpp_widened`, lexemes are looked at, no syntax; where
`printf` or `scanf` take decimals, or memory is copied by bytes, there is no such version. One may be made that doesn't
compile (`max` of two widths).
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex

_RELIED_ON = re.compile(
    rb"\b(?:memcpy|memmove|fread|fwrite|union|bit_cast|reinterpret_cast)\b|"
    rb"%[-+ 0#.*\d]*l?[aefgAEFG]"
)
_BLANKS = late_regex(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_DECIMAL = late_regex(r"\b(?:long\s+double|double|float)\b")
_FINEST = "long double"


def finer(source: bytes) -> bytes | None:
    """The program with `long double` in place of `float` and `double`; None where it has neither, or it can't be said
    how it becomes finer."""
    if _RELIED_ON.search(source):
        return None
    text, made, at = source.decode("latin-1"), [], 0
    for blank in _BLANKS.finditer(text):
        made += [_DECIMAL.sub(_FINEST, text[at : blank.start()]), blank.group()]
        at = blank.end()
    made.append(_DECIMAL.sub(_FINEST, text[at:]))
    changed = "".join(made)
    return changed.encode("latin-1") if changed != text else None

"""Inputs that the program takes, found by giving it what it asks for, when no source tells what it should be given.

The program is given small numbers one line at a time while it waits. Where a line makes it fail it wanted more
on that line, so the line grows; where that doesn't help, nothing does. Counts follow from the numbers given, so they
are given in several patterns, which tells sizes apart.
"""

from __future__ import annotations

from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.tokens import TokenText, token_text
from slowpath.model.verdict import Verdict

_PATTERNS = ((3, 2), (2, 3), (2,), (4, 3, 2), (2, 1), (3, 1, 2))
_LONGEST = 48
_WIDEST = 6


def explored(asker: Asker) -> list[TokenText]:
    """Inputs of which the program took all and ended well; none where it can't be watched, or asks without end."""
    if not asker.asks_for_more:
        return []
    found: list[TokenText] = []
    try:
        for pattern in _PATTERNS:
            text = _fed(asker, pattern)
            if text is not None and text not in found:
                found.append(text)
    except Spent:
        pass
    return found


def _fed(asker: Asker, pattern: tuple[int, ...]) -> TokenText | None:
    lines: list[list[str]] = []
    given = 0
    while given < _LONGEST:
        seen = asker.open(_written(lines))
        if not seen.waiting and seen.verdict is Verdict.OK:
            return token_text(_written(lines)) if lines else None
        if seen.waiting:
            lines.append([])
        elif not lines or len(lines[-1]) >= _WIDEST:
            return None
        lines[-1].append(str(pattern[given % len(pattern)]))
        given += 1
    return None


def _written(lines: list[list[str]]) -> bytes:
    return "".join(" ".join(line) + "\n" for line in lines).encode()

"""How inserted text is marked, found again and cut out to the byte.

Every piece begins with a comment that names the checker and what the piece does (`// slowpath checker 3fa9c1d2e4
tests: ...`) and ends with `slowpath end`; in Python `#` stands for `//`, and within a line of the others the comments
are `/* */`. A piece that has its lines for itself goes with its blanks and its line's end, so that cutting all pieces
gives the text from before, also where the user has edited, indented or wrapped what stands around and between them. A
piece that lost its end isn't recognised, and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from slowpath.model.languages import LANGUAGE_FACTS, LanguageFacts

SHARED = ""
"""The id of the piece that all checkers of a text share."""
DECLARES, NEEDS, TESTS, COUNTS, RESTARTS, OPENS, CLOSES = (
    "declares",
    "needs",
    "tests",
    "counts",
    "restarts",
    "opens",
    "closes",
)
_HINT = b"slowpath checker"
_NOT_ANOTHER = rb"(?:(?!(?://|/\*|\#)[ \t]*slowpath (?:checkers?|end)\b)[\s\S])*"
_NAMES = rb"[ \t]*slowpath checker(?:s\b|[ \t]+(?P<id>\w+)[ \t]+(?P<role>[a-z]+)\b)"


def _pattern(facts: LanguageFacts) -> re.Pattern[bytes]:
    opening, closing = facts.block_comment or (facts.comment, "")
    sign = b"(?:%s)" % b"|".join(re.escape(each.encode()) for each in dict.fromkeys((facts.comment, opening)))
    ending = rb"(?:[ \t]*%s)?" % re.escape(closing.encode()) if closing else b""
    return re.compile(sign + _NAMES + _NOT_ANOTHER + sign + rb"[ \t]*slowpath end\b" + ending)


_PIECES = {language: _pattern(facts) for language, facts in LANGUAGE_FACTS.items()}
_LINE_END = re.compile(rb"[ \t]*(?:\r?\n|\Z)")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
Rank = tuple[int, int]
_DEEPEST = 1 << 30
HEAD_RANKS: dict[str, Rank] = {SHARED: (-_DEEPEST, 0), DECLARES: (-_DEEPEST, 1)}
SETUP_RANK: Rank = (0, -_DEEPEST)


@dataclass(frozen=True)
class Piece:
    """A text of ours at `offset` of the text without pieces. `rank` orders the pieces of one offset: in most languages
    as `Insertion.rank`, where blanks end blocks the more indented first, since they end the deeper block."""

    checker: str
    role: str
    offset: int
    text: bytes
    rank: Rank = (1, 0)


def is_marked(text: str) -> bool:
    """Whether a text holds something that could be taken for a mark of ours."""
    return re.search(r"slowpath (?:checker|end)", text) is not None


def line_begin(source: bytes, at: int) -> int:
    """Where the line of an offset begins, behind a byte order mark."""
    line = source.rfind(b"\n", 0, at) + 1
    return line + (len(_BYTE_ORDER_MARK) if line == 0 and source.startswith(_BYTE_ORDER_MARK) else 0)


def spans_of(source: bytes, language: str) -> list[tuple[int, int, str, str]]:
    """What to cut for the text without checkers: (begin, end, checker id, role), in order, without overlaps."""
    if _HINT not in source or language not in _PIECES:
        return []
    found = [
        (match.start(), match.end(), (match["id"] or b"").decode(), (match["role"] or b"").decode())
        for match in _PIECES[language].finditer(source)
    ]
    spans: list[tuple[int, int, str, str]] = []
    first = 0
    while first < len(found):
        last = first
        while last + 1 < len(found) and found[last + 1][0] == found[last][1]:
            last += 1
        spans += _with_lines(source, found[first : last + 1])
        first = last + 1
    return _with_last_line(source, spans)


def _with_lines(source: bytes, run: list[tuple[int, int, str, str]]) -> list[tuple[int, int, str, str]]:
    """Neighbouring pieces, with the blanks and the line's end around them where nothing else stands on their lines."""
    line = line_begin(source, run[0][0])
    ending = _LINE_END.match(source, run[-1][1])
    if source[line : run[0][0]].strip(b" \t") or ending is None:
        return run
    made = list(run)
    made[0] = (line, *made[0][1:])
    made[-1] = (made[-1][0], ending.end(), *made[-1][2:])
    return made


def _with_last_line(source: bytes, spans: list[tuple[int, int, str, str]]) -> list[tuple[int, int, str, str]]:
    """Where pieces are the last lines of a text without a last line's end, each goes with the end before it."""
    if not spans or spans[-1][1] != len(source) or source.endswith(b"\n"):
        return spans
    made = list(spans)
    at = len(made) - 1
    while at >= 0:
        begin, end, *names = made[at]
        ending = 2 if source[:begin].endswith(b"\r\n") else 1 if source[:begin].endswith(b"\n") else 0
        if not ending:
            break
        made[at] = (begin - ending, end, names[0], names[1])
        if at == 0 or made[at - 1][1] != begin:
            break
        made[at - 1] = (made[at - 1][0], begin - ending, *made[at - 1][2:])
        at -= 1
    return made


def taken_apart(source: bytes, language: str) -> tuple[bytes, list[Piece]]:
    """The text without pieces, and the pieces as they were, so that `put_together` gives the text again."""
    kept, pieces, done, size = [], [], 0, 0
    opened: dict[str, list[int]] = {}
    for begin, end, checker, role in spans_of(source, language):
        kept.append(source[done:begin])
        size += begin - done
        rank = SETUP_RANK if role == NEEDS else HEAD_RANKS.get(role, (1, 0))
        if role == OPENS:
            opened.setdefault(checker, []).append(size)
        elif role == CLOSES and opened.get(checker):
            rank = (0, -opened[checker].pop())
        elif LANGUAGE_FACTS[language].is_indented and rank == (1, 0):
            lines = source[begin:end].lstrip(b"\r\n")
            rank = (len(lines.lstrip(b" \t")) - len(lines), 1)
        pieces.append(Piece(checker, role, size, source[begin:end], rank))
        done = end
    return b"".join([*kept, source[done:]]), pieces


def put_together(plain: bytes, pieces: Iterable[Piece]) -> bytes:
    """The text with each piece at its offset; those of the same offset by rank, else in the order given."""
    made, done = [], 0
    for piece in sorted(pieces, key=lambda piece: (piece.offset, piece.rank)):
        made += [plain[done : piece.offset], piece.text]
        done = piece.offset
    return b"".join([*made, plain[done:]])

"""Where two versions of one program differ: which lines stand for each other, and the places that were changed.

Lines are compared as the tokens of their code; comments, blank lines and layout say nothing. Lines are 1-based.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from slowpath.analysis.cues import code_rows
from slowpath.model.patterns import late_regex

SAME_SHAPE = 0.5
"""The least share of lines that two versions of one program have in common."""
STANDS_FOR = 0.5
"""How alike two changed lines are for one to stand for the other."""
_LARGEST = 400_000
_TOKEN = late_regex(
    r"""[A-Za-z_]\w*|\d[\w.']*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|<<=|>>=|\*\*=|//=|[-+*/%&|^<>=!]=|"""
    r"""->|::|<<|>>|&&|\|\||\+\+|--|\*\*|//|\S"""
)

Tokens = tuple[str, ...]


@dataclass(frozen=True)
class Edit:
    """One changed place: lines of the program, lines of the other version, either of them empty where code was only
    added or only left out. `before` and `after` are the tokens of those lines, a tuple for each line."""

    lines: tuple[int, ...]
    other_lines: tuple[int, ...]
    before: tuple[Tokens, ...]
    after: tuple[Tokens, ...]

    @property
    def removed(self) -> Tokens:
        """The tokens of the program that aren't in the other version at this place, in order."""
        return _left_over(self.before, self.after)

    @property
    def added(self) -> Tokens:
        """The tokens of the other version that aren't in the program at this place, in order."""
        return _left_over(self.after, self.before)


@dataclass(frozen=True)
class SourceDifference:
    """How two versions of a program differ. `counterparts` maps lines of the program to those of the other version,
    for unchanged lines and for changed ones that are still alike; `share` is how much of both texts is the same."""

    edits: tuple[Edit, ...]
    counterparts: Mapping[int, int] = field(default_factory=dict)
    share: float = 1.0

    @property
    def is_of_one_shape(self) -> bool:
        """Whether the two are versions of one program rather than two programs."""
        return self.share >= SAME_SHAPE

    @property
    def changed_lines(self) -> int:
        """How many lines were changed, added or left out."""
        return sum(max(len(edit.lines), len(edit.other_lines)) for edit in self.edits)


def tokens_of(row: str) -> Tokens:
    """The tokens of one line of a program."""
    return tuple(_TOKEN.findall(row))


def source_difference(source: bytes, other: bytes, language: str) -> SourceDifference:
    """How `other` differs from `source`, both in one language. Never raises for odd text; the time is quadratic in the
    number of lines at worst."""
    mine, others = _lines(source, language), _lines(other, language)
    matcher = SequenceMatcher(None, [line for _, line in mine], [line for _, line in others], autojunk=False)
    counterparts: dict[int, int] = {}
    edits: list[Edit] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            counterparts.update(
                zip((number for number, _ in mine[a:b]), (number for number, _ in others[c:d]), strict=True)
            )
            continue
        edit = Edit(
            tuple(number for number, _ in mine[a:b]),
            tuple(number for number, _ in others[c:d]),
            tuple(line for _, line in mine[a:b]),
            tuple(line for _, line in others[c:d]),
        )
        edits.append(edit)
        counterparts.update(_alike(edit))
    return SourceDifference(tuple(edits), counterparts, matcher.ratio() if mine or others else 1.0)


def _lines(source: bytes, language: str) -> list[tuple[int, Tokens]]:
    """The lines that hold code, with their numbers. Braces at their ends are left out: where they stand is layout."""
    rows = code_rows(source[:_LARGEST], language)
    made = [(number, _without_braces(tokens_of(row))) for number, row in enumerate(rows, 1)]
    return [(number, tokens) for number, tokens in made if set(tokens) - {";"}]


def _without_braces(tokens: Tokens) -> Tokens:
    """A line without the braces at its ends."""
    begin, end = 0, len(tokens)
    while begin < end and tokens[begin] == "}":
        begin += 1
    while end > begin and tokens[end - 1] == "{":
        end -= 1
    return tokens[begin:end]


def _alike(edit: Edit) -> Mapping[int, int]:
    """The changed lines that stand for each other: in order, each with the most similar one that is left."""
    found: dict[int, int] = {}
    begin = 0
    for number, line in zip(edit.lines, edit.before, strict=True):
        scored = [(likeness(line, other), -place) for place, other in enumerate(edit.after) if place >= begin]
        best, place = max(scored, default=(0.0, 0))
        if best >= STANDS_FOR:
            found[number] = edit.other_lines[-place]
            begin = 1 - place
    return found


def likeness(line: Sequence[str], other: Sequence[str]) -> float:
    """How much of two lines' tokens is the same, from 0 to 1."""
    return SequenceMatcher(None, list(line), list(other), autojunk=False).ratio()


def _left_over(lines: Sequence[Tokens], others: Sequence[Tokens]) -> Tokens:
    """The tokens of `lines` that a comparison with `others` leaves over, line by line where they are as many."""
    if len(lines) == len(others):
        return tuple(token for line, other in zip(lines, others, strict=True) for token in _unmatched(line, other))
    return _unmatched([token for line in lines for token in line], [token for line in others for token in line])


def _unmatched(tokens: Sequence[str], others: Sequence[str]) -> Tokens:
    matcher = SequenceMatcher(None, list(tokens), list(others), autojunk=False)
    return tuple(token for tag, a, b, _, _ in matcher.get_opcodes() if tag != "equal" for token in tokens[a:b])

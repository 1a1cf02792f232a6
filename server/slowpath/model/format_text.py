"""The text form of an input format as an editor sees it: where things stand, what is wrong, what may follow.

All places are 1-based and count characters; `inputs.text` has the grammar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.model.format import Evidence


@dataclass(frozen=True)
class Span:
    """A part of one line, from `column` up to but not including `end`."""

    line: int
    column: int
    end: int

    def holds(self, line: int, column: int) -> bool:
        """Whether the place is in it, or directly behind it."""
        return line == self.line and self.column <= column <= self.end


@dataclass(frozen=True)
class Declared:
    """A variable where the text declares it.

    `type` is int, float, word, text, count, queries or cases, `text` the whole item. `low` and `high` are the places of
    its bounds (of its lengths, for words), None where it has none. It may be used up to `last_line`.
    """

    name: str
    at: Span
    type: str
    text: str
    low: Span | None
    high: Span | None
    last_line: int

    @property
    def bounds(self) -> Span | None:
        """From the low bound to the high one."""
        if self.low is None or self.high is None:
            return None
        return Span(self.low.line, self.low.column, self.high.end)


@dataclass(frozen=True)
class Use:
    """A variable's name in a size, bound or relation."""

    name: str
    at: Span


@dataclass(frozen=True)
class Outline:
    """What stands where in a text, which needn't be right."""

    declared: tuple[Declared, ...]
    uses: tuple[Use, ...]

    def of(self, name: str) -> Declared | None:
        """The first declaration of `name`."""
        return next((declared for declared in self.declared if declared.name == name), None)

    def visible(self, line: int) -> tuple[Declared, ...]:
        """What an expression on `line` may mention; relations may mention everything, and aren't asked about here."""
        return tuple(declared for declared in self.declared if declared.at.line <= line <= declared.last_line)


@dataclass(frozen=True)
class FormatRemark:
    """Something to say about a place of the text.

    `severity` is error, warning or hint; `code` one of syntax, empty-range, sample-misfit, contradicts-statement,
    assumed-bound; `variable` whom it is about, "" for nobody in particular; `better` what to write there instead, ""
    where that isn't known.
    """

    at: Span
    severity: str
    code: str
    message: str
    variable: str = ""
    better: str = ""


@dataclass(frozen=True)
class FormatStudy:
    """All that is known of a text: its outline, remarks, and for each variable its grounds and its sample values.

    `grounds` holds what inference found about a variable, best first; `seen` its values in the samples in words
    ("3..200000"). `assumed` names the variables whose bounds are still those that no source gave.
    """

    outline: Outline
    remarks: tuple[FormatRemark, ...] = ()
    grounds: Mapping[str, tuple[Evidence, ...]] = field(default_factory=dict)
    seen: Mapping[str, str] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True)
class FormatCompletion:
    """A word that may stand at a place. `kind` is keyword, type, variable, value, trait, meaning or snippet;
    `insert` is the text to put there, in which `|` is where the caret goes on."""

    label: str
    kind: str
    detail: str = ""
    insert: str = ""

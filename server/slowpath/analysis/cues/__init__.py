"""Which algorithmic patterns a source shows, with the lines that show them: what ranks constructions.

A cue is a suspicion from the text alone. It may be wrong, and costs nothing then: constructions that answer
a cue are only tried earlier. The patterns are those of STAB's catalogue (section 3.2) and of what makes
Python slow without a loop in sight (`in list`, `pop(0)`). Each module holds the rules of one family.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.analysis.cues import cases, derived_keys, graphs, numbers, sorting, tables, texts, trees
from slowpath.analysis.cues.seen import Rule, Seen
from slowpath.analysis.source import tree_of
from slowpath.inputs.sources import source_language
from slowpath.source.cpp.values import descendants

RULES: tuple[Rule, ...] = (
    *sorting.RULES,
    *tables.RULES,
    *derived_keys.RULES,
    *graphs.RULES,
    *trees.RULES,
    *texts.RULES,
    *numbers.RULES,
    *cases.RULES,
)
_COMMENTS = ("comment", "line_comment", "block_comment")
_LARGEST = 400_000
_LONGEST_ROW = 1500


@dataclass(frozen=True)
class Cue:
    """One pattern seen: its id, the 1-based lines that show it, the words under which constructions know it.

    `values` are constants that its lines show, where the pattern has some: (base, modulus) of a polynomial hash,
    (kind, seed) of a random generator, the way in which keys are derived.
    """

    name: str
    lines: tuple[int, ...]
    words: tuple[str, ...]
    values: tuple[tuple[str | int, ...], ...] = ()


@dataclass(frozen=True)
class Cues:
    """All patterns seen in one source, in the rules' order."""

    found: tuple[Cue, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all cues, each once."""
        return tuple(dict.fromkeys(word for cue in self.found for word in cue.words))

    @property
    def names(self) -> frozenset[str]:
        """The ids of all cues."""
        return frozenset(cue.name for cue in self.found)

    def lines(self, name: str) -> tuple[int, ...]:
        """The lines that show a cue, empty where it wasn't seen."""
        return next((cue.lines for cue in self.found if cue.name == name), ())


def cues(source: bytes, language: str) -> Cues:
    """The patterns that a source shows. Never raises for odd text; unknown languages show none."""
    source = source[:_LARGEST]
    root = tree_of(source, language)
    if root is None:
        return Cues()
    seen = Seen(root, code_rows(source, language), language)
    return Cues(tuple(cue for rule in RULES if (cue := _applied(rule, seen)) is not None))


def _applied(rule: Rule, seen: Seen) -> Cue | None:
    found = list(rule.values(seen)) if rule.values is not None else [(line, ()) for line in rule.lines(seen)]
    if not found:
        return None
    values = tuple(dict.fromkeys(value for _, value in found if value))
    return Cue(rule.name, tuple(sorted({line for line, _ in found})), rule.words, values)


def code_rows(source: bytes, language: str) -> tuple[str, ...]:
    """The lines of the source, its comments blanked.

    Comments are looked for in the file as it is: the columns of an expanded text are others.
    """
    known = source_language(language)
    plain = None if known is None else known.tree_as_written(source)
    text = bytearray(source)
    for comment in descendants(plain, *_COMMENTS) if plain is not None else ():
        inside = text[comment.start_byte : comment.end_byte]
        text[comment.start_byte : comment.end_byte] = bytes(10 if byte == 10 else 32 for byte in inside)
    rows = bytes(text).decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    # Nobody writes longer lines; patterns would take quadratic time on what is no program.
    return tuple(row[:_LONGEST_ROW] for row in rows)

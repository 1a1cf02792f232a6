"""Wrong versions of a right program: one small change each, of the kinds that people make by mistake.

What proves a rewrite, looks for a breaking input or makes a test set is held against these: none may pass as the
program itself.
The kinds follow AlgoBugs (section III-A and the eight labels of its data): slips in a comparison, a bound, a constant
or a type (`slips`), wrong transitions and choices (`choices`), time and memory wasted (`wastes`). Slow ways to the same
answer (`slow_ways`, `slow_libraries`) are apart: they're asked for by themselves.
A change may happen to change nothing (`i != n` for `i < n`): whoever counts must look at what isn't told apart. Pure:
reads text by tree-sitter, gives text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.inputs.sources import source_language
from slowpath.model.breaking import FaultCategory
from slowpath.mutants import choices, slips, slow_ways, wastes
from slowpath.mutants.nodes import Change, descendants
from slowpath.mutants.slow_libraries import slow_libraries

Changes = Callable[[Node, bytes], Iterator[Change]]
_CHANGES: tuple[Changes, ...] = (*wastes.CHANGES, *choices.CHANGES, *slips.CHANGES)
"""The more telling ones first: where two make the same text, it is of the first's kind."""
MOST_OF_A_KIND = 3


@dataclass(frozen=True)
class Mutant:
    """A program that differs from the right one in the bytes `begin` to `end` of its text, now `text`.

    `line` (1-based) is where, 0 for what is changed where nothing runs; `kind` says what was changed, `category` what
    kind of bug that is as a rule.
    """

    kind: str
    category: FaultCategory
    line: int
    begin: int
    end: int
    text: bytes
    source: bytes

    @property
    def label(self) -> str:
        """For people: what was changed, and where."""
        return f"{self.kind}, line {self.line}" if self.line else self.kind


def mutants(source: bytes, language: str, *, most: int | None = None, seed: int = 0) -> list[Mutant]:
    """All mutants of a program in the order of its text; `most` of them over all kinds, drawn by chance from `seed`."""
    made = _made(source, language)
    if most is None or len(made) <= most:
        return made
    rng = random.Random(seed)
    by_kind: dict[str, list[Mutant]] = {}
    for each in made:
        by_kind.setdefault(each.kind, []).append(each)
    for group in by_kind.values():
        rng.shuffle(group)
    chosen: list[Mutant] = []
    while len(chosen) < most:
        for group in by_kind.values():
            if group and len(chosen) < most:
                chosen.append(group.pop())
    return sorted(chosen, key=lambda each: (each.begin, each.end, each.text))


def slower_ways(source: bytes, language: str) -> list[Mutant]:
    """Versions of a program that do the same in a slow way, in the order of its text, the wasteful mutants among them.
    Of changes of one kind the first few are enough: they're as slow everywhere."""
    found = [*_stand_ins(source, language), *_made(source, language, (*slow_ways.CHANGES, *wastes.CHANGES))]
    kept: list[Mutant] = []
    for each in found:
        if each.category is FaultCategory.TIME and sum(other.kind == each.kind for other in kept) < MOST_OF_A_KIND:
            kept.append(each)
    return kept


def _stand_ins(source: bytes, language: str) -> list[Mutant]:
    known = source_language(language)
    return (
        []
        if known is None
        else [_mutant(change, source, 0) for change in slow_libraries(known.tree_as_written(source), source)]
    )


def _mutant(change: Change, source: bytes, line: int) -> Mutant:
    kind, category, begin, end, text = change
    return Mutant(kind, category, line, begin, end, text, source[:begin] + text + source[end:])


def _made(source: bytes, language: str, changes: Sequence[Changes] = _CHANGES) -> list[Mutant]:
    """Nothing for languages whose text nobody reads."""
    known = source_language(language)
    if known is None:
        return []
    root = known.tree_as_written(source)
    found: dict[tuple[int, int, bytes], Mutant] = {}
    for node in descendants(root):
        for changes_of in changes:
            for change in changes_of(node, source):
                _, _, begin, end, text = change
                if source[begin:end] != text:
                    found.setdefault((begin, end, text), _mutant(change, source, source.count(b"\n", 0, begin) + 1))
    return sorted(found.values(), key=lambda each: (each.begin, each.end, each.text))

"""The structures that are worth trying, most trusted first: as the program's text reads, as it would read if something
unclear in it were so or so, as the statement describes the lines, and as the running program shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.inputs.infer.reads.cpp.line_ends import by_tokens, ends_with_token
from slowpath.inputs.infer.reads.items import (
    Item,
    Loop,
    ReadProgram,
    Rest,
    Text,
    Token,
    all_items,
    flattened,
    has_branch,
    has_reads,
    leaves,
    with_bodies,
    without_guards,
)
from slowpath.inputs.infer.structure.described_program import described_program
from slowpath.inputs.infer.structure.relaid import one_by_one, side_by_side
from slowpath.inputs.infer.structure.solve import candidates
from slowpath.inputs.infer.structure.whole_lists import with_whole_lists
from slowpath.inputs.sources import source_language
from slowpath.model.format import Misfit
from slowpath.model.languages import name_of
from slowpath.model.problem import Solution
from slowpath.statement.lines.rows import Row
from slowpath.statement.sentences.statement import Statement

_MOST_GUESSES = 60
_SOURCES = {
    "reads": "the program's reads",
    "statement": "the statement's description of lines",
    "oracle": "what the running program takes",
}


@dataclass(frozen=True)
class Proposal:
    """A structure to try. `source` is reads, statement or oracle; `note` says what was supposed to get it. A `guess` is
    one of many that differ in a count."""

    program: ReadProgram
    source: str
    note: str = ""
    guess: bool = False

    @property
    def origin(self) -> str:
        """Where it comes from, in words."""
        return _SOURCES[self.source] + (f" ({self.note})" if self.note else "")

    @property
    def is_certain(self) -> bool:
        """Whether it is what the program's text says, without a guess."""
        return self.source == "reads" and not self.note


_TOKEN = re.compile(rb"\w+|[^\w\s]")
MOST_TOKENS = 150_000
"""Of a program's text; to follow more takes longer than anybody waits. A long program has a tenth of them."""
MOST_VARIABLES = 200
"""With names of their own that a program reads, or a statement describes; nobody writes a format of more."""
UNREAD = "this wasn't looked at"
"""What the decision of a misfit says that stands for something that was left out."""


def reads_of(solution: Solution) -> ReadProgram:
    """What the program reads; empty where that can't be followed. Never raises."""
    return followed(solution)[0]


def followed(solution: Solution) -> tuple[ReadProgram, list[Misfit]]:
    """The program's reads, or none with the reason."""
    where = solution.path.name
    if sum(1 for _ in _TOKEN.finditer(solution.source)) > MOST_TOKENS:
        return ReadProgram(()), [Misfit(where, "the program is too long for its reads to be followed", UNREAD)]
    try:
        known = source_language(solution.language)
        if known is not None:
            reads = known.reads(solution.source)
            if len({leaf.key for leaf in leaves(reads.items)}) <= MOST_VARIABLES:
                return reads, []
            return ReadProgram(()), [Misfit(where, "the program reads too many variables to be followed", UNREAD)]
    except (RecursionError, ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        return ReadProgram(()), [Misfit(where, f"the program's reads couldn't be followed ({error!r})")]
    return ReadProgram(()), [Misfit(where, f"reads in {name_of(solution.language)} aren't understood")]


def proposals(reads: ReadProgram, rows: list[Row], statement: Statement) -> Iterator[Proposal]:
    """The structures worth trying, most trusted first."""
    if has_reads(reads.items):
        whole = with_whole_lists(reads.items, rows, statement)
        if whole != reads.items:
            yield Proposal(replace(reads, items=without_guards(whole)), "reads", "a first element put into its list")
        guarded = without_guards(reads.items)
        yield Proposal(replace(reads, items=guarded), "reads")
        if reads.may_ignore_lines:
            yield Proposal(replace(reads, items=by_tokens(guarded), lines=False), "reads", "line ends ignored")
        for other, note in (
            (side_by_side(guarded), "the rounds of short loops side by side"),
            (one_by_one(guarded), "nested loops taken for one"),
        ):
            if other != guarded:
                yield Proposal(replace(reads, items=other), "reads", note)
        if guarded != reads.items:
            yield Proposal(reads, "reads", "every condition taken for a kind of line")
        for other in reads.others:
            yield Proposal(replace(reads, items=without_guards(other)), "reads", "an unclear condition the other way")
        if has_branch(reads.items):
            yield Proposal(replace(reads, items=flattened(reads.items)), "reads", "conditions taken as guards")
        if any(isinstance(leaf, Text) for leaf in leaves(reads.items)):
            yield Proposal(replace(reads, items=_without_idle_lines(reads.items)), "reads", "ends of lines left out")
        if any(isinstance(leaf, Rest) and leaf.separator not in (" ", "") for leaf in leaves(reads.items)):
            words = _with_words_whole(reads.items)
            yield Proposal(replace(reads, items=words), "reads", "what stands between signs taken for one word")
        for count, items in _guesses(reads.items):
            yield Proposal(replace(reads, items=items), "reads", f"an unclear loop taken to run {count} times", True)
    if rows:
        yield Proposal(described_program(rows), "statement")
        yield Proposal(replace(described_program(rows), lines=False), "statement", "line ends ignored")
    if reads.reads_nothing:
        yield Proposal(reads, "reads")


def _without_idle_lines(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Without the `getline` that only eats the end of a line that was read by `>>`."""
    made: list[Item] = []
    for before, item in zip((None, *items), items, strict=False):
        if isinstance(item, Text) and before is not None and ends_with_token(before):
            continue
        made.append(replace(item, body=_without_idle_lines(item.body)) if isinstance(item, Loop) else item)
    return tuple(made)


def _with_words_whole(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """With words that the program takes apart at signs (`09:05`) as one word each."""

    def whole(item: Item) -> Item:
        if isinstance(item, Rest) and item.separator not in (" ", ""):
            return Token(item.key, "word", line=item.line)
        return with_bodies(item, _with_words_whole)

    return tuple(map(whole, items))


def _guesses(items: tuple[Item, ...]) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """The items with every loop of unknown count given one that could be it."""
    unknown = [item for item in all_items(items) if isinstance(item, Loop) and item.count == ""]
    if not unknown or len(unknown) > 2:
        return
    scope = [leaf.key for leaf in leaves(items) if isinstance(leaf, Token) and leaf.kind in ("int", "any")]
    for index, text in enumerate(candidates(scope[:6])):
        if index >= _MOST_GUESSES:
            return
        yield text, _counted(items, text)


def _counted(items: tuple[Item, ...], count: str) -> tuple[Item, ...]:
    def counted(item: Item) -> Item:
        item = with_bodies(item, lambda body: _counted(body, count))
        return replace(item, count=count) if isinstance(item, Loop) and item.count == "" else item

    return tuple(map(counted, items))

"""Python values while a program is read over: lines not yet taken apart, token streams, known integers.

A line read by `input()` is a `Line`: what becomes of it (`int(...)`, `.split()`, unpacking, indexing) is learned
later, so it stays mutable until the walk is over and then says its items. A `Stream` is the whole input as
tokens or as lines (`sys.stdin.read().split()`), read from front to back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from slowpath.inputs.infer.reads.items import AHEAD, Branch, Break, Item, Leave, Rest, Text, Token, ended, has_reads
from slowpath.inputs.infer.reads.joined import joined, merged, primed


@dataclass
class Line:
    """One line. `mode` is raw, one (a single token), parts (unpacked) or rest (a list of tokens).

    `fields` maps a constant index to the key it was bound to; `whole` says that the list is also used
    otherwise than by constant indices, `sized` that one of its fields says how often a loop runs. `arms` holds, per tag
    literal, how many tokens such a line has, `tails` from which index on its others are a list.
    """

    key: str
    number: int
    mode: str = "raw"
    kind: str = "word"
    parts: list[Item] = field(default_factory=list)
    fields: dict[int, str] = field(default_factory=dict)
    field_kinds: dict[str, str] = field(default_factory=dict)
    whole: bool = False
    sized: bool = False
    was_split: bool = False
    skipped: bool = False
    counted: bool = False
    ended: bool = False
    separator: str = ""
    arms: dict[tuple[str, ...], dict[int, str]] = field(default_factory=dict)
    tails: dict[tuple[str, ...], tuple[int, Rest]] = field(default_factory=dict)

    def items(self) -> tuple[Item, ...]:
        """What reading the line means, now that its uses are known."""
        if self.mode == "raw" and not self.was_split:
            return Text(self.key, self.number, skipped=self.skipped), Break()
        if self.mode == "raw":
            return Rest(self.key, "any", None, self.number), Break()
        if self.mode == "one":
            return Token(self.key, self.kind, 0, self.number), Break()
        if self.mode == "parts" and self.separator:
            first = self.parts[0] if self.parts else None
            kinds = {part.kind for part in self.parts if isinstance(part, Token | Rest)}
            key = first.key if isinstance(first, Token | Rest) else self.key
            kind = "float" if kinds == {"float"} else "word" if kinds == {"word"} else "any"
            return Rest(key, kind, str(len(self.parts)), self.number, separator=self.separator), Break()
        if self.mode == "parts":
            return *self.parts, Break()
        if self.separator and self.mode == "rest":
            kind = "any" if self.kind == "int" else self.kind
            return Rest(self.key, kind, None, self.number, separator=self.separator), Break()
        if self.arms and not self.whole:
            return *self._tagged(), Break()
        if self.sized and not (self.whole or self.counted or self.ended):
            return *(self._field(index) for index in range(max(self.fields) + 1)), Break()
        single = self.fields == {0: f"{self.key}_0"}
        listed = (
            all(self.field_kinds.get(key, self.kind) == self.kind for key in self.fields.values())
            and self.kind != "word"
        )
        complete = sorted(self.fields) == list(range(len(self.fields)))
        if self.fields and complete and not (self.whole or single or listed):
            return *(self._field(index) for index in sorted(self.fields)), Break()
        unnamed = self.whole or any(key == f"{self.key}_{index}" for index, key in self.fields.items())
        names = () if unnamed else tuple(self.fields[index] for index in sorted(self.fields))
        return Rest(self.key, self.kind, None, self.number, names, counted=self.counted, ended=self.ended), Break()

    def _field(self, index: int) -> Token:
        key = self.fields.get(index, f"{self.key}_{index}")
        return Token(key, self.field_kinds.get(key, self.kind), 0, self.number)

    def _tagged(self) -> tuple[Item, ...]:
        tag = self.fields.get(0, f"{self.key}_0")
        arms: list[tuple[tuple[str, ...], tuple[Item, ...]]] = []
        shared = {index: key for index, key in self.fields.items() if index}
        for values, used in self.arms.items():
            known = {**shared, **used}
            tail = self.tails.get(values)
            start = tail[0] if tail is not None else max(known, default=0) + 1
            tokens = tuple(
                Token(
                    known.get(i, f"{self.key}_{i}"), self.field_kinds.get(known.get(i, ""), self.kind), 0, self.number
                )
                for i in range(1, start)
            )
            arms.append((values, (*tokens, *tail[1:]) if tail is not None else tokens))
        others = [body for values, body in arms if not values]
        named = tuple((values, body) for values, body in arms if values)
        return (
            Token(tag, self.field_kinds.get(tag, self.kind), 0, self.number),
            Branch(tag, named, others[0] if others else (), self.number, bool(others)),
        )


@dataclass
class Stream:
    """The whole input as tokens, or as lines. `kind` is that of its tokens; `seen` the indices that were
    read, of what loops read the first, as far as it's known."""

    lines: bool = False
    kind: str = "word"
    seen: dict[str, object] = field(default_factory=dict)


@dataclass
class Words:
    """The tokens of a line as a list, from index `start`; `kind` int after `map(int, ...)`."""

    line: Line
    kind: str = "word"
    start: int = 0


@dataclass
class Slice:
    """`length` tokens of a stream (None: all that are left), not yet named."""

    length: str | None
    kind: str = "word"
    lines: bool = False
    stream: Stream | None = None
    line: int = 0


@dataclass
class Number:
    """A known integer: an expression over keys. `line` is where its token came from, for its kind."""

    text: str


@dataclass
class Element:
    """One token taken out of a line's list by a constant index."""

    line: Line
    index: int
    key: str


@dataclass
class Container:
    """A list of the program; `length` its symbolic size, `item` what one element is."""

    name: str
    length: str | None = None
    item: object = None
    flat: OpenLoop | None = None


@dataclass
class Strided:
    """Every `step`th token from `offset` on: one column of the table whose rows `loop` reads."""

    loop: OpenLoop
    offset: int
    step: int
    kind: str = "word"


@dataclass
class Table:
    """Tokens taken `width` at a time; `transposed` has a list for each of them."""

    loop: OpenLoop
    width: int
    transposed: bool = False


@dataclass
class Callable:
    """Something that can be called: a function or lambda (a tree-sitter node), or a built-in reader."""

    node: object = None
    reads: str = ""
    stream: Stream | None = None


class OpenLoop:
    """A loop whose body still holds unfinished lines."""

    def __init__(self, count: str | None, body: list[object], line: int, cases: bool) -> None:
        self.count, self.body, self.line, self.cases = count, body, line, cases


class OpenBranch:
    """A branch whose arms still hold unfinished lines."""

    def __init__(
        self,
        on: str,
        arms: list[tuple[tuple[str, ...], list[object]]],
        otherwise: list[object],
        line: int,
        closed: bool = False,
    ) -> None:
        self.on, self.arms, self.otherwise, self.line, self.closed = on, arms, otherwise, line, closed


class OpenLeave:
    """The innermost loop ends here when these numbers, elements or lines have these values."""

    def __init__(self, tests: list[tuple[object, str]], line: int) -> None:
        self.tests, self.line = tests, line

    def item(self) -> Leave:
        """With the keys that the tokens have by now; a line that was taken apart is so for what it is compared with."""
        tests: list[tuple[str, str]] = []
        for asked, value in self.tests:
            parts = [part for part in asked.items() if isinstance(part, Token)] if isinstance(asked, Line) else []
            words = value.split()
            if len(parts) > 1 and len(words) == len(parts):
                tests += zip((part.key for part in parts), words, strict=True)
            elif len(parts) > 1:
                tests.append((AHEAD, value))
            elif key := key_of(asked):
                tests.append((key, value))
        return Leave(tuple(tests), self.line)


def key_of(value: object) -> str:
    """The key of a token, "" for what is none."""
    if isinstance(value, Line | Element):
        return value.key
    if isinstance(value, Words):
        return value.line.key
    return value.text if isinstance(value, Number) and value.text.isidentifier() else ""


def with_sizes_known(items: list[object], counts: frozenset[str] = frozenset()) -> list[object]:
    """The same items; of lines that are lists, those know it of which an element says how often a loop runs:
    `range(w[2])` after `w = list(map(int, input().split()))`. `counts` are the names in the counts of loops."""
    counts = counts or frozenset(_names_in_counts(items))
    for item in items:
        if isinstance(item, Line):
            item.sized = not counts.isdisjoint(item.fields.values())
        elif isinstance(item, OpenLoop):
            with_sizes_known(item.body, counts)
        elif isinstance(item, OpenBranch):
            for body in (item.otherwise, *(body for _, body in item.arms)):
                with_sizes_known(body, counts)
    return items


def _names_in_counts(items: list[object]) -> Iterator[str]:
    for item in items:
        if isinstance(item, OpenLoop):
            yield from re.findall(r"[A-Za-z_]\w*", item.count or "")
            yield from _names_in_counts(item.body)
        elif isinstance(item, OpenBranch):
            for body in (item.otherwise, *(body for _, body in item.arms)):
                yield from _names_in_counts(body)


def resolved(items: list[object]) -> tuple[Item, ...]:
    """The read grammar, every line by now knowing its shape."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Line):
            made += item.items()
        elif isinstance(item, OpenLoop):
            body = resolved(item.body)
            if has_reads(body):
                made = primed([*made, ended(item.count, body, item.line, item.cases)])
        elif isinstance(item, OpenBranch):
            branch = Branch(
                item.on,
                tuple((values, resolved(body)) for values, body in item.arms),
                resolved(item.otherwise),
                item.line,
                item.closed,
            )
            made = joined(made, [merged(branch) if item.on else branch])
        elif isinstance(item, OpenLeave):
            made.append(item.item())
        elif isinstance(item, Token | Rest | Text | Break):
            made.append(item)
    return tuple(made)


def retyped(value: object, kind: str) -> object:
    """The same tokens converted to `kind`, or as they are where it is ""."""
    if isinstance(value, Words):
        return Words(value.line, kind or value.kind, value.start)
    if isinstance(value, Slice):
        return Slice(value.length, kind or value.kind, value.lines, value.stream)
    if isinstance(value, Strided):
        return Strided(value.loop, value.offset, value.step, kind or value.kind)
    return Slice(None, kind or getattr(value, "kind", "word"), False, value if isinstance(value, Stream) else None)

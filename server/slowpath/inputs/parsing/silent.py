"""Silent counts: how many repetitions follow where the input doesn't announce it.

A silent scalar counts the item right behind it. `Ending` says how one sees that the repetitions are over: at the
sentinel, at an empty line, at the end of the line (arrays on one line) or of the input. Tokens that begin a
repetition can't be the sentinel, or the repetition would be taken for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.model.format import BLANK_LINE, Array, Cases, IntType, Line, Records, Scalar, Tagged, TextType
from slowpath.model.nodes import extents_of


@dataclass(frozen=True)
class Ending:
    """How the repetitions that `counter` counts end. `words` are the sentinel's tokens, empty without one;
    `by_line` says that they end with their line, `by_blank` that an empty line ends them."""

    counter: Scalar
    words: tuple[bytes, ...]
    by_line: bool
    by_blank: bool

    @property
    def name(self) -> str:
        """The name of the silent scalar."""
        return self.counter.name

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The sentinel as integers, None where a printed integer never looks like it."""
        try:
            numbers = tuple(int(word) for word in self.words)
        except ValueError:
            return None
        return numbers if all(b"%d" % n == word for n, word in zip(numbers, self.words, strict=True)) else None

    @property
    def least(self) -> int:
        """The least number of repetitions as far as it is constant, else 0."""
        of = self.counter.type
        lo = of.lo.constant if isinstance(of, IntType) else 0
        return max(lo or 0, 0)


def ending_of(counter: Scalar | None, item: Any) -> Ending | None:
    """How the repetitions of `item` end, None where no silent scalar counts them."""
    if counter is None or counter.until is None:
        return None
    by_blank = counter.until == BLANK_LINE
    words = () if by_blank else tuple(counter.until.encode().split())
    return Ending(counter, words, is_on_one_line(item) and not words, by_blank)


def is_on_one_line(item: Any) -> bool:
    """Whether `item` is an array whose elements share a line."""
    return isinstance(item, Array) and item.separator != "\n" and not isinstance(item.type, TextType)


def with_counters(items: Sequence[Any]) -> Iterator[tuple[Any, Scalar | None]]:
    """Nodes, or the items of a line or row, each with the silent scalar that counts it; these are left out."""
    counter: Scalar | None = None
    for item in items:
        if isinstance(item, Scalar) and item.is_silent:
            counter = item
            continue
        yield item, counter
        counter = None


def is_counted_by(item: Any, name: str) -> bool:
    """Whether the repetitions of `item` are just as many as the variable `name` says."""
    return [extent.text for extent in extents_of(item)] == [name]


@dataclass(frozen=True)
class Beginning:
    """What the first line of a repetition looks like: a whole line of text, a line that may be empty."""

    is_text: bool = False
    may_be_empty: bool = False


def beginning_of(item: Any, scope: Mapping[str, Any]) -> Beginning:
    """How each repetition of `item` (`Array` to `Cases`) begins, with the variables of `scope` known."""
    if isinstance(item, Array):
        return _text_beginning(item.type) if isinstance(item.type, TextType) else Beginning()
    if isinstance(item, Tagged):
        return Beginning()
    first, counter = _first_printed(item)
    if first is None:
        return Beginning(may_be_empty=True)
    if isinstance(first, Scalar | Array) and isinstance(first.type, TextType):
        return _text_beginning(first.type)
    return Beginning(may_be_empty=is_on_one_line(first) and _may_be_empty(first, counter, scope))


def _first_printed(node: Any) -> tuple[Any, Scalar | None]:
    """What stands first in a repetition of `node`, with its counter."""
    inner = node.fields if isinstance(node, Records) else node.body
    first, counter = next(with_counters(inner), (None, None))
    while isinstance(first, Line | Records | Cases):
        inner = first.items if isinstance(first, Line) else first.fields if isinstance(first, Records) else first.body
        first, counter = next(with_counters(inner), (None, None))
    return first, counter


def _text_beginning(of: TextType) -> Beginning:
    return Beginning(is_text=True, may_be_empty=not of.length_lo.constant)


def _may_be_empty(item: Array, counter: Scalar | None, scope: Mapping[str, Any]) -> bool:
    ending = ending_of(counter, item)
    if ending is not None:
        return not ending.words and ending.least == 0
    try:
        return int(item.length.value(scope)) == 0
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return False


# What is wrong with a format


@dataclass(frozen=True)
class Counted:
    """A silent scalar of a format with what it counts, and why that can't be read or isn't clear ("" if it is)."""

    counter: Scalar
    item: Any
    flaw: str


def counted_items(nodes: Sequence[Any], is_top: bool = True) -> Iterator[Counted]:
    """All silent scalars in `nodes` and below."""
    for place, node in enumerate(nodes):
        if isinstance(node, Scalar) and node.is_silent:
            behind = nodes[place + 1] if place + 1 < len(nodes) else None
            last = is_top and place + 2 == len(nodes)
            yield Counted(node, behind, _counter_flaw(node, behind, last))
        match node:
            case Line():
                yield from _on_one_line(node.items)
            case Records():
                yield from _on_one_line(node.fields)
            case Tagged():
                for variant in node.variants:
                    yield from _on_one_line(node.fields_of(variant))
            case Cases():
                yield from counted_items(node.body, is_top=False)


def _on_one_line(items: Sequence[Scalar | Array]) -> Iterator[Counted]:
    for place, item in enumerate(items):
        if not (isinstance(item, Scalar) and item.is_silent):
            continue
        behind = items[place + 1] if place + 1 < len(items) else None
        flaw = _counter_flaw(item, behind, False)
        if not flaw and not isinstance(behind, Array):
            flaw = "must stand before the array that it counts"
        if not flaw and not item.until and place + 2 < len(items):
            flaw = "ends with its line, so nothing may follow on that line"
        yield Counted(item, behind, flaw)


def _counter_flaw(counter: Scalar, behind: Any, is_last: bool) -> str:
    if not isinstance(counter.type, IntType):
        return "must be an integer"
    if behind is None or not is_counted_by(behind, counter.name):
        return (
            f"counts what follows it at once: rows[{counter.name}], queries[{counter.name}], "
            f"cases[{counter.name}] or an array of length {counter.name}"
        )
    ending = ending_of(counter, behind)
    assert ending is not None
    if ending.by_line and ending.by_blank:
        return "counts an array on one line, which no empty line can end"
    if ending.by_blank and beginning_of(behind, {}).may_be_empty:
        return "ends at an empty line, but what it counts may be empty lines"
    if not (ending.words or ending.by_line or ending.by_blank or is_last):
        return "runs to the end of the input, so what it counts must come last of all"
    if isinstance(behind, Tagged) and not behind.lead and ending.words:
        tags = {variant.tag.encode() for variant in behind.variants}
        if ending.words[0] in tags and len(ending.words) == 1:
            return f"ends at {counter.until!r}, which is a tag too"
    return ""

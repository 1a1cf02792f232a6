"""What queries put somewhere and take from there: `where present b after a` says that each value of `b`, a field of one
kind of queries, was put there by a query with this value of `a` before, and wasn't taken since.

`once` says that nothing is put where it already is (a set), else a value may be there several times; `full` that all
values are there at first: "it is guaranteed that the road was closed before", "that x is in the multiset". "present",
"present once", "present full", "present full once": `left` is what is taken, `right` what is put.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.filling.draw import fresh_item
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import drawn_row
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Relation, Scalar, Tagged, Variant
from slowpath.model.format_text import FormatCompletion

FULL, ONCE = "full", "once"
_FEW_DRAWS, _DRAWS = 2, 50
"""Values that are drawn for a query that can't be, before another kind is tried and after."""


def present(taken: str, put: str, is_full: bool, is_once: bool) -> Relation:
    """That what one kind of query takes is there."""
    name = " ".join(["present", *[FULL] * is_full, *[ONCE] * is_once])
    return Relation(name, Expr(taken), "", Expr(put))


class Present(RelationKind):
    """See the module."""

    def __init__(self, is_full: bool, is_once: bool) -> None:
        self.name = present("", "", is_full, is_once).kind
        self._is_full, self._is_once = is_full, is_once
        if not is_full and not is_once:
            self.offered = FormatCompletion("present", "snippet", "what queries take is there", "present | after a")

    def begins(self, words: Words) -> bool:
        flags = [words.peek(at).text for at in (4, 5)]
        found = (words.next.text, words.peek().kind, words.peek(2).text) == ("present", "name", "after")
        return found and (FULL in flags, ONCE in flags) == (self._is_full, self._is_once)

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        taken = reader.known_name(words, "the field of what is taken")
        words.expect("after")
        put = reader.known_name(words, "the field of what is put")
        rows = reader.places[taken.text].rows
        if (
            not isinstance(rows, Tagged)
            or reader.places[put.text].rows is not rows
            or not all(isinstance(reader.places[one.text].item, Scalar) for one in (taken, put))
            or _kind_of(rows, taken.text) is _kind_of(rows, put.text)
            or {taken.text, put.text} & {field.name for field in rows.lead}
        ):
            raise words.error("two single fields of different kinds of the same queries: `present b after a`", taken)
        for flag, is_meant in ((FULL, self._is_full), (ONCE, self._is_once)):
            if is_meant:
                words.expect(flag)
        reader.end(words)
        return present(taken.text, put.text, self._is_full, self._is_once)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        held = _Held(fmt, relation, self._is_full, self._is_once)
        rows = scope[held.rows.name]
        number = next((number for number, row in enumerate(rows) if not held.goes_on(row)), None)
        if number is None:
            return ""
        value, is_taken = held.value_of(rows[number]), rows[number][0] == held.taking.tag
        said = f"takes {value}, which isn't there" if is_taken else f"puts {value}, which is there already"
        return f"query {number + 1} {said}"

    def repair(self, at: Repairing) -> None:
        """Gives queries that can't be another value, else makes them queries of the other kind."""
        held = _Held(at.fmt, at.relation, self._is_full, self._is_once)
        if held.rows.name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        made: list[Any] = []
        for number, row in enumerate(at.instance[held.rows.name]):
            fits = held.goes_on(row)
            chosen = row if fits else next(filter(held.goes_on, held.others(row, number, at)), None)
            if chosen is None:
                raise CannotGenerate(str(at.relation))
            made.append(chosen)
        at.instance[held.rows.name] = made


class _Held:
    """What is there, query by query; of what is there at first only what was taken since is known (`gone`)."""

    def __init__(self, fmt: InputFormat, relation: Relation, is_full: bool, is_once: bool) -> None:
        self._places = places(fmt)
        rows = self._places[relation.left.text].rows
        assert isinstance(rows, Tagged)
        self.rows, self._is_full, self._is_once = rows, is_full, is_once
        self._names = {True: relation.left.text, False: relation.right.text}
        self.taking, self.putting = (_kind_of(rows, self._names[is_taken]) for is_taken in (True, False))
        self._spots = {kind.tag: _spot(rows, kind, self._names[kind is self.taking]) for kind in self._kinds}
        self._count: Counter[Any] = Counter()
        self._changed = _Pool()
        self._examples: dict[str, Sequence[Any]] = {}

    @property
    def _kinds(self) -> tuple[Variant, Variant]:
        return self.taking, self.putting

    def value_of(self, row: Sequence[Any]) -> Any:
        return row[self._spots[row[0]]]

    def goes_on(self, row: Sequence[Any]) -> bool:
        """Whether a query may come next; it is counted then."""
        if row[0] not in self._spots:
            return True
        value, is_taken = self.value_of(row), row[0] == self.taking.tag
        there = self._count[value] + self._is_full
        if there < 1 if is_taken else (self._is_once and there > 0):
            return False
        self._count[value] += -1 if is_taken else 1
        self._changed.put(value, (self._count[value] + self._is_full > 0) != self._is_full)
        return True

    def others(self, row: Sequence[Any], number: int, at: Repairing) -> Iterator[Any]:
        """Queries that may stand for one that can't: with values that are known to do, then with any."""
        kinds = sorted(self._kinds, key=lambda kind: kind.tag != row[0])
        for draws in (_FEW_DRAWS, _DRAWS):
            for kind in kinds:
                like = row if kind.tag == row[0] else self._like(kind, at)
                is_taken, spot = kind is self.taking, self._spots[kind.tag]
                if self._changed and is_taken != self._is_full:  # There, or gone where all were there.
                    yield (*like[:spot], self._changed.draw(at.rng), *like[spot + 1 :])
                for _ in range(draws):
                    value = drawn_row(self._places, [self._names[is_taken]], number, at.scope, at.rng)[0]
                    yield (*like[:spot], value, *like[spot + 1 :])

    def _like(self, kind: Variant, at: Repairing) -> Any:
        """A query of a kind whose other fields may be taken over: one that stands there, else a new one."""
        if kind.tag not in self._examples:
            rows = [row for row in at.instance[self.rows.name] if row[0] == kind.tag]
            only = replace(self.rows, count=expr(1), variants=(kind,), held=expr(1) if self.rows.held else None)
            path = self._places[self.rows.name].path
            self._examples[kind.tag] = rows or fresh_item(at.fmt, path, only, at.scope, at.rng)[self.rows.name]
        examples = self._examples[kind.tag]
        return examples[int(at.rng.integers(len(examples)))]


class _Pool:
    """Values of which one is drawn, all in constant time."""

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._spots: dict[Any, int] = {}

    def __bool__(self) -> bool:
        return bool(self._values)

    def put(self, value: Any, is_in: bool) -> None:
        """Adds a value, or removes it."""
        spot = self._spots.get(value)
        if is_in and spot is None:
            self._spots[value] = len(self._values)
            self._values.append(value)
        elif not is_in and spot is not None:
            last = self._values.pop()
            del self._spots[value]
            if last != value:
                self._values[spot], self._spots[last] = last, spot

    def draw(self, rng: np.random.Generator) -> Any:
        return self._values[int(rng.integers(len(self._values)))]


def _kind_of(rows: Tagged, name: str) -> Variant:
    return next((kind for kind in rows.variants if any(field.name == name for field in kind.fields)), rows.variants[0])


def _spot(rows: Tagged, kind: Variant, name: str) -> int:
    """Where a field stands in the rows of a kind, behind the tag."""
    return 1 + [field.name for field in rows.fields_of(kind)].index(name)


KINDS = tuple(Present(is_full, is_once) for is_full in (False, True) for is_once in (False, True))

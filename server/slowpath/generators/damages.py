"""Damaged inputs: what a validator must refuse, made from a valid input and its format.

Each damage breaks one rule: the number of tokens, the kind of a token, a bound, a trait. A damage is used as proof only
where the format itself tells it (it refuses the damaged input), and, for bounds and traits, only where the statement,
the package or the user said the rule: a bound that was read from the program or assumed proves nothing against a
validator that was written from the statement.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.provenance import ground_of_bound
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, Cases, FormatReport, InputFormat, IntType, Records, Scalar
from slowpath.model.nodes import all_items, items_of, with_item

SAID = ("statement", "package", "user")
MOST_DAMAGES = 24
LARGEST = 1 << 20
LARGEST_DRAWN = 4 << 20
LARGEST_SIZE = 200_000
MOST_CASES = 2000
_DISTINCT = ("permutation", "distinct")


@dataclass(frozen=True)
class Damage:
    """A damaged input. `what` says in words what is wrong with it."""

    what: str
    data: bytes = field(repr=False)


def damages(
    report: FormatReport, data: bytes, most: int = MOST_DAMAGES, *, of_sizes: bool = True
) -> tuple[Damage, ...]:
    """Damaged versions of a valid input that the format refuses, each of another kind; () where it doesn't parse.

    Sizes out of bounds hang on the format alone, and may take seconds to make: `of_sizes` leaves them out for who has
    them from another input.
    """
    fmt = report.format
    if fmt is None or len(data) > LARGEST:
        return ()
    try:
        instance = parse(fmt, data)
    except ParseError:
        return ()
    found: dict[bytes, Damage] = {}
    told: set[str] = set()
    by_size = (*_of_sizes(report, fmt), *_of_sums(report, fmt)) if of_sizes else ()
    for damage in (*_of_tokens(data), *by_size, *_of_values(report, fmt, instance)):
        is_new = damage.data not in found and damage.what not in told and damage.data.split() != data.split()
        if is_new and not is_valid(fmt, damage.data):
            found[damage.data] = damage
            told.add(damage.what)
    return tuple(found.values())[:most]


def _of_tokens(data: bytes) -> Iterator[Damage]:
    """Damages to the text as such."""
    tokens = data.split()
    if not tokens:
        return
    body = data.rstrip()
    yield Damage("the last token is missing", body[: len(body) - len(tokens[-1])].rstrip() + b"\n")
    yield Damage("a token follows the end of the input", body + b"\n" + tokens[-1] + b"\n")
    yield Damage("the input is empty", b"")
    place = next((i for i, token in enumerate(tokens) if token.lstrip(b"-").isdigit()), None)
    if place is not None:
        for what, token in (
            ("a word stands where a number should", b"x"),
            ("a fraction stands where an integer should", tokens[place] + b".5"),
        ):
            yield Damage(what, _with_token(data, place, token))


def _with_token(data: bytes, place: int, token: bytes) -> bytes:
    """The input with its token number `place` (from 0) replaced; blanks stay."""
    at = 0
    for number, old in enumerate(data.split()):
        at = data.index(old, at)
        if number == place:
            return data[:at] + token + data[at + len(old) :]
        at += len(old)
    return data


def _of_sizes(report: FormatReport, fmt: InputFormat) -> Iterator[Damage]:
    """Sizes out of bounds by one, in an input that is right otherwise: so many elements as the size says."""
    sizes = {name for boundary in boundaries(fmt)[:1] for name in boundary.sizes}
    counts = {node.count.text for node in fmt.nodes if isinstance(node, Cases)}
    for item in items_of(fmt.nodes):
        if isinstance(item, Scalar) and isinstance(item.type, IntType) and item.name in sizes:
            most = MOST_CASES if item.name in counts else LARGEST_SIZE
            for high in (True, False):
                bound = _value(item.type.hi if high else item.type.lo, {})
                if bound is None or abs(bound) > most or not _is_said(report, item.name, high):
                    continue
                value = bound + 1 if high else bound - 1
                data = _drawn(_with_bounds(fmt, item, value), {item.name: value})
                if data:
                    yield Damage(
                        f"{item.name} is {value}, {'over its largest' if high else 'under its smallest'} allowed value",
                        data,
                    )


def _of_sums(report: FormatReport, fmt: InputFormat) -> Iterator[Damage]:
    """Two test cases that are right each, and together over a bound on the sum of all."""
    sizes = {name for boundary in boundaries(fmt)[:1] for name in boundary.sizes}
    counts = [node.count.text for node in fmt.nodes if isinstance(node, Cases)]
    for relation in fmt.relations:
        name, most = relation.left.text, relation.right.constant if relation.kind == "sum" else None
        is_said = any(each.source in SAID and each.about == name and "sum" in each.fact for each in report.evidence)
        if most is None or name not in sizes or len(counts) != 1 or most > LARGEST_SIZE or not is_said:
            continue
        without = replace(fmt, relations=tuple(each for each in fmt.relations if each.kind != "sum"))
        data = _drawn(without, {counts[0]: 2, name: most // 2 + 1})
        if data:
            yield Damage(f"the sum of {name} over all test cases is over {most}", data)


def _with_bounds(fmt: InputFormat, item: Scalar, value: int) -> InputFormat:
    """The format with one top-level scalar fixed."""
    fixed = replace(item, type=IntType(expr(value), expr(value)))
    return replace(fmt, nodes=with_item(fmt.nodes, item, fixed))


def _drawn(fmt: InputFormat, sizes: Mapping[str, int]) -> bytes:
    """A random input with these sizes, b"" where there is none."""
    try:
        data = print_input(fmt, generate(fmt, Plan(sizes=dict(sizes)), np.random.default_rng(0)))
    except (CannotGenerate, ValueError):
        return b""
    return data if len(data) <= LARGEST_DRAWN else b""


def _is_said(report: FormatReport, name: str, high: bool) -> bool:
    """Whether a bound comes from somebody who knows the problem."""
    ground = ground_of_bound([each for each in report.evidence if each.about == name], high)
    return ground is not None and ground.source in SAID


def _of_values(report: FormatReport, fmt: InputFormat, instance: Mapping[str, Any]) -> Iterator[Damage]:
    """Damages to values: out of bounds by one, a repeated element where all must differ."""
    for item, path in _items(fmt):
        if isinstance(item, Scalar | Array) and isinstance(item.type, IntType):
            scope = _scope(instance, path)
            for high in (True, False):
                if not _is_said(report, item.name, high):
                    continue
                bound = _value(item.type.hi if high else item.type.lo, scope)
                if bound is not None:
                    side = "over its largest" if high else "under its smallest"
                    value = bound + 1 if high else bound - 1
                    yield from _changed(
                        fmt, instance, path, item, 0, value, f"{item.name} is {value}, {side} allowed value"
                    )
        if isinstance(item, Array) and _is_said_distinct(report, item):
            values = _scope(instance, path).get(item.name)
            if values is not None and len(values) > 1:
                yield from _changed(
                    fmt, instance, path, item, 0, values[1], f"{item.name} holds the value {values[1]} twice"
                )


def _is_said_distinct(report: FormatReport, item: Array) -> bool:
    return any(
        trait in item.traits
        and any(each.about == item.name and each.source in SAID and trait in each.fact for each in report.evidence)
        for trait in _DISTINCT
    )


def _items(fmt: InputFormat) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Scalars, arrays and fields of rows, with the test cases that they stand in (the first is damaged)."""
    for path, item in sorted(all_items(fmt.nodes), key=lambda found: len(found[0])):
        if isinstance(item, Records):
            yield from ((each, path) for each in item.fields if isinstance(each, Scalar))
        elif isinstance(item, Scalar | Array):
            yield item, path


def _scope(instance: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """What can be seen at the first test case of each level."""
    scope = dict(instance)
    for name in path:
        cases = scope.get(name) or [{}]
        scope = {**scope, **cases[0]}
    return scope


def _value(bound: Expr, scope: Mapping[str, Any]) -> int | None:
    """The value of a bound, None where it depends on more than scalars."""
    try:
        return int(bound.value({name: scope[name] for name in bound.names}))
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None


def _changed(
    fmt: InputFormat,
    instance: Mapping[str, Any],
    path: tuple[str, ...],
    item: Scalar | Array,
    place: int,
    value: Any,
    what: str,
) -> Iterator[Damage]:
    """The instance with one value changed, as it prints; nothing where that can't be."""
    changed = copy.deepcopy(dict(instance))
    scope = changed
    try:
        for name in path:
            scope = scope[name][0]
        if isinstance(scope[item.name], int | float):
            scope[item.name] = value
        else:
            scope[item.name][place] = value
        yield Damage(what, print_input(fmt, changed))
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        return

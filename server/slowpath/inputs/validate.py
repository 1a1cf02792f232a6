"""Whether an instance obeys its format: every bound, length, alphabet, trait, relation and sum.

Messages name the variable, the place (1-based), the value and the bound, so that a person can find it.
Arrays are checked whole by numpy; 1e5 elements take about a millisecond.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from slowpath.inputs.distinct import repeated_value
from slowpath.inputs.layout import (
    Place,
    bare_names,
    exact_sum,
    items_of,
    over_rows,
    places,
    relation_names,
    relation_path,
    scopes,
)
from slowpath.inputs.parse import parse
from slowpath.inputs.printing import Instance
from slowpath.inputs.tokens import ParseError
from slowpath.inputs.traits import array_flaw, records_flaw
from slowpath.model.expression import Expr
from slowpath.model.format import (
    Array,
    Cases,
    ElementType,
    FloatType,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    WordType,
)

_MOST = 20
_SHOWN = 40
_MANY = 200

OPERATORS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
             "==": operator.eq, "!=": operator.ne}


@dataclass(frozen=True)
class Violation:
    """One rule that an instance breaks. `where` is the variable with its place, as in `tests[2].a[7]`."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def violations(fmt: InputFormat, instance: Instance, most: int = _MOST) -> list[Violation]:
    """What is wrong with `instance`, in the format's order, at most `most` of them; empty when it is valid."""
    return list(islice(_all(fmt, instance), most))


def holds(fmt: InputFormat, instance: Instance) -> bool:
    """Whether `instance` is valid. Stops at the first violation."""
    return next(_all(fmt, instance), None) is None


def is_valid(fmt: InputFormat, data: bytes) -> bool:
    """Whether `data` parses and is valid."""
    try:
        return holds(fmt, parse(fmt, data))
    except ParseError:
        return False


def item_flaws(item: Any, instance: Mapping[str, Any], scope: dict[str, Any]) -> Iterator[Violation]:
    """What is wrong with the values of one item (`Scalar` to `Cases`) in a scope; relations left out."""
    yield from _item(item, instance, scope, "")


def relation_holds(fmt: InputFormat, relation: Relation, scope: dict[str, Any]) -> bool:
    """Whether a "compare" or "distinct" relation holds in one scope."""
    return next(_held(fmt, relation, scope, "", ""), None) is None


def relation_violations(fmt: InputFormat, instance: Instance) -> Iterator[Violation]:
    """The relations that `instance` breaks; its values must have the right shape."""
    for relation in fmt.relations:
        yield from _relation(fmt, relation, instance)


def _all(fmt: InputFormat, instance: Instance) -> Iterator[Violation]:
    sound = True
    for violation in _nodes(fmt.nodes, instance, dict(instance), ""):
        sound = False
        yield violation
    if sound:
        yield from relation_violations(fmt, instance)


def _nodes(nodes: tuple[Node, ...], instance: Mapping[str, Any], scope: dict[str, Any],
           title: str) -> Iterator[Violation]:
    for node in nodes:
        for item in items_of(node):
            names = [field.name for field in item.fields] if isinstance(item, Records) else [item.name]
            missing = [name for name in names if name not in instance]
            if missing:
                yield Violation(title + missing[0], "is missing")
                continue
            try:
                yield from _item(item, instance, scope, title)
            except (KeyError, ArithmeticError, TypeError, ValueError) as error:
                yield Violation(title + names[0], f"can't be checked: {error!r}")


def _item(item: Any, instance: Mapping[str, Any], scope: dict[str, Any], title: str) -> Iterator[Violation]:
    match item:
        case Scalar():
            yield from _value(item.type, instance[item.name], scope, title + item.name)
        case Array():
            yield from _array(item, instance[item.name], scope, title)
        case Matrix():
            yield from _matrix(item, instance[item.name], scope, title)
        case Records():
            yield from _records(item, instance, scope, title)
        case Tagged():
            yield from _tagged(item, instance[item.name], scope, title)
        case Cases():
            yield from _cases(item, instance[item.name], scope, title)


# Single values

def _value(of: ElementType, value: Any, scope: Mapping[str, Any], where: str) -> Iterator[Violation]:
    if isinstance(of, IntType):
        lo, hi = of.lo.value(scope), of.hi.value(scope)
        if not lo <= value <= hi:
            yield _outside(where, value, lo, hi, of)
    elif isinstance(of, FloatType):
        if not (math.isfinite(value) and of.lo <= value <= of.hi):
            yield Violation(where, f"{value} is outside of {of.lo}..{of.hi}")
    else:
        yield from _word(of, value, of.length_lo.value(scope), of.length_hi.value(scope), where)


def _outside(where: str, value: Any, lo: Any, hi: Any, of: IntType) -> Violation:
    if value < lo:
        return Violation(where, f"{value} is less than {_bound(of.lo, lo)}")
    return Violation(where, f"{value} is greater than {_bound(of.hi, hi)}")


def _bound(expression: Expr, value: Any) -> str:
    return str(value) if expression.text == str(value) else f"{expression} = {value}"


def _word(of: WordType | TextType, word: str, shortest: int, longest: int, where: str) -> Iterator[Violation]:
    if not shortest <= len(word) <= longest:
        yield Violation(where, f"{_short(word)} has {len(word)} characters, not {shortest}..{longest}")
    elif not word and isinstance(of, WordType):
        yield Violation(where, "a word can't be empty")
    yield from _alphabet(of.alphabet, word, where)


def _alphabet(alphabet: str, word: str, where: str) -> Iterator[Violation]:
    foreign = set(word).difference(alphabet)
    if foreign:
        place = min(word.index(character) for character in foreign)
        yield Violation(where, f"character {place + 1} is {word[place]!r}, which isn't in the alphabet")


def _short(word: str) -> str:
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "...")


# Many values

def _array(item: Array, values: Any, scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    where = title + item.name
    length = item.length.value(scope)
    if len(values) != length:
        yield Violation(where, f"has {len(values)} elements, not {_bound(item.length, length)}")
        return
    flaws = list(islice(_column(item.type, values, scope, {}, where, joined=item.separator == ""), _MOST))
    yield from flaws
    if item.traits and not flaws:
        lo = item.type.lo.value(scope) if isinstance(item.type, IntType) else 0
        flaw = array_flaw(item, values, int(lo))
        if flaw:
            yield Violation(where, flaw)


def _column(of: ElementType, values: Any, scope: Mapping[str, Any], columns: Mapping[str, Any], where: str,
            joined: bool = False) -> Iterator[Violation]:
    """Checks each element of an array or of a column whose bounds may mention other `columns`."""
    count = len(values)
    if isinstance(of, IntType):
        lo, hi = over_rows(of.lo, scope, columns, count), over_rows(of.hi, scope, columns, count)
        yield from _int_column(of, values, lo, hi, where)
    elif isinstance(of, FloatType):
        for place, value in enumerate(values, 1):
            yield from _value(of, value, scope, f"{where}[{place}]")
    elif joined:
        yield from _joined_words(of, values, where)
    else:
        lo, hi = (over_rows(bound, scope, columns, count) for bound in (of.length_lo, of.length_hi))
        lengths = np.fromiter(map(len, values), dtype=np.int64, count=count)
        if not (np.any(lengths < np.maximum(lo, isinstance(of, WordType))) or np.any(lengths > hi)
                or set("".join(values)).difference(of.alphabet)):
            return
        for place, word in enumerate(values):
            shortest, longest = (bound[place] if isinstance(bound, np.ndarray) else bound for bound in (lo, hi))
            yield from _word(of, word, shortest, longest, f"{where}[{place + 1}]")


def _int_column(of: IntType, values: Any, lo: Any, hi: Any, where: str) -> Iterator[Violation]:
    if isinstance(values, np.ndarray):
        wrong = np.flatnonzero((values < lo) | (values > hi)).tolist()
    else:
        wrong = [place for place, value in enumerate(values) if not _at(lo, place) <= value <= _at(hi, place)]
    for place in wrong:
        yield _outside(f"{where}[{place + 1}]", values[place], _at(lo, place), _at(hi, place), of)


def _at(bound: Any, place: int) -> int:
    return int(bound[place]) if isinstance(bound, np.ndarray) else bound


def _joined_words(of: WordType | TextType, values: Sequence[str], where: str) -> Iterator[Violation]:
    for place, word in enumerate(values, 1):
        if len(word) != 1:
            yield Violation(f"{where}[{place}]", f"{_short(word)} isn't one character")
    yield from _alphabet(of.alphabet, "".join(values), where)


def _matrix(item: Matrix, values: Any, scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    where = title + item.name
    rows, columns = item.rows.value(scope), item.columns.value(scope)
    if len(values) != rows:
        yield Violation(where, f"has {len(values)} rows, not {_bound(item.rows, rows)}")
        return
    for number, row in enumerate(values, 1):
        if len(row) != columns:
            yield Violation(f"{where}[{number}]", f"has {len(row)} columns, not {_bound(item.columns, columns)}")
            return
    if isinstance(values, np.ndarray):
        yield from _int_matrix(item, values, scope, where)
        return
    for number, row in enumerate(values, 1):
        if item.separator == "":
            alphabet = item.type.alphabet if isinstance(item.type, WordType | TextType) else _figures(item, scope)
            yield from _alphabet(alphabet, row, f"{where}[{number}]")
        else:
            yield from _column(item.type, row, scope, {}, f"{where}[{number}]")


def _figures(item: Matrix, scope: Mapping[str, Any]) -> str:
    """The digits that a grid of joined integers may hold."""
    if not isinstance(item.type, IntType):
        return ""
    return "0123456789"[max(item.type.lo.value(scope), 0):item.type.hi.value(scope) + 1]


def _int_matrix(item: Matrix, values: np.ndarray, scope: Mapping[str, Any], where: str) -> Iterator[Violation]:
    of = item.type
    if not isinstance(of, IntType):
        yield Violation(where, "holds integers where the format has none")
        return
    lo, hi = of.lo.value(scope), of.hi.value(scope)
    for row, column in np.argwhere((values < lo) | (values > hi)):
        yield _outside(f"{where}[{row + 1}][{column + 1}]", values[row, column], lo, hi, of)


def _records(item: Records, instance: Mapping[str, Any], scope: Mapping[str, Any],
             title: str) -> Iterator[Violation]:
    count = item.count.value(scope)
    columns = {field.name: instance[field.name] for field in item.fields}
    for name, column in columns.items():
        if len(column) != count:
            yield Violation(title + name, f"has {len(column)} rows, not {_bound(item.count, count)}")
            return
    sound, seen = True, dict[str, Any]()
    for field in item.fields:
        column = columns[field.name]
        if isinstance(field, Array):
            flaws = _array_column(field, column, scope, seen, title)
        else:
            flaws = _column(field.type, column, scope, seen, title + field.name)
        for flaw in flaws:
            sound = False
            yield flaw
        seen[field.name] = column
    if sound and (item.structure or item.traits):
        flaw_text = records_flaw(item, columns, scope)
        if flaw_text:
            yield Violation(title + item.fields[0].name, flaw_text)


def _array_column(field: Array, column: Sequence, scope: Mapping[str, Any], seen: Mapping[str, Any],
                  title: str) -> Iterator[Violation]:
    for place, values in enumerate(column):
        row = {name: other[place] for name, other in seen.items()}
        for flaw in _array(field, values, {**scope, **row}, ""):
            yield Violation(f"{title}{field.name}[{place + 1}]" + flaw.where.removeprefix(field.name),
                            flaw.message)


def _tagged(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    where = title + item.name
    count = item.count.value(scope)
    if len(rows) != count:
        yield Violation(where, f"has {len(rows)} rows, not {_bound(item.count, count)}")
        return
    variants = {variant.tag: variant for variant in item.variants}
    if count >= _MANY and _tagged_sound(item, rows, scope):
        return
    for place, row in enumerate(rows, 1):
        variant = variants.get(row[0])
        if variant is None or len(row) != len(variant.fields) + 1:
            yield Violation(f"{where}[{place}]", f"{row!r} is no row of this kind")
            continue
        visible = dict(scope)
        for field, value in zip(variant.fields, row[1:], strict=True):
            visible[field.name] = value
            inner = f"{where}[{place}]."
            if isinstance(field, Array):
                yield from _array(field, value, visible, inner)
            else:
                yield from _value(field.type, value, visible, inner + field.name)


def _tagged_sound(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any]) -> bool:
    """Whether all rows are right, checked as columns; on False the rows are looked at one by one."""
    if {row[0] for row in rows} - {variant.tag for variant in item.variants}:
        return False
    for variant in item.variants:
        mine = [row for row in rows if row[0] == variant.tag]
        if any(len(row) != len(variant.fields) + 1 for row in mine):
            return False
        seen: dict[str, Any] = {}
        for place, field in enumerate(variant.fields, 1):
            column: Any = [row[place] for row in mine]
            if isinstance(field, Array):
                flaws = _array_column(field, column, scope, seen, "")
            else:
                if isinstance(field.type, IntType) and all(-(2**63) <= value < 2**63 for value in column):
                    column = np.array(column, dtype=np.int64)
                flaws = _column(field.type, column, scope, seen, field.name)
            if next(flaws, None) is not None:
                return False
            seen[field.name] = column
    return True


def _cases(item: Cases, cases: Sequence[Instance], scope: dict[str, Any], title: str) -> Iterator[Violation]:
    where = title + item.name
    count = item.count.value(scope)
    if len(cases) != count:
        yield Violation(where, f"has {len(cases)} cases, not {_bound(item.count, count)}")
        return
    sound: set[int] = set()
    for number, case in enumerate(cases, 1):
        # A case may stand many times as the same object; it is looked at once.
        if id(case) not in sound:
            flaws = list(islice(_nodes(item.body, case, {**scope, **case}, f"{where}[{number}]."), _MOST))
            yield from flaws
            if not flaws:
                sound.add(id(case))


# Relations

def _relation(fmt: InputFormat, relation: Relation, instance: Instance) -> Iterator[Violation]:
    text = str(relation)
    try:
        if relation.kind == "sum":
            total, bound = sum_of(fmt, relation, instance), relation.right.value(instance)
            if not OPERATORS[relation.operator](total, bound):
                yield Violation(text, f"the sum of {relation.left} is {total}, the bound {bound}")
            return
        for title, scope in scopes(fmt, instance, relation_path(fmt, relation)):
            yield from _held(fmt, relation, scope, title, text)
    except (KeyError, ArithmeticError, TypeError, ValueError) as error:
        yield Violation(text, f"can't be checked: {error!r}")


def sum_of(fmt: InputFormat, relation: Relation, instance: Instance) -> int:
    """The left side of a "sum" relation, summed over all places where its names live."""
    path, left = relation_path(fmt, relation), relation.left
    if len(path) == 1 and left.text.isidentifier() and _is_plain(places(fmt)[left.text]):
        return sum([case[left.text] for case in instance[path[0]]])
    if all(name in places(fmt) and _is_plain(places(fmt)[name]) for name in left.names):
        return sum([int(left.value(scope)) for _, scope in scopes(fmt, instance, path)])
    total = 0
    for _, scope in scopes(fmt, instance, path):
        for part in parts(fmt, relation.left, scope, summing=True):
            total += exact_sum(part) if isinstance(part, np.ndarray) else int(part)
    return total


def _is_plain(place: Place) -> bool:
    """Whether a variable is one value per scope."""
    return place.rows is None and isinstance(place.item, Scalar)


def _held(fmt: InputFormat, relation: Relation, scope: dict[str, Any], title: str,
          text: str) -> Iterator[Violation]:
    """What breaks a "compare" or "distinct" relation in one scope."""
    if relation.kind == "distinct":
        twice = repeated_value(relation, scope)
        if twice is not None:
            yield Violation(f"{title}{text}", f"{twice!r} stands twice")
        return
    yield from _compare(fmt, relation, scope, title, text)


def _compare(fmt: InputFormat, relation: Relation, scope: dict[str, Any], title: str,
             text: str) -> Iterator[Violation]:
    for row, left, right in sides(fmt, relation, scope):
        wrong = ~np.asarray(OPERATORS[relation.operator](left, right), dtype=bool)
        if wrong.ndim == 0:
            if wrong:
                yield Violation(title + row + text, f"{left} {relation.operator} {right} doesn't hold")
            continue
        for place in np.flatnonzero(wrong).tolist():
            yield Violation(f"{title}{text}", f"at {place + 1}: {_at(left, place)} {relation.operator} "
                                              f"{_at(right, place)} doesn't hold")


def sides(fmt: InputFormat, relation: Relation,
          scope: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Both sides of a "compare" in one scope: once, or for every tagged row that has all of its fields."""
    known = places(fmt)
    names = relation_names(relation)
    tagged = [name for name in names if name in known and known[name].is_tagged]
    if tagged:
        for title, row in _tagged_rows(known[tagged[0]], scope, names):
            visible = {**scope, **row}
            yield title, relation.left.value(visible), relation.right.value(visible)
        return
    columns = _columns(known, relation.left, scope) | _columns(known, relation.right, scope)
    count = len(next(iter(columns.values()), ()))
    yield "", over_rows(relation.left, scope, columns, count), over_rows(relation.right, scope, columns, count)


def parts(fmt: InputFormat, left: Expr, scope: dict[str, Any], summing: bool = False) -> Iterator[Any]:
    """The values of `left` in one scope: one, one array of them, or one per tagged row that has the fields."""
    known = places(fmt)
    tagged = [name for name in left.names if name in known and known[name].is_tagged]
    if tagged:
        for _, row in _tagged_rows(known[tagged[0]], scope, left.names):
            yield left.value({**scope, **row})
        return
    columns = _columns(known, left, scope, summing)
    if len(columns) == 1 and left.text == f"len({next(iter(columns))})":
        yield sum(map(len, next(iter(columns.values()))))
        return
    yield over_rows(left, scope, columns, len(next(iter(columns.values()), ())))


def _tagged_rows(place: Place, scope: Mapping[str, Any],
                 names: frozenset[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows that have every field among `names`, with their titles."""
    assert isinstance(place.rows, Tagged)
    fields = {variant.tag: [field.name for field in variant.fields] for variant in place.rows.variants}
    inner = set().union(*fields.values())
    wanted = {tag for tag, own in fields.items() if names & inner <= set(own)}
    for number, row in enumerate(scope[place.rows.name], 1):
        if row[0] in wanted:
            values = dict(zip(fields[row[0]], row[1:], strict=True))
            yield f"{place.rows.name}[{number}].", values


def _columns(known: Mapping[str, Place], expression: Expr, scope: Mapping[str, Any],
             summing: bool = False) -> dict[str, Any]:
    """The variables of `expression` that are taken element by element."""
    made = {}
    bare = bare_names(expression.text)
    for name in expression.names:
        place = known.get(name)
        if place is None or not (place.is_column or isinstance(place.item, Array | Matrix)):
            continue
        of = getattr(place.item, "type", None)
        words = isinstance(of, WordType | TextType)
        if name in bare or place.is_column or (summing and words):
            value = scope[name]
            made[name] = value.reshape(-1) if isinstance(value, np.ndarray) else value
    return made

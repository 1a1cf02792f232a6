"""One place of an instance under change: a scope (the whole input, or one test case) copied for writing.

Copy on write: opening a spot copies the dicts and case lists down to it and nothing else. Integers and word
lengths change together (`reassigned`), so that what couples them still holds; then `settled` lets everything
that depends on what changed follow, and says whether the result is valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.filling import fill
from slowpath.inputs.filling.draw import fresh_item
from slowpath.inputs.filling.held import is_numbered
from slowpath.inputs.filling.refit import refitted, stretched, taken
from slowpath.inputs.layout import exact_sum, is_local_sum, places, relation_names, relation_path, walk
from slowpath.inputs.mutators.order import below
from slowpath.inputs.parsing.silent import with_counters
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.relate import repair_relations
from slowpath.inputs.relations.relations import parts, relation_holds, sum_of
from slowpath.inputs.sizes.assign import CannotGenerate, assign
from slowpath.inputs.sizes.shares import allowances_of, scope_at, summed_names
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.sizes.size_values import SumBound
from slowpath.inputs.validating.validate import ending_flaws, holds, item_flaws
from slowpath.model.expression import expr
from slowpath.model.format import ROW, Array, Cases, InputFormat, IntType, Node, Records, Relation, Scalar, Tagged
from slowpath.model.nodes import Path, fields_of, items_of, mentioned, mentioned_within, names_of

_ORDERS = frozenset({"sorted", "strictly-sorted", "reverse-sorted", "parents"})
_FEW = 64


@dataclass(frozen=True)
class Part:
    """An item of a scope with the names that it declares and those that its lengths and bounds mention;
    `inner` are those that the cases of a `Cases` mention, its number left out; `counter` is the silent scalar that
    counts its repetitions, if one does."""

    item: Any
    names: frozenset[str]
    needs: frozenset[str]
    inner: frozenset[str]
    counter: Scalar | None = None

    @property
    def is_checked(self) -> bool:
        """Whether fitting it again doesn't suffice to make it valid: rows aren't made distinct, and what ends
        their arrays isn't kept out of these."""
        return isinstance(self.item, Records) and (
            bool(self.item.traits & {"distinct", "strictly-sorted"})
            or any(isinstance(field, Scalar) and field.is_silent for field in self.item.fields)
        )

    def is_sound(self, instance: Mapping[str, Any], scope: Mapping[str, Any]) -> bool:
        """Whether what it holds follows the format."""
        return next(item_flaws(self.item, instance, scope), None) is None

    @property
    def is_unordered(self) -> bool:
        """Whether its elements may stand in any order."""
        if isinstance(self.item, Records):
            return not self.item.traits & _ORDERS and not any(ROW in mentioned(field) for field in self.item.fields)
        if isinstance(self.item, Tagged):
            return not is_numbered(self.item)
        return isinstance(self.item, Array) and not self.item.traits & _ORDERS


@dataclass(frozen=True)
class Anatomy:
    """The parts of a format by scope, and the "compare" and "distinct" relations by the scope in which they hold."""

    parts: dict[Path, tuple[Part, ...]]
    relations: dict[Path, tuple[Relation, ...]]


@per_format
def anatomy(fmt: InputFormat) -> Anatomy:
    """The anatomy of `fmt`, made once."""
    scopes: dict[Path, tuple[Part, ...]] = {}
    _collect(fmt.nodes, (), scopes)
    relations: dict[Path, tuple[Relation, ...]] = dict.fromkeys(scopes, ())
    for relation in fmt.relations:
        if relation.kind != "sum" or is_local_sum(fmt, relation):
            relations[relation_path(fmt, relation)] += (relation,)
    return Anatomy(scopes, relations)


def _collect(nodes: tuple[Node, ...], path: Path, scopes: dict[Path, tuple[Part, ...]]) -> None:
    items = list(items_of(nodes))
    counters = {id(item): counter for item, counter in with_counters(items)}
    scopes[path] = tuple(
        Part(
            item,
            declared(item),
            mentioned(item),
            mentioned_within(item) if isinstance(item, Cases) else frozenset(),
            counters.get(id(item)),
        )
        for item in items
    )
    for part in scopes[path]:
        if isinstance(part.item, Cases):
            _collect(part.item.body, (*path, part.item.name), scopes)


def declared(item: Any) -> frozenset[str]:
    """The variables that an item has values for in its scope."""
    return frozenset(names_of(item))


class ScopeEdit:
    """A scope of a copied instance. `root` is the whole copy, `instance` this scope's own values, `scope`
    also those around it; `numbers` are the 0-based cases it stands in; `changed` collects the names that were
    given other values, `whole` those of them whose traits and structure are known to hold still, `repaired` those
    that a relation changed. What was fitted again is valid by that; only what a relation changed afterwards is
    checked."""

    def __init__(
        self,
        fmt: InputFormat,
        instance: Instance,
        path: Path,
        rng: np.random.Generator,
        numbers: tuple[int, ...] | None = None,
    ) -> None:
        """Opens the scope at `path`, in random cases or those with the 0-based `numbers`. Raises
        `CannotGenerate` where there is no case."""
        self.fmt, self.path, self.rng = fmt, path, rng
        self.before = instance
        self.root: Instance = dict(instance)
        self.instance = self.root
        self.scope: dict[str, Any] = dict(instance)
        self.changed: set[str] = set()
        self.whole: set[str] = set()
        self.new_places: dict[str, range | None] = {}
        self.repaired: set[str] = set()
        self.numbers: tuple[int, ...] = ()
        for depth, name in enumerate(path):
            cases = list(self.instance[name])
            if not cases:
                raise CannotGenerate(f"a case of {name}")
            number = numbers[depth] if numbers else below(len(cases), rng)
            self.numbers += (number,)
            case = dict(cases[number])
            cases[number] = case
            self.instance[name] = cases
            self.instance = case
            self.scope.update(case)

    def put(self, values: Mapping[str, Any], is_whole: bool = False, fresh: range | None = None) -> None:
        """Gives variables of this scope other values; `is_whole` and `fresh` as in `mutators.change.Change`."""
        self.instance.update(values)
        self.scope.update(values)
        self.changed.update(values)
        self.whole = self.whole | values.keys() if is_whole else self.whole - values.keys()
        for name in values:
            self.new_places[name] = fresh

    def fresh(self, item: Any, scope: Mapping[str, Any]) -> dict[str, Any]:
        """New random values for an item of this scope."""
        return fresh_item(self.fmt, self.path, item, scope, self.rng)

    def reassigned(self, wishes: Mapping[str, int]) -> None:
        """Changes integers and word lengths of this scope towards `wishes`, others only as they must."""
        current = {
            name: len(value) if isinstance(value, str) else value
            for name, value in self.scope.items()
            if isinstance(value, int | str)
        }
        known = {**current, **self._allowances()}

        def wish(variable: Any, lo: int, hi: int) -> int:
            return wishes.get(variable.name, current.get(variable.name, lo))

        for name, value in assign(scope_at(self.fmt, self.path), known, wish).items():
            if value == current.get(name):
                continue
            old = self.instance[name]
            self.put({name: self._resized_word(name, old, value) if isinstance(old, str) else value})

    def _resized_word(self, name: str, word: str, length: int) -> str:
        if len(word) >= length:
            return word[:length]
        if word and self.rng.random() < 0.5:
            return (word * (length // len(word) + 1))[:length]
        alphabet = places(self.fmt)[name].item.type.alphabet  # type: ignore[union-attr]
        return word + fill.random_word(length - len(word), alphabet, self.rng)

    def _allowances(self) -> dict[str, int]:
        """What this scope may use of each sum bound: what it uses now, and what is left."""
        marks = allowances_of(self.fmt, self.path)
        return {
            mark: bound.bound - sum_of(self.fmt, bound.relation, self.before) + self._own(bound)
            if self.path
            else bound.bound
            for mark, bound in marks.items()
        }

    def _own(self, bound: SumBound) -> int:
        """This scope's part of a sum."""
        rest = bound.path[len(self.path) :]
        return sum(
            _total(part)
            for _, scope in walk(self.scope, rest)
            for part in parts(self.fmt, bound.relation.left, scope, summing=True)
        )

    @property
    def related(self) -> set[str]:
        """The variables of this scope and those around it that relations within its cases mention."""
        return {
            name
            for path, relations in anatomy(self.fmt).relations.items()
            if len(path) > len(self.path)
            for relation in relations
            for name in relation_names(relation)
            if name in self.scope
        }

    def settled(self) -> bool:
        """Lets all that depends on what changed follow; whether the whole is valid then."""
        try:
            return self._follow() and self._sums_hold() and self._is_sound() and self._is_no_ending()
        except CannotGenerate:
            return False

    def _follow(self) -> bool:
        known = anatomy(self.fmt)
        for part in known.parts[self.path]:
            if part.names & self.changed or part.needs & self.changed:
                self._refit(part)
        for relation in known.relations[self.path]:
            if relation_names(relation) & self._touched():
                repair_relations(self.fmt, relation, self.instance, self.scope, self.rng, self.changed)
                self.scope.update(self.instance)
                self.repaired |= relation_names(relation)
        return self._relations_hold()

    def _relations_hold(self) -> bool:
        """Whether the relations of this scope hold among what changed or was repaired."""
        touched = self._touched() | self.repaired
        return all(
            relation_holds(self.fmt, relation, self.scope)
            for relation in anatomy(self.fmt).relations[self.path]
            if relation_names(relation) & touched
        )

    def _refit(self, part: Part) -> None:
        if not part.needs & self.changed and self._is_kept(part):
            return
        if isinstance(part.item, Tagged) and not part.needs & self.changed:
            self.put({part.item.name: self._refitted_rows(part.item)})
            return
        if not isinstance(part.item, Cases) or part.inner & self.changed:
            self.put(refitted(part.item, self.instance, self.scope, self.rng, self.fresh))
            return
        cases, count = self.instance[part.item.name], int(part.item.count.value(self.scope))
        if len(cases) != count:
            if not cases:
                raise CannotGenerate(f"{count} cases out of none")
            self.put({part.item.name: taken(cases, stretched(len(cases), count, self.rng))})

    def _is_kept(self, part: Part) -> bool:
        """Whether what changed of a part needs no fitting: its elements were only rearranged, in no order that
        matters, or a few of its distinct values gave way to unused ones."""
        if part.names & self.changed <= self.whole:
            return part.is_unordered
        if not (isinstance(part.item, Array) and part.item.traits == {"distinct"}):
            return False
        return _still_distinct(self._old(part.item.name), self.instance[part.item.name], part.item, self.scope)

    def _old(self, name: str) -> Any:
        """This scope's value of a variable before anything changed."""
        scope = self.before
        for case, number in zip(self.path, self.numbers, strict=True):
            scope = scope[case][number]
        return scope[name]

    def _refitted_rows(self, item: Tagged) -> list[tuple]:
        """The queries, only the new ones fitted again where it is known which these are."""
        rows, fresh = self.instance[item.name], self.new_places.get(item.name)
        if fresh is None or is_numbered(item):
            return refitted(item, self.instance, self.scope, self.rng, self.fresh)[item.name]
        few = replace(item, count=expr(len(fresh)))
        fitted = refitted(few, {item.name: rows[fresh.start : fresh.stop]}, self.scope, self.rng, self.fresh)
        return [*rows[: fresh.start], *fitted[item.name], *rows[fresh.stop :]]

    def _touched(self) -> set[str]:
        """Changed names, with the fields of changed queries."""
        fields = {
            field.name
            for part in anatomy(self.fmt).parts[self.path]
            if isinstance(part.item, Tagged) and part.item.name in self.changed
            for field in fields_of(part.item)
        }
        return self.changed | fields

    def _sums_hold(self) -> bool:
        touched = self._touched()
        cases = any(
            isinstance(part.item, Cases) and part.names & self.changed for part in anatomy(self.fmt).parts[self.path]
        )
        for bound in size_model(self.fmt).sums:
            if not (cases or bound.relation.left.names & touched):
                continue
            excess = sum_of(self.fmt, bound.relation, self.root) - bound.bound
            if excess > 0 and not self._shrunk(bound, excess):
                return False
        return True

    def _shrunk(self, bound: SumBound, excess: int) -> bool:
        """Takes `excess` away from an array or column of this scope whose elements the sum adds up."""
        for name in summed_names(bound) & self.instance.keys():
            place = places(self.fmt)[name]
            of = getattr(place.item, "type", None)
            if not isinstance(of, IntType):
                continue
            lo = int(of.lo.value(self.scope))
            values = self.instance[name]
            self.put({name: fill.shrunk(values, lo, exact_sum(values) - excess)})
            rows = place.rows if place.rows is not None else place.item
            self.put(refitted(rows, self.instance, self.scope, self.rng, self.fresh))
            return sum_of(self.fmt, bound.relation, self.root) <= bound.bound and self._relations_hold()
        return False

    def _is_sound(self) -> bool:
        known = anatomy(self.fmt)
        refitted_cases = any(part.inner & self.changed for part in known.parts[self.path])
        deeper = any(
            len(path) > len(self.path)
            and any(refitted_cases or relation_names(relation) & self.changed for relation in relations)
            for path, relations in known.relations.items()
        )
        if deeper:
            return holds(self.fmt, self.root)
        return all(self._is_part_sound(part) for part in known.parts[self.path])

    def _is_no_ending(self) -> bool:
        """Whether the cases around this scope don't begin like the sentinel that ends them."""
        scope = self.root
        for depth, (name, number) in enumerate(zip(self.path, self.numbers, strict=True)):
            part = next(part for part in anatomy(self.fmt).parts[self.path[:depth]] if name in part.names)
            case = {**scope, name: [scope[name][number]]}
            if next(ending_flaws(part.counter, part.item, case, ""), None) is not None:
                return False
            scope = scope[name][number]
        return True

    def _is_part_sound(self, part: Part) -> bool:
        if (
            part.counter is not None
            and part.names & (self.changed | self.repaired)
            and next(ending_flaws(part.counter, part.item, self.instance, ""), None) is not None
        ):
            return False
        doubtful = (part.is_checked and part.names & self.changed) or part.names & self.repaired
        return not doubtful or part.is_sound(self.instance, self.scope)


def _still_distinct(old: Any, new: Any, item: Array, scope: Mapping[str, Any]) -> bool:
    """Whether the few elements that changed in an array of distinct integers are in bounds and new to it."""
    if not (
        isinstance(old, np.ndarray)
        and isinstance(new, np.ndarray)
        and old.size == new.size
        and isinstance(item.type, IntType)
    ):
        return False
    places = np.flatnonzero(old != new)
    fresh = new[places]
    if not 0 < places.size <= _FEW or np.unique(fresh).size < places.size:
        return False
    if fresh.min() < item.type.lo.value(scope) or fresh.max() > item.type.hi.value(scope):
        return False
    # With the places of the old values left out, none of the others may equal a fresh one.
    return int(np.isin(new, fresh).sum()) == places.size


def _total(part: Any) -> int:
    return exact_sum(part) if isinstance(part, np.ndarray) else int(part)

"""Inputs that are valid by construction: sizes are assigned, fillers propose, repairs make everything hold.

For each scope (the whole input, then every test case) all integer scalars and word lengths are assigned
together (`assign`), under the constraints between them and the scope's share of every sum bound. Then the
nodes are filled in order and made to have their traits; at last relations over rows and elements are repaired.
An input that still breaks a rule is dropped and drawn again, a bounded number of times, after which the error
names the rule. Wishes of the plan give way only where an attempt with them failed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slowpath.inputs.filling.avoid import clear_of_ending
from slowpath.inputs.filling.filler import Filler, sized
from slowpath.inputs.filling.plan import CasePlan, Plan
from slowpath.inputs.filling.rows import filled_records, filled_tagged
from slowpath.inputs.layout import is_local_sum, normalised, relation_path
from slowpath.inputs.parsing.sentinels import taken_for_ending
from slowpath.inputs.parsing.silent import Ending, ending_of
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.relate import repair_relations
from slowpath.inputs.sizes.assign import CannotGenerate, assign, random_int, random_size
from slowpath.inputs.sizes.shares import Path, Share, prepared, summed_names
from slowpath.inputs.sizes.size_values import SizeVariable
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import Array, Cases, InputFormat, Matrix, Node, Records, Scalar, Tagged
from slowpath.model.nodes import items_of

_ATTEMPTS = 40
_PATIENT_ATTEMPTS = 8
_MOST_DRAWN = 1000
_ROUNDS = 8
MOST_CASES = 2_000_000
"""Test cases in one input, which all stand in memory; no judge sends as many."""
_DRAWS = 30


def draw_plain(fmt: InputFormat, plan: Plan, rng: np.random.Generator) -> Instance:
    """As `generate`, for a format without checks."""
    failure = CannotGenerate("the format")
    fmt = normalised(fmt)
    for attempt in range(_ATTEMPTS):
        if attempt == _PATIENT_ATTEMPTS:  # The wishes may be what can't be met.
            plan = replace(plan, sizes={}, scalars={})
        try:
            instance = _Generation(fmt, plan, rng).run()
        except CannotGenerate as error:
            failure = error
            continue
        wrong = violations(fmt, instance, 1)
        if not wrong:
            return instance
        failure = CannotGenerate(str(wrong[0]))
    raise failure


def fresh_item(
    fmt: InputFormat, path: Path, item: Any, scope: Mapping[str, Any], rng: np.random.Generator
) -> dict[str, Any]:
    """New random values for one array, matrix, records or tagged node of a scope whose sizes are known."""
    allowances = {share.mark: share.bound.bound for share in prepared(fmt).shares}
    return _Generation(fmt, Plan(), rng).item(item, Filler(Plan(), rng, dict(scope), {}, _caps(fmt, path, allowances)))


@dataclass(frozen=True)
class _Mood:
    """How sizes inside a case are wished for: "planned", "least" or "most"."""

    word: str = "planned"


class _Generation:
    def __init__(self, fmt: InputFormat, plan: Plan, rng: np.random.Generator) -> None:
        self.fmt = fmt
        self.plan = plan
        self.rng = rng
        self.prepared = prepared(fmt)
        self.alike: dict[tuple, dict[str, int]] = {}
        self.relations: dict[Path, list] = {}
        for relation in fmt.relations:
            if relation.kind != "sum" or is_local_sum(fmt, relation):
                self.relations.setdefault(relation_path(fmt, relation), []).append(relation)

    def run(self) -> Instance:
        allowances = {share.mark: share.bound.bound for share in self.prepared.shares}
        return self._scope(self.fmt.nodes, (), {}, allowances, _Mood())

    def _scope(
        self, nodes: tuple[Node, ...], path: Path, outer: Mapping[str, Any], allowances: Mapping[str, int], mood: _Mood
    ) -> Instance:
        """One instance of `nodes`. `outer` are the values around it, `allowances` its part of the sums."""
        known = {
            **allowances,
            **{
                name: value if isinstance(value, int) else len(value)
                for name, value in outer.items()
                if isinstance(value, int | str)
            },
        }
        sizes = self._assigned(path, known, mood)
        instance: Instance = {}
        filler = Filler(self.plan, self.rng, dict(outer), sizes, _caps(self.fmt, path, allowances))
        counter: Scalar | None = None
        for item in items_of(nodes):
            ending = ending_of(counter, item)
            if isinstance(item, Cases):
                made = {item.name: self._cases(item, ending, path, filler.scope, allowances)}
            else:
                made = self.item(item, filler, ending)
            if ending is not None and isinstance(item, Array | Records | Tagged):
                made = clear_of_ending(ending, item, made, filler.scope, self.rng)
            instance.update(made)
            filler.scope.update(made)
            counter = item if isinstance(item, Scalar) and item.is_silent else None
        # One repair may undo another, as those of a chain do (`a < b`, `b < c`).
        own = self.relations.get(path, ())
        for _ in range(_ROUNDS if own else 0):
            changed = [repair_relations(self.fmt, relation, instance, filler.scope, self.rng) for relation in own]
            if not any(changed) or len(own) == 1:
                break
        return instance

    def item(
        self, item: Scalar | Array | Matrix | Records | Tagged, filler: Filler, ending: Ending | None = None
    ) -> dict[str, Any]:
        """The values of one item; rows keep clear of `ending`."""
        match item:
            case Scalar():
                return {item.name: filler.scalar(item)}
            case Array():
                return {item.name: filler.array(item, filler.scope)}
            case Matrix():
                return {item.name: filler.matrix(item)}
            case Records():
                return filled_records(filler, item, ending)
            case Tagged():
                return {item.name: filled_tagged(filler, item)}
        raise AssertionError(item)

    def _assigned(self, path: Path, known: dict[str, int], mood: _Mood) -> dict[str, int]:
        """The scope's integers. Cases that leave nothing to chance are alike, and assigned once."""
        scope = self.prepared.scopes[path]
        chance = any(self._is_random(step.variable, mood) for step in scope.steps)
        key = (path, mood.word, *known.items())
        if chance or key not in self.alike:
            self.alike[key] = assign(scope, known, lambda *range_: self._wish(mood, *range_))
        return self.alike[key]

    def _is_random(self, variable: SizeVariable, mood: _Mood) -> bool:
        if variable.is_size and ((variable.path and mood.word != "planned") or variable.name in self.plan.sizes):
            return False
        return self.plan.scalars.get(variable.name, "random") == "random"

    def _wish(self, mood: _Mood, variable: SizeVariable, lo: int, hi: int) -> int:
        name = variable.name
        if name in self.prepared.case_counts and not variable.is_word:
            return self._case_count(name, lo, hi)
        if variable.is_size and variable.path and mood.word != "planned":
            return lo if mood.word == "least" else hi
        if variable.is_size and name in self.plan.sizes:
            return self.plan.sizes[name]
        return self._scalar_wish(name, lo, hi, variable.is_size)

    def _scalar_wish(self, name: str, lo: int, hi: int, size: bool) -> int:
        wish = self.plan.scalars.get(name, "random")
        if wish == "max":
            return hi
        if wish == "min":
            return lo
        if isinstance(wish, int):
            return wish
        return random_size(lo, hi, self.rng) if size else random_int(lo, hi, self.rng)

    def _case_count(self, name: str, lo: int, hi: int) -> int:
        if name in self.plan.sizes:
            return self.plan.sizes[name]
        match self.plan.cases:
            case "one":
                return max(lo, 1)
            case "tiny" | "tail":
                return hi
        return self._scalar_wish(name, lo, hi, True)

    def _cases(
        self, node: Cases, ending: Ending | None, path: Path, scope: Mapping[str, Any], allowances: Mapping[str, int]
    ) -> list[Instance]:
        count = sized(node.count, scope, f"the number of {node.name}")
        if count > MOST_CASES:
            raise CannotGenerate(f"{node.name}: at most {MOST_CASES} test cases in one input")
        inner = (*path, node.name)
        here = [share for share in self.prepared.shares if share.bound.path[: len(inner)] == inner]
        parts = {share.mark: self._split(share, len(inner), count, allowances[share.mark], scope) for share in here}
        outside = {mark: amount for mark, amount in allowances.items() if mark not in parts}
        moods = _moods(self.plan.cases, count)
        free = _Generation(self.fmt, Plan(), self.rng) if ending is not None else self

        def made(number: int) -> Instance:
            allowed = {**outside, **{mark: part[number] for mark, part in parts.items()}}
            for draw in range(_DRAWS):
                # A case whose wished sizes make it look like the sentinel gets random ones.
                maker, mood = (self, moods[number]) if draw < _DRAWS // 3 else (free, _Mood())
                case = maker._scope(node.body, inner, scope, allowed, mood)
                if ending is None or not taken_for_ending(ending, node, {node.name: [case]}):
                    return case
            raise CannotGenerate(f"{node.name} don't begin with the tokens that end them")

        if count <= _MOST_DRAWN or self.plan.cases == "random":
            return [made(number) for number in range(count)]
        # Very many cases of one size, but for the first and the last: the same ones stand again and again, which saves
        # seconds.
        drawn = [made(number) for number in range(_MOST_DRAWN)]
        more = [drawn[place] for place in self.rng.integers(1, _MOST_DRAWN, count - _MOST_DRAWN - 1).tolist()]
        return [*drawn, *more, made(count - 1)]

    def _split(self, share: Share, depth: int, count: int, amount: int, scope: Mapping[str, Any]) -> list[int]:
        """The allowance of each of `count` cases, together at most `amount`, each at least what it needs."""
        if not count:
            return []
        sizes = {name: len(value) if isinstance(value, str) else value for name, value in scope.items()}
        least = int(share.least[depth].value(sizes))
        spare = amount - least * count
        if spare < 0:
            raise CannotGenerate(share.bound.text)
        match self.plan.cases:
            case "one":
                return [least + spare] + [least] * (count - 1)
            case "tail":
                return [least] * (count - 1) + [least + spare]
            case "random":
                weights = self.rng.exponential(size=count)
                return [least + int(spare * part) for part in weights / (weights.sum() * (1 + 1e-9))]
        return [amount // count] * count


def _moods(cases: CasePlan, count: int) -> list[_Mood]:
    match cases:
        case "one":
            return [_Mood()] + [_Mood("least")] * (count - 1) if count else []
        case "tiny":
            return [_Mood("least")] * count
        case "tail":
            return [_Mood("least")] * (count - 1) + [_Mood("most")] if count else []
    return [_Mood()] * count


def _caps(fmt: InputFormat, path: Path, allowances: Mapping[str, int]) -> dict[str, int]:
    """The most that the elements of arrays, columns and words of a scope may sum up to, by name."""
    return {
        name: allowances[share.mark]
        for share in prepared(fmt).shares
        if share.bound.path == path
        for name in summed_names(share.bound)
    }

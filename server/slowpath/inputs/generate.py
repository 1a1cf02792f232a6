"""Inputs that are valid by construction: sizes are assigned, fillers propose, repairs make everything hold.

For each scope (the whole input, then every test case) all integer scalars and word lengths are assigned
together (`assign`), under the constraints between them and the scope's share of every sum bound. Then the
nodes are filled in order and made to have their traits; at last relations over rows and elements are repaired.
An input that still breaks a rule is dropped and drawn again, a bounded number of times, after which the error
names the rule. Wishes of the plan give way only where an attempt with them failed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slowpath.inputs import fill
from slowpath.inputs.assign import CannotGenerate, Scope, assign, random_int, random_size, scope_of
from slowpath.inputs.compiled import per_format
from slowpath.inputs.edges import random_edges, repaired, rules_of
from slowpath.inputs.layout import items_of, normalised, over_rows, relation_path
from slowpath.inputs.plan import CasePlan, Plan
from slowpath.inputs.printing import Instance
from slowpath.inputs.relate import repair_relations
from slowpath.inputs.size_model import SizeConstraint, SizeVariable, SumBound, size_model, substituted
from slowpath.inputs.traits import first_vertex, interval_fields, vertex_count
from slowpath.inputs.validate import violations
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    Array,
    Cases,
    FloatType,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)

__all__ = ["CannotGenerate", "generate"]

_ATTEMPTS = 40
_PATIENT_ATTEMPTS = 8
_MOST_DRAWN = 3000
_ROUNDS = 3
_Path = tuple[str, ...]


def generate(fmt: InputFormat, plan: Plan, rng: np.random.Generator) -> Instance:
    """A valid instance that follows `plan` as far as the format allows.

    Raises `CannotGenerate`, which names the rule that couldn't be met, after a bounded number of attempts.
    """
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


def fresh_item(fmt: InputFormat, path: _Path, item: Any, scope: Mapping[str, Any],
               rng: np.random.Generator) -> dict[str, Any]:
    """New random values for one array, matrix, records or tagged node of a scope whose sizes are known."""
    allowances = {share.mark: share.bound.bound for share in _prepared(fmt).shares}
    return _Filler(_Generation(fmt, Plan(), rng), path, dict(scope), {}, allowances).item(item)


def scope_at(fmt: InputFormat, path: _Path) -> Scope:
    """The integers of the scope at `path`, ready to be assigned."""
    return _prepared(fmt).scopes[path]


def allowances_of(fmt: InputFormat, path: _Path) -> dict[str, SumBound]:
    """The sum bounds that the scope at `path` has a part in, by the name of its allowance in `assign`."""
    return {share.mark: share.bound for share in _prepared(fmt).shares if share.bound.path[:len(path)] == path}


# What is prepared once per format

@dataclass(frozen=True)
class _Share:
    """A sum bound as the scopes down its path see it: `cost[d]` is the least that a scope at depth `d` needs,
    over variables of that scope and the ones around it; `mark` names its allowance there."""

    bound: SumBound
    cost: tuple[Expr, ...]
    mark: str


@dataclass(frozen=True)
class _Prepared:
    scopes: dict[_Path, Scope]
    shares: tuple[_Share, ...]
    case_counts: frozenset[str]


@per_format
def _prepared(fmt: InputFormat) -> _Prepared:
    model = size_model(fmt)
    shares = tuple(_share(fmt, bound, number) for number, bound in enumerate(model.sums))
    scopes = {}
    for path in [(), *_paths(fmt.nodes, ())]:
        variables = [variable for variable in model.variables.values()
                     if variable.path == path and not variable.in_rows]
        allowances = [SizeConstraint(share.cost[len(path)], "<=", Expr(share.mark), share.bound.text)
                      for share in shares if share.bound.path[:len(path)] == path]
        own = [constraint for constraint in model.constraints
               if max((model.variables[name].path for name in constraint.names), key=len) == path]
        scopes[path] = scope_of(variables, [*own, *allowances])
    counts = frozenset().union(*(count.names for count in model.counts.values()), frozenset())
    return _Prepared(scopes, shares, counts)


def _paths(nodes: tuple[Node, ...], path: _Path) -> list[_Path]:
    return [inner for node in nodes if isinstance(node, Cases)
            for inner in [(*path, node.name), *_paths(node.body, (*path, node.name))]]


def _share(fmt: InputFormat, bound: SumBound, number: int) -> _Share:
    model = size_model(fmt)
    costs = []
    for depth in range(len(bound.path) + 1):
        counts = [f"({model.counts[name]})" for name in bound.path[depth:]]
        cost = expr("*".join([*counts, f"({bound.least})"]))
        inner = {name: f"({variable.lo})" for name, variable in model.variables.items()
                 if len(variable.path) > depth}
        while cost.names & inner.keys():
            cost = substituted(cost, inner)
        costs.append(cost)
    return _Share(bound, tuple(costs), f"_allowance{number}")


# One attempt

@dataclass(frozen=True)
class _Mood:
    """How sizes inside a case are wished for: "planned", "least" or "most"."""

    word: str = "planned"


class _Generation:
    def __init__(self, fmt: InputFormat, plan: Plan, rng: np.random.Generator) -> None:
        self.fmt = fmt
        self.plan = plan
        self.rng = rng
        self.prepared = _prepared(fmt)
        self.alike: dict[tuple, dict[str, int]] = {}
        self.relations: dict[_Path, list] = {}
        for relation in fmt.relations:
            if relation.kind != "sum":
                self.relations.setdefault(relation_path(fmt, relation), []).append(relation)

    def run(self) -> Instance:
        allowances = {share.mark: share.bound.bound for share in self.prepared.shares}
        return self._scope(self.fmt.nodes, (), {}, allowances, _Mood())

    def _scope(self, nodes: tuple[Node, ...], path: _Path, outer: Mapping[str, Any],
               allowances: Mapping[str, int], mood: _Mood) -> Instance:
        """One instance of `nodes`. `outer` are the values around it, `allowances` its part of the sums."""
        known = {**allowances, **{name: value if isinstance(value, int) else len(value)
                                  for name, value in outer.items() if isinstance(value, int | str)}}
        sizes = self._assigned(path, known, mood)
        instance: Instance = {}
        filler = _Filler(self, path, dict(outer), sizes, allowances)
        for node in nodes:
            for item in items_of(node):
                if isinstance(item, Cases):
                    made = {item.name: self._cases(item, path, filler.scope, allowances)}
                else:
                    made = filler.item(item)
                instance.update(made)
                filler.scope.update(made)
        own = self.relations.get(path, ())
        # One repair may undo another only where there are both kinds: what is different and what is compared.
        for relation in list(own) * (_ROUNDS if len({relation.kind for relation in own}) > 1 else 1):
            repair_relations(self.fmt, relation, instance, filler.scope, self.rng)
        return instance

    def _assigned(self, path: _Path, known: dict[str, int], mood: _Mood) -> dict[str, int]:
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

    def _cases(self, node: Cases, path: _Path, scope: Mapping[str, Any],
               allowances: Mapping[str, int]) -> list[Instance]:
        count = int(node.count.value(scope))
        inner = (*path, node.name)
        here = [share for share in self.prepared.shares if share.bound.path[:len(inner)] == inner]
        parts = {share.mark: self._split(share, len(inner), count, allowances[share.mark], scope)
                 for share in here}
        outside = {mark: amount for mark, amount in allowances.items() if mark not in parts}
        moods = _moods(self.plan.cases, count)

        def made(number: int) -> Instance:
            allowed = {**outside, **{mark: part[number] for mark, part in parts.items()}}
            return self._scope(node.body, inner, scope, allowed, moods[number])

        if count <= _MOST_DRAWN or self.plan.cases not in ("tiny", "tail", "even"):
            return [made(number) for number in range(count)]
        # Very many cases of one size: the same thousands stand again and again, which saves seconds.
        drawn = [made(number) for number in range(_MOST_DRAWN)]
        more = [drawn[place] for place in self.rng.integers(0, _MOST_DRAWN, count - _MOST_DRAWN - 1).tolist()]
        return [*drawn, *more, made(count - 1)]

    def _split(self, share: _Share, depth: int, count: int, amount: int, scope: Mapping[str, Any]) -> list[int]:
        """The allowance of each of `count` cases, together at most `amount`, each at least what it needs."""
        if not count:
            return []
        sizes = {name: len(value) if isinstance(value, str) else value for name, value in scope.items()}
        least = self._least_cost(share, depth, sizes)
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

    def _least_cost(self, share: _Share, depth: int, sizes: Mapping[str, Any]) -> int:
        """What one case needs at least: its own variables at their least values."""
        model = size_model(self.fmt)
        cost = share.cost[depth]
        low = {name: f"({variable.lo})" for name, variable in model.variables.items()
               if len(variable.path) == depth}
        while cost.names & low.keys():
            cost = substituted(cost, low)
        return int(cost.value(sizes))


def _moods(cases: CasePlan, count: int) -> list[_Mood]:
    match cases:
        case "one":
            return [_Mood()] + [_Mood("least")] * (count - 1) if count else []
        case "tiny":
            return [_Mood("least")] * count
        case "tail":
            return [_Mood("least")] * (count - 1) + [_Mood("most")] if count else []
    return [_Mood()] * count


class _Filler:
    """Fills the items of one scope; `scope` has every value that is visible so far."""

    def __init__(self, generation: _Generation, path: _Path, scope: dict[str, Any], sizes: Mapping[str, int],
                 allowances: Mapping[str, int]) -> None:
        self.plan = generation.plan
        self.rng = generation.rng
        self.scope = scope
        self.sizes = sizes
        self.caps = {name: allowances[share.mark] for share in generation.prepared.shares
                     if share.bound.path == path for name in summed_names(share.bound)}
        self.wish = generation._scalar_wish

    def item(self, item: Scalar | Array | Matrix | Records | Tagged) -> dict[str, Any]:
        """The values of one item."""
        match item:
            case Scalar():
                return {item.name: self._scalar(item)}
            case Array():
                return {item.name: self._array(item, self.scope)}
            case Matrix():
                return {item.name: self._matrix(item)}
            case Records():
                return self._records(item)
            case Tagged():
                return {item.name: self._tagged(item)}
        raise AssertionError(item)

    def _scalar(self, item: Scalar) -> Any:
        of = item.type
        if isinstance(of, IntType):
            return self.sizes[item.name]
        if isinstance(of, FloatType):
            return fill.floats(1, of, self.plan.arrays.get(item.name), self.rng)[0]
        return fill.word(self.sizes[item.name], of.alphabet, self.plan.words.get(item.name), self.rng)

    def _array(self, item: Array, scope: Mapping[str, Any]) -> Any:
        length = int(item.length.value(scope))
        if length < 0:
            raise CannotGenerate(f"the length of {item.name}, {item.length}, at least 0")
        if item.separator == "" and isinstance(item.type, WordType | TextType):
            return list(fill.word(length, item.type.alphabet, self.plan.words.get(item.name), self.rng))
        if "permutation" in item.traits and item.name in self.plan.arrays and length:
            # Ranks need no bounds: a proposal beyond them is as good, and clipping would lose its order.
            lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))  # type: ignore[union-attr]
            return fill.permuted(fill.proposal(length, lo, hi, self.plan.arrays[item.name], self.rng), lo)
        values = self._column(item, length, scope, {})
        if not item.traits or not length:
            return values
        lo, hi = (0, 0)
        if isinstance(item.type, IntType):
            lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))
        return fill.with_traits(item, values, lo, hi, self.rng)

    def _column(self, item: Scalar | Array, count: int, scope: Mapping[str, Any],
                columns: Mapping[str, Any]) -> Any:
        """`count` values of the item's type; bounds may mention earlier `columns`."""
        of, name = item.type, item.name
        if isinstance(of, FloatType):
            return fill.floats(count, of, self.plan.arrays.get(name), self.rng)
        if isinstance(of, WordType | TextType):
            return self._words(of, name, count, scope, columns)
        lo, hi = (over_rows(bound, scope, columns, count) for bound in (of.lo, of.hi))
        if name in self.plan.sizes and name not in self.plan.arrays:
            wanted = self.plan.sizes[name]
            values = fill.ints(count, lo, hi, lambda length, *_: np.full(length, wanted), self.rng, name)
        else:
            values = fill.ints(count, lo, hi, self.plan.arrays.get(name), self.rng, name)
        if name in self.caps:
            values = fill.shrunk(values, int(np.min(lo)), self.caps[name])
        return values

    def _words(self, of: WordType | TextType, name: str, count: int, scope: Mapping[str, Any],
               columns: Mapping[str, Any]) -> list[str]:
        lows, highs = (np.broadcast_to(over_rows(bound, scope, columns, count), count)
                       for bound in (of.length_lo, of.length_hi))
        lows = np.maximum(lows, isinstance(of, WordType))
        if np.any(lows > highs):
            raise CannotGenerate(f"the length of {name} in {of.length_lo}..{of.length_hi}")
        lengths = np.clip(self._lengths(name, lows, highs), lows, highs)
        if name in self.caps and count:
            lengths = fill.shrunk(lengths, int(lows.min()), self.caps[name])
        filler = self.plan.words.get(name)
        if filler is not None:
            return [fill.word(length, of.alphabet, filler, self.rng) for length in lengths.tolist()]
        ends = np.cumsum(lengths).tolist()
        letters = fill.random_word(ends[-1] if ends else 0, of.alphabet, self.rng)
        return [letters[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]

    def _lengths(self, name: str, lows: np.ndarray, highs: np.ndarray) -> np.ndarray:
        if name in self.plan.sizes:
            return np.full(lows.size, self.plan.sizes[name])
        if not lows.size:
            return np.empty(0, dtype=np.int64)
        spread = self.rng.random(lows.size) ** 2
        return (lows + spread * (highs - lows + 1)).astype(np.int64)

    def _matrix(self, item: Matrix) -> Any:
        rows, columns = int(item.rows.value(self.scope)), int(item.columns.value(self.scope))
        of = item.type
        if item.separator == "":
            return self._grid(item, rows, columns)
        if not isinstance(of, IntType):
            row = Array(item.name, expr(columns), of)
            return [self._column(row, columns, self.scope, {}) for _ in range(rows)]
        lo, hi = of.lo.value(self.scope), of.hi.value(self.scope)
        filler = self.plan.matrices.get(item.name)
        if filler is not None:
            proposed = np.asarray(filler(rows, columns, max(lo, fill.INT64_LEAST),
                                         min(hi, fill.INT64_LARGEST), self.rng), dtype=np.int64)
            return np.clip(np.resize(proposed, (rows, columns)), lo, hi)
        values = fill.ints(rows * columns, lo, hi, self.plan.arrays.get(item.name), self.rng, item.name)
        if isinstance(values, list):
            return [values[row * columns:(row + 1) * columns] for row in range(rows)]
        return values.reshape(rows, columns)

    def _grid(self, item: Matrix, rows: int, columns: int) -> list[str]:
        of = item.type
        alphabet = ""
        if isinstance(of, WordType | TextType):
            alphabet = of.alphabet
        elif isinstance(of, IntType):
            alphabet = "0123456789"[max(of.lo.value(self.scope), 0):of.hi.value(self.scope) + 1]
        if item.name in self.plan.matrices:
            places = self.plan.matrices[item.name](rows, columns, 0, len(alphabet) - 1, self.rng)
            places = np.clip(np.resize(np.asarray(places, dtype=np.int64), (rows, columns)), 0, len(alphabet) - 1)
            return [fill.spelled(row, alphabet) for row in places]
        filler = self.plan.words.get(item.name)
        return [fill.word(columns, alphabet, filler, self.rng) for _ in range(rows)]

    def _records(self, item: Records) -> dict[str, Any]:
        count = int(item.count.value(self.scope))
        if count < 0:
            raise CannotGenerate(f"{item.count} rows, at least 0")
        columns: dict[str, Any] = {}
        if item.structure in ("tree", "graph") and len(item.endpoints) == 2:
            columns = self._edges(item, count)
        made: dict[str, Any] = {}
        for field in item.fields:
            made[field.name] = (columns[field.name] if field.name in columns
                                else self._field(field, count, self.scope, made))
        return self._with_row_traits(item, made, count)

    def _field(self, field: Scalar | Array, count: int, scope: Mapping[str, Any],
               columns: Mapping[str, Any]) -> Any:
        if isinstance(field, Scalar):
            return self._column(field, count, scope, columns)
        rows = []
        for place in range(count):
            row = {name: column[place] for name, column in columns.items()}
            rows.append(self._array(field, {**scope, **row}))
        return rows

    def _edges(self, item: Records, count: int) -> dict[str, np.ndarray]:
        rules, vertices = rules_of(item.structure, item.traits), vertex_count(item, self.scope)
        filler = self.plan.edges.get(item.endpoints[0])
        if filler is None or vertices < 1:
            u, v = random_edges(rules, vertices, count, self.rng)
        else:
            ends = [np.asarray(side, dtype=np.int64) for side in filler(vertices, count, self.rng)]
            u, v = ((_extended(side, count, vertices, self.rng) - 1) % vertices for side in ends)
            u, v = repaired(rules, vertices, u, v, self.rng)
        first = first_vertex(item, self.scope)
        return {item.endpoints[0]: u + first, item.endpoints[1]: v + first}

    def _with_row_traits(self, item: Records, columns: dict[str, Any], count: int) -> dict[str, Any]:
        if item.structure == "intervals" and count:
            left, right = interval_fields(item)
            low, high = (np.minimum(columns[left], columns[right]), np.maximum(columns[left], columns[right]))
            columns = {**columns, left: low, right: high}
        orders = item.traits & {"sorted", "strictly-sorted", "reverse-sorted"}
        if orders and count:
            first = item.fields[0]
            values = columns[first.name]
            if "strictly-sorted" in orders and isinstance(first.type, IntType):
                lo, hi = first.type.lo.value(self.scope), first.type.hi.value(self.scope)
                values = fill.made_distinct(values, lo, hi, self.rng, first.name)
            order = sorted(range(count), key=values.__getitem__, reverse="reverse-sorted" in orders)
            columns = {**columns, first.name: values}
            columns = {name: _taken(column, order) for name, column in columns.items()}
        return columns

    def _tagged(self, item: Tagged) -> list[tuple]:
        count = int(item.count.value(self.scope))
        tags = tuple(variant.tag for variant in item.variants)
        filler = self.plan.tags.get(item.name)
        chosen = [tags[place] for place in self.rng.integers(0, len(tags), max(count, 0)).tolist()]
        if filler is not None:
            proposed = [tag if tag in tags else tags[0] for tag in filler(count, tags, self.rng)]
            chosen = (proposed + chosen)[:count]
        rows: dict[str, Any] = {}
        for variant in item.variants:
            many = chosen.count(variant.tag)
            columns: dict[str, Any] = {}
            for field in variant.fields:
                columns[field.name] = self._field(field, many, self.scope, columns)
            listed = [column.tolist() if isinstance(column, np.ndarray) else column
                      for column in columns.values()]
            rows[variant.tag] = iter(zip(*listed, strict=True)) if listed else None
        return [(tag, *(next(rows[tag]) if rows[tag] is not None else ())) for tag in chosen]


def _extended(side: np.ndarray, count: int, vertices: int, rng: np.random.Generator) -> np.ndarray:
    """Exactly `count` endpoints: too many are cut, missing ones drawn."""
    if side.size >= count:
        return side[:count]
    return np.concatenate((side, rng.integers(1, vertices, count - side.size, endpoint=True)))


def _taken(column: Any, order: Sequence[int]) -> Any:
    return column[order] if isinstance(column, np.ndarray) else [column[place] for place in order]


def summed_names(bound: SumBound) -> frozenset[str]:
    """The array, column or words whose elements a sum bound adds up, where it adds nothing else."""
    left = bound.relation.left
    names = left.names
    if len(names) == 1 and (left.text in names or left.text == f"len({next(iter(names))})"):
        return names
    return frozenset()


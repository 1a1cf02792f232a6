"""Coupled sizes by CP-SAT (STAB section 3.1): goals in order, each best while the earlier ones stay so.

One worker, a fixed seed and a limit in deterministic time, so that the same format gives the same boundary
everywhere. Where the limit is reached the best assignment so far is taken, and said to be feasible only; it
satisfies every constraint all the same. ortools is loaded here alone and only when a solver is needed (`cp_model`).
"""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from slowpath.inputs.sizes.size_values import SizeConstraint, SizeVariable
from slowpath.model.expression import Expr

_LARGEST = 2**31 - 1
_LARGEST_PRODUCT = 2**62
EFFORT = 2.0
_LIMIT_S = 10.0

Goal = tuple[str, tuple[str, ...]]
"""("max", names): the largest sum; ("min", names): the least; ("balance", names): the smallest as large as
can be, where a variable that can't grow further doesn't hold the others down; ("product", names): the largest
product."""


_STOPPING_S = 1.0
"""What the library may take to stop."""


@dataclass(frozen=True)
class Solved:
    """An assignment of all variables; `is_optimal` when every goal was proven best."""

    values: dict[str, int]
    is_optimal: bool


@cache
def cp_model() -> Any:
    """ortools' module of that name, without pandas where nobody has loaded it: that would take four fifths of 0.4 s,
    and names types of columns of variables, of which a model here has none."""
    away = ModuleType("pandas")
    away.Series, away.Index = type("Series", (), {}), type("Index", (), {})  # type: ignore[attr-defined]
    stands_in = sys.modules.setdefault("pandas", away) is away
    try:
        from ortools.sat.python import cp_model as loaded
    finally:
        if stands_in:
            del sys.modules["pandas"]
    return loaded


def _solved(solver: Any, model: Any) -> Any:
    """The solver's status. It works in a thread of its own, for which this one waits: so a signal that ends the
    search is heard meanwhile."""
    made: list[Any] = []
    ended = threading.Event()

    def work() -> None:
        try:
            made.append(solver.solve(model))
        finally:
            ended.set()

    threading.Thread(target=work, daemon=True).start()
    try:
        ended.wait()
    except BaseException:
        solver.stop_search()
        ended.wait(_STOPPING_S)  # A process that ends while the library works is aborted.
        raise
    return made[0] if made else None


def solve(
    variables: Sequence[SizeVariable],
    constraints: Sequence[SizeConstraint],
    goals: Sequence[Goal],
    effort: float = EFFORT,
) -> Solved | None:
    """The assignment, None where the solver can't say (none exists, none within `effort` deterministic seconds
    a goal, or numbers beyond it)."""
    try:
        return _Model(variables, constraints, effort).solve(goals)
    except (_Unsupported, OverflowError):
        return None


class _Unsupported(Exception):
    """An expression that isn't translated; the caller has another way."""


class _Model:
    def __init__(self, variables: Sequence[SizeVariable], constraints: Sequence[SizeConstraint], effort: float) -> None:
        self.cp = cp_model()
        self.effort = effort
        self.is_optimal = True
        self.model = self.cp.CpModel()
        self.ranges: dict[int, tuple[int, int]] = {}
        self.of: dict[str, Any] = {}
        self.highs: dict[str, int] = {}
        for variable in variables:
            self._add_variable(variable)
        for constraint in constraints:
            self._add_constraint(constraint)

    def _add_variable(self, variable: SizeVariable) -> None:
        lo, hi = variable.lo.constant, variable.hi.constant
        low = -_LARGEST if lo is None else max(min(lo, _LARGEST), -_LARGEST)
        high = _LARGEST if hi is None else max(min(hi, _LARGEST), -_LARGEST)
        if lo is None:
            low = 0 if variable.is_size else low
        self.of[variable.name] = self._new(low, high, variable.name)
        self.highs[variable.name] = high
        if lo is None:
            self.model.add(self.of[variable.name] >= self._linear(variable.lo))
        if hi is None:
            self.model.add(self.of[variable.name] <= self._linear(variable.hi))

    def _new(self, lo: int, hi: int, name: str) -> Any:
        if max(abs(lo), abs(hi)) > _LARGEST_PRODUCT:
            raise _Unsupported("a value beyond int64")
        made = self.model.new_int_var(lo, hi, name)
        self.ranges[made.index] = (lo, hi)
        return made

    def _add_constraint(self, constraint: SizeConstraint) -> None:
        if constraint.operator == "prime":
            raise _Unsupported(constraint.text)
        if constraint.operator == "among":
            self.model.add_linear_expression_in_domain(
                self._linear(constraint.left), self.cp.Domain.from_values(list(constraint.choices))
            )
            return
        left, right = self._linear(constraint.left), self._linear(constraint.right)
        if any(isinstance(side, int) and abs(side) > _LARGEST_PRODUCT for side in (left, right)):
            raise _Unsupported("a bound beyond int64")
        if isinstance(left, int) and isinstance(right, int):
            left = self._new(left, left, "")
        match constraint.operator:
            case "<=":
                self.model.add(left <= right)
            case "<":
                self.model.add(left < right)
            case ">=":
                self.model.add(left >= right)
            case ">":
                self.model.add(left > right)
            case "==":
                self.model.add(left == right)
            case _:
                self.model.add(left != right)

    def _linear(self, expression: Expr) -> Any:
        return self._value(ast.parse(expression.text, mode="eval").body)[0]

    def _value(self, node: ast.expr) -> tuple[Any, int, int]:
        """A linear expression (or int) with its least and largest value."""
        match node:
            case ast.Constant():
                return node.value, node.value, node.value  # type: ignore[return-value]
            case ast.Name():
                made = self.of.get(node.id)
                if made is None:
                    raise _Unsupported(node.id)
                return made, *self.ranges[made.index]
            case ast.UnaryOp():
                value, lo, hi = self._value(node.operand)
                return -value, -hi, -lo
            case ast.Call():
                return self._call(node)
            case ast.BinOp():
                return self._operation(node)
        raise _Unsupported(ast.dump(node))

    def _call(self, node: ast.Call) -> tuple[Any, int, int]:
        values = [self._value(argument) for argument in node.args]
        name = node.func.id  # type: ignore[attr-defined]
        lows, highs = [lo for _, lo, _ in values], [hi for _, _, hi in values]
        if name == "min":
            made = self._fresh(min(lows), min(highs))
            self.model.add_min_equality(made, [value for value, _, _ in values])
            return made, min(lows), min(highs)
        if name == "max":
            made = self._fresh(max(lows), max(highs))
            self.model.add_max_equality(made, [value for value, _, _ in values])
            return made, max(lows), max(highs)
        raise _Unsupported(name)

    def _operation(self, node: ast.BinOp) -> tuple[Any, int, int]:
        (a, alo, ahi), (b, blo, bhi) = self._value(node.left), self._value(node.right)
        match node.op:
            case ast.Add():
                return a + b, alo + blo, ahi + bhi
            case ast.Sub():
                return a - b, alo - bhi, ahi - blo
            case ast.Mult():
                return self._product(a, alo, ahi, b, blo, bhi)
            case ast.Pow() if isinstance(a, int) and isinstance(b, int) and 0 <= b <= 62:
                return a**b, a**b, a**b
            case ast.Pow() if isinstance(b, int) and b == 2:
                return self._product(a, alo, ahi, a, alo, ahi)
            case ast.FloorDiv() if isinstance(b, int) and b > 0 and alo >= 0:
                made = self._fresh(alo // b, ahi // b)
                self.model.add_division_equality(made, self._variable(a, alo, ahi), b)
                return made, alo // b, ahi // b
            case ast.Mod() if isinstance(b, int) and b > 0 and alo >= 0:
                made = self._fresh(0, b - 1)
                self.model.add_modulo_equality(made, self._variable(a, alo, ahi), b)
                return made, 0, b - 1
        raise _Unsupported(ast.unparse(node))

    def _product(self, a: Any, alo: int, ahi: int, b: Any, blo: int, bhi: int) -> tuple[Any, int, int]:
        ends = [x * y for x in (alo, ahi) for y in (blo, bhi)]
        lo, hi = min(ends), max(ends)
        if isinstance(a, int) or isinstance(b, int):
            return a * b, lo, hi
        if max(abs(lo), abs(hi)) > _LARGEST_PRODUCT:
            raise _Unsupported("a product beyond int64")
        made = self._fresh(lo, hi)
        self.model.add_multiplication_equality(made, [self._variable(a, alo, ahi), self._variable(b, blo, bhi)])
        return made, lo, hi

    def _fresh(self, lo: int, hi: int) -> Any:
        return self._new(lo, hi, "")

    def _variable(self, value: Any, lo: int, hi: int) -> Any:
        made = self._fresh(lo, hi)
        self.model.add(made == value)
        return made

    def solve(self, goals: Sequence[Goal]) -> Solved | None:
        """Solves for one goal after the other; the last goal's assignment."""
        values: dict[str, int] | None = None
        for kind, names in goals:
            target = self._target(kind, names)
            if kind == "min":
                self.model.minimize(target)
            else:
                self.model.maximize(target)
            solver = self._run(values)
            if solver is None:
                break
            values = {name: int(solver.value(made)) for name, made in self.of.items()}
            reached = int(solver.value(target))
            self.model.add(target <= reached if kind == "min" else target >= reached)
        return Solved(values, self.is_optimal) if values is not None else None

    def _target(self, kind: str, names: Sequence[str]) -> Any:
        if kind == "product":
            return self._largest_product(names)
        if kind != "balance":
            return sum(self.of[name] for name in names)
        floor = self._fresh(-_LARGEST, max(self.highs[name] for name in names))
        for name in names:
            capped = self._fresh(-_LARGEST, self.highs[name])
            self.model.add_min_equality(capped, [floor, self.highs[name]])
            self.model.add(self.of[name] >= capped)
        return floor

    def _largest_product(self, names: Sequence[str]) -> Any:
        made, lo, hi = self.of[names[0]], *self.ranges[self.of[names[0]].index]
        for name in names[1:]:
            made, lo, hi = self._product(made, lo, hi, self.of[name], *self.ranges[self.of[name].index])
        return made

    def _run(self, hint: Mapping[str, int] | None) -> Any:
        self.model.clear_hints()
        for name, value in (hint or {}).items():
            self.model.add_hint(self.of[name], value)
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.max_deterministic_time = self.effort
        solver.parameters.max_time_in_seconds = _LIMIT_S
        status = _solved(solver, self.model)
        self.is_optimal = self.is_optimal and status == self.cp.OPTIMAL
        return solver if status in (self.cp.OPTIMAL, self.cp.FEASIBLE) else None

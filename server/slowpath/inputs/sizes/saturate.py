"""The resolved boundaries of a format: sizes as large as its constraints allow together (STAB section 3.1).

Variables are nodes of a dependency graph, with an edge between any two that share a constraint. A variable
without an edge takes its bound (the rule-based path). A group of dependent ones takes its bounds too where
these hold together; where they don't, CP-SAT resolves the group. One maximum isn't enough to find slow
inputs: a product bound is slow at its square or at its edges, a sum bound with one big case or with very
many tiny ones (a `memset` per case). So there are several boundaries, each with its label.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from slowpath.inputs.compiled import per_format
from slowpath.inputs.filling.plan import Boundary, CasePlan, Proof
from slowpath.inputs.layout import normalised
from slowpath.inputs.sizes.assign import CannotGenerate, assign, scope_of
from slowpath.inputs.sizes.cp_sat import Goal, solve
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.sizes.size_values import SizeConstraint, SizeModel, SizeVariable
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat

__all__ = ["Boundary", "boundaries", "dependency_groups"]

_MOST_ALONE = 6


def boundaries(fmt: InputFormat) -> list[Boundary]:
    """Resolved boundaries, the most promising first, no two alike; empty only where no sizes can hold.

    A format without size variables has one boundary, without sizes.
    """
    return list(_boundaries(normalised(fmt)))


@per_format
def _boundaries(fmt: InputFormat) -> list[Boundary]:
    resolver = _Resolver(size_model(fmt))
    made: dict[tuple, Boundary] = {}
    wanted = [(label, resolver.resolve(goals), cases) for label, goals, cases in _wanted(resolver)]
    if wanted and wanted[0][1] is not None:
        wanted += resolver.halved(wanted[0][1])
    for label, resolved, cases in wanted:
        if resolved is None:
            continue
        found = resolver.with_room(resolved) if cases == "tail" else resolved
        sizes = {name: found.values[name] for name in resolver.sizes}
        made.setdefault(
            (cases if cases in ("tail", "random") else "", *sizes.items()), Boundary(label, sizes, cases, found.proof)
        )
    return [*made.values(), *_larger_products(resolver, list(made.values()))]


def _larger_products(resolver: _Resolver, known: list[Boundary]) -> Iterator[Boundary]:
    """Where sizes of one case are multiplied in a constraint: their largest product, if no boundary has it yet."""
    for names in resolver.products:
        least: tuple[Goal, ...] = (("min", tuple(resolver.case_counts)),) if resolver.case_counts else ()
        found = resolver.resolve((*least, ("product", names), ("max", resolver.sizes)))
        if found is not None and math.prod(found.values[name] for name in names) > max(
            math.prod(boundary.sizes[name] for name in names) for boundary in known
        ):
            sizes = {name: found.values[name] for name in resolver.sizes}
            yield Boundary(f"largest {'*'.join(names)}", sizes, proof=found.proof)


_PROOFS: tuple[Proof, ...] = ("rules", "optimal", "feasible", "greedy")


@dataclass(frozen=True)
class _Resolved:
    """Values for variables, and how far they are known to be the best."""

    values: dict[str, int]
    proof: Proof = "rules"

    def joined(self, other: _Resolved) -> _Resolved:
        """Both, known to be the best only as far as the less certain one is."""
        return _Resolved(self.values | other.values, max(self.proof, other.proof, key=_PROOFS.index))


@dataclass(frozen=True)
class _Wanted:
    """Goals in order over all variables, with a label and the case plan that goes with them."""

    label: str
    goals: tuple[Goal, ...]
    cases: CasePlan = "even"

    def __iter__(self) -> Iterator:
        return iter((self.label, self.goals, self.cases))


def _wanted(resolver: _Resolver) -> Iterator[_Wanted]:
    sizes = resolver.sizes
    least: tuple[Goal, ...]
    if not sizes:
        yield _Wanted("as it is", ())
        return
    counts = tuple(name for name in sizes if name in resolver.case_counts)
    inner = tuple(name for name in sizes if resolver.model.variables[name].path)
    others = tuple(name for name in sizes if name not in counts)
    if counts and inner:
        yield _Wanted("one big case", (("min", counts), ("balance", others), ("max", others)))
        yield _Wanted("very many tiny cases", (("max", counts), ("min", inner), ("max", others)), "tiny")
        yield _Wanted("many tiny cases and a big one", (("max", counts), ("min", inner), ("max", others)), "tail")
        yield _Wanted("balanced", (("balance", sizes), ("max", sizes)))
    else:
        yield _Wanted("all sizes largest", (("balance", sizes), ("max", sizes)))
    if len(others) > 1:
        for name in others[:_MOST_ALONE]:
            rest = tuple(other for other in others if other != name)
            least = (("min", counts),) if counts else ()
            yield _Wanted(f"{name} largest", (*least, ("max", (name,)), ("max", rest)))
            yield _Wanted(f"{name} largest, the others smallest", (*least, ("max", (name,)), ("min", rest)))


def dependency_groups(fmt: InputFormat) -> list[tuple[str, ...]]:
    """The groups of variables that share constraints, in the order of the input; singles are independent."""
    return [tuple(variable.name for variable in group.variables) for group in _groups(*_records(size_model(fmt)))]


@dataclass(frozen=True)
class _Group:
    variables: tuple[SizeVariable, ...]
    constraints: tuple[SizeConstraint, ...]


def _records(model: SizeModel) -> tuple[list[SizeVariable], list[SizeConstraint]]:
    """The variables and all constraints over them: test cases are taken to be equal, so that a sum over
    cases is a product with their number."""
    constraints = list(model.constraints)
    for bound in model.sums:
        counts = [f"({model.counts[name]})" for name in bound.path]
        left = expr("*".join([*counts, f"({bound.even})"]))
        constraints.append(SizeConstraint(left, "<=", expr(bound.bound), bound.text))
    known: dict[str, SizeVariable] = {}
    for name, variable in model.variables.items():
        if (variable.lo.names | variable.hi.names) <= known.keys():
            known[name] = variable
    return list(known.values()), [c for c in constraints if c.names and c.names <= known.keys()]


def _groups(variables: Sequence[SizeVariable], constraints: Sequence[SizeConstraint]) -> list[_Group]:
    leader = {variable.name: variable.name for variable in variables}

    def find(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    edges = [constraint.names for constraint in constraints]
    edges += [variable.lo.names | variable.hi.names | {variable.name} for variable in variables]
    for edge in edges:
        first, *rest = sorted(find(name) for name in edge)
        for other in rest:
            leader[find(other)] = find(first)
    made = []
    for root in dict.fromkeys(find(variable.name) for variable in variables):
        members = tuple(variable for variable in variables if find(variable.name) == root)
        names = {variable.name for variable in members}
        made.append(_Group(members, tuple(c for c in constraints if c.names <= names)))
    return made


class _Resolver:
    """Resolves goals group by group."""

    def __init__(self, model: SizeModel) -> None:
        self.model = model
        variables, constraints = _records(model)
        self.groups = _groups(variables, constraints)
        self.sizes = tuple(
            variable.name for variable in variables if variable.is_size and variable.lo.text != variable.hi.text
        )
        self.case_counts = frozenset().union(*(count.names for count in model.counts.values()), frozenset())

    def resolve(self, goals: Sequence[Goal]) -> _Resolved | None:
        """Values for all variables; None where a group has none."""
        resolved = _Resolved({})
        for group in self.groups:
            names = {variable.name for variable in group.variables}
            mine = [(kind, tuple(name for name in wanted if name in names)) for kind, wanted in goals]
            found = _resolve_group(group, [goal for goal in mine if goal[1]])
            if found is None:
                return None
            resolved = resolved.joined(found)
        return resolved

    @property
    def products(self) -> list[tuple[str, ...]]:
        """The sizes of one case that are multiplied with each other in a constraint."""
        found = [
            tuple(name for name in self.sizes if name in names - self.case_counts)
            for group in self.groups
            for constraint in group.constraints
            for side in (constraint.left, constraint.right)
            for names in _multiplied(side)
        ]
        return [names for names in dict.fromkeys(found) if len(names) > 1]

    def with_room(self, found: _Resolved) -> _Resolved:
        """`found` with so few test cases that the tiny ones leave a big one half of what they share at least."""
        counts = {name: found.values[name] for name in self.case_counts if name in found.values}
        doubled = found.values | {name: 2 * count for name, count in counts.items()}
        if all(constraint.holds(doubled) for group in self.groups for constraint in group.constraints):
            return found
        half = found.values | {
            name: max(self.model.variables[name].lo.value(found.values), count // 2) for name, count in counts.items()
        }
        return replace(found, values=half) if all(_sound(group, half) for group in self.groups) else found

    def halved(self, found: _Resolved) -> list[tuple[str, _Resolved | None, CasePlan]]:
        """`found` with each size that another one bounds at half of its range: a pattern of half the text's
        length costs a naive search most, and neither of its extremes much."""
        made: list[tuple[str, _Resolved | None, CasePlan]] = []
        values = found.values
        for name in self.sizes:
            variable = self.model.variables[name]
            if not variable.hi.names & set(self.sizes):
                continue
            half = {**values, name: (variable.lo.value(values) + variable.hi.value(values)) // 2}
            if all(_sound(group, half) for group in self.groups):
                made.append((f"{name} half of its range", _Resolved(half, found.proof), "even"))
        return made


def _multiplied(side: Expr) -> Iterator[frozenset[str]]:
    """The variables of each product in an expression that isn't part of a larger one."""
    waiting: list[ast.AST] = [ast.parse(side.text, mode="eval")]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            yield frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
        else:
            waiting += ast.iter_child_nodes(node)


def _resolve_group(group: _Group, goals: Sequence[Goal]) -> _Resolved | None:
    direct = _rule_based(group, goals)
    if direct is not None:
        return _Resolved(direct)
    sized = {variable.name for variable in group.variables}
    goals = [*goals, ("max", tuple(sorted(sized - {name for _, names in goals for name in names})))]
    found = solve(group.variables, group.constraints, [goal for goal in goals if goal[1]])
    if found is not None and _sound(group, found.values):
        return _Resolved(found.values, "optimal" if found.is_optimal else "feasible")
    return _narrowing(group, goals)


def _rule_based(group: _Group, goals: Sequence[Goal]) -> dict[str, int] | None:
    """Each variable at the bound that its first goal wants, None where these don't hold together."""
    senses = _senses(goals)
    if _conflicting(group, goals):
        return None
    values: dict[str, int] = {}
    for variable in group.variables:
        bound = variable.lo if senses.get(variable.name) == "min" else variable.hi
        values[variable.name] = bound.value(values)
    return values if _sound(group, values) else None


def _conflicting(group: _Group, goals: Sequence[Goal]) -> bool:
    """Whether a variable's bound mentions one that a later goal moves the other way (`t` in `1..len(s)`)."""
    order = {name: place for place, (_, names) in reversed(list(enumerate(goals))) for name in names}
    senses = _senses(goals)
    return any(
        order.get(variable.name, len(goals)) < order.get(other, len(goals))
        and "min" in (senses.get(variable.name), senses.get(other))
        and senses.get(variable.name) != senses.get(other)
        for variable in group.variables
        for other in variable.lo.names | variable.hi.names
    )


def _senses(goals: Sequence[Goal]) -> dict[str, str]:
    senses: dict[str, str] = {}
    for kind, names in goals:
        for name in names:
            senses.setdefault(name, kind)
    return senses


def _sound(group: _Group, values: Mapping[str, int]) -> bool:
    inside = all(
        variable.lo.value(values) <= values[variable.name] <= variable.hi.value(values) for variable in group.variables
    )
    return inside and all(constraint.holds(values) for constraint in group.constraints)


def _narrowing(group: _Group, goals: Sequence[Goal]) -> _Resolved | None:
    """Without the solver (numbers beyond int64): in the input's order, each as far as the rest allows."""
    senses = _senses(goals)
    try:
        return _Resolved(
            assign(
                scope_of(group.variables, group.constraints),
                {},
                lambda variable, lo, hi: lo if senses.get(variable.name) == "min" else hi,
            ),
            "greedy",
        )
    except CannotGenerate:
        return None

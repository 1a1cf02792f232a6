"""What generating needs of a format, prepared once: integers by scope, and how scopes share the sum bounds."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.compiled import per_format
from slowpath.inputs.sizes.assign import Scope, scope_of
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.sizes.size_terms import substituted
from slowpath.inputs.sizes.size_values import SizeConstraint, SumBound
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Cases, InputFormat
from slowpath.model.nodes import Path, all_items


def scope_at(fmt: InputFormat, path: Path) -> Scope:
    """The integers of the scope at `path`, ready to be assigned."""
    return prepared(fmt).scopes[path]


def allowances_of(fmt: InputFormat, path: Path) -> dict[str, SumBound]:
    """The sum bounds that the scope at `path` has a part in, by the name of its allowance in `assign`."""
    return {share.mark: share.bound for share in prepared(fmt).shares if share.bound.path[: len(path)] == path}


@dataclass(frozen=True)
class Share:
    """A sum bound as the scopes down its path see it: `cost[d]` is the least that a scope at depth `d` needs,
    over variables of that scope and the ones around it; `least[d]` is that with its own variables at their least
    values, over those around it; `mark` names its allowance there."""

    bound: SumBound
    cost: tuple[Expr, ...]
    least: tuple[Expr, ...]
    mark: str


@dataclass(frozen=True)
class Prepared:
    """The scopes by path, the sum bounds, and the names in the numbers of test cases."""

    scopes: dict[Path, Scope]
    shares: tuple[Share, ...]
    case_counts: frozenset[str]


@per_format
def prepared(fmt: InputFormat) -> Prepared:
    """What generating needs of `fmt`."""
    model = size_model(fmt)
    shares = tuple(_share(fmt, bound, number) for number, bound in enumerate(model.sums))
    scopes = {}
    for path in [(), *((*path, item.name) for path, item in all_items(fmt.nodes) if isinstance(item, Cases))]:
        variables = [
            variable for variable in model.variables.values() if variable.path == path and not variable.in_rows
        ]
        allowances = [
            SizeConstraint(share.cost[len(path)], "<=", Expr(share.mark), share.bound.text)
            for share in shares
            if share.bound.path[: len(path)] == path
        ]
        own = [
            constraint
            for constraint in model.constraints
            if max((model.variables[name].path for name in constraint.names), key=len) == path
        ]
        scopes[path] = scope_of(variables, [*own, *allowances])
    counts = frozenset().union(*(count.names for count in model.counts.values()), frozenset())
    return Prepared(scopes, shares, counts)


def _share(fmt: InputFormat, bound: SumBound, number: int) -> Share:
    model = size_model(fmt)
    costs, least = [], []
    for depth in range(len(bound.path) + 1):
        counts = [f"({model.counts[name]})" for name in bound.path[depth:]]
        cost = expr("*".join([*counts, f"({bound.least})"]))
        inner = {name: f"({variable.lo})" for name, variable in model.variables.items() if len(variable.path) > depth}
        while cost.names & inner.keys():
            cost = substituted(cost, inner)
        costs.append(cost)
        own = {name: f"({variable.lo})" for name, variable in model.variables.items() if len(variable.path) == depth}
        while depth and cost.names & own.keys():
            cost = substituted(cost, own)
        least.append(cost)
    return Share(bound, tuple(costs), tuple(least), f"_allowance{number}")


def summed_names(bound: SumBound) -> frozenset[str]:
    """The array, column or words whose elements a sum bound adds up, where it adds nothing else."""
    left = bound.relation.left
    names = left.names
    if len(names) == 1 and (left.text in names or left.text == f"len({next(iter(names))})"):
        return names
    return frozenset()

"""Numbers of which nobody says what they are, where the program can't stand any of them: places in a list, or parents.

A list with usual bounds is often one of places (`g[p[i]]`) or of parents (a walk that never ends on others). Small
inputs decide: where the program crashes on them, or doesn't end, the bounds are tried under which it does neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.accounts.comparisons import small_inputs
from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.limits import Narrowed
from slowpath.inputs.printing import print_input
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, Evidence, InputFormat, IntType, Node, Records, Scalar
from slowpath.model.nodes import changed_nodes, items_of
from slowpath.model.verdict import Verdict

_CRASHING = (Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT)
_ALL = 12
_FEW = 2
"""So many sizes of small inputs on which the program fails speak against a format."""
_MOST_SIZES = 2
_SMALL = 6


def placed(asker: Asker, fmt: InputFormat, assumed: tuple[str, ...]) -> Narrowed:
    """`fmt` with the numbers that the program can't stand as places or parents, where it stands them as these."""
    evidence: list[Evidence] = []
    try:
        before = _failing(asker, fmt)
        for at, node in enumerate(fmt.nodes):
            names = [name for name in _integers(node) if name in assumed]
            if before < _FEW or not names:
                continue
            left, what, made = _best(asker, _readings(fmt, at, names))
            if left * _FEW < before:
                said = f"the program fails on small inputs of {before} sizes with any numbers, of {left} with {what}"
                evidence += [Evidence(name, f"{name} holds {what}", "oracle", said, 0, 0.7) for name in names]
                fmt, before = made, left
    except Spent:
        pass
    return Narrowed(fmt, tuple(evidence))


def _best(asker: Asker, readings: Iterator[tuple[str, InputFormat]]) -> tuple[int, str, InputFormat]:
    """(failing sizes, what the numbers are, the format) of the reading under which the program fails least, of several
    the first."""
    best = (_ALL, "", InputFormat(()))
    for what, made in readings:
        failing = _failing(asker, made)
        best = (failing, what, made) if failing < best[0] else best
        if failing == 0:
            break
    return best


def _failing(asker: Asker, fmt: InputFormat) -> int:
    """On how many sizes among a dozen small inputs the program crashes; one on which it doesn't end counts for all. A
    size that it can't stand, such as a single element, says nothing of the numbers, however many inputs have it."""
    failed: set[tuple[int, ...]] = set()
    small = replace(fmt, nodes=changed_nodes(fmt.nodes, _with_few, in_rows=False))
    for data in dict.fromkeys(print_input(fmt, instance) for instance in small_inputs(small)):
        verdict = asker.run(data).verdict
        if verdict.is_out_of_time:
            return _ALL
        if verdict in _CRASHING:
            failed.add(tuple(len(line.split()) for line in data.splitlines()))
    return len(failed)


def _with_few(item: Any) -> Any:
    """A single number that is small: how many vertices there are no list of the format need tell."""
    of = item.type if isinstance(item, Scalar) else None
    if not isinstance(of, IntType) or of.lo.constant is None or of.hi.constant is None:
        return item
    return replace(item, type=IntType(of.lo, expr(min(of.hi.constant, max(of.lo.constant, _SMALL)))))


def _integers(node: Node) -> list[str]:
    """The lists and fields of numbers of a node."""
    parts = node.fields if isinstance(node, Records) else (node,) if isinstance(node, Array) else ()
    return [part.name for part in parts if isinstance(part, Array | Scalar) and isinstance(part.type, IntType)]


def _readings(fmt: InputFormat, at: int, names: list[str]) -> Iterator[tuple[str, InputFormat]]:
    """What the numbers may be, in words, each with the format: places from 1 and from 0, then parents."""
    node = fmt.nodes[at]
    count = node.count if isinstance(node, Records) else node.length if isinstance(node, Array) else expr(0)
    for size in _sizes(fmt, at, count):
        for low, high in (("1", size), ("0", f"{size}-1")):
            yield f"values from {low} to {high}", _with(fmt, at, names, expr(low), expr(high), False)
        if isinstance(node, Array) and count.text == f"{size}-1":
            for low in ("1", "0"):
                yield f"parents from {low}", _with(fmt, at, names, expr(low), expr(f"{size}-1"), True)


def _sizes(fmt: InputFormat, at: int, count: Expr) -> list[str]:
    """The single numbers read before: of a list the one that counts it first, of rows those that count others."""
    before = [
        item.name
        for item in items_of(fmt.nodes[:at])
        if isinstance(item, Scalar) and isinstance(item.type, IntType) and not item.is_silent
    ]
    is_list = isinstance(fmt.nodes[at], Array)
    return sorted(before, key=lambda name: (name in count.names) != is_list)[:_MOST_SIZES]


def _with(fmt: InputFormat, at: int, names: list[str], low: Expr, high: Expr, are_parents: bool) -> InputFormat:
    node = fmt.nodes[at]
    if isinstance(node, Array):
        node = replace(node, type=IntType(low, high), traits=node.traits | ({"parents"} if are_parents else set()))
    elif isinstance(node, Records):
        node = replace(
            node,
            fields=tuple(
                replace(field, type=IntType(low, high)) if field.name in names else field for field in node.fields
            ),
        )
    return replace(fmt, nodes=(*fmt.nodes[:at], node, *fmt.nodes[at + 1 :]))

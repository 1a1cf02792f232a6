"""The walks over the nodes of a format: what stands in them, and the same nodes with parts changed.

Whoever treats each kind of node in a way of its own (prints it, fills it) matches on the kinds; all others walk here.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from operator import is_
from typing import Any

from slowpath.model.expression import Expr
from slowpath.model.format import (
    HELD,
    ROW,
    Array,
    Cases,
    ElementType,
    FloatType,
    IntType,
    Line,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
)

Item = Scalar | Array | Matrix | Records | Tagged | Cases
Path = tuple[str, ...]
"""The names of the `Cases` around something, the outermost first."""


def items_of(nodes: Iterable[Node]) -> Iterator[Item]:
    """The items of one scope in order: those of a line one by one, each other node itself."""
    for node in nodes:
        yield from node.items if isinstance(node, Line) else (node,)


def all_items(nodes: Iterable[Node], path: Path = ()) -> Iterator[tuple[Path, Item]]:
    """The items of all scopes in order, each with its path; `Cases` come before what is in them."""
    for item in items_of(nodes):
        yield path, item
        if isinstance(item, Cases):
            yield from all_items(item.body, (*path, item.name))


def fields_of(item: Any) -> tuple[Scalar | Array, ...]:
    """The fields of rows, those of queries kind after kind behind the ones before the tag; none of other items."""
    if isinstance(item, Tagged):
        return (*item.lead, *(field for variant in item.variants for field in variant.fields))
    return item.fields if isinstance(item, Records) else ()


def typed_parts(nodes: Iterable[Node]) -> Iterator[Scalar | Array | Matrix]:
    """All that has a type, in all scopes, fields among them."""
    for _, item in all_items(nodes):
        yield from (item,) if isinstance(item, Scalar | Array | Matrix) else fields_of(item)


def names_of(item: Item) -> tuple[str, ...]:
    """The variables that an item has values for in its scope."""
    return tuple(field.name for field in item.fields) if isinstance(item, Records) else (item.name,)


def extents_of(item: Item) -> tuple[Expr, ...]:
    """What says how many there are of an item: its count, its length, its rows and columns."""
    match item:
        case Array():
            return (item.length,)
        case Matrix():
            return item.rows, item.columns
        case Records() | Tagged() | Cases():
            return (item.count,)
    return ()


def bounds_of(of: ElementType) -> tuple[Expr, ...]:
    """The least and greatest integer, or length of a word or line; none of decimals, whose bounds are numbers."""
    if isinstance(of, FloatType):
        return ()
    return (of.lo, of.hi) if isinstance(of, IntType) else (of.length_lo, of.length_hi)


def counting_names(nodes: Iterable[Node]) -> frozenset[str]:
    """The variables in counts, lengths, rows and columns, in all scopes and in rows."""
    return frozenset(
        name
        for _, item in all_items(nodes)
        for part in (item, *fields_of(item))
        for extent in extents_of(part)
        for name in extent.names
    )


def mentioned(item: Item) -> frozenset[str]:
    """The variables of its scope, or of those around it, that an item's lengths and bounds mention."""
    if isinstance(item, Scalar | Array | Matrix):
        return frozenset().union(*(part.names for part in (*extents_of(item), *bounds_of(item.type))))
    if isinstance(item, Cases):
        return item.count.names | mentioned_within(item)
    if isinstance(item, Records):
        further, rows = item.vertices, [item.fields]
    else:
        further, rows = item.held, [item.fields_of(variant) for variant in item.variants]
    inner = (_joined(row) - {field.name for field in row} - {ROW, HELD} for row in rows)
    return item.count.names.union(further.names if further is not None else (), *inner)


def mentioned_within(item: Cases) -> frozenset[str]:
    """What test cases mention of the scopes around them."""
    items = list(items_of(item.body))
    return _joined(items) - {name for inner in items for name in names_of(inner)}


def _joined(items: Iterable[Item]) -> frozenset[str]:
    return frozenset().union(*map(mentioned, items))


def changed_nodes(nodes: Iterable[Node], change: Callable[[Any], Any], in_rows: bool = True) -> tuple[Node, ...]:
    """The nodes with each item as `change` gives it: what stands inside comes first (of rows and queries their fields,
    where `in_rows`), then the item itself. What isn't changed stays the same object."""
    return tuple(_changed(node, change, in_rows) for node in nodes)


def with_item(nodes: Iterable[Node], old: Item, new: Item) -> tuple[Node, ...]:
    """The nodes with one item or field, known by identity, in another form."""
    return changed_nodes(nodes, lambda item: new if item is old else item)


def with_types(nodes: Iterable[Node], names: Container[str], **ends: Expr) -> tuple[Node, ...]:
    """The nodes with these bounds in the types of some variables: `lo`, `hi`, or `length_lo`, `length_hi`."""

    def changed(item: Any) -> Any:
        is_one = isinstance(item, Scalar | Array | Matrix) and item.name in names
        return replace(item, type=replace(item.type, **ends)) if is_one else item

    return changed_nodes(nodes, changed)


def _changed(node: Any, change: Callable[[Any], Any], in_rows: bool) -> Any:
    match node:
        case Line():
            return _with(node, items=map(change, node.items))
        case Cases():
            node = _with(node, body=changed_nodes(node.body, change, in_rows))
        case Records() if in_rows:
            node = _with(node, fields=map(change, node.fields))
        case Tagged() if in_rows:
            node = _with(
                node,
                lead=map(change, node.lead),
                variants=[_with(variant, fields=map(change, variant.fields)) for variant in node.variants],
            )
    return change(node)


def _with(whole: Any, **parts: Iterable[Any]) -> Any:
    made = {name: tuple(part) for name, part in parts.items()}
    is_same = all(
        len(part) == len(old := getattr(whole, name)) and all(map(is_, part, old)) for name, part in made.items()
    )
    return whole if is_same else replace(whole, **made)

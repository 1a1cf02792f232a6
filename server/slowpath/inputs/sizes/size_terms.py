"""The expressions of a size model: lengths as variables, numbers of values, what traits imply for a graph's edges."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from slowpath.inputs.layout import Place
from slowpath.inputs.relations.two_sides import side_names
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, ElementType, FloatType, Matrix, Node, Records, Tagged, TextType, WordType
from slowpath.model.nodes import all_items, bounds_of, counting_names

PLENTY = 10**9
_MOST_LENGTHS = 1 << 16


class Lengths(ast.NodeTransformer):
    """Replaces `len(s)` by the variable `s` for words, by the length for arrays."""

    def __init__(self, known: Mapping[str, Place], words_in_rows: bool = False) -> None:
        self.known = known
        self.words_in_rows = words_in_rows

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not (isinstance(node.func, ast.Name) and node.func.id == "len" and isinstance(node.args[0], ast.Name)):
            self.generic_visit(node)
            return node
        name = node.args[0].id
        item = self.known[name].item if name in self.known else None
        if isinstance(item, Array) and not (self.words_in_rows and isinstance(item.type, WordType | TextType)):
            return ast.parse(item.length.text, mode="eval").body
        return node.args[0]


class Named(ast.NodeTransformer):
    """Replaces names by expressions."""

    def __init__(self, replacements: Mapping[str, str]) -> None:
        self.replacements = replacements

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.replacements:
            return ast.parse(self.replacements[node.id], mode="eval").body
        return node


def substituted(expression: Expr, replacements: Mapping[str, str]) -> Expr:
    """`expression` with variables replaced by the expressions in `replacements`."""
    if not expression.names & replacements.keys():
        return expression
    return expr(ast.unparse(Named(replacements).visit(ast.parse(expression.text, mode="eval"))))


def rows_of(place: Place) -> Expr | None:
    """How many values a variable has in one scope, None for a scalar."""
    if isinstance(place.rows, Records | Tagged):
        return place.rows.count
    if isinstance(place.item, Array):
        return place.item.length
    if isinstance(place.item, Matrix):
        return expr(f"({place.item.rows})*({place.item.columns})")
    return None


def span_of(of: ElementType) -> Expr:
    """How many values an integer may have, or lengths a word."""
    assert not isinstance(of, FloatType)
    lo, hi = bounds_of(of)
    return expr(f"({hi})-({lo})+1")


def graph_limits(item: Records) -> Iterator[tuple[str, str, str, str]]:
    """What the structure and traits of a graph imply for the number of its edges."""
    if item.structure not in ("tree", "graph") or len(item.endpoints) != 2:
        return
    field = next(inner for inner in item.fields if inner.name == item.endpoints[0])
    count = f"({item.count})"
    v = f"({item.vertices if item.vertices is not None else span_of(field.type)})"
    traits = item.traits
    if item.structure == "tree":
        yield count, "==", f"{v}-1", "a tree's edges"
        return
    if "connected" in traits:
        yield count, ">=", f"{v}-1", "a connected graph's edges"
    if "acyclic" in traits and "directed" not in traits:
        yield count, "<=", f"{v}-1", "a forest's edges"
    if traits & {"simple", "no-loops", "bipartite", "acyclic"}:
        yield count, "<=", f"({v}-1)*{PLENTY}", "no loops"
    if "simple" in traits:
        both_ways = "directed" in traits and "acyclic" not in traits
        yield f"{1 if both_ways else 2}*{count}", "<=", f"{v}*({v}-1)", "a simple graph's edges"
        if "bipartite" in traits:
            yield f"{2 if both_ways else 4}*{count}", "<=", f"{v}*{v}", "a bipartite graph's edges"


def governing_names(nodes: tuple[Node, ...]) -> frozenset[str]:
    """Names in lengths, counts, rows, columns and numbers of vertices or of the things that pairs are made of."""
    rows = [item for _, item in all_items(nodes) if isinstance(item, Records)]
    return counting_names(nodes).union(*(item.vertices.names if item.vertices else side_names(item) for item in rows))


def shortest_words(count: Expr, letters: int, shortest: int, most: int) -> Iterator[Expr]:
    """What the lengths of `count` different words over so many letters sum up to at least, if these are not more than
    `most` together: the largest of the sums, each of which takes all words as long as the longest but for those that
    are shorter. Of many lengths (there is one word of each over one letter) some are told, which is nearly as much."""
    words, letters_used, saved, told = 0, 0, 0, 0
    for length in range(shortest + 1, min(most, shortest + _MOST_LENGTHS) + 1):
        words += letters ** (length - 1)
        saved += words
        letters_used += letters ** (length - 1) * (length - 1)
        is_last = letters_used > most
        if is_last or length >= told + max(1, told // 16):
            told = length
            yield expr(f"({count})*{length}-{saved}")
        if is_last:
            return

"""What a script asserts of its variables, put into the nodes of its layout: lengths, orders, graphs, relations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from slowpath.inputs.checktestdata.scope import Scope
from slowpath.inputs.checktestdata.syntax import Place
from slowpath.inputs.layout import relation_names
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, IntType, Matrix, Node, Records, Relation, Scalar, TextType, WordType
from slowpath.model.nodes import changed_nodes


class Asserted:
    """What was asserted, by the variables' names; places are those of the script's commands."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.relations: list[Relation] = []
        self.traits: dict[str, set[str]] = {}
        self.forests: list[tuple[tuple[str, ...], Place]] = []
        self.edges: list[tuple[tuple[str, ...], Place]] = []
        self.together: dict[str, list[tuple[tuple[str, ...], Place]]] = {}
        self.distinct: list[tuple[tuple[str, ...], Place]] = []
        self.bounds: dict[str, list[tuple[str, Expr]]] = {}
        self.characters: dict[str, set[str]] = {}
        self.words: dict[str, str] = {}

    def applied(self, nodes: Sequence[Node]) -> tuple[list[Node], list[Relation]]:
        """The nodes with lengths, counts and traits, and the relations."""
        for names, place in self.distinct:
            self._take_distinct(names, place)
        made = changed_nodes(nodes, self._with)
        return list(made), list(dict.fromkeys(self.relations))

    def _take_distinct(self, names: tuple[str, ...], place: Place) -> None:
        scope = self._scope
        if len(names) == 1 and scope.kinds.get(names[0]) == "array":
            self.traits.setdefault(names[0], set()).add("distinct")
        elif len(names) == 1 and (names[0] in scope.rows or scope.kinds.get(names[0]) == "matrix"):
            self.relations.append(Relation("distinct", expr(names[0]), "", expr(names[0])))
        elif names[0] in scope.rows and set(names) <= set(scope.rows[names[0]]):
            for name in scope.rows[names[0]]:
                self.together.setdefault(name, []).append((names, place))
        else:
            scope.leave_out(place, "that tuples of several arrays are distinct")

    def _with(self, node: Any) -> Any:
        match node:
            case Records():
                return self._with_rows(node)
            case Array():
                made = replace(
                    node,
                    type=self._bounded(node.name, node.type),
                    traits=node.traits | self.traits.get(node.name, set()),
                )
                return made if made.type == node.type else self._as_grid(made)
            case Matrix() | Scalar():
                return replace(node, type=self._bounded(node.name, node.type))
        return node

    def _as_grid(self, node: Array) -> Array | Matrix:
        """Words of one length, one a line, of which no relation speaks, are a grid."""
        of = node.type
        if (
            node.separator != "\n"
            or node.traits
            or not isinstance(of, WordType)
            or of.length_lo != of.length_hi
            or of.length_lo.constant == 1
            or any(node.name in relation_names(one) for one in self.relations)
        ):
            return node
        return Matrix(node.name, node.length, of.length_lo, of, "")

    def _with_rows(self, node: Records) -> Records:
        first = node.fields[0]
        for ends, place in self.edges:
            if set(ends) <= {field.name for field in node.fields}:
                node = self._simple(node, ends, place)
        for ends, place in self.forests:
            if set(ends) <= {field.name for field in node.fields}:
                node = self._forest(node, ends, place)
        if isinstance(first, Scalar):
            node = replace(node, traits=node.traits | self.traits.get(first.name, set()))
        for names, place in self.together.get(first.name, ()):
            every = {field.name for field in node.fields}
            numbers = all(isinstance(field.type, IntType) for field in node.fields if field.name in names)
            vertices = _vertices(node, names) if len(names) == 2 and self._differ(names) else None
            if vertices is not None and not node.structure:
                node = replace(
                    node,
                    structure="graph",
                    endpoints=names,
                    vertices=vertices,
                    traits=node.traits | {"directed", "simple"},
                )
            elif set(names) == every:
                node = replace(node, traits=node.traits | {"distinct"})
            elif numbers and not node.structure:
                node = replace(node, structure="points", endpoints=names, traits=node.traits | {"distinct"})
            else:
                self._scope.leave_out(place, f"that {', '.join(names)} together are distinct")
        return node

    def _differ(self, names: tuple[str, ...]) -> bool:
        """Whether it was asserted that two values of one row differ."""
        return any(
            relation.kind == "compare"
            and relation.operator == "!="
            and {relation.left.text, relation.right.text} == set(names)
            for relation in self.relations
        )

    def _simple(self, node: Records, ends: tuple[str, ...], place: Place) -> Records:
        """Rows that are edges, none of them twice in either direction."""
        vertices = _vertices(node, ends)
        if vertices is None or node.structure:
            self._scope.leave_out(place, "that no edge stands there twice")
            return node
        return replace(node, structure="graph", endpoints=ends, vertices=vertices, traits=node.traits | {"simple"})

    def _forest(self, node: Records, ends: tuple[str, ...], place: Place) -> Records:
        """Rows whose edges never close a cycle: a tree where there is one less than there are vertices."""
        vertices = _vertices(node, ends)
        if vertices is not None:
            if node.count.text == f"{vertices}-1":
                return replace(node, structure="tree", endpoints=ends, vertices=vertices)
            return replace(
                node, structure="graph", endpoints=ends, vertices=vertices, traits=node.traits | {"acyclic", "simple"}
            )
        self._scope.leave_out(place, "that the edges make no cycle")
        return node

    def _bounded(self, name: str, of: Any) -> Any:
        """The type with the characters, and the bounds of its length or its count, that were asserted."""
        if name in self.words and isinstance(of, WordType):
            word = self.words[name]
            return replace(of, length_lo=expr(len(word)), length_hi=expr(len(word)), alphabet=word, form="fixed")
        if name in self.characters and isinstance(of, WordType | TextType):
            kept = "".join(character for character in of.alphabet if character in self.characters[name])
            of = replace(of, alphabet=kept or of.alphabet)
        for operator, bound in self.bounds.get(name, ()):
            lo = bound if operator in (">=", "==") else expr(f"{bound}+1") if operator == ">" else None
            hi = bound if operator in ("<=", "==") else expr(f"{bound}-1") if operator == "<" else None
            if isinstance(of, WordType | TextType):
                of = replace(of, length_lo=lo or of.length_lo, length_hi=hi or of.length_hi)
            else:
                of = replace(of, lo=lo or of.lo, hi=hi or of.hi)
            if hi is not None and name in self._scope.assumed:
                self._scope.assumed.remove(name)
        return of


def _vertices(node: Records, ends: tuple[str, ...]) -> Expr | None:
    """The number of vertices that edges between these fields may have, None where both don't run from 0 or 1."""
    types = [field.type for field in node.fields if field.name in ends]
    of = types[0]
    if len(types) != 2 or types[0] != types[1] or not isinstance(of, IntType) or of.lo.constant not in (0, 1):
        return None
    return expr((of.hi.text if of.lo.constant == 1 else f"{of.hi}+1").removesuffix("-1+1"))

"""Assertions of a script as what a format can say: lengths, bounds of counts, relations, orders, distinctness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from slowpath.inputs.checktestdata.characters import PRINTABLE, holds_for, spoken_of
from slowpath.inputs.checktestdata.expressions import asserts, conjuncts, constant_of, step_between
from slowpath.inputs.checktestdata.scope import Accumulated, CannotConvert, Scope
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Comparison,
    Forest,
    If,
    Place,
    Prime,
    Repeat,
    Set,
    String,
    Test,
    Unique,
    Unseen,
    Variable,
    While,
)
from slowpath.inputs.layout import relation_names
from slowpath.inputs.relations.relations import OPERATORS
from slowpath.inputs.relations.single_elements import TURNED
from slowpath.model.expression import Expr, expr
from slowpath.model.format import HELD, ROW, Array, IntType, Matrix, Node, Records, Relation, Scalar, TextType, WordType
from slowpath.model.nodes import changed_nodes

_ORDERS = {"<=": "sorted", "<": "strictly-sorted", ">=": "reverse-sorted"}
_SUMS = frozenset({"<=", "<"})


class Conditions:
    """Collects what is asserted while the layout is read, and puts it into the nodes at last. `wants_one` becomes true
    where it is asserted that something is held before a row."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.wants_one = False
        self._relations: list[Relation] = []
        self._traits: dict[str, set[str]] = {}
        self._forests: list[tuple[tuple[str, ...], Place]] = []
        self._edges: list[tuple[tuple[str, ...], Place]] = []
        self._together: dict[str, list[tuple[tuple[str, ...], Place]]] = {}
        self._distinct: list[tuple[tuple[str, ...], Place]] = []
        self._bounds: dict[str, list[tuple[str, Expr]]] = {}
        self._characters: dict[str, set[str]] = {}
        self._words: dict[str, str] = {}

    # While reading

    def assignment(self, command: Set) -> None:
        """`SET`: constants, sums and counts are followed."""
        for variable, value in command.assignments:
            self._scope.assign(variable, value, command.place)

    def assertion(self, command: Assert) -> None:
        """`ASSERT`: each part of a conjunction for itself."""
        for test in conjuncts(command.test):
            try:
                self._single(test, command.place)
            except CannotConvert:
                self._scope.leave_out(command.place, "an assertion that no format can make")

    def guarded(self, command: If) -> None:
        """An IF that reads nothing: an order asserted from the second element on, or a guard against emptiness."""
        inside = (*command.then, *command.otherwise)
        assertions = [inner for inner in command.then if isinstance(inner, Assert)]
        if not asserts(inside):
            self._scope.forget(inside)
            return
        if len(assertions) != len(inside):
            self._scope.leave_out(command.place, "what is computed or asserted under a condition")
            return
        for inner in assertions:
            if isinstance(inner.test, Unique):
                self.assertion(inner)
            elif not self._is_order(inner.test):
                self._scope.leave_out(inner.place, "what is asserted under a condition")

    def loop(self, command: Repeat | While) -> None:
        """A loop that reads nothing but asserts something for each element."""
        with self._scope.loop(command.counter, command.body, elementwise=True):
            for inner in command.body:
                match inner:
                    case Assert() if self._is_order(inner.test):
                        continue
                    case Assert():
                        self.assertion(inner)
                    case If():
                        self.guarded(inner)
                    case Set():
                        for variable, value in inner.assignments:
                            self._scope.assign(variable, value, inner.place, elements=True)
                    case _ if asserts((inner,)):
                        self._scope.leave_out(inner.place, "what is asserted in a loop within a loop")
                    case _:
                        self._scope.forget((inner,))

    def _single(self, test: Test, place: Place) -> None:
        if isinstance(test, Unique):
            names = tuple(self._scope.name_of(Variable(name)) or "" for name in test.names)
            if not all(names):
                raise CannotConvert(place, "distinct values that aren't read")
            self._distinct.append((names, place))
            self._scope.compared.update(names)
            return
        if isinstance(test, Unseen):
            self._take_unseen(test, place)
            return
        if isinstance(test, Forest):
            ends = tuple(self._scope.name_of(Variable(name)) or "" for name in (test.first, test.second))
            if not all(ends):
                raise CannotConvert(place, "edges between vertices that aren't read")
            self._forests.append((ends, place))
            return
        if isinstance(test, Prime):
            self._take_prime(self._scope.expression(test.of, place, elements=True), place)
            return
        if self._is_about_characters(test) or self._is_about_word(test):
            return
        if not isinstance(test, Comparison):
            raise CannotConvert(place, "a test that no format can make")
        if self._is_about_sum(test, place) or self._is_about_element(test, place):
            return
        left, right = (self._scope.expression(side, place, elements=True) for side in (test.left, test.right))
        for side, other, operator in ((left, right, test.operator), (right, left, TURNED[test.operator])):
            name = side.text.removeprefix("len(").removesuffix(")")
            is_length = side.text != name and name.isidentifier()
            if (is_length or self._scope.is_silent(side)) and operator in ("<", "<=", ">", ">=", "=="):
                self._bounds.setdefault(name, []).append((operator, other))
                return
        if not left.names | right.names:
            return
        if HELD in left.names | right.names:
            self._take_held(left, test.operator, right, place)
            return
        if ROW in left.names | right.names:
            raise CannotConvert(place, "a condition on the number of a row")
        self._relations.append(Relation("compare", left, test.operator, right))

    def _take_held(self, left: Expr, operator: str, right: Expr, place: Place) -> None:
        """Takes `length >= 0` behind `length--`: something is held before the row."""
        holds = OPERATORS[operator]
        if left.names | right.names != {HELD} or not holds(left.value({HELD: 1}), right.value({HELD: 1})):
            raise CannotConvert(place, "a condition on how many things are held")
        if not holds(left.value({HELD: 0}), right.value({HELD: 0})):
            self.wants_one = True

    def _take_prime(self, of: Expr, place: Place) -> None:
        if not of.text.isidentifier() or of.text not in self._scope.kinds or self._scope.is_silent(of):
            raise CannotConvert(place, "a prime other than a value that is read")
        self._relations.append(Relation("prime", of, "", of))

    def _is_about_characters(self, test: Test) -> bool:
        """Takes `c == '0' || c == '1'`, or `'a' <= s[i]`, as what the characters of a word may be."""
        variable = spoken_of(test)
        name = self._scope.name_of(variable) if variable is not None else None
        if (
            variable is None
            or name is None
            or not all(map(self._scope.counts_rows, variable.index))
            or not (variable.index or name in self._scope.characters)
        ):
            return False
        allowed = {character for character in PRINTABLE if holds_for(test, character)}
        self._characters[name] = self._characters.get(name, allowed) & allowed
        return True

    def _is_about_word(self, test: Test) -> bool:
        """Takes `s == "cnf"` as a word that is always the same."""
        if not (isinstance(test, Comparison) and test.operator == "=="):
            return False
        for side, other in ((test.left, test.right), (test.right, test.left)):
            name = self._scope.name_of(side) if isinstance(side, Variable) and not side.index else None
            if name is not None and isinstance(other, String) and other.text and not set(other.text) & set(" \n\t"):
                self._words[name] = other.text
                return True
        return False

    def _is_about_element(self, test: Comparison, place: Place) -> bool:
        """Takes `a[0] == 0`, where it isn't said of each element in a loop."""
        for side, other, operator in (
            (test.left, test.right, test.operator),
            (test.right, test.left, TURNED[test.operator]),
        ):
            if not isinstance(side, Variable) or len(side.index) != 1 or self._scope.counts_rows(side.index[0]):
                continue
            name = self._scope.name_of(side)
            if name is None or not (self._scope.kinds.get(name) == "array" or name in self._scope.rows):
                continue
            shift = self._scope.first_index.get(name, 0)
            index, bound = self._scope.expression(side.index[0], place), self._scope.expression(other, place)
            made = expr(f"({index})-{shift}") if shift else index
            made = made if made.constant is None else expr(made.constant)
            if ROW in made.names | bound.names:
                raise CannotConvert(place, "an element that a loop goes through")
            self._relations.append(Relation("element", Expr(name), operator, bound, (made,)))
            return True
        return False

    def _take_unseen(self, test: Unseen, place: Place) -> None:
        names = tuple(self._scope.name_of(Variable(name)) or "" for name in test.names)
        if not all(names):
            raise CannotConvert(place, "different values that aren't read")
        self._scope.compared.update(names)
        if test.unordered:
            self._edges.append((names, place))
        else:
            self._distinct.append((names, place))

    def _is_about_sum(self, test: Comparison, place: Place) -> bool:
        """Takes a bound of what was added up: a sum, or a count of repetitions where one was added each time."""
        for side, other, operator in (
            (test.left, test.right, test.operator),
            (test.right, test.left, TURNED[test.operator]),
        ):
            sum_ = self._scope.accumulated(side)
            bound = constant_of(other)
            if sum_ is None:
                continue
            if not isinstance(bound, int):
                raise CannotConvert(place, "a sum that is compared with something other than a number")
            self._take_sum(sum_, operator, bound - sum_.start, place)
            return True
        return False

    def _take_sum(self, sum_: Accumulated, operator: str, bound: int, place: Place) -> None:
        assert sum_.summand is not None
        if sum_.summand.constant == 1 and self._scope.is_silent(Expr(sum_.counter)):
            self._bounds.setdefault(sum_.counter, []).append((operator, expr(bound)))
        elif operator in _SUMS and sum_.summand.names:
            most = bound - (operator == "<")
            self._relations.append(Relation("sum", sum_.summand, "<=", expr(most)))
        else:
            raise CannotConvert(place, "a bound of a sum from below")

    def _is_order(self, test: Test) -> bool:
        """Takes `a[i-1] <= a[i]` as an order of the array."""
        if not isinstance(test, Comparison):
            return False
        left, right, operator = test.left, test.right, test.operator
        if not (
            isinstance(left, Variable)
            and isinstance(right, Variable)
            and left.name == right.name
            and len(left.index) == len(right.index) == 1
        ):
            return False
        first, second = left.index[0], right.index[0]
        step = step_between(first, second)
        if step == -1:
            operator, step = TURNED[operator], 1
        name = self._scope.name_of(Variable(left.name))
        if step != 1 or operator not in (*_ORDERS, "!=") or name is None:
            return False
        if operator == "!=":
            self._relations.append(Relation("apart", Expr(name), "", Expr(name)))
            return True
        self._traits.setdefault(name, set()).add(_ORDERS[operator])
        return True

    # At the end

    def applied(self, nodes: Sequence[Node]) -> tuple[list[Node], list[Relation]]:
        """The nodes with lengths, counts and traits, and the relations."""
        for names, place in self._distinct:
            self._take_distinct(names, place)
        made = changed_nodes(nodes, self._with)
        return list(made), list(dict.fromkeys(self._relations))

    def _take_distinct(self, names: tuple[str, ...], place: Place) -> None:
        scope = self._scope
        if len(names) == 1 and scope.kinds.get(names[0]) == "array":
            self._traits.setdefault(names[0], set()).add("distinct")
        elif len(names) == 1 and (names[0] in scope.rows or scope.kinds.get(names[0]) == "matrix"):
            self._relations.append(Relation("distinct", expr(names[0]), "", expr(names[0])))
        elif names[0] in scope.rows and set(names) <= set(scope.rows[names[0]]):
            for name in scope.rows[names[0]]:
                self._together.setdefault(name, []).append((names, place))
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
                    traits=node.traits | self._traits.get(node.name, set()),
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
            or any(node.name in relation_names(one) for one in self._relations)
        ):
            return node
        return Matrix(node.name, node.length, of.length_lo, of, "")

    def _with_rows(self, node: Records) -> Records:
        first = node.fields[0]
        for ends, place in self._edges:
            if set(ends) <= {field.name for field in node.fields}:
                node = self._simple(node, ends, place)
        for ends, place in self._forests:
            if set(ends) <= {field.name for field in node.fields}:
                node = self._forest(node, ends, place)
        if isinstance(first, Scalar):
            node = replace(node, traits=node.traits | self._traits.get(first.name, set()))
        for names, place in self._together.get(first.name, ()):
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
            for relation in self._relations
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
        if name in self._words and isinstance(of, WordType):
            word = self._words[name]
            return replace(of, length_lo=expr(len(word)), length_hi=expr(len(word)), alphabet=word, form="fixed")
        if name in self._characters and isinstance(of, WordType | TextType):
            kept = "".join(character for character in of.alphabet if character in self._characters[name])
            of = replace(of, alphabet=kept or of.alphabet)
        for operator, bound in self._bounds.get(name, ()):
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

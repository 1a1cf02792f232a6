"""Reads assertions of a script as what a format can say: lengths, bounds of counts, relations, orders, distinctness."""

from __future__ import annotations

from slowpath.inputs.checktestdata.asserted import Asserted
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
from slowpath.inputs.relations.relations import OPERATORS
from slowpath.inputs.relations.single_elements import TURNED
from slowpath.model.expression import Expr, expr
from slowpath.model.format import HELD, ROW, Relation

_ORDERS = {"<=": "sorted", "<": "strictly-sorted", ">=": "reverse-sorted"}
_SUMS = frozenset({"<=", "<"})


class Conditions:
    """Collects what is asserted while the layout is read, in `asserted`. `wants_one` becomes true where it is asserted
    that something is held before a row."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.wants_one = False
        self.asserted = Asserted(scope)

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
            self.asserted.distinct.append((names, place))
            self._scope.compared.update(names)
            return
        if isinstance(test, Unseen):
            self._take_unseen(test, place)
            return
        if isinstance(test, Forest):
            ends = tuple(self._scope.name_of(Variable(name)) or "" for name in (test.first, test.second))
            if not all(ends):
                raise CannotConvert(place, "edges between vertices that aren't read")
            self.asserted.forests.append((ends, place))
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
                self.asserted.bounds.setdefault(name, []).append((operator, other))
                return
        if not left.names | right.names:
            return
        if HELD in left.names | right.names:
            self._take_held(left, test.operator, right, place)
            return
        if ROW in left.names | right.names:
            raise CannotConvert(place, "a condition on the number of a row")
        self.asserted.relations.append(Relation("compare", left, test.operator, right))

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
        self.asserted.relations.append(Relation("prime", of, "", of))

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
        self.asserted.characters[name] = self.asserted.characters.get(name, allowed) & allowed
        return True

    def _is_about_word(self, test: Test) -> bool:
        """Takes `s == "cnf"` as a word that is always the same."""
        if not (isinstance(test, Comparison) and test.operator == "=="):
            return False
        for side, other in ((test.left, test.right), (test.right, test.left)):
            name = self._scope.name_of(side) if isinstance(side, Variable) and not side.index else None
            if name is not None and isinstance(other, String) and other.text and not set(other.text) & set(" \n\t"):
                self.asserted.words[name] = other.text
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
            self.asserted.relations.append(Relation("element", Expr(name), operator, bound, (made,)))
            return True
        return False

    def _take_unseen(self, test: Unseen, place: Place) -> None:
        names = tuple(self._scope.name_of(Variable(name)) or "" for name in test.names)
        if not all(names):
            raise CannotConvert(place, "different values that aren't read")
        self._scope.compared.update(names)
        if test.unordered:
            self.asserted.edges.append((names, place))
        else:
            self.asserted.distinct.append((names, place))

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
            self.asserted.bounds.setdefault(sum_.counter, []).append((operator, expr(bound)))
        elif operator in _SUMS and sum_.summand.names:
            most = bound - (operator == "<")
            self.asserted.relations.append(Relation("sum", sum_.summand, "<=", expr(most)))
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
            self.asserted.relations.append(Relation("apart", Expr(name), "", Expr(name)))
            return True
        self.asserted.traits.setdefault(name, set()).add(_ORDERS[operator])
        return True

"""The variables, expressions and tests of a checktestdata script, as closures over the tables of its variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from slowpath.inputs.checktestdata.expressions import constant_of
from slowpath.inputs.checktestdata.numbers import COMPARISONS, OPERATIONS, NotComputable, brief, subtracted
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Both,
    Command,
    Comparison,
    Expression,
    If,
    InArray,
    IsEof,
    Length,
    Match,
    Negation,
    Not,
    Number,
    Operation,
    Place,
    Repeat,
    Script,
    String,
    Test,
    Unique,
    Variable,
    While,
)

Index = tuple[int, ...]
Table = dict[Index, Any]
Act = Callable[[], None]
Value = Callable[[], Any]


class ScriptError(Exception):
    """The script itself fails, whatever the data."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"the script's line {place.line}: {message}")
        self.place = place


class Mismatch(Exception):
    def __init__(self, at: int, expected: str, place: Place, found: str = "") -> None:
        super().__init__(expected)
        self.at = at
        self.expected = expected
        self.place = place
        self.found = found


class Evaluation:
    """One script on one input: the values of its variables. `at` is the offset of the next character."""

    def __init__(self, script: Script, data: str, most_steps: int) -> None:
        self.data = data
        self.at = 0
        self.place = Place(1, 1)
        self._left = most_steps
        self._tables: dict[str, Table] = {}
        self._occurrences: dict[str, Counter] = {name: Counter() for name in _searched(script.commands)}

    def _step(self, steps: int = 1) -> None:
        self._left -= steps
        if self._left < 0:
            raise ScriptError(self.place, "it takes too many steps; perhaps a loop doesn't end")

    # Variables

    def _table(self, name: str) -> Table:
        return self._tables.setdefault(name, {})

    def _index(self, variable: Variable, place: Place) -> Callable[[], Index]:
        parts = [self._integer(part, place) for part in variable.index]
        if not parts:
            return tuple
        if len(parts) == 1:
            single = parts[0]
            return lambda: (single(),)
        return lambda: tuple(part() for part in parts)

    def _store(self, variable: Variable | None, place: Place) -> Callable[[Any], None] | None:
        if variable is None:
            return None
        table, index = self._table(variable.name), self._index(variable, place)
        occurrences = self._occurrences.get(variable.name)
        if occurrences is None:
            if not variable.index:
                return lambda value: table.__setitem__((), value)

            def store(value: Any) -> None:
                table[index()] = value

            return store

        def counted(value: Any) -> None:
            where = index()
            if where in table:
                occurrences[table[where]] -= 1
            table[where] = value
            occurrences[value] += 1

        return counted

    def _load(self, variable: Variable, place: Place) -> Value:
        table, index = self._table(variable.name), self._index(variable, place)

        def load() -> Any:
            try:
                return table[index()]
            except KeyError:
                raise ScriptError(place, f"the variable {variable.name} has no value here") from None

        return load

    # Expressions

    def _value(self, expression: Expression, place: Place) -> Value:
        match expression:
            case Number():
                number: Any = expression.integer if expression.is_integer else Decimal(expression.text)
                return lambda: number
            case String():
                text = expression.text
                return lambda: text
            case Variable():
                return self._load(expression, place)
            case Length():
                measured = self._text(expression.of, place)
                return lambda: len(measured())
            case Negation():
                negated = self._number(expression.of, place)
                return lambda: subtracted(0, negated())
            case Operation():
                return self._operation(expression, place)
        raise AssertionError(expression)

    def _operation(self, expression: Operation, place: Place) -> Value:
        left, right = self._number(expression.left, place), self._number(expression.right, place)
        operation = OPERATIONS[expression.operator]

        def value() -> Any:
            try:
                return operation(left(), right())
            except (ZeroDivisionError, NotComputable) as error:
                raise ScriptError(place, str(error) or "division by zero") from None

        return value

    def _typed(self, expression: Expression, place: Place, types: tuple[type, ...], what: str) -> Value:
        value = self._value(expression, place)

        def typed() -> Any:
            found = value()
            if not isinstance(found, types):
                raise ScriptError(place, f"{brief(found)} is not {what}")
            return found

        return typed

    def _integer(self, expression: Expression, place: Place) -> Value:
        constant = constant_of(expression)
        if isinstance(constant, int):
            return lambda: constant
        return self._typed(expression, place, (int,), "an integer")

    def _number(self, expression: Expression, place: Place) -> Value:
        if isinstance(expression, Number | Operation | Negation | Length):
            return self._value(expression, place)
        return self._typed(expression, place, (int, Decimal), "a number")

    def _text(self, expression: Expression, place: Place) -> Value:
        return self._typed(expression, place, (str,), "a string")

    # Tests

    def _test(self, test: Test, place: Place) -> Callable[[], bool]:
        match test:
            case Comparison():
                return self._comparison(test, place)
            case Not():
                negated = self._test(test.of, place)
                return lambda: not negated()
            case Both():
                left, right = self._test(test.left, place), self._test(test.right, place)
                if test.operator == "&&":
                    return lambda: left() and right()
                return lambda: left() or right()
            case IsEof():
                return lambda: self.at >= len(self.data)
            case Match():
                wanted = self._text(test.characters, place)
                return lambda: self.at < len(self.data) and self.data[self.at] in wanted()
            case Unique():
                tables = [self._table(name) for name in test.names]
                return lambda: self._unique(test.names, tables, place)
            case InArray():
                return self._in_array(test, place)
        raise AssertionError(test)

    def _comparison(self, test: Comparison, place: Place) -> Callable[[], bool]:
        left, right = self._value(test.left, place), self._value(test.right, place)
        compared = COMPARISONS[test.operator]

        def holds() -> bool:
            first, second = left(), right()
            if isinstance(first, str) != isinstance(second, str):
                raise ScriptError(place, f"{brief(first)} and {brief(second)} can't be compared")
            return compared(first, second)

        return holds

    def _unique(self, names: Sequence[str], tables: Sequence[Table], place: Place) -> bool:
        """True, or the mismatch itself: in the reference a value that stands twice ends everything at once."""
        for name, table in zip(names, tables, strict=True):
            if not table:
                raise ScriptError(place, f"the variable {name} has no value here")
        first = tables[0]
        self._step(len(first))
        if any(table.keys() != first.keys() for table in tables[1:]):
            raise Mismatch(self.at, f"{' and '.join(names)} to have the same indices", place, "other ones")
        seen: dict[tuple, Index] = {}
        for index in first:
            values = tuple(table[index] for table in tables)
            if values in seen:
                shown = ", ".join(map(brief, values))
                raise Mismatch(
                    self.at,
                    f"all of {', '.join(names)} to be different",
                    place,
                    f"{shown} twice, at {list(seen[values])} and {list(index)}",
                )
            seen[values] = index
        return True

    def _in_array(self, test: InArray, place: Place) -> Callable[[], bool]:
        value, table = self._value(test.value, place), self._table(test.name)
        occurrences = self._occurrences[test.name]

        def found() -> bool:
            if not table:
                raise ScriptError(place, f"the variable {test.name} has no value here")
            return occurrences[value()] > 0

        return found


def _searched(commands: Sequence[Command]) -> Iterator[str]:
    """Names of the arrays that INARRAY looks into."""
    for command in commands:
        match command:
            case Assert():
                yield from _searched_by(command.test)
            case While():
                yield from _searched_by(command.test)
                yield from _searched(command.body)
            case Repeat():
                yield from _searched(command.body)
            case If():
                yield from _searched_by(command.test)
                yield from _searched((*command.then, *command.otherwise))
        if isinstance(command, Repeat | While) and command.separator is not None:
            yield from _searched((command.separator,))


def _searched_by(test: Test) -> Iterator[str]:
    match test:
        case InArray():
            yield test.name
        case Not():
            yield from _searched_by(test.of)
        case Both():
            yield from _searched_by(test.left)
            yield from _searched_by(test.right)

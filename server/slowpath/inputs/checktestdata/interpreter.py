"""Checks bytes against a checktestdata script, exactly and in bounded time.

Theory of operation. The script is turned into closures over the tables of its variables, once for each input (some
tenths of a millisecond), and then run over the data: about a microsecond per integer read. Integers are exact;
decimals have 200 digits, where the reference keeps 256 bits. A loop that would never end, a number that would fill the
memory and a pattern that would take for ever are failures of the script (`ScriptError`), as are an undefined
variable or a division by zero: they say nothing about the data.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from itertools import count as counting
from typing import Any

from slowpath.inputs.checktestdata.ere import PatternError, matcher
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Blank,
    Both,
    Command,
    Comparison,
    Eof,
    Expression,
    Float,
    If,
    InArray,
    Int,
    IsEof,
    Length,
    Literal,
    Match,
    Negation,
    Not,
    Number,
    Operation,
    Place,
    Regex,
    Repeat,
    Script,
    Set,
    String,
    Test,
    Unique,
    Unset,
    Variable,
    While,
)

MOST_STEPS = 20_000_000
_MOST_BITS = 1 << 20
_PIECE = 4000
_SHOWN = 30
_CONTEXT = Context(prec=200, Emax=10**15, Emin=-(10**15))
_INTEGER = re.compile(r"-?[0-9]*")
_FLOAT = re.compile(r"(-?)([0-9]*)(\.[0-9]*)?")
_EXPONENT = re.compile(r"([eE])([+-]?)([0-9]*)")

Index = tuple[int, ...]
Table = dict[Index, Any]
Act = Callable[[], None]
Value = Callable[[], Any]


@dataclass(frozen=True)
class DataError:
    """Where and how data doesn't match: 1-based line and column in bytes, what was expected there and what is
    there, and the place of the command in the script."""

    line: int
    column: int
    expected: str
    found: str
    script_place: Place

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: expected {self.expected}, found {self.found}"


class ScriptError(Exception):
    """The script itself fails, whatever the data."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"the script's line {place.line}: {message}")
        self.place = place


class _Mismatch(Exception):
    def __init__(self, at: int, expected: str, place: Place, found: str = "") -> None:
        super().__init__(expected)
        self.at = at
        self.expected = expected
        self.place = place
        self.found = found


def check(script: Script, data: bytes, most_steps: int = MOST_STEPS) -> DataError | None:
    """None where `data` matches `script` to its end, else the first thing that doesn't. Raises `ScriptError`."""
    run = _Run(script, data.decode("latin-1"), most_steps)
    try:
        run.all()
    except _Mismatch as mismatch:
        return run.described(mismatch)
    except (ArithmeticError, MemoryError, RecursionError) as error:
        raise ScriptError(run.place, f"it can't be computed ({type(error).__name__})") from error
    return None


class _Run:
    """One script on one input. `at` is the offset of the next character."""

    def __init__(self, script: Script, data: str, most_steps: int) -> None:
        self.data = data
        self.at = 0
        self.place = Place(1, 1)
        self._left = most_steps
        self._tables: dict[str, Table] = {}
        self._occurrences: dict[str, Counter] = {name: Counter() for name in _searched(script.commands)}
        self._acts = self._block(script.commands)

    def all(self) -> None:
        """Reads everything. Raises `_Mismatch` or `ScriptError`."""
        for act in self._acts:
            act()
        if self.at < len(self.data):
            raise _Mismatch(self.at, "the end of the data", self.place)

    def described(self, mismatch: _Mismatch) -> DataError:
        """A mismatch with its line and column."""
        before = self.data[:mismatch.at]
        line_start = before.rfind("\n") + 1
        return DataError(before.count("\n") + 1, mismatch.at - line_start + 1, mismatch.expected,
                         mismatch.found or self._shown(mismatch.at), mismatch.place)

    def _shown(self, at: int) -> str:
        if at >= len(self.data):
            return "the end of the data"
        character = self.data[at]
        if character.isspace():
            return {" ": "a space", "\n": "a line end", "\t": "a tab", "\r": "a carriage return"}.get(
                character, repr(character))
        word = re.match("[!-~]+", self.data[at:at + _SHOWN])
        return repr(word[0] if word else character)

    def _step(self, steps: int = 1) -> None:
        self._left -= steps
        if self._left < 0:
            raise ScriptError(self.place, "it takes too many steps; perhaps a loop doesn't end")

    # Commands

    def _block(self, commands: Sequence[Command]) -> list[Act]:
        return [self._command(command) for command in commands]

    def _command(self, command: Command) -> Act:
        match command:
            case Blank():
                return self._blank(command)
            case Eof():
                return lambda: self._end(command.place)
            case Int():
                return self._int(command)
            case Float():
                return self._float(command)
            case Literal():
                return self._literal(command)
            case Regex():
                return self._regex(command)
            case Assert():
                return self._assert(command)
            case Set():
                return self._set(command)
            case Unset():
                return self._unset(command)
            case Repeat():
                return self._repeat(command)
            case While():
                return self._while(command)
            case If():
                return self._if(command)
        raise AssertionError(command)

    def _blank(self, command: Blank) -> Act:
        character, place = command.character, command.place
        expected = "a space" if character == " " else "a line end"

        def act() -> None:
            if self.data[self.at:self.at + 1] != character:
                raise _Mismatch(self.at, expected, place)
            self.at += 1
        return act

    def _end(self, place: Place) -> None:
        if self.at < len(self.data):
            raise _Mismatch(self.at, "the end of the data", place)

    def _int(self, command: Int) -> Act:
        lo, hi = self._integer(command.lo, command.place), self._integer(command.hi, command.place)
        store, place = self._store(command.name, command.place), command.place

        def act() -> None:
            start = self.at
            match = _INTEGER.match(self.data, start)
            assert match is not None
            text = match[0]
            least, most = lo(), hi()
            digits = text[1:] if text.startswith("-") else text
            expected = f"an integer from {_brief(least)} to {_brief(most)}"
            if not digits or (digits[0] == "0" and text != "0"):
                raise _Mismatch(start, expected + (" without leading zeros" if digits else ""), place)
            value = _whole(text)
            if not least <= value <= most:
                raise _Mismatch(start, expected, place)
            self.at = match.end()
            if store is not None:
                store(value)
        return act

    def _float(self, command: Float) -> Act:
        lo, hi = self._number(command.lo, command.place), self._number(command.hi, command.place)
        decimals = None if command.decimals is None else [self._integer(part, command.place)
                                                          for part in command.decimals]
        store, place = self._store(command.name, command.place), command.place

        def act() -> None:
            start = self.at
            least_decimals, most_decimals = self._decimals(decimals, place)
            end = self._float_end(command.form, start, least_decimals, most_decimals, place)
            value = _decimal_of(self.data[start:end])
            least, most = lo(), hi()
            if value is None or not least <= value <= most:
                raise _Mismatch(start, f"a number from {_brief(least)} to {_brief(most)}", place)
            self.at = end
            if store is not None:
                store(value)
        return act

    def _decimals(self, decimals: list[Value] | None, place: Place) -> tuple[int, int | None]:
        if decimals is None:
            return 0, None
        least, most = decimals[0](), decimals[1]()
        if not 0 <= least <= most:
            raise ScriptError(place, f"{least} to {most} is no range of decimals")
        return least, most

    def _float_end(self, form: str, start: int, least: int, most: int | None, place: Place) -> int:
        """Where the number ends whose notation is as `form` and the decimals demand."""
        match = _FLOAT.match(self.data, start)
        assert match is not None
        whole, fraction = match[2], match[3] or ""
        if not whole or fraction == ".":
            raise _Mismatch(match.end(), "a digit", place)
        if whole[0] == "0" and len(whole) > 1:
            raise _Mismatch(start, "a number without leading zeros", place)
        end = match.end()
        exponent = _EXPONENT.match(self.data, end) if form != "FIXED" else None
        if form == "SCIENTIFIC" and exponent is None:
            raise _Mismatch(end, "an exponent", place)
        if exponent is not None:
            end = exponent.end()
            if not exponent[3]:
                raise _Mismatch(end, "a digit of the exponent", place)
            if exponent[3][0] == "0" and len(exponent[3]) > 1:
                raise _Mismatch(start, "an exponent without leading zeros", place)
        if most is not None:
            if exponent is not None and (whole[0] == "0" or len(whole) != 1 or not fraction):
                raise _Mismatch(start, "exactly one digit, not zero, before the point", place)
            if not least <= max(len(fraction) - 1, 0) <= most:
                raise _Mismatch(start, f"a number with {least} to {most} decimals", place)
        return end

    def _literal(self, command: Literal) -> Act:
        value, place = self._text(command.text, command.place), command.place

        def act() -> None:
            text = value()
            if not self.data.startswith(text, self.at):
                same = next((place for place, character in enumerate(text)
                             if self.data[self.at + place:self.at + place + 1] != character), 0)
                raise _Mismatch(self.at + same, repr(text[same:same + _SHOWN]), place)
            self.at += len(text)
        return act

    def _regex(self, command: Regex) -> Act:
        value, place = self._text(command.pattern, command.place), command.place
        store = self._store(command.name, place)

        def act() -> None:
            pattern = value()
            try:
                end = matcher(pattern)(self.data, self.at)
            except PatternError as error:
                raise ScriptError(place, f"the pattern {pattern[:_SHOWN]!r} can't be used: {error}") from error
            if end is None:
                raise _Mismatch(self.at, f"something that matches {pattern[:2 * _SHOWN]}", place)
            self._step(end - self.at >> 6)
            text = self.data[self.at:end]
            self.at = end
            if store is not None:
                store(text)
        return act

    def _assert(self, command: Assert) -> Act:
        test, place = self._test(command.test, command.place), command.place

        def act() -> None:
            if not test():
                raise _Mismatch(self.at, f"that the assertion in the script's line {place.line} holds", place,
                                "that it doesn't")
        return act

    def _set(self, command: Set) -> Act:
        pairs = [(self._store(variable, command.place), self._value(value, command.place))
                 for variable, value in command.assignments]

        def act() -> None:
            for store, value in pairs:
                assert store is not None
                store(value())
        return act

    def _unset(self, command: Unset) -> Act:
        tables = [self._table(name) for name in command.names]
        counters = [self._occurrences[name] for name in command.names if name in self._occurrences]

        def act() -> None:
            for table in tables:
                table.clear()
            for counter in counters:
                counter.clear()
        return act

    def _repeat(self, command: Repeat) -> Act:
        times, place = self._integer(command.count, command.place), command.place
        round_ = self._round(command)

        def act() -> None:
            self.place = place
            most = times()
            if not 0 <= most < 1 << 64:
                raise ScriptError(place, f"{_brief(most)} is no number of repetitions")
            round_(most, None)
        return act

    def _while(self, command: While) -> Act:
        test = self._test(command.test, command.place)
        round_ = self._round(command)

        def act() -> None:
            self.place = command.place
            round_(None, test)
        return act

    def _round(self, command: Repeat | While) -> Callable[[int | None, Callable[[], bool] | None], None]:
        """The loop itself, by a count or a test."""
        body = self._block(command.body)
        separator = self._command(command.separator) if command.separator is not None else None
        store = self._store(command.counter, command.place)

        def run(most: int | None, test: Callable[[], bool] | None) -> None:
            if store is not None:
                store(0)
            for number in range(most) if most is not None and most < 1 << 62 else counting():
                if test is not None and not test():
                    return
                self._step()
                if separator is not None and number:
                    separator()
                for act in body:
                    act()
                if store is not None:
                    store(number + 1)
        return run

    def _if(self, command: If) -> Act:
        test = self._test(command.test, command.place)
        then, otherwise = self._block(command.then), self._block(command.otherwise)

        def act() -> None:
            for inner in then if test() else otherwise:
                inner()
        return act

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
                return lambda: _subtracted(0, negated())
            case Operation():
                return self._operation(expression, place)
        raise AssertionError(expression)

    def _operation(self, expression: Operation, place: Place) -> Value:
        left, right = self._number(expression.left, place), self._number(expression.right, place)
        operation = _OPERATIONS[expression.operator]

        def value() -> Any:
            try:
                return operation(left(), right())
            except (ZeroDivisionError, _NotComputable) as error:
                raise ScriptError(place, str(error) or "division by zero") from None
        return value

    def _typed(self, expression: Expression, place: Place, types: tuple[type, ...], what: str) -> Value:
        value = self._value(expression, place)

        def typed() -> Any:
            found = value()
            if not isinstance(found, types):
                raise ScriptError(place, f"{_brief(found)} is not {what}")
            return found
        return typed

    def _integer(self, expression: Expression, place: Place) -> Value:
        if isinstance(expression, Number) and expression.is_integer:
            return self._value(expression, place)
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
        compared = _COMPARISONS[test.operator]

        def holds() -> bool:
            first, second = left(), right()
            if isinstance(first, str) != isinstance(second, str):
                raise ScriptError(place, f"{_brief(first)} and {_brief(second)} can't be compared")
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
            raise _Mismatch(self.at, f"{' and '.join(names)} to have the same indices", place, "other ones")
        seen: dict[tuple, Index] = {}
        for index in first:
            values = tuple(table[index] for table in tables)
            if values in seen:
                shown = ", ".join(map(_brief, values))
                raise _Mismatch(self.at, f"all of {', '.join(names)} to be different", place,
                                f"{shown} twice, at {list(seen[values])} and {list(index)}")
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


class _NotComputable(Exception):
    """A result that would be too large, or of values that don't go together."""


def _bounded(left: Any, right: Any, bits: int) -> None:
    if isinstance(left, int) and isinstance(right, int) and bits > _MOST_BITS:
        raise _NotComputable("a number grows too large")


def _added(left: Any, right: Any) -> Any:
    return left + right if type(left) is type(right) is int else _CONTEXT.add(_decimal(left), _decimal(right))


def _subtracted(left: Any, right: Any) -> Any:
    return left - right if type(left) is type(right) is int else _CONTEXT.subtract(_decimal(left), _decimal(right))


def _multiplied(left: Any, right: Any) -> Any:
    if type(left) is type(right) is int:
        _bounded(left, right, left.bit_length() + right.bit_length())
        return left * right
    return _CONTEXT.multiply(_decimal(left), _decimal(right))


def _divided(left: Any, right: Any) -> Any:
    """Integers are divided towards zero."""
    if type(left) is type(right) is int:
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient
    if not right:
        raise ZeroDivisionError("division by zero")
    return _CONTEXT.divide(_decimal(left), _decimal(right))


def _remainder(left: Any, right: Any) -> Any:
    if not (type(left) is type(right) is int):
        raise _NotComputable("remainders are of integers only")
    return left - right * _divided(left, right)


def _power(left: Any, right: Any) -> Any:
    if type(right) is not int or not 0 <= right < 1 << 64:
        raise _NotComputable(f"{_brief(right)} is no exponent")
    if type(left) is int:
        _bounded(left, right, left.bit_length() * right if abs(left) > 1 else 0)
        return left**right
    return _CONTEXT.power(left, right)


def _decimal(number: Any) -> Decimal:
    return number if isinstance(number, Decimal) else Decimal(number)


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": _added, "-": _subtracted, "*": _multiplied, "/": _divided, "%": _remainder, "^": _power}
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


def _whole(text: str) -> int:
    """The integer in `text`, however long: Python refuses more than some thousand digits at once, and is slow."""
    if len(text) <= _PIECE:
        return int(text)
    if text.startswith("-"):
        return -_whole(text[1:])
    half = len(text) // 2
    return _whole(text[:-half]) * 10**half + _whole(text[-half:])


def _decimal_of(text: str) -> Decimal | None:
    """The decimal in `text`; None where its exponent is beyond all that can be computed with."""
    try:
        value = Decimal(text)
    except ArithmeticError:
        return None
    return value if value.is_finite() else None


def _brief(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > _PIECE:
        return f"a number of {value.bit_length()} bits"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 2 * _SHOWN else f"{text[:_SHOWN]}..."


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

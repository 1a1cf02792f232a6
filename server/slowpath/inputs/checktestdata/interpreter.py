"""Checks bytes against a checktestdata script, exactly and in bounded time.

Theory of operation. The script is turned into closures over the tables of its variables, once for each input (some
tenths of a millisecond), and then run over the data: about two microseconds per integer read, or a tenth of that in
many rows of integers. Integers are exact; decimals have 200 digits, where the reference keeps 256 bits. A loop that
would never end, a number that would fill the memory and a pattern that would take for ever are failures of the script
(`ScriptError`), as are an undefined variable or a division by zero: they say nothing about the data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count as counting

from slowpath.inputs.checktestdata.ere import PatternError
from slowpath.inputs.checktestdata.evaluation import Act, Mismatch, ScriptError, Value
from slowpath.inputs.checktestdata.matching import matcher
from slowpath.inputs.checktestdata.numbers import SHOWN, brief, decimal_of, whole
from slowpath.inputs.checktestdata.rows_at_once import RowReading
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Blank,
    Command,
    Eof,
    Float,
    If,
    Int,
    Literal,
    Place,
    Regex,
    Repeat,
    Script,
    Set,
    Unset,
    While,
)
from slowpath.model.patterns import late_regex

MOST_STEPS = 20_000_000
LEAST_AT_ONCE = 100
"""Fewer rows are read one by one."""
_INTEGER = late_regex(r"-?[0-9]*")
_FLOAT = late_regex(r"(-?)([0-9]*)(\.[0-9]*)?")
_EXPONENT = late_regex(r"([eE])([+-]?)([0-9]*)")


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


def check(script: Script, data: bytes, most_steps: int = MOST_STEPS) -> DataError | None:
    """None where `data` matches `script` to its end, else the first thing that doesn't. Raises `ScriptError`."""
    run = _Run(script, data.decode("latin-1"), most_steps)
    try:
        run.all()
    except Mismatch as mismatch:
        return run.described(mismatch)
    except (ArithmeticError, MemoryError, RecursionError) as error:
        raise ScriptError(run.place, f"it can't be computed ({type(error).__name__})") from error
    return None


class _Run(RowReading):
    """One script on one input."""

    def __init__(self, script: Script, data: str, most_steps: int) -> None:
        super().__init__(script, data, most_steps)
        self._acts = self._block(script.commands)

    def all(self) -> None:
        """Reads everything. Raises `Mismatch` or `ScriptError`."""
        for act in self._acts:
            act()
        if self.at < len(self.data):
            raise Mismatch(self.at, "the end of the data", self.place)

    def described(self, mismatch: Mismatch) -> DataError:
        """A mismatch with its line and column."""
        before = self.data[: mismatch.at]
        line_start = before.rfind("\n") + 1
        return DataError(
            before.count("\n") + 1,
            mismatch.at - line_start + 1,
            mismatch.expected,
            mismatch.found or self._shown(mismatch.at),
            mismatch.place,
        )

    def _shown(self, at: int) -> str:
        if at >= len(self.data):
            return "the end of the data"
        character = self.data[at]
        if character.isspace():
            return {" ": "a space", "\n": "a line end", "\t": "a tab", "\r": "a carriage return"}.get(
                character, repr(character)
            )
        word = re.match("[!-~]+", self.data[at : at + SHOWN])
        return repr(word[0] if word else character)

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
            if self.data[self.at : self.at + 1] != character:
                raise Mismatch(self.at, expected, place)
            self.at += 1

        return act

    def _end(self, place: Place) -> None:
        if self.at < len(self.data):
            raise Mismatch(self.at, "the end of the data", place)

    def _int(self, command: Int) -> Act:
        lo, hi = self._integer(command.lo, command.place), self._integer(command.hi, command.place)
        store, place = self._store(command.name, command.place), command.place

        def act() -> None:
            start = self.at
            match = _INTEGER.match(self.data, start)
            assert match is not None
            text = match[0]
            least, most = lo(), hi()
            digits = text[1:] if text[:1] == "-" else text
            is_plain = digits and (digits[0] != "0" or text == "0")
            value = whole(text) if is_plain else 0
            if not is_plain or not least <= value <= most:
                # Said only where it is needed: this runs once for each integer of large inputs.
                zeros = " without leading zeros" if digits and not is_plain else ""
                raise Mismatch(start, f"an integer from {brief(least)} to {brief(most)}{zeros}", place)
            self.at = match.end()
            if store is not None:
                store(value)

        return act

    def _float(self, command: Float) -> Act:
        lo, hi = self._number(command.lo, command.place), self._number(command.hi, command.place)
        decimals = (
            None if command.decimals is None else [self._integer(part, command.place) for part in command.decimals]
        )
        store, place = self._store(command.name, command.place), command.place

        def act() -> None:
            start = self.at
            least_decimals, most_decimals = self._decimals(decimals, place)
            end = self._float_end(command.form, start, least_decimals, most_decimals, place)
            value = decimal_of(self.data[start:end])
            least, most = lo(), hi()
            if value is None or not least <= value <= most:
                raise Mismatch(start, f"a number from {brief(least)} to {brief(most)}", place)
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
            raise Mismatch(match.end(), "a digit", place)
        if whole[0] == "0" and len(whole) > 1:
            raise Mismatch(start, "a number without leading zeros", place)
        end = match.end()
        exponent = _EXPONENT.match(self.data, end) if form != "FIXED" else None
        if form == "SCIENTIFIC" and exponent is None:
            raise Mismatch(end, "an exponent", place)
        if exponent is not None:
            end = exponent.end()
            if not exponent[3]:
                raise Mismatch(end, "a digit of the exponent", place)
            if exponent[3][0] == "0" and len(exponent[3]) > 1:
                raise Mismatch(start, "an exponent without leading zeros", place)
        if most is not None:
            if exponent is not None and (whole[0] == "0" or len(whole) != 1 or not fraction):
                raise Mismatch(start, "exactly one digit, not zero, before the point", place)
            if not least <= max(len(fraction) - 1, 0) <= most:
                raise Mismatch(start, f"a number with {least} to {most} decimals", place)
        return end

    def _literal(self, command: Literal) -> Act:
        value, place = self._text(command.text, command.place), command.place

        def act() -> None:
            text = value()
            if not self.data.startswith(text, self.at):
                same = next(
                    (
                        place
                        for place, character in enumerate(text)
                        if self.data[self.at + place : self.at + place + 1] != character
                    ),
                    0,
                )
                raise Mismatch(self.at + same, repr(text[same : same + SHOWN]), place)
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
                raise ScriptError(place, f"the pattern {pattern[:SHOWN]!r} can't be used: {error}") from error
            if end is None:
                raise Mismatch(self.at, f"something that matches {pattern[: 2 * SHOWN]}", place)
            self._step(end - self.at >> 6)
            text = self.data[self.at : end]
            self.at = end
            if store is not None:
                store(text)

        return act

    def _assert(self, command: Assert) -> Act:
        test, place = self._test(command.test, command.place), command.place

        def act() -> None:
            if not test():
                raise Mismatch(
                    self.at, f"that the assertion in the script's line {place.line} holds", place, "that it doesn't"
                )

        return act

    def _set(self, command: Set) -> Act:
        pairs = [
            (self._store(variable, command.place), self._value(value, command.place))
            for variable, value in command.assignments
        ]

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
        round_, rows = self._round(command), self._rows(command)

        def act() -> None:
            self.place = place
            most = times()
            if not 0 <= most < 1 << 64:
                raise ScriptError(place, f"{brief(most)} is no number of repetitions")
            if not (rows is not None and LEAST_AT_ONCE <= most <= MOST_STEPS and rows(most)):
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

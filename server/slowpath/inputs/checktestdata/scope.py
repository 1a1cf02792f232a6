"""What the variables of a script stand for while it is read as a format: names of values, constants, counts, sums."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from slowpath.inputs.checktestdata.syntax import (
    Call,
    Command,
    Expression,
    If,
    Length,
    Negation,
    Number,
    Operation,
    Place,
    Repeat,
    Set,
    String,
    Variable,
    While,
)
from slowpath.model.expression import Expr, expr
from slowpath.model.format import HELD, ROW, ElementType, Node, WordType
from slowpath.model.patterns import late_regex

ELEMENT = "_element"
"""The index of an element, from 0, in the bounds of an array while it is read; no format has it."""

_READABLE = late_regex(r"-?[0-9]+|-?(([2-9]|[1-9][0-9]+)\*)?[0-9]+\*\*[0-9]+([+-][0-9]+)?")
_SIGNS = {"+": "+", "-": "-", "*": "*", "/": "//", "%": "%", "^": "**"}


class CannotConvert(ValueError):
    """A layout that no format has; names the line of the script and what stands there."""

    def __init__(self, place: Place, what: str) -> None:
        super().__init__(f"line {place.line} of the script: {what}")
        self.place = place


@dataclass(frozen=True)
class Accumulated:
    """A variable to which `summand` is added each time, None before it first is; `start` was its value before."""

    start: int
    summand: Expr | None
    counter: str = ""


@dataclass(frozen=True)
class Counter:
    """The counter of the loop at a depth, which begins with `start`; `elementwise` where the loop reads an array."""

    depth: int
    elementwise: bool
    start: int = 0


Meaning = Expr | Accumulated | Counter


class Scope:
    """Names and meanings. `left_out` and `assumed` are for the report; while `counts_elements`, bounds may mention
    `ELEMENT`. `first_index` is the index that a script or program gives the first value of a list; `characters`
    holds the words of one character."""

    def __init__(self) -> None:
        self._meanings: dict[str, Meaning] = {}
        self._taken: set[str] = {ROW}
        self._depth = 0
        self._elements = False
        self.counts_elements = False
        self._silent: list[str] = []
        self._counts: list[str] = []
        self.kinds: dict[str, str] = {}
        self.rows: dict[str, tuple[str, ...]] = {}
        self.compared: set[str] = set()
        self.first_index: dict[str, int] = {}
        self.characters: set[str] = set()
        self._left_out: dict[str, set[int]] = {}
        self.assumed: list[str] = []

    def leave_out(self, place: Place, what: str) -> None:
        """Notes a condition that the format doesn't have."""
        self._left_out.setdefault(what, set()).add(place.line)

    @property
    def left_out(self) -> list[str]:
        """What was left out, each kind once with the lines of the script."""
        made = []
        for what, lines in self._left_out.items():
            listed = ", ".join(map(str, sorted(lines)))
            made.append(f"{'line' if len(lines) == 1 else 'lines'} {listed} of the script: {what}")
        return made

    def fresh(self, stem: str) -> str:
        """A name that no value has."""
        made, number = stem, 1
        while made in self._taken:
            number += 1
            made = f"{stem}{number}"
        self._taken.add(made)
        return made

    def declare(self, variable: Variable | None, of: ElementType) -> str:
        """The name of a value that is read now."""
        stem = variable.name if variable is not None else type(of).__name__[0].lower().replace("i", "x")
        name = self.fresh(stem)
        self.kinds[name] = "scalar"
        if isinstance(of, WordType) and of.length_hi.constant == 1:
            self.characters.add(name)
        if variable is not None and all(map(self.counts_rows, variable.index)):
            self._meanings[variable.name] = Expr(name)
            self.first_index[name] = self._first_index(variable)
        elif variable is not None:
            self._meanings.pop(variable.name, None)
        return name

    def _first_index(self, variable: Variable) -> int:
        """The index that the program gives the first of the values: where its loop begins."""
        counters = [self._meanings.get(index.name) for index in variable.index if isinstance(index, Variable)]
        return next((counter.start for counter in reversed(counters) if isinstance(counter, Counter)), 0)

    def silent(self, counter: Variable | None) -> str:
        """The name of a count that the data doesn't announce."""
        name = self.fresh(counter.name if counter is not None else "count")
        self._silent.append(name)
        self._counts.append(name)
        self.assumed.append(name)
        return name

    def is_silent(self, length: Expr) -> bool:
        """Whether a length is such a count."""
        return length.text in self._silent

    def is_compared(self, name: str) -> bool:
        """Whether single values of `name` were used in an expression already."""
        return name in self.compared

    def make_array(self, name: str, length: Expr) -> None:
        """`name` turned out to be an array."""
        self.kinds[name] = "array"

    def make_matrix(self, name: str) -> None:
        """`name` turned out to be a matrix or a grid."""
        self.kinds[name] = "matrix"

    def make_fields(self, names: Sequence[str]) -> None:
        """`names` turned out to be the fields of rows."""
        for name in names:
            self.rows[name] = tuple(names)

    def make_cases(self, name: str, nodes: Sequence[Node]) -> None:
        """A block of test cases ends here; its counters are known outside no more than its values."""
        self.kinds[name] = "cases"

    @contextmanager
    def loop(
        self,
        counter: Variable | None,
        body: Sequence[Command],
        *,
        count: Expr | None = None,
        elementwise: bool = False,
        start: int = 0,
    ) -> Iterator[str]:
        """The body of a loop: its counter is the row's number there, and the count behind it."""
        self._unsettle(body)
        if not elementwise:
            self._depth += 1
            self._counts.append(count.text if count is not None else "")
        if counter is not None:
            self._meanings[counter.name] = Counter(self._depth, elementwise, start)
        yield ROW
        if counter is not None and count is not None:
            self._meanings[counter.name] = expr(f"{count}+{start}") if start else count
        if not elementwise:
            self._depth -= 1
            self._counts.pop()

    def _unsettle(self, body: Sequence[Command]) -> None:
        """What a loop changes has no value in it that an expression could name, but for sums, which only grow."""
        changes: dict[str, bool] = {}
        for variable, value in _assignments(body):
            grows = _added_to(variable, value) is not None and not variable.index and _step_of(variable, value) != -1
            changes[variable.name] = changes.get(variable.name, True) and grows
        for name, grows in changes.items():
            before = self._meanings.pop(name, None)
            start = before.constant if isinstance(before, Expr) else None
            if grows and start is not None:
                self._meanings[name] = Accumulated(start, None)
            elif grows and isinstance(before, Accumulated):
                self._meanings[name] = before

    def held_in(self, body: Sequence[Command]) -> tuple[str, Expr] | None:
        """The number that the rounds of a loop change by one at a time, and what it was before: things are added and
        taken. None where there is no such number, or more than one."""
        steps: dict[str, set[int | None]] = {}
        for variable, value in _assignments(body):
            steps.setdefault(variable.name, set()).add(_step_of(variable, value))
        known = [
            (name, meaning)
            for name, found in steps.items()
            if found <= {1, -1} and isinstance(meaning := self._meanings.get(name), Expr)
        ]
        return known[0] if len(known) == 1 else None

    def set_held(self, name: str) -> None:
        """From here on the number is what is held before the row."""
        self._meanings[name] = Expr(HELD)

    def held_change(self, name: str) -> int | None:
        """By how much the number has changed since, None where that can't be told."""
        meaning = self._meanings.pop(name, None)
        if not isinstance(meaning, Expr) or meaning.names != {HELD}:
            return None
        return meaning.value({HELD: 0})

    def forget(self, commands: Sequence[Command]) -> None:
        """What these commands compute isn't followed."""
        for variable, _ in _assignments(commands):
            self._meanings.pop(variable.name, None)

    # Meanings

    def assign(self, variable: Variable, value: Expression, place: Place, *, elements: bool = False) -> None:
        """`variable = value`; with `elements` in a loop over the elements of arrays. What can't be followed has no
        meaning from then on; only where it is used in a condition something is left out."""
        before = self._meanings.get(variable.name)
        summand = _added_to(variable, value)
        if variable.index or isinstance(before, Counter):
            self._meanings.pop(variable.name, None)
            return
        try:
            if summand is not None and isinstance(before, Accumulated):
                added = self.expression(summand, place, elements=elements)
                if before.summand is not None:
                    raise CannotConvert(place, "a sum of several kinds")
                self._meanings[variable.name] = Accumulated(
                    before.start, added, self._counts[-1] if self._counts and not elements else ""
                )
            else:
                self._meanings[variable.name] = self.expression(value, place)
        except CannotConvert:
            self._meanings.pop(variable.name, None)

    def accumulated(self, expression: Expression) -> Accumulated | None:
        """What was added up in a variable, where the expression is one in which something was."""
        meaning = self._meanings.get(expression.name) if isinstance(expression, Variable) else None
        return meaning if isinstance(meaning, Accumulated) and meaning.summand is not None else None

    def name_of(self, variable: Variable) -> str | None:
        """The value that a variable without index, or with that of the present row, stands for."""
        meaning = self._meanings.get(variable.name)
        return meaning.text if isinstance(meaning, Expr) and meaning.text in self.kinds else None

    def counts_rows(self, index: Expression) -> bool:
        """Whether an index is the counter of a loop that is being read."""
        return isinstance(index, Variable) and isinstance(self._meanings.get(index.name), Counter)

    def expression(self, expression: Expression, place: Place, *, elements: bool = False) -> Expr:
        """The expression over our names; with `elements` it may be about elements of arrays, each by itself.

        Raises `CannotConvert`.
        """
        self._elements = elements
        try:
            made = expr(self._text(expression, place))
        except ValueError as error:
            raise error if isinstance(error, CannotConvert) else CannotConvert(place, str(error)) from error
        is_plain = made.names or _READABLE.fullmatch(made.text)
        return made if is_plain else expr(made.constant or 0)

    def _text(self, expression: Expression, place: Place) -> str:
        match expression:
            case Number():
                if not expression.is_integer and float(expression.text) != int(float(expression.text)):
                    raise CannotConvert(place, f"the decimal {expression.text} among integers")
                return str(expression.integer if expression.is_integer else int(float(expression.text)))
            case Variable():
                return self._variable(expression, place)
            case Length(of=Variable() as measured):
                name = self.name_of(measured)
                if name is None:
                    raise CannotConvert(place, f"the length of {measured}")
                return f"len({name})"
            case Negation():
                return f"(-{self._text(expression.of, place)})"
            case Operation():
                left, right = self._text(expression.left, place), self._text(expression.right, place)
                return f"({left}{_SIGNS[expression.operator]}{right})"
            case Call():
                arguments = ",".join(self._text(argument, place) for argument in expression.arguments)
                return f"{expression.function}({arguments})"
            case String():
                raise CannotConvert(place, "a string among numbers")
        raise CannotConvert(place, "an expression that no format has")

    def _variable(self, variable: Variable, place: Place) -> str:
        meaning = self._meanings.get(variable.name)
        if isinstance(meaning, Counter):
            if meaning.depth != self._depth or variable.index:
                raise CannotConvert(place, f"the counter {variable.name} of another loop")
            if meaning.elementwise and not self.counts_elements:
                raise CannotConvert(place, f"the counter {variable.name} of a loop within a line")
            index = ELEMENT if meaning.elementwise else ROW
            return f"({index}+{meaning.start})" if meaning.start else index
        if not isinstance(meaning, Expr) or not all(map(self.counts_rows, variable.index)):
            raise CannotConvert(place, f"{variable.name}, which is no single value here")
        is_list = self.kinds.get(meaning.text) in ("array", "matrix") or meaning.text in self.rows
        if is_list and not self._elements:
            raise CannotConvert(place, f"a bound by the elements of {variable.name}")
        self.compared.add(meaning.text)
        return meaning.text if re.fullmatch(r"\w+", meaning.text) else f"({meaning.text})"


def _assignments(commands: Sequence[Command]) -> Iterator[tuple[Variable, Expression]]:
    for command in commands:
        match command:
            case Set():
                yield from command.assignments
            case Repeat() | While():
                yield from _assignments(command.body)
            case If():
                yield from _assignments((*command.then, *command.otherwise))


def _step_of(variable: Variable, value: Expression) -> int | None:
    """1 or -1 where the value is one more or less than the variable was."""
    match _added_to(variable, value):
        case Number(text="1"):
            return 1
        case Negation(of=Number(text="1")):
            return -1
    return None


def _added_to(variable: Variable, value: Expression) -> Expression | None:
    """What is added where the value is `variable + something`."""
    if isinstance(value, Operation) and value.operator == "+":
        if value.left == variable:
            return value.right
        if value.right == variable:
            return value.left
    return None

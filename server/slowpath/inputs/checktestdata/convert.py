"""Reads a checktestdata script as an input format, as far as a format can say the same.

The commands are read as a layout: what stands up to a NEWLINE is a line, a loop over lines is a block of rows, of
queries (where what follows depends on the first token) or of test cases, a loop within a line an array. Assertions
become relations, lengths and traits. A layout that no format has makes `CannotConvert`; a condition that none can
say is left out and named, since inputs that break it will be generated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slowpath.inputs.checktestdata.commands import (
    breaks_lines,
    kinds_by_text,
    names_in,
    reads,
    resolved,
    sentinel_of,
    starts_with_texts,
    what_ends,
)
from slowpath.inputs.checktestdata.conditions import Conditions
from slowpath.inputs.checktestdata.expressions import constant_of
from slowpath.inputs.checktestdata.patterns import words_of_choice
from slowpath.inputs.checktestdata.row_nodes import rows_node
from slowpath.inputs.checktestdata.scope import CannotConvert, Scope
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
    Test,
    Unset,
    While,
)
from slowpath.inputs.checktestdata.token_types import is_empty_at_first, texts_last, type_of, without_index
from slowpath.inputs.filling.held import wants_one
from slowpath.model.expression import Expr, expr
from slowpath.model.format import HELD, Array, InputFormat, IntType, Line, Node, Scalar, Tagged, Variant
from slowpath.model.nodes import mentioned

__all__ = ["CannotConvert", "ConvertedScript", "to_format"]

MOST_UNSAID = 10**5
_MOST_TAGS = 20
_Item = Scalar | Array


@dataclass(frozen=True)
class ConvertedScript:
    """A format, what of the script isn't in it (one sentence each), and the variables whose bounds were assumed."""

    format: InputFormat
    left_out: tuple[str, ...]
    assumed: tuple[str, ...]


def to_format(script: Script) -> ConvertedScript:
    """The script as a format. Raises `CannotConvert` where no format has its layout."""
    scope = Scope()
    conditions = Conditions(scope)
    reader = _Layout(scope, conditions)
    nodes = reader.lines(script.commands)
    nodes, relations = conditions.asserted.applied(nodes)
    return ConvertedScript(InputFormat(tuple(nodes), tuple(relations)), tuple(scope.left_out), tuple(scope.assumed))


@dataclass
class _Open:
    """The line that is being read: its items, and whether a blank is due before the next one."""

    items: list[_Item]
    blank: bool = False


class _Layout:
    """Turns commands into nodes, line by line."""

    def __init__(self, scope: Scope, conditions: Conditions) -> None:
        self._scope = scope
        self._conditions = conditions

    def lines(self, commands: Sequence[Command]) -> list[Node]:
        """The nodes of whole lines. Raises `CannotConvert`."""
        nodes: list[Node] = []
        line = _Open([])
        at = 0
        while at < len(commands):
            command = commands[at]
            if isinstance(command, Repeat | While) and breaks_lines(command):
                if line.items:
                    raise CannotConvert(command.place, "a loop over lines begins within a line")
                made, taken = self._block(command, commands[at + 1 :])
                nodes += made
                at += taken
            elif isinstance(command, If) and reads([command]):
                raise CannotConvert(command.place, "what is read depends on a condition other than a row's first token")
            elif isinstance(command, Blank) and command.character == "\n":
                nodes += self._closed(line, command)
                line = _Open([])
            else:
                self._in_line(command, line)
            at += 1
        if line.items:
            raise CannotConvert(commands[-1].place, "the last line has no end")
        return nodes

    def _closed(self, line: _Open, command: Command) -> list[Node]:
        items = texts_last(line.items, command)
        if not items:
            raise CannotConvert(command.place, "an empty line")
        if len(items) == 2 and isinstance(items[0], Scalar) and items[0].is_silent:
            return [items[0], items[1]]
        return [items[0]] if len(items) == 1 else [Line(tuple(items))]

    # Within a line

    def _in_line(self, command: Command, line: _Open) -> None:
        match command:
            case Blank():
                line.blank = True
            case Int() | Float() | Regex() | Literal():
                self._token(command, line)
            case Repeat() | While():
                self._array(command, line)
            case Assert():
                self._conditions.assertion(command)
            case Set():
                self._conditions.assignment(command)
            case If():
                self._conditions.guarded(command)
            case Eof() | Unset():
                return

    def _token(self, command: Int | Float | Regex | Literal, line: _Open) -> None:
        if line.items and not line.blank:
            raise CannotConvert(command.place, "two values without a blank between them")
        line.items.append(self._scalar(command))
        line.blank = False

    def _scalar(self, command: Int | Float | Regex | Literal) -> Scalar:
        of = type_of(command, self._scope)
        variable = None if isinstance(command, Literal) else command.name
        return Scalar(self._scope.declare(variable, of), of)

    def _array(self, command: Repeat | While, line: _Open) -> None:
        """A loop within a line: one value each time; or no value at all, but assertions over elements."""
        if not reads(command.body):
            self._conditions.loop(command)
            return
        separator, first, body = self._separator(command)
        if line.items and not (line.blank or first):
            raise CannotConvert(command.place, "two values without a blank between them")
        tokens = [inner for inner in body if isinstance(inner, Int | Float | Regex | Literal)]
        if len(tokens) != 1 or any(isinstance(inner, Blank | Repeat | While) for inner in body):
            raise CannotConvert(command.place, "a loop within a line that reads other than one value each time")
        length, silent = self._count(command, "line")
        if silent is not None:
            line.items.append(silent)
        start = command.start if isinstance(command, Repeat) else 0
        with self._scope.loop(command.counter, command.body, elementwise=True, start=start):
            self._scope.counts_elements = True
            scalar = self._scalar(tokens[0])
            self._scope.counts_elements = False
            array = without_index(Array(scalar.name, length, scalar.type, separator), command.place)
            self._scope.make_array(scalar.name, length)
            for inner in body:
                if inner is not tokens[0]:
                    self._in_line(inner, _Open([]))
        line.items.append(array)
        line.blank = False

    def _separator(self, command: Repeat | While) -> tuple[str, bool, list[Command]]:
        """What stands between elements, whether it also stands before the first, and the body without it."""
        body = list(command.body)
        if command.separator is not None:
            if isinstance(command.separator, Blank):
                return command.separator.character, False, body
            text = constant_of(command.separator.text) if isinstance(command.separator, Literal) else None
            if not isinstance(text, str):
                raise CannotConvert(command.place, "a separator that isn't a fixed text")
            return text, False, body
        if isinstance(body[0], Blank):
            return " ", True, body[1:]
        if isinstance(body[-1], Blank):
            return " ", False, body[:-1]
        return "", False, body

    # Counts

    def _count(self, command: Repeat | While, per: str) -> tuple[Expr, Scalar | None]:
        """How often a loop runs: an expression, or a silent scalar that counts. `per` is "line" or "lines"."""
        if isinstance(command, Repeat):
            return self._scope.expression(command.count, command.place), None
        until = self._until(command.test, command)
        if (per == "line") != (until == "line"):
            raise CannotConvert(command.place, "a loop that ends at neither the end of its line nor of the data")
        name = self._scope.silent(command.counter)
        return expr(name), Scalar(name, IntType(expr(0), expr(MOST_UNSAID)), "" if until == "line" else until)

    def _until(self, test: Test, command: While) -> str:
        """What ends a loop: "" the data, "line" the line, else the characters of which one comes next."""
        ends = what_ends(test)
        if ends == {""}:
            return ""
        if "\n" in ends:
            return "line"
        words = {end for end in ends if end}
        if len(words) == 1:
            return next(iter(words))
        raise CannotConvert(command.place, "a loop that runs as long as something other than the next character says")

    # Blocks of lines

    def _block(self, command: Repeat | While, following: Sequence[Command]) -> tuple[list[Node], int]:
        """A loop over lines; with how many of the commands that follow it belong to it."""
        taken = 0
        body = list(command.body)
        if command.separator is not None:
            if not (isinstance(command.separator, Blank) and command.separator.character == "\n"):
                raise CannotConvert(command.place, "lines with something other than a line end between them")
            body.append(command.separator)
            taken = 1
            if not following or not (isinstance(following[0], Blank) and following[0].character == "\n"):
                taken = 0
                self._scope.leave_out(command.place, "the last line has a line end here, which the script doesn't want")
        silent, until = None, ""
        if isinstance(command, While):
            until = self._until(command.test, command)
            name = self._scope.silent(command.counter)
            count = expr(name)
            words, more = sentinel_of(until, following[taken:], command)
            silent = Scalar(name, IntType(expr(0), expr(MOST_UNSAID)), words)
            taken += more
        else:
            count = self._scope.expression(command.count, command.place)
        nodes = self._repeated(command, body, count)
        return ([silent, *nodes] if silent is not None else nodes), taken

    def _repeated(self, command: Repeat | While, body: list[Command], count: Expr) -> list[Node]:
        branch = next((place for place, inner in enumerate(body) if isinstance(inner, If) and reads([inner])), None)
        held = self._scope.held_in(body) if branch is not None else None
        start = command.start if isinstance(command, Repeat) else 0
        with self._scope.loop(command.counter, body, count=count, start=start):
            if branch is not None:
                return [self._tagged(body, branch, count, held)]
            nodes = self.lines(body)
            return [rows_node(self._scope, command.place, nodes, count)]

    # Rows of several kinds

    def _tagged(self, body: list[Command], branch: int, count: Expr, held: tuple[str, Expr] | None) -> Tagged:
        """Rows whose first token, or one behind the first ones, says what follows. `held` is the number that they
        change by one, and what it is at first."""
        condition = body[branch]
        assert isinstance(condition, If)
        rest = body[branch + 1 :]
        if starts_with_texts(condition):
            lead, kinds = body[:branch], kinds_by_text(condition)
            variants = [(tag, [*own, *rest]) for tag, own in kinds]
        else:
            place, tags = self._tag_token(body[:branch], condition)
            lead, between = body[:place], body[place + 1 : branch]
            variants = [(tag, [*between, *resolved([condition, *rest], body[place], tag)]) for tag in tags]
        leads = self._lead_fields(lead)
        name = self._scope.fresh("queries")
        made = tuple(self._variant(tag, commands, held[0] if held else "") for tag, commands in variants)
        self._scope.make_fields([field.name for field in (*leads, *(f for v in made for f in v.fields))])
        is_counted = held is not None and any(
            wants_one(variant) or any(HELD in mentioned(field) for field in variant.fields) for variant in made
        )
        if held is None or not is_counted:
            return Tagged(name, count, tuple(replace(variant, effect="") for variant in made), leads)
        return Tagged(name, count, made, leads, held[1])

    def _variant(self, tag: str, commands: list[Command], held: str) -> Variant:
        """One kind of row, and what it does to what is held, where that is counted by the variable `held`."""
        if not held:
            return Variant(tag, self._fields(commands))
        self._scope.set_held(held)
        self._conditions.wants_one = False
        fields = self._fields(commands)
        change = self._scope.held_change(held)
        wants = self._conditions.wants_one or any(map(is_empty_at_first, fields))
        if change not in (-1, 0, 1) or (change == -1 and not wants):
            raise CannotConvert(commands[0].place if commands else Place(1, 1), f"how {held} changes")
        return Variant(tag, fields, "adds" if change == 1 else "takes" if change == -1 else "needs" if wants else "")

    def _tag_token(self, before: list[Command], condition: If) -> tuple[int, list[str]]:
        """Where the tag is read, and the values that it may have."""
        names = names_in(condition.test)
        for place, command in enumerate(before):
            if isinstance(command, Int | Regex) and command.name is not None and command.name.name in names:
                if isinstance(command, Int):
                    lo, hi = constant_of(command.lo), constant_of(command.hi)
                    if isinstance(lo, int) and isinstance(hi, int) and hi - lo < _MOST_TAGS:
                        return place, [str(value) for value in range(lo, hi + 1)]
                else:
                    pattern = constant_of(command.pattern)
                    words = words_of_choice(pattern) if isinstance(pattern, str) else None
                    if words and len(words) <= _MOST_TAGS:
                        return place, words
        raise CannotConvert(condition.place, "what is read depends on a condition other than a row's first token")

    def _lead_fields(self, commands: list[Command]) -> tuple[Scalar, ...]:
        line = _Open([])
        for command in commands:
            self._in_line(command, line)
        if not all(isinstance(item, Scalar) for item in line.items):
            raise CannotConvert(commands[0].place, "a list before the token that says what follows")
        return tuple(item for item in line.items if isinstance(item, Scalar))

    def _fields(self, commands: list[Command]) -> tuple[_Item, ...]:
        """The fields of one kind of row, up to the end of its line."""
        line = _Open([], blank=True)
        for place, command in enumerate(commands):
            if isinstance(command, Blank) and command.character == "\n":
                if reads(commands[place + 1 :]):
                    raise CannotConvert(command.place, "a query over several lines")
                for rest in commands[place + 1 :]:
                    self._in_line(rest, line)
                return tuple(texts_last(line.items, command))
            if isinstance(command, If) and reads([command]):
                raise CannotConvert(command.place, "a condition within a query")
            self._in_line(command, line)
        raise CannotConvert(commands[-1].place if commands else Place(1, 1), "a query without an end of its line")

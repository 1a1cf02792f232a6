"""Reads a checktestdata script as an input format, as far as a format can say the same.

The commands are read as a layout: what stands up to a NEWLINE is a line, a loop over lines is a block of rows, of
queries (where what follows depends on the first token) or of test cases, a loop within a line an array. Assertions
become relations, lengths and traits. A layout that no format has makes `CannotConvert`; a condition that none can
say is left out and named, since inputs that break it will be generated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from slowpath.inputs.checktestdata.conditions import Conditions, constant_of
from slowpath.inputs.checktestdata.patterns import word_type_of, words_of_choice
from slowpath.inputs.checktestdata.scope import ELEMENT, CannotConvert, Scope
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Blank,
    Both,
    Command,
    Comparison,
    Eof,
    Float,
    If,
    Int,
    IsEof,
    Literal,
    Match,
    Not,
    Place,
    Regex,
    Repeat,
    Script,
    Set,
    Test,
    Unset,
    Variable,
    While,
)
from slowpath.inputs.held import wants_one
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    BLANK_LINE,
    HELD,
    ROW,
    Array,
    Cases,
    ElementType,
    FloatType,
    InputFormat,
    IntType,
    Line,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    Variant,
    WordType,
)
from slowpath.model.nodes import mentioned

__all__ = ["CannotConvert", "ConvertedScript", "to_format"]

MOST_UNSAID = 10**5
_MOST_TAGS = 20
_DECIMALS = 6
_FEW_INDICES = 4
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
    nodes, relations = conditions.applied(nodes)
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
            if isinstance(command, Repeat | While) and _breaks_lines(command):
                if line.items:
                    raise CannotConvert(command.place, "a loop over lines begins within a line")
                made, taken = self._block(command, commands[at + 1:])
                nodes += made
                at += taken
            elif isinstance(command, If) and _reads([command]):
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
        items = _texts_last(line.items, command)
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
        of = self._type(command)
        variable = None if isinstance(command, Literal) else command.name
        return Scalar(self._scope.declare(variable, of), of)

    def _type(self, command: Int | Float | Regex | Literal) -> ElementType:
        match command:
            case Int():
                return IntType(self._scope.expression(command.lo, command.place),
                               self._scope.expression(command.hi, command.place))
            case Float():
                return self._float_type(command)
            case Literal():
                text = constant_of(command.text)
                if not isinstance(text, str) or not text or set(text) & set(" \n\t"):
                    raise CannotConvert(command.place, "a fixed text that isn't one token")
                return WordType(expr(len(text)), expr(len(text)), text, "fixed")
        pattern = constant_of(command.pattern)
        if not isinstance(pattern, str):
            raise CannotConvert(command.place, "a pattern that isn't constant")
        return word_type_of(pattern, command, self._scope)

    def _float_type(self, command: Float) -> FloatType:
        lo, hi = constant_of(command.lo), constant_of(command.hi)
        if lo is None or hi is None or isinstance(lo, str) or isinstance(hi, str):
            raise CannotConvert(command.place, "bounds of a decimal that aren't constant")
        most = constant_of(command.decimals[1]) if command.decimals else _DECIMALS
        if command.form == "SCIENTIFIC":
            raise CannotConvert(command.place, "decimals in scientific notation")
        return FloatType(float(lo), float(hi), most if isinstance(most, int) else _DECIMALS)

    def _array(self, command: Repeat | While, line: _Open) -> None:
        """A loop within a line: one value each time; or no value at all, but assertions over elements."""
        if not _reads(command.body):
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
            array = _without_index(Array(scalar.name, length, scalar.type, separator), command.place)
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
        ends = _what_ends(test)
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
            words, more = _sentinel(until, following[taken:], command)
            silent = Scalar(name, IntType(expr(0), expr(MOST_UNSAID)), words)
            taken += more
        else:
            count = self._scope.expression(command.count, command.place)
        nodes = self._repeated(command, body, count)
        return ([silent, *nodes] if silent is not None else nodes), taken

    def _repeated(self, command: Repeat | While, body: list[Command], count: Expr) -> list[Node]:
        branch = next((place for place, inner in enumerate(body) if isinstance(inner, If) and _reads([inner])), None)
        held = self._scope.held_in(body) if branch is not None else None
        start = command.start if isinstance(command, Repeat) else 0
        with self._scope.loop(command.counter, body, count=count, start=start) as index:
            if branch is not None:
                return [self._tagged(body, branch, count, held)]
            nodes = self.lines(body)
            return [self._rows(command, nodes, count, index)]

    def _rows(self, command: Repeat | While, nodes: list[Node], count: Expr, index: str) -> Node:
        """The node for `count` times the lines of `nodes`."""
        if len(nodes) == 1 and isinstance(nodes[0], Scalar | Array | Line):
            items = nodes[0].items if isinstance(nodes[0], Line) else (nodes[0],)
            simple = self._as_simple(items, count)
            if simple is not None:
                return simple
            names = [item.name for item in items]
            self._scope.make_fields(names)
            return Records(count, tuple(items))
        if any(ROW in repr(node) for node in nodes):
            raise CannotConvert(command.place, "bounds within a test case that mention its number")
        name = self._scope.fresh("tests")
        self._scope.make_cases(name, nodes)
        return Cases(name, count, tuple(nodes))

    def _as_simple(self, items: Sequence[_Item], count: Expr) -> Node | None:
        """An array with an element a line, a matrix or a grid, where the rows are no more than that."""
        if len(items) != 1:
            return None
        (item,) = items
        if isinstance(item, Scalar):
            of = item.type
            if ROW in repr(of) or (isinstance(of, TextType) and self._scope.is_compared(item.name)):
                return None
            if isinstance(of, WordType) and of.length_lo == of.length_hi and of.length_lo.constant != 1 \
                    and not of.form and not self._scope.is_compared(item.name):
                self._scope.make_matrix(item.name)
                return Matrix(item.name, count, of.length_lo, of, "")
            self._scope.make_array(item.name, count)
            return Array(item.name, count, of, "\n")
        own = {item.name}
        if item.separator == "" and isinstance(item.type, WordType) and item.type.length_hi.constant == 1 \
                and ROW not in item.length.names and not own & item.length.names \
                and not self._scope.is_compared(item.name) and not self._scope.is_silent(item.length):
            self._scope.make_matrix(item.name)
            return Matrix(item.name, count, item.length, item.type, "")
        if ROW in repr(item) or item.traits or item.separator == "" or own & item.length.names \
                or self._scope.is_silent(item.length) or self._scope.is_compared(item.name):
            return None
        self._scope.make_matrix(item.name)
        return Matrix(item.name, count, item.length, item.type, item.separator)

    # Rows of several kinds

    def _tagged(self, body: list[Command], branch: int, count: Expr, held: tuple[str, Expr] | None) -> Tagged:
        """Rows whose first token, or one behind the first ones, says what follows. `held` is the number that they
        change by one, and what it is at first."""
        condition = body[branch]
        assert isinstance(condition, If)
        rest = body[branch + 1:]
        if _starts_with_texts(condition):
            lead, kinds = body[:branch], _kinds_by_text(condition)
            variants = [(tag, [*own, *rest]) for tag, own in kinds]
        else:
            place, tags = self._tag_token(body[:branch], condition)
            lead, between = body[:place], body[place + 1:branch]
            variants = [(tag, [*between, *_resolved([condition, *rest], body[place], tag)]) for tag in tags]
        leads = self._lead_fields(lead)
        name = self._scope.fresh("queries")
        made = tuple(self._variant(tag, commands, held[0] if held else "") for tag, commands in variants)
        self._scope.make_fields([field.name for field in (*leads, *(f for v in made for f in v.fields))])
        is_counted = held is not None and any(wants_one(variant) or any(HELD in mentioned(field)
                                              for field in variant.fields) for variant in made)
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
        wants = self._conditions.wants_one or any(map(_is_empty_at_first, fields))
        if change not in (-1, 0, 1) or (change == -1 and not wants):
            raise CannotConvert(commands[0].place if commands else Place(1, 1), f"how {held} changes")
        return Variant(tag, fields, "adds" if change == 1 else "takes" if change == -1 else "needs" if wants else "")

    def _tag_token(self, before: list[Command], condition: If) -> tuple[int, list[str]]:
        """Where the tag is read, and the values that it may have."""
        names = _names_in(condition.test)
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
                if _reads(commands[place + 1:]):
                    raise CannotConvert(command.place, "a query over several lines")
                for rest in commands[place + 1:]:
                    self._in_line(rest, line)
                return tuple(_texts_last(line.items, command))
            if isinstance(command, If) and _reads([command]):
                raise CannotConvert(command.place, "a condition within a query")
            self._in_line(command, line)
        raise CannotConvert(commands[-1].place if commands else Place(1, 1), "a query without an end of its line")


def _without_index(array: Array, place: Place) -> Array:
    """The array where its bounds mention the index of the element: they say that it holds the parents of a tree."""
    of = array.type
    if ELEMENT not in repr(of):
        return array
    lo = of.lo.constant if isinstance(of, IntType) else None
    if not isinstance(of, IntType) or lo is None or of.hi.names != {ELEMENT} \
            or any(of.hi.value({ELEMENT: index}) != lo + index for index in range(_FEW_INDICES)):
        raise CannotConvert(place, "bounds of an element by its index")
    return replace(array, type=IntType(of.lo, _moved(array.length, lo - 1)), traits=frozenset({"parents"}))


def _moved(length: Expr, by: int) -> Expr:
    """`length + by`, with what was taken away at its end taken together: `n-1` by -1 is `n-2`."""
    end = re.search(r"-\d+$", length.text)
    stem = length.text[:end.start()] if end else length.text
    total = by + (int(end.group()) if end else 0)
    return expr(f"{stem}{total:+d}" if total else stem)


def _texts_last(items: Sequence[_Item], command: Command) -> list[_Item]:
    """The items of a line; a text that isn't the last of them, or stands in a list, can only be a word."""
    made = list(items)
    for place, item in enumerate(items):
        of = item.type
        if not isinstance(of, TextType) or (place == len(items) - 1 and isinstance(item, Scalar)):
            continue
        if " " in of.alphabet:
            raise CannotConvert(command.place, "a text with blanks that doesn't stand alone at the end of its line")
        made[place] = replace(item, type=WordType(_positive(of.length_lo), of.length_hi, of.alphabet))
    return made


def _is_empty_at_first(field: _Item) -> bool:
    """Whether a field has no value where nothing is held (`0.._held-1`)."""
    of = field.type
    return isinstance(of, IntType) and of.lo.constant is not None and of.hi.names == {HELD} \
        and of.hi.value({HELD: 0}) < of.lo.constant


def _positive(length: Expr) -> Expr:
    return expr(max(1, length.constant)) if length.constant is not None else length


# What commands do

def _reads(commands: Sequence[Command]) -> bool:
    """Whether the commands read anything of the data."""
    return any(isinstance(command, Blank | Int | Float | Regex | Literal)
               or (isinstance(command, Repeat | While) and _reads(command.body))
               or (isinstance(command, If) and (_reads(command.then) or _reads(command.otherwise)))
               for command in commands)


def _breaks_lines(command: Repeat | While) -> bool:
    """Whether the loop goes over lines."""
    if isinstance(command.separator, Blank) and command.separator.character == "\n":
        return True
    return any((isinstance(inner, Blank) and inner.character == "\n")
               or (isinstance(inner, Repeat | While) and _breaks_lines(inner))
               or (isinstance(inner, If) and any(isinstance(deep, Blank) and deep.character == "\n"
                                                 for deep in (*inner.then, *inner.otherwise)))
               for inner in command.body)


def _what_ends(test: Test) -> set[str]:
    """The next characters at which a loop with this condition ends, "" for the end of the data."""
    match test:
        case Not():
            return _what_holds(test.of)
        case Both() if test.operator == "&&":
            return _what_ends(test.left) | _what_ends(test.right)
    return set()


def _what_holds(test: Test) -> set[str]:
    match test:
        case IsEof():
            return {""}
        case Match():
            characters = constant_of(test.characters)
            return set(characters) if isinstance(characters, str) else set()
        case Both() if test.operator == "||":
            return _what_holds(test.left) | _what_holds(test.right)
        case Not():
            return _what_ends(test.of)
    return set()


def _sentinel(until: str, following: Sequence[Command], command: While) -> tuple[str, int]:
    """The tokens that end the loop, and how many commands read them."""
    if not until:
        return "", 0
    if until == "line":
        if following and isinstance(following[0], Blank) and following[0].character == "\n":
            return BLANK_LINE, 1
        raise CannotConvert(command.place, "lines that end at a line end which nothing reads")
    words = ""
    for place, inner in enumerate(following):
        text = constant_of(inner.text) if isinstance(inner, Literal) else None
        if isinstance(inner, Int):
            lo, hi = constant_of(inner.lo), constant_of(inner.hi)
            text = str(lo) if isinstance(lo, int) and lo == hi else None
        if isinstance(inner, Blank) and inner.character == " ":
            text = " "
        if isinstance(inner, Blank) and inner.character == "\n" and words.startswith(until):
            return words, place + 1
        if text is None:
            break
        words += str(text)
    raise CannotConvert(command.place, "a loop that ends at a character with no fixed text behind it")


def _starts_with_texts(condition: If) -> bool:
    """Whether every branch begins with a fixed text of its own."""
    branches = [condition.then, condition.otherwise]
    for branch in branches:
        if len(branch) == 1 and isinstance(branch[0], If):
            if not _starts_with_texts(branch[0]):
                return False
        elif not branch or not isinstance(branch[0], Literal):
            return False
    return True


def _kinds_by_text(condition: If) -> list[tuple[str, list[Command]]]:
    kinds: list[tuple[str, list[Command]]] = []
    for branch in (condition.then, condition.otherwise):
        first = branch[0]
        if isinstance(first, If):
            kinds += _kinds_by_text(first)
            continue
        assert isinstance(first, Literal)
        text = constant_of(first.text)
        if not isinstance(text, str):
            raise CannotConvert(first.place, "a fixed text that isn't constant")
        word, blank, behind = text.partition(" ")
        if not word or behind:
            raise CannotConvert(first.place, "a fixed text that isn't one token")
        own = list(branch[1:])
        kinds.append((word, [Blank(" ", first.place), *own] if blank else own))
    return kinds


def _chosen(condition: If, tag_command: Command, tag: str) -> list[Command]:
    """What is read where the tag has this value."""
    assert isinstance(tag_command, Int | Regex)
    assert tag_command.name is not None
    value: int | str = int(tag) if isinstance(tag_command, Int) else tag
    chosen = condition.then if _decided(condition, tag_command.name, value) else condition.otherwise
    return _resolved(chosen, tag_command, tag)


def _resolved(commands: Sequence[Command], tag_command: Command, tag: str) -> list[Command]:
    """The commands with every condition that reads decided by the tag."""
    made: list[Command] = []
    for command in commands:
        made += _chosen(command, tag_command, tag) if isinstance(command, If) and (
            _reads([command]) or _is_decided(command, tag_command, tag)) else [command]
    return made


def _is_decided(condition: If, tag_command: Command, tag: str) -> bool:
    """Whether the tag alone says which branch is taken."""
    assert isinstance(tag_command, Int | Regex)
    value: int | str = int(tag) if isinstance(tag_command, Int) else tag
    return tag_command.name is not None and _truth(condition.test, tag_command.name, value) is not None


def _decided(condition: If, variable: Variable, value: int | str) -> bool:
    decided = _truth(condition.test, variable, value)
    if decided is None:
        raise CannotConvert(condition.place, "what is read depends on more than a row's first token")
    return decided


def _truth(test: Test, variable: Variable, value: int | str) -> bool | None:
    """Whether the test holds where the variable has this value; None where that can't be told."""
    match test:
        case Not():
            inner = _truth(test.of, variable, value)
            return None if inner is None else not inner
        case Both():
            sides = [_truth(side, variable, value) for side in (test.left, test.right)]
            if None in sides:
                return None
            return all(sides) if test.operator == "&&" else any(sides)
        case Comparison():
            left, right = (value if side == variable else constant_of(side) for side in (test.left, test.right))
            if left is None or right is None or isinstance(left, str) != isinstance(right, str):
                return None
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,  # type: ignore[operator]
                    "==": left == right, "!=": left != right}[test.operator]
    return None


def _names_in(test: Test) -> set[str]:
    match test:
        case Not():
            return _names_in(test.of)
        case Both():
            return _names_in(test.left) | _names_in(test.right)
        case Comparison():
            return {side.name for side in (test.left, test.right) if isinstance(side, Variable)}
    return set()


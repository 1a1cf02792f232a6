"""The values that a testlib validator reads, with their bounds and into which variables, and those that it computes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from tree_sitter import Node

from slowpath.inputs.checktestdata.expressions import constant_of
from slowpath.inputs.checktestdata.scope import CannotConvert
from slowpath.inputs.checktestdata.syntax import (
    Blank,
    Command,
    Eof,
    Expression,
    Float,
    Int,
    Negation,
    Number,
    Place,
    Regex,
    Repeat,
    Set,
    String,
    Variable,
)
from slowpath.inputs.testlib.expressions import NotUnderstood, Reader, called, text_of
from slowpath.inputs.testlib.source import (
    STREAM,
    constants_in,
    function_name,
    inserted_values,
    literal_text,
    named_in_message,
    orders_pairs,
    place_of,
    reads,
)

_INTEGERS = frozenset({"readInt", "readInteger", "readLong", "readUnsignedLong"})
_LISTS = frozenset({"readInts", "readIntegers", "readLongs", "readUnsignedLongs"})
_REALS = frozenset({"readDouble", "readReal", "readStrictDouble", "readStrictReal"})
_WORDS = frozenset({"readToken", "readWord"})
_LINES = frozenset({"readLine", "readString"})
_RANGES = {
    "readInt": (-(2**31), 2**31 - 1),
    "readInteger": (-(2**31), 2**31 - 1),
    "readLong": (-(2**63), 2**63 - 1),
    "readUnsignedLong": (0, 2**64 - 1),
}
UNKNOWN = Number("nan")
"""The value of what can't be followed."""


class Values(ABC):
    """Turns declarations and calls that read into commands."""

    def __init__(self, root: Node, constants: Mapping[str, int]) -> None:
        self._functions = {
            name: node for node in root.children if node.type == "function_definition" and (name := function_name(node))
        }
        known = dict(constants)
        for node in root.children:
            known.update(constants_in(node, Reader(known)))
        self._reader = Reader(known, orders_pairs(text_of(root)), inserted=inserted_values(text_of(root)))
        self._sizes: dict[str, Expression] = {}
        self._pushed: dict[str, int] = {}
        self._inlined: list[str] = []

    @abstractmethod
    def _block(self, node: Node | None) -> list[Command]:
        """The commands of a function's body."""

    def _declaration(self, node: Node) -> list[Command]:
        made: list[Command] = []
        for declarator in node.children_by_field_name("declarator"):
            name = re.match(r"[&*\s]*(\w+)", text_of(declarator))
            if declarator.type != "init_declarator":
                self._note_size(node, declarator)
                continue
            value = declarator.child_by_field_name("value")
            variable = Variable(name[1]) if name is not None else None
            if variable is not None and value is not None and text_of(node.child_by_field_name("type")) == "bool":
                self._reader.tests[variable.name] = value
            if value is not None and value.type in ("argument_list", "initializer_list") and not reads(value):
                if name is not None and value.named_children:
                    self._set_size(name[1], value.named_children[0])
                continue
            made += (
                self._value(value, variable)
                if value is not None and reads(value)
                else self._assigned(variable, value, node)
            )
        return made

    def _note_size(self, declaration: Node, declarator: Node) -> None:
        """`vector<int> a(n)` may be read as the declaration of a function."""
        match = re.fullmatch(r"(\w+)\((\w+)\)", text_of(declarator).replace(" ", ""))
        if match and "vector" in text_of(declaration.child_by_field_name("type")):
            self._sizes[match[1]] = Variable(match[2])

    def _set_size(self, name: str, node: Node) -> None:
        try:
            self._sizes[name] = self._reader.expression(node)
        except NotUnderstood:
            self._sizes.pop(name, None)

    def _assigned(self, variable: Variable | None, value: Node | None, node: Node) -> list[Command]:
        """A computed value; one that can't be followed makes the variable unknown."""
        if variable is None:
            return []
        try:
            expression = self._reader.expression(value)
        except NotUnderstood:
            expression = UNKNOWN
        return [Set(((variable, expression),), place_of(node))]

    def _push(self, owner: str, value: Node, node: Node) -> list[Command]:
        """A list that gets a value of each row is another name for these, unless it gets others too."""
        if not owner.isidentifier():
            return []
        again = self._pushed.setdefault(owner, node.id) != node.id
        return (
            [Set(((Variable(owner), UNKNOWN),), place_of(node))]
            if again
            else self._assigned(Variable(owner), value, node)
        )

    def _value(self, node: Node, variable: Variable | None) -> list[Command]:
        """What an expression reads, into `variable`."""
        if node.type in ("cast_expression", "parenthesized_expression"):
            inner = node.child_by_field_name("value") or node.named_children[0]
            return self._value(inner, variable)
        if node.type == "call_expression":
            function, arguments = called(node)
            owner, _, method = function.rpartition(".")
            if owner == STREAM:
                return self._read(method, arguments, variable, place_of(node))
            if function in self._functions:
                return self._inline(function, arguments, variable, node)
            if owner and not method.startswith("read"):
                reading = [argument for argument in arguments if reads(argument)]
                if len(reading) == 1:
                    return self._value(reading[0], variable)
        raise CannotConvert(place_of(node), "a value that is read within a longer expression")

    def _inline(self, function: str, arguments: Sequence[Node], variable: Variable | None, node: Node) -> list[Command]:
        body = self._functions[function].child_by_field_name("body")
        if arguments or variable is not None or function in self._inlined:
            raise CannotConvert(place_of(node), f"a call of {function}, which reads")
        self._inlined.append(function)
        made = self._block(body)
        self._inlined.pop()
        return made

    def _read(self, method: str, arguments: list[Node], variable: Variable | None, place: Place) -> list[Command]:
        if method in ("readSpace", "readEoln"):
            return [Blank(" " if method == "readSpace" else "\n", place)]
        if method in ("readEof", "seekEof", "skipBlanks"):
            return [Eof(place)]
        if method == "readChar" and arguments:
            return self._char(arguments[0], place)
        if method == "readChar":
            return [Regex(String("[!-~]"), variable, place)]
        variable = variable or named_in_message(arguments)
        try:
            if method in _INTEGERS:
                lo, hi = self._bounds(arguments, method)
                return [Int(lo, hi, variable, place)]
            if method in _LISTS:
                lo, hi = self._bounds(arguments[1:], method.removesuffix("s"))
                own = Variable(variable.name, (Variable("_i"),)) if variable is not None else None
                return [
                    Repeat(
                        self._reader.expression(arguments[0]),
                        Variable("_i"),
                        Blank(" ", place),
                        (Int(lo, hi, own, place),),
                        place,
                    )
                ]
            if method in _REALS:
                lo, hi = self._bounds(arguments, method)
                decimals = (
                    None
                    if "Strict" not in method or len(arguments) < 4
                    else (self._reader.expression(arguments[2]), self._reader.expression(arguments[3]))
                )
                return [Float(lo, hi, decimals, variable, "", place)]
        except (NotUnderstood, IndexError) as error:
            raise CannotConvert(place, f"bounds that can't be followed ({error})") from error
        if method in _WORDS or method in _LINES:
            pattern = self._pattern(arguments, method in _LINES, place)
            end: list[Command] = [Blank("\n", place)] if method in _LINES else []
            return [Regex(String(pattern), variable, place), *end]
        raise CannotConvert(place, f"inf.{method}")

    def _bounds(self, arguments: list[Node], method: str) -> tuple[Expression, Expression]:
        """The bounds that are given, else those of the type."""
        if len(arguments) < 2:
            if method not in _RANGES:
                raise NotUnderstood(f"{method} without bounds")
            lo, hi = _RANGES[method]
            return Negation(Number(str(-lo))), Number(str(hi))
        return self._reader.expression(arguments[0]), self._reader.expression(arguments[1])

    def _char(self, node: Node, place: Place) -> list[Command]:
        try:
            character = self._reader.expression(node)
        except NotUnderstood:
            character = None
        if isinstance(character, String) and character.text in (" ", "\n"):
            return [Blank(character.text, place)]
        raise CannotConvert(place, "a single character that is neither a blank nor a line end")

    def _pattern(self, arguments: list[Node], is_line: bool, place: Place) -> str:
        """The pattern as an extended regular expression; `format` fills constants in."""
        if not arguments:
            return "[ -~]*" if is_line else "[!-~]+"
        node = arguments[0]
        if node.type == "call_expression" and called(node)[0] == "format":
            inner = called(node)[1]
            text = literal_text(inner[0]) if inner else None
            for argument in inner[1:]:
                value = self._constant_value(argument)
                text = (
                    None
                    if text is None or value is None
                    else re.sub(r"%(?:lld|d|I64d|u|llu)", str(value), text, count=1)
                )
        else:
            text = literal_text(node)
        if text is None:
            raise CannotConvert(place, "a pattern that isn't constant")
        return re.sub(r"\{(\d+)\s*,\s*(\d*)\}", r"{\1,\2}", text)

    def _constant_value(self, node: Node) -> int | None:
        try:
            value = constant_of(self._reader.expression(node))
        except NotUnderstood:
            return None
        return value if isinstance(value, int) else None

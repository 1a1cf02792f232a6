"""Expressions and conditions of a C++ validator, as those of the language in which we read layouts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from slowpath.inputs.checktestdata.syntax import (
    Both,
    Call,
    Comparison,
    Expression,
    Forest,
    Length,
    Negation,
    Not,
    Number,
    Operation,
    Prime,
    String,
    Test,
    Unseen,
    Variable,
)
from slowpath.model.patterns import late_regex

_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
_WORDS = {"and": "&&", "or": "||", "not": "!", "not_eq": "!="}
_INSERTED = late_regex(
    r"\w+\.(?:insert|emplace)\((.+)\)\.second|!\w+\.(?:count|contains)\((.+)\)|"
    r"\w+\.count\((.+)\)==0|\w+\.find\((.+)\)==\w+\.end\(\)"
)
_PRIMALITY = late_regex(
    r"(?:is_?)?prime(?:_?(?:number|test|p))?|(?:is_)?miller_?rabin(?:_?test)?|"
    r"(?:is_)?primality(?:_?test)?",
    re.I,
)
_ALL_INSERTED = late_regex(r"(?:\(?(?:int|longlong|ll)\)?\(?)?(\w+)\.size\(\)\)?==\w+")
_FUNCTIONS = {"min": 2, "max": 2, "abs": 1, "llabs": 1}
_CASTS = frozenset({"int", "long", "ll", "lint", "i64", "int64_t", "size_t", "unsigned", "double", "u32", "u64"})


class NotUnderstood(ValueError):
    """An expression that isn't read here; holds its text."""


@dataclass(frozen=True)
class Reader:
    """Reads expressions. `constants` are the numbers that names stand for (parameters of the problem); `has_swaps`
    says that the program puts pairs in order before it looks them up. `aliases` are other names of values (`for (char
    c : s)`), `tests` conditions that were given a name, `inserted` what is put into each set of the program."""

    constants: Mapping[str, int]
    has_swaps: bool = False
    aliases: dict[str, Variable] = field(default_factory=dict)
    tests: dict[str, Node] = field(default_factory=dict)
    inserted: Mapping[str, str] = field(default_factory=dict)

    def expression(self, node: Node | None) -> Expression:
        """The expression. Raises `NotUnderstood`."""
        if node is None:
            raise NotUnderstood("nothing")
        match node.type:
            case "number_literal":
                text = text_of(node)
                return Negation(_number(text[1:])) if text.startswith("-") else _number(text)
            case "char_literal":
                return String(_unquoted(text_of(node)))
            case "string_literal":
                return String(text_of(node)[1:-1])
            case "identifier":
                return self._identifier(text_of(node))
            case "parenthesized_expression":
                return self.expression(node.named_children[0])
            case "cast_expression":
                return self.expression(node.child_by_field_name("value"))
            case "unary_expression" if _sign(node) == "-":
                return Negation(self.expression(node.child_by_field_name("argument")))
            case "binary_expression":
                return self._binary(node)
            case "call_expression":
                return self._called(node)
            case "subscript_expression":
                return self._subscript(node)
            case "conditional_expression":
                condition, then, otherwise = (
                    node.child_by_field_name(part) for part in ("condition", "consequence", "alternative")
                )
                return either(self.test(condition), self.expression(then), self.expression(otherwise))
        raise NotUnderstood(text_of(node))

    def _identifier(self, name: str) -> Expression:
        if name in self.constants:
            value = self.constants[name]
            return Number(str(value)) if value >= 0 else Negation(Number(str(-value)))
        return self.aliases.get(name, Variable(name))

    def _binary(self, node: Node) -> Expression:
        left, right = (self.expression(node.child_by_field_name(side)) for side in ("left", "right"))
        operator = _sign(node)
        if operator == "<<":
            return Operation("*", left, Operation("^", Number("2"), right))
        if operator not in ("+", "-", "*", "/", "%"):
            raise NotUnderstood(text_of(node))
        return Operation(operator, left, right)

    def _called(self, node: Node) -> Expression:
        function, arguments = called(node)
        if function in _CASTS and len(arguments) == 1:
            return self.expression(arguments[0])
        if function in _FUNCTIONS and len(arguments) == _FUNCTIONS[function]:
            return Call(function.removeprefix("ll"), tuple(self.expression(argument) for argument in arguments))
        owner, _, method = function.rpartition(".")
        if method in ("size", "length") and owner.isidentifier() and not arguments:
            return Length(Variable(owner))
        raise NotUnderstood(text_of(node))

    def _subscript(self, node: Node) -> Expression:
        indices: list[Expression] = []
        base: Node | None = node
        while base is not None and base.type == "subscript_expression":
            inside = base.child_by_field_name("indices")
            indices.insert(0, self.expression(inside.named_children[0] if inside is not None else None))
            base = base.child_by_field_name("argument")
        if base is None or base.type != "identifier":
            raise NotUnderstood(text_of(node))
        return Variable(text_of(base), tuple(indices))

    def test(self, node: Node | None) -> Test:
        """The condition. Raises `NotUnderstood`."""
        if node is None:
            raise NotUnderstood("nothing")
        if node.type in ("parenthesized_expression", "condition_clause") and node.named_child_count == 1:
            return self.test(node.named_children[0])
        if node.type == "identifier" and text_of(node) in self.tests:
            return self.test(self.tests[text_of(node)])
        unseen = _unseen(text_of(node), self.has_swaps) or self._all_inserted(node)
        if unseen is not None:
            return unseen
        if node.type == "call_expression" and (prime := self._prime(node)) is not None:
            return prime
        if node.type == "unary_expression" and _sign(node) == "!":
            argument = node.child_by_field_name("argument")
            return self._forest(argument) or Not(self.test(argument))
        if node.type == "binary_expression":
            operator, sides = _sign(node), [node.child_by_field_name(side) for side in ("left", "right")]
            if operator in ("&&", "||"):
                return _joined(operator, self.test(sides[0]), self.test(sides[1]))
            if operator in _COMPARISONS:
                return Comparison(operator, self.expression(sides[0]), self.expression(sides[1]))
        return Comparison("!=", self.expression(node), Number("0"))

    def _prime(self, node: Node) -> Prime | None:
        function, arguments = called(node)
        name = re.split(r"::|\.", function)[-1]
        return Prime(self.expression(arguments[0])) if _PRIMALITY.fullmatch(name) and arguments else None

    def _all_inserted(self, node: Node) -> Unseen | None:
        """`seen.size() == n`, where in every row one thing was inserted into the set."""
        match = _ALL_INSERTED.fullmatch(re.sub(r"\s+", "", text_of(node)))
        what = self.inserted.get(match[1]) if match else None
        return _unseen(f"!{match[1]}.count({what})", self.has_swaps) if match and what else None

    def _forest(self, node: Node | None) -> Forest | None:
        """`!components.same(a, b)`: what validators of trees say of each edge."""
        if node is None or node.type != "call_expression":
            return None
        function, arguments = called(node)
        ends = [self._value_of_row(argument) for argument in arguments]
        if function.rpartition(".")[2] in ("same", "is_same", "connected", "isSame") and len(ends) == 2 and all(ends):
            return Forest(ends[0], ends[1])
        return None

    def _value_of_row(self, node: Node) -> str:
        """The variable of `u` or `u[i]`, "" of anything else."""
        try:
            value = self.expression(node)
        except NotUnderstood:
            return ""
        return value.name if isinstance(value, Variable) else ""


def either(test: Test, then: Expression, otherwise: Expression) -> Expression:
    """One value or the other, as arithmetic: `otherwise + (then - otherwise) * [test]`. Raises `NotUnderstood`."""
    if not isinstance(test, Comparison):
        raise NotUnderstood("a choice by more than one comparison")
    return Operation("+", otherwise, Operation("*", Operation("-", then, otherwise), _indicator(test)))


def _indicator(test: Comparison) -> Expression:
    """1 where the comparison of integers holds, else 0."""
    zero, one = Number("0"), Number("1")
    if test.operator in (">", ">="):
        test = Comparison(test.operator.replace(">", "<"), test.right, test.left)
    room = Operation("-", test.right, test.left)
    match test.operator:
        case "==":
            return Call("max", (zero, Operation("-", one, Call("abs", (room,)))))
        case "!=":
            return Call("min", (one, Call("abs", (room,))))
        case "<":
            return Call("min", (one, Call("max", (zero, room))))
    return Call("min", (one, Call("max", (zero, Operation("+", room, one)))))


def _joined(operator: str, left: Test, right: Test) -> Test:
    """Both tests; a pair that wasn't seen in either order is one."""
    if (
        operator == "&&"
        and isinstance(left, Unseen)
        and isinstance(right, Unseen)
        and left.names == right.names[::-1]
        and len(left.names) == 2
    ):
        return Unseen(left.names, unordered=True)
    return Both(operator, left, right)


def _unseen(text: str, has_swaps: bool) -> Unseen | None:
    """`edges.insert(minmax(a, b)).second`: what validators say of edges and of values that must differ."""
    match = _INSERTED.fullmatch(re.sub(r"\s+|std::", "", text))
    if match is None:
        return None
    inside = next(group for group in match.groups() if group)
    names = tuple(re.sub(r"[{}()]|make_pair|minmax|pair(?:<[\w,]*>)?|\b[A-Z]\w*(?=[({])", "", inside).split(","))
    if not all(name.isidentifier() for name in names) or len(names) > 2:
        return None
    return Unseen(names, len(names) == 2 and (has_swaps or "minmax" in inside))


def text_of(node: Node | None) -> str:
    """The node's source text."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text is not None else ""


def called(node: Node) -> tuple[str, list[Node]]:
    """The function's text without blanks and the arguments of a call."""
    arguments = node.child_by_field_name("arguments")
    function = re.sub(r"\s+", "", text_of(node.child_by_field_name("function")))
    return re.sub(r"^(?:std::)|<[\w:]+>$", "", function), [] if arguments is None else arguments.named_children


def _sign(node: Node) -> str:
    sign = text_of(node.child_by_field_name("operator"))
    return _WORDS.get(sign, sign)


def _number(text: str) -> Number:
    plain = text.replace("'", "").rstrip("uUlL")
    if re.fullmatch(r"\d+", plain):
        return Number(str(int(plain)))
    if re.fullmatch(r"0[xX][0-9a-fA-F]+", plain):
        return Number(str(int(plain, 16)))
    if re.fullmatch(r"[\d.]+([eE][+-]?\d+)?", plain):
        value = float(plain)
        return Number(str(int(value)) if value == int(value) and value < 1e18 else plain)
    raise NotUnderstood(text)


def _unquoted(text: str) -> str:
    return {"'\\n'": "\n", "'\\t'": "\t", "'\\r'": "\r", "'\\''": "'"}.get(text, text[1:-1])

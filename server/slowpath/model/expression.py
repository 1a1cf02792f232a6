"""Integer expressions over the variables of an input: lengths, counts and bounds ("n", "n-1", "2*m")."""

from __future__ import annotations

import ast
import contextlib
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from slowpath.model.patterns import late_regex

_ALLOWED = (
    ast.Expression,
    ast.BinOp,
    ast.UnaryOp,
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Mod,
    ast.Pow,
    ast.USub,
    ast.Call,
)
_FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max, "len": len, "abs": abs}
_LARGEST_POWER = 4096
_SHIFTED = late_regex(r"(\w+)([+-]\d+)")


@dataclass(frozen=True)
class Expr:
    """An expression by its canonical text. Build one with `expr`, which checks the text."""

    text: str

    def __str__(self) -> str:
        return self.text

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables that it mentions."""
        return _compile(self.text)[1]

    @cached_property
    def constant(self) -> int | None:
        """Its value when it mentions no variable, else None."""
        return None if self.names else self.value({})

    @cached_property
    def value(self) -> Callable[[Mapping[str, object]], int]:
        """What gives its value, called with the variables: a function that is kept, as it is called millions of times.
        Raises `KeyError` (the name) when a variable is missing, `ArithmeticError` on n//0."""
        return _compile(self.text)[0]

    def plus(self, number: int) -> Expr:
        """The sum with a number, as short as it can be: `n+1` plus -1 is `n`."""
        if self.constant is not None:
            return expr(self.constant + number)
        found = _SHIFTED.fullmatch(self.text)
        base, shift = (found[1], int(found[2]) + number) if found else (self.text, number)
        return expr(f"{base}{shift:+d}" if shift else base)


@lru_cache(maxsize=4096, typed=True)
def expr(text: str | int) -> Expr:
    """The expression written in `text`; `^` and `**` are powers, `/` isn't allowed.

    Raises `ValueError` that names the part which isn't an integer expression.
    """
    canonical = ast.unparse(_parse(str(text).replace("^", "**"))).replace(" ", "")
    _compile(canonical)
    return Expr(canonical)


def _parse(text: str) -> ast.Expression:
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise ValueError(f"not an expression: {text!r}") from error
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise ValueError(f"not an integer expression: {ast.unparse(node)!r} in {text!r}")
        if isinstance(node, ast.Constant) and type(node.value) is not int:
            raise ValueError(f"not an integer: {node.value!r} in {text!r}")
        if isinstance(node, ast.Call) and not (
            isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and not node.keywords
        ):
            raise ValueError(f"unknown function: {ast.unparse(node.func)!r} in {text!r}")
    return tree


@lru_cache(maxsize=4096)
def _compile(text: str) -> tuple[Callable[[Mapping[str, object]], int], frozenset[str]]:
    body = _parse(text).body
    called = {node.func.id for node in ast.walk(body) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    names = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)} - called
    return _closure(body), frozenset(names)


_OPERATIONS: dict[type, Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _closure(node: ast.expr) -> Callable[[Mapping[str, object]], int]:
    """`node` as a function of the variables: some 0.2 us per operation, since mutation evaluates millions."""
    if isinstance(node, ast.Constant):
        constant: Any = node.value
        return lambda _: constant
    if isinstance(node, ast.Name):
        return operator.itemgetter(node.id)
    if isinstance(node, ast.UnaryOp):
        operand = _closure(node.operand)
        return lambda variables: -operand(variables)
    if isinstance(node, ast.Call):
        function = _FUNCTIONS[node.func.id]  # type: ignore[attr-defined]
        arguments = [_closure(argument) for argument in node.args]
        return lambda variables: function(*(argument(variables) for argument in arguments))
    assert isinstance(node, ast.BinOp)
    operation = _power if isinstance(node.op, ast.Pow) else _OPERATIONS[type(node.op)]
    left, right = _closure(node.left), _closure(node.right)
    if not any(isinstance(part, ast.Name) for part in ast.walk(node)):
        with contextlib.suppress(ArithmeticError):
            folded = operation(left({}), right({}))
            return lambda _: folded
    return lambda variables: operation(left(variables), right(variables))


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent <= _LARGEST_POWER:
        raise ArithmeticError(f"power out of range: {exponent}")
    return base**exponent

"""Writes the words of a checktestdata script: names, expressions, strings, patterns, and lines with their depth.

Names there are lower-case letters and digits; ours are made so, and stay different. What our expressions have and
the language hasn't (`min`, `max`, `abs`, division and remainder that round down) is computed by commands that come
before, into variables of their own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

from slowpath.model.expression import Expr

_SPECIAL = frozenset("\\.[]()*+?{}|^$")
_STRENGTH = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.FloorDiv: 2, ast.Mod: 2, ast.USub: 3, ast.Pow: 4}
_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Pow: "^"}
_ATOM = 5
_ROUNDS = 3
_WIDTH = 100
_Line = tuple[int, str]
"""Depth and commands."""


class CannotWrite(ValueError):
    """A format whose layout the language can't express; says what."""


class Scribe:
    """The lines of a script that is being written. `left_out` collects what can't be said in it."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._depth = 0
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self.left_out: list[str] = []

    @property
    def text(self) -> str:
        """The script so far."""
        lines = self._lines
        for _ in range(_ROUNDS):
            lines = _folded(_joined(lines))
        return "".join(f"{'  ' * depth}{text}\n" for depth, text in lines)

    def line(self, *commands: str) -> None:
        """Commands on one line."""
        self._lines.append((self._depth, " ".join(filter(None, commands))))

    @contextmanager
    def block(self, opening: str, *closing: str) -> Iterator[None]:
        """What is written inside stands between `opening` and END; `closing` follows that."""
        self.line(opening)
        self._depth += 1
        yield
        self._depth -= 1
        self.line("END", *closing)

    @contextmanager
    def repeated_while(self, more: str) -> Iterator[None]:
        """A block that is gone through until it leaves the variable `more` at 0."""
        self.line(f"SET({more}=1)")
        with self.block(f"WHILE({more}==1)"):
            self.line(f"SET({more}=0)")
            yield

    def otherwise(self) -> None:
        """The ELSE of the block that is open."""
        self._depth -= 1
        self.line("ELSE")
        self._depth += 1

    def leave_out(self, what: str) -> None:
        """Notes something that can't be said."""
        if what not in self.left_out:
            self.left_out.append(what)

    # Names

    def name(self, ours: str) -> str:
        """The variable that stands for ours."""
        if ours not in self._names:
            self._names[ours] = self.fresh(ours)
        return self._names[ours]

    def fresh(self, stem: str) -> str:
        """A variable that nothing else uses."""
        plain = re.sub(r"[^a-z0-9]", "", stem.lower()).lstrip("0123456789") or "x"
        made, number = plain, 1
        while made in self._taken:
            number += 1
            made = f"{plain}{number}"
        self._taken.add(made)
        return made

    # Expressions

    def expression(self, expression: Expr, known: Mapping[str, str]) -> str:
        """`expression` in the script's words. `known` says how variables are written here where that isn't just
        their name (`a[i]`); commands that it needs before are written at once."""
        return self._written(ast.parse(expression.text, mode="eval").body, known)[0]

    def _written(self, node: ast.expr, known: Mapping[str, str]) -> tuple[str, int]:
        if isinstance(node, ast.Constant):
            return str(node.value), _ATOM
        if isinstance(node, ast.Name):
            return known.get(node.id) or self.name(node.id), _ATOM
        if isinstance(node, ast.UnaryOp):
            return "-" + self._inside(node.operand, 3, known), 3
        if isinstance(node, ast.Call):
            return self._called(node, known), _ATOM
        assert isinstance(node, ast.BinOp)
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            return self._rounded_down(node, known), _ATOM
        strength = _STRENGTH[type(node.op)]
        left = self._inside(node.left, _ATOM if isinstance(node.op, ast.Pow) else strength, known)
        right = self._inside(node.right, strength + 1, known)
        return left + _SIGNS[type(node.op)] + right, strength

    def _inside(self, node: ast.expr, least: int, known: Mapping[str, str]) -> str:
        text, strength = self._written(node, known)
        return text if strength >= least else f"({text})"

    def _called(self, node: ast.Call, known: Mapping[str, str]) -> str:
        assert isinstance(node.func, ast.Name)
        if node.func.id == "len":
            assert isinstance(node.args[0], ast.Name)
            name = node.args[0].id
            return known.get(f"len({name})") or f"STRLEN({known.get(name) or self.name(name)})"
        values = [self._written(argument, known)[0] for argument in node.args]
        result = self.fresh(node.func.id)
        if node.func.id == "abs":
            self.line(f"SET({result}={values[0]}) IF({result}<0) SET({result}=-{result}) END")
            return result
        sign = "<" if node.func.id == "min" else ">"
        self.line(
            f"SET({result}={values[0]})",
            *(f"IF({value}{sign}{result}) SET({result}={value}) END" for value in values[1:]),
        )
        return result

    def _rounded_down(self, node: ast.BinOp, known: Mapping[str, str]) -> str:
        """The language rounds towards zero; ours rounds down."""
        left, right = (self._inside(side, _ATOM, known) for side in (node.left, node.right))
        quotient = self.fresh("quotient")
        differ = f"({left}<0 && {right}>0) || ({left}>0 && {right}<0)"
        self.line(
            f"SET({quotient}={left}/{right})",
            f"IF({quotient}*{right}!={left} && ({differ})) SET({quotient}={quotient}-1) END",
        )
        return quotient if isinstance(node.op, ast.FloorDiv) else f"({left}-{quotient}*{right})"


def _joined(lines: list[_Line]) -> list[_Line]:
    """Commands that read one line of data on one line, where they are short."""
    made: list[_Line] = []
    for depth, text in lines:
        if (
            made
            and made[-1][0] == depth
            and not _begins_block(text)
            and not _begins_block(made[-1][1])
            and text != "ELSE"
            and not text.startswith("END")
            and not made[-1][1].endswith(("NEWLINE", "ELSE"))
            and _goes_with(made[-1][1], text)
            and len(made[-1][1]) + len(text) < _WIDTH
        ):
            made[-1] = (depth, f"{made[-1][1]} {text}")
        else:
            made.append((depth, text))
    return made


def _folded(lines: list[_Line]) -> list[_Line]:
    """Blocks of one short line on one line."""
    made: list[_Line] = []
    for depth, text in lines:
        made.append((depth, text))
        if len(made) >= 3 and text.startswith("END"):
            (outer, opening), (inner, body), _ = made[-3:]
            whole = f"{opening} {body} {text}"
            if (
                outer == depth
                and inner == depth + 1
                and _begins_block(opening)
                and len(whole) < _WIDTH
                and "NEWLINE" not in body
            ):
                made[-3:] = [(depth, whole)]
    return made


def _begins_block(text: str) -> bool:
    """Whether the line opens a block and doesn't close it."""
    return text.startswith(("REP", "WHILE", "IF")) and not re.search(r" END\b", text)


def _goes_with(before: str, text: str) -> bool:
    """Whether both are about one line of data: what computes stands alone, an assertion beside what it is about."""
    computes = ("SET", "UNSET", "ASSERT(UNIQUE")
    about_blocks = text.startswith("ASSERT") and before.startswith(("END", "REP", "WHILE", "IF", "ASSERT"))
    return not (before.startswith(computes) or text.startswith(computes) or about_blocks)


def string(text: str) -> str:
    """A string constant with these characters; those beyond ASCII as the bytes of UTF-8."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return (
        '"'
        + "".join(
            escapes.get(chr(code)) or (chr(code) if 32 <= code < 127 else f"\\{code:03o}") for code in text.encode()
        )
        + '"'
    )


def literal_pattern(text: str) -> str:
    """A pattern that matches just this text."""
    return "".join(f"\\{character}" if character in _SPECIAL else character for character in text)


def one_of(alphabet: str) -> str:
    """A pattern for one character out of `alphabet`."""
    characters = sorted(set(alphabet))
    if any(ord(character) > 126 for character in characters):
        return f"({'|'.join(map(literal_pattern, characters))})"
    if len(characters) == 1:
        return literal_pattern(characters[0])
    ranges = "".join(_ranges(character for character in characters if character not in "]^-"))
    first, last = ("]" if "]" in characters else ""), ("-" if "-" in characters else "")
    # A closing bracket must come first, a minus last, and a hat anywhere but first.
    body = first + ranges + ("^" if "^" in characters else "")
    return "(\\^|-)" if body == "^" else f"[{body}{last}]"


def _ranges(characters: Iterable[str]) -> Iterator[str]:
    """Neighbours as `a-z`, where there are at least three and all are letters or digits."""
    run: list[str] = []
    for character in [*characters, ""]:
        if run and character and ord(character) == ord(run[-1]) + 1 and character.isalnum() and run[-1].isalnum():
            run.append(character)
            continue
        yield f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(run)
        run = [character]


def decimal(value: float) -> str:
    """A number as a decimal, exactly as it is printed by Python, without an exponent."""
    fraction = Fraction(repr(float(value)))
    scale = 0
    while fraction.denominator != 1:
        fraction *= 10
        scale += 1
    sign, digits = ("-" if fraction < 0 else ""), str(abs(int(fraction))).rjust(scale + 1, "0")
    return sign + (digits if not scale else f"{digits[:-scale]}.{digits[-scale:]}")

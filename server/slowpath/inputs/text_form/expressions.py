"""Reads the expressions of a format's text form: `2*10^5`, `n-1`, `min(n,m)`, `n*(n-1)/2`, which is rounded down."""

from __future__ import annotations

from slowpath.inputs.text_form.lexer import Lexeme, Words
from slowpath.model.expression import Expr, expr

_BINARY = ("+", "-", "*", "/", "//", "%", "^", "**")


class ExpressionReader:
    """Keeps the names that are visible at the current place, innermost scope last, and all that there are."""

    def __init__(self) -> None:
        self._scopes: list[set[str]] = [set()]
        self._all: set[str] = set()
        self._place_names: tuple[str, ...] = ()

    def _size(self, words: Words) -> Expr:
        words.expect("[")
        size = self.expression(words)
        words.expect("]")
        return size

    def expression(self, words: Words, any_name: bool = False) -> Expr:
        """The longest expression from here: it ends where a value is followed by anything but an operator."""
        begin = words.next
        text = self._sum(words, any_name)
        try:
            made = expr(text)
            _ = made.constant
        except ValueError as error:
            raise words.error(str(error), begin) from None
        except ArithmeticError as error:
            raise words.error(
                f"{text} has no value ({error}); an integer of thousands of digits is a word: `word 1..5000 number`",
                begin,
            ) from None
        return made

    def _sum(self, words: Words, any_name: bool) -> str:
        text = self._value(words, any_name)
        while words.next.kind == "sign" and words.next.text in _BINARY:
            operator = words.take().text
            text += ("//" if operator == "/" else operator) + self._value(words, any_name)
        return text

    def _value(self, words: Words, any_name: bool) -> str:
        if words.accept("-"):
            return "-" + self._value(words, any_name)
        if words.accept("("):
            inner = self._sum(words, any_name)
            words.expect(")")
            return f"({inner})"
        if words.next.kind == "number":
            if not words.next.text.isdigit():
                raise words.error("bounds and sizes are integers: write 10^5, not 1e5 or 1.5")
            return words.take().text
        name = words.name("a number or a variable")
        if words.accept("("):
            return self._call(name, words, any_name)
        if name.text in self._place_names:
            return name.text
        known = self._all if any_name else set().union(*self._scopes)
        if name.text not in known:
            raise words.error(
                f"unknown variable {name.text!r} (known here: {', '.join(sorted(known)) or 'none'})", name
            )
        return name.text

    def _call(self, name: Lexeme, words: Words, any_name: bool) -> str:
        if name.text not in ("min", "max", "len", "abs"):
            raise words.error(f"unknown function {name.text!r} (known: abs, len, max, min)", name)
        arguments = [self._sum(words, any_name)]
        while words.accept(","):
            arguments.append(self._sum(words, any_name))
        words.expect(")")
        return f"{name.text}({','.join(arguments)})"

    def end(self, words: Words) -> None:
        if words.next.kind != "end":
            raise words.error("expected the end of the line")

"""Reads a checktestdata script.

Two things follow the reference's grammar rather than what one might expect: `&&` and `||` bind equally strongly, from
the left, and `!` negates all that follows it (`!a && b` is `!(a && b)`).
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError, Word, words_of
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

_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
_BLANKS = {"SPACE": " ", "NEWLINE": "\n"}
_DEEPEST = 200


def read_script(text: str | bytes) -> Script:
    """The script written in `text`. Raises `ScriptSyntaxError`."""
    characters = text.decode("latin-1") if isinstance(text, bytes) else text
    return _Reader(words_of(characters)).script()


class _Reader:
    """Recursive descent over the words; `_at` is the next one."""

    def __init__(self, words: list[Word]) -> None:
        self._words = words
        self._at = 0
        self._depth = 0

    @property
    def _next(self) -> Word:
        return self._words[self._at]

    def _wrong(self, expected: str) -> ScriptSyntaxError:
        found = "the end of the script" if self._next.kind == "end" else repr(self._next.text)
        return ScriptSyntaxError(self._next.place, f"expected {expected}, found {found}")

    def _is(self, *texts: str) -> bool:
        return self._next.kind in ("sign", "keyword") and self._next.text in texts

    def _take(self, text: str) -> None:
        if not self._is(text):
            raise self._wrong(repr(text))
        self._at += 1

    def _taken(self, *texts: str) -> str:
        """The next word's text, taken, when it is one of these, else ""."""
        if not self._is(*texts):
            return ""
        self._at += 1
        return self._words[self._at - 1].text

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ScriptSyntaxError(self._next.place, "this is nested too deeply")

    # Commands

    def script(self) -> Script:
        commands = self._block()
        if self._next.kind != "end":
            raise self._wrong("a command")
        return Script(commands)

    def _block(self) -> tuple[Command, ...]:
        self._deeper()
        commands = []
        while self._next.kind != "end" and not self._is("END", "ELSE"):
            commands.append(self._command())
        self._depth -= 1
        return tuple(commands)

    def _command(self) -> Command:
        word, place = self._next, self._next.place
        if word.kind != "keyword":
            raise self._wrong("a command")
        self._at += 1
        if word.text in _BLANKS:
            return Blank(_BLANKS[word.text], place)
        if word.text == "EOF":
            return Eof(place)
        readers: dict[str, Callable[[Place], Command]] = {
            "INT": self._int,
            "FLOAT": self._float,
            "FLOATP": self._floatp,
            "STRING": self._literal,
            "REGEX": self._regex,
            "ASSERT": self._assert,
            "SET": self._set,
            "UNSET": self._unset,
            "REP": self._repeat,
            "REPI": self._repeat,
            "WHILE": self._while,
            "WHILEI": self._while,
            "IF": self._if,
        }
        if word.text not in readers:
            self._at -= 1
            raise self._wrong("a command")
        self._take("(")
        return readers[word.text](place)

    def _int(self, place: Place) -> Int:
        lo, hi = self._bounds()
        name = self._variable() if self._taken(",") else None
        self._take(")")
        return Int(lo, hi, name, place)

    def _bounds(self) -> tuple[Expression, Expression]:
        first = self._expression()
        self._take(",")
        return first, self._expression()

    def _float(self, place: Place) -> Float:
        return self._float_rest(*self._bounds(), None, place)

    def _floatp(self, place: Place) -> Float:
        lo, hi = self._bounds()
        self._take(",")
        return self._float_rest(lo, hi, self._bounds(), place)

    def _float_rest(
        self, lo: Expression, hi: Expression, decimals: tuple[Expression, Expression] | None, place: Place
    ) -> Float:
        name, form = None, ""
        if self._taken(","):
            name = self._variable()
            if self._taken(","):
                form = self._taken("FIXED", "SCIENTIFIC")
                if not form:
                    raise self._wrong("FIXED or SCIENTIFIC")
        self._take(")")
        return Float(lo, hi, decimals, name, form, place)

    def _literal(self, place: Place) -> Literal:
        text = self._value()
        self._take(")")
        return Literal(text, place)

    def _regex(self, place: Place) -> Regex:
        pattern = self._value()
        name = self._variable() if self._taken(",") else None
        self._take(")")
        return Regex(pattern, name, place)

    def _assert(self, place: Place) -> Assert:
        test = self._test()
        self._take(")")
        return Assert(test, place)

    def _set(self, place: Place) -> Set:
        assignments = [self._assignment()]
        while self._taken(","):
            assignments.append(self._assignment())
        self._take(")")
        return Set(tuple(assignments), place)

    def _assignment(self) -> tuple[Variable, Expression]:
        variable = self._variable()
        self._take("=")
        return variable, self._expression()

    def _unset(self, place: Place) -> Unset:
        names = self._names()
        self._take(")")
        return Unset(names, place)

    def _repeat(self, place: Place) -> Repeat:
        counter = self._counter()
        count = self._expression()
        separator, body = self._loop_rest()
        return Repeat(count, counter, separator, body, place)

    def _while(self, place: Place) -> While:
        counter = self._counter()
        test = self._test()
        separator, body = self._loop_rest()
        return While(test, counter, separator, body, place)

    def _counter(self) -> Variable | None:
        """The variable of REPI and WHILEI, whose "(" was just taken."""
        if self._words[self._at - 2].text not in ("REPI", "WHILEI"):
            return None
        counter = self._variable()
        self._take(",")
        return counter

    def _loop_rest(self) -> tuple[Command | None, tuple[Command, ...]]:
        separator = None
        if self._taken(","):
            place = self._next.place
            separator = self._command()
            if isinstance(separator, Repeat | While | If | Eof):
                raise ScriptSyntaxError(place, "a separator is a single command that reads or checks something")
        self._take(")")
        body = self._block()
        self._take("END")
        return separator, body

    def _if(self, place: Place) -> If:
        test = self._test()
        self._take(")")
        then = self._block()
        otherwise = self._block() if self._taken("ELSE") else ()
        self._take("END")
        return If(test, then, otherwise, place)

    # Tests

    def _test(self) -> Test:
        """`!` takes in all that follows; of `&&` and `||` the left one comes first."""
        self._deeper()
        made = self._single_test()
        while operator := self._taken("&&", "||"):
            made = Both(operator, made, self._single_test())
        self._depth -= 1
        return made

    def _single_test(self) -> Test:
        if self._taken("!"):
            return Not(self._test())
        if self._taken("ISEOF"):
            return IsEof()
        if self._is("MATCH", "UNIQUE", "INARRAY"):
            return self._test_command()
        return self._parenthesised_test() if self._is("(") else self._comparison()

    def _test_command(self) -> Test:
        name = self._taken("MATCH", "UNIQUE", "INARRAY")
        self._take("(")
        made: Test
        if name == "MATCH":
            made = Match(self._value())
        elif name == "UNIQUE":
            made = Unique(self._names())
        else:
            value = self._expression()
            self._take(",")
            made = InArray(value, self._variable().name)
        self._take(")")
        return made

    def _parenthesised_test(self) -> Test:
        """`(test)`, or a comparison whose left side begins with a parenthesis."""
        start, depth = self._at, self._depth
        try:
            return self._comparison()
        except ScriptSyntaxError as error:
            reached = self._at
            self._at, self._depth = start, depth
            self._take("(")
            try:
                made = self._test()
                self._take(")")
            except ScriptSyntaxError:
                if self._at >= reached:
                    raise
                raise error from None
            return made

    def _comparison(self) -> Comparison:
        left = self._expression()
        operator = self._taken(*_COMPARISONS)
        if not operator:
            raise self._wrong("a comparison")
        return Comparison(operator, left, self._expression())

    # Expressions

    def _expression(self) -> Expression:
        self._deeper()
        made = self._term()
        while operator := self._taken("+", "-"):
            made = Operation(operator, made, self._term())
        self._depth -= 1
        return made

    def _term(self) -> Expression:
        made = self._factor()
        while operator := self._taken("*", "/", "%"):
            made = Operation(operator, made, self._factor())
        return made

    def _factor(self) -> Expression:
        """Powers associate from the left; a minus takes in the powers that follow it."""
        self._deeper()
        if self._taken("-"):
            made: Expression = Negation(self._factor())
        else:
            made = self._atom()
            while self._taken("^"):
                made = Operation("^", made, self._factor() if self._is("-") else self._atom())
        self._depth -= 1
        return made

    def _atom(self) -> Expression:
        if self._taken("("):
            made = self._expression()
            self._take(")")
            return made
        return self._value()

    def _value(self) -> Expression:
        word = self._next
        if word.kind == "number":
            self._at += 1
            return Number(word.text)
        if word.kind == "string":
            self._at += 1
            return String(word.text)
        if self._taken("STRLEN"):
            self._take("(")
            of = self._value()
            self._take(")")
            return Length(of)
        if word.kind == "name":
            return self._variable()
        raise self._wrong("a value")

    def _variable(self) -> Variable:
        name = self._name()
        if not self._taken("["):
            return Variable(name)
        index = [self._expression()]
        while self._taken(","):
            index.append(self._expression())
        self._take("]")
        return Variable(name, tuple(index))

    def _name(self) -> str:
        if self._next.kind != "name":
            raise self._wrong("a variable")
        self._at += 1
        return self._words[self._at - 1].text

    def _names(self) -> tuple[str, ...]:
        names = [self._name()]
        while self._taken(","):
            names.append(self._name())
        return tuple(names)

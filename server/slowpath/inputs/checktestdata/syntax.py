"""What a checktestdata script is made of: expressions, tests and commands, as values.

The language is that of DOMjudge's checktestdata. Characters are bytes: script and data are read as Latin-1, so that
any byte is one character.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """A literal: digits, with a point or an exponent when it is a decimal. `text` as written."""

    text: str

    @property
    def is_integer(self) -> bool:
        """Whether it has neither point nor exponent."""
        return self.text.isdigit()

    @property
    def integer(self) -> int:
        """Its value when it is an integer; a leading zero makes it octal, as in the reference."""
        octal = len(self.text) > 1 and self.text[0] == "0" and not set(self.text) & set("89")
        return int(self.text, 8) if octal else int(self.text)


@dataclass(frozen=True)
class String:
    """A literal text, its escapes resolved."""

    text: str


@dataclass(frozen=True)
class Variable:
    """`name` or `name[index, ...]`."""

    name: str
    index: tuple[Expression, ...] = ()

    def __str__(self) -> str:
        return self.name + (f"[{','.join(map(str, self.index))}]" if self.index else "")


@dataclass(frozen=True)
class Length:
    """`STRLEN(of)`."""

    of: Expression


@dataclass(frozen=True)
class Negation:
    """`-of`."""

    of: Expression


@dataclass(frozen=True)
class Operation:
    """`left operator right`; operator one of + - * / % ^."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Call:
    """`function(arguments)`, the function one of min, max, abs. No script can say it; validators in C++ do."""

    function: str
    arguments: tuple[Expression, ...]


Expression = Number | String | Variable | Length | Negation | Operation | Call


@dataclass(frozen=True)
class Comparison:
    """`left operator right`; operator one of < > <= >= == !=."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Not:
    """`!of`."""

    of: Test


@dataclass(frozen=True)
class Both:
    """`left && right`, or `||` where `operator` says so; the right side is looked at only when it decides."""

    operator: str
    left: Test
    right: Test


@dataclass(frozen=True)
class IsEof:
    """`ISEOF`."""


@dataclass(frozen=True)
class Match:
    """`MATCH(characters)`: whether the next character is one of them."""

    characters: Expression


@dataclass(frozen=True)
class Unique:
    """`UNIQUE(name, ...)`: whether the tuples of values at equal indices are all different."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class InArray:
    """`INARRAY(value, name)`."""

    value: Expression
    name: str


@dataclass(frozen=True)
class Forest:
    """That an edge joins two parts that weren't joined before. No script can say it; validators in C++ do."""

    first: str
    second: str


@dataclass(frozen=True)
class Unseen:
    """That values (or, `unordered`, a pair in either order) weren't read in a row before. As `Forest`, of C++ only."""

    names: tuple[str, ...]
    unordered: bool = False


@dataclass(frozen=True)
class Prime:
    """That a value is a prime. As `Forest`, of C++ only."""

    of: Expression


Test = Comparison | Not | Both | IsEof | Match | Unique | InArray | Forest | Unseen | Prime


@dataclass(frozen=True)
class Place:
    """Where a command stands in the script; 1-based."""

    line: int
    column: int


@dataclass(frozen=True)
class Blank:
    """`SPACE` or `NEWLINE`: the one character."""

    character: str
    place: Place


@dataclass(frozen=True)
class Eof:
    """`EOF`."""

    place: Place


@dataclass(frozen=True)
class Int:
    """`INT(lo, hi, name)`."""

    lo: Expression
    hi: Expression
    name: Variable | None
    place: Place


@dataclass(frozen=True)
class Float:
    """`FLOAT(lo, hi, name, form)`, and `FLOATP` where `decimals` are its least and greatest number.

    `form` is "", "FIXED" or "SCIENTIFIC".
    """

    lo: Expression
    hi: Expression
    decimals: tuple[Expression, Expression] | None
    name: Variable | None
    form: str
    place: Place


@dataclass(frozen=True)
class Literal:
    """`STRING(text)`."""

    text: Expression
    place: Place


@dataclass(frozen=True)
class Regex:
    """`REGEX(pattern, name)`."""

    pattern: Expression
    name: Variable | None
    place: Place


@dataclass(frozen=True)
class Assert:
    """`ASSERT(test)`."""

    test: Test
    place: Place


@dataclass(frozen=True)
class Set:
    """`SET(name = value, ...)`."""

    assignments: tuple[tuple[Variable, Expression], ...]
    place: Place


@dataclass(frozen=True)
class Unset:
    """`UNSET(name, ...)`."""

    names: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Repeat:
    """`REP(count, separator) ... END`, and `REPI` where `counter` is its variable. Only in C++ does it begin with
    another `start` than 0."""

    count: Expression
    counter: Variable | None
    separator: Command | None
    body: tuple[Command, ...]
    place: Place
    start: int = 0


@dataclass(frozen=True)
class While:
    """`WHILE(test, separator) ... END`, and `WHILEI` where `counter` is its variable."""

    test: Test
    counter: Variable | None
    separator: Command | None
    body: tuple[Command, ...]
    place: Place


@dataclass(frozen=True)
class If:
    """`IF(test) ... ELSE ... END`."""

    test: Test
    then: tuple[Command, ...]
    otherwise: tuple[Command, ...]
    place: Place


Command = Blank | Eof | Int | Float | Literal | Regex | Assert | Set | Unset | Repeat | While | If


@dataclass(frozen=True)
class Script:
    """A whole script. The end of the file, which is always checked at last, isn't written out."""

    commands: tuple[Command, ...]

"""A checktestdata script as a program in Python: one file that needs nothing but Python 3 and judges standard input.

What the script says is said in the same order, a statement for each command. Where the next character doesn't decide
how far a pattern of the script reaches, the longest match is found by trying; all else is as our interpreter of
scripts has it (`interpreter.check`), which the tests hold it against. Exact for integers; decimals have 100 digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import prod

from slowpath.inputs.checktestdata.ere import python_pattern
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

MOST_WORKED = 64
"""Powers of numbers up to this are worked out."""
_OPENING = '''\
#!/usr/bin/env python3
"""Judges whether an input is valid: reads it from standard input, ends with {valid} where it is and with {invalid}
where it isn't, and says what is wrong on standard error. Made by Slowpath from the input format{remark}."""

import re
import sys
from decimal import Decimal, getcontext

getcontext().prec = 100
DATA = sys.stdin.buffer.read().decode("latin-1")
AT = 0
INTEGER = re.compile("-?(0|[1-9][0-9]*)")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?(0|[1-9][0-9]*))?")
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


def refuse(reason):
    line, column = DATA.count("\\n", 0, AT) + 1, AT - DATA.rfind("\\n", 0, AT)
    print(f"line {{line}}, column {{column}}: expected {{reason}}", file=sys.stderr)
    sys.exit({invalid})


def exactly(text):
    global AT
    if not DATA.startswith(text, AT):
        refuse(repr(text))
    AT += len(text)


def integer(lo, hi):
    global AT
    found = INTEGER.match(DATA, AT)
    is_whole = found is not None and found[0] != "-0" and not DATA[found.end():found.end() + 1].isdecimal()
    if not is_whole or not lo <= int(found[0]) <= hi:
        refuse(f"an integer from {{lo}} to {{hi}}")
    AT = found.end()
    return int(found[0])


def number(lo, hi, form="", least=0, most=None):
    global AT
    found = NUMBER.match(DATA, AT)
    if found is None or DATA[found.end():found.end() + 1].isdecimal():
        refuse(f"a number from {{lo}} to {{hi}}")
    end = found.start(3) if form == "FIXED" and found[3] else found.end()
    decimals = len(found[2] or ".") - 1
    is_wrong = (form == "SCIENTIFIC" and not found[3]) or (most is not None and not least <= decimals <= most)
    if most is not None and end == found.end() and found[3]:
        is_wrong = is_wrong or not re.match("-?[1-9][.]", found[0])
    value = Decimal(DATA[AT:end])
    if is_wrong or not lo <= value <= hi:
        shape = f" with {{least}} to {{most}} decimals" if most is not None else ""
        refuse(f"a number from {{lo}} to {{hi}}{{shape}}")
    AT = end
    return value


def matching(pattern, said):
    global AT
    found = re.compile(pattern, re.DOTALL).match(DATA, AT)
    if found is None:
        refuse(f"something that matches {{said}}")
    AT = found.end()
    return found[0]


def longest(pattern, said):
    global AT
    compiled = re.compile(pattern, re.DOTALL)
    for end in range(len(DATA), AT - 1, -1):
        if compiled.fullmatch(DATA, AT, end):
            text, AT = DATA[AT:end], end
            return text
    refuse(f"something that matches {{said}}")


def whole_part(left, right):
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return Decimal(left) / Decimal(right)
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def unique(*tables):
    if any(table.keys() != tables[0].keys() for table in tables):
        return False
    rows = [tuple(table[index] for table in tables) for index in tables[0]]
    return len(set(rows)) == len(rows)


def must(holds, said):
    if not holds:
        refuse(f"that {{said}}")


'''
_CLOSING = """
if AT < len(DATA):
    refuse("the end of the input")
sys.exit({valid})
"""


def to_python(script: Script, *, valid: int = 0, invalid: int = 1, left_out: Sequence[str] = ()) -> str:
    """The program. It ends with `valid` or `invalid`; `left_out` are sentences on what isn't checked, for its
    reader."""
    first = _Writer(frozenset())
    first.block(script.commands)
    writer = _Writer(frozenset(first.tables))
    writer.block(script.commands)
    tables = sorted(writer.tables)
    remark = "".join(f"\nNot checked: {' '.join(sentence.split())}" for sentence in left_out).replace('"""', "'''")
    opening = _OPENING.format(valid=valid, invalid=invalid, remark=remark.replace("\\", "\\\\"))
    declared = "".join(f"{_table(name)} = {{}}\n" for name in tables)
    return opening + declared + "\n".join(writer.lines) + _CLOSING.format(valid=valid)


def _table(name: str) -> str:
    """A variable's name in Python, where none of Python's or of the program's own is meant."""
    return f"v_{name}"


def _alone(value: str) -> str:
    """An operand of an operator that binds more strongly than a sign."""
    return f"({value})" if value.startswith("-") else value


class _Writer:
    """Writes commands. `indexed` are the variables that hold a value for each index; `tables` those that were met."""

    def __init__(self, indexed: frozenset[str]) -> None:
        self.lines: list[str] = []
        self.tables: set[str] = set()
        self._indexed = indexed
        self._depth = 0
        self._fresh = count(1)

    def block(self, commands: Sequence[Command]) -> None:
        """The commands, one after the other."""
        for command in commands:
            self._command(command)

    def _say(self, line: str) -> None:
        self.lines.append("    " * self._depth + line)

    def _inside(self, commands: Sequence[Command]) -> None:
        self._depth += 1
        before = len(self.lines)
        self.block(commands)
        if len(self.lines) == before:
            self._say("pass")
        self._depth -= 1

    def _command(self, command: Command) -> None:
        match command:
            case Blank():
                self._say(f"exactly({command.character!r})")
            case Eof():
                self._say('must(AT == len(DATA), "the input ends here")')
            case Int():
                self._stored(command.name, f"integer({self._value(command.lo)}, {self._value(command.hi)})")
            case Float():
                parts = [self._value(command.lo), self._value(command.hi), repr(command.form)]
                parts += [self._value(each) for each in command.decimals or ()]
                self._stored(command.name, f"number({', '.join(parts)})")
            case Literal():
                self._say(f"exactly({self._value(command.text)})")
            case Regex():
                self._regex(command)
            case Assert():
                self._say(f"must({self._test(command.test)}, {_said(command.test)!r})")
            case Set():
                for variable, value in command.assignments:
                    self._say(f"{self._place(variable)} = {self._value(value)}")
            case Unset():
                for name in command.names:
                    self._say(f"{self._named(name)}.clear()")
            case If():
                self._say(f"if {self._test(command.test)}:")
                self._inside(command.then)
                if command.otherwise:
                    self._say("else:")
                    self._inside(command.otherwise)
            case _:
                self._loop(command)

    def _stored(self, variable: Variable | None, value: str) -> None:
        self._say(f"{self._place(variable)} = {value}" if variable is not None else value)

    def _regex(self, command: Regex) -> None:
        assert isinstance(command.pattern, String), "scripts that we write hold their patterns"
        pattern, is_decided = python_pattern(command.pattern.text)
        function = "matching" if is_decided else "longest"
        self._stored(command.name, f"{function}({pattern!r}, {command.pattern.text[:60]!r})")

    def _loop(self, command: Repeat | While) -> None:
        number = f"i_{next(self._fresh)}"
        if command.counter is not None:
            self._say(f"{self._place(command.counter)} = 0")
        if isinstance(command, Repeat):
            self._say(f"for {number} in range({self._value(command.count)}):")
        else:
            self._say(f"{number} = 0")
            self._say(f"while {self._test(command.test)}:")
        self._depth += 1
        if command.separator is not None:
            self._say(f"if {number}:")
            self._inside((command.separator,))
        self.block(command.body)
        if isinstance(command, While):
            self._say(f"{number} += 1")
            if command.counter is not None:
                self._say(f"{self._place(command.counter)} = {number}")
        elif command.counter is not None:
            self._say(f"{self._place(command.counter)} = {number} + 1")
        elif not command.body and command.separator is None:
            self._say("pass")
        self._depth -= 1

    # Values

    def _named(self, name: str) -> str:
        self.tables.add(name)
        return _table(name)

    def _place(self, variable: Variable) -> str:
        if not variable.index and variable.name not in self._indexed:
            return _table(variable.name)
        index = ", ".join(self._value(part) for part in variable.index)
        return f"{self._named(variable.name)}[{index or '()'}]"

    def _value(self, expression: Expression) -> str:
        match expression:
            case Number():
                return str(expression.integer) if expression.is_integer else f'Decimal("{expression.text}")'
            case String():
                return repr(expression.text)
            case Variable():
                return self._place(expression)
            case Length():
                return f"len({self._value(expression.of)})"
            case Negation():
                return f"-({self._value(expression.of)})"
            case Operation():
                return self._operation(expression)
        raise AssertionError(expression)

    def _operation(self, expression: Operation) -> str:
        left, right = self._value(expression.left), self._value(expression.right)
        match expression.operator:
            case "/":
                return f"whole_part({left}, {right})"
            case "%":
                return f"({_alone(left)} - {_alone(right)} * whole_part({left}, {right}))"
            case "^":
                is_known = left.isdigit() and right.isdigit() and int(right) <= MOST_WORKED
                return str(int(left) ** int(right)) if is_known else f"({_alone(left)} ** {_alone(right)})"
        if left.isdigit() and right.isdigit():
            numbers = int(left), int(right)
            return str({"+": sum(numbers), "-": numbers[0] - numbers[1], "*": prod(numbers)}[expression.operator])
        return f"({left} {expression.operator} {right})"

    # Tests

    def _test(self, test: Test) -> str:
        match test:
            case Comparison():
                return f"({self._value(test.left)} {test.operator} {self._value(test.right)})"
            case Not():
                return f"(not {self._test(test.of)})"
            case Both():
                word = "and" if test.operator == "&&" else "or"
                return f"({self._test(test.left)} {word} {self._test(test.right)})"
            case IsEof():
                return "(AT >= len(DATA))"
            case Match():
                return f"(AT < len(DATA) and DATA[AT] in {self._value(test.characters)})"
            case Unique():
                return f"unique({', '.join(map(self._named, test.names))})"
            case InArray():
                return f"({self._value(test.value)} in {self._named(test.name)}.values())"
        raise AssertionError(test)


def _said(test: Test) -> str:
    """An assertion for people."""
    match test:
        case Comparison():
            return f"{_shown(test.left)} {test.operator} {_shown(test.right)}"
        case Unique():
            return f"{' and '.join(test.names)} don't repeat"
        case Not():
            return f"not {_said(test.of)}"
        case Both():
            return f"{_said(test.left)} {test.operator} {_said(test.right)}"
        case InArray():
            return f"{_shown(test.value)} is among {test.name}"
    return "it holds"


def _shown(expression: Expression) -> str:
    match expression:
        case Number():
            return expression.text
        case String():
            return repr(expression.text)
        case Variable():
            index = ",".join(map(_shown, expression.index))
            return f"{expression.name}[{index}]" if index else expression.name
        case Length():
            return f"the length of {_shown(expression.of)}"
        case Negation():
            return f"-{_shown(expression.of)}"
        case Operation():
            return f"({_shown(expression.left)} {expression.operator} {_shown(expression.right)})"
    return "..."

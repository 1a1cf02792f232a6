"""What commands of a script do, looked at by themselves: whether they read, when loops end, what branches choose."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.inputs.checktestdata.expressions import constant_of
from slowpath.inputs.checktestdata.scope import CannotConvert
from slowpath.inputs.checktestdata.syntax import (
    Blank,
    Both,
    Command,
    Comparison,
    Float,
    If,
    Int,
    IsEof,
    Literal,
    Match,
    Not,
    Regex,
    Repeat,
    Test,
    Variable,
    While,
)
from slowpath.model.format import BLANK_LINE


def reads(commands: Sequence[Command]) -> bool:
    """Whether the commands read anything of the data."""
    return any(
        isinstance(command, Blank | Int | Float | Regex | Literal)
        or (isinstance(command, Repeat | While) and reads(command.body))
        or (isinstance(command, If) and (reads(command.then) or reads(command.otherwise)))
        for command in commands
    )


def breaks_lines(command: Repeat | While) -> bool:
    """Whether the loop goes over lines."""
    if isinstance(command.separator, Blank) and command.separator.character == "\n":
        return True
    return any(
        (isinstance(inner, Blank) and inner.character == "\n")
        or (isinstance(inner, Repeat | While) and breaks_lines(inner))
        or (
            isinstance(inner, If)
            and any(isinstance(deep, Blank) and deep.character == "\n" for deep in (*inner.then, *inner.otherwise))
        )
        for inner in command.body
    )


def what_ends(test: Test) -> set[str]:
    """The next characters at which a loop with this condition ends, "" for the end of the data."""
    match test:
        case Not():
            return _what_holds(test.of)
        case Both() if test.operator == "&&":
            return what_ends(test.left) | what_ends(test.right)
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
            return what_ends(test.of)
    return set()


def sentinel_of(until: str, following: Sequence[Command], command: While) -> tuple[str, int]:
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


def starts_with_texts(condition: If) -> bool:
    """Whether every branch begins with a fixed text of its own."""
    branches = [condition.then, condition.otherwise]
    for branch in branches:
        if len(branch) == 1 and isinstance(branch[0], If):
            if not starts_with_texts(branch[0]):
                return False
        elif not branch or not isinstance(branch[0], Literal):
            return False
    return True


def kinds_by_text(condition: If) -> list[tuple[str, list[Command]]]:
    kinds: list[tuple[str, list[Command]]] = []
    for branch in (condition.then, condition.otherwise):
        first = branch[0]
        if isinstance(first, If):
            kinds += kinds_by_text(first)
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
    return resolved(chosen, tag_command, tag)


def resolved(commands: Sequence[Command], tag_command: Command, tag: str) -> list[Command]:
    """The commands with every condition that reads decided by the tag."""
    made: list[Command] = []
    for command in commands:
        made += (
            _chosen(command, tag_command, tag)
            if isinstance(command, If) and (reads([command]) or _is_decided(command, tag_command, tag))
            else [command]
        )
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
            return {
                "<": left < right,  # type: ignore[operator]
                "<=": left <= right,  # type: ignore[operator]
                ">": left > right,  # type: ignore[operator]
                ">=": left >= right,  # type: ignore[operator]
                "==": left == right,
                "!=": left != right,
            }[test.operator]
    return None


def names_in(test: Test) -> set[str]:
    match test:
        case Not():
            return names_in(test.of)
        case Both():
            return names_in(test.left) | names_in(test.right)
        case Comparison():
            return {side.name for side in (test.left, test.right) if isinstance(side, Variable)}
    return set()

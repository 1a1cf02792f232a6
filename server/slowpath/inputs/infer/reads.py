"""The read grammar: in which order and how often a program, or a statement, says that tokens are read.

Both the program's own reads (`reads_cpp`, `reads_python`) and the statement's Input section (`described`) are
written in this little language, so that they can be held against each other and against the samples. It knows
tokens, not lines: where lines end is found by walking it over the samples (`align`), or from `Break` where
the program reads line by line.

Every token has a *key*, a Python identifier unique in its grammar. Counts and lengths are expression texts
over keys (`model.expression`), or None where the text doesn't tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Token:
    """One token. `kind` is int, float, word, char (one non-blank character), digit or any (not known).

    `bits` is the width of the integer variable read into, `capacity` the constant size of the array that it
    is stored in (0 unknown), `line` the 1-based source line, `statement` a number shared by tokens that one
    read statement reads, `literals` the words that the program compares it with.
    """

    key: str
    kind: str = "int"
    bits: int = 64
    line: int = 0
    statement: int = 0
    capacity: int = 0
    literals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rest:
    """The tokens up to the end of the line. `fields` names its parts where the program takes it apart."""

    key: str
    kind: str = "int"
    length: str | None = None
    line: int = 0
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """A whole line with its blanks."""

    key: str
    line: int = 0


@dataclass(frozen=True)
class Break:
    """Here the line ends: the program reads line by line."""


@dataclass(frozen=True)
class Loop:
    """`body`, `count` times (None: until the input ends). `cases` marks a loop over test cases."""

    count: str | None
    body: tuple[Item, ...]
    line: int = 0
    cases: bool = False


@dataclass(frozen=True)
class Branch:
    """What is read depends on the token `on`: `arms` are (its values, what follows)."""

    on: str
    arms: tuple[tuple[tuple[str, ...], tuple[Item, ...]], ...]
    otherwise: tuple[Item, ...] = ()
    line: int = 0


Item = Token | Rest | Text | Break | Loop | Branch


@dataclass(frozen=True)
class ReadProgram:
    """All that a program, or a statement, says about its reads.

    `lines` is true when `Break` marks the lines. `remarks` are (line, what wasn't understood). `edges` holds
    pairs of keys that the program uses as the two ends of an edge; `relations` what one key says of another.
    `until_end` says that a loop reads until the input ends.
    """

    items: tuple[Item, ...]
    lines: bool = False
    remarks: tuple[tuple[int, str], ...] = ()
    edges: frozenset[tuple[str, str]] = frozenset()
    names: dict[str, str] = field(default_factory=dict, hash=False)


def leaves(items: tuple[Item, ...]) -> Iterator[Token | Rest | Text]:
    """Every token, rest and text below `items`, in reading order."""
    for item in items:
        if isinstance(item, Loop):
            yield from leaves(item.body)
        elif isinstance(item, Branch):
            for _, body in item.arms:
                yield from leaves(body)
            yield from leaves(item.otherwise)
        elif not isinstance(item, Break):
            yield item


def has_reads(items: tuple[Item, ...] | list[Item]) -> bool:
    """Whether anything is read in `items`."""
    return next(leaves(tuple(items)), None) is not None


def flattened(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """`items` with each branch replaced by the arm that reads most: the reading when a branch is only a guard."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Loop):
            made.append(replace(item, body=flattened(item.body)))
        elif isinstance(item, Branch):
            arms = [*(body for _, body in item.arms), item.otherwise]
            made += flattened(max(arms, key=lambda body: sum(1 for _ in leaves(body))))
        else:
            made.append(item)
    return tuple(made)


def has_branch(items: tuple[Item, ...]) -> bool:
    """Whether a branch stands anywhere in `items`."""
    return any(isinstance(item, Branch) or (isinstance(item, Loop) and has_branch(item.body)) for item in items)


def show(items: tuple[Item, ...]) -> str:
    """One readable line, for tests and remarks: `n m (n: a) (m: u v)`."""
    words = []
    for item in items:
        if isinstance(item, Token):
            words.append(item.key if item.kind == "int" else f"{item.key}:{item.kind}")
        elif isinstance(item, Rest):
            words.append(f"{item.key}[{item.length or '?'}]" + ("" if item.kind == "int" else f":{item.kind}"))
        elif isinstance(item, Text):
            words.append(f"{item.key}:text")
        elif isinstance(item, Break):
            words.append("/")
        elif isinstance(item, Loop):
            words.append(f"({_count(item)}: {show(item.body)})")
        else:
            arms = " | ".join(f"{','.join(values)}: {show(body)}" for values, body in item.arms)
            words.append(f"{{{item.on} ? {arms} | else: {show(item.otherwise)}}}")
    return " ".join(words)


def _count(loop: Loop) -> str:
    return "end" if loop.count is None else loop.count or "?"

"""Many versions of a C++ program in one text, of which the environment chooses one when the program starts.

Building a program costs as much as running it on hundreds of small inputs, so many versions that differ in one place
each are built once: mutant schemata (Untch, Offutt and Harrold, "Mutation Analysis Using Mutant Schemata", ISSTA 1993).
Each version's statement that differs stands beside the program's own, in an `if`. What differs where no statement does
(a type, a constant of the whole program) has to be built by itself, as has what doesn't compile. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from slowpath.inputs.sources import source_language

CHOICE = "SLOWPATH_CHOICE"
"""The variable of the environment that names the version by its number, from 1; the program itself without it."""
LARGEST_STATEMENT = 4 << 10
"""A statement of more bytes isn't written again for a version that differs in a little of it."""
_NAME = b"slowpath_choice_"
_CHOOSING = b'#include <cstdlib>\nstatic const int %s = std::getenv("%s") ? std::atoi(std::getenv("%s")) : 0;\n' % (
    _NAME,
    CHOICE.encode(),
    CHOICE.encode(),
)
_STATEMENTS = frozenset(
    (
        "expression_statement return_statement if_statement for_statement for_range_loop while_statement do_statement "
        "switch_statement break_statement continue_statement"
    ).split()
)
_PLACES = frozenset(
    (
        "compound_statement case_statement else_clause if_statement for_statement for_range_loop while_statement "
        "do_statement"
    ).split()
)


@dataclass(frozen=True)
class Alternatives:
    """A text with versions in it. `lines` gives, for each version that is there, by its number, the first and the last
    line (1-based) that are its own."""

    text: bytes
    lines: dict[int, tuple[int, int]]

    def at(self, lines: Collection[int]) -> set[int]:
        """The numbers of the versions to which some of these lines belong."""
        return {number for number, (first, last) in self.lines.items() if any(first <= line <= last for line in lines)}


@dataclass
class _Statement:
    """A statement of the program from `begin` to `end`, and what it is in the versions that differ there, by number."""

    begin: int
    end: int
    versions: dict[int, bytes] = field(default_factory=dict)


def with_alternatives(source: bytes, versions: Sequence[bytes], left_out: Collection[int] = ()) -> Alternatives | None:
    """The program with those of the versions that can stand in it, but for the numbers that are `left_out`; None where
    there is none. A version's number is its place among them, from 1."""
    known = source_language("cpp")
    if known is None:
        return None
    root = known.tree_as_written(source)
    statements: dict[tuple[int, int], _Statement] = {}
    for number, version in enumerate(versions, start=1):
        begin, end, text = _difference(source, version)
        node = _statement_around(root, source, begin, end) if number not in left_out else None
        if node is not None:
            place = (node.start_byte, node.end_byte)
            statement = statements.setdefault(place, _Statement(*place))
            statement.versions[number] = source[node.start_byte : begin] + text + source[end : node.end_byte]
    if not statements:
        return None
    after = _first_include_end(root)
    ordered = sorted(statements.values(), key=lambda each: (each.begin, -each.end))
    text = source[:after] + _CHOOSING + b"".join(_rendered(source, after, len(source), ordered))
    return Alternatives(text, dict(_lines(text, ordered)))


def _difference(source: bytes, version: bytes) -> tuple[int, int, bytes]:
    """The bytes of the source that are others in the version, and what they are there."""
    most = min(len(source), len(version))
    begin = next((at for at in range(most) if source[at] != version[at]), most)
    same = next((at for at in range(most - begin) if source[-1 - at] != version[-1 - at]), most - begin)
    return begin, len(source) - same, version[begin : len(version) - same]


def _statement_around(root: Node, source: bytes, begin: int, end: int) -> Node | None:
    """The innermost statement around these bytes that another one may stand beside; None where there is none."""
    node = root.descendant_for_byte_range(begin, max(begin, end - 1))
    while node is not None:
        above = node.parent
        if node.type in _STATEMENTS and above is not None and above.type in _PLACES:
            is_whole = not node.has_error and source[node.end_byte - 1 : node.end_byte] in (b";", b"}")
            return node if is_whole and node.end_byte - node.start_byte <= LARGEST_STATEMENT else None
        node = above
    return None


def _first_include_end(root: Node) -> int:
    """Where the line after the first `#include` begins: a header that is precompiled must come first."""
    first = next((child for child in root.children if child.type == "preproc_include"), None)
    return 0 if first is None else first.end_byte


def _rendered(source: bytes, begin: int, end: int, statements: Sequence[_Statement]) -> Iterator[bytes]:
    """The source from `begin` to `end` with versions of the statements there, outer ones before those in them."""
    at, place = begin, 0
    while place < len(statements):
        statement = statements[place]
        inner = [each for each in statements[place + 1 :] if each.end <= statement.end]
        yield source[at : statement.begin]
        yield b"{ "
        for number, text in statement.versions.items():
            yield b"if (%s == %d) {\n%s\n} else " % (_NAME, number, text)
        yield b"{ "
        yield from _rendered(source, statement.begin, statement.end, inner)
        yield b" } }"
        at, place = statement.end, place + 1 + len(inner)
    yield source[at:end]


def _lines(text: bytes, statements: Sequence[_Statement]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Of each version its number and its lines in the text."""
    for statement in statements:
        for number, version in statement.versions.items():
            at = text.index(b"if (%s == %d) {\n" % (_NAME, number))
            first = text.count(b"\n", 0, at) + 2
            yield number, (first, first + version.count(b"\n"))

"""A program's classes with calls at one line that tell what variables hold there (`runtime/java/slowpath/Values.java`).

Theory of operation. javac's `-g` says in which part of a method's code which variable holds a value. Before the first
instruction of the line in each block stands a call that counts the pass, one for each variable there, and one that
writes the answer once it was the pass that is wanted. A block has a counter of its own: a line was passed as often as
the one of its blocks that was passed most often, as `java_lines` counts. Nothing branches, so frames stay true
(`bytecode`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slowpath.toolchain.java.bytecode import instructions, with_inserted
from slowpath.toolchain.java.class_counters import block_starts
from slowpath.toolchain.java.class_file import STATIC, ClassFile, Code, Member, Method, Pool, read_class, write_class
from slowpath.toolchain.java.library_calls import call

VALUES = "slowpath/Values"
_MORE_STACK = 4
_LOADS = {"I": 21, "Z": 21, "B": 21, "C": 21, "S": 21, "J": 22, "F": 23, "D": 24}
_LOAD_OBJECT, _WIDE, _LDC_WIDE, _SHORT = 25, 196, 19, 17
_ANY = "Ljava/lang/Object;"


@dataclass(frozen=True)
class Local:
    """A variable of a method: from which place of the code to which other it holds a value, and where it's kept."""

    first: int
    end: int
    name: str
    descriptor: str
    index: int


def with_values(classes: Iterable[bytes], line: int) -> tuple[dict[str, bytes], int]:
    """The classes that have the line, changed, by their names, and how many blocks are counted there; no class where
    none has it. Raises `ClassFileError`."""
    made: dict[str, bytes] = {}
    blocks = 0
    for data in classes:
        parsed = read_class(data)
        before = blocks
        for method in parsed.methods:
            blocks += _tell_in(method, parsed, line, blocks)
        if blocks > before:
            made[parsed.name] = write_class(parsed)
    return made, blocks


def _tell_in(method: Method, parsed: ClassFile, line: int, first_block: int) -> int:
    """Puts the calls into one method; returns in how many blocks."""
    if method.code is None:
        return 0
    code, pool = method.code, parsed.pool
    places = list(_places(code, line))
    if not places:
        return 0
    variables = list(_locals(code, pool))
    is_open = not method.access & STATIC and method.name != "<init>"
    is_main = (method.name, method.descriptor) == ("main", "([Ljava/lang/String;)V")
    untold = () if method.access & STATIC and not is_main else (0,)  # The object itself, arguments that nobody gives.
    before = {}
    for number, at in enumerate(places, first_block):
        seen = [each for each in variables if each.first <= at < each.end and each.index not in untold]
        before[at] = b"".join(
            (
                struct.pack(">Bh", _SHORT, number),
                call(pool, Member(VALUES, "pass", "(I)V")),
                *(_told(pool, each) for each in sorted(seen, key=lambda each: each.index)),
                _load(_LOAD_OBJECT, 0) + call(pool, Member(VALUES, "fields", f"({_ANY})V")) if is_open else b"",
                struct.pack(">BH", _LDC_WIDE, pool.add_class(parsed.name)),
                call(pool, Member(VALUES, "tell", "(Ljava/lang/Class;)V")),
            )
        )
    method.code = with_inserted(code, before, {}, _MORE_STACK)
    return len(places)


def _places(code: Code, line: int) -> Iterator[int]:
    """The first instruction of the line in each block that has any."""
    is_open = False
    for part, at_line, starts in block_starts(code, instructions(code.code)):
        is_open |= starts
        if at_line == line and is_open:
            is_open = False
            yield part.at


def _locals(code: Code, pool: Pool) -> Iterator[Local]:
    for name, content in code.attributes:
        if name == "LocalVariableTable":
            for row in struct.iter_unpack(">HHHHH", content[2:]):
                yield Local(row[0], row[0] + row[1], pool.text(row[2]), pool.text(row[3]), row[4])


def _told(pool: Pool, variable: Local) -> bytes:
    kind = variable.descriptor if variable.descriptor in _LOADS else _ANY
    return b"".join(
        (
            struct.pack(">BH", _LDC_WIDE, pool.add_string(variable.name)),
            _load(_LOADS.get(kind, _LOAD_OBJECT), variable.index),
            call(pool, Member(VALUES, "local", f"(Ljava/lang/String;{kind})V")),
        )
    )


def _load(opcode: int, index: int) -> bytes:
    return bytes((opcode, index)) if index < 256 else struct.pack(">BBH", _WIDE, opcode, index)

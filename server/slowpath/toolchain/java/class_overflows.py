"""A program's classes with arithmetic that tells of the first number that isn't held
(`runtime/java/slowpath/Overflow.java`).

Each instruction that may lose digits becomes a call that does the same and looks at the result; steps of a counter have
the call before them. Methods that hash are left alone: theirs are meant to be lost.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable

from slowpath.toolchain.java.bytecode import instructions, with_inserted
from slowpath.toolchain.java.class_file import Member, Method, Pool, read_class, write_class
from slowpath.toolchain.java.library_calls import call

OVERFLOW = "slowpath/Overflow"
_MORE_STACK = 2
_OF_INTS = {
    96: ("add", "(II)I"),
    100: ("subtract", "(II)I"),
    104: ("multiply", "(II)I"),
    116: ("negate", "(I)I"),
    120: ("shift", "(II)I"),
    136: ("narrow", "(J)I"),
    142: ("narrow", "(D)I"),
}
_OF_LONGS = {
    97: ("add", "(JJ)J"),
    101: ("subtract", "(JJ)J"),
    105: ("multiply", "(JJ)J"),
    117: ("negate", "(J)J"),
    121: ("shift", "(JI)J"),
}
_LOAD_INT, _SHORT, _POP, _IINC = 21, 17, 87, 132
_MEANT = re.compile(r"hash|seed|rand", re.IGNORECASE)


def with_overflows(classes: Iterable[bytes], longs_only: bool = False) -> dict[str, bytes]:
    """The classes, changed, by their names. Raises `ClassFileError`."""
    made = {}
    for data in classes:
        parsed = read_class(data)
        for method in parsed.methods:
            if not _MEANT.search(method.name):
                _watch(method, parsed.pool, _OF_LONGS if longs_only else _OF_INTS | _OF_LONGS)
        made[parsed.name] = write_class(parsed)
    return made


def _watch(method: Method, pool: Pool, watched: dict[int, tuple[str, str]]) -> None:
    if method.code is None:
        return
    before, instead = {}, {}
    for part in instructions(method.code.code):
        if part.opcode in watched:
            instead[part.at] = call(pool, Member(OVERFLOW, *watched[part.opcode]))
        elif part.opcode == _IINC and 96 in watched:
            index, step = struct.unpack(">Bb", part.raw[1:])
            look = call(pool, Member(OVERFLOW, "add", "(II)I"))
            before[part.at] = struct.pack(">BBBh", _LOAD_INT, index, _SHORT, step) + look + bytes((_POP,))
    method.code = with_inserted(method.code, before, instead, _MORE_STACK)

"""A program's classes with arithmetic that tells of the first number that isn't held
(`runtime/java/slowpath/Overflow.java`).

Each instruction that may lose digits becomes a call that does the same and looks at the result; steps of a counter have
the call before them. What is meant to be lost is left alone: in methods that hash, that mix bits and multiply, or whose
multiplier is that of a generator of random numbers, and where a packed number is taken apart (a cast of what isn't
itself the result of arithmetic).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable

from slowpath.model.patterns import late_regex
from slowpath.toolchain.java.bytecode import Instruction, instructions, with_inserted
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
_LOAD_INT, _SHORT, _POP, _IINC, _NARROW = 21, 17, 87, 132, 136
_LMUL, _LDC2, _LONG_CONSTANT = 105, 20, 5
_LARGE, _NEAR_BYTES = 2**31, 5
"""What a generator multiplies by, and how far behind the product it adds the next constant: `ldc2_w` and `ladd`."""
_OF_ARITHMETIC = frozenset({97, 101, 105})
_PRODUCTS, _MIXING = frozenset({104, 105}), frozenset({124, 125, 130, 131})
"""`imul` and `lmul`; `iushr`, `lushr`, `ixor` and `lxor`."""
_MEANT = late_regex(r"hash|seed|rand", re.IGNORECASE)


def with_overflows(classes: Iterable[bytes], longs_only: bool = False) -> dict[str, bytes]:
    """The classes, changed, by their names. Raises `ClassFileError`."""
    made = {}
    for data in classes:
        parsed = read_class(data)
        for method in parsed.methods:
            if not _MEANT.search(method.name) and not _mixes(method):
                _watch(method, parsed.pool, _OF_LONGS if longs_only else _OF_INTS | _OF_LONGS)
        made[parsed.name] = write_class(parsed)
    return made


def _watch(method: Method, pool: Pool, watched: dict[int, tuple[str, str]]) -> None:
    if method.code is None:
        return
    before, instead = {}, {}
    # The last instructions; those of a generator of random numbers make all digits that fit, and lose the others.
    last: list[Instruction] = []
    generates = 0
    for part in instructions(method.code.code):
        if part.opcode == _LMUL and any(_is_large(one, pool) for one in last):
            generates = part.end + _NEAR_BYTES
        is_meant = part.at < generates or (part.opcode == _NARROW and not (last and last[-1].opcode in _OF_ARITHMETIC))
        last = [*last[-1:], part]
        if is_meant:
            continue
        if part.opcode in watched:
            instead[part.at] = call(pool, Member(OVERFLOW, *watched[part.opcode]))
        elif part.opcode == _IINC and 96 in watched:
            index, step = struct.unpack(">Bb", part.raw[1:])
            look = call(pool, Member(OVERFLOW, "add", "(II)I"))
            before[part.at] = struct.pack(">BBBh", _LOAD_INT, index, _SHORT, step) + look + bytes((_POP,))
    method.code = with_inserted(method.code, before, instead, _MORE_STACK)


def _is_large(part: Instruction, pool: Pool) -> bool:
    """Whether an instruction puts a number there that no int holds."""
    entry = pool.entries[struct.unpack(">H", part.raw[1:3])[0]] if part.opcode == _LDC2 else None
    return entry is not None and entry[0] == _LONG_CONSTANT and abs(struct.unpack(">q", entry[1])[0]) >= _LARGE


def _mixes(method: Method) -> bool:
    """Whether a method multiplies and mixes bits, as what spreads keys over a table does."""
    found = {part.opcode for part in instructions(method.code.code)} if method.code is not None else set()
    return bool(found & _PRODUCTS and found & _MIXING)

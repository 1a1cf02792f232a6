"""A method's code as instructions, and the code with further instructions put in.

Theory of operation. What is put in stands before an instruction (whoever jumps to that comes by it) or in its place.
It branches nowhere, and leaves the stack as it was or as the instruction would; so the frames that the verifier is told
of stay true, and only their places move. Jumps, handlers, line numbers and frames are moved along.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from slowpath.toolchain.java.class_file import ClassFileError, Code

GOTO, TABLESWITCH, LOOKUPSWITCH, RETURNS, ATHROW = 167, 170, 171, range(172, 178), 191
INVOKES = range(182, 187)
_WIDE, _IINC, _GOTO_WIDE, _JSR_WIDE = 196, 132, 200, 201
_BRANCHES = frozenset((*range(153, 169), 198, 199))
_NEVER_GOES_ON = frozenset((GOTO, _GOTO_WIDE, TABLESWITCH, LOOKUPSWITCH, *RETURNS, ATHROW))
_ONE_MORE = frozenset((16, 18, *range(21, 26), *range(54, 59), 169, 188))
_TWO_MORE = frozenset((17, 19, 20, _IINC, *range(153, 169), *range(178, 185), 187, 189, 192, 193, 198, 199))
_SIZES = {185: 5, 186: 5, 197: 4, _GOTO_WIDE: 5, _JSR_WIDE: 5}
_LONGEST_CODE = 0xFFFF
_TYPES_WITH_INDEX = (7, 8)
_UNINITIALISED = 8
_TOLD_PLACES = ("LineNumberTable", "StackMapTable")
"""The attributes of code that are moved along; others that name places (of variables, for debuggers) are left out."""


@dataclass(frozen=True)
class Instruction:
    """One instruction: where it stands, its opcode and all its bytes, and where it may jump to."""

    at: int
    opcode: int
    raw: bytes
    targets: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """Where the next one stands."""
        return self.at + len(self.raw)

    @property
    def goes_on(self) -> bool:
        """Whether the next one may run after it."""
        return self.opcode not in _NEVER_GOES_ON

    @property
    def index(self) -> int:
        """The index of a constant that it names."""
        return int.from_bytes(self.raw[1:3], "big")


def instructions(code: bytes) -> list[Instruction]:
    """The instructions in their order. Raises `ClassFileError`."""
    found = []
    at = 0
    try:
        while at < len(code):
            found.append(_instruction(code, at))
            at = found[-1].end
    except (struct.error, IndexError) as error:
        raise ClassFileError("the code ends within an instruction") from error
    return found


def line_starts(code: Code) -> list[tuple[int, int]]:
    """Where lines begin: (place, line), by place."""
    found = []
    for name, content in code.attributes:
        if name == "LineNumberTable":
            (count,) = struct.unpack_from(">H", content)
            found += [struct.unpack_from(">HH", content, 2 + 4 * row) for row in range(count)]
    return sorted(found)


def with_inserted(
    code: Code,
    before: Mapping[int, bytes],
    instead: Mapping[int, bytes],
    more_stack: int,
    user_line: Callable[[int], int] = lambda line: line,
) -> Code:
    """The code with texts put in before instructions, and in their place; `more_stack` is how many further places of
    the stack these need at most. `user_line` gives what a line is called from now on. Raises `ClassFileError` where it
    becomes longer than methods may be."""
    parts = instructions(code.code)
    starts: dict[int, int] = {}
    places: dict[int, int] = {}
    at = 0
    for part in parts:
        starts[part.at] = at
        at += len(before.get(part.at, b""))
        places[part.at] = at
        at += len(instead[part.at]) if part.at in instead else _size_at(part, at)
    starts[len(code.code)] = at
    if at > _LONGEST_CODE:
        raise ClassFileError("the method is too long to be counted in")
    made = b"".join(
        before.get(part.at, b"") + (instead.get(part.at) or _moved(part, places[part.at], starts)) for part in parts
    )
    handlers = [(starts[first], starts[end], starts[handler], kind) for first, end, handler, kind in code.handlers]
    attributes = [
        (
            name,
            _moved_lines(content, starts, user_line)
            if name == "LineNumberTable"
            else _moved_frames(content, starts, places),
        )
        for name, content in code.attributes
        if name in _TOLD_PLACES
    ]
    return Code(code.max_stack + more_stack, code.max_locals, made, handlers, attributes)


def _instruction(code: bytes, at: int) -> Instruction:
    opcode = code[at]
    if opcode in (TABLESWITCH, LOOKUPSWITCH):
        return _switch(code, at)
    if opcode == _WIDE:
        size = 6 if code[at + 1] == _IINC else 4
    else:
        size = _SIZES.get(opcode) or (2 if opcode in _ONE_MORE else 3 if opcode in _TWO_MORE else 1)
    raw = code[at : at + size]
    if len(raw) != size:
        raise IndexError
    if opcode in _BRANCHES:
        return Instruction(at, opcode, raw, (at + struct.unpack(">h", raw[1:])[0],))
    if opcode in (_GOTO_WIDE, _JSR_WIDE):
        return Instruction(at, opcode, raw, (at + struct.unpack(">i", raw[1:])[0],))
    return Instruction(at, opcode, raw)


def _switch(code: bytes, at: int) -> Instruction:
    start = (at + 4) & ~3
    default, first = struct.unpack_from(">ii", code, start)
    if code[at] == TABLESWITCH:
        (last,) = struct.unpack_from(">i", code, start + 8)
        count, table, step = last - first + 1, start + 12, 4
    else:
        count, table, step = first, start + 8, 8
    jumps = [struct.unpack_from(">i", code, table + step * row + step - 4)[0] for row in range(count)]
    end = table + step * count
    return Instruction(at, code[at], code[at:end], (at + default, *(at + jump for jump in jumps)))


def _size_at(part: Instruction, at: int) -> int:
    """Its size where it comes to stand: switches are padded to a multiple of four."""
    if part.opcode not in (TABLESWITCH, LOOKUPSWITCH):
        return len(part.raw)
    return len(part.raw) - (-part.at - 1) % 4 + (-at - 1) % 4


def _moved(part: Instruction, at: int, starts: Mapping[int, int]) -> bytes:
    if not part.targets:
        return part.raw
    jumps = [starts[target] - at for target in part.targets]
    if part.opcode in (_GOTO_WIDE, _JSR_WIDE):
        return part.raw[:1] + struct.pack(">i", jumps[0])
    if part.opcode in _BRANCHES:
        if not -0x8000 <= jumps[0] < 0x8000:
            raise ClassFileError("the method is too long to be counted in")
        return part.raw[:1] + struct.pack(">h", jumps[0])
    body = part.raw[1 + (-part.at - 1) % 4 :]
    head = part.raw[:1] + bytes((-at - 1) % 4) + struct.pack(">i", jumps[0])
    if part.opcode == TABLESWITCH:
        return head + body[4:12] + struct.pack(f">{len(jumps) - 1}i", *jumps[1:])
    keys = [body[8 + 8 * row : 12 + 8 * row] for row in range(len(jumps) - 1)]
    return head + body[4:8] + b"".join(key + struct.pack(">i", jump) for key, jump in zip(keys, jumps[1:], strict=True))


def _moved_lines(content: bytes, starts: Mapping[int, int], user_line: Callable[[int], int]) -> bytes:
    (count,) = struct.unpack_from(">H", content)
    rows = (struct.unpack_from(">HH", content, 2 + 4 * row) for row in range(count))
    return content[:2] + b"".join(struct.pack(">HH", starts[at], user_line(line)) for at, line in rows)


def _moved_frames(content: bytes, starts: Mapping[int, int], places: Mapping[int, int]) -> bytes:
    """The frames of a `StackMapTable`, each written in the form that has room for any distance."""
    made = [content[:2]]
    last, new_last = -1, -1
    for kind, distance, types in _frames(content):
        last += distance + 1
        new = starts[last]
        new_distance, new_last = new - new_last - 1, new
        made.append(struct.pack(">BH", kind, new_distance) + _moved_types(kind, types, places))
    return b"".join(made)


def _frames(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Each frame's form, its distance from the one before it, and the rest of its bytes."""
    (count,) = struct.unpack_from(">H", content)
    at = 2
    for _ in range(count):
        kind = content[at]
        at += 1
        if kind < 64:
            yield 251, kind, b""
            continue
        if kind < 128:
            size = _type_size(content, at)
            yield 247, kind - 64, content[at : at + size]
            at += size
            continue
        (distance,) = struct.unpack_from(">H", content, at)
        at += 2
        end = at
        if kind == 247:
            end += _type_size(content, at)
        elif 252 <= kind <= 254:
            for _ in range(kind - 251):
                end += _type_size(content, end)
        elif kind == 255:
            for _ in range(2):
                (types,) = struct.unpack_from(">H", content, end)
                end += 2
                for _ in range(types):
                    end += _type_size(content, end)
        yield kind, distance, content[at:end]
        at = end


def _type_size(content: bytes, at: int) -> int:
    return 3 if content[at] in _TYPES_WITH_INDEX else 1


def _moved_types(kind: int, types: bytes, places: Mapping[int, int]) -> bytes:
    """The types of a frame: one that isn't initialised yet is named by the place of its `new`."""
    made = bytearray(types)
    at = 0
    counts_left = 2 if kind == 255 else 0
    left = 0 if kind == 255 else len(types)
    while at < len(types):
        if left == 0 and counts_left:
            (left,) = struct.unpack_from(">H", types, at)
            counts_left -= 1
            at += 2
            continue
        if types[at] == _UNINITIALISED:
            (place,) = struct.unpack_from(">H", types, at + 1)
            struct.pack_into(">H", made, at + 1, places[place])
        at += _type_size(types, at)
        left -= 1
    return bytes(made)

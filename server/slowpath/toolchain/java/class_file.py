"""A class file as values: its pool of constants, its methods and their code (JVM specification, chapter 4).

Only what counters need is taken apart; all else is carried over as the bytes that it is. Constants are added at the
pool's end, so that every index that stands anywhere keeps its meaning.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

_MAGIC = 0xCAFEBABE
_UTF8, _INTEGER, _LONG, _DOUBLE, _CLASS, _STRING = 1, 3, 5, 6, 7, 8
_FIELD, _METHOD, _INTERFACE_METHOD, _NAME_AND_TYPE, _DYNAMIC_CALL = 9, 10, 11, 12, 18
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
_MOST_CONSTANTS = 0xFFFF
STATIC, PUBLIC, PRIVATE = 0x0008, 0x0001, 0x0002

Attributes = list[tuple[str, bytes]]


class ClassFileError(ValueError):
    """What was given is no class file that is understood here."""


@dataclass(frozen=True)
class Member:
    """A method or field that code names: its class, name and descriptor."""

    owner: str
    name: str
    descriptor: str


@dataclass
class Code:
    """The code of a method. `handlers` are (first, end, handler, type index) in bytes of `code`."""

    max_stack: int
    max_locals: int
    code: bytes
    handlers: list[tuple[int, int, int, int]]
    attributes: Attributes


@dataclass
class Method:
    """A method; `code` None where it has none. `attributes` are those beside its code."""

    access: int
    name: str
    descriptor: str
    attributes: Attributes
    code: Code | None = None


@dataclass
class Pool:
    """The constants by their index: (tag, content); None for index 0 and behind those that take two places."""

    entries: list[tuple[int, bytes] | None]
    _known: dict[tuple[int, bytes], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = {entry: index for index, entry in enumerate(self.entries) if entry is not None}

    def text(self, index: int) -> str:
        """The text of a constant. Raises `ClassFileError` where it's another."""
        return self._content(index, _UTF8).decode("utf-8", "surrogateescape")

    def class_name(self, index: int) -> str:
        """The name of a class, as `java/lang/String`."""
        return self.text(_number(self._content(index, _CLASS)))

    def member(self, index: int) -> Member:
        """The method or field of a constant."""
        tag, content = self._entry(index)
        if tag not in (_FIELD, _METHOD, _INTERFACE_METHOD):
            raise ClassFileError(f"constant {index} is no member")
        owner, name_and_type = struct.unpack(">HH", content)
        name, descriptor = self._name_and_type(name_and_type)
        return Member(self.class_name(owner), name, descriptor)

    def dynamic_call(self, index: int) -> tuple[str, str]:
        """The name and descriptor of an `invokedynamic`."""
        return self._name_and_type(_number(self._content(index, _DYNAMIC_CALL)[2:]))

    def members(self) -> set[Member]:
        """All methods and fields that the class names."""
        named = (_FIELD, _METHOD, _INTERFACE_METHOD)
        return {
            self.member(index) for index, entry in enumerate(self.entries) if entry is not None and entry[0] in named
        }

    def add_field(self, member: Member) -> int:
        """The index of a constant for a field."""
        return self._add_member(_FIELD, member)

    def add_method(self, member: Member) -> int:
        """The index of a constant for a method of a class."""
        return self._add_member(_METHOD, member)

    def add_class(self, name: str) -> int:
        """The index of a constant for a class."""
        return self._add(_CLASS, _two(self.add_text(name)))

    def add_string(self, text: str) -> int:
        """The index of a text as code loads it."""
        return self._add(_STRING, _two(self.add_text(text)))

    def add_integer(self, value: int) -> int:
        """The index of an integer constant."""
        return self._add(_INTEGER, struct.pack(">i", value))

    def add_text(self, text: str) -> int:
        """The index of a text."""
        return self._add(_UTF8, text.encode("utf-8", "surrogateescape"))

    def _add_member(self, tag: int, member: Member) -> int:
        owner = self.add_class(member.owner)
        signature = self._add(_NAME_AND_TYPE, _two(self.add_text(member.name)) + _two(self.add_text(member.descriptor)))
        return self._add(tag, _two(owner) + _two(signature))

    def _add(self, tag: int, content: bytes) -> int:
        index = self._known.get((tag, content))
        if index is None:
            index = len(self.entries)
            if index >= _MOST_CONSTANTS:
                raise ClassFileError("no room for further constants")
            self.entries.append((tag, content))
            self._known[tag, content] = index
        return index

    def _entry(self, index: int) -> tuple[int, bytes]:
        entry = self.entries[index] if 0 < index < len(self.entries) else None
        if entry is None:
            raise ClassFileError(f"there is no constant {index}")
        return entry

    def _content(self, index: int, tag: int) -> bytes:
        found, content = self._entry(index)
        if found != tag:
            raise ClassFileError(f"constant {index} is of another kind")
        return content

    def _name_and_type(self, index: int) -> tuple[str, str]:
        name, descriptor = struct.unpack(">HH", self._content(index, _NAME_AND_TYPE))
        return self.text(name), self.text(descriptor)


@dataclass
class ClassFile:
    """A class: `fields` are the bytes between its interfaces and its methods."""

    version: tuple[int, int]
    pool: Pool
    access: int
    name: str
    head: bytes
    fields: bytes
    methods: list[Method]
    attributes: Attributes


def read_class(data: bytes) -> ClassFile:
    """Takes a class file apart. Raises `ClassFileError`."""
    reader = _Reader(data)
    try:
        if reader.number(4) != _MAGIC:
            raise ClassFileError("this is no class file")
        minor, major = reader.number(2), reader.number(2)
        pool = _read_pool(reader)
        start = reader.at
        access, name = reader.number(2), pool.class_name(reader.number(2))
        reader.number(2)
        reader.take(2 * reader.number(2))
        head, start = data[start : reader.at], reader.at
        for _ in range(reader.number(2)):
            reader.take(6)
            _read_attributes(reader, pool)
        fields = data[start : reader.at]
        methods = [_read_method(reader, pool) for _ in range(reader.number(2))]
        return ClassFile((major, minor), pool, access, name, head, fields, methods, _read_attributes(reader, pool))
    except (struct.error, IndexError, KeyError) as error:
        raise ClassFileError(f"the class file can't be read: {error!r}") from error


def write_class(made: ClassFile) -> bytes:
    """The bytes of a class; texts that its attributes need are added to its pool. Raises `ClassFileError`."""
    methods = b"".join(_method_bytes(method, made.pool) for method in made.methods)
    body = made.head + made.fields + _two(len(made.methods)) + methods + _attribute_bytes(made.attributes, made.pool)
    major, minor = made.version
    return b"".join(
        (
            struct.pack(">IHHH", _MAGIC, minor, major, len(made.pool.entries)),
            *(_constant_bytes(entry) for entry in made.pool.entries if entry is not None),
            body,
        )
    )


def read_code(data: bytes, pool: Pool) -> Code:
    """A method's `Code` attribute taken apart."""
    reader = _Reader(data)
    max_stack, max_locals = reader.number(2), reader.number(2)
    code = reader.take(reader.number(4))
    handlers = [
        (reader.number(2), reader.number(2), reader.number(2), reader.number(2)) for _ in range(reader.number(2))
    ]
    return Code(max_stack, max_locals, code, handlers, _read_attributes(reader, pool))


def _read_pool(reader: _Reader) -> Pool:
    count = reader.number(2)
    entries: list[tuple[int, bytes] | None] = [None]
    while len(entries) < count:
        tag = reader.number(1)
        entries.append((tag, reader.take(reader.number(2) if tag == _UTF8 else _SIZES[tag])))
        if tag in (_LONG, _DOUBLE):
            entries.append(None)
    return Pool(entries)


def _read_attributes(reader: _Reader, pool: Pool) -> Attributes:
    return [(pool.text(reader.number(2)), reader.take(reader.number(4))) for _ in range(reader.number(2))]


def _read_method(reader: _Reader, pool: Pool) -> Method:
    access, name, descriptor = reader.number(2), pool.text(reader.number(2)), pool.text(reader.number(2))
    method = Method(access, name, descriptor, [])
    for attribute, content in _read_attributes(reader, pool):
        if attribute == "Code":
            method.code = read_code(content, pool)
        else:
            method.attributes.append((attribute, content))
    return method


def _method_bytes(method: Method, pool: Pool) -> bytes:
    code = [("Code", _code_bytes(method.code, pool))] if method.code is not None else []
    return (
        _two(method.access)
        + _two(pool.add_text(method.name))
        + _two(pool.add_text(method.descriptor))
        + _attribute_bytes([*code, *method.attributes], pool)
    )


def _code_bytes(code: Code, pool: Pool) -> bytes:
    return b"".join(
        (
            struct.pack(">HHI", code.max_stack, code.max_locals, len(code.code)),
            code.code,
            _two(len(code.handlers)),
            *(struct.pack(">HHHH", *handler) for handler in code.handlers),
            _attribute_bytes(code.attributes, pool),
        )
    )


def _attribute_bytes(attributes: Attributes, pool: Pool) -> bytes:
    return _two(len(attributes)) + b"".join(
        _two(pool.add_text(name)) + struct.pack(">I", len(content)) + content for name, content in attributes
    )


def _constant_bytes(entry: tuple[int, bytes]) -> bytes:
    tag, content = entry
    return bytes((tag,)) + (_two(len(content)) if tag == _UTF8 else b"") + content


def _two(value: int) -> bytes:
    return value.to_bytes(2, "big")


def _number(content: bytes) -> int:
    return int.from_bytes(content, "big")


class _Reader:
    """Takes big-endian numbers and bytes off the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        taken = self._data[self.at : self.at + size]
        if len(taken) != size:
            raise ClassFileError("the class file ends too early")
        self.at += size
        return taken

    def number(self, size: int) -> int:
        return _number(self.take(size))

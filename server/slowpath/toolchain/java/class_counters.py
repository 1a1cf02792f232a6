"""Counters in a program's class files: how often each block ran, and what the library did for it.

Why class files and not the program's text: javac has resolved everything by then (lambdas, records, `switch` of any
form, string concatenation, `finally`), each instruction knows its line, and since a counter branches nowhere the
verifier's frames stay true (`bytecode`), so that neither a parser of Java nor a library is needed that would have to
know each new version of the language. Done once for each build, in Python, and kept in the cache.

A block begins where control may come from elsewhere, behind whatever may jump, and with a line behind a call: an
exception thrown by the call, or an input that ends there, then doesn't count the next line. Its counter is an element
of `slowpath.Counts.hits`. A block weighs the instructions that it holds (`_WEIGHTS`), those of a machine in the mean,
and what calls of the library take (`call_weights`). Blocks whose counts follow from those of others (`flow`)
only have the element, which is filled in when a run is over.

Calls of the library whose time depends on what they are given, and new arrays, are told to `slowpath.Cost`, which adds
that up; what would end the virtual machine, start a process or depend on chance goes through `slowpath.Run`
(`library_calls`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from slowpath.instrument.probes_java import AS_WRITTEN, Origin
from slowpath.toolchain.java.bytecode import INVOKES, Instruction, instructions, line_starts, with_inserted
from slowpath.toolchain.java.call_weights import CONCATENATION, call_weight, makes_streams
from slowpath.toolchain.java.class_file import (
    PRIVATE,
    PUBLIC,
    STATIC,
    ClassFile,
    ClassFileError,
    Code,
    Member,
    Method,
    Pool,
    read_class,
    write_class,
)
from slowpath.toolchain.java.flow import Derived, derived_counts
from slowpath.toolchain.java.library_calls import changed_call, concatenates

HITS = Member("slowpath/Counts", "hits", "[J")
_MORE_STACK = 6
"""What a counter takes; the few things beside it take less."""
_CALLS = range(182, 186)
_LOAD_FIRST, _STORE_FIRST = 42, 75

CLASSES: tuple[tuple[str, tuple[int, ...], int], ...] = (
    ("elements of arrays", (*range(46, 54), *range(79, 87)), 2),
    ("division of ints", (108, 112), 12),
    ("division of longs", (109, 113), 40),
    ("division of floats", (110, 111, 114, 115), 10),
    ("fields", tuple(range(178, 182)), 2),
    ("calls", tuple(INVOKES), 6),
    ("new objects, arrays", (187, 188, 189, 197), 15),
    ("casts", (192, 193), 2),
    ("monitors", (194, 195), 20),
)
"""Machine instructions, in the mean, of what isn't one (`slowpath bench executor --calibrate`)."""
_WEIGHTS = {opcode: weight for _, opcodes, weight in CLASSES for opcode in opcodes}

_LEFT_BEHIND = (
    Member("java/util/Locale", "setDefault", "(Ljava/util/Locale;)V"),
    Member("java/lang/IO", "readln", "()Ljava/lang/String;"),
    Member("java/lang/IO", "readln", "(Ljava/lang/String;)Ljava/lang/String;"),
)
"""What a virtual machine remembers: what a program sets for all, a reader of standard input that is made once."""
_ARGUMENTS, _NO_ARGUMENTS = "([Ljava/lang/String;)V", "()V"
_PLAIN_MAIN = 69
"""The version of class files, that of Java 25, from which `void main()` is started."""


@dataclass(frozen=True)
class Block:
    """What a counter stands for: the 1-based lines of the file that instructions of it are of, and what it weighs."""

    lines: tuple[int, ...]
    weight: int


@dataclass(frozen=True)
class Counted:
    """A program with counters: its classes by their names, what each counter stands for, which are derived from others,
    in that order, the class that holds `main`, None where none does. `leaves_behind`: it changes what a virtual machine
    keeps, so that each run needs a fresh one. `takes_arguments`: its `main` looks at those of the command line.
    `uncounted` are methods without counters, and why."""

    classes: Mapping[str, bytes]
    blocks: tuple[Block, ...]
    derived: tuple[Derived, ...]
    main: str | None
    leaves_behind: bool = False
    takes_arguments: bool = False
    uncounted: tuple[str, ...] = ()


def weight_of(part: Instruction, pool: Pool, own_streams: bool) -> int:
    """What an instruction weighs; `own_streams` as for `call_weight`."""
    called = call_weight(pool.member(part.index), own_streams) if part.opcode in _CALLS else 0
    return _WEIGHTS.get(part.opcode, 1) + (CONCATENATION if concatenates(part, pool) else called)


Weigh = Callable[[Instruction, Pool, bool], int]


def with_counters(
    classes: Iterable[bytes], prefer: str = "", origin: Origin = AS_WRITTEN, weigh: Weigh = weight_of
) -> Counted:
    """Puts counters into all methods. `prefer` is the name of the class whose `main` is taken where several have one;
    else it's the first. `origin` tells the program's lines from those of probes, which weigh nothing and aren't told,
    `weigh` what instructions weigh. Raises `ClassFileError` for what is no class file."""
    made: dict[str, bytes] = {}
    blocks: list[Block] = []
    derived: list[Derived] = []
    mains: dict[str, bool] = {}
    plain_mains: dict[str, bool] = {}
    uncounted: list[str] = []
    leaves = False
    for data in classes:
        parsed = read_class(data)
        leaves |= not parsed.pool.members().isdisjoint(_LEFT_BEHIND)
        mains.update((parsed.name, _takes_arguments(method)) for method in parsed.methods if _is_main(method))
        if parsed.version[0] >= _PLAIN_MAIN and parsed.name not in mains:
            plain = min(
                filter(_is_plain_main, parsed.methods),
                key=lambda method: method.descriptor == _NO_ARGUMENTS,
                default=None,
            )
            plain_mains.update({parsed.name: _takes_arguments(plain)} if plain is not None else {})
        for method in parsed.methods:
            try:
                counted, following = _count_in(method, parsed, len(blocks), origin, weigh)
                blocks += counted
                derived += following
            except ClassFileError as error:
                uncounted.append(f"{parsed.name}.{method.name}: {error}")
        made[parsed.name] = write_class(parsed)
    mains |= {name: taken for name, taken in plain_mains.items() if name not in mains}
    main = next((name for name in mains if name.rpartition("/")[2] == prefer), next(iter(mains), None))
    return Counted(made, tuple(blocks), tuple(derived), main, leaves, mains.get(main or "", False), tuple(uncounted))


def _is_main(method: Method) -> bool:
    wanted = STATIC | PUBLIC
    return (method.name, method.descriptor) == ("main", _ARGUMENTS) and method.access & wanted == wanted


def _is_plain_main(method: Method) -> bool:
    """A main as Java 25 starts it, too: an object's, of any access but private, without arguments."""
    return method.name == "main" and method.descriptor in (_ARGUMENTS, _NO_ARGUMENTS) and not method.access & PRIVATE


def _takes_arguments(method: Method) -> bool:
    """Whether a main takes its arguments, without having put anything else there."""
    if method.descriptor != _ARGUMENTS:
        return False
    opcodes = [part.opcode for part in instructions(method.code.code)] if method.code else []
    place = 0 if method.access & STATIC else 1
    return _LOAD_FIRST + place in opcodes and _STORE_FIRST + place not in opcodes


def _count_in(
    method: Method, parsed: ClassFile, first_slot: int, origin: Origin, weigh: Weigh
) -> tuple[list[Block], list[Derived]]:
    """Puts counters into one method; returns its blocks, whose slots begin with `first_slot`, and which of these are
    derived."""
    if method.code is None:
        return [], []
    code, pool = method.code, parsed.pool
    own_streams = makes_streams(pool.members())
    parted: list[list[tuple[Instruction, int]]] = []
    for part, line, starts in block_starts(code, instructions(code.code)):
        if starts:
            parted.append([])
        parted[-1].append((part, line))
    derived = derived_counts(code, [[part for part, _ in block] for block in parted])
    uncounted = {each.block for each in derived}
    blocks: list[Block] = []
    before: dict[int, bytes] = {}
    instead: dict[int, bytes] = {}
    for number, block in enumerate(parted):
        if number not in uncounted:
            before[block[0][0].at] = _increment(pool, first_slot + number)
        own = [(part, line) for part, line in block if line not in origin.slots]
        lines = dict.fromkeys(origin.user_line(line) for _, line in own if line)
        blocks.append(Block(tuple(lines), sum(weigh(part, pool, own_streams) for part, _ in own)))
        for before_it, (part, _) in zip([None, *(each for each, _ in own)], own, strict=False):
            changed = changed_call(part, before_it, pool)
            if changed is not None:
                instead[part.at] = changed
    method.code = with_inserted(code, before, instead, _MORE_STACK, origin.user_line)
    return blocks, [each.moved(first_slot) for each in derived]


def block_starts(code: Code, parts: list[Instruction]) -> Iterator[tuple[Instruction, int, bool]]:
    """Each instruction of the code with its line, 0 where that isn't told, and whether a block begins with it."""
    line_at = dict(line_starts(code))
    leaders = _leaders(parts, [handler for _, _, handler, _ in code.handlers], set(line_at))
    line = 0
    for part in parts:
        line = line_at.get(part.at, line)
        yield part, line, part.at in leaders


def _leaders(parts: list[Instruction], handlers: list[int], line_begins: set[int]) -> set[int]:
    """Where blocks begin."""
    found = {0, *handlers}
    called = False
    for part in parts:
        if called and part.at in line_begins:
            found.add(part.at)
        if part.at in found:
            called = False
        called |= part.opcode in INVOKES
        if part.targets or not part.goes_on:
            found.update(part.targets)
            found.add(part.end)
    return found


def _increment(pool: Pool, slot: int) -> bytes:
    """`Counts.hits[slot]++`."""
    field = struct.pack(">BH", 178, pool.add_field(HITS))
    index = struct.pack(">Bh", 17, slot) if slot < 0x8000 else struct.pack(">BH", 19, pool.add_integer(slot))
    return field + index + bytes((92, 47, 10, 97, 80))

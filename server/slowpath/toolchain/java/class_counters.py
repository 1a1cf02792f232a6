"""Counters in a program's class files: how often each block ran, and what the library did for it.

Why class files and not the program's text: javac has resolved everything by then (lambdas, records, `switch` of any
form, string concatenation, `finally`), each instruction knows its line, and since a counter branches nowhere the
verifier's frames stay true (`bytecode`), so that neither a parser of Java nor a library is needed that would have to
know each new version of the language. Done once for each build, in Python, and kept in the cache.

A block begins where control may come from elsewhere, behind whatever may jump, and with a line behind a call: an
exception thrown by the call, or an input that ends there, then doesn't count the next line. Its counter is an element
of `slowpath.Counts.hits`. A block weighs the instructions that it holds (`_WEIGHTS`), those of a machine in the mean.
Blocks whose counts follow from those of others (`flow`) only have the element, which is filled in when a run is over.

Calls of the library whose time depends on what they are given go to `slowpath.Cost`, which adds that up and makes
them. What would end the virtual machine, start a process or depend on chance goes through `slowpath.Run` (`_INSTEAD`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from slowpath.instrument.probes_java import AS_WRITTEN, Origin
from slowpath.toolchain.java.bytecode import INVOKES, Instruction, instructions, line_starts, with_inserted
from slowpath.toolchain.java.class_file import (
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

HITS = Member("slowpath/Counts", "hits", "[J")
RUN, COST = "slowpath/Run", "slowpath/Cost"
TEXTS, ARRAYS, LARGE = "slowpath/TextCost", "slowpath/ArrayCost", "slowpath/NumberCost"
_MORE_STACK = 6
"""What a counter takes; the few things beside it take less."""
_SPECIAL_CALL, _STATIC_CALL, _DYNAMIC_CALL = 183, 184, 186
_DUP, _DUP2 = 89, 92
_LOAD_FIRST, _STORE_FIRST = 42, 75
_CONCATENATE = "makeConcatWithConstants"

_WEIGHTS: dict[int, int] = {
    **dict.fromkeys((*range(46, 54), *range(79, 87)), 2),  # elements of arrays
    **dict.fromkeys((108, 112), 12),
    **dict.fromkeys((109, 113), 20),  # division of ints, of longs
    **dict.fromkeys((110, 111, 114, 115), 10),  # division of floats
    **dict.fromkeys(range(178, 182), 2),
    **dict.fromkeys(INVOKES, 6),  # fields, calls
    **dict.fromkeys((187, 188, 189, 197), 15),  # new objects and arrays
    **dict.fromkeys((192, 193), 2),
    **dict.fromkeys((194, 195), 20),
}  # casts, monitors
"""Machine instructions, in the mean, of what isn't one."""

_RANDOM = Member("java/util/Random", "<init>", "()V")
_SEEDED = Member("java/util/Random", "<init>", "(J)V")
_SEED = Member(RUN, "seed", "()J")

_LISTS = ("java/util/List", "java/util/ArrayList", "java/util/LinkedList", "java/util/Vector")
_COLLECTIONS = (
    "java/util/Collection",
    "java/util/Queue",
    "java/util/Deque",
    "java/util/ArrayDeque",
    "java/util/PriorityQueue",
    *_LISTS,
)
_BUILDERS = ("java/lang/StringBuilder", "java/lang/StringBuffer")
_OBJECT, _STRING, _PROCESS = "Ljava/lang/Object;", "Ljava/lang/String;", "Ljava/lang/Process;"
_BIG, _TEXT = "Ljava/math/BigInteger;", "Ljava/lang/CharSequence;"

_OF_OBJECTS: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    (RUN, ("java/lang/Runtime",), "exit halt", "(I)V"),
    (RUN, ("java/lang/Runtime",), "addShutdownHook", "(Ljava/lang/Thread;)V"),
    *(
        (RUN, ("java/lang/Runtime",), "exec", f"({given}){_PROCESS}")
        for first in (_STRING, f"[{_STRING}")
        for given in (first, f"{first}[{_STRING}", f"{first}[{_STRING}Ljava/io/File;")
    ),
    (RUN, ("java/lang/ProcessBuilder",), "start", f"(){_PROCESS}"),
    (COST, _LISTS, "get remove", f"(I){_OBJECT}"),
    (COST, _LISTS, "add", f"(I{_OBJECT})V"),
    (COST, _LISTS, "indexOf lastIndexOf", f"({_OBJECT})I"),
    (COST, _LISTS, "sort", "(Ljava/util/Comparator;)V"),
    (COST, _COLLECTIONS, "contains remove", f"({_OBJECT})Z"),
    (COST, _COLLECTIONS, "addAll", "(Ljava/util/Collection;)Z"),
    (TEXTS, ("java/lang/String",), "substring", f"(I){_STRING}"),
    (TEXTS, ("java/lang/String",), "substring", f"(II){_STRING}"),
    (TEXTS, ("java/lang/String",), "concat", f"({_STRING}){_STRING}"),
    (TEXTS, ("java/lang/String",), "indexOf", f"({_STRING})I"),
    (TEXTS, ("java/lang/String",), "contains", f"({_TEXT})Z"),
    (TEXTS, ("java/lang/String",), "matches", f"({_STRING})Z"),
    (TEXTS, ("java/util/regex/Pattern",), "matcher", f"({_TEXT})Ljava/util/regex/Matcher;"),
    (LARGE, ("java/math/BigInteger",), "add subtract multiply divide mod remainder gcd", f"({_BIG}){_BIG}"),
    (LARGE, ("java/math/BigInteger",), "toString", f"(){_STRING}"),
    (TEXTS, ("java/lang/String",), "equals", f"({_OBJECT})Z"),
    (TEXTS, ("java/lang/String",), "toCharArray", "()[C"),
    (TEXTS, ("java/lang/String",), "split", f"({_STRING})[{_STRING}"),
    *((TEXTS, (owner,), "toString", f"(){_STRING}") for owner in _BUILDERS),
    *((TEXTS, (owner,), "reverse", f"()L{owner};") for owner in _BUILDERS),
    *((TEXTS, (owner,), "deleteCharAt", f"(I)L{owner};") for owner in _BUILDERS),
    *((TEXTS, (owner,), "insert", f"(I{given})L{owner};") for owner in _BUILDERS for given in (_STRING, "C")),
)
"""Methods of objects for which others stand in: the class of these, the classes of the objects, names, descriptor."""

_NUMBERS = "IJDCB"
_STATIC: tuple[tuple[str, str, str, str], ...] = (
    (RUN, "java/lang/System", "exit", "(I)V"),
    (RUN, "java/lang/Math", "random", "()D"),
    (RUN, "java/util/Collections", "shuffle", "(Ljava/util/List;)V"),
    (TEXTS, "java/util/regex/Pattern", "matches", f"({_STRING}{_TEXT})Z"),
    (ARRAYS, "java/lang/System", "arraycopy", f"({_OBJECT}I{_OBJECT}II)V"),
    (COST, "java/util/Collections", "sort", "(Ljava/util/List;)V"),
    (COST, "java/util/Collections", "sort", "(Ljava/util/List;Ljava/util/Comparator;)V"),
    *(
        (ARRAYS, "java/util/Arrays", "sort", f"([{kind}{part})V")
        for kind in (*_NUMBERS, _OBJECT)
        for part in ("", "II")
    ),
    (ARRAYS, "java/util/Arrays", "sort", f"([{_OBJECT}Ljava/util/Comparator;)V"),
    (ARRAYS, "java/util/Arrays", "sort", f"([{_OBJECT}IILjava/util/Comparator;)V"),
    *(
        (ARRAYS, "java/util/Arrays", "fill", f"([{kind}{part}{kind})V")
        for kind in (*_NUMBERS, "Z", _OBJECT)
        for part in ("", "II")
    ),
    *((ARRAYS, "java/util/Arrays", "copyOf", f"([{kind}I)[{kind}") for kind in (*_NUMBERS, "Z")),
)
"""The same of static methods."""


def _stand_ins() -> Iterator[tuple[Member, Member]]:
    for by, owners, names, descriptor in _OF_OBJECTS:
        for owner, name in ((owner, name) for owner in owners for name in names.split()):
            # The one for all: the first of the owners. The verifier lets any object pass for an interface.
            stand_in = "exit" if name == "halt" else name
            yield Member(owner, name, descriptor), Member(by, stand_in, f"(L{owners[0]};{descriptor[1:]}")
    for by, owner, name, descriptor in _STATIC:
        yield Member(owner, name, descriptor), Member(by, name, descriptor)


_INSTEAD: Mapping[Member, Member] = dict(_stand_ins())
_LEFT_BEHIND = (Member("java/util/Locale", "setDefault", "(Ljava/util/Locale;)V"),)


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


def with_counters(classes: Iterable[bytes], prefer: str = "", origin: Origin = AS_WRITTEN) -> Counted:
    """Puts counters into all methods. `prefer` is the name of the class whose `main` is taken where several have one;
    else it's the first. `origin` tells the program's lines from those of probes, which weigh nothing and aren't told.
    Raises `ClassFileError` for what is no class file."""
    made: dict[str, bytes] = {}
    blocks: list[Block] = []
    derived: list[Derived] = []
    mains: dict[str, bool] = {}
    uncounted: list[str] = []
    leaves = False
    for data in classes:
        parsed = read_class(data)
        leaves |= not parsed.pool.members().isdisjoint(_LEFT_BEHIND)
        mains.update((parsed.name, _loads_first(method)) for method in parsed.methods if _is_main(method))
        for method in parsed.methods:
            try:
                counted, following = _count_in(method, parsed, len(blocks), origin)
                blocks += counted
                derived += following
            except ClassFileError as error:
                uncounted.append(f"{parsed.name}.{method.name}: {error}")
        made[parsed.name] = write_class(parsed)
    main = next((name for name in mains if name.rpartition("/")[2] == prefer), next(iter(mains), None))
    return Counted(made, tuple(blocks), tuple(derived), main, leaves, mains.get(main or "", False), tuple(uncounted))


def _is_main(method: Method) -> bool:
    wanted = STATIC | PUBLIC
    return (method.name, method.descriptor) == ("main", "([Ljava/lang/String;)V") and method.access & wanted == wanted


def _loads_first(method: Method) -> bool:
    """Whether the method takes its first variable, without having put anything else there."""
    opcodes = [part.opcode for part in instructions(method.code.code)] if method.code else []
    return _LOAD_FIRST in opcodes and _STORE_FIRST not in opcodes


def _count_in(method: Method, parsed: ClassFile, first_slot: int, origin: Origin) -> tuple[list[Block], list[Derived]]:
    """Puts counters into one method; returns its blocks, whose slots begin with `first_slot`, and which of these are
    derived."""
    if method.code is None:
        return [], []
    code, pool = method.code, parsed.pool
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
        blocks.append(Block(tuple(lines), sum(_WEIGHTS.get(part.opcode, 1) for part, _ in own)))
        for part, _ in own:
            changed = _changed_call(part, pool)
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
    return field + index + bytes((_DUP2, 47, 10, 97, 80))


def _changed_call(part: Instruction, pool: Pool) -> bytes | None:
    """What stands in for a call that is told, or made otherwise; None for all others."""
    if part.opcode == _DYNAMIC_CALL:
        name, _ = pool.dynamic_call(part.index)
        return (
            part.raw + bytes((_DUP,)) + call(pool, Member(TEXTS, "text", f"({_OBJECT})V"))
            if name == _CONCATENATE
            else None
        )
    if part.opcode not in INVOKES:
        return None
    member = pool.member(part.index)
    if part.opcode == _SPECIAL_CALL:
        return (
            call(pool, _SEED) + struct.pack(">BH", _SPECIAL_CALL, pool.add_method(_SEEDED))
            if member == _RANDOM
            else None
        )
    stand_in = _INSTEAD.get(member)
    return None if stand_in is None else call(pool, stand_in)


def call(pool: Pool, member: Member) -> bytes:
    """The call of a static method."""
    return struct.pack(">BH", _STATIC_CALL, pool.add_method(member))

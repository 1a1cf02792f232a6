"""What stands in for, before or behind a program's calls of the library, so that their work is counted.

Three ways, from the dearest to the cheapest to write: a method of ours that adds up and makes the call (`_INSTEAD`),
where the work depends on the object and on what is asked; the size of what is given (`_GIVEN`), told before the call;
the size of what comes of it (`_MADE`), told behind it. The latter two take the uppermost value of the stack, twice. New
arrays are told by their size too: that they are cleared, and cleared away, is much of what such a program does.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from slowpath.model.patterns import late_regex
from slowpath.toolchain.java.bytecode import INVOKES, Instruction
from slowpath.toolchain.java.class_file import Member, Pool

RUN, COST = "slowpath/Run", "slowpath/Cost"
TEXTS, ARRAYS, LARGE, TABLES = (f"slowpath/{name}Cost" for name in ("Text", "Array", "Number", "Table"))
_SPECIAL_CALL, _STATIC_CALL, _DYNAMIC_CALL = 183, 184, 186
_NEW_ARRAY, _NEW_REFERENCES, _NEW_ARRAYS = 188, 189, 197
_DUP = 89
_CONCATENATE = "makeConcatWithConstants"

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
_TABLES = ("java/util/Map", "java/util/HashMap", "java/util/LinkedHashMap")
_MAPS = (*_TABLES, "java/util/TreeMap")
_SETS = ("java/util/Set", "java/util/HashSet", "java/util/LinkedHashSet")
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
    (COST, _LISTS, "set", f"(I{_OBJECT}){_OBJECT}"),
    (COST, _COLLECTIONS, "contains remove", f"({_OBJECT})Z"),
    (COST, _COLLECTIONS, "containsAll removeAll retainAll", "(Ljava/util/Collection;)Z"),
    (COST, _MAPS, "containsValue", f"({_OBJECT})Z"),
    (TABLES, _TABLES, "get remove", f"({_OBJECT}){_OBJECT}"),
    (TABLES, _TABLES, "containsKey", f"({_OBJECT})Z"),
    (TABLES, _TABLES, "put putIfAbsent getOrDefault", f"({_OBJECT}{_OBJECT}){_OBJECT}"),
    (TABLES, _TABLES, "merge", f"({_OBJECT}{_OBJECT}Ljava/util/function/BiFunction;){_OBJECT}"),
    (TABLES, _TABLES, "computeIfAbsent", f"({_OBJECT}Ljava/util/function/Function;){_OBJECT}"),
    (TABLES, _SETS, "add contains remove", f"({_OBJECT})Z"),
    *(
        (TEXTS, ("java/lang/String",), "indexOf lastIndexOf", f"({given})I")
        for given in (_STRING, f"{_STRING}I", "I", "II")
    ),
    (TEXTS, ("java/lang/String",), "compareTo", f"({_STRING})I"),
    (TEXTS, ("java/lang/String",), "contains", f"({_TEXT})Z"),
    (TEXTS, ("java/lang/String",), "matches", f"({_STRING})Z"),
    (TEXTS, ("java/util/regex/Pattern",), "matcher", f"({_TEXT})Ljava/util/regex/Matcher;"),
    (LARGE, ("java/math/BigInteger",), "add subtract multiply divide mod remainder gcd", f"({_BIG}){_BIG}"),
    (LARGE, ("java/math/BigInteger",), "toString", f"(){_STRING}"),
    (LARGE, ("java/math/BigInteger",), "pow", f"(I){_BIG}"),
    (LARGE, ("java/math/BigInteger",), "modPow", f"({_BIG}{_BIG}){_BIG}"),
    (TEXTS, ("java/lang/String",), "equals", f"({_OBJECT})Z"),
    (TEXTS, ("java/lang/String",), "split", f"({_STRING})[{_STRING}"),
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

_MADE: Mapping[str, frozenset[str]] = {
    owner: frozenset(names.split())
    for owners, names in (
        (
            "java/lang/String",
            "concat format getBytes join repeat replace replaceAll replaceFirst strip substring toCharArray "
            "toLowerCase toUpperCase trim valueOf copyValueOf",
        ),
        ("java/lang/StringBuilder java/lang/StringBuffer", "substring toString"),
        ("java/util/Arrays", "copyOf copyOfRange toString deepToString"),
        (" ".join(_COLLECTIONS), "toArray toString"),
        ("java/util/List java/util/Set", "copyOf"),
    )
    for owner in owners.split()
}
"""Methods by their classes whose work is the size of what they return; so is that of an array's `clone`."""
_RETURNS_SIZED = late_regex(r"\)(?:\[|Ljava/lang/String;|Ljava/util/(?:List|Set);|Ljava/lang/Object;)")

_COPIES = frozenset(
    "java/util/ArrayList java/util/LinkedList java/util/ArrayDeque java/util/PriorityQueue java/util/HashSet "
    "java/util/LinkedHashSet java/util/TreeSet java/util/HashMap java/util/TreeMap java/util/LinkedHashMap "
    "java/util/Vector java/util/Stack java/lang/String java/lang/StringBuilder java/lang/StringBuffer".split()
)
"""What is made of another."""
_GIVEN: Mapping[str, frozenset[str]] = {
    owner: frozenset(names.split())
    for owners, names in (
        ("java/lang/StringBuilder java/lang/StringBuffer", "append"),
        (" ".join(_COLLECTIONS), "addAll clear stream hashCode"),
        (" ".join((*_SETS, "java/util/TreeSet")), "addAll stream hashCode"),
        (" ".join(_MAPS), "putAll"),
        ("java/util/Collections", "reverse max min"),
        ("java/util/Arrays", "asList equals hashCode stream deepEquals deepHashCode"),
        ("java/lang/String", "chars lines"),
        ("java/util/StringTokenizer", "<init>"),
        ("java/math/BigInteger", "<init>"),
    )
    for owner in owners.split()
}
"""Methods by their classes whose work is the size of what they are given last; of those without arguments, of what
they are called of."""
_TREES = frozenset(f"java/util/{kind}{what}" for kind in ("Sorted", "Navigable") for what in ("Set", "Map"))
"""What parts of trees are known as. A part counts its elements when it's asked for its size: no whole tree does."""
_SIZED = late_regex(r"\[|Ljava/lang/(?:String|CharSequence|Object);|Ljava/util/(?!Comparator)\w+;")
_PARAMETER = late_regex(r"\[*(?:L[^;]+;|[BCDFIJSZ])")
_ELEMENT_BYTES = {4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}
"""By the code of the type that `newarray` names."""
REFERENCE_BYTES = 4


def changed_call(part: Instruction, before: Instruction | None, pool: Pool) -> bytes | None:
    """What stands in for an instruction whose work is told, or that is made otherwise; None for all others. `before`
    is the one before it."""
    if part.opcode == _NEW_ARRAY:
        return _sized_array(part, pool, _ELEMENT_BYTES.get(part.raw[1], 8))
    if part.opcode == _NEW_REFERENCES:
        return _sized_array(part, pool, REFERENCE_BYTES)
    if part.opcode == _NEW_ARRAYS:
        return part.raw + _told(pool, "made")
    if part.opcode == _DYNAMIC_CALL:
        return part.raw + _told(pool, "made") if concatenates(part, pool) else None
    if part.opcode not in INVOKES:
        return None
    member = pool.member(part.index)
    if part.opcode == _SPECIAL_CALL:
        if member == _RANDOM:
            return call(pool, _SEED) + struct.pack(">BH", _SPECIAL_CALL, pool.add_method(_SEEDED))
        is_copy = member.name == "<init>" and member.owner in _COPIES
        return _given(part, member, pool) if is_copy or member.owner in _GIVEN else None
    if member.name == "size" and member.owner in _TREES and before is not None and before.opcode in INVOKES:
        return _told(pool, "given") + part.raw  # Of what was given just now, as by `headSet(x)`.
    stand_in = _INSTEAD.get(member)
    return _sized(part, member, pool) if stand_in is None else call(pool, stand_in)


def concatenates(part: Instruction, pool: Pool) -> bool:
    """Whether an instruction puts texts together."""
    return part.opcode == _DYNAMIC_CALL and pool.dynamic_call(part.index)[0] == _CONCATENATE


def _sized_array(part: Instruction, pool: Pool, element_bytes: int) -> bytes:
    """A new array, its size told before. Small ones are told as well: that a size is constant the machine sees."""
    size = bytes((_DUP, 16, element_bytes)) + call(pool, Member(COST, "array", "(II)V"))
    return size + part.raw


def _sized(part: Instruction, member: Member, pool: Pool) -> bytes | None:
    """A call with what it makes or is given told, None where that isn't known to be its work."""
    is_clone = member.name == "clone" and member.owner.startswith("[")
    if is_clone or (member.name in _MADE.get(member.owner, ()) and _RETURNS_SIZED.search(member.descriptor)):
        return part.raw + _told(pool, "made")
    if member.name in _GIVEN.get(member.owner, ()):
        return _given(part, member, pool)
    return None


def _given(part: Instruction, member: Member, pool: Pool) -> bytes | None:
    """A call with the size of its last argument told, or of its object where it has none."""
    given = _PARAMETER.findall(member.descriptor.partition(")")[0])
    if given and not _SIZED.match(given[-1]):
        return None
    if not given and member.name == "<init>":
        return None
    what = "number" if member.owner.endswith("BigInteger") else "given"
    return _told(pool, what) + part.raw


def _told(pool: Pool, what: str) -> bytes:
    """The uppermost value of the stack handed to `Cost`, and kept."""
    return bytes((_DUP,)) + call(pool, Member(COST, what, f"({_OBJECT})V"))


def stands_in() -> set[Member]:
    """All methods of ours that are called."""
    own = {Member(COST, name, f"({_OBJECT})V") for name in ("made", "given", "number")}
    return {*_INSTEAD.values(), *own, Member(COST, "array", "(II)V")}


def call(pool: Pool, member: Member) -> bytes:
    """The call of a static method."""
    return struct.pack(">BH", _STATIC_CALL, pool.add_method(member))

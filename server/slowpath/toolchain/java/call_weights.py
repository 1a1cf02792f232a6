"""What calls of the library weigh whose work no block of the program shows and no argument tells.

Machine instructions, in the mean, by what rounds of a loop took of a clean run's CPU time, at the 0.07 ns that one
takes in a plain loop (`slowpath bench executor --calibrate`, JDK 17; figures are rounded). A table of 10,000 keys lies
in the cache, a tree of 65,000 doesn't; what stands here is between small and large.
"""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.toolchain.java.class_file import Member

_TABLES = "java/util/HashMap java/util/LinkedHashMap"
_SETS = "java/util/HashSet java/util/LinkedHashSet"
_TREES = "java/util/TreeMap java/util/TreeSet java/util/NavigableMap java/util/NavigableSet java/util/SortedMap"
_ASKED = "get put containsKey getOrDefault putIfAbsent remove merge compute computeIfAbsent computeIfPresent"
_NEAREST = (
    "floor ceiling higher lower first last pollFirst pollLast floorKey ceilingKey higherKey lowerKey floorEntry "
    "ceilingEntry higherEntry lowerEntry firstKey lastKey firstEntry lastEntry pollFirstEntry pollLastEntry"
)
_LINE, _FORMATTED = 10_000, 20_000
CONCATENATION = 200
"""What putting texts and numbers together takes beside the size of what comes of it."""

_TABLE: tuple[tuple[str, str, int], ...] = (
    (f"{_TABLES} java/util/Map", _ASKED, 300),
    (f"{_SETS} java/util/Set", "add contains remove", 300),
    (_TREES, f"{_ASKED} add contains {_NEAREST}", 3000),
    ("java/util/PriorityQueue", "add offer poll remove", 400),
    ("java/util/ArrayDeque java/util/Deque java/util/Queue", "add addFirst addLast offer poll pollFirst pollLast", 20),
    ("java/lang/StringBuilder java/lang/StringBuffer", "append", 60),
    ("java/lang/Integer java/lang/Long", "parseInt parseLong valueOf toString", 100),
    ("java/lang/Double", "parseDouble toString", 1000),
    ("java/lang/String", "format formatted", _FORMATTED),
    ("java/io/PrintStream", "printf format", _FORMATTED + _LINE),
    ("java/io/PrintWriter", "printf format", _FORMATTED),
    ("java/io/PrintStream", "print println", _LINE),
    ("java/lang/Math java/lang/StrictMath", "sqrt", 60),
    (
        "java/lang/Math java/lang/StrictMath",
        "pow exp log log10 sin cos tan asin acos atan atan2 sinh cosh cbrt hypot",
        400,
    ),
)
_WEIGHTS = {
    (owner, name): weight for owners, names, weight in _TABLE for owner in owners.split() for name in names.split()
}
_BOXES = frozenset({"java/lang/Integer", "java/lang/Long"})
_MADE_STREAM = "java/io/PrintStream"


def call_weight(member: Member, own_streams: bool) -> int:
    """What a call weighs beside its instruction, 0 where that's all. `own_streams`: the class makes a `PrintStream`,
    which may not go through to the system with each line as `System.out` does."""
    if member.owner in _BOXES and member.name == "valueOf" and "String" not in member.descriptor:
        return 0
    if own_streams and member.owner == _MADE_STREAM and member.name in ("print", "println"):
        return 0
    return _WEIGHTS.get((member.owner, member.name), 0)


def makes_streams(members: Iterable[Member]) -> bool:
    """Whether a class that names these members makes a `PrintStream`."""
    return any(member.owner == _MADE_STREAM and member.name == "<init>" for member in members)

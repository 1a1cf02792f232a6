"""Kinds of Python values, what built-in functions give, and which methods give what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """The kind of a value: `name`, what its elements are (the values of a dict), and of a tuple of known length the
    parts."""

    name: str
    item: Kind | None = None
    parts: tuple[Kind, ...] = ()

    @property
    def is_sized(self) -> bool:
        """Whether `len` of it surely works."""
        return self.name in SIZED

    @property
    def element(self) -> Kind:
        """What one element is."""
        if self.parts:
            return joined(list(self.parts))
        if self.name == "str":
            return self
        return self.item if self.item is not None else UNKNOWN


UNKNOWN = Kind("")
NOTHING_YET = Kind("nothing yet")
NONE = Kind("None")
INT, FLOAT, BOOL, STR, BYTES = Kind("int"), Kind("float"), Kind("bool"), Kind("str"), Kind("bytes", Kind("int"))
SIZED = frozenset({"list", "str", "bytes", "tuple", "set", "dict", "deque", "range", "view"})
LINEAR = frozenset({"list", "tuple", "deque"})
TEXT = frozenset({"str", "bytes"})

RETURNS = {
    "int": INT,
    "len": INT,
    "ord": INT,
    "hash": INT,
    "id": INT,
    "gcd": INT,
    "isqrt": INT,
    "lcm": INT,
    "comb": INT,
    "factorial": INT,
    "bisect": INT,
    "bisect_left": INT,
    "bisect_right": INT,
    "floor": INT,
    "ceil": INT,
    "float": FLOAT,
    "sqrt": FLOAT,
    "log": FLOAT,
    "log2": FLOAT,
    "random": FLOAT,
    "randint": INT,
    "randrange": INT,
    "str": STR,
    "chr": STR,
    "repr": STR,
    "bin": STR,
    "hex": STR,
    "oct": STR,
    "format": STR,
    "ascii": STR,
    "bool": BOOL,
    "any": BOOL,
    "all": BOOL,
    "isinstance": BOOL,
    "bytes": BYTES,
    "bytearray": BYTES,
    "Counter": Kind("dict", INT),
    "input": STR,
    "raw_input": STR,
    "perf_counter": FLOAT,
    "time": FLOAT,
}
LISTS = {"list", "sorted", "array"}
ITERATORS = {"iter", "reversed", "filter", "chain", "permutations", "combinations", "product", "islice", "cycle"}
TEXT_METHODS = frozenset(
    (
        "strip rstrip lstrip lower upper replace join zfill ljust rjust center title swapcase translate "
        "capitalize format removeprefix removesuffix"
    ).split()
)
INT_METHODS = frozenset({"index", "count", "find", "rfind", "rindex", "bit_length", "bit_count"})
ADDING_METHODS = ("append", "appendleft", "add", "insert", "extend")
BOOL_METHODS = frozenset(
    "startswith endswith isdigit isalpha isupper islower isspace isalnum isdisjoint issubset issuperset".split()
)


def joined(kinds: list[Kind]) -> Kind:
    """What is true of all of them."""
    made = NOTHING_YET
    for kind in kinds:
        if kind in (NOTHING_YET, made):
            continue
        if made == NOTHING_YET:
            made = kind
        elif made.name == kind.name:
            made = made if made.name in TEXT else Kind(made.name, joined([made.element, kind.element]))
        elif {made.name, kind.name} <= {"int", "bool"}:
            made = INT
        elif {made.name, kind.name} <= {"int", "bool", "float"}:
            made = FLOAT
        else:
            return UNKNOWN
    return made


def of_constant(value: object) -> Kind:
    """The kind of a literal."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, str):
        return STR
    if isinstance(value, bytes):
        return BYTES
    return NONE if value is None else UNKNOWN

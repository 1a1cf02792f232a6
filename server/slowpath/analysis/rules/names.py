"""Which variables of a program hold which variables of the input, with the format's bounds.

The program's reads and the format are two descriptions of the same tokens: they are aligned in order, by shape and by
name, as the inference of formats does it. So thresholds come from the format, and aims are written in its names.
Without a format the program's own reads are still known, without bounds.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from slowpath.inputs.infer.reads.items import Item, Loop, ReadProgram, Rest, Token, leaves
from slowpath.inputs.infer.structure.naming import names_from
from slowpath.model.expression import Expr
from slowpath.model.format import (
    Array,
    Cases,
    FloatType,
    InputFormat,
    IntType,
    Line,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.statement.lines.rows import Entry, Row

SCALAR, LIST, FIELD, WORD = "scalar", "list", "field", "word"
_LARGEST = 1 << 200
USUAL_SIZE = 20_000
"""The largest size of an input whose format isn't known."""
_PER_ELEMENT = 10
_MOST_WORK = 5_000_000


@dataclass(frozen=True)
class Held:
    """What a variable of the program holds of the input.

    `variable` is the format's name ("" where there's no format), `shape` scalar, list (an array or a grid), field (of
    rows) or word. `lo` and `hi` bound its integers, None where nothing bounds them; of a list of words `hi` is the
    length of one. `length` is the most tokens that it has (characters for a word). `count` says that the format
    repeats or sizes something by it, `in_case` that it stands in a test case.
    """

    name: str
    variable: str
    shape: str
    lo: int | None = None
    hi: int | None = None
    length: int | None = None
    count: bool = False
    in_case: bool = False


@dataclass(frozen=True)
class Names:
    """The program's variables that hold input. A variable that is read into at several places has several.

    `variables` are the format's own, `case_count` is the one that counts test cases, `sums` bounds sums over all cases.
    """

    by_name: dict[str, tuple[Held, ...]] = field(default_factory=dict, hash=False)
    variables: dict[str, Held] = field(default_factory=dict, hash=False)
    case_count: str = ""
    sums: dict[str, int] = field(default_factory=dict, hash=False)

    def of(self, name: str) -> Held | None:
        """What a variable of the program holds, the largest where it holds several; None for what isn't read."""
        found = self.by_name.get(name, ())
        return max(found, key=lambda held: (held.hi or 0, held.length or 0), default=None)

    def value(self, name: str) -> Held | None:
        """What a variable holds where that is one number of the whole input or of a case, or of a row."""
        found = self.of(name)
        return found if found is not None and found.shape in (SCALAR, FIELD) else None

    @property
    def longest(self) -> int | None:
        """The most elements that any list, field or word of the input has."""
        return max(
            (held.length for held in self.variables.values() if held.length is not None and held.shape != SCALAR),
            default=None,
        )

    @property
    def cases(self) -> Held | None:
        """The number of test cases, where the format says it with a variable."""
        return self.variables.get(self.case_count)


def names_of(reads: ReadProgram, fmt: InputFormat | None) -> Names:
    """The alignment of a program's reads with a format. Never raises: what can't be aligned isn't there."""
    if fmt is None:
        return Names(_read_only(reads))
    listing = _Listing()
    listing.add(fmt.nodes, False)
    chosen: dict[str, str] = {}
    with contextlib.suppress(RecursionError, ValueError, ArithmeticError, KeyError):
        chosen = names_from(listing.rows, reads.items, reads.names)
    by_name: dict[str, tuple[Held, ...]] = {}
    for key, variable in chosen.items():
        held = listing.held.get(variable)
        if held is not None:
            name = reads.names.get(key, key)
            made = Held(name, variable, held.shape, held.lo, held.hi, held.length, held.count, held.in_case)
            by_name[name] = (*by_name.get(name, ()), made)
    sums = {
        relation.left.text: most
        for relation in fmt.relations
        if relation.kind == "sum" and relation.operator == "<=" and (most := listing.most(relation.right)) is not None
    }
    return Names(by_name, listing.held, listing.cases, sums)


def scale_of(names: Names) -> int:
    """The largest number of elements that the input has of anything, `USUAL_SIZE` where nothing bounds it."""
    sizes = [held.hi for held in names.variables.values() if held.shape == SCALAR and held.count and held.hi]
    lengths = [held.length for held in names.variables.values() if held.shape != SCALAR and held.length]
    known = max([*sizes, *lengths], default=0)
    return known if 0 < known < 1 << 40 else USUAL_SIZE


def much_work(names: Names) -> int:
    """A sum of elements gone over that is far more than a few passes over the largest input."""
    size = scale_of(names)
    return min(_MOST_WORK, max(16, size * min(_PER_ELEMENT, max(1, size // 2))))


def _read_only(reads: ReadProgram) -> dict[str, tuple[Held, ...]]:
    looped = {leaf.key for item in _loops(reads.items) for leaf in leaves(item.body)}
    made: dict[str, tuple[Held, ...]] = {}
    for leaf in leaves(reads.items):
        name = reads.names.get(leaf.key, leaf.key)
        is_word = isinstance(leaf, Token) and leaf.kind == "word"
        shape = WORD if is_word else LIST if isinstance(leaf, Rest) else FIELD if leaf.key in looped else SCALAR
        made[name] = (*made.get(name, ()), Held(name, "", shape))
    return made


def _loops(items: tuple[Item, ...]) -> Iterator[Loop]:
    for item in items:
        if isinstance(item, Loop):
            if not item.cases:
                yield item
            yield from _loops(item.body)


class _Listing:
    """A format's variables with their bounds as numbers, and its lines as the alignment wants them."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.held: dict[str, Held] = {}
        self.cases = ""
        self._most: dict[str, int] = {}

    def add(self, nodes: tuple[Node, ...], in_case: bool) -> None:
        """Adds nodes in reading order."""
        for node in nodes:
            if isinstance(node, Line):
                self.rows.append(Row(tuple(self._entry(item, in_case, None) for item in node.items), None, in_case))
            elif isinstance(node, Scalar | Array):
                self.rows.append(Row((self._entry(node, in_case, None),), None, in_case))
            elif isinstance(node, Matrix):
                rows, columns = self.most(node.rows), self.most(node.columns)
                length = rows * columns if rows is not None and columns is not None else None
                self._keep(node.name, LIST, node.type, length, in_case)
                self._counted(node.rows, node.columns)
                self.rows.append(Row((Entry(node.name, node.columns.text),), node.rows.text, in_case))
            elif isinstance(node, Records):
                self._counted(node.count)
                if node.vertices is not None:
                    self._counted(node.vertices)
                entries = tuple(self._entry(item, in_case, node.count) for item in node.fields)
                self.rows.append(Row(entries, node.count.text, in_case))
            elif isinstance(node, Tagged):
                self._counted(node.count)
                fields = [*node.lead, *(item for variant in node.variants for item in variant.fields)]
                entries = tuple(self._entry(item, in_case, node.count) for item in fields)
                self.rows.append(Row(entries, node.count.text, in_case))
            elif isinstance(node, Cases):
                self._counted(node.count)
                self.cases = self.cases or next(iter(node.count.names), "")
                self.add(node.body, True)

    def most(self, bound: Expr) -> int | None:
        """The largest value of an expression where its variables are largest; None where they aren't bounded."""
        try:
            value = int(bound.value(self._most))
        except (KeyError, ArithmeticError, ValueError, TypeError, IndexError):
            return None
        return value if abs(value) < _LARGEST else None

    def _entry(self, item: Scalar | Array, in_case: bool, count: Expr | None) -> Entry:
        rows = self.most(count) if count is not None else 1
        if isinstance(item, Scalar):
            word = isinstance(item.type, WordType | TextType)
            shape = FIELD if count is not None and not word else WORD if word else SCALAR
            length = self.most(item.type.length_hi) if isinstance(item.type, WordType | TextType) else rows
            self._keep(item.name, shape, item.type, length, in_case)
            return Entry(item.name, None, word)
        self._counted(item.length)
        each = self.most(item.length)
        self._keep(item.name, LIST, item.type, each * rows if each is not None and rows is not None else None, in_case)
        return Entry(item.name, item.length.text)

    def _keep(self, name: str, shape: str, kind: object, length: int | None, in_case: bool) -> None:
        lo = hi = None
        if isinstance(kind, IntType):
            lo, hi = self.most(kind.lo), self.most(kind.hi)
        elif isinstance(kind, FloatType):
            lo, hi = int(kind.lo), int(kind.hi)
        elif isinstance(kind, WordType | TextType) and shape == LIST:
            hi = self.most(kind.length_hi)
        if hi is not None and isinstance(kind, IntType):
            self._most[name] = hi
        self.held[name] = Held(name, name, shape, lo, hi, length, False, in_case)

    def _counted(self, *sizes: Expr) -> None:
        for name in (name for size in sizes for name in size.names):
            held = self.held.get(name)
            if held is not None:
                self.held[name] = Held(name, name, held.shape, held.lo, held.hi, held.length, True, held.in_case)

"""Nodes of input formats as Hypothesis draws them: types, arrays, rows, graphs, queries."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from slowpath.inputs.filling.word_patterns import pattern_type
from slowpath.model.expression import expr
from slowpath.model.format import (
    BLANK_LINE,
    Array,
    Cases,
    FloatType,
    IntType,
    Line,
    Matrix,
    Records,
    Scalar,
    Tagged,
    TextType,
    Variant,
    WordType,
)

SENTINELS = ("0", "0 0", "-1", "end", "0 x", "1 0 1")


class Names:
    """New names, none twice."""

    def __init__(self) -> None:
        self.count = 0

    def new(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"


@st.composite
def int_types(draw, room: int = 0) -> IntType:
    lo = draw(st.sampled_from([0, 1, -5, -(10**9), -(10**18), -(10**25)]))
    return IntType(expr(lo), expr(lo + draw(st.sampled_from([1, 9, 10**9, 10**18, 10**26])) + room))


@st.composite
def word_types(draw, kind=WordType):
    alphabet = draw(st.sampled_from(["ab", "abcdefghijklmnopqrstuvwxyz", "#.", "01", 'x-\\y"', "é漢"]))
    lo = draw(st.integers(1, 3))
    return kind(expr(lo), expr(lo + draw(st.integers(0, 6))), alphabet + (" " if kind is TextType else ""))


@st.composite
def formed_words(draw) -> WordType:
    form, alphabet = draw(
        st.sampled_from(
            [
                ("number", "0123456789"),
                ("number", "01-"),
                ("number", "0123456789abcdef-"),
                ("brackets", "()"),
                ("brackets", "()[]"),
                ("brackets", "{}<>()"),
            ]
        )
    )
    if draw(st.integers(0, 4)) == 0:
        return pattern_type(draw(st.sampled_from(["[A-Z]{2}-[0-9]{4}", "([2-9JQKA]|10)[CDHS]", "a[01]{1,4}(x|yz)?"])))
    if draw(st.integers(0, 4)) == 0:
        word = draw(st.sampled_from(["cnf", "p", "a-b", "abcd\\"]))
        return WordType(expr(len(word)), expr(len(word)), word, "fixed")
    lo = draw(st.integers(1, 4))
    return WordType(expr(lo), expr(lo + draw(st.integers(1, 6))), alphabet, form)


floats = st.builds(
    FloatType, st.sampled_from([0.0, -2.5, -1000.0]), st.sampled_from([1.0, 3.25, 1000.0]), st.integers(0, 9)
)


elements = st.one_of(int_types(), word_types(), formed_words(), floats)


@st.composite
def arrays(draw, names: Names, sizes: list[str], row: bool = False) -> Array:
    length = draw(st.sampled_from([*sizes, *(f"{size}-1" for size in sizes), *(f"2*{size}" for size in sizes), "3"]))
    name = names.new("a")
    kind = draw(st.integers(0, 4))
    if kind == 0 and not row:
        trait = draw(st.sampled_from(["permutation", "distinct", "sorted", "strictly-sorted", "reverse-sorted"]))
        return Array(
            name,
            expr(length),
            IntType(expr(1), expr(length if trait == "permutation" else 60)),
            " ",
            frozenset([trait]),
        )
    if kind == 1:
        return Array(name, expr(length), WordType(expr(1), expr(1), "abc"), "")
    separator = " " if row else draw(st.sampled_from([" ", "\n"]))
    return Array(name, expr(length), draw(elements), separator)


def counter(names: Names, until: str | None, lo: int = 0) -> Scalar:
    return Scalar(names.new("c"), IntType(expr(lo), expr(9)), until)


@st.composite
def uncounted_arrays(draw, names: Names) -> list:
    """A silent count and its array on one line: to the end of the line, or of its sentinel."""
    count = counter(names, draw(st.sampled_from(["", *SENTINELS])), draw(st.integers(0, 1)))
    of = draw(st.one_of(elements, st.just(IntType(expr(-1), expr(1)))))
    array = Array(names.new("a"), expr(count.name), of)
    kind = draw(st.integers(0, 5))
    if kind == 0 and not count.until:
        array = replace(array, separator="", type=WordType(expr(1), expr(1), "abc"))
    elif kind == 1 and not count.until:
        array = replace(array, separator=draw(st.sampled_from([",", ", "])), type=draw(int_types()))
    elif kind == 2 and isinstance(of, IntType):
        array = replace(
            array,
            type=IntType(expr(0), expr(40)),
            traits=frozenset([draw(st.sampled_from(["distinct", "sorted", "reverse-sorted"]))]),
        )
    return [count, array]


@st.composite
def row_fields(draw, names: Names) -> tuple:
    fields: list = []
    for _ in range(draw(st.integers(1, 3))):
        ints = [field.name for field in fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
        kind = draw(st.integers(0, 4))
        if kind == 0:
            size = Scalar(names.new("k"), IntType(expr(0), expr(4)))
            fields += [size, draw(arrays(names, [size.name], row=True).filter(lambda a: "-" not in a.length.text))]
        elif kind == 1 and ints:
            fields.append(Scalar(names.new("r"), IntType(expr(ints[-1]), expr(f"{ints[-1]}+7"))))
        else:
            fields.append(Scalar(names.new("x"), draw(elements)))
    return tuple(fields)


@st.composite
def graphs(draw, names: Names, size: str) -> list:
    u, v = names.new("u"), names.new("v")
    base = draw(st.integers(0, 1))
    ends = tuple(
        Scalar(name, IntType(expr(base), expr(f"{size}-{1 - base}" if base == 0 else size))) for name in (u, v)
    )
    weight = (Scalar(names.new("w"), draw(elements)),) if draw(st.booleans()) else ()
    if draw(st.booleans()):
        traits = frozenset(["rooted"] if draw(st.booleans()) else [])
        return [Records(expr(f"{size}-1"), (*ends, *weight), "tree", (u, v), expr(size), traits)]
    traits = draw(st.sets(st.sampled_from(["connected", "simple", "no-loops", "directed", "bipartite"])))
    if "directed" in traits and draw(st.booleans()):
        traits.add("acyclic")
    count = Scalar(names.new("m"), IntType(expr(0), expr(20)))
    return [count, Records(expr(count.name), (*ends, *weight), "graph", (u, v), expr(size), frozenset(traits))]


@st.composite
def points(draw, names: Names, size: str) -> Records:
    of = draw(
        st.sampled_from([IntType(expr(0), expr(3)), IntType(expr(-(10**9)), expr(10**9)), FloatType(0.0, 3.0, 1)])
    )
    fields = tuple(Scalar(names.new("x"), of) for _ in range(draw(st.integers(2, 3))))
    colour = (Scalar(names.new("w"), draw(elements)),) if draw(st.booleans()) else ()
    traits = frozenset(["distinct"] if draw(st.booleans()) else [])
    return Records(expr(size), (*fields, *colour), "points", tuple(field.name for field in fields), None, traits)


@st.composite
def triangles(draw, names: Names, size: str) -> Records:
    """Rows whose lengths and bounds depend on their index."""
    fields: list = []
    if draw(st.booleans()):
        fields.append(Scalar(names.new("p"), IntType(expr(0), expr("_row"))))
    length = draw(st.sampled_from([f"{size}-1-_row", "_row", "_row+1"]))
    fields.append(Array(names.new("a"), expr(length), draw(elements)))
    return Records(expr(size), tuple(fields))


@st.composite
def queries(draw, names: Names, count: str) -> Tagged:
    tags = draw(st.sampled_from([("1", "2"), ("push", "pop", "?"), ("a",)]))
    lead = tuple(Scalar(names.new("l"), draw(elements)) for _ in range(draw(st.integers(0, 2))))
    variants = tuple(Variant(tag, draw(row_fields(names)) if draw(st.booleans()) else ()) for tag in tags)
    node = Tagged(names.new("q"), expr(count), variants, lead)
    return draw(holding(names, node)) if draw(st.integers(0, 2)) == 0 else node


@st.composite
def holding(draw, names: Names, node: Tagged) -> Tagged:
    """Queries the first of which add something that others take or need, with fields that know their place."""
    index = Scalar(names.new("i"), IntType(expr(0), expr("_held-1")))
    early = Scalar(names.new("k"), IntType(expr(-1), expr("_row-1")))
    first, *others = node.variants
    made = [replace(first, effect=draw(st.sampled_from(["adds", ""])), fields=(*first.fields, early))]
    for variant in others:
        effect = draw(st.sampled_from(["takes", "needs", "adds"]))
        fields = variant.fields if effect == "adds" else (index, *variant.fields)
        made.append(replace(variant, effect=effect, fields=fields))
        index = replace(index, name=names.new("i"))
    first_held = ["0", "2", *([node.count.text] if node.count.text.startswith("n") else [])]
    return replace(node, variants=tuple(made), held=expr(draw(st.sampled_from(first_held))))


@st.composite
def repeated(draw, names: Names, count: str, sizes: list[str], depth: int):
    """A node that may be repeated without announcement, `count` times."""
    match draw(st.integers(0, 4)):
        case 0:
            of = draw(st.one_of(elements, word_types(TextType), st.just(IntType(expr(0), expr(1)))))
            return Array(names.new("a"), expr(count), of, "\n")
        case 1:
            return Records(expr(count), draw(row_fields(names)))
        case 2:
            return draw(queries(names, count))
        case 3:
            small = Scalar(names.new("x"), IntType(expr(0), expr(1)))
            return Records(expr(count), (small, *draw(row_fields(names))))
    if depth:
        return Cases(names.new("t"), expr(count), tuple(draw(nodes(names, sizes, depth - 1))))
    inner = draw(uncounted_arrays(names))
    return Cases(names.new("t"), expr(count), tuple(inner))


def _is_clear(node) -> bool:
    """Whether an empty line can't be the beginning of a repetition of `node`."""
    if isinstance(node, Array | Tagged):
        return True
    first = (node.fields if isinstance(node, Records) else node.body)[0]
    return isinstance(first, Scalar) and not first.is_silent


@st.composite
def uncounted(draw, names: Names, sizes: list[str], depth: int, is_last: bool) -> list:
    """A silent count with what it counts, over several lines."""
    until = draw(st.sampled_from([*SENTINELS, *([""] if is_last else []), BLANK_LINE]))
    count = counter(names, until)
    node = draw(repeated(names, count.name, sizes, depth))
    if until == BLANK_LINE and not _is_clear(node):
        count = replace(count, until="end")
    return [count, node]


@st.composite
def nodes(draw, names: Names, outer: list[str], depth: int) -> list:
    made: list = []
    sizes = list(outer)
    size = Scalar(names.new("n"), IntType(expr(draw(st.sampled_from([1, 1, 0]))), expr(12)))
    made.append(size)
    sizes.append(size.name)
    for _ in range(draw(st.integers(1, 3))):
        match draw(st.integers(0, 12)):
            case 0:
                made.append(Scalar(names.new("x"), draw(st.one_of(elements, word_types(TextType)))))
            case 1 | 2:
                made.append(
                    draw(
                        arrays(names, [name for name in sizes if name != size.name] or ["3"])
                        if size.type.lo == expr(0)
                        else arrays(names, sizes)
                    )
                )
            case 3:
                inner = Scalar(names.new("n"), IntType(expr(1), expr(f"{sizes[-1]}+3")))
                made.append(Line((inner, draw(arrays(names, [inner.name], row=True)))))
                sizes.append(inner.name)
            case 4:
                joined = draw(st.booleans())
                of = WordType(expr(1), expr(1), "#.") if joined else draw(elements)
                made.append(
                    Matrix(
                        names.new("g"), expr(sizes[-1]), expr(draw(st.sampled_from(sizes))), of, "" if joined else " "
                    )
                )
            case 5:
                made.append(Records(expr(sizes[-1]), draw(row_fields(names))))
            case 6 if size.type.lo == expr(1):
                made += draw(graphs(names, size.name))
            case 7:
                made.append(draw(queries(names, sizes[-1])))
            case 8 if depth:
                made.append(
                    Cases(
                        names.new("t"), expr(draw(st.sampled_from(sizes))), tuple(draw(nodes(names, sizes, depth - 1)))
                    )
                )
            case 9:
                made.append(draw(points(names, sizes[-1])))
            case 10:
                made.append(draw(triangles(names, sizes[-1])))
            case 11:
                count, array = draw(uncounted_arrays(names))
                first = Scalar(names.new("x"), draw(elements))
                made += [count, array] if draw(st.booleans()) else [Line((first, count, array))]
            case 12:
                made += draw(uncounted(names, sizes, depth, is_last=False))
    return made

"""Laws of the input room, over random formats and over the golden ones.

Formats are drawn by Hypothesis (every kind of node, sizes at most 12), instances by `generate` with a drawn
seed, so that a failure shrinks to a small format and a seed.
"""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowpath.inputs.generate import CannotGenerate, generate
from slowpath.inputs.minimise import minimise
from slowpath.inputs.mutate import crossover, mutate
from slowpath.inputs.parse import parse
from slowpath.inputs.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.saturate import boundaries
from slowpath.inputs.sizes import scaled, size_variables
from slowpath.inputs.text import from_text, to_text
from slowpath.inputs.validate import is_valid, violations
from slowpath.model.expression import expr
from slowpath.model.format import (
    Array,
    Cases,
    FloatType,
    InputFormat,
    IntType,
    Line,
    Matrix,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    Variant,
    WordType,
)
from slowpath.wire import decode, encode

GOLDEN = {path.stem: from_text(path.read_text())
          for path in sorted((Path(__file__).parent.parent / "golden" / "formats").glob("*.format"))}
CASE_PLANS = ("even", "one", "tiny", "tail", "random")
LAWS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class _Names:
    def __init__(self) -> None:
        self.count = 0

    def new(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"


def same(a: object, b: object) -> bool:
    """Equality of instances, arrays by their elements."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.asarray(a).tolist() == np.asarray(b).tolist()
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b


@st.composite
def int_types(draw, room: int = 0) -> IntType:
    lo = draw(st.sampled_from([0, 1, -5, -(10**9), -(10**18), -(10**25)]))
    return IntType(expr(lo), expr(lo + draw(st.sampled_from([1, 9, 10**9, 10**18, 10**26])) + room))


@st.composite
def word_types(draw, kind=WordType):
    alphabet = draw(st.sampled_from(["ab", "abcdefghijklmnopqrstuvwxyz", "#.", "01", "x-\\y\"", "é漢"]))
    lo = draw(st.integers(1, 3))
    return kind(expr(lo), expr(lo + draw(st.integers(0, 6))), alphabet + (" " if kind is TextType else ""))


floats = st.builds(FloatType, st.sampled_from([0.0, -2.5, -1000.0]), st.sampled_from([1.0, 3.25, 1000.0]),
                   st.integers(0, 9))
elements = st.one_of(int_types(), word_types(), floats)


@st.composite
def arrays(draw, names: _Names, sizes: list[str], row: bool = False) -> Array:
    length = draw(st.sampled_from([*sizes, *(f"{size}-1" for size in sizes), *(f"2*{size}" for size in sizes), "3"]))
    name = names.new("a")
    kind = draw(st.integers(0, 4))
    if kind == 0 and not row:
        trait = draw(st.sampled_from(["permutation", "distinct", "sorted", "strictly-sorted", "reverse-sorted"]))
        return Array(name, expr(length), IntType(expr(1), expr(length if trait == "permutation" else 60)), " ",
                     frozenset([trait]))
    if kind == 1:
        return Array(name, expr(length), WordType(expr(1), expr(1), "abc"), "")
    separator = " " if row else draw(st.sampled_from([" ", "\n"]))
    return Array(name, expr(length), draw(elements), separator)


@st.composite
def row_fields(draw, names: _Names) -> tuple:
    fields: list = []
    for _ in range(draw(st.integers(1, 3))):
        ints = [field.name for field in fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
        kind = draw(st.integers(0, 3))
        if kind == 0:
            size = Scalar(names.new("k"), IntType(expr(0), expr(4)))
            fields += [size, draw(arrays(names, [size.name], row=True).filter(lambda a: "-" not in a.length.text))]
        elif kind == 1 and ints:
            fields.append(Scalar(names.new("r"), IntType(expr(ints[-1]), expr(f"{ints[-1]}+7"))))
        else:
            fields.append(Scalar(names.new("x"), draw(elements)))
    return tuple(fields)


@st.composite
def graphs(draw, names: _Names, size: str) -> list:
    u, v = names.new("u"), names.new("v")
    base = draw(st.integers(0, 1))
    ends = tuple(Scalar(name, IntType(expr(base), expr(f"{size}-{1 - base}" if base == 0 else size)))
                 for name in (u, v))
    weight = (Scalar(names.new("w"), draw(elements)),) if draw(st.booleans()) else ()
    if draw(st.booleans()):
        return [Records(expr(f"{size}-1"), (*ends, *weight), "tree", (u, v), expr(size))]
    traits = draw(st.sets(st.sampled_from(["connected", "simple", "no-loops", "directed", "bipartite"])))
    if "directed" in traits and draw(st.booleans()):
        traits.add("acyclic")
    count = Scalar(names.new("m"), IntType(expr(0), expr(20)))
    return [count, Records(expr(count.name), (*ends, *weight), "graph", (u, v), expr(size), frozenset(traits))]


@st.composite
def nodes(draw, names: _Names, outer: list[str], depth: int) -> list:
    made: list = []
    sizes = list(outer)
    size = Scalar(names.new("n"), IntType(expr(1), expr(12)))
    made.append(size)
    sizes.append(size.name)
    for _ in range(draw(st.integers(1, 3))):
        match draw(st.integers(0, 8)):
            case 0:
                made.append(Scalar(names.new("x"), draw(st.one_of(elements, word_types(TextType)))))
            case 1 | 2:
                made.append(draw(arrays(names, sizes)))
            case 3:
                inner = Scalar(names.new("n"), IntType(expr(1), expr(f"{sizes[-1]}+3")))
                made.append(Line((inner, draw(arrays(names, [inner.name], row=True)))))
                sizes.append(inner.name)
            case 4:
                joined = draw(st.booleans())
                of = WordType(expr(1), expr(1), "#.") if joined else draw(elements)
                made.append(Matrix(names.new("g"), expr(sizes[-1]), expr(draw(st.sampled_from(sizes))), of,
                                   "" if joined else " "))
            case 5:
                made.append(Records(expr(sizes[-1]), draw(row_fields(names))))
            case 6:
                made += draw(graphs(names, size.name))
            case 7:
                variants = tuple(Variant(tag, draw(row_fields(names)) if draw(st.booleans()) else ())
                                 for tag in draw(st.sampled_from([("1", "2"), ("push", "pop", "?"), ("a",)])))
                made.append(Tagged(names.new("q"), expr(sizes[-1]), variants))
            case 8 if depth:
                made.append(Cases(names.new("t"), expr(draw(st.sampled_from(sizes))),
                                  tuple(draw(nodes(names, sizes, depth - 1)))))
    return made


@st.composite
def formats(draw) -> InputFormat:
    body = tuple(draw(nodes(_Names(), [], 2)))
    cases = [node for node in body if isinstance(node, Cases)]
    relations = []
    for rows in (node for node in body if isinstance(node, Records) and draw(st.booleans())):
        ints = [field.name for field in rows.fields if (isinstance(field, Scalar) and isinstance(field.type, IntType)
                and field.type.lo == expr(1)) or field.name in rows.endpoints]
        if len(ints) >= 2 and rows.structure != "tree":
            operator = draw(st.sampled_from(["<", "<=", ">", "!=", "=="] if not rows.structure else ["<", "!="]))
            relations.append(Relation("compare", expr(ints[0]), operator, expr(ints[1])))
    names = [item.name for node in body for item in (node.items if isinstance(node, Line) else (node,))
             if isinstance(item, Array) and item.separator and isinstance(item.type, IntType)
             and item.type.hi.constant is not None and item.type.hi.constant - (item.type.lo.constant or 0) > 100]
    if len(names) > 1 and draw(st.booleans()):
        relations.append(Relation("distinct", expr(names[0]), "", expr(names[1]), tuple(map(expr, names[2:]))))
    if cases and isinstance(cases[0].body[0], Scalar) and draw(st.booleans()):
        relations.append(Relation("sum", expr(cases[0].body[0].name), "<=", expr(30)))
    return InputFormat(body, tuple(relations))


seeds = st.integers(0, 2**32 - 1)


def drawn(fmt: InputFormat, seed: int, cases: str = "even"):
    rng = np.random.default_rng(seed)
    return generate(fmt, Plan(cases=cases), rng), rng


@LAWS
@given(formats())
def test_formats_survive_their_text_and_the_wire(fmt):
    assert from_text(to_text(fmt)) == fmt
    assert decode(InputFormat, encode(fmt)) == fmt


@LAWS
@given(formats(), seeds, st.sampled_from(CASE_PLANS))
def test_generated_inputs_are_valid_and_parse_back(fmt, seed, cases):
    instance, _ = drawn(fmt, seed, cases)
    assert violations(fmt, instance) == []
    data = print_input(fmt, instance)
    assert same(parse(fmt, data), instance)
    assert print_input(fmt, parse(fmt, data)) == data


@LAWS
@given(formats(), seeds)
def test_mutants_and_crossings_are_valid_and_leave_their_parents_alone(fmt, seed):
    instance, rng = drawn(fmt, seed)
    other = generate(fmt, Plan(), rng)
    for _ in range(8):
        before = copy.deepcopy(instance)
        mutant, _ = mutate(fmt, instance, rng)
        child, _ = crossover(fmt, mutant, other, rng)
        assert same(instance, before)
        assert violations(fmt, mutant) == []
        assert violations(fmt, child) == []
        assert same(parse(fmt, print_input(fmt, child)), child)
        instance = mutant


@LAWS
@given(formats(), seeds, st.integers(0, 40))
def test_a_minimised_input_keeps_what_was_asked_and_is_no_longer(fmt, seed, wanted):
    instance, _ = drawn(fmt, seed)
    size = len(print_input(fmt, instance))
    executions = []

    def keeps(candidate) -> bool:
        executions.append(1)
        assert violations(fmt, candidate) == []
        return len(print_input(fmt, candidate)) >= min(wanted, size)

    small = minimise(fmt, instance, keeps, 60)
    assert min(wanted, size) <= len(print_input(fmt, small)) <= size
    assert len(executions) <= 60


@LAWS
@given(formats(), seeds)
def test_every_boundary_can_be_generated_with_its_sizes(fmt, seed):
    found = boundaries(fmt)
    assert found
    for boundary in found:
        assert boundary.sizes.keys() == set(size_variables(fmt))
        instance = generate(fmt, Plan(sizes=boundary.sizes, cases=boundary.cases), np.random.default_rng(seed))
        assert violations(fmt, instance) == []
        for name, size in boundary.sizes.items():
            if name in instance and isinstance(instance[name], int):
                assert instance[name] == size, (boundary, name)


@LAWS
@given(formats(), seeds, st.integers(1, 6))
def test_scaled_formats_are_part_of_the_whole(fmt, seed, limit):
    small = scaled(fmt, limit)
    instance, _ = drawn(small, seed)
    assert is_valid(fmt, print_input(fmt, instance))


@pytest.mark.parametrize("name", GOLDEN)
@settings(max_examples=5, deadline=None)
@given(seeds, st.sampled_from(CASE_PLANS), st.integers(1, 40))
def test_laws_hold_on_the_golden_formats(name, seed, cases, limit):
    fmt = scaled(GOLDEN[name], limit)
    instance, rng = drawn(fmt, seed, cases)
    for _ in range(10):
        data = print_input(fmt, instance)
        assert is_valid(GOLDEN[name], data)
        assert same(parse(fmt, data), instance)
        instance, _ = mutate(fmt, instance, rng)


def test_the_same_seed_gives_the_same_inputs():
    for fmt in GOLDEN.values():
        small = scaled(fmt, 20)
        runs = []
        for _ in range(2):
            instance, rng = drawn(small, 7, "random")
            for _ in range(5):
                instance, label = mutate(small, instance, rng)
            runs.append((print_input(small, instance), label))
        assert runs[0] == runs[1]


def test_a_format_that_no_input_meets_is_said_with_its_constraint():
    fmt = from_text("n: int 5..9\na: int[n] 1..3 distinct\n")
    with pytest.raises(CannotGenerate, match="a is distinct"):
        generate(fmt, Plan(), np.random.default_rng(0))
    assert boundaries(fmt) == []

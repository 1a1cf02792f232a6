"""Laws of the input room, over random formats and over the golden ones.

Formats are drawn by Hypothesis (see `input_formats`), instances by `generate` with a drawn
seed, so that a failure shrinks to a small format and a seed.
"""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from input_formats import formats

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.sizes.sizes import scaled, size_variables
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.validate import is_valid, violations
from slowpath.model.format import InputFormat
from slowpath.wire import decode, encode

GOLDEN = {
    path.stem: from_text(path.read_text())
    for path in sorted((Path(__file__).parent.parent / "golden" / "formats").glob("*.format"))
}
CASE_PLANS = ("even", "one", "tiny", "tail", "random")
LAWS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def same(a: object, b: object) -> bool:
    """Equality of instances, arrays by their elements."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.asarray(a).tolist() == np.asarray(b).tolist()
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b


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
    try:
        instance, _ = drawn(small, seed)
    except CannotGenerate:
        # No size below the limit may be left, or no element of which something is asked.
        assert any("%" in str(relation) or relation.kind in ("some", "one") for relation in fmt.relations)
        return
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

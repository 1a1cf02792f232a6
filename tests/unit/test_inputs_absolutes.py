"""Relations over distances: `abs(a-b) == 1`, whatever the numbers' range."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.relations.absolutes import distances
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import expr

FORMATS = {
    "two numbers": "a: int 1..10^9; b: int 1..10^9\nwhere abs(a-b) == 1\n",
    "a distance that is read": "d: int 0..10^9; a: int 1..10^9; b: int 1..10^9\nwhere abs(a-b) == d\n",
    "at least a distance": "d: int 1..10^9; a: int 1..10^9; b: int 1..10^9\nwhere abs(a-b) >= d\n",
    "cells side by side": "n: int 2..10^9; m: int 1..10^9; x: int 1..n; y: int 1..m; z: int 1..n; w: int 1..m\n"
    "where abs(x-z)+abs(y-w) == 1\n",
    "rows": "n: int 1..3000\nrows[n]: a: int 1..10^6; b: int 1..10^6\nwhere abs(a-b) == 1\n",
    "rows at an edge": "n: int 1..3000\nrows[n]: a: int 1..2; b: int 1..2\nwhere abs(a-b) == 1\n",
    "rows of cells": "n: int 2..3000; m: int 1..9\nrows[n]: x: int 1..n; y: int 1..m; z: int 1..n; w: int 1..m\n"
    "where abs(x-z)+abs(y-w) == 1\n",
    "lists": "n: int 1..3000; d: int 1..10^9\na: int[n] 1..10^9\nb: int[n] 1..10^9\nwhere abs(a-b) < d\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_generated_and_mutated_inputs_keep_the_distance_at_every_size(name: str) -> None:
    fmt, rng = from_text(FORMATS[name]), np.random.default_rng(5)
    for plan in (*[Plan()] * 6, *(Plan(sizes=boundary.sizes) for boundary in boundaries(fmt))):
        instance = generate(fmt, plan, rng)
        assert violations(fmt, instance) == []
        assert violations(fmt, mutate(fmt, instance, rng)[0]) == []


def test_both_signs_come() -> None:
    instance = generate(from_text(FORMATS["rows"]), Plan(sizes={"n": 300}), np.random.default_rng(5))
    assert set((instance["a"] - instance["b"]).tolist()) == {-1, 1}


def test_names_a_distance_that_nothing_has() -> None:
    with pytest.raises(CannotGenerate, match="abs"):
        generate(from_text("a: int 1..5; b: int 1..5\nwhere abs(a-b) == 9\n"), Plan(), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("text", "found"),
    [("abs(a-b)", ["a-b"]), ("abs(a-b)+abs(c-d)", ["a-b", "c-d"]), ("abs(a-b)*2", []), ("a+abs(b)", []), ("a", [])],
)
def test_a_sum_of_distances_is_told_from_anything_else(text: str, found: list[str]) -> None:
    assert [term.text for term in distances(expr(text))] == found

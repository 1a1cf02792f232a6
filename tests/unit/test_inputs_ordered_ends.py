"""Edges whose bounds order their ends are made at full size."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.validate import violations

SIZES = "n: int 2..2000; m: int 0..min(3000,n*(n-1)//2)\n"
EDGES = {
    "simple": ("graph(u, v; n) no-loops simple: u: int 1..n-1; v: int u+1..n", "u < v"),
    "from 0": ("graph(u, v; n) simple: u: int 0..n-2; v: int u+1..n-1", "u < v"),
    "loops": ("graph(u, v; n): u: int 1..n; v: int u..n", "u <= v"),
    "backwards": ("graph(u, v; n) directed: u: int 2..n; v: int 1..u-1", "u > v"),
    "weighted": ("graph(u, v; n) connected: u: int 1..n-1; v: int u+1..n; w: int 1..9", "u < v"),
}


@pytest.mark.parametrize("name", EDGES)
def test_edges_with_ordered_ends_reach_full_size(name: str) -> None:
    rows, order = EDGES[name]
    fmt, rng = from_text(f"{SIZES}rows[m] {rows}\n"), np.random.default_rng(2)
    assert f"where {order}" in to_text(normalised(fmt))
    for boundary in boundaries(fmt):
        instance = generate(fmt, Plan(sizes=boundary.sizes), rng)
        assert violations(fmt, instance) == []
        assert {name: instance[name] for name in boundary.sizes} == boundary.sizes
        assert violations(fmt, mutate(fmt, instance, rng)[0]) == []


def test_a_tree_in_each_case_keeps_the_order() -> None:
    fmt = from_text(
        "t: int 1..9\ntests: cases[t]\n  n: int 2..500\n"
        "  rows[n-1] tree(u, v; n): u: int 1..n-1; v: int u+1..n\n"
        "where sum n <= 600\n"
    )
    for cases in ("one", "even"):
        instance = generate(fmt, Plan(sizes={"t": 3, "n": 200}, cases=cases), np.random.default_rng(2))
        assert violations(fmt, instance) == []

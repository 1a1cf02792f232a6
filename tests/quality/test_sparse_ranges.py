"""Constructions take memory by how much they make, not by how far its numbers reach: a graph's vertices may be numbered
up to 10^9 while a few of them have edges, and what stands beside a vertex may be any number."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from slowpath.catalogue.plans import Catalogue
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.written import read_written
from slowpath.inputs.validating.validate import violations

ROOM = 2**30

FORMATS = {
    "updates": "n: int 1..10^9; q: int 1..500\nops: queries[q]\n  1: i: int 1..n; x: int 1..10^9\n"
    "  2: l: int 1..n; r: int l..n",
    "rows": "n: int 1..10^9; m: int 1..500\nrows[m]: u: int 1..n; v: int 1..n; w: int 1..10^9",
    "graph": "n: int 1..10^9; m: int 1..500\nrows[m] graph(u, v; n) simple: u: int 1..n; v: int 1..n; w: int 1..10^9",
    "acyclic": "n: int 2..10^9; m: int 1..500\n"
    "rows[m] graph(u, v; n) simple directed acyclic: u: int 1..n; v: int 1..n",
    "forest": "n: int 1000..10^9; m: int 1..500\nrows[m] graph(u, v; n) acyclic: u: int 1..n; v: int 1..n",
    "two sides": "n: int 2..10^9; m: int 1..500\nrows[m] graph(u, v; n) bipartite simple: u: int 1..n; v: int 1..n",
    "wide rows": "n: int 1..10^18; m: int 1..500\nrows[m]: u: int 0..n; v: int 0..n",
}


@pytest.fixture
def little_memory():
    """No more address space than this process has and `ROOM` bytes beside it."""
    if not sys.platform.startswith("linux"):
        pytest.skip("the address space is read from /proc")
    resource = pytest.importorskip("resource")
    with open("/proc/self/statm") as statm:
        has = int(statm.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (has + ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("name", FORMATS)
def test_every_construction_takes_memory_by_what_it_makes(name):
    fmt = read_written(FORMATS[name])
    made = 0
    for boundary in boundaries(fmt):
        catalogue = Catalogue(fmt, boundary)
        for slot in catalogue.slots:
            for choice in slot.choices:
                rng = np.random.default_rng(1)
                try:
                    instance = generate(fmt, catalogue.plan([(slot.name, choice.name)]), rng)
                except CannotGenerate:
                    continue
                made += 1
                assert not violations(fmt, instance), (slot.name, choice.name)
                assert not violations(fmt, mutate(fmt, instance, rng)[0]), (slot.name, choice.name)
    assert made > 20

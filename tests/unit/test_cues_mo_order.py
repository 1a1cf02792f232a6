"""Queries in blocks of a constant size: read from the source, and attacked at blocks of that size."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.analysis.cues import cues
from slowpath.catalogue import Catalogue, TargetFacts, hints_of, select
from slowpath.catalogue.intervals import mo_choices
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text

WALKS = "\nint main() { while (q--) { while (R < r) add(++R); while (L > l) add(--L); } }\n"
FORMAT = from_text("n: int 1..5000; q: int 1..4000\nrows[q]: l: int 1..n; r: int l..n")


@pytest.mark.parametrize(
    ("source", "sizes"),
    [
        ("const int B = 450;\nbool f(Q x, Q y) { return x.l / B != y.l / B ? x.l < y.l : x.r < y.r; }", (450,)),
        ("bool f(Q x, Q y) { if (x.l / 320 != y.l / 320) return x.l < y.l; return x.r < y.r; }", (320,)),
        ("bool f(Q x, Q y) { if (x.l / block != y.l / block) return x.l < y.l; return x.r < y.r; }", ()),
    ],
)
def test_the_size_of_blocks_is_read(source: str, sizes: tuple[int, ...]) -> None:
    seen = cues((source + WALKS).encode(), "cpp")
    assert seen.lines("mo-order")
    assert TargetFacts().with_constants(seen).blocks == sizes


def test_division_alone_is_no_order_of_queries() -> None:
    assert not cues(b"int B = 9; bool f(int x, int y) { return x / B != y / B; }", "cpp").lines("mo-order")


@pytest.mark.parametrize("size", [200, 450, 1000])
@pytest.mark.parametrize("origin", [0, 1])
def test_blocks_of_the_program_s_size_cost_more_than_other_blocks(size: int, origin: int) -> None:
    """Moves of the left end, whether places are counted from 0 or from 1."""

    def moves(blocks: int) -> int:
        left, right = next(iter(mo_choices([blocks]).values()))
        starts, ends = (column(4000, 1, 5000, None) - (1 - origin) for column in (left, right))
        order = np.lexsort((ends, starts // size))
        return int(np.abs(np.diff(starts[order])).sum() + np.abs(np.diff(ends[order])).sum())

    assert moves(size) > 1.2 * max(moves(size // 3), moves(size * 3))
    assert moves(size) > 0.9 * 4000 * size


def test_it_is_tried_at_full_size_whatever_it_costs_below() -> None:
    source = (
        "const int B = 450;\nbool f(Q x, Q y) { return x.l / B != y.l / B ? x.l < y.l : x.r < y.r; }" + WALKS
    ).encode()
    seen = cues(source, "cpp")
    facts = TargetFacts().with_constants(seen)
    catalogue = Catalogue(FORMAT, boundaries(FORMAT)[0], facts, hints_of(seen, select("", source, "cpp")))
    assert (("columns l, r", "Mo's order, ends of blocks of 450"),) in tuple(catalogue.unseen())
    assert TargetFacts.from_json(facts.to_json()) == facts

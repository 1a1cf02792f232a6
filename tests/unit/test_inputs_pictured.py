"""Inputs as pictures: few points however large the input, and what sticks out stays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.graph_layout import laid_out
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.pictured import MOST_PICTURES, MOST_STRETCHES, has_large_network, pictured, values_picture
from slowpath.inputs.text_form.text import from_text

FORMATS = sorted((Path(__file__).parent.parent / "golden" / "formats").glob("*.format"))
GRAPH = "n: int 1..10^5; m: int 1..10^5\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n"


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.stem)
def test_whatever_a_format_makes_is_drawn_within_its_frame(path):
    fmt = from_text(path.read_text())
    for seed in range(3):
        try:
            instance = generate(fmt, Plan(), np.random.default_rng(seed))
        except CannotGenerate:
            continue
        drawn = pictured(fmt, instance)
        assert len(drawn) <= MOST_PICTURES
        for one in drawn:
            assert len(one.points) <= 2 * MOST_STRETCHES + 20
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in one.points)
            assert all(0 <= end < len(one.points) for edge in one.edges for end in edge)
            assert all(
                letter == " " or not one.legend or int(letter) < len(one.legend) for row in one.cells for letter in row
            )


def test_a_single_high_value_stays_in_the_picture_of_a_long_list():
    values = np.ones(100_000, dtype=np.int64)
    values[54_321] = 9
    drawn = values_picture("a", "", values)
    assert max(y for _, y in drawn.points) == 1.0 and (drawn.low, drawn.high) == (1, 9)
    (at,) = [x for x, y in drawn.points if y == 1.0]
    assert abs(at - 0.54321) < 0.001


def test_a_single_letter_stays_in_the_picture_of_a_long_word():
    fmt = from_text('s: word 1..10^5 of "a-z"\n')
    (drawn,) = pictured(fmt, parse(fmt, b"a" * 50_000 + b"b" + b"a" * 1000 + b"\n"))
    assert drawn.legend == ("a", "b") and sum(row.count("1") for row in drawn.cells) == 1


def test_a_small_graph_is_drawn_and_a_large_one_is_left_to_its_twin():
    fmt = from_text(GRAPH)
    small = parse(fmt, b"4 3\n1 2\n2 3\n2 4\n")
    (drawn,) = pictured(fmt, small)
    assert (drawn.kind, drawn.labels, drawn.edges) == ("network", ("1", "2", "3", "4"), ((0, 1), (1, 2), (1, 3)))
    assert not has_large_network(fmt, small)
    large = parse(fmt, b"500 499\n" + b"".join(b"%d %d\n" % (i, i + 1) for i in range(1, 500)))
    assert pictured(fmt, large) == () and has_large_network(fmt, large)


def test_a_tree_is_drawn_in_layers_under_its_first_vertex():
    at = laid_out(5, [(0, 1), (0, 2), (2, 3), (2, 4)])
    assert [y for _, y in at] == [1.0, 0.5, 0.5, 0.0, 0.0]
    assert at[3][0] < at[2][0] < at[4][0]


def test_no_two_vertices_of_a_graph_lie_on_each_other():
    at = laid_out(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3)])
    assert min(np.hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(at) for b in at[:i]) > 0.05

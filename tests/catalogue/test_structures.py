"""Structures whose size, and what stands on their places, are chosen along with them."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.catalogue import Catalogue
from slowpath.catalogue.points import AXES
from slowpath.catalogue.rectangles import RECTANGLES
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations

GRAPH = "n: int 2..30; m: int 1..60\nrows[m] {structure}: u: int 1..n; v: int 1..n\na: int[n] 0..1\n"
MARKED = (
    "n: int 2..40; k: int 1..20\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\nspecial: int[k] 1..n distinct\n"
)


def made(text: str, sizes: dict[str, int], *genes: tuple[str, str]) -> dict:
    catalogue = Catalogue(from_text(text), Boundary("largest", sizes))
    slots = {slot.kind: slot.name for slot in catalogue.slots}
    plan = catalogue.plan([(slots[kind], choice) for kind, choice in genes])
    return generate(from_text(text), plan, np.random.default_rng(2))


@pytest.mark.parametrize(
    ("structure", "kind", "choice"),
    [
        ("graph(u, v; n)", "edges", "just two cycles of coprime lengths"),
        ("", "pair", "edges: just two cycles of coprime lengths"),
    ],
)
def test_a_graph_of_cycles_alone_has_as_many_edges_as_vertices(structure, kind, choice):
    instance = made(GRAPH.format(structure=structure), {"n": 30, "m": 60}, (kind, choice))
    assert instance["m"] == 30
    assert (np.bincount(np.concatenate([instance["u"], instance["v"]]))[1:] == 2).all()


@pytest.mark.parametrize(
    ("text", "sizes"), [(GRAPH.replace("rows[m]", "rows[2*n]"), {"n": 30}), (GRAPH, {"n": 30, "m": 10})]
)
def test_none_is_offered_that_no_size_allows(text, sizes):
    catalogue = Catalogue(from_text(text.format(structure="graph(u, v; n)")), Boundary("largest", sizes))
    names = {choice.name for slot in catalogue.slots if slot.kind == "edges" for choice in slot.choices}
    assert "hub" in names and "just a cycle" not in names


def test_several_knobs_are_turned_together():
    fmt = from_text(
        "a: int 1..100; b: int 1..100; c: int 1..100; n: int 1..50; m: int 1..50\nx: int[n] 0..9\ny: int[m] 0..9\n"
    )
    genomes = [*Catalogue(fmt, Boundary("largest", {"n": 50, "m": 50})).genomes()]
    assert (("a", "max"), ("b", "min"), ("c", "max")) in genomes[:120]
    assert (("a", "min"), ("b", "min"), ("c", "max"), ("size n", "root")) in genomes[:160]


def test_what_numbers_have_in_common_a_lone_one_lacks():
    text = "n: int 1..50; w: int 1..100\nb: int[n] 1..w\n"
    wanted = (("w", "largest prime"), ("b", "even numbers, each once"))
    assert wanted in [*Catalogue(from_text(text), Boundary("largest", {"n": 50})).genomes()][:50]
    instance = made(text, {"n": 49}, ("scalar", "largest prime"), ("array", "even numbers, each once"))
    assert instance["w"] == 97 and sorted(set(instance["b"].tolist())) == [*range(2, 97, 2)]


def test_marks_can_lie_far_from_both_ends():
    instance = made(MARKED, {"n": 40, "k": 10}, ("edges", "chain"), ("array", "consecutive around the middle"))
    assert sorted(instance["special"].tolist()) == [*range(16, 26)]


def test_marks_are_put_on_the_bristles_of_a_broom_before_long():
    catalogue = Catalogue(from_text(MARKED), Boundary("largest", {"n": 40, "k": 20}))
    wanted = (("edges u-v", "broom"), ("special", "largest, all different"))
    assert wanted in [*catalogue.genomes()][:80]
    instance = made(MARKED, {"n": 40, "k": 20}, ("edges", "broom"), ("array", "largest, all different"))
    degrees = np.bincount(np.concatenate([instance["u"], instance["v"]]))
    assert (degrees[instance["special"]] == 1).all()


def test_one_construction_everywhere_goes_with_all_lone_numbers_at_their_largest():
    text = "n: int 1..50; k: int 2..100; q: int 1..50\na: int[n] 1..9\nrows[q]: p: int 0..n; x: int 1..9\n"
    wanted = (("k", "max"), ("a", "all min"), ("p", "all min"), ("x", "all min"))
    assert wanted in [*Catalogue(from_text(text), Boundary("largest", {"n": 50, "q": 50})).genomes()][:100]


def test_a_number_keeps_its_name_where_others_are_the_same():
    """The largest prime below 3 is no other number than the largest."""
    catalogue = Catalogue(from_text("k: int 1..3\n"), Boundary("largest", {}))
    assert [choice.name for choice in catalogue.slots[0].choices] == ["max", "min", "max - 1"]
    assert catalogue.known([("k", "largest prime")]) == (("k", "largest prime"),)
    assert catalogue.plan([("k", "largest prime")]).scalars == {"k": 3}


QUEUE = 'q: int 1..30\nrows[q]: what: one of "come" "serve"; x: int 1..9\n'
LIGHTS = 'q: int 1..30\ns: word[q] 1..1 of "ud"\n'


@pytest.mark.parametrize(
    ("text", "name", "first", "second"), [(QUEUE, "what", "come", "serve"), (LIGHTS, "s", "u", "d")]
)
def test_words_that_are_one_of_a_few_are_kinds_of_rows(text, name, first, second):
    for choice, filled in (("half first kind, half second", 15), ("two thirds first kind, then second", 20)):
        instance = made(text, {"q": 30}, ("tags", choice))
        assert list(instance[name]) == [first] * filled + [second] * (30 - filled)


def test_the_middle_of_what_is_there_moves_along():
    text = "q: int 1..30\nrows[q]: p: int 0.._row\n"
    assert made(text, {"q": 30}, ("array", "middle of what is there"))["p"].tolist() == [row // 2 for row in range(30)]
    plain = Catalogue(from_text("q: int 1..30\nrows[q]: p: int 0..9\n"), Boundary("largest", {"q": 30}))
    assert all(choice.name != "middle of what is there" for slot in plain.slots for choice in slot.choices)


@pytest.mark.parametrize(("count", "largest", "corners"), [(1000, 10_000, 1000), (3000, 1000, 300)])
def test_as_many_points_are_corners_as_a_lattice_has_room_for(count, largest, corners):
    """A circle of the same size has 436 and 208 of them."""
    x, y = (filler(count, 0, largest, None) for filler in AXES["corners of a polygon"])
    points = sorted(set(zip(x.tolist(), y.tolist(), strict=True)))
    assert len(chain(points)) + len(chain(points[::-1])) - 2 >= corners


def chain(points):
    hull = []
    for x, y in points:
        while len(hull) > 1 and (hull[-1][0] - hull[-2][0]) * (y - hull[-2][1]) <= (x - hull[-2][0]) * (
            hull[-1][1] - hull[-2][1]
        ):
            hull.pop()
        hull.append((x, y))
    return hull


@pytest.mark.parametrize("choice", [*RECTANGLES])
def test_rectangles_share_no_point_as_they_are_made(choice):
    sides = "x1: int 0..9999; y1: int 0..9999; x2: int x1+1..10000; y2: int y1+1..10000"
    instance = made(f"n: int 1..60\nrows[n]: {sides}\n", {"n": 60}, ("rectangles", choice))
    assert violations(from_text(f"n: int 1..60\nrows[n]: {sides}\nwhere disjoint x1, x2, y1, y2\n"), instance) == []


def test_all_slats_between_two_hills_are_corners_and_met_by_one_line():
    text = "n: int 1..60\nrows[n]: x1: int 0..9999; x2: int x1+1..10000; y1: int 0..9999; y2: int y1+1..10000\n"
    rows = made(text, {"n": 60}, ("rectangles", "slats between two hills"))
    order = np.argsort(rows["x1"])
    x, y = rows["x1"][order], rows["y1"][order]
    slopes = np.diff(y) / np.diff(x)
    assert (np.diff(slopes) < 0).all()
    assert rows["y1"].max() <= rows["y2"].min()


def test_two_pairs_of_ends_are_rectangles_and_one_is_not():
    text = "n: int 1..9\nrows[n]: l: int 1..9; r: int l..9; a: int 1..9; b: int {}..9\n"
    kinds = [
        {slot.kind for slot in Catalogue(from_text(text.format(least)), Boundary("", {"n": 9})).slots}
        for least in ("a", "1", "l")
    ]
    assert ["rectangles" in each for each in kinds] == [True, False, False]

"""The language of shapes: what terms make, what is read from small inputs, and that everything made is valid."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, MEDIUM
from slowpath.engine.replay import replay_bytes, replay_document
from slowpath.engine.shaped import at_sizes, built
from slowpath.engine.shapes import Shape, UnknownTerm, fit, growths, plan
from slowpath.engine.shapes.breeding import MOST_NODES, crossed, moves, mutated, nodes, simplifications, with_exception
from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.orders import inserted, insertion_code, swap_code, swapped
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.shapes.profiles import profiles
from slowpath.engine.shapes.remarkable import largest_prime, most_divided, power_of_two
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.terms import evaluate, from_json, number, to_json
from slowpath.engine.shapes.wording import described
from slowpath.engine.space import Space
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations

ARRAY = "n: int 1..5000\na: int[n] 1..10^9\n"
PERMUTATION = "n: int 1..5000\na: int[n] 1..n permutation\n"
TREE = "n: int 2..3000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n"
WORDS = 's: word 1..500 of "a-z"\np: word 1..500 of "a-z"\nwhere len(p) <= len(s)\n'
GRID = 'h: int 1..50; w: int 1..50\ng: word[h] w..w of ".#" lines\n'
INTERVALS = "n: int 1..1000\nrows[n] intervals(l, r): l: int 1..10^6; r: int l..10^6\n"
QUERIES = "q: int 1..500\nops: queries[q]\n  push: x: int 1..10^9\n  pop:\n"
CASES = "t: int 1..50\ntests: cases[t]\n  n: int 1..400; k: int 1..n\n  a: int[n] 1..n\nwhere sum n <= 400\n"
FORMATS = {
    "array": ARRAY,
    "permutation": PERMUTATION,
    "tree": TREE,
    "words": WORDS,
    "grid": GRID,
    "intervals": INTERVALS,
    "queries": QUERIES,
    "cases": CASES,
    "matrix": "h: int 1..30; w: int 1..30\ng: int[h][w] 0..9\n",
    "graph": "n: int 2..300; m: int 1..900\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n",
    "decimals": "n: int 1..300\nx: float[n] 0..100 decimals 2\n",
    "parents": "n: int 2..3000\np: int[n-1] 1..n parents\n",
}

TERMS = [
    (("+", "lo", ("*", 2, "i")), [1, 3, 5, 7, 9, 11]),
    ("j", [5, 4, 3, 2, 1, 0]),
    (("//", "i", 0), [0] * 6),
    (("*", 2**61, 8), [2**62] * 6),
    (("reverse", ("values", 1, 2, 3)), [3, 2, 1, 3, 2, 1]),
    (("interleave", "lo", "hi", "i"), [1, 9, 0, 1, 9, 1]),
    (("segments", "i", ("//", "n", 2), "hi"), [0, 1, 2, 9, 9, 9]),
    (("sums", "j"), [5, 9, 12, 14, 15, 15]),
    (("reverse", ("sums", "i")), [15, 10, 6, 3, 1, 0]),
    (("sums", 2**61), [2**61, *[2**62] * 5]),
    (("blocks", 2, "i"), [0, 0, 1, 1, 2, 2]),
    (("tiles", 4, "i"), [0, 1, 2, 3, 0, 1]),
    (("rows", 3, "i", 7), [0, 1, 2, 7, 7, 7]),
    (("stretched", 4, 5), [4, 4, 4, 5, 5, 5]),
    (("interpolated", 0, 10), [0, 2, 4, 6, 8, 10]),
    (("middle", 1, 2, 3, 4), [1, 2, 3, 2, 3, 4]),
    (("fitted", ("*", 7, "j")), [9, 7, 5, 4, 2, 1]),
    (("walk", 1, ("*", 2, "prev")), [1, 2, 4, 8, 16, 32]),
    (("walk", 1, ("+", "prev", "prev2")), [1, 2, 3, 5, 8, 13]),
    (("inserted", 0), [5, 4, 3, 2, 1, 0]),
    (("swapped", ("//", "i", 2)), [1, 3, 5, 2, 0, 4]),
    (("except", "lo", ("-", "n", 1), "hi"), [1, 1, 1, 1, 1, 9]),
    (("below", "i", 2, "hi", "lo"), [9, 9, 1, 1, 1, 1]),
    (("tiles", 10**12, "j"), [5, 4, 3, 2, 1, 0]),
    (("divided", "hi"), [6] * 6),
    (("prime", ("*", 2, "hi")), [17] * 6),
    (("-", ("power", "hi"), 1), [7] * 6),
]


@pytest.mark.parametrize(("term", "wanted"), TERMS, ids=[str(term) for term, _ in TERMS])
def test_terms_make_what_their_table_says(term, wanted):
    assert evaluate(term, Scene.of(6, 1, 9)).tolist() == wanted
    assert from_json(json.loads(json.dumps(to_json(term)))) == term
    assert described(term)


@pytest.mark.parametrize("term", [("no such", 1), "nowhere", ("+", 1), ("walk", 1), (), "prev"])
def test_what_is_no_term_is_refused(term):
    with pytest.raises(UnknownTerm):
        evaluate(term, Scene.of(3, 0, 9))


def test_the_ways_to_the_corners_of_a_matrix_are_told_from_its_sides():
    term = ("corners", ("sides", 0, 1, 2, 3), 4, 5, 6, 7)
    made = evaluate(term, Scene.of(16, 0, 9, {"_rows": 4, "_columns": 4})).reshape(4, 4)
    assert made.tolist() == [[4, 0, 0, 5], [2, 4, 5, 1], [2, 7, 6, 1], [7, 3, 3, 6]]
    fmt = from_text("n: int 1..50\ng: int[n][n] 0..9\n")
    small = [
        generate(
            fmt, plan(fmt, Shape((("matrices", "g", term),)), Boundary("some", {"n": size})), np.random.default_rng(0)
        )
        for size in (8, 9, 11)
    ]
    assert fit(fmt, small)[0].shape.term(("matrices", "g")) == term


def test_an_exception_is_one_in_all_columns_at_the_same_place():
    fmt = from_text("n: int 1..50\nrows[n]: w: int 1..1000; v: int 1..1000\n")
    instance = generate(fmt, Plan(sizes={"n": 20}), np.random.default_rng(0))
    parts = views_of(fmt, instance)[0].parts
    inventor = Inventor((), (), np.random.default_rng(0))
    shape = Shape((("arrays", "w", "lo"), ("arrays", "v", "hi")))
    for _ in range(30):
        (_, _, w), (_, _, v) = with_exception(shape, parts, inventor).parts
        assert (w[:2], v[:2]) == (("except", "lo"), ("except", "hi"))
        assert w[2] == v[2]


@given(st.integers(1, 3000))
def test_nothing_up_to_a_bound_is_more_remarkable(bound):
    def divisors(number):
        return sum(number % other == 0 for other in range(1, number + 1))

    made = most_divided(bound)
    assert 1 <= made <= bound
    assert divisors(made) >= max(divisors(other) for other in range(max(1, bound - 40), bound + 1))
    assert bound // 2 < power_of_two(bound) <= bound
    assert bound < 2 or divisors(largest_prime(bound)) == 2


def test_a_number_before_an_array_may_hang_on_what_it_sums_up_to():
    fmt = from_text("n: int 1..50; s: int 1..10^9\na: int[n] 1..1000\n")
    shape = Shape((("scalars", "s", ("-", ("//", ("total", "a"), 2), 1)), ("arrays", "a", ("+", "lo", "i"))))
    for size in (9, 50):
        made = generate(fmt, plan(fmt, shape, Boundary("some", {"n": size})), np.random.default_rng(0))
        assert made["s"] == int(made["a"].sum()) // 2 - 1
    small = [
        generate(fmt, plan(fmt, shape, Boundary("some", {"n": size})), np.random.default_rng(0)) for size in (9, 11, 14)
    ]
    assert ("total", "a") in [
        term[1][1]
        for fitted in fit(fmt, small)
        if isinstance(term := fitted.shape.term(("scalars", "s")), tuple) and isinstance(term[1], tuple)
    ]


def test_a_total_of_what_has_no_term_is_refused():
    fmt = from_text("n: int 1..50; s: int 1..10^9\na: int[n] 1..1000\n")
    with pytest.raises(UnknownTerm):
        plan(fmt, Shape((("scalars", "s", ("total", "a")),)), Boundary("some", {"n": 9}))


@given(st.permutations(range(9)))
def test_both_codes_make_their_order_again(order):
    order = np.array(order)
    assert inserted(insertion_code(order)).tolist() == order.tolist()
    assert swapped(swap_code(order)).tolist() == order.tolist()


LABELS = [
    (
        ("interleave", "hi", ("fitted", "j"), ("fitted", "j")),
        "every 3rd is the maximum, the rest descending to 0, spread over the range",
    ),
    (
        ("segments", ("+", "lo", "i"), ("//", "n", 2), "lo"),
        "ascending from the minimum, from place n // 2 on all the minimum",
    ),
    (("inserted", ("interleave", 0, "i")), "alternately below and above all before"),
    (("+", "lo", ("*", 1009, "i")), "ascending by 1009 from the minimum"),
    (("values", 1, 2), "1 2 repeated"),
    (("sums", "j"), "ascending, flatter and flatter"),
    (("sums", ("values", 1, 2)), "running sums of: 1 2 repeated"),
]


def test_profiles_differ_and_fit_every_length():
    terms = list(profiles())
    assert len(set(terms)) == len(terms)
    for length in (1, 2, 5, 200):
        assert all(len(evaluate(term, Scene.of(length, 1, 10**9))) == length for term in terms)
    made = {tuple(np.clip(evaluate(term, Scene.of(200, 1, 10**9)), 1, 10**9).tolist()) for term in terms}
    assert len(made) > 0.9 * len(terms)


def test_a_hill_that_gets_flatter_with_a_high_end_is_a_profile():
    wanted = [10**9 if place == 29 else 1 + sum(range(28 - place, 29)) for place in range(30)]
    assert wanted in [evaluate(term, Scene.of(30, 1, 10**9)).tolist() for term in profiles()]


@pytest.mark.parametrize(("term", "words"), LABELS)
def test_terms_are_said_in_words(term, words):
    assert described(term) == words


def grown(text: str, smalls: list[str], sizes: dict[str, int], rank: int = 0) -> str:
    """What the shape of that rank, read from the small inputs, makes at other sizes."""
    fmt = from_text(text)
    found = fit(fmt, [parse(fmt, small.encode()) for small in smalls])
    made = generate(fmt, plan(fmt, found[rank].shape, Boundary("larger", sizes)), np.random.default_rng(0))
    assert violations(fmt, made) == []
    return print_input(fmt, made).decode()


GROWN = [
    ("descending", PERMUTATION, ["6\n6 5 4 3 2 1\n", "8\n8 7 6 5 4 3 2 1\n"], {"n": 10}, "10\n10 9 8 7 6 5 4 3 2 1\n"),
    (
        "minimum and maximum by turns",
        ARRAY,
        ["6\n1 1000000000 1 1000000000 1 1000000000\n"],
        {"n": 4},
        "4\n1 1000000000 1 1000000000\n",
    ),
    (
        "multiples of a number",
        ARRAY,
        ["7\n1 1010 2019 3028 4037 5046 6055\n"],
        {"n": 9},
        "9\n1 1010 2019 3028 4037 5046 6055 7064 8073\n",
    ),
    (
        "powers of two",
        ARRAY,
        ["10\n1 2 4 8 16 32 64 128 256 512\n"],
        {"n": 12},
        "12\n1 2 4 8 16 32 64 128 256 512 1024 2048\n",
    ),
    (
        "swaps with the middle",
        PERMUTATION,
        [f"{n}\n{' '.join(str(v + 1) for v in swapped(np.arange(n) // 2).tolist())}\n" for n in (12, 17)],
        {"n": 20},
        f"20\n{' '.join(str(v + 1) for v in swapped(np.arange(20) // 2).tolist())}\n",
    ),
    (
        "up and then down",
        ARRAY,
        ["12\n1 2 3 4 5 6 6 5 4 3 2 1\n", "8\n1 2 3 4 4 3 2 1\n"],
        {"n": 10},
        "10\n1 2 3 4 5 5 4 3 2 1\n",
    ),
    (
        "a chain in any numbering",
        TREE,
        ["7\n3 1\n1 5\n5 4\n4 2\n2 6\n6 7\n"],
        {"n": 9},
        "9\n" + "".join(f"{v} {v + 1}\n" for v in range(1, 9)),
    ),
    ("a star", TREE, ["7\n1 4\n1 3\n1 2\n1 7\n1 6\n5 1\n"], {"n": 5}, "5\n1 2\n1 3\n1 4\n1 5\n"),
    ("one letter", WORDS, ["aaaaaaaaaa\naaaaa\n", "aaaaaaa\naaaa\n"], {"s": 8, "p": 4}, "aaaaaaaa\naaaa\n"),
    (
        "every other row but its last cell",
        GRID,
        ["6 5\n.....\n####.\n.....\n####.\n.....\n####.\n"],
        {"h": 5, "w": 4},
        "5 4\n....\n###.\n....\n###.\n....\n",
    ),
    (
        "the four sides of a square",
        'n: int 1..50\ng: word[n] n..n of "URDL" lines\n',
        ["6\nUUUUUU\nLUUUUR\nLLUURR\nLLDDRR\nLDDDDR\nDDDDDD\n"],
        {"n": 4},
        "4\nUUUU\nLUUR\nLDDR\nDDDD\n",
    ),
    (
        "intervals of one length",
        INTERVALS,
        ["6\n1 8\n2 9\n3 10\n4 11\n5 12\n6 13\n", "4\n1 8\n2 9\n3 10\n4 11\n"],
        {"n": 5},
        "5\n1 8\n2 9\n3 10\n4 11\n5 12\n",
    ),
    (
        "kinds of rows that words tell, one half and then the other",
        'n: int 1..50\nrows[n]: what: one of "come" "serve"; x: int 1..9\n',
        ["28\n" + 14 * "come 9\n" + 14 * "serve 9\n", "40\n" + 20 * "come 9\n" + 20 * "serve 9\n"],
        {"n": 8},
        "8\n" + 4 * "come 9\n" + 4 * "serve 9\n",
    ),
]


@pytest.mark.parametrize(("text", "smalls", "sizes", "wanted"), [case[1:] for case in GROWN], ids=[c[0] for c in GROWN])
def test_the_simplest_shape_of_small_inputs_grows_as_they_do(text, smalls, sizes, wanted):
    assert grown(text, smalls, sizes) == wanted


def test_what_a_number_means_is_decided_by_inputs_of_other_sizes():
    """Ten is the length of the first input; the second, of six, tells whether it's the length or ten."""
    as_length = ["10\n10 10 10 10 10 10 10 10 10 10\n", "6\n6 6 6 6 6 6\n"]
    as_number = ["10\n10 10 10 10 10 10 10 10 10 10\n", "6\n10 10 10 10 10 10\n"]
    assert grown(ARRAY, as_length, {"n": 4}) == "4\n4 4 4 4\n"
    assert grown(ARRAY, as_number, {"n": 4}) == "4\n10 10 10 10\n"


def test_the_simplest_exact_shape_is_offered_even_where_an_inexact_one_is_shorter():
    """The last letter of a short word isn't worth its bits, and may be all that makes it slow."""
    fmt = from_text('s: word 1..500 of "a-z"\n')
    words = set()
    for one in fit(fmt, [parse(fmt, b"aaaaaab\n")]):
        made = generate(fmt, plan(fmt, one.shape, Boundary("larger", {"s": 12})), np.random.default_rng(0))
        words.add(made["s"])
    assert {"a" * 12, "a" * 11 + "b"} <= words


def test_a_number_that_is_no_length_may_be_larger_than_any_sequence():
    fmt = from_text("n: int 2..20; c: int 1000000007..9999999967\nw: int[n] 1..c\n")
    small = parse(fmt, b"3 6600000000\n5 6600000000 7\n")
    found = fit(fmt, [small])
    assert found
    with pytest.raises(UnknownTerm, match="no sequence"):
        plan(fmt, Shape((("scalars", "c", ("sorted", "i")),)), Boundary("b", {"n": 10**12}, "even"))


def test_random_values_are_said_to_be_random():
    fmt = from_text(ARRAY)
    values = np.random.default_rng(3).integers(1, 10**9, 30)
    assert fit(fmt, [{"n": 30, "a": values}])[0].shape.term(("arrays", "a")) is None


def small_instances(name: str):
    fmt = from_text(FORMATS[name])
    for seed in range(3):
        sizes = dict.fromkeys(boundaries(fmt)[0].sizes, 8 + 3 * seed)
        yield fmt, generate(fmt, Plan(sizes=sizes, cases="one"), np.random.default_rng(seed))


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_is_read_from_an_input_grows_to_valid_ones(name):
    instances = list(small_instances(name))
    fmt = instances[0][0]
    boundary = boundaries(fmt)[0]
    shapes = [one.shape for one in fit(fmt, [instance for _, instance in instances], most=8)]
    shapes += [shape for _, shape in growths(fmt, instances[0][1])]
    assert shapes
    for shape in shapes:
        assert Shape.from_json(json.loads(json.dumps(shape.to_json()))) == shape
        assert shape.label
        assert violations(fmt, generate(fmt, plan(fmt, shape, boundary), np.random.default_rng(0))) == []


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_is_bred_is_valid_or_refused(name):
    fmt = from_text(FORMATS[name])
    _, instance = next(small_instances(name))
    parts = views_of(fmt, instance)[0].parts
    sizes = dict.fromkeys(boundaries(fmt)[0].sizes, 12)
    inventor = Inventor((37, 1009), tuple(sizes), np.random.default_rng(5))
    shapes, made = [Shape(())], 0
    for step in range(60):
        parent, other = shapes[inventor.below(len(shapes))], shapes[inventor.below(len(shapes))]
        shapes.append(crossed(parent, other, inventor) if step % 4 == 3 else mutated(parent, parts, inventor))
        assert all(nodes(term) <= MOST_NODES for _, _, term in shapes[-1].parts)
        assert shapes[-1].label
        try:
            instance = generate(fmt, plan(fmt, shapes[-1], Boundary("x", sizes, "one")), np.random.default_rng(0))
        except (UnknownTerm, CannotGenerate):
            continue
        made += 1
        assert violations(fmt, instance) == []
    assert made > 40


def test_moves_and_simplifications_change_one_place():
    shape = Shape((("sizes", "n", "hi"), ("arrays", "a", ("+", "lo", ("*", 3, "i")))))
    assert shape.replaced(("arrays", "a"), ("+", "lo", ("*", 1009, "i"))) in list(moves(shape, (1009,)))
    assert shape.replaced(("arrays", "a"), ("*", 3, "i")) in list(simplifications(shape))


def test_where_few_values_are_possible_each_is_tried_at_each_place_of_a_term():
    fmt = from_text('n: int 1..50\ng: word[n] n..n of "DLRU" lines\n')
    parts = views_of(fmt, generate(fmt, Plan(sizes={"n": 9}), np.random.default_rng(0)))[0].parts
    key, sides = ("grids", "g"), ("sides", "lo", 1, 2, "hi")
    shape = Shape(((*key, sides),))
    made = {moved.term(key) for moved in moves(shape, (), parts)}
    assert made == {
        (*sides[:at], value, *sides[at + 1 :])
        for at, now in ((1, 0), (2, 1), (3, 2), (4, 3))
        for value in range(4)
        if value != now
    }


@pytest.mark.parametrize("name", FORMATS)
def test_shapes_are_made_again_from_their_recipe(name):
    fmt = from_text(FORMATS[name])
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=3)
    instances = [instance for _, instance in small_instances(name)]
    shape = fit(fmt, instances)[0].shape
    for site in (space.full[0], space.medium[0], at_sizes(space.medium[0], {"n": 7, "q": 7})):
        made = built(space, site, shape, "generalisation")
        document = json.loads(json.dumps(replay_document(made.origin, fmt, made.data)))
        assert "recipe" in document
        assert replay_bytes(document) == made.data


def test_a_recipe_of_a_large_input_is_short():
    fmt = from_text(ARRAY)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=3)
    shape = fit(fmt, [parse(fmt, b"6\n1 4 7 10 13 16\n")])[0].shape
    made = built(space, space.full[0], shape, "generalisation")
    assert made.level == FULL
    assert len(made.data) > 20_000
    assert len(json.dumps(made.origin.recipe)) < 400
    assert built(space, space.medium[0], shape, "generalisation").level == MEDIUM


def test_an_array_is_foreseen_where_its_length_comes_out_below_0():
    fmt = from_text("n: int 1..50; k: int 1..n\na: int[n] 1..9\n")
    shape = Shape(
        (("sizes", "n", ("-", 0, "n")), ("scalars", "k", ("total", "a")), ("arrays", "a", ("random", 1, 9, 3)))
    )
    assert plan(fmt, shape, boundaries(fmt)[0]) is not None


@pytest.mark.parametrize(
    "term",
    [
        ("interleave", "i", ("-", "hi", "j"), 7),
        ("segments", "i", ("//", "n", 3), ("*", "j", 2), ("-", "n", 1), "hi"),
        ("segments", ("interleave", "lo", ("sums", "i")), 5, ("column", "a")),
        ("interleave", ("column", "a"), ("reverse", "i")),
        ("+", ("%", "i", ("//", "n", 2)), ("*", 2**40, 2**40)),
        ("//", ("-", "hi", "n"), ("-", "i", 3)),
    ],
)
@pytest.mark.parametrize("length", [0, 1, 2, 7, 30])
def test_places_in_order_and_any_others_have_the_same_values(term, length):
    column = np.arange(length, dtype=np.int64) ** 2
    scene = Scene.of(length, 1, 50, {}, {"a": lambda _: column})
    values = evaluate(term, scene)
    assert values.tolist() == evaluate(term, scene._replace(in_order=False)).tolist()
    turned = scene._replace(places=scene.places[::-1], origin=scene.places[::-1], in_order=False)
    assert values[::-1].tolist() == evaluate(term, turned).tolist()


@pytest.mark.parametrize(
    "term",
    [
        ("+", "n", 3),
        ("-", "lo", ("*", 3, "hi")),
        ("//", ("*", -5, "n"), 6),
        ("%", -7, "n"),
        ("//", "n", 0),
        ("%", "n", 0),
        ("*", 2**61, -8),
        ("+", 2**62, "hi"),
        ("min", "n", ("max", "lo", 2)),
        ("+", 2**70, 2**70),
        ("^", 2**62, 5),
    ],
)
def test_a_number_is_what_stands_at_each_place(term):
    scene = Scene.of(4, 1, 50)
    assert evaluate(term, scene).tolist() == [number(term, scene)] * 4

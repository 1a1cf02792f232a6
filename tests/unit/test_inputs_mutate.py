"""Mutation, crossover and minimising: what depends on a change follows, and nothing invalid comes out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.graphs import is_tree
from slowpath.inputs.mutators.edges import rewired
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.mutators.numbers import changed_ints
from slowpath.inputs.mutators.words import edited
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import expr
from slowpath.model.format import Records, WordType

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.format"))


def read(name: str, limit: int = 20):
    return scaled(from_text((GOLDEN / f"{name}.format").read_text()), limit)


@pytest.mark.parametrize("name", NAMES)
def test_a_long_walk_stays_valid_and_moves(name):
    fmt, rng = read(name), np.random.default_rng(11)
    instance = generate(fmt, Plan(), rng)
    seen, labels = set(), Counter()
    for _ in range(120):
        instance, label = mutate(fmt, instance, rng)
        assert violations(fmt, instance) == [], label
        seen.add(print_input(fmt, instance))
        labels[label.split(":")[0]] += 1
    assert len(seen) > 40
    assert labels["drawn anew"] <= 12


def test_arrays_of_one_length_follow_it_together():
    fmt = from_text("n: int 1..50\na: int[n] 1..9\nb: int[n] 1..9\nrows[n]: x: int 1..n; y: int 1..9\n")
    rng = np.random.default_rng(1)
    instance = generate(fmt, Plan(sizes={"n": 20}), rng)
    lengths = set()
    for _ in range(200):
        instance, _ = mutate(fmt, instance, rng)
        assert len({instance["n"], *(len(instance[name]) for name in "abxy")}) == 1
        lengths.add(instance["n"])
    assert len(lengths) > 5


def test_small_values_follow_a_lowered_bound():
    fmt = from_text("n: int 1..9; k: int 1..1000\na: int[n] 1..k\n")
    rng = np.random.default_rng(1)
    instance = generate(fmt, Plan(sizes={"n": 9}, scalars={"k": 1000}), rng)
    for _ in range(300):
        instance, _ = mutate(fmt, instance, rng)
        assert instance["a"].max() <= instance["k"]


def test_cases_come_go_and_split_within_the_sum():
    fmt = from_text("t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..9\nwhere sum n <= 20\n")
    rng = np.random.default_rng(2)
    instance = generate(fmt, Plan(), rng)
    kinds = Counter()
    for _ in range(600):
        instance, label = mutate(fmt, instance, rng)
        assert sum(case["n"] for case in instance["tests"]) <= 20
        kinds[label] += 1
    assert {
        f"tests: {kind}" for kind in ("a case doubled", "a case dropped", "a case split", "cases swapped")
    } <= kinds.keys()


def test_a_child_has_parts_of_both_parents():
    fmt = from_text("n: int 1..50\na: int[n] 1..1000\n")
    rng = np.random.default_rng(4)
    ones = {"n": 20, "a": np.full(20, 1)}
    twos = {"n": 30, "a": np.full(30, 2)}
    mixed = [set(crossover(fmt, ones, twos, rng)[0]["a"].tolist()) for _ in range(60)]
    assert {1, 2} in mixed


def test_minimising_finds_the_one_element_that_matters():
    fmt = from_text("n: int 1..1000\na: int[n] 1..10^9\nb: int[n] 1..10^9\n")
    rng = np.random.default_rng(1)
    instance = generate(fmt, Plan(sizes={"n": 300}), rng)
    instance["a"][123], instance["b"][123] = 777, 888

    def keeps(candidate):
        return any((a, b) == (777, 888) for a, b in zip(candidate["a"], candidate["b"], strict=True))

    small = minimise(fmt, instance, keeps, 400)
    assert print_input(fmt, small) == b"1\n777\n888\n"


def test_minimising_drops_cases_rows_letters_and_values():
    fmt = from_text(
        "t: int 1..100\ntests: cases[t]\n  n: int 0..100\n  rows[n]: l: int 1..100; r: int l..100\n"
        '  s: word 1..100 of "ab"\nwhere sum n <= 1000\n'
    )
    instance = generate(fmt, Plan(sizes={"t": 10, "n": 30, "s": 50}), np.random.default_rng(1))

    def keeps(candidate):
        return any((case["r"] >= 90).any() and "a" in case["s"] for case in candidate["tests"])

    small = minimise(fmt, instance, keeps, 500)
    (case,) = small["tests"]
    assert case["n"] == 1
    assert case["l"].tolist() == [1]
    assert case["s"] == "a"


def test_minimising_respects_its_budget_and_is_repeatable():
    fmt = read("nested", 40)
    instance = generate(fmt, Plan(), np.random.default_rng(9))
    results = []
    for _ in range(2):
        calls = []
        small = minimise(fmt, instance, lambda candidate: len(print_input(fmt, candidate)) > 30, 7)
        minimise(fmt, instance, lambda candidate, calls=calls: calls.append(1) or False, 7)
        assert len(calls) <= 7
        results.append(print_input(fmt, small))
    assert results[0] == results[1]


def test_a_bracket_word_stays_balanced_through_every_edit():
    of, rng, seen = WordType(expr(2), expr(60), "()[]", "brackets"), np.random.default_rng(5), Counter()
    word = "()[()]" * 6
    for _ in range(400):
        word, kind = edited(word, of, rng)
        seen[kind] += 1
        assert len(word) == 36
        assert is_balanced(word), kind
    assert len(seen) == 5


def is_balanced(word: str) -> bool:
    while word:
        shorter = word.replace("()", "").replace("[]", "")
        if shorter == word:
            return False
        word = shorter
    return True


@pytest.mark.parametrize("edges", [[(1, 2), (1, 3), (3, 4)], [(5, 1), (5, 2), (5, 3), (5, 4)], [(1, 2)]])
def test_what_is_promised_to_stay_a_tree_does(edges):
    fmt = from_text("n: int 2..9\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n")
    (records,) = [node for node in fmt.nodes if isinstance(node, Records)]
    u, v = (np.array(side) for side in zip(*edges, strict=True))
    rng, kinds = np.random.default_rng(3), set()
    for _ in range(200):
        change = rewired(records, u, v, rng)
        if change.is_whole:
            a, b = change.values
            assert is_tree(u.size + 1, a - 1, b - 1), change.label
            kinds.add(change.label)
    assert {"leaf moved", "vertices shuffled", "edges turned"} <= kinds


def test_two_cases_become_one_with_the_elements_of_both():
    fmt = from_text("t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..9\nwhere sum n <= 20\n")
    rng = np.random.default_rng(2)
    ones, twos = {"n": 3, "a": np.full(3, 1)}, {"n": 4, "a": np.full(4, 2)}
    merged = []
    for _ in range(300):
        mutant, label = mutate(fmt, {"t": 2, "tests": [ones, twos]}, rng)
        merged += [mutant["tests"][0]["a"].tolist()] if label == "tests: cases merged" else []
    assert sorted(map(sorted, merged))[0] == [1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("text", "instance", "keeps", "printed"),
    [
        (
            "n: int 1..9\na: int[n] -10^9..10^9\n",
            {"n": 3, "a": np.array([-5, 7, -(10**9)])},
            lambda made: (made["a"] < -3).any(),
            b"1\n-4\n",
        ),
        # What goes by digits isn't reached by halving: 500000000 in place of 1000000000 doesn't do, 10 does.
        (
            "n: int 1..9\na: int[n] 1..10^9\n",
            {"n": 2, "a": np.array([1, 10**9])},
            lambda made: str(made["a"][-1]).startswith("10") and len(made["a"]) == 2,
            b"2\n1 10\n",
        ),
        ("x: int -10^18..10^18\n", {"x": -708 * 10**15}, lambda made: str(made["x"])[1:3] == "70", b"-70\n"),
        ("x: int 500..10^9\n", {"x": 900_000_000}, lambda made: str(made["x"]).startswith("9"), b"900\n"),
        ('s: word 1..20 of "abc"\n', {"s": "cabbac"}, lambda made: "b" in made["s"], b"b\n"),
        ('s: word 3..20 of "abc"\n', {"s": "cabbac"}, lambda made: "c" in made["s"], b"caa\n"),
        (
            "n: int 1..9; m: int 1..9\ng: int[n][m] 0..9\n",
            {"n": 2, "m": 3, "g": np.array([[1, 2, 3], [4, 9, 6]])},
            lambda made: (made["g"] == 9).any(),
            b"1 1\n9\n",
        ),
        (
            "n: int 1..9\nrows[n]: k: int 0..5; x: int[k] 0..9\n",
            {"n": 2, "k": np.array([3, 2]), "x": [np.array([1, 2, 3]), np.array([4, 8])]},
            lambda made: any(8 in row for row in made["x"]),
            b"1\n1 8\n",
        ),
        (
            "q: int 1..9\nops: queries[q]\n  1: x: int -5..99\n  2: l: int 1..9; r: int l..9\n",
            {"q": 3, "ops": [("1", 77), ("2", 4, 7), ("1", 3)]},
            lambda made: any(row[0] == "2" for row in made["ops"]),
            b"1\n2 1 1\n",
        ),
        (
            "n: int 1..9\nx: float[n] -9.0..9.0 decimals 2\n",
            {"n": 2, "x": [1.25, 3.75]},
            lambda made: max(made["x"]) > 3.5,
            b"1\n3.75\n",
        ),
    ],
)
def test_minimising_leaves_the_simplest_values(text, instance, keeps, printed):
    fmt = from_text(text)
    assert violations(fmt, instance) == []
    assert print_input(fmt, minimise(fmt, instance, keeps, 500)) == printed


def kinds_share(relation: str) -> str:
    return (
        'q: int 1..9\nops: queries[q]\n  A: s: word 1..5 of "abc"\n  B: s: int 0..9\n'
        "  C: s: int 3..9; x: int 0..9\n"
        f"{relation}\n"
    )


@pytest.mark.parametrize(
    "relation", ["where sum len(s) <= 20", "where len(s) <= 3", "where len(s) % 2 == 1", "where s != x", "where s >= 3"]
)
def test_a_relation_is_about_the_kinds_whose_field_it_can_be_about(relation):
    fmt, rng = from_text(kinds_share(relation)), np.random.default_rng(4)
    instance = generate(fmt, Plan(), rng)
    tags = set()
    for _ in range(60):
        instance, _ = mutate(fmt, instance, rng)
        assert violations(fmt, instance) == []
        tags |= {row[0] for row in instance["ops"]}
    assert tags == {"A", "B", "C"}
    to_script(fmt)


def test_a_relation_leaves_kinds_alone_whose_field_is_another_thing():
    def broken(relation: str, row: tuple) -> bool:
        return violations(from_text(kinds_share(relation)), {"q": 1, "ops": [row]}) != []

    assert broken("where len(s) <= 3", ("A", "abca")) and not broken("where len(s) <= 3", ("B", 9))
    assert broken("where s >= 3", ("B", 1)) and not broken("where s >= 3", ("A", "a"))


def test_numbers_over_all_of_int64_are_changed():
    for seed in range(400):
        made, _ = changed_ints(np.zeros(50, dtype=np.int64), -(2**63), 2**63 - 1, np.random.default_rng(seed))
        assert len(made) == 50

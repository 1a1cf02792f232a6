"""Values that are different across several variables: said, checked, generated, mutated, inferred."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.fill import distinct_words
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.filling.word_draws import WordDraws
from slowpath.inputs.infer import infer
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.text_form.text import FormatSyntaxError, from_text, to_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, Relation, WordType
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.problems import read_problem
from slowpath.wire import decode, encode

EXAMPLE = Path(__file__).parents[2] / "examples" / "cf546c"
FORMATS = {
    "scalars and columns": "n: int 1..6; x: int 1..9; y: int 1..9\na: int[n] 1..8\n"
    "rows[n]: l: int 1..9; r: int l..20\nwhere distinct a, l, r, x\nwhere distinct x, y\n",
    "cases": "t: int 1..5\nz: int[2] 1..9\ntests: cases[t]\n  n: int 1..4\n  a: int[n] 1..9 sorted\n"
    "  g: int[n][2] -9..20\nwhere sum n <= 12\nwhere distinct a, z, g\n",
    "words": 'n: int 1..6; s: word 1..4 of "ab"\na: word[n] 1..3 of "ab"\nb: word[n] 2..4 of "bc"\n'
    "where distinct s, a, b\n",
    "ragged rows": "n: int 1..4\nrows[n]: k: int 0..4; x: int[k] 1..20\nwhere distinct x\n",
    "wide, sorted, compared": "n: int 1..4\na: int[n] 1..10^20\nb: int[n] 1..9\n"
    "rows[n] sorted: u: int 1..30; v: int 1..5\nwhere distinct a, b, u\nwhere u > v\n",
    "a permutation of all": "n: int 2..30; k: int 1..n-1\na: int[k] 1..n\nb: int[n-k] 1..n\nwhere distinct a, b\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_is_written_read_and_sent(name):
    fmt = from_text(FORMATS[name])
    assert from_text(to_text(fmt)) == fmt
    assert decode(InputFormat, encode(fmt)) == fmt
    assert any(relation.kind == "distinct" for relation in fmt.relations)


def test_one_two_and_three_names():
    fmt = from_text(
        "n: int 1..9\na: int[n] 1..99\nb: int[n] 1..99\nrows[n]: c: int 1..99\n"
        "where distinct c\nwhere distinct a, b\nwhere distinct a, b, c\n"
    )
    assert [relation.distinct_names for relation in fmt.relations] == [("c",), ("a", "b"), ("a", "b", "c")]
    assert [str(relation) for relation in fmt.relations] == ["distinct c", "distinct a, b", "distinct a, b, c"]
    assert all(isinstance(relation, Relation) and relation.operator == "" for relation in fmt.relations)


@pytest.mark.parametrize(
    ("names", "column", "words"),
    [
        ("a, z", 19, "unknown variable 'z'"),
        ("a, f", 19, "'f' can't be distinct: it isn't made of integers or words"),
        ("a, w", 19, "'w' can't be distinct: it has values of another type"),
        ("q, a", 16, "'q' can't be distinct"),
        ("a, g", 19, "'g' can't be distinct: it isn't made of"),
        ("c, d", 19, "'d' can't be distinct: it lives in other test cases"),
        ("a, ", 18, "expected the name of an array or a field"),
        ("a b", 18, "expected the end of the line"),
    ],
)
def test_what_can_not_be_distinct_is_refused_at_its_place(names, column, words):
    text = (
        'n: int 1..9\na: int[n] 1..99\nf: float[n] 0.0..1.0 decimals 2\nw: word[n] 1..9 of "ab"\n'
        'g: word[n][n] 1..1 of "ab" joined\nops: queries[n]\n  1: q: int 1..9\n'
        "s: cases[n]\n  c: int 1..9\nt: cases[n]\n  d: int 1..9\n"
    )
    with pytest.raises(FormatSyntaxError) as caught:
        from_text(text + f"where distinct {names}\n")
    assert caught.value.line == 12
    assert caught.value.column == column
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"2 5 6\n1 2\n7 8\n3 4\n", ""),
        (b"2 5 6\n1 1\n7 8\n3 4\n", "distinct a, l, r, x: 1 stands twice"),
        (b"2 5 6\n1 2\n2 8\n3 4\n", "distinct a, l, r, x: 2 stands twice"),
        (b"2 5 6\n1 2\n7 8\n3 5\n", "distinct a, l, r, x: 5 stands twice"),
        (b"2 5 5\n1 2\n7 8\n3 4\n", "distinct x, y: 5 stands twice"),
    ],
)
def test_repetitions_are_found_within_and_across(data, message):
    fmt = from_text(FORMATS["scalars and columns"])
    assert "; ".join(map(str, violations(fmt, parse(fmt, data)))) == message


def test_a_repetition_inside_of_a_case_names_the_case():
    fmt = from_text(FORMATS["cases"])
    instance = parse(fmt, b"2\n8 9\n1\n1\n2 3\n1\n4\n5 9\n")
    assert [str(found) for found in violations(fmt, instance)] == ["tests[2].distinct a, z, g: 9 stands twice"]


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_generated_mutated_crossed_and_minimised_is_valid(name):
    fmt, rng = from_text(FORMATS[name]), np.random.default_rng(5)
    least = Plan(arrays={item: lambda length, lo, hi, _: np.full(length, lo) for item in "ablrux"})
    before = generate(fmt, Plan(), rng)
    for number in range(40):
        instance = generate(fmt, least if number % 2 else Plan(), rng)
        assert violations(fmt, instance) == []
        for _ in range(6):
            instance, label = mutate(fmt, instance, rng)
            assert violations(fmt, instance) == [], label
        child, label = crossover(fmt, instance, before, rng)
        assert violations(fmt, child) == [], label
        before = instance
    small = minimise(fmt, before, lambda candidate: violations(fmt, candidate) == [], 200)
    assert len(print_input(fmt, small)) <= len(print_input(fmt, before))


def test_what_a_filler_proposes_is_kept_where_it_can_be():
    fmt = from_text("a: int[6] 1..100\nb: int[4] 1..100\nwhere distinct a, b\n")
    plan = Plan(
        arrays={"a": lambda length, *_: np.arange(1, length + 1), "b": lambda length, *_: np.arange(5, length + 5)}
    )
    made = generate(fmt, plan, np.random.default_rng(0))
    kept = np.count_nonzero(made["a"] == np.arange(1, 7)) + np.count_nonzero(made["b"] == np.arange(5, 9))
    assert kept == 8
    assert len({*made["a"].tolist(), *made["b"].tolist()}) == 10


def test_bounds_of_their_own_are_dealt_so_that_all_have_a_value():
    fmt = from_text("a: int[2] 1..10\nb: int[3] 1..6\nc: int[3] 1..3\nwhere distinct a, b, c\n")
    for seed in range(20):
        made = generate(fmt, Plan(), np.random.default_rng(seed))
        assert sorted(made["c"].tolist()) == [1, 2, 3]
        assert sorted(made["b"].tolist()) == [4, 5, 6]


def test_too_many_values_are_said_by_the_relation():
    fmt = from_text("n: int 4..9\na: int[n] 1..7\nb: int[n] 1..7\nwhere distinct a, b\n")
    with pytest.raises(CannotGenerate, match="distinct a, b"):
        generate(fmt, Plan(), np.random.default_rng(0))
    assert boundaries(fmt) == []


def test_sizes_leave_room_for_all_values():
    fmt = from_text("n: int 1..9; m: int 1..9\na: int[n] 1..10\nb: int[m] 1..10\nwhere distinct a, b\n")
    for boundary in boundaries(fmt):
        assert boundary.sizes["n"] + boundary.sizes["m"] <= 10


def test_deals_of_the_example_keep_the_rules_that_its_own_validator_checks():
    path = EXAMPLE / "solution.cpp"
    fmt = infer(read_problem(path, None), Solution(path, "cpp", path.read_bytes())).format
    assert fmt is not None
    assert fmt.relations[-1].distinct_names == ("card", "card2")
    rng = np.random.default_rng(11)
    made = [generate(fmt, Plan(sizes=boundary.sizes), rng) for boundary in boundaries(fmt)]
    made += [generate(fmt, Plan(arrays={"card": lambda length, lo, hi, _: np.full(length, hi)}), rng) for _ in range(4)]
    inputs = set()
    for instance in made:
        for _ in range(3):
            inputs.add(print_input(fmt, instance))
            instance, _ = mutate(fmt, instance, rng)  # noqa: PLW2901 - a chain of mutants
    inputs |= {print_input(fmt, crossover(fmt, a, b, rng)[0]) for a, b in zip(made, made[::-1], strict=True)}
    assert len(inputs) > 10
    for data in inputs:
        run = subprocess.run([sys.executable, EXAMPLE / "valid.py"], input=data, capture_output=True, check=False)
        assert run.returncode == 42, (data, run.stderr)


# Inference

SOURCE = b"n, m = map(int, input().split())\na = list(map(int, input().split()))\nb = list(map(int, input().split()))\n"
STATEMENT = """Input
The first line contains n and m (1 <= n, m <= 100).
The second line contains n integers a_1, ..., a_n (1 <= a_i <= 1000), the numbers of the first list.
The third line contains m integers b_1, ..., b_m (1 <= b_i <= 1000), the numbers of the second list.
"""


def stated(sentence: str, sample: bytes = b"2 3\n1 2\n3 4 5\n"):
    problem = Problem("p", "plain", Path("."), STATEMENT + sentence, samples=(Sample("s", sample),))
    return infer(problem, Solution(Path("p.py"), "python", SOURCE))


@pytest.mark.parametrize(
    "sentence",
    [
        "All numbers in both lists are distinct.",
        "It is guaranteed that all a_i and b_j are distinct.",
        "All n+m numbers are pairwise distinct.",
        "All given numbers are different.",
        "No two of the numbers are equal.",
        "Numbers in both arrays are all different.",
        "All integers in the input are distinct.",
        "The lists consist of n+m integers, all of different values.",
    ],
)
def test_sentences_about_all_values(sentence):
    report = stated(sentence)
    assert report.text.endswith("where distinct a, b\n")
    assert any(evidence.fact == "distinct a, b" and evidence.quote for evidence in report.evidence)


@pytest.mark.parametrize(
    "sentence",
    [
        "All a_i are distinct.",
        "All a_i are distinct and all b_i are distinct.",
        "The numbers in each list are distinct.",
        "All numbers in the first list are distinct.",
        "No number appears twice in the same list.",
        "All n numbers are distinct.",
        "The numbers of both lists are not necessarily distinct.",
        "All lists are different.",
        "Find the number of distinct values in both lists.",
        "All test cases are different.",
    ],
)
def test_sentences_about_each_list_or_none(sentence):
    report = stated(sentence)
    assert report.format is not None
    assert report.format.relations == ()


def test_a_sample_that_repeats_a_value_refutes_the_sentence():
    report = stated("All numbers in both lists are distinct.", b"2 3\n1 2\n2 4 5\n")
    assert report.format is not None
    assert report.format.relations == ()
    assert any("2 stands twice" in misfit.message for misfit in report.misfits)


def test_points_that_differ_may_share_a_coordinate():
    statement = (
        "Input\nThe first line contains n (1 <= n <= 100).\nThe next n lines contain x_i, y_i "
        "(1 <= x_i, y_i <= 1000), the coordinates of the points. All points are distinct."
    )
    source = b"n = int(input())\nfor _ in range(n):\n    x, y = map(int, input().split())\n"
    problem = Problem("p", "plain", Path("."), statement, samples=(Sample("s", b"2\n1 2\n3 4\n"),))
    report = infer(problem, Solution(Path("p.py"), "python", source))
    assert report.format is not None
    assert report.format.relations == ()


def test_words_that_repeat_are_replaced_without_asking_for_each_alone():
    asked = []

    class Counted:
        """A generator that says how often it was asked for integers."""

        def __init__(self) -> None:
            self.rng = np.random.default_rng(3)
            self.permutation = self.rng.permutation

        def integers(self, *bounds):
            asked.append(bounds)
            return self.rng.integers(*bounds)

    made = distinct_words(["aaa", "abc", "b"] * 900, Counted(), "s", WordType(Expr("1"), Expr("9"), "abc"))
    assert len(set(made)) == 2700
    assert made[:3] == ["aaa", "abc", "b"]
    assert len(asked) < 400


@pytest.mark.parametrize(("letters", "total"), [("ab", 1000), ("a-z", 20_000), ("abc", 50), ("01", 2)])
def test_as_many_different_words_as_their_length_together_allows(letters, total):
    fmt = from_text(
        f'n: int 1..{total}\ns: word[n] 1..{total} of "{letters}" lines distinct\nwhere sum len(s) <= {total}\n'
    )
    largest = next((one for one in boundaries(fmt) if one.label == "n largest"), boundaries(fmt)[0])
    made = generate(fmt, Plan(sizes=dict(largest.sizes), cases=largest.cases), np.random.default_rng(2))
    size = {"ab": 2, "a-z": 26, "abc": 3, "01": 2}[letters]
    many, left, length = 0, total, 1
    while left >= length:
        now = min(size**length, left // length)
        many, left, length = many + now, left - now * length, length + 1
    assert made["n"] == many
    assert violations(fmt, made) == []


def test_different_words_in_each_row_under_a_sum():
    text = 'n: int 1..9\nrows[n]: d: int 1..5; s: word[d] 1..200000 of "ab" distinct\nwhere sum len(s) <= 200\n'
    fmt = from_text(text)
    made = generate(fmt, Plan(), np.random.default_rng(2))
    assert violations(fmt, made) == []


def test_of_one_letter_there_is_one_word_of_each_length():
    draws = WordDraws("a", np.random.default_rng(1))
    assert draws.fresh(3, set()) == "aaa"
    assert draws.fresh(10**6, {"aaa"}) == "a" * 10**6
    assert draws.fresh(3, {"aaa"}) is None

"""The formats of our own examples, as inferred from their folders: sizes, bounds, sums, structures."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.validating.validate import violations
from slowpath.model.languages import SUFFIXES
from slowpath.model.problem import NamedBound, Problem, Sample, Solution
from slowpath.problems import read_problem

EXAMPLES = Path(__file__).parents[2] / "examples"
EXPECTED = {
    "bfs_pop0": "n: int 1..100000; m: int 0..100000\nrows[m] graph(a, b; n): a: int 1..n; b: int 1..n\nwhere a != b\n",
    "cf1118d1": "n: int 1..100; m: int 1..10000\na: int[n] 1..100\n",
    "cf1209b": 'n: int 1..100\ns: word n..n of "01"\nrows[n]: a: int 1..5; b: int 1..5\n',
    "cf16b": "n: int 1..200000000; m: int 1..20\nrows[m]: a: int 1..100000000; b: int 1..10\n",
    "cf546c": "n: int 2..10\nk1: int 1..n-1; card: int[k1] 1..n\nk2: int 1..n; card2: int[k2] 1..n\nwhere k1+k2 == n\n"
    "where distinct card, card2\n",
    "cf633a": "a: int 1..100; b: int 1..100; c: int 1..10000\n",
    "lca": "n: int 2..10000; q: int 1..30000\np: int[n-1] 1..n-1 parents\nrows[q]: a: int 1..n; b: int 1..n\n",
    "list_membership": "n: int 1..20000\nt: int[n] 1..n\n",
    "memset_cases": "t: int 1..100000\ntests: cases[t]\n  n: int 1..200000\n  c: int[n] 1..n\nwhere sum n <= 200000\n",
    "naive_matching": 'S: word 1..40000 of "a-z"\nP: word 1..len(S) of "a-z"\n',
    "quicksort": "n: int 1..50000\na: int[n] 1..1000000000\n",
    "spfa": "n: int 1..10000; m: int 1..50000\n"
    "rows[m] graph(u, v; n) directed: u: int 1..n; v: int 1..n; w: int 1..1000000000\n",
    "linked_playlist": "n: int 1..50000; q: int 1..20000\nd: int[n] 1..1000\nw: int[q] 1..n\n",
    "text_typewriter": 'n: int 1..100000\nkeys: word n..n of "\\\\-a-z"\n',
    "visited_points": "n: int 1..3000\nrows[n]: x: int 0..1000000; y: int 0..1000000\n",
    "unordered_map": "N: int 1..40000\nA: int[N] 1..2000000000\n",
}


def example(name: str) -> tuple[Problem, Solution]:
    """The problem and the solution of one example."""
    path = next((EXAMPLES / name).glob("solution.*"))
    return read_problem(path, None), Solution(path, SUFFIXES[path.suffix], path.read_bytes())


@pytest.mark.parametrize("name", EXPECTED)
def test_infers_the_format_of_the_example(name: str) -> None:
    problem, solution = example(name)
    report = infer(problem, solution)
    assert report.text == EXPECTED[name]
    assert report.assumed == ()
    assert report.format is not None
    assert problem.samples
    for sample in problem.samples:
        assert violations(report.format, parse(report.format, sample.data)) == []


def test_every_bound_of_the_statement_has_its_sentence() -> None:
    problem, solution = example("quicksort")
    stated = [evidence for evidence in infer(problem, solution).evidence if evidence.source == "statement"]
    rows = problem.statement.split("\n")
    assert {evidence.about for evidence in stated} == {"n", "a"}
    for evidence in stated:
        assert evidence.quote.split()[0] in rows[evidence.line - 1]


SOURCE = b"n = int(input())\na = list(map(int, input().split()))\n"


def given(statement: str, bounds: tuple[NamedBound, ...], *samples: bytes) -> Problem:
    """A problem without a folder."""
    return Problem(
        "p",
        "plain",
        Path("."),
        statement,
        bounds=bounds,
        samples=tuple(Sample(f"s{index}", data) for index, data in enumerate(samples)),
    )


def test_bounds_of_the_package_go_before_those_of_the_statement() -> None:
    problem = given("Input\n1 <= n <= 100.", (NamedBound("n_max", 70, "problem.yaml"),), b"2\n1 2\n")
    report = infer(problem, Solution(Path("p.py"), "python", SOURCE))
    assert report.text.startswith("n: int 1..70\n")
    assert any(evidence.source == "package" for evidence in report.evidence)


def test_a_sample_that_does_not_fit_refuses_the_format_and_is_named() -> None:
    report = infer(given("", (), b"2\n1 2\n", b"2\n1 2\n3\n"), Solution(Path("p.py"), "python", SOURCE))
    assert report.format is None
    assert "s1" in report.misfits[0].message
    assert "line 3" in report.misfits[0].message


def test_a_trait_that_a_sample_contradicts_is_dropped_and_said() -> None:
    statement = "Input\nThe second line contains n distinct integers a_1, ..., a_n (1 <= a_i <= 9). 1 <= n <= 9."
    report = infer(given(statement, (), b"2\n4 4\n"), Solution(Path("p.py"), "python", SOURCE))
    assert report.text == "n: int 1..9\na: int[n] 1..9\n"
    assert any("distinct" in misfit.message for misfit in report.misfits)

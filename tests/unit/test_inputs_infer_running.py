"""What inference makes of the running program beside the text, the statement and samples, in few runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracle_programs import FakeOracle, asked, cases, fixed_array, idle_tail, inferred, shape, tagged, two_lists

from slowpath.errors import ToolMissing
from slowpath.inputs.infer import infer
from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.limits import narrowed
from slowpath.inputs.infer.oracle.places import placed
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.model.ports import Observation
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.verdict import Verdict

COUNTED_ELSEWHERE = """#include <iostream>
#include <vector>
int many(int, int);
int main() {
  int n, m;
  std::cin >> n >> m;
  std::vector<int> a(many(n, m));
  for (auto &x : a)
    std::cin >> x;
}
"""


def counted_elsewhere():
    _, m = int((yield 6)), int((yield ()))
    total = 0
    for _ in range(m):
        total += int((yield (8, 9)))
    return total


def test_the_program_decides_between_counts_that_all_samples_allow():
    problem = Problem("p", "plain", Path("."), samples=(Sample("s", b"2 2\n5 6\n"),))
    solution = Solution(Path("p.cpp"), "cpp", COUNTED_ELSEWHERE.encode())
    alone, with_program = infer(problem, solution), infer(problem, solution, FakeOracle(counted_elsewhere))
    assert "int[n]" in alone.text
    assert "int[m]" in with_program.text
    assert [misfit.decision for misfit in with_program.misfits if misfit.where == "oracle"]


def test_the_statement_is_held_against_the_program():
    statement = (
        "Input\nThe first line contains two integers n and m (1 <= n, m <= 100).\n"
        "The second line contains n integers a_1 ... a_n (1 <= a_i <= 9).\n"
        "Each of the next m lines contains two integers l and r (1 <= l, r <= 9).\n"
    )
    report = inferred(two_lists, statement=statement)
    assert report.text.startswith("n: int 1..100; m: int 1..100\na: int[n] 1..9\nrows[m]")
    assert any(each.fact == "n is a size" and each.source == "oracle" for each in report.evidence)


def test_where_the_program_refutes_the_statement_it_says_so_and_what_was_decided():
    statement = "Input\nThe first line contains an integer n (1 <= n <= 100). The second line contains n integers a_i."
    report = inferred(two_lists, statement=statement)
    said = [misfit for misfit in report.misfits if misfit.where == "oracle"]
    assert said
    assert all(misfit.decision for misfit in said)
    assert shape(report) == "n: int; m: int\na: int[n]\nrows[m]: x: int; y: int"
    assert "n: int 1..100;" in report.text


def test_a_last_token_that_changes_nothing_is_no_part_of_the_input():
    assert shape(inferred(idle_tail)) == "a: int\nb: int"


# Bounds


def test_an_assumed_bound_is_drawn_in_to_where_the_program_doesn_t_crash():
    fmt = from_text("n: int 1..200000\na: int[n] 1..1000000000\n")
    found = narrowed(asked(fixed_array), fmt, ("n", "a"))
    assert found.format == from_text("n: int 1..1000\na: int[n] 1..1000000000\n")
    assert [each.quote for each in found.evidence] == ["the program crashes with n = 200000, not with 1000"]


def test_a_stated_bound_is_left_alone():
    fmt = from_text("n: int 1..200000\na: int[n] 1..1000000000\n")
    assert narrowed(asked(fixed_array), fmt, ("a",)).format == fmt


@pytest.mark.parametrize(("lines", "kept"), [(3_000, 1000), (200_000, 200_000)])
def test_memory_that_fills_up_after_long_work_draws_no_bound_in(lines, kept):
    """Such a run may as well end at its limit in time: which comes first is chance."""

    def oracle(data, *, ends=True):
        verdict = Verdict.MEMORY_LIMIT if int(data) > 1000 else Verdict.OK
        return Observation(verdict, b"", {3: lines})

    oracle.asks_for_more = True
    found = narrowed(Asker(oracle), from_text("n: int 1..200000\n"), ("n",))
    assert found.format == from_text(f"n: int 1..{kept}\n")


# Budget


def test_equal_questions_are_asked_once_and_no_more_than_allowed():
    oracle = FakeOracle(two_lists)
    asker = Asker(oracle, most_runs=2)
    for _ in range(5):
        asker.run(b"1")
    asker.open(b"1")
    assert oracle.runs == 2
    with pytest.raises(Spent):
        asker.run(b"2")


@pytest.mark.parametrize("most_runs", [0, 1, 2, 3, 5, 8, 13, 40])
@pytest.mark.parametrize("program", [two_lists, tagged, cases])
def test_it_makes_do_with_any_number_of_runs(program, most_runs):
    oracle = FakeOracle(program)
    problem = Problem("p", "plain", Path("."), samples=(Sample("s", b"2 1\n5 6\n1 2\n"),))
    infer(problem, Solution(Path("p.f90"), "fortran", b"end"), oracle, most_runs=most_runs)
    assert oracle.runs <= most_runs


def test_it_stops_when_told():
    oracle = FakeOracle(two_lists)
    infer(
        Problem("p", "plain", Path(".")), Solution(Path("p.f90"), "fortran", b""), oracle, stop=lambda: oracle.runs >= 7
    )
    assert oracle.runs == 7


def test_a_program_that_can_t_be_run_leaves_the_other_sources():
    class Broken:
        asks_for_more = True

        def __call__(self, data: bytes, *, ends: bool = True):
            raise ToolMissing("no compiler found", "install one")

    source = b"n = int(input())\na = list(map(int, input().split()))\n"
    report = infer(Problem("p", "plain", Path(".")), Solution(Path("p.py"), "python", source), Broken())
    assert shape(report) == "n: int\na: int[n]"
    assert any("no compiler found" in misfit.message for misfit in report.misfits)


def test_nothing_is_asked_where_samples_follow_what_the_text_reads():
    oracle = FakeOracle(two_lists)
    source = b"n = int(input())\na = list(map(int, input().split()))\n"
    problem = Problem("p", "plain", Path("."), samples=(Sample("s", b"2\n5 6\n"),))
    report = infer(problem, Solution(Path("p.py"), "python", source), oracle)
    assert report.format is not None
    assert oracle.runs == 0


def test_many_guesses_that_fail_are_said_once():
    problem = Problem("p", "plain", Path("."), samples=(Sample("s", b"2 70\n5 6 7 8 9\n"),))
    report = infer(problem, Solution(Path("p.cpp"), "cpp", COUNTED_ELSEWHERE.encode()))
    assert report.format is None
    assert len(report.misfits) <= 3
    assert any("counts that were tried" in misfit.decision for misfit in report.misfits)


def counted_places():
    n = int((yield 1))
    seen = [0] * (n + 1)
    for _ in range(n):
        place = int((yield 3))
        if place < 1:
            raise IndexError(place)
        seen[place] += 1
    return seen


def walks_up():
    n = int((yield 1))
    parents = [0, 0]
    for _ in range(n - 1):
        parents.append(int((yield 3)))
    for vertex in range(1, n + 1):
        at = vertex
        for _ in range(n):
            at = parents[at] if at != 1 else 1
        if at != 1:
            raise RecursionError("it never ends")
    return parents


def two_at_least():
    n = int((yield 1))
    values = []
    for _ in range(n):
        values.append(int((yield 3)))
    return max(abs(values[at] - values[at + 1]) for at in range(n - 1))


def edges_read():
    n, m = int((yield 1)), int((yield 1))
    beside = [[] for _ in range(n)]
    for _ in range(m):
        beside[abs(int((yield 4)))].append(abs(int((yield 4))))
    return beside


@pytest.mark.parametrize(
    ("program", "text", "expected"),
    [
        (counted_places, "n: int 1..200000\na: int[n] 0..1000000000\n", "a: int[n] 1..n"),
        (two_at_least, "n: int 1..200000\na: int[n] 0..1000000000\n", "a: int[n] 0..1000000000"),
        (walks_up, "n: int 1..200000\na: int[n-1] 0..1000000000\n", "a: int[n-1] 1..n-1 parents"),
        (
            edges_read,
            "n: int 1..200000; m: int 1..200000\nrows[m]: u: int 0..1000000000; v: int 0..1000000000\n",
            "rows[m]: u: int 0..n-1; v: int 0..n-1",
        ),
        (
            two_lists,
            "n: int 1..200000; m: int 1..200000\na: int[n] 0..1000000000\nb: int[m] 0..1000000000\n",
            "a: int[n] 0..1000000000",
        ),
    ],
)
def test_numbers_of_which_nobody_says_what_they_are_become_places_that_the_program_stands(program, text, expected):
    fmt = from_text(text)
    made = placed(asked(program), fmt, tuple(name for name in ("a", "b", "u", "v")))
    assert expected in to_text(made.format)
    assert bool(made.evidence) == (made.format != fmt)

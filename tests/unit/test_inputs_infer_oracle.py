"""What the running program says of its input, with programs that are Python generators and a language nobody reads."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from slowpath.errors import ToolMissing
from slowpath.inputs.infer import infer
from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.confirm import Answer, judged
from slowpath.inputs.infer.oracle.exploring import explored
from slowpath.inputs.infer.oracle.governing import checked_sizes, checked_tags, governs
from slowpath.inputs.infer.oracle.limits import narrowed
from slowpath.inputs.infer.oracle.places import placed
from slowpath.inputs.infer.oracle.structure import structures
from slowpath.inputs.infer.oracle.taking import Fit, takes_all_at_once, taking, tokens_taken
from slowpath.inputs.infer.oracle.tokens import token_text
from slowpath.inputs.infer.oracle.trials import trials
from slowpath.inputs.infer.reads.items import show
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.model.format import FormatReport
from slowpath.model.ports import Observation
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.verdict import Verdict

_PATH = Path(__file__).parents[1] / "conformance" / "fake_program.py"
_SPEC = importlib.util.spec_from_file_location("fake_program", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
fake = sys.modules.setdefault("fake_program", importlib.util.module_from_spec(_SPEC))
_SPEC.loader.exec_module(fake)
FakeOracle = fake.FakeOracle


def two_lists():
    n, m = int((yield 2)), int((yield 2))
    total = 0
    for _ in range(n):
        total += int((yield 5))
    for _ in range(m):
        total += int((yield (8, 9))) * int((yield ()))
    return total


def grid():
    h, w = int((yield 1)), int((yield 2))
    total = 0
    for row in range(h):
        for _ in range(w):
            total += (row + 1) * int((yield (4, 5)))
    return total


def cases():
    total = 0
    for _ in range(int((yield 1))):
        for _ in range(int((yield (3, 4)))):
            total += int((yield (5, 6)))
    return total


def tagged():
    total = 0
    for _ in range(int((yield 1))):
        tag = int((yield (3, 4)))
        if tag == 1:
            total += int((yield 6))
        elif tag == 2:
            total += int((yield 8)) * int((yield 9))
        else:
            return "unknown"
    return total


def until_end():
    total = 0
    while (word := (yield 1)) is not None:
        total += int(word)
    return total


def with_reader():
    """Every token is read by a function on lines 1 and 2."""
    n = int((yield (1, 2, 7)))
    total = int((yield (1, 2, 8)))
    for _ in range(n):
        total += int((yield (1, 2, 10, 11))) * int((yield (1, 2)))
    return total


def fixed_array():
    n = int((yield 1))
    array = [0] * 1000
    for at in range(n):
        array[at] = int((yield 3))
    return sum(array)


def early_answer():
    n = int((yield 1))
    if n == 1:
        return "one"
    total = 0
    for _ in range(n):
        total += int((yield 4))
    return total


def idle_tail():
    total = int((yield 1)) * 2 + int((yield 2))
    yield 4
    return total


def asked(program: Callable, **options) -> Asker:
    return Asker(FakeOracle(program, **options))


def text_of(text: str):
    made = token_text(text.encode())
    assert made is not None
    return made


def inferred(program: Callable, *samples: str, statement: str = "", **options) -> FormatReport:
    """What is inferred for a program whose text says nothing."""
    problem = Problem(
        "p",
        "plain",
        Path("."),
        statement,
        samples=tuple(Sample(f"s{at}", sample.encode()) for at, sample in enumerate(samples)),
    )
    return infer(problem, Solution(Path("p.f90"), "fortran", b"end"), FakeOracle(program, **options))


def shape(report: FormatReport) -> str:
    """The text form without bounds."""
    return re.sub(r" -?\d[\d*^]*\.\.\S+?(?=[;\s]|$)|\nwhere .*", "", report.text).strip()


# How much is taken


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("2 1\n5 6\n1 2\n", Fit.EXACT),
        ("2 1\n5 6\n1\n", Fit.MORE),
        ("2 1\n5 6\n1 2\n3\n", Fit.FEWER),
        ("0 0\n", Fit.EXACT),
        ("2 x\n5 6\n", Fit.UNCLEAR),
    ],
)
@pytest.mark.parametrize("how", [{}, {"takes_all": True}, {"asks_for_more": False}])
def test_an_input_is_held_against_what_the_program_takes(text, fit, how):
    found = taking(asked(two_lists, **how), text_of(text)).fit
    assert found is fit or (how and found is Fit.UNCLEAR)


def test_what_takes_all_at_once_is_judged_by_what_it_does():
    asker = asked(two_lists, takes_all=True)
    assert takes_all_at_once(asker, text_of("2 1\n5 6\n1 2\n"))
    assert taking(asker, text_of("2 1\n5 6\n1 2\n")).fit is Fit.EXACT
    assert not takes_all_at_once(asked(two_lists), text_of("2 1\n5 6\n1 2\n"))


def test_the_number_of_taken_tokens_is_found_in_few_runs():
    oracle = FakeOracle(two_lists)
    asker = Asker(oracle)
    assert tokens_taken(asker, text_of("2 1\n5 6\n1 2\n" + "7 " * 500 + "\n")) == 6
    assert oracle.runs < 14


def test_reading_to_the_end_is_told_from_wanting_more():
    assert taking(asked(until_end), text_of("1 2 3\n"), until_end=True).fit is Fit.EXACT
    assert taking(asked(two_lists), text_of("2 0\n1 2\n"), until_end=True).fit is Fit.FEWER


# Formats are confirmed or refuted


@pytest.mark.parametrize(
    ("program", "text", "answer"),
    [
        (two_lists, "n: int 1..9; m: int 1..9\na: int[n] 1..9\nrows[m]: l: int 1..9; r: int 1..9\n", Answer.CONFIRMED),
        (two_lists, "n: int 1..9; m: int 1..9\na: int[m] 1..9\nrows[n]: l: int 1..9; r: int 1..9\n", Answer.REFUTED),
        (two_lists, "n: int 1..9; m: int 1..9\na: int[n] 1..9\n", Answer.REFUTED),
        (grid, "h: int 1..9; w: int 1..9\ng: int[h][w] 0..9\n", Answer.CONFIRMED),
        (grid, "h: int 1..9; w: int 1..9\ng: int[h+w] 0..9\n", Answer.REFUTED),
        (early_answer, "n: int 1..9\na: int[n] 1..9\n", Answer.CONFIRMED),
        (until_end, "c: count 1..9 until end\na: int[c] 1..9 lines\n", Answer.CONFIRMED),
        (two_lists, "c: count 1..9 until end\na: int[c] 1..9 lines\n", Answer.REFUTED),
        (two_lists, 's: word 1..9 of "a-z"\n', Answer.UNCLEAR),
    ],
)
def test_a_format_is_held_against_the_program(program, text, answer):
    assert judged(asked(program), from_text(text)).answer is answer


def rarely_reads_on():
    n = int((yield 1))
    if n < 1000:
        return "small"
    for _ in range(n):
        yield 5
    return "large"


def test_an_early_answer_refutes_nothing_while_a_line_that_reads_never_ran():
    fmt = from_text("n: int 1..9\na: int[n] 1..9\n")
    assert judged(asked(rarely_reads_on), fmt).answer is Answer.REFUTED
    assert judged(asked(rarely_reads_on), fmt, frozenset({1, 5})).answer is Answer.UNCLEAR
    assert judged(asked(rarely_reads_on), fmt, frozenset({1})).answer is Answer.REFUTED


def test_one_more_of_a_size_shows_what_it_governs():
    asker, text = asked(two_lists), text_of("2 1\n5 6\n1 2\n")
    sizes = [governs(asker, text, at) for at in range(4)]
    assert [found and (found.more, found.line) for found in sizes] == [(1, 9), (2, 9), None, None]


def test_sizes_are_confirmed_with_the_observation_as_quote():
    fmt = from_text("n: int 1..9; m: int 1..9\na: int[n] 1..9\nrows[m]: l: int 1..9; r: int 1..9\n")
    asker = asked(two_lists)
    evidence, misfits = checked_sizes(asker, fmt, next(trials(fmt)), frozenset({9}))
    assert [(each.about, each.source) for each in evidence] == [("n", "oracle"), ("m", "oracle")]
    assert evidence[1].quote == "with m = 5 instead of 4 the program reads 2 more tokens on line 9"
    assert misfits == []


def test_a_tag_is_confirmed_by_what_another_one_makes_the_program_take():
    fmt = from_text("q: int 1..9\nops: queries[q]\n  1: v: int 1..9\n  2: l: int 1..9; r: int 1..9\n")
    asker = asked(tagged)
    (found,) = checked_tags(asker, fmt, trials(fmt))
    assert found.about == "ops"
    assert re.fullmatch(r"with . instead of . on the last line the program takes 1 (more|fewer) token", found.quote)
    assert checked_tags(asked(two_lists), fmt, trials(fmt)) == []


def test_a_number_that_governs_nothing_is_said():
    def program():
        n = int((yield 1))
        return n + int((yield 2)) + int((yield 2)) + int((yield 2))

    fmt = from_text("n: int 3..3\na: int[n] 1..9\n")
    _, misfits = checked_sizes(asked(program), fmt, next(trials(fmt)))
    assert len(misfits) == 1
    assert misfits[0].decision


# Structure from the running program alone


@pytest.mark.parametrize(
    ("program", "texts", "expected"),
    [
        (two_lists, ["2 3\n5 6\n1 2\n3 4\n5 6\n", "3 2\n1 2 3\n4 5\n6 7\n"], "x2 x2_2 (x2: x5) (x2_2: x8 x8_2)"),
        (grid, ["2 3\n1 2 3\n4 5 6\n", "3 2\n1 2\n3 4\n5 6\n"], "x1 x2 (x2*x1: x4)"),
        (cases, ["2\n1\n7\n3\n1 2 3\n", "3\n2\n1 1\n1\n1\n2\n1 1\n"], "x1 (x1: x3 (x3: x5))"),
        (tagged, ["4\n1 5\n2 6 7\n1 1\n2 3 4\n"], "x1 (x1: x3 {x3 ? 1: x6 | 2: x8 x9 | else: })"),
        (with_reader, ["2\n9\n1 2\n3 4\n", "3\n9\n1 2\n3 4\n5 6\n"], "x7 x8 (x7: x10 x10_2)"),
        (until_end, ["1\n2\n3\n", "1\n2\n"], "(end: x1)"),
    ],
)
def test_the_places_where_tokens_are_wanted_are_the_structure(program, texts, expected):
    found = [show(made.items) for made in structures(asked(program), [text_of(text) for text in texts])]
    assert expected in found


@pytest.mark.parametrize("program", [two_lists, grid, cases, tagged, with_reader])
def test_a_program_is_given_what_it_asks_for(program):
    asker = asked(program)
    texts = explored(asker)
    assert texts
    assert all(tokens_taken(asker, text) == len(text) for text in texts)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (two_lists, "n: int; m: int\na: int[n]\nrows[m]: x: int; y: int"),
        (grid, "n: int\nm: int\na: int[m*n]"),
        (with_reader, "n: int\na: int\nrows[n]: x: int; y: int"),
        (tagged, "n: int\nqueries: queries[n]\n  1: x: int\n  2: y: int; z: int"),
    ],
)
def test_a_program_in_an_unknown_language_has_a_format_without_any_other_source(program, expected):
    report = inferred(program)
    assert shape(report) == expected
    assert report.assumed
    assert any(each.source == "oracle" for each in report.evidence)


def test_test_cases_are_found_without_any_other_source():
    text = shape(inferred(cases))
    assert re.fullmatch(r"t: int\n(rows\[t\]: n: int; |\w+: cases\[t\]\n  n: int\n  )a: int\[n\]", text)


def test_samples_and_the_running_program_are_enough():
    report = inferred(cases, "2\n1\n7\n3\n1 2 3\n", "3\n2\n1 1\n1\n1\n2\n1 1\n")
    assert report.format is not None
    assert "cases[t]" in report.text


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

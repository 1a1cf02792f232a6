"""What `slowpath tests` and its bench print fits the schemas, and says what is worth saying."""

from __future__ import annotations

import json
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource
from small_test_set import RIGHT, a_set

from slowpath.bench.packages import options, planned
from slowpath.bench.packages import tests as bench_tests
from slowpath.bench.packages import tests_table as table
from slowpath.bench.packages.found import Package
from slowpath.bench.packages.table import write_csv
from slowpath.bench.packages.tests_jobs import ProgramVerdict, TestsOutcome
from slowpath.commands.tests import finished_lines
from slowpath.commands.tests_json import finished_object, progress_object
from slowpath.errors import CompileFailed
from slowpath.model.problem import Solution
from slowpath.model.testset import REFUSED, Against, LeftOut, Opponent, OpponentOutcome, TestsProgressed
from slowpath.schemas import NAMES, schema
from slowpath.settings import Settings


def fits(name: str, made: dict) -> None:
    registry = Registry().with_resources([(f"{each}.json", Resource.from_contents(schema(each))) for each in NAMES])
    jsonschema.Draft202012Validator(schema(name), registry=registry).validate(json.loads(json.dumps(made)))


def test_what_the_command_prints_fits_its_schema():
    fits("tests", progress_object(TestsProgressed(3, 2, 1, 10, 0.5)))
    fits("tests", finished_object(a_set(), Path("out"), "icpc"))
    assert "wrong: 1 of 1 fail on a test" in finished_lines(a_set(), Path("out"))
    fits("tests", finished_object(replace(a_set(), unused=(("w.kt", "no known language"),)), Path("out"), "icpc"))


def test_programs_that_were_not_run_are_named_with_the_reason_and_not_counted():
    slow = Opponent("slow.cpp", Against.SLOW, Solution(Path("slow.cpp"), "cpp", b""))
    made = replace(
        a_set(),
        opponents=(*a_set().opponents, slow),
        outcomes=(OpponentOutcome("wrong_answer/w.py", failure="It doesn't compile.\nline 3"), a_set().outcomes[1]),
    )
    lines = finished_lines(made, Path("out"))
    assert "  wasn't run: wrong_answer/w.py: It doesn't compile." in lines
    assert "  wasn't run: slow.cpp: no time was left" in lines
    assert not [line for line in lines if line.startswith(("wrong:", "slow:"))]


@pytest.mark.parametrize(("refused", "said"), [(30, True), (20, False), (4, False)])
def test_it_is_said_where_most_inputs_could_not_become_tests(refused, said):
    left_out = (*[LeftOut("x", REFUSED)] * refused, LeftOut("y", "it takes too long"))
    proposed = 50 if refused > 10 else 5
    lines = finished_lines(replace(a_set(), left_out=left_out, proposed=proposed), Path("out"))
    assert any(f"31 of 50 inputs couldn't become tests, 30 of them for: {REFUSED}" in line for line in lines) is said
    assert any("slowpath format" in line for line in lines) is said


OUTCOME = TestsOutcome(
    "p",
    tests=9,
    refused=0,
    mutants=(3, 4),
    programs=(
        ProgramVerdict("a.py", "accepted", False, False, False),
        ProgramVerdict("b.py", "accepted", True, False, None, "TLE"),
        ProgramVerdict("w.py", "wrong", True, True, False, "WA"),
        ProgramVerdict("s.py", "slow", False, True, False),
        ProgramVerdict("x.py", "slow", None, True, False),
    ),
)


def test_the_bench_writes_a_row_with_its_programs(tmp_path):
    package = Package("p", Path("p"), "learn", "en", (), ())
    write_csv(tmp_path / "made.csv", [table.tests_object(package, OUTCOME)])
    assert "a.py" in (tmp_path / "made.csv").read_text().splitlines()[1]


def test_what_the_bench_prints_fits_its_schema_and_counts_what_is_known(capsys):
    package = Package("p", Path("p"), "learn", "en", (), ())
    totals = table.tests_totals("all", [OUTCOME])
    fits("bench_packages", table.tests_object(package, OUTCOME))
    fits("bench_packages", table.tests_totals_object(totals))
    assert totals.passing == {"ours": (1, 2), "setters": (2, 2), "random": (1, 1)}
    assert totals.failing == {"ours": (1, 2), "setters": (3, 3), "random": (0, 3)}
    assert totals.everywhere["ours"] == (1, 2)
    assert OUTCOME.causes == ("an accepted one fails (TLE)", "a slow one passes")
    table.print_tests([(package, OUTCOME)], [totals])
    assert "s.py passes; b.py fails (TLE)" in " ".join(capsys.readouterr().out.split())


def test_accepted_programs_that_the_run_was_shown_do_not_count_as_true_positives():
    shown = tuple(replace(each, shown=True) for each in OUTCOME.programs[:1])
    totals = table.tests_totals("all", [replace(OUTCOME, programs=(*shown, *OUTCOME.programs[1:]))])
    assert totals.passing == {"ours": (0, 1), "setters": (1, 1), "random": (0, 0)}
    assert (totals.passing_shown, totals.failing["ours"]) == ((1, 1), (1, 2))


def test_the_bench_says_where_an_accepted_program_fails_alone():
    others = (
        ProgramVerdict("c.py", "accepted", False, False, None),
        ProgramVerdict("d.py", "accepted", None, None, None),
    )
    made = replace(OUTCOME, programs=(*OUTCOME.programs[:2], *others))
    assert made.causes == ("an accepted one fails (TLE), all 2 others pass",)
    failing = (ProgramVerdict("e.py", "accepted", True, False, None, "WA"),)
    assert replace(made, programs=(*made.programs, *failing)).causes == (
        "an accepted one fails (TLE)",
        "an accepted one fails (WA)",
    )


@pytest.mark.parametrize("given", [True, False])
def test_the_bench_makes_tests_with_the_format_that_is_given(given, tmp_path, monkeypatch):
    (tmp_path / "p.format").write_text("n: int 1..9")
    (tmp_path / "a.py").write_bytes(RIGHT)
    asked = options.parser().parse_args(["p", "--tests", *(["--given-formats", str(tmp_path)] if given else [])])
    package = Package("p", tmp_path, "learn", "en", (), (tmp_path / "a.py",))
    (job,) = planned.test_set_jobs([package], asked)
    commands: list[list] = []
    monkeypatch.setattr(bench_tests, "searched", lambda arguments, *_, **__: commands.append(arguments))
    bench_tests._made(job.work.tests, tmp_path, tmp_path / "out", 1.0)
    assert (tmp_path / "p.format" in map(Path, map(str, commands[0]))) is given


def test_the_bench_answers_random_inputs_by_the_first_program_that_can_be_built(tmp_path, monkeypatch):
    (tmp_path / "broken.py").write_bytes(b"print(")
    (tmp_path / "right.py").write_bytes(RIGHT)

    def opened(solution, settings):
        if solution.source != RIGHT:
            raise CompileFailed("It doesn't compile.")
        return nullcontext(solution.path.name)

    monkeypatch.setattr(bench_tests.pipeline, "open_executor", opened)
    programs = [tmp_path / "broken.py", tmp_path / "right.py"]
    with ExitStack() as stack:
        solution, executor = bench_tests._first_opened(programs, Settings(), stack)
        assert (solution.path.name, executor) == ("right.py", "right.py")
        with pytest.raises(CompileFailed):
            bench_tests._first_opened(programs[:1], Settings(), stack)

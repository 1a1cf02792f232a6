"""The rewrites bench: which programs and planted versions it takes, what counts as got through, how it is resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from slowpath import pipeline
from slowpath.bench.rewrites import measure as rewrites
from slowpath.bench.rewrites.ecco import ecco_rows
from slowpath.bench.rewrites.jobs import (
    AGREED,
    FAILED,
    NOT_BUILT,
    NOT_FASTER,
    TOLD_APART,
    TOO_EASY,
    Job,
    Outcome,
    Ran,
    name_of,
    outcome_of,
)
from slowpath.bench.rewrites.run import run
from slowpath.bench.rewrites.spectrum import accepted_programs, answered_tests, spectrum_of
from slowpath.errors import UsageError
from slowpath.model.breaking import FaultCategory
from slowpath.mutants import mutants
from slowpath.rewrites.ways import WAYS
from slowpath.settings import load
from slowpath.wire import encode

SOURCE = "n = int(input())\nfor i in range(n):\n    print(i * 2 + 1)\n"


def write_programs(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name / "samples").mkdir(parents=True)
        (folder / name / "statement.md").write_text("# Odd\n\n**Input.** An integer $n$, $1 \\leq n \\leq 9$.\n")
        (folder / name / "samples" / "1.in").write_text("2\n")
        (folder / name / "samples" / "1.out").write_text("1\n3\n")
        (folder / name / "solution.py").write_text(SOURCE)
    return folder


def jobs(folder: Path, *options: str) -> list[Job]:
    given = rewrites.parser().parse_args([str(folder), *options])
    return rewrites.jobs_of(list(rewrites._programs(given.data)), given)


def planted(verdict: str, by: str = "evidence", agreed_then: bool = False) -> Outcome:
    return Outcome("odd", 1, 5.0, True, 0, "python", category="dp", verdict=verdict, by=by, agreed_then=agreed_then)


def test_planted_versions_come_evenly_over_kinds_of_bugs_and_programs_and_are_the_same_each_time(tmp_path):
    folder = write_programs(tmp_path, "first", "second", "third")
    made = jobs(folder, "--wrong")
    kinds = [mutants(SOURCE.encode(), "python")[job.mutant].category for job in made]
    first = len(set(kinds))
    assert set(kinds[:first]) == set(kinds[first : 2 * first]) == set(kinds)
    structural = [
        job.program.parent.name for job, kind in zip(made, kinds, strict=True) if kind is FaultCategory.STRUCTURAL
    ]
    assert sorted(structural[:3]) == sorted(structural[3:6]) == ["first", "second", "third"]
    assert len({job.key for job in made}) == len(made)
    assert made == jobs(folder, "--wrong") != jobs(folder, "--wrong", "--seed", "1")


def test_the_wrong_version_beside_a_right_one_is_planted_first(tmp_path):
    folder = write_programs(tmp_path, "odd")
    (folder / "odd" / "buggy.py").write_text(SOURCE)
    made = jobs(folder, "--wrong")
    assert [job.planted for job in made[:2]] == ["buggy.py", ""] and made[0].mutant is None


def test_what_fails_a_sample_is_not_among_those_that_are_wanted(tmp_path, monkeypatch, capsys):
    folder, verdicts = write_programs(tmp_path, "odd"), [TOO_EASY, TOLD_APART, NOT_BUILT, TOLD_APART, TOLD_APART]
    monkeypatch.setattr(
        rewrites, "_done", lambda job: Outcome("odd", job.mutant, 5.0, True, 0, verdict=verdicts.pop(0), by="search")
    )
    assert rewrites.main([str(folder), "--wrong", "--limit", "2", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (summary["versions"], summary["too_easy"], summary["not_built"], len(verdicts)) == (2, 1, 1, 1)


def test_without_planted_versions_each_program_is_one_job(tmp_path):
    made = jobs(write_programs(tmp_path, "first", "second"), "--known-worst")
    assert [(job.program.parent.name, job.mutant, job.known_worst) for job in made] == [
        ("first", None, True),
        ("second", None, True),
    ]


def test_only_what_the_second_search_told_apart_got_through():
    summary = rewrites.wrong_summary(
        [
            planted(TOLD_APART),
            planted(TOLD_APART, "search"),
            planted(TOLD_APART, "second search", True),
            planted(TOLD_APART, NOT_FASTER),
            planted(AGREED, ""),
            planted(NOT_BUILT),
            planted(TOO_EASY),
            planted(FAILED),
        ]
    )
    counts = {"versions": 5, "by_evidence": 1, "by_search": 1, "by_speed": 1, "got_through": 1, "alike": 1}
    assert summary == {
        **counts,
        "not_built": 1,
        "too_easy": 1,
        "failed": 1,
        "by_kind": [{"language": "python", "category": "dp", **counts}],
    }


def test_a_program_that_became_no_faster_counts_as_one():
    faster = Outcome("a", None, 5.0, False, 0, verdict=AGREED, origin="py-counted", geomean=16.0)
    summary = rewrites.gain_summary([faster, Outcome("b", None, 5.0, False, 0)])
    assert (summary["faster"], summary["much_faster"], summary["geomean"]) == (1, 1, 4.0)


def test_an_outcome_is_known_by_the_key_of_its_job():
    for job in (
        Job(Path("a/solution.py"), 3, 5.0),
        Job(Path("a/solution.py"), None, 5.0, True, 2, planted="buggy.py"),
        Job(Path("a/solution.py"), None, 5.0, way="profile", replay="replies"),
    ):
        assert outcome_of(job).key == job.key


def test_what_stands_in_the_file_is_not_run_again_but_a_failure_is(tmp_path, monkeypatch, capsys):
    folder = write_programs(tmp_path / "data", "first", "second")
    known, ran = tmp_path / "known.jsonl", []
    for name, failure in (("first", ""), ("second", "it didn't end")):
        rewrites._kept(known, Outcome(name, None, 30.0, False, 0, failure=failure))

    def done(job: Job) -> Outcome:
        ran.append(job.program.parent.name)
        return Outcome(job.program.parent.name, None, job.seconds, False, 0)

    monkeypatch.setattr(rewrites, "_done", done)
    assert rewrites.main([str(folder), "--resume", str(known), "--json"]) == 0
    assert ran == ["second"]
    assert json.loads(capsys.readouterr().out.splitlines()[0]) == encode(Outcome("first", None, 30.0, False, 0))


def test_a_folder_without_programs_is_said(tmp_path):
    with pytest.raises(UsageError):
        rewrites.main([str(tmp_path)])


def measured(
    program: str, way: str, after: Ran | None, shown: Ran | None = None, spectrum: tuple[Ran, ...] = ()
) -> Outcome:
    """A program that takes 4 s and 400 bytes, and what became of it."""
    return Outcome(
        program,
        None,
        5.0,
        True,
        0,
        way=way,
        original=Ran(True, 4.0, 400),
        written=after,
        shown=shown,
        spectrum=spectrum,
    )


def rows(*outcomes: Outcome) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["way"], row["stage"]): row for row in ecco_rows(outcomes)}


def test_what_a_model_writes_and_what_is_shown_have_rows_of_their_own_by_way_and_in_total():
    fast, wrong = Ran(True, 1.0, 100), Ran(False)
    found = rows(
        measured("a", "instruct", fast, fast),
        measured("b", "instruct", wrong),
        measured("c", "profile", wrong, Ran(True, 2.0, 400)),
        measured("d", "", None, fast),
    )
    assert list(found) == [
        ("instruct", "written"),
        ("instruct", "shown"),
        ("profile", "written"),
        ("profile", "shown"),
        ("rules", "shown"),
        ("all ways", "written"),
        ("all ways", "shown"),
    ]
    written, shown = found["all ways", "written"], found["all ways", "shown"]
    assert (written["pass_at_1"], written["speedup"], written["memory_reduction"]) == (pytest.approx(1 / 3), 4.0, 4.0)
    assert (shown["programs"], shown["versions"], shown["pass_at_1"]) == (3, 2, 1.0)
    assert (shown["speedup"], shown["geometric_speedup"]) == (3.0, pytest.approx(8**0.5))
    assert (shown["optimised"], shown["memory_optimised"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))


def test_a_model_that_wrote_nothing_failed_and_ten_percent_less_counts():
    found = rows(measured("a", "instruct", None), measured("b", "instruct", Ran(True, 3.6, 361)))
    assert found["instruct", "written"]["pass_at_1"] == 0.5
    assert found["instruct", "written"]["optimised"] == 0.5
    assert found["instruct", "written"]["memory_optimised"] == 0.0


def test_the_slowest_of_a_spectrum_has_percentile_0_and_a_program_without_a_spectrum_has_none():
    spectrum = (Ran(True, 4.0, 100), Ran(True, 2.0, 300), Ran(True, 1.0, 400), Ran(True, 0.5, 400))
    (slowest,) = ecco_rows([measured("a", "", None, Ran(True, 4.0, 100), spectrum)])
    assert (slowest["runtime_percentile"], slowest["memory_percentile"], slowest["spectra"]) == (0.0, 75.0, 1)
    (alone,) = ecco_rows([measured("a", "", None, Ran(True, 4.0, 100))])
    assert (alone["runtime_percentile"], alone["spectra"]) == (None, 0)


def test_ways_are_measured_where_there_are_recordings_of_them(tmp_path):
    folder, replies = write_programs(tmp_path / "data", "first", "second", "third"), tmp_path / "replies"
    replies.mkdir()
    for number, purpose in enumerate(
        (
            "optimise-instruct first 1.1",
            "optimise-feedback first.1 1.1",
            "optimise-refine first.1 1.1",
            "optimise-instruct second 1.1",
            "optimise-refine second.1 1.1",
            "optimise-profile third 1.1",
        )
    ):
        (replies / f"{number}.json").write_text(json.dumps({"purpose": purpose}))
    ways = [option for way in WAYS for option in ("--way", way)]
    made = jobs(folder, *ways, "--replay", str(replies))
    assert {(job.way, job.program.parent.name) for job in made} == {
        ("instruct", "first"),
        ("self-refine", "first"),
        ("instruct", "second"),
        ("exec-refine", "second"),
        ("profile", "third"),
    }


def test_a_way_of_which_nothing_is_recorded_is_said_and_not_measured_as_the_rules(tmp_path):
    folder = write_programs(tmp_path / "data", "first")
    for more in ((), ("--replay", str(tmp_path))):
        with pytest.raises(UsageError):
            jobs(folder, "--way", "instruct", *more)


SPECTRA = Path(__file__).resolve().parents[1] / "quality" / "spectra"


def test_the_accepted_programs_of_a_package_are_its_spectrum():
    (program,) = rewrites._programs([SPECTRA])
    assert (program.name, name_of(program)) == ("a_list.py", "common_boss")
    others = accepted_programs(pipeline.read_problem(pipeline.read_solution(program)), program)
    assert [path.stem for path in others] == ["b_set", "c_depth", "d_larger_first", "e_doubling"]


def test_only_programs_that_pass_all_tests_are_in_a_spectrum(tmp_path):
    (program,) = write_programs(tmp_path, "odd").glob("odd/solution.py")
    (program.parent / "accepted").mkdir()
    (program.parent / "accepted" / "same.py").write_text(SOURCE)
    (program.parent / "accepted" / "wrong.py").write_text(SOURCE.replace("+ 1", "+ (i < 3)"))
    solution = pipeline.read_solution(program)
    problem = pipeline.read_problem(solution)
    tests = answered_tests(solution, problem, [b"9\n"], load({}))
    assert tests == [(b"9\n", b"1\n3\n5\n7\n9\n11\n13\n15\n17\n"), (b"2\n", b"1\n3\n")]
    (same,) = spectrum_of(accepted_programs(problem, program), tests, None, load({}))
    assert same.is_correct and same.peak_bytes > 0


def number_of(text: bytes) -> int:
    """The number of the mutant with that text in the place of another."""
    return next(
        number
        for number, each in enumerate(mutants(SOURCE.encode(), "python"))
        if each.text == text and each.kind != "off by one"
    )


def test_a_planted_version_that_passes_the_samples_is_told_apart(tmp_path):
    program = next(write_programs(tmp_path, "odd").glob("odd/solution.py"))
    (program.parent / "buggy.py").write_text(SOURCE.replace("i * 2 + 1", "i * 2 + 1 if i < 8 else 0"))
    (program.parent / "bug.toml").write_text('category = "numeric"\nsentence = "The last one is 0."\n')
    made = run(Job(program, None, 5.0, planted="buggy.py"))
    assert (made.verdict, made.by, made.category, made.failure) == (TOLD_APART, "evidence", "numeric", "")
    assert made.change == "The last one is 0." and made.reason


def test_a_planted_version_that_fails_a_sample_is_said_to(tmp_path):
    program = next(write_programs(tmp_path, "odd").glob("odd/solution.py"))
    assert run(Job(program, number_of(b" - 1"), 5.0)).verdict == TOO_EASY

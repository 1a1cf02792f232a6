"""The rewrites bench: which programs and planted versions it takes, what counts as got through, how it is resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slowpath.bench import rewrites
from slowpath.bench.rewrites_jobs import AGREED, FAILED, NOT_BUILT, TOLD_APART, Job, Outcome
from slowpath.bench.rewrites_run import run
from slowpath.errors import UsageError
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
    return Outcome("odd", 1, 5.0, True, 0, verdict=verdict, by=by, agreed_then=agreed_then)


def test_planted_versions_are_dealt_evenly_over_the_programs_and_are_the_same_each_time(tmp_path):
    folder = write_programs(tmp_path, "first", "second", "third")
    made = jobs(folder, "--wrong", "--limit", "6")
    assert sorted(job.program.parent.name for job in made) == ["first", "first", "second", "second", "third", "third"]
    assert len({job.key for job in made}) == 6
    assert made == jobs(folder, "--wrong", "--limit", "6") != jobs(folder, "--wrong", "--limit", "6", "--seed", "1")


def test_without_planted_versions_each_program_is_one_job(tmp_path):
    made = jobs(write_programs(tmp_path, "first", "second"), "--known-worst")
    assert [(job.program.parent.name, job.mutant, job.known_worst) for job in made] == [
        ("first", None, True), ("second", None, True)]


def test_only_what_the_second_search_told_apart_got_through():
    summary = rewrites.wrong_summary([
        planted(TOLD_APART), planted(TOLD_APART, "search"), planted(TOLD_APART, "second search", True),
        planted(AGREED, ""), planted(NOT_BUILT), planted(FAILED)])
    assert summary == {"versions": 4, "not_built": 1, "failed": 1, "by_evidence": 1, "by_search": 1,
                       "got_through": 1, "alike": 1}


def test_a_program_that_became_no_faster_counts_as_one():
    faster = Outcome("a", None, 5.0, False, 0, verdict=AGREED, origin="py-counted", geomean=16.0)
    summary = rewrites.gain_summary([faster, Outcome("b", None, 5.0, False, 0)])
    assert (summary["faster"], summary["much_faster"], summary["geomean"]) == (1, 1, 4.0)


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


def test_a_planted_version_is_told_apart_by_the_evidence(tmp_path):
    program = next(write_programs(tmp_path, "odd").glob("odd/solution.py"))
    made = run(Job(program, 0, 5.0))
    assert (made.verdict, made.by, made.failure) == (TOLD_APART, "evidence", "")
    assert made.change and made.reason

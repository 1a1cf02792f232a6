"""Whether capitals matter is learned from an accepted solution that answers samples in others."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.model.breaking import BreakFound, ReferenceJudged
from slowpath.model.campaign import Budget, Warned
from slowpath.settings import load

ACCEPTED = "n = int(input())\nprint('Yes' if n % 2 else 'No')\n"
LOUD = ACCEPTED.replace("Yes", "YES")
WRONG = LOUD.replace("n % 2", "n % 2 and n < 8")


def events(folder: Path, source: str, **options):
    """A search with an accepted program that writes "Yes", where the samples say "YES"."""
    (folder / "samples").mkdir()
    (folder / "main.py").write_text(source)
    (folder / "right.py").write_text(ACCEPTED)
    for name, answer in (("1", "YES"), ("2", "NO")):
        (folder / "samples" / f"{name}.in").write_text(f"{name}\n")
        (folder / "samples" / f"{name}.out").write_text(f"{answer}\n")
    solution = pipeline.read_solution(folder / "main.py")
    problem = pipeline.read_problem(solution)
    report = pipeline.format_from_text("n: int 1..50\n", None, problem)
    settings = load({"cache_dir": folder / "cache"})
    spec = pipeline.break_spec(
        solution, problem, report, settings, Budget(executions=120), accepted=folder / "right.py", **options
    )
    return list(pipeline.find_break(spec, settings, keep=lambda data: "", stop=lambda: False, clock=lambda: 0.0))


@pytest.mark.parametrize(("source", "is_wrong"), [(LOUD, False), (WRONG, True)])
def test_other_capitals_are_no_other_answer(tmp_path, source, is_wrong):
    told = events(tmp_path, source)
    assert [each.usable for each in told if isinstance(each, ReferenceJudged)] == [True]
    assert [each.code for each in told if isinstance(each, Warned)].count("any-case") == 1
    found = [each.breaking for each in told if isinstance(each, BreakFound)]
    assert bool(found) is is_wrong
    assert all(each.doubt == "" for each in found)


def test_where_flags_are_given_capitals_matter(tmp_path):
    told = events(tmp_path, LOUD, compare="case_sensitive")
    assert [each.usable for each in told if isinstance(each, ReferenceJudged)] == [False]
    assert "any-case" not in {each.code for each in told if isinstance(each, Warned)}

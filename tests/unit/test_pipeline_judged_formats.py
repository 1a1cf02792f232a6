"""An inferred format takes up what the package's validators say, by their own word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest
from laid_out_packages import package

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.errors import CompileFailed
from slowpath.model.format import FormatReport
from slowpath.pipeline import judged_formats


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned in the time that a busy machine leaves isn't what these tests are about."""
    monkeypatch.setattr(judged_formats, "ASKING_S", 120.0)


def report_of(folder: Path, tmp_path: Path, *, runs: bool = True) -> FormatReport:
    solution = pipeline.read_solution(folder / "submissions/accepted/right.py")
    problem = pipeline.read_problem(solution, folder)
    settings = settings_module.load({"cache_dir": str(tmp_path / "cache")}) if runs else None
    return pipeline.infer_format(problem, solution, settings)


def test_a_bound_that_a_validator_wants_is_its_word(tmp_path: Path) -> None:
    folder = package(tmp_path, highest=20)

    made = report_of(folder, tmp_path)

    assert made.text == "n: int 1..50\nh: int[n] 1..20\n"
    assert [(one.about, one.fact) for one in made.evidence if one.source == "package"] == [("h", "1 <= h <= 20")]
    assert "input_validators/check.py" in next(one.quote for one in made.evidence if one.source == "package")
    assert made.doubts == ()  # The statement's 100 is understood, and wider.
    assert len(made.stated) == len(report_of(folder, tmp_path, runs=False).stated)


def test_nobody_is_asked_in_a_workspace_that_is_not_trusted(tmp_path: Path) -> None:
    marks = "open('asked', 'w')\n"
    folder = package(tmp_path, **{"input_validators/check.py": f"{marks}raise SystemExit(43)\n"})

    assert report_of(folder, tmp_path, runs=False).text == "n: int 1..50\nh: int[n] 1..100\n"
    assert not list(tmp_path.rglob("asked"))


@pytest.mark.parametrize(
    "validator",
    [
        "raise SystemExit(43)\n",
        "import sys\nraise SystemExit(42 if len(sys.stdin.read()) < 7 else 43)\n",
        "not Python at all\n",
        "import os, sys\nos.kill(os.getpid(), 9)\n",
    ],
    ids=["refuses all", "refuses the sample", "doesn't compile", "is killed"],
)
def test_a_validator_that_refuses_a_sample_or_fails_says_nothing(tmp_path: Path, validator: str) -> None:
    folder = package(tmp_path, **{"input_validators/check.py": validator})

    assert report_of(folder, tmp_path).text == "n: int 1..50\nh: int[n] 1..100\n"


def test_what_the_search_needs_is_built_with_the_format_as_it_was_read(tmp_path: Path) -> None:
    folder = package(tmp_path, highest=20)
    solution = pipeline.read_solution(folder / "submissions/accepted/right.py")
    problem = pipeline.read_problem(solution, folder)
    settings = settings_module.load({"cache_dir": str(tmp_path / "cache")})
    built = list[FormatReport]()

    def ahead(report: FormatReport) -> None:
        built.append(report)
        raise CompileFailed("The search will say so.")

    made = pipeline.infer_format(problem, solution, settings, ahead=ahead)

    assert [each.text for each in built] == ["n: int 1..50\nh: int[n] 1..100\n"]
    assert made.text == "n: int 1..50\nh: int[n] 1..20\n"


def test_a_format_that_the_user_wrote_is_left_alone(tmp_path: Path) -> None:
    folder = package(tmp_path, highest=20)
    solution = pipeline.read_solution(folder / "submissions/accepted/right.py")
    problem = replace(pipeline.read_problem(solution, folder), format_text="n: int 1..9\nh: int[n] 1..99\n")

    made = pipeline.infer_format(problem, solution, settings_module.load({"cache_dir": str(tmp_path / "cache")}))

    assert made.text == "n: int 1..9\nh: int[n] 1..99\n"


def test_arguments_of_the_samples_alone_say_nothing_of_other_tests(tmp_path: Path) -> None:
    """A package whose other tests are still to be made: its samples are small."""
    folder = package(tmp_path, highest=20)
    rmtree(folder / "data/secret")

    assert report_of(folder, tmp_path).text == "n: int 1..50\nh: int[n] 1..100\n"

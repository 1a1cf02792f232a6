"""Where a written format is looked for, and where a new one goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.errors import FormatUnreadable, StoreUnwritable, UsageError
from slowpath.problems import read_problem

FORMAT = "n: int 1..9\n"
SOURCE = b"n = int(input())\nprint(n)\n"


def tree(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(FORMAT if name.endswith(".format") else "1\n")


@pytest.mark.parametrize(
    ("files", "solution", "kept_at"),
    [
        (["a.py"], "a.py", "a.format"),
        (["a.py", "b.py", "a1.in", "b1.in"], "a.py", "a.format"),
        (["main.py", "statement.md"], "main.py", "input.format"),
        (["solutions/a.py", "statement.md"], "solutions/a.py", "input.format"),
        (["submissions/accepted/a.py", "problem.yaml"], "submissions/accepted/a.py", "input.format"),
        (["sol/correct.py", "info.toml", "task.md"], "sol/correct.py", "input.format"),
        (["a.py", "test/sample-1.in"], "a.py", "a.format"),
    ],
)
def test_a_new_format_goes_into_the_problems_own_folder_or_beside_the_solution(tmp_path, files, solution, kept_at):
    tree(tmp_path, *files)
    problem = read_problem(tmp_path / solution)
    assert (problem.format_path, problem.format_text) == (tmp_path / kept_at, "")


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["a.format"], "a.format"),
        (["input.format"], "input.format"),
        (["a.format", "input.format"], "a.format"),
        (["statement.md", "a.format"], "a.format"),
        (["b.format"], None),
    ],
)
def test_the_saved_format_nearest_to_the_solution_is_read(tmp_path, files, found):
    tree(tmp_path, "a.py", *files)
    problem = read_problem(tmp_path / "a.py")
    assert (problem.format_text == FORMAT) == (found is not None)
    assert found is None or problem.format_path == tmp_path / found


def test_what_can_not_be_read_is_noted(tmp_path):
    tree(tmp_path, "a.py")
    (tmp_path / "a.format").write_bytes(b"x" * (2 << 20))
    assert any("a.format" in note for note in read_problem(tmp_path / "a.py").notes)


def inferred(folder: Path, text: str, sample: str = "7\n"):
    tree(folder, "a.py")
    (folder / "a.py").write_bytes(SOURCE)
    (folder / "1.in").write_text(sample)
    (folder / "a.format").write_text(text)
    solution = pipeline.read_solution(folder / "a.py")
    return pipeline.infer_format(pipeline.read_problem(solution), solution)


def test_what_the_user_wrote_wins(tmp_path):
    report = inferred(tmp_path, "# mine\nn: int 5..8\n")
    assert report.format is not None
    assert [(e.about, e.source, e.line) for e in report.evidence] == [("n", "user", 2)]
    assert not report.misfits


def test_a_sample_that_does_not_fit_is_said_and_nothing_changed(tmp_path):
    report = inferred(tmp_path, "n: int 5..8; m: int 1..2\n")
    (misfit,) = report.misfits
    assert misfit.where == "sample 1"
    assert misfit.message.startswith("line 1, token 2: ")
    assert report.format is not None


def test_a_mistake_is_never_passed_over(tmp_path):
    with pytest.raises(FormatUnreadable, match=r"a\.format, line 1, column 11") as refused:
        inferred(tmp_path, "n: int 1..m\n")
    assert (refused.value.line, refused.value.column, refused.value.exit_code) == (1, 11, 2)


def test_a_format_is_overwritten_only_when_asked_for(tmp_path):
    pipeline.write_format(tmp_path / "a.format", FORMAT)
    with pytest.raises(UsageError, match="--force"):
        pipeline.write_format(tmp_path / "a.format", "other")
    assert (tmp_path / "a.format").read_text() == FORMAT
    pipeline.write_format(tmp_path / "a.format", "other", overwrite=True)
    assert (tmp_path / "a.format").read_text() == "other"
    with pytest.raises(StoreUnwritable):
        pipeline.write_format(tmp_path / "none" / "a.format", FORMAT)

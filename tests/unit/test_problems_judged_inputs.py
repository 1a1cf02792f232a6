"""Inputs that somebody judged: where they are kept, and what goes by them."""

from __future__ import annotations

import pytest

from slowpath import pipeline
from slowpath.errors import UsageError
from slowpath.problems import read_problem

STATEMENT = (
    "# Pairs\n\n## Input\nThe first line has an integer n (2 <= n <= 9). The second line has n integers from 1 to 9.\n"
)
SOURCE = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"


def problem_at(folder, name="main.py", *others):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SOURCE)
    for other in others:
        (folder / other).write_text(STATEMENT if other.endswith(".md") else "")
    return read_problem(path)


@pytest.mark.parametrize(
    ("name", "others", "kept_in"),
    [
        ("submissions/accepted/a.py", ["problem.yaml"], "data/valid_input"),
        ("main.py", ["statement.md"], "valid_input"),
        ("a.py", ["b.py"], "a.inputs/valid_input"),
    ],
)
def test_a_verdict_is_kept_where_the_problem_s_own_things_are(tmp_path, name, others, kept_in):
    path = pipeline.keep_verdict(problem_at(tmp_path, name, *others), b"2\n1 2\n", valid=True)
    assert path == tmp_path / kept_in / "judged-1.in"
    (sample,) = read_problem(tmp_path / name).samples
    assert sample.data == b"2\n1 2\n" and sample.is_judged and sample.answer is None


def test_who_says_otherwise_later_takes_back_what_he_said_and_nothing_is_kept_twice(tmp_path):
    problem = problem_at(tmp_path)
    first = pipeline.keep_verdict(problem, b"2\n1 1\n", valid=True)
    assert pipeline.keep_verdict(problem, b"2\n1 1\n", valid=True) == first
    second = pipeline.keep_verdict(problem, b"2\n1 1\n", valid=False)
    assert second.parent.name == "invalid_input" and not first.exists()
    known = read_problem(tmp_path / "main.py")
    assert not known.samples and [each.name for each in known.invalid_inputs] == ["invalid_input/judged-1"]


def test_a_sample_that_is_judged_valid_too_is_there_once(tmp_path):
    (tmp_path / "1.in").write_bytes(b"2\n1 2\n")
    problem = problem_at(tmp_path, "main.py", "statement.md")
    pipeline.keep_verdict(problem, b"2\n1 2\n", valid=True)
    assert [sample.name for sample in read_problem(tmp_path / "main.py").samples] == ["1"]


@pytest.mark.parametrize(("invalid", "doubted"), [(b"2\n1 1\n", True), (b"1\n1\n", False)])
@pytest.mark.parametrize("given", ["", "n: int 2..9\na: int[n] 1..9\n"])
def test_a_format_that_allows_what_is_not_valid_is_doubtful(tmp_path, invalid, doubted, given):
    problem = problem_at(tmp_path, "main.py", "statement.md")
    pipeline.keep_verdict(problem, invalid, valid=False)
    if given:
        (tmp_path / "input.format").write_text(given)
    solution = pipeline.read_solution(tmp_path / "main.py")
    report = pipeline.infer_format(pipeline.read_problem(solution), solution)
    told = [doubt.text for doubt in report.doubts]
    assert told == (["The format allows invalid_input/judged-1, which isn't valid."] if doubted else [])


def test_what_somebody_else_put_there_is_never_removed(tmp_path):
    problem = problem_at(tmp_path, "main.py", "statement.md")
    theirs = tmp_path / "invalid_input" / "bad.in"
    theirs.parent.mkdir()
    theirs.write_bytes(b"2\n1 1\n")
    with pytest.raises(UsageError, match=r"bad\.in says that this input is not valid"):
        pipeline.keep_verdict(problem, theirs.read_bytes(), valid=True)
    assert theirs.exists()
    (tmp_path / "1.in").write_bytes(b"2\n1 2\n")
    with pytest.raises(UsageError, match="1 says that this input is valid"):
        pipeline.keep_verdict(read_problem(tmp_path / "main.py"), b"2\n1 2\n", valid=False)


def test_verdicts_from_before_there_was_a_statement_still_count_and_can_be_taken_back(tmp_path):
    problem_at(tmp_path, "b.py")
    before = pipeline.keep_verdict(problem_at(tmp_path, "a.py"), b"2\n2 2\n", valid=False)
    assert before.parent.parent.name == "a.inputs"
    (tmp_path / "statement.md").write_text(STATEMENT)
    known = read_problem(tmp_path / "a.py")
    assert [each.data for each in known.invalid_inputs] == [b"2\n2 2\n"]
    after = pipeline.keep_verdict(known, b"2\n2 2\n", valid=True)
    assert after.parent == tmp_path / "valid_input" and not before.exists()

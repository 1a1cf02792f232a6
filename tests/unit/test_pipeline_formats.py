"""How right programs of a problem help to read the input of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.model.problem import Problem, Sample, Solution

STATEMENT = """Some story.

## Constraints
$1 \\le n \\le 100$, $1 \\le a_i \\le 1000$.

## Output
Print their sum.
"""
SAMPLE = Sample("1", b"3\n4 5 6\n")
RIGHT = b"n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
WRONG = b"n = int(input())\na, b = map(int, input().split())\nprint(a + b)\n"
FORMAT = "n: int 1..100\na: int[n] 1..1000\n"


def _solution(name: str, source: bytes) -> Solution:
    return Solution(Path(name).absolute(), "python", source)


@pytest.mark.parametrize("others", [[RIGHT], [WRONG, RIGHT]], ids=["the right one", "another wrong one before it"])
def test_a_program_that_reads_its_input_wrongly_gets_the_format_of_a_right_one(others: list[bytes]) -> None:
    problem = Problem("sum", "plain", Path("."), STATEMENT, samples=(SAMPLE,))
    right = [_solution(f"right{number}.py", source) for number, source in enumerate(others)]
    report = pipeline.infer_format(problem, _solution("wrong.py", WRONG), None, right)
    assert (report.text, report.doubts) == (FORMAT, ())
    read = [fact for fact in report.evidence if fact.source == "reads"]
    assert read
    assert {(fact.line, fact.quote.split(":")[0]) for fact in read} == {(0, right[-1].path.name)}


def test_no_other_program_is_read_where_the_first_leaves_no_doubt() -> None:
    problem = Problem("sum", "plain", Path("."), STATEMENT, samples=(SAMPLE,))
    report = pipeline.infer_format(problem, _solution("mine.py", RIGHT), None, [_solution("other.py", b"not Python (")])
    assert (report.text, report.doubts) == (FORMAT, ())
    assert {fact.line for fact in report.evidence if fact.source == "reads"} == {1, 2}


def test_right_programs_beside_it_are_read_where_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "statement.md").write_text(STATEMENT, "utf-8")
    (tmp_path / "1.in").write_bytes(SAMPLE.data)
    (tmp_path / "1.out").write_text("15\n", "utf-8")
    for name, source in (("main.py", WRONG), ("brute.py", RIGHT)):
        (tmp_path / name).write_bytes(source)
    solution = pipeline.read_solution(tmp_path / "main.py")
    problem = pipeline.read_problem(solution)
    assert pipeline.infer_format(problem, solution).text == FORMAT
    alone = pipeline.infer_format(problem, solution, None, [])
    assert alone.doubts or alone.format is None or alone.text != FORMAT

"""Lines of format that are proposed for sentences which aren't understood."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.errors import UsageError
from slowpath.inputs.text_form.text import from_text
from slowpath.model.problem import Problem, Sample, Solution

STATEMENT = """Some story.

## Input
The first line has an integer $n$ ($1 \\le n \\le 100$), the number of weights. The second line has $n$ integers $a_i$
($1 \\le a_i \\le 1000$), the weights.
{sentence}

## Output
Print their sum.
"""
SOLUTION = Solution(
    Path("a.py").absolute(), "python", b"n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
)


def doubts(sentence: str, sample: bytes = b"3\n4 5 6\n"):
    problem = Problem(
        "weights", "plain", Path("."), STATEMENT.format(sentence=sentence), samples=(Sample("1", sample),)
    )
    report = pipeline.with_proposals(pipeline.infer_format(problem, SOLUTION), problem)
    return [doubt for doubt in report.doubts if doubt.kind == "sentence"]


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("The weights come in the order of their sizes.", "where next a >= a"),
        ("The weights grow strictly.", "where next a > a"),
        ("Every weight has a value of its own, which no other has.", "where distinct a"),
        ("No weight is seen more than 2 times.", "where times a <= 2"),
        ("No two neighbours are the same.", "where apart a"),
    ],
)
def test_a_line_that_says_the_sentence_is_proposed(sentence, line):
    (doubt,) = doubts(sentence)
    assert doubt.proposal == line
    from_text(f"n: int 1..100\na: int[n] 1..1000\n{line}\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "The weights form a mountain.",
        "It is guaranteed that no weight is a multiple of another one, and their gcd is one.",
        "No two neighbouring weights sum to the same as others.",
        "The weights grow strictly if n is even.",
    ],
)
def test_what_no_line_can_say_gets_none(sentence):
    (doubt,) = doubts(sentence)
    assert doubt.proposal == ""


def test_what_a_sample_breaks_is_not_proposed():
    (doubt,) = doubts("The weights grow strictly.", b"3\n4 4 6\n")
    assert doubt.proposal == ""


def test_a_line_that_is_taken_settles_its_sentence_alone_and_a_dismissed_one_is_not_doubted_again(tmp_path):
    statement = STATEMENT.format(sentence="The weights grow strictly. The weights form a mountain.")
    (tmp_path / "statement.md").write_text(statement)
    (tmp_path / "a.py").write_bytes(SOLUTION.source)
    solution = pipeline.read_solution(tmp_path / "a.py")
    problem = pipeline.read_problem(solution)
    first, second = pipeline.with_proposals(pipeline.infer_format(problem, solution), problem).doubts
    inferred = pipeline.format_to_edit(problem, solution)
    taken = pipeline.settled_format(inferred.text, first, first.proposal)
    pipeline.write_format(inferred.path, taken)
    saved = pipeline.read_problem(solution)
    report = pipeline.infer_format(saved, solution)
    assert [doubt.quote for doubt in report.doubts] == [second.quote] and not report.is_settled
    assert "where next a > a" in taken.splitlines()
    dismissed = pipeline.settled_format(taken, second)
    last = pipeline.infer_format(replace(saved, format_text=dismissed), solution)
    assert last.is_settled and not last.doubts


def test_a_line_that_can_not_stand_in_the_format_is_refused():
    (doubt,) = doubts("The weights form a mountain.")
    with pytest.raises(UsageError):
        pipeline.settled_format("n: int 1..100\n", doubt, "where nobody >= 1")

"""The consensus of a package's correct solutions, as a campaign asks it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline, settings
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.pipeline.consensus import Consensus, references_of
from slowpath.problems import read_problem

PROGRAMS = {
    "a.py": "print(int(input()))\n",
    "b.py": "n = int(input())\nprint(n)\n",
    "c.py": "n = int(input())\nassert n < 100\nprint(n)\n",
    "d.kt": "fun main() {}\n",
}


@pytest.fixture
def root(tmp_path) -> Path:
    accepted = tmp_path / "submissions" / "accepted"
    accepted.mkdir(parents=True)
    (tmp_path / "problem.yaml").write_text("name: Echo\n")
    for name, text in PROGRAMS.items():
        (accepted / name).write_text(text)
    return tmp_path


@pytest.fixture
def references(root):
    solution = pipeline.read_solution(root / "submissions" / "accepted" / "a.py")
    return references_of(read_problem(solution.path), solution)


def spec(references, **more) -> CampaignSpec:
    return CampaignSpec(
        "a.py",
        "python",
        b"print(int(input()))\n",
        from_text("n: int 1..1000"),
        (),
        Budget(None, 1),
        references=references,
        **more,
    )


def test_the_other_solutions_of_known_languages_are_asked(references):
    assert [each.path.name for each in references] == ["b.py", "c.py"]


def test_one_other_solution_is_no_consensus(root):
    (root / "submissions" / "accepted" / "c.py").unlink()
    solution = pipeline.read_solution(root / "submissions" / "accepted" / "a.py")
    assert references_of(read_problem(solution.path), solution) == ()


def test_where_there_are_validators_they_have_the_last_word(root):
    (root / "input_validators").mkdir()
    (root / "input_validators" / "v.py").write_text("import sys\nsys.exit(42)\n")
    solution = pipeline.read_solution(root / "submissions" / "accepted" / "a.py")
    problem = read_problem(solution.path)
    assert problem.validators
    assert references_of(problem, solution) == ()


def test_those_that_are_dear_to_run_are_asked_only_where_others_are_too_few(root):
    (root / "submissions" / "accepted" / "a.java").write_text("class A { }\n")
    solution = pipeline.read_solution(root / "submissions" / "accepted" / "a.py")
    assert [each.path.name for each in references_of(read_problem(solution.path), solution)] == ["b.py", "c.py"]
    (root / "submissions" / "accepted" / "c.py").unlink()
    assert [each.path.name for each in references_of(read_problem(solution.path), solution)] == ["b.py", "a.java"]


def test_an_input_on_which_they_disagree_is_refused(references, tmp_path):
    chosen = replace(settings.load(), cache_dir=tmp_path / "cache")
    with Consensus(spec(references), chosen) as consensus:
        validator = consensus.open()
        assert validator.validate(b"7\n").valid is True
        refused = validator.validate(b"700\n")
    assert refused.valid is False and "only 1 of 2 correct solutions agree" in refused.reason


def test_a_solution_that_cant_be_built_leaves_it_open(references, tmp_path):
    broken = replace(references[0], source=b"print(\n")
    chosen = replace(settings.load(), cache_dir=tmp_path / "cache")
    with Consensus(spec((broken, references[1])), chosen) as consensus:
        assert consensus.open().validate(b"7\n").valid is None

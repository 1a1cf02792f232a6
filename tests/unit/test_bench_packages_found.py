"""Which packages the packages bench takes, what of them a search is shown, and on which half they fall."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from laid_out_packages import LEARN_NAME, TEST_NAME, package

from slowpath.bench.packages.found import Package, half_of, language_of, lay_out, packages_in
from slowpath.bench.packages.options import sampled
from slowpath.problems import read_problem


def test_a_package_has_samples_and_a_statement(tmp_path):
    package(tmp_path / "set", "one")
    (tmp_path / "set" / "two" / "data" / "sample").mkdir(parents=True)
    (found,) = packages_in(tmp_path)
    assert (found.name, found.language, found.is_english) == ("one", "en", True)
    assert [path.name for path in (*found.slow, *found.accepted)] == ["slow.py", "right.py"]
    assert found.program == found.slow[0]


def test_programs_of_one_language_are_searched_where_that_is_asked_for(tmp_path):
    names = ("wrong_answer/w.java", "wrong_answer/w.py", "time_limit_exceeded/a.java", "accepted/b.java")
    package(tmp_path, **{f"submissions/{name}": "" for name in names})

    def searched(*languages):
        (found,) = packages_in(tmp_path, *languages)
        return [[path.name for path in some] for some in (found.slow, found.wrong, found.accepted, [found.program])]

    assert searched() == [["slow.py", "a.java"], ["w.py", "w.java"], ["right.py", "b.java"], ["slow.py"]]
    assert searched(("java",)) == [["a.java"], ["w.java"], ["right.py", "b.java"], ["a.java"]]


def test_a_problem_falls_on_one_half_whatever_collection_holds_it():
    assert (half_of(LEARN_NAME), half_of(TEST_NAME)) == ("learn", "test")
    assert half_of(f"some-set__{TEST_NAME}") == "test"


@pytest.mark.parametrize(
    ("files", "language"),
    [
        ({"problem_statement/problem.sv.tex": "x"}, "en"),
        ({"problem_statement/problem.tex": "Det är ett tal och en rad på varje."}, "en"),
    ],
)
def test_the_english_statement_is_the_one_that_counts(tmp_path, files, language):
    package(tmp_path, **files)
    assert packages_in(tmp_path)[0].language == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The first line of the input is the number of lamps.", "en"),
        ("Det är ett tal och en rad på varje lampa.", "sv"),
        ("Die erste Zeile ist die Zahl, und das ist gut.", "de"),
        ("12 34", ""),
    ],
)
def test_a_language_is_told_by_its_commonest_words(text, language):
    assert language_of(text) == language


def test_inference_sees_statement_samples_limits_and_one_program(tmp_path):
    made = package(tmp_path / "set")
    solution = lay_out(made, made / "submissions/accepted/right.py", tmp_path / "shown")
    assert sorted(path.relative_to(tmp_path / "shown").as_posix() for path in (tmp_path / "shown").rglob("*.*")) == [
        ".timelimit",
        "data/sample/1.ans",
        "data/sample/1.in",
        "data/sample/testdata.yaml",
        "problem.yaml",
        "problem_statement/problem.en.tex",
        "solution.py",
    ]
    problem = read_problem(solution, tmp_path / "shown")
    assert (problem.validators, problem.tests, problem.solutions) == ((), (), ())


def test_a_sample_has_the_packages_whose_problems_hash_least():
    def made(name: str, *wrong: str) -> Package:
        return Package(name, Path(name), half_of(name), "en", (), (Path("a.py"),), tuple(map(Path, wrong)))

    some = [made(f"all__p{number}", *(["w.py"] if number % 2 else [])) for number in range(8)]
    ranked = sorted(some, key=lambda each: hashlib.sha256(each.name.removeprefix("all__").encode()).hexdigest())
    assert {each.name for each in sampled(some, 3, is_mixed=False)} == {each.name for each in ranked[:3]}
    mixed = [each for each in ranked if each.wrong]
    assert [each.name for each in sampled(some, 2, is_mixed=True)] == sorted(each.name for each in mixed[:2])
    assert sampled(some, 99, is_mixed=True) == [each for each in some if each.wrong]

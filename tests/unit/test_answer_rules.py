"""How outputs are compared: what packages, statements and the user say of it, as cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.model.answers import NUMBERS, TEXT, AnswerRules, most_lenient, rules_of_flags
from slowpath.pipeline.answers import answer_rules, any_answer_of
from slowpath.problems import read_problem
from slowpath.toolchain.answers.tokens import TokenChecker

GROUP, OLD_GROUP = "data/secret/big/test_group.yaml", "data/secret/big/testdata.yaml"
CASE = (b"yes", b"YES")
BLANKS = (b"1  2\n", b"1 2\n")
NEAR, FAR = (b"100.1", b"100.0"), (b"103.0", b"100.0")
WHOLE_NEAR = (b"1001", b"1000")


def problem_of(root: Path, files: dict[str, str]):
    whole = {"problem.yaml": "name: Sum\n", "data/secret/big/1.in": "1\n", "a.py": "print()\n", **files}
    for name, text in whole.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return read_problem(root / "a.py")


@pytest.mark.parametrize(
    ("files", "same", "different"),
    [
        ({}, [CASE, BLANKS], [NEAR, (b"0.50", b"0.5")]),
        ({"problem.yaml": "validator_flags: case_sensitive\n"}, [BLANKS], [CASE]),
        (
            {"problem.yaml": "validator_flags: [case_sensitive, space_change_sensitive]\n"},
            [(b"1 2", b"1 2\n")],
            [CASE, BLANKS],
        ),
        ({"problem.yaml": "validator_flags: float_tolerance 1e-2\n"}, [CASE, NEAR, WHOLE_NEAR], [FAR]),
        ({"problem.yaml": "validator_flags: float_absolute_tolerance 0.01\n"}, [(b"5.001", b"5")], [NEAR, WHOLE_NEAR]),
        ({"problem.yaml": "validator_flags: float_relative_tolerance 0.01\n"}, [NEAR, (b"100.1", b"100")], [FAR]),
        ({"problem.yaml": "output_validator_args: [float_tolerance, 1e-2]\n"}, [NEAR], [FAR]),
        ({GROUP: "output_validator_args: [float_tolerance, 1e-2]\n"}, [NEAR], [FAR]),
        ({GROUP: "output_validator_args: [case_sensitive]\n"}, [], [CASE]),
        ({OLD_GROUP: "output_validator_flags: float_tolerance 1e-2\ngrader_flags: min\n"}, [NEAR], [FAR]),
        ({OLD_GROUP: "grader_flags: float_tolerance 1e-2\n"}, [NEAR], [FAR]),
        ({OLD_GROUP: "grader_flags: first_error\n"}, [CASE], [NEAR]),
        # What counts in one group alone may not count for a new input.
        ({OLD_GROUP: "output_validator_flags: case_sensitive\n", "data/secret/small/1.in": "1\n"}, [CASE], []),
        (
            {
                OLD_GROUP: "output_validator_flags: float_tolerance 1e-9\n",
                "data/secret/small/1.in": "1\n",
                "data/secret/small/testdata.yaml": "output_validator_flags: float_tolerance 1e-2\n",
            },
            [NEAR],
            [FAR],
        ),
        ({"domjudge-problem.ini": "special_compare_args='float_tolerance 1e-2'\n"}, [NEAR], [FAR]),
        (
            {
                "problem_statement/problem.tex": (
                    "\\section*{Output}\nPrint it with an absolute or relative error of at most $10^{-2}$.\n"
                )
            },
            [NEAR, (b"7.0", b"7")],
            [FAR],
        ),
    ],
)
def test_a_package_compares_as_its_flags_say(tmp_path, files, same, different):
    checker = TokenChecker(answer_rules(problem_of(tmp_path, files)))
    assert [pair for pair in same if not checker.check(b"", *pair).right] == []
    assert [pair for pair in different if checker.check(b"", *pair).right] == []


@pytest.mark.parametrize(
    ("metadata", "is_judge"),
    [
        ("validation: default\n", True),
        ("validator_flags: case_sensitive\n", True),
        ("name: Sum\n", False),
        ("validation: custom\n", False),
        ("validation: default interactive\n", False),
    ],
)
def test_a_package_says_that_its_judge_compares_with_one_answer(tmp_path, metadata, is_judge):
    assert answer_rules(problem_of(tmp_path, {"problem.yaml": metadata})).is_judge is is_judge


def test_a_file_without_a_package_is_compared_by_the_usual_rules(tmp_path):
    (tmp_path / "a.py").write_text("print()\n")
    checker = TokenChecker(answer_rules(read_problem(tmp_path / "a.py")))
    assert not checker.check(b"", *CASE).right
    assert checker.check(b"", *BLANKS).right
    assert checker.check(b"", b"0.3333333", b"0.33333331").right


def test_flags_that_are_given_count_alone(tmp_path):
    problem = problem_of(tmp_path, {"problem.yaml": "validator_flags: float_tolerance 1e-2\n"})
    assert answer_rules(problem, "case_sensitive") == AnswerRules(numbers=TEXT, absolute=0, relative=0, source="given")
    with pytest.raises(UsageError, match="loosely"):
        answer_rules(problem, "float_tolerance 1e-2 loosely")


def test_a_validator_gets_the_flags_of_the_package_and_of_its_groups(tmp_path):
    problem = problem_of(
        tmp_path,
        {
            "problem.yaml": "validation: custom\nvalidator_flags: all 3\n",
            "output_validators/check.py": "print()\n",
            OLD_GROUP: "output_validator_flags: big\n",
            "data/sample/1.in": "1\n",
        },
    )
    assert problem.answer_checker.flag_sets == (("all", "3", "big"), ("all", "3"))


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"problem.yaml": "validation: custom\n"}, True),
        ({"problem.yaml": "validation: custom\n", "output_validators/check.go": "package main\n"}, True),
        ({"problem.yaml": "validation: custom\n", "output_validators/check.py": "print()\n"}, False),
        ({"problem.yaml": "validation: default\n"}, False),
    ],
)
def test_where_a_validator_judges_that_is_not_there_several_answers_may_be_right(tmp_path, files, said):
    assert bool(any_answer_of(problem_of(tmp_path, files))) is said


def test_the_most_lenient_rules_take_what_any_takes():
    strict, loose = rules_of_flags(("case_sensitive",), "a"), rules_of_flags(("float_tolerance", "0.5"), "b")
    assert most_lenient((strict, loose)) == AnswerRules(True, False, NUMBERS, 0.5, 0.5, "a")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (AnswerRules(), "token by token, capitals matter, decimals within 1e-06 (assumed)"),
        (
            rules_of_flags(("float_absolute_tolerance", "0.1", "float_relative_tolerance", "0.2"), "given"),
            "token by token, capitals don't matter, numbers within 0.1 absolutely or 0.2 relatively (given)",
        ),
    ],
)
def test_the_rules_are_said(rules, said):
    assert rules.said == said


@pytest.mark.parametrize(
    "flags", ["float_tolerance", "float_tolerance abc", "float_tolerance -1", "case_sensitive 3", "float_tolerance 1 2"]
)
def test_flags_that_say_nothing_are_refused(tmp_path, flags):
    with pytest.raises(UsageError):
        answer_rules(problem_of(tmp_path, {}), flags)

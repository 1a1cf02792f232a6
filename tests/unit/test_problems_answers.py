"""What packages say of answers: correct solutions and checkers of outputs, found and not run."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.model.breaking import Role
from slowpath.problems import read_problem
from slowpath.problems.answers import checker_from
from slowpath.problems.references import reference_role

POLYGON = """<problem><names><name language="english" value="Sum"/></names>
<judging><testset name="tests"><time-limit>1000</time-limit></testset></judging>
<assets><checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
<solutions>
<solution tag="accepted"><source path="solutions/second.py" type="python.3"/></solution>
<solution tag="main"><source path="solutions/first.cpp" type="cpp.g++17"/></solution>
<solution tag="wrong-answer"><source path="solutions/wrong.cpp" type="cpp.g++17"/></solution>
<solution tag="accepted"><source path="../outside.cpp" type="cpp.g++17"/></solution>
<solution tag="accepted"><source path="solutions/gone.cpp" type="cpp.g++17"/></solution>
</solutions></assets></problem>"""


def package(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def names(paths) -> list[str]:
    return [path.name for path in paths]


def test_a_kattis_package_has_its_accepted_submissions(tmp_path):
    package(
        tmp_path,
        {
            "problem.yaml": "name: Sum\n",
            "submissions/accepted/a.cpp": "int main() {}\n",
            "submissions/accepted/b.py": "print()\n",
            "submissions/accepted/notes.txt": "x",
            "submissions/wrong_answer/c.cpp": "int main() {}\n",
        },
    )
    problem = read_problem(tmp_path / "submissions" / "accepted" / "a.cpp")
    assert names(problem.solutions) == ["a.cpp", "b.py"] and problem.answer_checker is None


@pytest.mark.parametrize(
    ("metadata", "path", "found"),
    [
        ("validation: custom\n", "output_validators/sum/check.py", "sum"),
        ("validation: custom\n", "output_validators/check.py", "check.py"),
        ("validation: default\n", "output_validators/check.py", None),
        ("problem_format_version: 2025-09\n", "output_validator/check.py", "output_validator"),
    ],
)
def test_a_kattis_package_has_its_output_validator(tmp_path, metadata, path, found):
    package(tmp_path, {"problem.yaml": f"name: Sum\n{metadata}", path: "print()\n", "a.cpp": "int main() {}\n"})
    checker = read_problem(tmp_path / "a.cpp").answer_checker
    assert (checker.path.name if checker else None) == found
    assert checker is None or checker.kind == "kattis"


def test_a_polygon_package_has_what_its_author_marked_as_right(tmp_path):
    package(
        tmp_path,
        {
            "problem.xml": POLYGON,
            "files/check.cpp": "int main() {}\n",
            **{f"solutions/{name}": "x\n" for name in ("first.cpp", "second.py", "wrong.cpp")},
        },
    )
    problem = read_problem(tmp_path / "solutions" / "wrong.cpp")
    assert names(problem.solutions) == ["first.cpp", "second.py"]
    assert problem.answer_checker is not None and problem.answer_checker.kind == "testlib"


def test_a_library_checker_problem_has_its_correct_solutions_and_checker(tmp_path):
    package(
        tmp_path,
        {
            "info.toml": "title = 'Sum'\n[params]\nN_MAX = 5\n",
            "task.md": "sum\n",
            "checker.cpp": "int x;\n",
            "sol/correct.cpp": "int main() {}\n",
            "sol/wrong.cpp": "int main() {}\n",
        },
    )
    problem = read_problem(tmp_path / "sol" / "wrong.cpp")
    assert names(problem.solutions) == ["correct.cpp"]
    assert problem.answer_checker is not None and problem.answer_checker.headers[0][0] == "params.h"


TESTLIB_CHECKER = '#include "testlib.h"\nint main(int argc, char* argv[]) { registerTestlibCmd(argc, argv); }\n'
PLAIN_CHECKER = "int main(int argc, char** argv) { ifstream given(argv[1]), printed(argv[2]), right(argv[3]); }\n"
KATTIS_CHECKER = "import sys\nanswer = open(sys.argv[2]).read()\nsys.exit(42 if answer == sys.stdin.read() else 43)\n"
CPH_CHECKER = "import sys\ngiven = open(sys.argv[1]).read()\nprinted = open(sys.argv[2]).read()\nsys.exit(0)\n"
THREE_FILES = "import sys\ngiven, printed, right = map(open, sys.argv[1:])\n"
JAVA_CHECKER = "class C {{ public static void main(String[] given) {{ open(given[0], {}); }} }}\n"
NO_CHECKER = "print('checks the length of my essays')\n"


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("checker.cpp", TESTLIB_CHECKER, "testlib"),
        ("check.cpp", PLAIN_CHECKER, "testlib"),
        ("chk.cpp", TESTLIB_CHECKER, "testlib"),
        ("spj.py", KATTIS_CHECKER, "kattis"),
        ("checker.py", CPH_CHECKER, "cph"),
        ("checker.py", THREE_FILES, "testlib"),
        ("check.py", NO_CHECKER, None),
        ("Checker.java", JAVA_CHECKER.format("given[1], given[2]"), "testlib"),
        ("Checker.java", JAVA_CHECKER.format("given[1], other[2]"), "cph"),
        ("Check.java", JAVA_CHECKER.replace("given[0]", "0").format("other[2]"), None),
        ("solution_check.cpp", PLAIN_CHECKER, None),
    ],
)
def test_a_checker_beside_a_statement_tells_its_kind_by_its_text(tmp_path, name, text, kind):
    package(tmp_path, {"statement.md": "# Sum\n", "a.cpp": "int main() {}\n", name: text})
    checker = read_problem(tmp_path / "a.cpp").answer_checker
    assert (checker.kind if checker else None) == kind


def test_a_checker_that_the_user_names_is_read_wherever_it_lies(tmp_path):
    package(
        tmp_path, {"tools/judge.py": CPH_CHECKER, "notes.md": "x", "validate/validate.cpp": "// exits with 42 or 43\n"}
    )
    assert checker_from(tmp_path / "tools" / "judge.py").kind == "cph"
    assert checker_from(tmp_path / "validate").kind == "kattis"
    for nothing in ("notes.md", "gone.cpp"):
        with pytest.raises(UsageError, match="no checker"):
            checker_from(tmp_path / nothing)


@pytest.mark.parametrize(
    ("own", "other", "role"),
    [
        ("a.cpp", "brute.cpp", Role.BRUTE),
        ("a.cpp", "a_brute.py", Role.BRUTE),
        ("a.cpp", "brute_a.cpp", Role.BRUTE),
        ("a.cpp", "brute_force.cpp", Role.BRUTE),
        ("a.cpp", "a-naive2.cpp", Role.BRUTE),
        ("main.cpp", "slow.py", Role.BRUTE),
        ("a.cpp", "a__Good.cpp", Role.ACCEPTED),
        ("a.cpp", "good.cpp", Role.ACCEPTED),
        ("a.cpp", "std.cpp", Role.ACCEPTED),
        ("tree_buggy.cpp", "tree_correct.cpp", Role.ACCEPTED),
        ("buggy.py", "accepted.cpp", Role.ACCEPTED),
        ("SumFast.cpp", "SumBrute.cpp", Role.BRUTE),
        ("a.cpp", "accepted/first.cpp", Role.ACCEPTED),
        ("a.cpp", "b_brute.cpp", None),
        ("a.cpp", "b.cpp", None),
        ("a.cpp", "goodbye.cpp", None),
        ("a.cpp", "brute.txt", None),
        ("a.cpp", "knaive.cpp", None),
        ("a.cpp", "a_good_old_days.cpp", None),
    ],
)
def test_references_are_found_by_their_names(tmp_path, own, other, role):
    package(tmp_path, {"statement.md": "# Sum\n", own: "int main() {}\n", other: "int main() {}\n"})
    found = read_problem(tmp_path / own).references
    assert [(path.relative_to(tmp_path).as_posix(), reference_role(path)) for path in found] == (
        [(other, role)] if role else []
    )


def test_a_reference_is_not_its_own(tmp_path):
    package(tmp_path, {"brute.cpp": "x", "good.cpp": "x"})
    assert names(read_problem(tmp_path / "brute.cpp").references) == ["good.cpp"]


def test_what_a_package_knows_to_be_right_is_not_named_twice(tmp_path):
    package(tmp_path, {"problem.yaml": "name: Sum\n", "submissions/accepted/good.cpp": "x", "a.cpp": "x"})
    problem = read_problem(tmp_path / "a.cpp")
    assert names(problem.solutions) == ["good.cpp"] and not problem.references


@pytest.mark.parametrize(
    ("stored", "kind"),
    [
        ({"customCheckerPath": "check.py"}, "cph"),
        ({"customCheckerPath": "gone.py"}, None),
        ({"customCheckerPath": " "}, None),
        ({"customCheckerPath": 7}, None),
        ({}, None),
    ],
)
def test_the_custom_checker_of_cph_is_read(tmp_path, stored, kind):
    solution = tmp_path / "a.cpp"
    digest = hashlib.md5(str(solution).encode(), usedforsecurity=False).hexdigest()
    package(
        tmp_path,
        {
            "a.cpp": "int main() {}\n",
            "check.py": CPH_CHECKER,
            f".cph/.a.cpp_{digest}.prob": json.dumps({"name": "A", "tests": [], **stored}),
        },
    )
    checker = read_problem(solution).answer_checker
    assert (checker.kind if checker else None) == kind


@pytest.mark.parametrize(
    "stored",
    [
        {"checker": {"path": "chk.cpp"}, "stressTest": {"bruteForce": {"path": "simple_one.cpp"}}},
        {"checker": {"path": "chk.cpp", "hash": "1"}, "bfCompare": {"bruteForce": {"path": "simple_one.cpp"}}},
    ],
)
def test_checker_and_brute_force_of_cph_ng_are_read(tmp_path, stored):
    package(tmp_path, {"a.cpp": "int main() {}\n", "chk.cpp": TESTLIB_CHECKER, "simple_one.cpp": "int main() {}\n"})
    (tmp_path / ".cph-ng").mkdir()
    (tmp_path / ".cph-ng" / "a.cpp.bin").write_bytes(gzip.compress(json.dumps({"name": "A", **stored}).encode()))
    problem = read_problem(tmp_path / "a.cpp")
    assert problem.answer_checker is not None and problem.answer_checker.path.name == "chk.cpp"
    assert names(problem.references) == ["simple_one.cpp"]

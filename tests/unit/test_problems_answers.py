"""What packages say of answers: correct solutions and checkers of outputs, found and not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.problems import read_problem

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
    package(tmp_path, {"problem.yaml": "name: Sum\n", "submissions/accepted/a.cpp": "int main() {}\n",
                       "submissions/accepted/b.py": "print()\n", "submissions/accepted/notes.txt": "x",
                       "submissions/wrong_answer/c.cpp": "int main() {}\n"})
    problem = read_problem(tmp_path / "submissions" / "accepted" / "a.cpp")
    assert names(problem.solutions) == ["a.cpp", "b.py"] and problem.answer_checker is None


@pytest.mark.parametrize(("metadata", "path", "found"), [
    ("validation: custom\n", "output_validators/sum/check.py", "sum"),
    ("validation: custom\n", "output_validators/check.py", "check.py"),
    ("validation: default\n", "output_validators/check.py", None),
    ("problem_format_version: 2025-09\n", "output_validator/check.py", "output_validator"),
])
def test_a_kattis_package_has_its_output_validator(tmp_path, metadata, path, found):
    package(tmp_path, {"problem.yaml": f"name: Sum\n{metadata}", path: "print()\n", "a.cpp": "int main() {}\n"})
    checker = read_problem(tmp_path / "a.cpp").answer_checker
    assert (checker.path.name if checker else None) == found
    assert checker is None or checker.kind == "kattis"


def test_a_polygon_package_has_what_its_author_marked_as_right(tmp_path):
    package(tmp_path, {"problem.xml": POLYGON, "files/check.cpp": "int main() {}\n",
                       **{f"solutions/{name}": "x\n" for name in ("first.cpp", "second.py", "wrong.cpp")}})
    problem = read_problem(tmp_path / "solutions" / "wrong.cpp")
    assert names(problem.solutions) == ["first.cpp", "second.py"]
    assert problem.answer_checker is not None and problem.answer_checker.kind == "testlib"


def test_a_library_checker_problem_has_its_correct_solutions_and_checker(tmp_path):
    package(tmp_path, {"info.toml": "title = 'Sum'\n[params]\nN_MAX = 5\n", "task.md": "sum\n",
                       "checker.cpp": "int x;\n", "sol/correct.cpp": "int main() {}\n",
                       "sol/wrong.cpp": "int main() {}\n"})
    problem = read_problem(tmp_path / "sol" / "wrong.cpp")
    assert names(problem.solutions) == ["correct.cpp"]
    assert problem.answer_checker is not None and problem.answer_checker.headers[0][0] == "params.h"

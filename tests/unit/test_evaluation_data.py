"""Readers of data sets: what they list, what they leave out and why, and what a unit gets."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.evaluation import parquet
from slowpath.evaluation.data import READERS, read_data
from slowpath.evaluation.units import WRONG
from slowpath.evaluation.work.opened import write_content

PROGRAM, STATEMENT = "print(sum(map(int, input().split())))\n", "Two integers $a$ and $b$ ($1 \\le a, b \\le 9$)."


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def package(name: str) -> dict[str, str]:
    return {
        f"{name}/problem.yaml": "name: Sum\n",
        f"{name}/problem_statement/problem.en.tex": STATEMENT,
        f"{name}/data/sample/1.in": "1 2\n",
        f"{name}/data/sample/1.ans": "3\n",
        f"{name}/data/secret/2.in": "9 9\n",
        f"{name}/data/secret/2.ans": "18\n",
        f"{name}/input_validators/check.py": "pass\n",
        f"{name}/submissions/accepted/right.py": PROGRAM,
        f"{name}/submissions/time_limit_exceeded/slow.py": PROGRAM,
        f"{name}/submissions/wrong_answer/wrong.py": "print(3)\n",
    }


PACKAGES = {
    **package("sum"),
    "sum/submissions/accepted/right.hs": "main = print 3\n",
    "sum/submissions/accepted/.gitkeep": "",
    "sum/submissions/accepted/many/a.py": "",
    **{name: text for name, text in package("bare").items() if "sample" not in name},
    "told/problem.yaml": "name: Told\n",
}
WEDGE = {
    "problems/1_A/full_tests/input/a.in": "1 2\n",
    "problems/1_A/full_tests/input/b.in": "10 20\n",
    "problems/1_A/metadata/problem_statement.txt": STATEMENT,
    "problems/1_A/slow_tests/solutions_0001/solutions_0001.py": PROGRAM,
    "problems/1_A/slow_tests/solutions_0001/input/t.in": "9 9\n",
    "problems/2_B/slow_tests/solutions_0002/solutions_0002.py": PROGRAM,
    "problems/3_C/slow_tests/solutions_0003/mapping.json": "{}",
}
CALLED = "def solution(a):\n    return a\n"
GENERATOR = "import random\ndef generate_input():\n    return f'{random.randint(1, 9)} 9\\n'\n"
ASKED = f"""You are an expert Python programmer, and here is your task:
{STATEMENT}
Do not give explanations, only give the Python code.
Python Solution:
```python"""
COFFE = {
    "file/testcases.json": json.dumps(
        {
            "Add.": [{"input": "1 2\n", "output": "3\n"}],
            "Call.": [{"input": [1, 2], "output": 3}],
            "Unsolved.": [{"input": "1\n", "output": "1\n"}],
        }
    ),
    "file/solutions.json": json.dumps({"Add.": [PROGRAM, PROGRAM], "Call.": [PROGRAM]}),
    "file/stressful_testcases.json": json.dumps({"Add.": [{"input": "9 9\n", "output": None}]}),
    "function/testcases.json": '{"Cut off": [{"in',
    # As Coffe publishes them: a test's input is a list, solutions stand a key lower, stressing tests are programs.
    "judged/testcases.json": json.dumps({"Listed.": [{"input": ["1 2\n"], "output": ["3\n"]}]}),
    "judged/solutions.json": json.dumps({"prompt2groundtruth": {"Listed.": [[PROGRAM, True]]}, "prompt2io": {}}),
    "judged/stressful_testcases.json": json.dumps({"Listed.": [GENERATOR, "def generate_input(): return 1 / 0"]}),
    "whole/best_solutions.json": json.dumps({ASKED: [PROGRAM, True], "Listed.": [PROGRAM, True], "F.": [CALLED, True]}),
    "whole/stressful_testcases.json": json.dumps({ASKED: [GENERATOR], "Listed.": [GENERATOR], "F.": [GENERATOR]}),
}
USE_CASE = f"""system: You help.

user: (A) Context
(E) Problem Statement

{STATEMENT}

(F) Program Solving the Problem Statement

int main() {{}}

(G) The Slow & Fast Inputs

(G.1) Slow Input

9 9


(G.2) Fast Input

1 2


(H) Hit Count Information of Slow Input and Fast Input (Aggregated):
"""
USECASES = {
    "use-cases/1_A/solutions_01/private_1_private_2/conversations.txt": USE_CASE,
    "use-cases/1_A/solutions_01/private_1_private_3/conversations.txt": USE_CASE,
    "use-cases/2_B/solutions_02/private_1_private_2/conversations.txt": "system: You help.",
    "scripts/solution.py": PROGRAM,
}
ALGOBUGS = {
    "1A/Bug 1/metadata.json": json.dumps(
        {"problem_id": "CF_1a", "bug_category": "Boundary Errors", "problem_statement_file": "problem_statement.md"}
    ),
    "1A/Bug 1/solution_buggy.py": "print(3)\n",
    "1A/Bug 1/solution_correct.py": PROGRAM,
    "1A/Bug 1/problem_statement.md": STATEMENT,
    "1A/Bug 2/metadata.json": "{}",
    "1A/Bug 3/metadata.json": '{"x',
}
FOLDERS = {
    "sum/statement.md": STATEMENT,
    "sum/samples/1.in": "1 2\n",
    "sum/samples/1.ans": "3\n",
    "sum/solution.py": PROGRAM,
    "sum/wrong_first.py": "print(3)\n",
    "sum/worst.py": "pass\n",
    "bare/solution.py": PROGRAM,
}


def codecontests(root: Path) -> Path:
    """Two problems in the published form, a row group each, and a file that is cut off."""
    pa = pytest.importorskip("pyarrow", reason="pyarrow isn't installed: pip install 'slowpath[scale]'")
    from pyarrow import parquet as files

    tests = {"input": ["1 2\n"], "output": ["3\n"]}
    rows = [
        {
            "name": "1_A. Sum",
            "description": STATEMENT,
            "public_tests": tests,
            "private_tests": tests,
            "generated_tests": {"input": [], "output": []},
            "time_limit": {"seconds": 1, "nanos": 500_000_000},
            "input_file": "",
            "output_file": "",
            "solutions": {"language": [1, 3], "solution": ["print 3", PROGRAM]},
            "incorrect_solutions": {"language": [3], "solution": ["print(3)\n"]},
        },
        {
            "name": "1_B. Files",
            "description": STATEMENT,
            "public_tests": tests,
            "private_tests": tests,
            "generated_tests": tests,
            "time_limit": None,
            "input_file": "in.txt",
            "output_file": "",
            "solutions": {"language": [3], "solution": [PROGRAM]},
            "incorrect_solutions": {"language": [], "solution": []},
        },
    ]
    root.mkdir()
    files.write_table(pa.Table.from_pylist(rows), root / "test.parquet", row_group_size=1)
    (root / "cut.parquet").write_bytes((root / "test.parquet").read_bytes()[:-50])
    return root


CASES = {
    "packages": (
        PACKAGES,
        ["sum/accepted/right.py", "sum/time_limit_exceeded/slow.py", "sum/wrong_answer/wrong.py"],
        {
            "bare": "no samples",
            "sum/accepted/many": "several files",
            "told": "no statement",
            "sum/accepted/right.hs": "isn't searched",
        },
        ["sample/1.in", "secret/2.in"],
    ),
    "wedge": (
        WEDGE,
        ["1_A/solutions_0001.py"],
        {"2_B": "neither a statement nor tests", "3_C": "no program"},
        ["a.in", "b.in", "wedge/t.in"],
    ),
    "coffe": (
        COFFE,
        ["file/0/0", "file/0/1", "judged/0/0", "whole/2/0"],
        {
            "file/1": "calls? a function",
            "file/2": "no solution",
            "function": "cut off",
            "whole/0": "calls? a function",
            "whole/1": "another folder",
        },
        {"file": ["1", "coffe/1"], "judged": ["1", "coffe/1", "coffe/2"], "whole": ["coffe/1"]},
    ),
    "usecases": (
        USECASES,
        ["1_A/solutions_01"],
        {"2_B/solutions_02/private_1_private_2": "no program"},
        [f"private_1_private_{number}/{kind}" for number in (2, 3) for kind in ("slow", "fast")],
    ),
    "algobugs": (ALGOBUGS, ["1A/1"], {"1A/Bug 2": "lacks its statement", "1A/Bug 3": "cut off"}, []),
    "folders": (FOLDERS, ["sum/solution.py", "sum/wrong_first.py"], {"bare": "no samples"}, ["1.in"]),
    "codecontests": (
        codecontests,
        ["test.parquet/0/0 1_A. Sum/accepted/1", "test.parquet/0/0 1_A. Sum/wrong/0"],
        {
            "cut.parquet": "cut off",
            "test.parquet/0/0 1_A. Sum/accepted/0": "isn't searched",
            "test.parquet/1/0 1_B. Files": "files of its own",
        },
        ["public_tests/1", "private_tests/1"],
    ),
}


@pytest.fixture(params=CASES)
def case(request, tmp_path):
    made, *told = CASES[request.param]
    root = tmp_path / "data"
    return request.param, made(root) if callable(made) else written(root, made), *told


def test_every_reader_has_a_case():
    assert set(CASES) == set(READERS)


def test_a_listing_has_the_programs_and_says_why_the_rest_is_left_out(case):
    layout, root, programs, left_out, _ = case
    data = read_data(root)
    assert data.layout == layout and [program.id for program in data.programs] == programs
    assert {each.name for each in data.left_out} == set(left_out), data.left_out
    for each in data.left_out:
        assert re.search(left_out[each.name], each.reason), each
    assert data.counts["programs"] == len(programs) and sum(count for _, count in data.reasons) == len(left_out)


def test_a_unit_gets_what_readers_of_problems_read(case, tmp_path):
    from slowpath import pipeline

    _, root, _, _, tests = case
    data = read_data(root)
    for program in data.programs:
        content = data.load(program, True)
        place = tmp_path / program.id.replace("/", "-")
        write_content(content, place)
        problem = pipeline.read_problem(pipeline.read_solution(place / content.solution))
        assert problem.samples or "integers" in problem.statement or problem.statement == "Add."
        told = tests[program.id.partition("/")[0]] if isinstance(tests, dict) else tests
        assert [test.name for test in content.tests] == (told if program.kind != WRONG or told else [])
        assert (place / content.reference).is_file() or not content.reference
        assert bool(content.reference) == (program.kind != "accepted")
        assert not data.load(program, False).tests


def test_a_unit_of_a_package_sees_no_secret_data_and_no_other_submission_but_a_right_one(tmp_path):
    data = read_data(written(tmp_path, PACKAGES))
    names = {name for name, _ in data.load(data.programs[0], False).files}
    assert not any("secret" in name or "submissions" in name or "slow" in name for name in names), names
    assert "input_validators/check.py" in names


def test_a_unit_of_a_package_knows_the_flags_of_each_group_of_tests_and_none_of_their_inputs(tmp_path):
    flags = {f"sum/data/secret/{group}/testdata.yaml": f"input_validator_flags: n={group}\n" for group in ("3", "7")}
    inputs = {"sum/data/secret/7/1.in": "7\n"}
    data = read_data(written(tmp_path / "data", {**PACKAGES, **flags, **inputs}))
    write_content(data.load(data.programs[0], False), tmp_path / "unit")
    from slowpath import pipeline

    problem = pipeline.read_problem(pipeline.read_solution(tmp_path / "unit" / "right.py"))
    assert [validator.flag_sets[:2] for validator in problem.validators] == [(("n=7",), ("n=3",))]
    assert not (tmp_path / "unit/data/secret/7/1.in").exists()


def test_what_is_no_data_set_is_refused(tmp_path):
    with pytest.raises(UsageError, match="nothing in it is known"):
        read_data(written(tmp_path, {"readme.txt": ""}))
    with pytest.raises(UsageError, match="nothing in it is known"):
        read_data(tmp_path / "readme.txt")
    with pytest.raises(UsageError, match="no such"):
        read_data(tmp_path / "gone")


def test_a_content_whose_paths_lead_out_of_its_folder_is_refused(tmp_path):
    from slowpath.evaluation.units import Content

    with pytest.raises(ValueError, match="leads out"):
        write_content(Content((("../a.py", b""),), "../a.py"), tmp_path / "inside")


def test_codecontests_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    from slowpath.errors import ToolMissing
    from slowpath.evaluation.data import codecontests as reader

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert not parquet.is_there()
    with pytest.raises(ToolMissing, match="pyarrow"):
        reader._opened(tmp_path / "a.parquet")

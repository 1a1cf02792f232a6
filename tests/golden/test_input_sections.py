"""What is read of an input section as setters write it, beside a program and a sample (`input_sections.toml`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CASES = tomllib.loads(Path(__file__).with_name("input_sections.toml").read_text("utf-8"))["case"]
STATEMENT = "Some story about a problem and what to do.\n\n## Input\n{}\n\n## Output\nPrint the answer.\n"
PROGRAM = "#include <bits/stdc++.h>\nusing namespace std;\nint main() {{\n    {}\n}}\n"


@pytest.mark.parametrize("case", CASES, ids=[str(number) for number in range(len(CASES))])
def test_an_input_section_gives_the_whole_format_and_leaves_no_doubt(case: dict[str, str]) -> None:
    problem = Problem(
        "case", "plain", Path("."), STATEMENT.format(case["text"]), samples=(Sample("1", case["sample"].encode()),)
    )
    report = infer(problem, Solution(Path("case.cpp"), "cpp", PROGRAM.format(case["program"]).encode()))
    assert (report.text, [doubt.text for doubt in report.doubts]) == (case["format"], [])

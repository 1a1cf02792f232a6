"""What is read of an input section as setters write it, beside a program and a sample (`input_sections.toml`)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.structure.proposals import followed
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


@pytest.mark.daily(4)
@pytest.mark.parametrize("case", CASES, ids=[str(number) for number in range(len(CASES))])
def test_it_does_so_whatever_the_program_calls_what_it_reads(case: dict[str, str]) -> None:
    """Variables of other names change nothing but names that the section doesn't say."""
    problem = Problem(
        "case", "plain", Path("."), STATEMENT.format(case["text"]), samples=(Sample("1", case["sample"].encode()),)
    )
    source = PROGRAM.format(case["program"])
    read = followed(Solution(Path("case.cpp"), "cpp", source.encode()))[0].names.values()
    others = {name: f"quux{chr(97 + number)}" for number, name in enumerate(dict.fromkeys(read))}
    if others:
        pattern = rf"\"[^\"]*\"|(?<![\w.'])({'|'.join(map(re.escape, others))})(?!\w)"
        source = re.sub(pattern, lambda m: others.get(m[0], m[0]), source)
    report = infer(problem, Solution(Path("case.cpp"), "cpp", source.encode()))
    assert (_without_names(report.text), [doubt.text for doubt in report.doubts]) == (
        _without_names(case["format"]),
        [],
    )


def _without_names(text: str) -> str:
    """A format whose variables are numbered as they come."""
    numbers: dict[str, str] = {}
    declared = set(re.findall(r"(\w+): (?=int|float|word|text|count|cases|queries|one of)", text))
    return re.sub(
        r'"[^"]*"|[A-Za-z_]\w*',
        lambda m: numbers.setdefault(m[0], f"v{len(numbers)}") if m[0] in declared else m[0],
        text,
    )

"""The same thing said in many ways (`ways_of_saying.toml`): each of them gives the same format."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

WAYS = tomllib.loads(Path(__file__).with_name("ways_of_saying.toml").read_text("utf-8"))
SAID = [(family, text) for family in WAYS["family"] for text in family["says"]]
BOUNDS = WAYS["bounds"]
SENTENCES = [
    *((subject, BOUNDS["predicates"][0], "") for subject in BOUNDS["subjects"]),
    *((BOUNDS["subjects"][0], predicate, "") for predicate in BOUNDS["predicates"]),
    *((BOUNDS["subjects"][0], BOUNDS["predicates"][0], tail) for tail in BOUNDS["tails"]),
    *zip(BOUNDS["subjects"][1:], BOUNDS["predicates"][1:], [*BOUNDS["tails"]][1:], strict=False),
]


def _report(family: dict[str, Any], text: str) -> FormatReport:
    """The format of a problem whose input section is what the family begins with and a sentence, or its end."""
    section = f"{family['begins']}{'' if text[0] in ' ,.:' else ' '}{text}".rstrip(".")
    statement = f"Some story.\n\n## Input\n{section}.\n\n## Output\nPrint the answer.\n"
    program = f"#include <bits/stdc++.h>\nusing namespace std;\nint main() {{\n    {family['program']}\n}}\n"
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", family["sample"].encode()),))
    return infer(problem, Solution(Path("case.cpp"), "cpp", program.encode()))


@pytest.mark.parametrize(("family", "text"), SAID, ids=[f"{family['name']}: {text}" for family, text in SAID])
def test_what_is_said_stands_in_the_format_and_leaves_no_doubt(family: dict[str, Any], text: str) -> None:
    report = _report(family, text)
    assert re.search(family["has"], report.text), report.text
    assert [doubt.text for doubt in report.doubts] == []


@pytest.mark.parametrize(("subject", "predicate", "tail"), SENTENCES)
def test_two_names_have_the_bounds_and_differ_where_it_is_said(subject: str, predicate: str, tail: str) -> None:
    report = _report(BOUNDS, f"{subject} {predicate}{tail}")
    relation = BOUNDS["tails"][tail]
    where = f"where {relation}\n" if relation else ""
    assert report.text == f"N: int 1..1000; R: int 1..1000\nrows[R]: x: int 1..N; y: int 1..N\n{where}"
    assert [doubt.text for doubt in report.doubts] == []

"""What a statement says of the numbers of one kind of query together."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

CPP = """#include <iostream>
int main() {
    int n, q;
    std::cin >> n >> q;
    while (q--) {
        int type, u, v;
        std::cin >> type >> u;
        if (type == 1) { std::cin >> v; std::cout << u + v; }
        else std::cout << u;
    }
}
"""
FIRST = "The first line has n and q ($2 \\le n \\le 50$, $1 \\le q \\le 20$). "


def text_of(statement: str, sample: str) -> str:
    problem = Problem(
        "case", "plain", Path("."), f"## Input\n\n{FIRST}{statement}\n", samples=(Sample("1", sample.encode()),)
    )
    return infer(problem, Solution(Path("case.cpp"), "cpp", CPP.encode())).text


@pytest.mark.parametrize(
    "statement",
    [
        "Each of the next $q$ lines is an event: `1 u v` ($1 \\le u, v \\le n$, $u \\ne v$) or `2 u` ($1 \\le u \\le "
        "n$).",
        "Each of the next $q$ lines is:\n\n- `1 u v` ($1 \\le u, v \\le n$, $u \\neq v$)\n- `2 u` ($1 \\le u \\le n$)",
    ],
)
def test_two_numbers_of_a_query_that_are_never_equal(statement: str) -> None:
    assert text_of(statement, "5 3\n1 1 2\n2 1\n1 3 2\n").endswith("\nwhere u != v\n")


def test_a_sample_with_equal_numbers_wins() -> None:
    statement = "Each of the next $q$ lines is `1 u v` ($1 \\le u, v \\le n$, $u \\ne v$) or `2 u` ($1 \\le u \\le n$)."
    assert "where" not in text_of(statement, "5 3\n1 1 1\n2 1\n1 3 2\n")


def test_what_is_never_a_number_of_a_query() -> None:
    statement = "Each of the next $q$ lines is `1 u v` ($1 \\le u \\le n$, $-n \\le v \\le n$, $v \\ne 0$) or `2 u`."
    assert text_of(statement, "5 3\n1 1 2\n2 1\n1 3 -2\n").endswith("\nwhere v != 0\n")

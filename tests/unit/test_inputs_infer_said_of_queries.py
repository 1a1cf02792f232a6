"""What a statement says of the numbers of one kind of query together."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.accounts.doubts import accounted
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
BOTH_KINDS = """#include <iostream>
int main() {
    int n, q, type, u, v;
    std::cin >> n >> q;
    while (q--) {
        std::cin >> type >> u >> v;
        std::cout << u + type * v;
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


JOINS = """n, m = map(int, input().split())
for _ in range(m):
    t = input().split()
    if t[0] == "J":
        print(int(t[1]) + int(t[2]))
    elif t[0] == "Q":
        print(int(t[1]) - int(t[2]))
    else:
        print(int(t[1]))
"""
EVENTS = """The first line contains $n$ and $m$ ($1 \\le n, m \\le 50$). There are three kinds of events:

- `J x y`: the groups of $x$ and $y$ join.
- `Q x y`: asks whether $x$ and $y$ are in one group.
- `S x`: asks for the size of the group of $x$.

"""


BOTH = "where x != y\nwhere x2 != y2\n"


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("In all events $1 \\le x, y \\le n$; in events of the first kind $x \\ne y$.", "where x != y\n"),
        ("$1 \\le x, y \\le n$. In the second type of event, $x \\ne y$.", "where x2 != y2\n"),
        ("$1 \\le x, y \\le n$, and $x \\ne y$ in events of the first kind.", "where x != y\n"),
        ("$1 \\le x, y \\le n$, and $x \\ne y$ in all `J` events.", "where x != y\n"),
        ("$1 \\le x, y \\le n$ ($x \\ne y$ for type J operations).", "where x != y\n"),
        ("$1 \\le x, y \\le n$. For each `Q` query, $x \\ne y$.", "where x2 != y2\n"),
        ("$1 \\le x, y \\le n$. In a query $x \\ne y$.", BOTH),
        ("$1 \\le x, y \\le n$. In the J events $x \\ne y$ as well.", BOTH),
        ("$1 \\le x, y \\le n$. For type J and type Q events, $x \\ne y$.", BOTH),
        ("$1 \\le x, y \\le n$. In events of the first kind and of the second kind $x \\ne y$.", BOTH),
        ("$1 \\le x, y \\le n$. In all events except events of the third kind, $x \\ne y$.", BOTH),
        ("$1 \\le x, y \\le n$ and $x \\ne y$, and the last of the events is of the second kind.", BOTH),
    ],
)
def test_what_is_said_of_one_kind_says_nothing_of_the_others(said: str, lines: str) -> None:
    sample = Sample("1", b"3 3\nJ 1 2\nQ 1 3\nS 2\n")
    problem = Problem("case", "plain", Path("."), f"## Input\n\n{EVENTS}{said}\n", samples=(sample,))
    text = infer(problem, Solution(Path("case.py"), "python", JOINS.encode())).text
    assert text[text.index("where") :] == lines
    assert "Q: x2: int 1..n; y2: int 1..n\n" in text


def test_what_is_said_of_one_kind_in_another_language() -> None:
    first = "Första raden har två heltal $n$ och $q$ ($2 \\le n \\le 50$, $1 \\le q \\le 20$). "
    said = (
        "Sedan följer $q$ rader, var och en på formen `1 u v` eller `2 u v` med $1 \\le u \\le v \\le n$. "
        "För frågor av typ 2 gäller $u < v$."
    )
    sample = Sample("1", b"5 2\n1 1 1\n2 1 2\n")
    problem = Problem("case", "plain", Path("."), f"## Indata\n\n{first}{said}\n", samples=(sample,))
    text = infer(problem, Solution(Path("case.cpp"), "cpp", BOTH_KINDS.encode())).text
    assert text.endswith("  1: u: int 1..n; v: int u..n\n  2: u2: int 1..n; v2: int u2+1..n\n")


@pytest.mark.parametrize(("last", "is_known"), [("Otherwise", True), ("If $t = 2$", True), ("Then", False)])
def test_the_last_kind_may_be_told_by_otherwise(last: str, is_known: bool) -> None:
    said = (
        "Each of the next $q$ lines starts with an integer $t$ ($1 \\le t \\le 2$). If $t = 1$, two integers $u$ and "
        f"$v$ follow ($1 \\le u, v \\le n$). {last}, an integer $u$ follows ($1 \\le u \\le n$)."
    )
    problem = Problem(
        "case", "plain", Path("."), f"## Input\n\n{FIRST}{said}\n", samples=(Sample("1", b"5 2\n1 1 2\n2 1\n"),)
    )
    report = accounted(infer(problem, Solution(Path("case.cpp"), "cpp", CPP.encode())), problem)
    assert ([doubt.text for doubt in report.doubts if " t" in doubt.text or "$t$" in doubt.text] == []) is is_known

"""What statements in plain text say of roads, tables and single characters, and sentences that come near: each short
statement with its program and sample gives the whole format."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

OFFICE = """n, m, c = input().split()
n, m = int(n), int(m)
a = [list(input()) for i in range(n)]
print(a[0][0] == c)
"""
PLANS = """#include <iostream>
int d[105][105];
int main() { int n, k; std::cin >> n; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) std::cin >> d[i][j];
  std::cin >> k; while (k--) { int a, b, c; std::cin >> a >> b >> c; std::cout << d[a - 1][b - 1] + c; } }
"""
FRIENDS = """n, m = map(int, input().split())
g = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b = map(int, input().split())
    g[a].append(b)
    g[b].append(a)
"""
CABLES = FRIENDS + "for _ in range(int(input())):\n    l, r = map(int, input().split())\n    print(r - l)\n"
ORDERS = "n, k = map(int, input().split())\nfor _ in range(k):\n    x = list(map(int, input().split()))\n    print(x)\n"
CAVE = """#include <cstdio>
char g[50][50];
int main() { int n, m, r, c; scanf("%d%d", &n, &m); for (int i = 0; i < n; i++) scanf("%s", g[i]);
  scanf("%d%d", &r, &c); puts(g[r - 1][c - 1] == 'X' ? "A" : "B"); }
"""
WORDS = "n = int(input())\ns = [input() for _ in range(n)]\nprint(len(set(s)))\n"
DIGITS = "n = int(input())\na = input()\nprint(max(a))\n"

TEXTS = {
    "a character behind two numbers": (
        "Input\n\nThe first line contains integers n, m (1 ≤ n, m ≤ 60) — the sides of the room, and c character — the "
        "colour asked for. The following n lines contain m characters each. All colours are marked by uppercase Latin "
        "letters.\n",
        "python",
        OFFICE,
        ("1 3 R\nG.B\n",),
        'n: int 1..60; m: int 1..60; c: word 1..1 of "A-Z"\na: word[n][m] 1..1 of ".A-Z" joined\n',
    ),
    "a table with two subscripts, and roads that are only planned": (
        "From each town one can go to any other town by existing roads. The king plans k new roads.\n\nInput\n\nThe "
        "first "
        "line contains n (2 ≤ n ≤ 90). Then there follow n lines with n integers each, the j-th in the i-th row is "
        "di, j "
        "(0 ≤ di, j ≤ 800). It is guaranteed that di, i = 0, di, j = dj, i, such that some king is content. Next line "
        "contains k (1 ≤ k ≤ 70). Each road is described by three integers ai, bi, ci (1 ≤ ai, bi ≤ n, 1 ≤ ci ≤ 9), "
        "its "
        "ends and its length.\n",
        "cpp",
        PLANS,
        ("2\n0 5\n5 0\n1\n1 2 3\n",),
        "n: int 2..90\nd: int[n][n] 0..800\nk: int 1..70\nrows[k] graph(a, b; n): a: int 1..n; b: int 1..n; c: int "
        "1..9\n"
        "where diagonal d == 0\nwhere symmetric d\n",
    ),
    "friendships that occur once": (
        "Input\n\nThe first line contains n and m (2 ≤ n ≤ 60, 1 ≤ m ≤ 80). Next m lines describe friendships as two "
        "numbers ai and bi (1 ≤ ai, bi ≤ n), who are friends. Each friendship occurs in the list exactly once.\n",
        "python",
        FRIENDS,
        ("3 2\n1 2\n2 3\n",),
        "n: int 2..60; m: int 1..80\nrows[m] graph(a, b; n) no-loops simple: a: int 1..n; b: int 1..n\n",
    ),
    "ranges of cables are no cables": (
        "Input\n\nThe first line contains n, m (2 ≤ n ≤ 60; 1 ≤ m ≤ 80). The following m lines contain xi, yi (1 ≤ xi, "
        "yi ≤ n), the computers that the i-th cable connects. The next line contains k (1 ≤ k ≤ 90). Next k lines "
        "contain "
        "li, ri (1 ≤ li ≤ ri ≤ m), the cables from li to ri are cut.\n",
        "python",
        CABLES,
        ("3 2\n1 2\n2 3\n1\n1 2\n",),
        "n: int 2..60; m: int 1..80\nrows[m] graph(x, y; n): x: int 1..n; y: int 1..n\nk: int 1..90\n"
        "rows[k] intervals: l: int 1..m; r: int l..m\n",
    ),
    "all numbers in some order": (
        "Input\n\nThe first line contains n and k (1 ≤ n ≤ 60; 2 ≤ k ≤ 5). Each of the next k lines contains "
        "integers 1, "
        "2, ..., n in some order.\n",
        "python",
        ORDERS,
        ("3 2\n3 1 2\n1 2 3\n", "1 2\n1\n1\n"),
        "n: int 1..60; k: int 2..5\nrows[k]: x: int[n] 1..n permutation\n",
    ),
    "what stands in a cell that is named": (
        "Input\n\nThe first line contains n and m (1 ≤ n, m ≤ 40). Each of the next n lines consists of m characters "
        '"." (that is, ice) and "X" (a hole). The next line contains r and c (1 ≤ r ≤ n, 1 ≤ c ≤ m). It is '
        "guaranteed "
        "that the plan contains character 'X' in cell (r, c).\n",
        "cpp",
        CAVE,
        ("2 3\nX..\n..X\n1 1\n",),
        'n: int 1..40; m: int 1..40\ng: word[n][m] 1..1 of ".X" joined\nr: int 1..n; c: int 1..m\n'
        'where g[r-1][c-1] == "X"\n',
    ),
    "words that are no longer than all together": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 40). Then follow n lines, each containing a string of lowercase "
        "English letters. The total length of these strings doesn't exceed 3 000.\n",
        "python",
        WORDS,
        ("2\nab\nc\n",),
        'n: int 1..40\ns: word[n] 1..3000 of "a-z" lines\nwhere sum len(s) <= 3000\n',
    ),
}


def report(statement: str, language: str, program: str, *samples: str) -> FormatReport:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        statement,
        samples=tuple(Sample(str(number), sample.encode()) for number, sample in enumerate(samples, 1)),
    )
    return infer(problem, Solution(Path("case"), language, program.encode()))


@pytest.mark.parametrize("manner", TEXTS)
def test_the_whole_format(manner: str) -> None:
    statement, language, program, samples, expected = TEXTS[manner]
    assert report(statement, language, program, *samples).text == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Each number occurs in the list exactly once.",
        "Every road may be used exactly once.",
        "Each student has exactly one friend.",
    ],
)
def test_sentences_that_nearly_bar_multiple_edges(sentence: str) -> None:
    statement = TEXTS["friendships that occur once"][0].replace(
        "Each friendship occurs in the list exactly once.", sentence
    )
    assert "simple" not in report(statement, "python", FRIENDS, "3 2\n1 2\n2 3\n").text


@pytest.mark.parametrize(
    ("promise", "program", "sample"),
    [
        ("There is at least one digit in a that is larger than 1.", DIGITS, "3\n012\n"),
        (
            "It is guaranteed that the price of each digit is unique, and each digit represents a town.",
            DIGITS,
            "3\n012\n",
        ),
    ],
)
def test_promises_that_nothing_holds_are_named(promise: str, program: str, sample: str) -> None:
    statement = f"Input\n\nThe first line contains n (1 ≤ n ≤ 15). The second line contains n digits of a. {promise}\n"
    found = report(statement, "python", program, sample)
    assert [mark.quote for mark in found.sentences if mark.mark == "unclear"] == [promise.removesuffix(".")]


def test_that_a_number_holds_no_blanks_is_no_promise_left() -> None:
    said = "It is guaranteed that the number contains no spaces and only contains digits."
    statement = f"Input\n\nThe first line contains n (1 ≤ n ≤ 15). The second line contains n digits. {said}\n"
    assert not any(one.kind == "guarantee" for one in report(statement, "python", DIGITS, "3\n012\n").stated)


def test_a_cell_that_the_format_holds_is_no_promise_left() -> None:
    statement, language, program, samples, _ = TEXTS["what stands in a cell that is named"]
    found = report(statement, language, program, *samples).stated
    assert not any(one.kind == "guarantee" and "in cell" in str(one) for one in found)

"""Queries, lists and grids as plain-text statements describe them: each short statement with its program and sample
gives the whole format, or the lines of it that matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

SEARCHES = "s = input()\nfor _ in range(int(input())):\n    x = input()\n    print(s.count(x))\n"
MARKED = "n = int(input())\np = list(map(int, input().split()))\nq = list(map(int, input().split()))\nprint(p, q[1:])\n"
SPANS = "for _ in range(int(input())):\n    t, a, b = map(int, input().split())\n    print(t * a * b)\n"
CAVE = """#include <iostream>
#include <string>
std::string g[50];
int main() { int n, m, k; std::cin >> n >> m >> k; for (int i = 0; i < n; i++) std::cin >> g[i];
  while (k--) { int x, y; std::cin >> x >> y; std::cout << g[x - 1][y - 1]; } }
"""
ICE = """n, x = map(int, input().split())
for _ in range(n):
    op, d = input().split()
    x += int(d) if op == '+' else -int(d)
print(x)
"""
BOOK = "for _ in range(int(input())):\n    a = input().split()\n    print(a[0], a[2:])\n"
CHANGES = """s = input()
for _ in range(int(input())):
    a, b, w = input().split()
    print(s.replace(a, b), int(w))
"""
PARKING = "for _ in range(int(input())):\n    t, x = map(int, input().split())\n    print(x if t == 1 else -x)\n"
LONG = "s = input()\nprint(len(s))\n"
BOARDS = """#include <iostream>
#include <string>
int main() { int t; std::cin >> t; while (t--) for (int i = 0; i < 3; i++) { std::string s; std::cin >> s; } }
"""
FLIPS = """from sys import stdin
n = int(stdin.readline())
s = 0
for i in range(n):
    row = stdin.readline().split()
    s += int(row[i])
for _ in range(int(stdin.readline())):
    print(stdin.readline()[0] == '3')
"""
LETTERS = "n = int(input())\ns = input()\na = list(map(int, input().split()))\nprint(n, s, a)\n"

TEXTS = {
    "the string xi, of which all together are bounded": (
        "Input\n\nThe first line contains a string s of at most 50 characters. The second line contains n (1 ≤ n ≤ "
        "9). The "
        "i-th of the next n lines contains the string xi. The total length of xi is less than or equal to 80 "
        "characters. "
        "Strings consist of lowercase letters.\n",
        SEARCHES,
        "abc\n2\na\nbc\n",
        's: word 1..50 of "a-z"\nn: int 1..9\nx: word[n] 1..80 of "a-z" lines\nwhere sum len(x) <= 80\n',
    ),
    "a count and its list on one line, which the program reads as one": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 60). The second line contains n integers p1, p2, ..., pn (1 ≤ "
        "pi ≤ 9). "
        "The third line contains t (0 ≤ t ≤ n), followed by t distinct integers u1, u2, ..., ut (1 ≤ ui ≤ "
        "n).\n",
        MARKED,
        "2\n1 1\n1 2\n\x003\n1 2 1\n0\n",
        "n: int 1..60\np: int[n] 1..9\nt: int 0..n; u: int[t] 1..n distinct\n",
    ),
    "a bound of all numbers beside a comparison": (
        'The queries are "1 x y" (x < y) and "2 a b" (a ≠ b).\n\nInput\n\nThe first line contains n (1 ≤ n ≤ '
        "60), then n "
        "queries follow. All numbers in the input are integers and don't exceed 800 by their absolute value.\n",
        SPANS,
        "2\n1 -1 5\n2 1 2\n",
        "n: int 1..60\nqueries: queries[n]\n  1: x: int -800..800; y: int x+1..800\n"
        "  2: a: int -800..800; b: int -800..800\nwhere a != b\n",
    ),
    "a legend behind the thing that it marks": (
        "Empty cells are marked with '.', impassable cells are marked with '*'.\n\nInput\n\nThe first line contains "
        "n, m and "
        "k (3 ≤ n, m ≤ 40, 1 ≤ k ≤ 9). Each of the next n lines contains m symbols '.', '*'. It is guaranteed that all "
        "border cells are impassable. Each of the last k lines contains x and y (1 ≤ x ≤ n, 1 ≤ y ≤ m).\n",
        CAVE,
        "3 3 1\n***\n*.*\n***\n2 2\n",
        'n: int 3..40; m: int 3..40; k: int 1..9\ng: word[n][m] 1..1 of "*." joined\nrows[k]: x: int 1..n; y: int '
        "1..m\n"
        'where border g == "*"\n',
    ),
    "kinds whose values have one name": (
        "Input\n\nThe first line contains n and x (1 ≤ n ≤ 60, 0 ≤ x ≤ 9). Each of the next n lines contains '+' or "
        "'-' and "
        'an integer di (1 ≤ di ≤ 80). Record "+ di" means that di come, "- di" means that di go.\n',
        ICE,
        "2 7\n+ 5\n- 10\n",
        'n: int 1..60; x: int 0..9\nqueries: queries[n]\n  "+": d: int 1..80\n  "-": d2: int 1..80\n',
    ),
    "a name, a count and as many words": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 20). Each entry has a name of lowercase letters, then the "
        "number of "
        "its phones, at least 1 and at most 10, then the phones of "
        "digits.\n",
        BOOK,
        "3\nann 2 612 12\nbo 1 012\ncy 1 6\n",
        None,
    ),
    "characters with a name": (
        "Input\n\nThe first line contains a string s (1 ≤ |s| ≤ 50) of lowercase letters, the second n (0 ≤ n ≤ 9). "
        "Then "
        "follow n lines, each containing characters Ai and Bi (lower case letters) and integer Wi (0 ≤ Wi ≤ "
        "70).\n",
        CHANGES,
        "abc\n1\na x 8\n",
        's: word 1..50 of "a-z"\nn: int 0..9\nrows[n]: A: word 1..1 of "a-z"; B: word 1..1 of "a-z"; W: int 0..70\n',
    ),
    "kinds by what the type is equal to": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 9). Every request is given by two numbers. If the request type "
        "is equal "
        "to 1, the second is a length. If the request type is equal to 2, a car "
        "leaves.\n",
        PARKING,
        "2\n1 5\n2 1\n",
        None,
    ),
    "more digits than a number holds": (
        "Input\n\nThe only line contains a positive integer n (1 ≤ n ≤ 10100000). It doesn't have leading zeroes.\n",
        LONG,
        "4500\n",
        'n: word 1..100000 of "0-9" number\n',
    ),
    "boards of lines": (
        "Input\n\nThe first line contains t (1 ≤ t ≤ 5). Each board is a matrix of 3 rows and 3 columns, of characters "
        '"." and "#". Boards are separated by an empty line.\n',
        BOARDS,
        "2\n...\n#..\n...\n\n##.\n...\n..#\n",
        None,
    ),
    "lines of kinds of which the program reads the first character": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 30). The next n lines describe the matrix: the i-th line "
        "contains n "
        "space-separated bits of A. The j-th number of the i-th line aij (0 ≤ aij ≤ 1) tells a cell. The next line "
        "contains q "
        "(1 ≤ q "
        "≤ 50). Each of the next q lines is one of:\n\n  * 1 i — flip the i-th row; \n  * 2 i — flip the i-th "
        "column; \n"
        "  * 3 — print. \n",
        FLIPS,
        "3\n1 1 1\n0 1 1\n1 0 0\n6\n3\n2 3\n3\n2 2\n1 3\n3\n",
        None,
    ),
    "a list of a number of elements": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 103). The second line contains s of length n, of lowercase "
        "letters. The "
        "third line contains 12 integers a1, a2, ..., a12 (1 ≤ ax ≤ 103).\n",
        LETTERS,
        "3\naab\n2 3 1 1 1 1 1 1 1 1 1 1\n",
        'n: int 1..1000\ns: word n..n of "a-z"\na: int[12] 1..1000\n',
    ),
}
PARTS = {
    "boards of lines": ("blocks: cases[t]\n  s: word[3]", 'of "#."'),
    "a name, a count and as many words": ("a_count: int 1..", "a: word[a_count]"),
    "kinds by what the type is equal to": ("rows[n]: t: int 1..2; x: int",),
    "lines of kinds of which the program reads the first character": ("int[n][n] 0..1", "\n  1: i: int", "\n  3:\n"),
}


def report(statement: str, program: str, *samples: str) -> FormatReport:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        statement,
        samples=tuple(Sample(str(number), sample.encode()) for number, sample in enumerate(samples, 1)),
    )
    language = "cpp" if program.startswith("#include") else "python"
    return infer(problem, Solution(Path("case"), language, program.encode()))


@pytest.mark.parametrize("manner", TEXTS)
def test_the_format(manner: str) -> None:
    statement, program, samples, expected = TEXTS[manner]
    found = report(statement, program, *samples.split("\0")).text
    assert found == expected if expected is not None else all(part in found for part in PARTS[manner]), found


@pytest.mark.parametrize(
    ("promise", "is_named"),
    [
        ("It is guaranteed that all queries are correct, that is, the copies fit into the borders of the lists.", True),
        ("It is guaranteed that the answer fits into a 32-bit integer type.", False),
        ("It is not guaranteed that you can take all of them.", False),
    ],
)
def test_promises_of_what_fits(promise: str, is_named: bool) -> None:
    statement = f"Input\n\nThe first line contains n (1 ≤ n ≤ 60). {promise}\n"
    found = report(statement, "n = int(input())\nprint(n)\n", "4\n").stated
    assert any(one.kind == "guarantee" for one in found) == is_named

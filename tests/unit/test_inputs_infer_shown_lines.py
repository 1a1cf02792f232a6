"""What samples show of lines that a program passes over, and sums and lengths that a statement writes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.text_form.text import to_text
from slowpath.model.problem import Problem, Sample, Solution

PASSED = "_ = input()\nk = int(input())\na = list(map(int, input().split()))\nprint(a[k - 1])\n"
BLANKS = """def one():
    _ = input()
    n, m = map(int, input().split())
    return n * m


for _ in range(int(input())):
    print(one())
"""
GRID = "h, w = map(int, input().split())\ng = [input() for _ in range(h)]\nprint(sum(row.count('#') for row in g))\n"
TWO_LINES = """import sys
for _ in range(int(input())):
    w = sys.stdin.readline()
    v = sys.stdin.readline()
    print(w.index(v[0]))
"""
TOTAL = """n, k = map(int, input().split())
for _ in range(n):
    a, b = map(int, input().split())
    if k > 0:
        k -= b
print(a)
"""
SHARED = "n, x = map(int, input().split())\nm = [int(input()) for _ in range(n)]\nprint(x - sum(m))\n"
SAID = {
    "sizes that the program passes over": (
        PASSED,
        "Input\nThe first line contains two integers n_A and n_B (1 ≤ n_B ≤ n_A ≤ 70). The second line "
        "contains "
        "an integer k (1 ≤ k ≤ n_B). The third line contains n_A integers a_1, a_2, ..., a_{n_A} (0 ≤ a_i ≤ 9).",
        "4 2\n2\n5 6 7 8\n",
        "nA: int 1..70; nB: int 1..nA\nk: int 1..nB\na: int[nA] 0..9\n",
    ),
    "numbers at which the program looks as at characters": (
        "print(input().replace(' ', '').index('7'))\n",
        "Input\nThe only line contains 4 integers a_1, a_2, a_3, a_4 (1 ≤ a_i ≤ 9).",
        "3 7 7 1\n",
        "a1: int 1..9; a2: int 1..9; a3: int 1..9; a4: int 1..9\n",
    ),
    "a string of digits with blanks stays one": (
        "print(input().replace(' ', '').index('7'))\n",
        "Input\nThe only line contains a string s of at most 40 characters, digits and spaces.",
        "3 7 71\n",
        's: text 1..40 of " 0-9"\nwhere spaced s\n',
    ),
    "a blank line before each case": (
        BLANKS,
        "Input\nThe first line contains t (1 ≤ t ≤ 30). Each test case is preceded by a blank line. The first "
        "line of a test case contains n and m (1 ≤ n, m ≤ 80).",
        "2\n\n3 4\n\n5 6\n",
        't: int 1..30\ntests: cases[t]\n  x: text 0..0 of " "\n  n: int 1..80; m: int 1..80\n',
    ),
    "the cells of a grid stand alone": (
        GRID,
        "Input\nThe first line contains H and W (1 ≤ H, W ≤ 60). Each of the next H lines contains a string of "
        "length W of '#' and '.'.",
        "2 3\n#..\n.##\n",
        'H: int 1..60; W: int 1..60\ng: word[H][W] 1..1 of "#." joined\n',
    ),
    "the order of lines before the names of variables": (
        TWO_LINES,
        "Input\nThe first line contains t (1 ≤ t ≤ 30).\nThe first line of a case contains a ring — "
        "a string "
        "of length 5 of lowercase letters. The second line of a case contains the word w, of lowercase letters. "
        "The word has "
        "a length from 1 to 8.",
        "2\nabcde\nbb\nvwxyz\nxyz\n",
        't: int 1..30\ntests: cases[t]\n  w2: word 5..5 of "a-z"\n  w: word 1..8 of "a-z"\n',
    ),
    "a number up to the sum of a column": (
        TOTAL,
        "Constraints\n1 ≤ N ≤ 300\n\n1 ≤ a_i, b_i ≤ 40\n\n1 ≤ K ≤ b_1 + … + b_N\n\nInput\nThe first line "
        "contains "
        "N and K. Each of the next N lines contains a_i and b_i.",
        "2 5\n1 2\n3 4\n",
        "N: int 1..300; K: int 1..N*40\nrows[N]: a: int 1..40; b: int 1..40\nwhere sum b >= K\n",
    ),
    "a sum up to a number that has a bound": (
        SHARED,
        "Constraints\n2 ≤ N ≤ 30\n\n1 ≤ m_i ≤ 50\n\nm_1 + m_2 + ... + m_N ≤ X ≤ 900\n\nInput\nThe first line "
        "contains N and X. Each of the next N lines contains m_i.",
        "2 50\n10\n20\n",
        "N: int 2..30; X: int 1..900\nm: int[N] 1..50 lines\nwhere sum m <= X\n",
    ),
    "a first number that counts the others": (
        "print(sorted(map(int, input().split()[1:])))\n",
        "Input\nOne line of integers. The first number is n "
        "(1 ≤ n ≤ 12). The following n numbers are the weights (1 ≤ w_i ≤ 90).",
        "3 30 10 20\n",
        "n: int 1..12; w: int[n] 1..90\n",
    ),
}


def inferred(program: str, statement: str, sample: str) -> str:
    """The format's text, from all that can be read."""
    problem = Problem("p", "plain", Path("/p"), statement, None, (Sample("1", sample.encode(), b"0\n"),))
    made = infer(problem, Solution(Path("a.py"), "python", program.encode())).format
    return to_text(made) if made is not None else ""


@pytest.mark.parametrize("name", sorted(SAID))
def test_what_samples_show_and_statements_write_out(name):
    program, statement, sample, expected = SAID[name]
    assert inferred(program, statement, sample) == expected

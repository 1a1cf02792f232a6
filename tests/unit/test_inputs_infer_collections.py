"""Statements as collections of problems have them: plain text, with the format laid out in it but not set off."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.text_form.text import to_text
from slowpath.model.problem import Problem, Sample, Solution

TWO_WAYS = """n, m = map(int, input().split())
homes = [list(map(int, input().split())) for _ in range(n)]
wells = [list(map(int, input().split())) for _ in range(m)]
print(min(abs(x - z) + abs(y - w) for x, y in homes for z, w in wells))
"""
PASSED_ON = "print('Round ' + input())\n"
UNUSED = "_ = input()\ns = input()\nprint(s.count('ab'))\n"
GOLF = "print(int(input()) ** 2 - int(input()))\n"
PAIRS = "print(sum(sorted(tuple(map(int, input().split()))[::-1] for _ in range(int(input())))[0]))\n"
LAYOUT = (
    "-----Constraints-----\n{rules}\n\n-----Input-----\nInput is given from Standard Input in the following "
    "format:\n{rows}\n\n-----Output-----\nPrint the answer.\n"
)

FORMATS = {
    "two tables of pairs, of as many rows as columns in the sample": (
        TWO_WAYS,
        " - 1 \\leq N,M \\leq 40\n - -70 \\leq a_i,b_i,c_j,d_j \\leq 70",
        "N M\na_1 b_1\n:\na_N b_N\nc_1 d_1\n:\nc_M d_M",
        "2 2\n1 2\n3 4\n5 6\n-7 8\n",
        "N: int 1..40; M: int 1..40\nrows[N]: a: int -70..70; b: int -70..70\nrows[M]: c: int -70..70; "
        "d: int -70..70\n",
    ),
    "a number that the program passes on as text": (
        PASSED_ON,
        " - 100 \\leq N \\leq 999",
        "N",
        "110\n",
        "N: int 100..999\n",
    ),
    "a length that the program reads and doesn't use": (
        UNUSED,
        " - 3 \\leq N \\leq 50\n - S is a string of length N consisting of lowercase letters.",
        "N\nS",
        "4\nabca\n",
        'N: int 3..50\nS: word N..N of "a-z"\n',
    ),
    "numbers that the program gives no names": (
        GOLF,
        " - 1 \\leq N \\leq 90\n - 0 \\leq A \\leq N^2",
        "N\nA",
        "3\n4\n",
        "N: int 1..90\nA: int 0..N^2\n",
    ),
    "dots on lines of their own": (
        PAIRS,
        " - 1 \\leq N \\leq 90\n - 1 \\leq A_i, B_i \\leq 700 (1 \\leq i \\leq N)",
        "N\nA_1 B_1\n.\n.\n.\nA_N B_N",
        "3\n4 5\n6 7\n1 2\n",
        "N: int 1..90\nrows[N]: A: int 1..700; B: int 1..700\n",
    ),
}


def inferred(program: str, statement: str, sample: str) -> str:
    """The format's text, from all that can be read."""
    problem = Problem("p", "plain", Path("/p"), statement, None, (Sample("1", sample.encode(), b"0\n"),))
    made = infer(problem, Solution(Path("a.py"), "python", program.encode())).format
    return to_text(made) if made is not None else ""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_a_plain_text_announces_as_the_format_lays_the_input_out(name):
    program, rules, rows, sample, expected = FORMATS[name]
    assert inferred(program, LAYOUT.format(rules=rules, rows=rows), sample) == expected


CASES = """for _ in range(int(input())):
    n = int(input())
    a = list(map(int, input().split()))
    print(sum(a))
"""
EDGES = """n, m = map(int, input().split())
for _ in range(m):
    a, b = map(int, input().split())
    print(a + b)
"""
CODE = "a, b = map(int, input().split())\ns = input()\nprint(len(s.split('-')) == 2 and s[a] == '-')\n"
SAID = {
    "how many of what a number counts there are in all": (
        CASES,
        "Input\nThe first line has t (1 ≤ t ≤ 30). The first line of each case has n (2 ≤ n ≤ 900) — the number "
        "of guests. The next line has n integers a_i (0 ≤ a_i ≤ 7).\nThe total number of guests over all testcases "
        "doesn't exceed 5 ⋅ 10^3.",
        "1\n2\n3 4\n",
        "t: int 1..30\ntests: cases[t]\n  n: int 2..900\n  a: int[n] 0..7\nwhere sum n <= 5000\n",
    ),
    "a fraction in one sign": (
        EDGES,
        "Input\nFirst N and M (2 ≤ N ≤ 50, N−1 ≤ M ≤ min(N(N−1)⁄2,60)). Then M lines with a_i and b_i (1 ≤ a_i, "
        "b_i ≤ 7).",
        "3 2\n1 2\n2 3\n",
        "N: int 2..50; M: int N-1..min(N*(N-1)//2,60)\nrows[M]: a: int 1..7; b: int 1..7\n",
    ),
    "the length of a string": (
        "s = input()\nprint(s == s[::-1])\n",
        "Input\nA string S of uppercase letters. The length of S is 6.",
        "ABCCBA\n",
        'S: word 6..6 of "A-Z"\n',
    ),
    "one word on a line, where one is a number less two": (
        CODE,
        "-----Constraints-----\n - 1 ≤ A,B ≤ 5\n - |S|=A+B+1\n - S consists of - and digits from 0 through 9.\n\n"
        "-----Input-----\nA B\nS\n",
        "3 4\n269-6650\n",
        'a: int 1..5; b: int 1..5\ns: word[1] a+b+1..a+b+1 of "\\\\-0-9"\n',
    ),
}


@pytest.mark.parametrize("name", sorted(SAID))
def test_what_statements_of_collections_say_is_understood(name):
    program, statement, sample, expected = SAID[name]
    assert inferred(program, statement, sample) == expected


def test_a_sentence_behind_an_announcement_is_no_layout():
    statement = (
        "Input\nThe input has the following format:\nThe first line has n (1 <= n <= 70).\nThe second "
        "line has n numbers a_i (2 <= a_i <= 9).\n"
    )
    text = inferred("n = int(input())\na = list(map(int, input().split()))\n", statement, "2\n3 4\n")
    assert text == "n: int 1..70\na: int[n] 2..9\n"

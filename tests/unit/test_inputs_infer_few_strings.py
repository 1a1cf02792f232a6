"""What the inference makes of strings that are one letter, or one of a few."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

WORD = "s = input()\n"
MARKS = "n = int(input())\na = input().split()\n"
SWAPS = "s = input()\nn = int(input())\nfor _ in range(n):\n    x, y = input().split()\n    s = s.replace(x, y)\n"
TAPE = "n = int(input())\ns = input()\nprint(s[n - 1])\n"
LINES = "for _ in range(int(input())):\n    s = input()\n    print(len(s), s[0])\n"
SUM = "a, op, b = input().split()\nprint(int(a) + int(b) if op == '+' else int(a) - int(b))\n"
FORMATS = {
    "one letter": (WORD, "One line with $s$.\n- s is a lowercase English letter.", "k\n", 's: word 1..1 of "a-z"\n'),
    "letters of a list": (
        MARKS,
        "One n (1 <= n <= 90). Then a_1, ..., a_n.\n- a_i is W, L or D.",
        "3\nW L W\n",
        'n: int 1..90\na: word[n] 1..1 of "DLW"\n',
    ),
    "letters in brackets": (
        SWAPS,
        "A word s (1 <= |s| <= 70) of lowercase letters, then n (1 <= n <= 90). Each of the next n lines has "
        "two letters x and y (x and y are lowercase English letters).",
        "abca\n1\na c\n",
        's: word 1..70 of "a-z"\nn: int 1..90\nrows[n]: x: word 1..1 of "a-z"; y: word 1..1 of "a-z"\n',
    ),
    "signs": (
        SUM,
        "One line: a op b. 1 <= a, b <= 70.\n- op is either + or -.",
        "5 + 7\n",
        'a: int 1..70; op: word 1..1 of "+\\\\-"; b: int 1..70\n',
    ),
    "words": (WORD, "One line with s.\n- s is RED or GREEN.", "RED\n", 's: word one of "GREEN" "RED"\n'),
    "words that the samples don't hold to": (
        WORD,
        "One line with s (1 <= |s| <= 70). We call it nice if s is empty or short.",
        "abc\n",
        's: word 1..70 of "a-z"\n',
    ),
    "the letters of a string": (
        TAPE,
        "One n (1 <= n <= 90). Then a string s of length n.\n- s_i is L or R.",
        "3\nLRL\n",
        'n: int 1..90\ns: word n..n of "LR"\n',
    ),
    "a string whose length is told before it": (
        TAPE,
        "One line with an integer N, the length of the string S. The next line has the binary string S.\n"
        "Constraints\n- 1 <= N <= 90\n- S_i in {0, 1}",
        "3\n011\n",
        'N: int 1..90\nS: word N..N of "01"\n',
    ),
    "the total number of digits": (
        LINES,
        "The first line has t (1 <= t <= 90). Each of the next t lines has a number s (1 <= s < 10^{3000}). The "
        "number does not have leading zeros. The total number of digits in all lines does not exceed 5000.",
        "2\n12345678901234567890\n7\n",
        't: int 1..90\ntests: cases[t]\n  s: word 1..3000 of "0-9" number\nwhere sum len(s) <= 5000\n',
    ),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_string_is_no_longer_than_what_is_said_of_it(name: str) -> None:
    source, statement, sample, expected = FORMATS[name]
    problem = Problem("p", "plain", Path("."), f"Input\n{statement}", samples=(Sample("s", sample.encode()),))
    report = infer(problem, Solution(Path("p.py"), "python", source.encode()))
    assert report.text == expected
    assert not any("S_i" in doubt.quote for doubt in report.doubts)

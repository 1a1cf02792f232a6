"""Strings that are one of a few words, and kinds of lines by the form that a statement gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

GUESSES = "for _ in range(int(input())):\n    s, x, a = input().split()\n    print(eval(x + s + '0') == (a == 'Y'))\n"
PRICES = """#include <iostream>
#include <string>
std::pair<int, std::string> p[1000];
int main() { int m; std::cin >> m; for (int i = 0; i < m; i++) std::cin >> p[i].first >> p[i].second; }
"""
CUTS = """w, h, n = map(int, input().split())
for _ in range(n):
    t, c = input().split()
    print(t, int(c) * w * h)
"""
TYPES = """n = int(input())
for _ in range(n):
    t, l, r = map(int, input().split())
    print(l + r if t == 1 else 0)
"""
VIEWS = """n, q = map(int, input().split())
for _ in range(n):
    x, y = map(int, input().split())
for _ in range(q):
    x1, y1, x2, y2 = map(int, input().split())
    print(x1 + y1 + x2 + y2)
"""
TWO_LISTS = "n, m = map(int, input().split())\na = [input() for _ in range(n)]\nb = [input() for _ in range(m)]\n"
WORDS_TWICE = """n, m = map(int, input().split())
for _ in range(m):
    a, b = input().split()
c = input().split()
print(c)
"""

TEXTS = {
    "signs in a list, letters with their meaning": (
        'Input\n\nThe first line contains n (1 ≤ n ≤ 50). Next n lines have the format "sign x answer", where the '
        "sign "
        'is:\n\n  * ">" (for larger), \n  * "<" (for smaller), \n  * ">=" (for not smaller). \n\n\n\nAll '
        "values of x "
        'meet  - 109 ≤ x ≤ 109. The answer is an English letter "Y" (for "yes") or "N" (for "no").\n',
        GUESSES,
        "2\n>= 1 Y\n< -3 N\n",
        'n: int 1..50\nrows[n]: s: word one of "<" ">" ">="; x: int -1000000000..1000000000; a: word 1..1 of "NY"\n',
    ),
    "kinds in brackets beside a name that lost its subscript": (
        "Input\n\nThe first line contains m (0 ≤ m ≤ 70). The i-th of the next m lines contains first integer vali "
        "(1 ≤ "
        "vali ≤ 800) — the price, then the kind of the ticket (BUS or TRAM/2).\n",
        PRICES,
        "2\n5 BUS\n6 TRAM/2\n",
        'm: int 0..70\nrows[m]: val: int 1..800; p_second: word one of "BUS" "TRAM/2"\n',
    ),
    "lines of one form or another": (
        "Input\n\nThe first line contains w, h, n (2 ≤ w, h ≤ 40, 1 ≤ n ≤ 30). Next n lines: each has the form H y "
        "or V "
        "x. In the first case (1 ≤ y ≤ h - 1). In the second case (1 ≤ x ≤ w - 1).\n",
        CUTS,
        "4 3 2\nH 2\nV 3\n",
        "w: int 2..40; h: int 2..40; n: int 1..30\nqueries: queries[n]\n  H: y: int 1..h-1\n  V: x: int 1..w-1\n",
    ),
    "a word among the names": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 50). Then follow n lines, each contains three integers type, l "
        "and r "
        "(1 ≤ l ≤ r ≤ 90; 1 ≤ type ≤ 2).\n",
        TYPES,
        "1\n2 3 6\n",
        "n: int 1..50\nrows[n]: type: int 1..2; l: int 1..90; r: int l..90\n",
    ),
    "names with a number and a subscript": (
        "Input\n\nThe first line contains n, q (1 ≤ n, q ≤ 50). The next n lines contain xi, yi (1 ≤ xi, yi ≤ 70). The "
        "next q lines contain four integers x1i, y1i, x2i, y2i (1 ≤ x1i < x2i ≤ 80, 1 ≤ y1i < y2i ≤ 90).\n",
        VIEWS,
        "1 1\n3 4\n1 1 2 2\n",
        "n: int 1..50; q: int 1..50\nrows[n]: x: int 1..70; y: int 1..70\n"
        "rows[q]: x1: int 1..79; y1: int 1..89; x2: int x1+1..80; y2: int y1+1..90\n",
    ),
    "the length of all lines together": (
        "Input\n\nThe first line contains n and m (1 ≤ n, m ≤ 9). Next follow n strings. Next follow m strings. The "
        "total "
        "length of lines in the input doesn't exceed 60. Each line consists only of letters 'a', 'b'.\n",
        TWO_LISTS,
        "1 1\nab\nb\n",
        'n: int 1..9; m: int 1..9\na: word[n] 1..30 of "ab" lines\nb: word[m] 1..30 of "ab" lines\n'
        "where sum len(a) <= 30\nwhere sum len(b) <= 30\n",
    ),
    "the length of all strings alike": (
        "Input\n\nThe first line contains n and m (1 ≤ n, m ≤ 9). The following m lines contain two strings ai, bi "
        "each. "
        "The next line contains n strings c1, c2, ..., cn. It is guaranteed that each of the strings ci is some ai. "
        "All the "
        "strings in the input are non-empty, of no more than 10 lowercase English letters.\n",
        WORDS_TWICE,
        "2 1\nab cd\nab ab\n",
        'n: int 1..9; m: int 1..9\nrows[m]: a: word 1..10 of "a-z"; b: word 1..10 of "a-z"\n'
        'c: word[n] 1..10 of "a-z"\n',
    ),
}


def inferred(statement: str, program: str, sample: str) -> str:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    language = "cpp" if program.startswith("#include") else "python"
    return infer(problem, Solution(Path("case"), language, program.encode())).text


@pytest.mark.parametrize("manner", TEXTS)
def test_the_whole_format(manner: str) -> None:
    statement, program, sample, expected = TEXTS[manner]
    assert inferred(statement, program, sample) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        'We call s "good" or "bad".',
        'The words "ab" and "cd" never stand in it.',
        "A string (ODD or EVEN) is asked for.",
    ],
)
def test_quoted_words_that_the_samples_do_not_hold_to(sentence: str) -> None:
    found = inferred(
        f"Input\n\nThe only line contains a string s (1 ≤ |s| ≤ 70) of lowercase letters. {sentence}\n",
        "s = input()\nprint(s)\n",
        "abcd\n",
    )
    assert found == 's: word 1..70 of "a-z"\n'


def test_words_that_a_story_quotes_are_examples() -> None:
    found = inferred(
        'From "abba" come the pairs "ab", "bb" and "ba".\n\nInput\n\nThe first line contains n '
        "(1 ≤ n ≤ 9). "
        "The second line contains n words of 2 lowercase letters.\n",
        "n = int(input())\nw = input().split()\nprint(w)\n",
        "3\nab bb ba\n",
    )
    assert found == 'n: int 1..9\nw: word[n] 2..2 of "a-z"\n'


def test_numbers_with_leading_zeros_between_signs_are_no_list() -> None:
    found = inferred(
        'Input\n\nThe only line contains a time in the format "hh:mm".\n',
        "h, m = map(int, input().split(':'))\nprint(h * 60 + m)\n",
        "05:09\n",
    )
    assert "int" not in found

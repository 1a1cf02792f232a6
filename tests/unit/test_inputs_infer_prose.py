"""What the inference makes of lines and values that a statement describes in prose."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
GRID = "r, c, k = map(int, input().split())\ng = [input() for _ in range(r)]\n"
ROWS = "n = int(input())\nfor i in range(n):\n    x, y = map(int, input().split())\n"
WORDS = "n = int(input())\nfor _ in range(n):\n    s = input()\n    print(len(set(s)))\n"
WHEELS = "n = int(input())\na = input()\nb = input()\n"
BAGS = "n, x = map(int, input().split())\na = list(map(int, input().split()))\n"
CELLS = "h, w, x, y, p, q = map(int, input().split())\n"
CARDS = "n = int(input())\ns = [input() for _ in range(n)]\nm = int(input())\nt = [input() for _ in range(m)]\n"
FIRST = """n = int(input())
last = input()
for _ in range(n - 1):
    name = input()
    print(name < last)
    last = name
"""
APART = "n = int(input())\nr = int(input())\nfor _ in range(n - 1):\n    p = int(input())\n    print(p)\n"
FORMATS = {
    "a list of which the program reads the first element alone": (
        FIRST,
        "One n (1 <= n <= 9). Then n lines follow, each with a name of between 2 and 6 lowercase letters.\n\n"
        "Note\n\nIn the first test case nothing is to be done.",
        "2\nabc\nxyz\n",
        'n: int 1..9\nname: word[n] 2..6 of "a-z" lines\n',
    ),
    "a number before a list of one less": (
        APART,
        "The first line has n (2 <= n <= 9). The second line has the root r (1 <= r <= n). Each of the next "
        "n - 1 lines has p_i (1 <= p_i <= 7).",
        "3\n2\n1\n3\n",
        "n: int 2..9\nr: int 1..n\np: int[n-1] 1..7 lines\n",
    ),
    "a sum below a number that has a bound": (
        BAGS,
        "One line with n and x, one with the n weights.\n- 1 <= n <= 9\n- 1 <= a_i <= 70\n- a_1 + a_2 + ... "
        "+ a_n <= x <= 500",
        "2 50\n3 4\n",
        "n: int 1..9; x: int 1..500\na: int[n] 1..70\nwhere sum a <= x\n",
    ),
    "names that differ by their subscripts": (
        CELLS,
        "One line with six integers h, w, r_a, c_a, r_b, and c_b (1 <= h, w <= 70, 1 <= r_a, r_b <= h, 1 <= "
        "c_a, c_b <= w).",
        "8 9 1 2 8 9\n",
        "h: int 1..70; w: int 1..70; r: int 1..h; c: int 1..w; r2: int 1..h; c2: int 1..w\n",
    ),
    "two lists of words with one length": (
        CARDS,
        "First n, then n lines with the s_i, then m, then m lines with the t_i.\n- 1 <= n, m <= 9\n- s_1, s_2, "
        "..., s_n, t_1, t_2, ..., t_m are all strings of lengths between 2 and 6 of lowercase English letters.",
        "2\nabc\nxyz\n1\nkl\n",
        'n: int 1..9\ns: word[n] 2..6 of "a-z" lines\nm: int 1..9\nt: word[m] 2..6 of "a-z" lines\n',
    ),
    "all values that a word bounds below": (
        LIST,
        "The first line has n (1 <= n <= 90). The second line has the array. All numbers are non-negative "
        "integers strictly less than 2^7.",
        "2\n3 4\n",
        "n: int 1..90\na: int[n] 0..127\n",
    ),
    "numbers that are told one by one behind a colon": (
        GRID,
        "The first line contains three integers: the number of rows R (1 <= R <= 9), the number of items I "
        "(1 <= I <= 7) and the limit L (1 <= L <= R). The next R lines have a letter 'A' or 'B' for each item.",
        "2 3 1\nABA\nBBA\n",
        'R: int 1..9; I: int 1..7; L: int 1..R\ng: word[R][I] 1..1 of "AB" joined\n',
    ),
    "rows that don't agree in two fields": (
        ROWS,
        "One n (1 <= n <= 9). Each of the next n lines has x_i and y_i (0 <= x_i, y_i <= 7). There are no two "
        "books that have the same colour and width at the same time.",
        "2\n1 2\n4 3\n",
        "n: int 1..9\nrows[n] distinct: x: int 0..7; y: int 0..7\n",
    ),
    "letters of a word that differ where it is nice": (
        WORDS,
        "A word is nice if all letters in the word are distinct.\n\nInput\n\nOne n (1 <= n <= 90). The next n "
        "lines have words of between 1 and 20 lowercase letters.",
        "2\nab\naab\n",
        'n: int 1..90\ns: word[n] 1..20 of "a-z" lines\n',
    ),
    "digits on things of which there are as many as digits": (
        WHEELS,
        "There are n wheels with digits from 0 to 9 on them.\n\nInput\n\nThe first line has n (1 <= n <= 90). "
        "The second line has a string of n digits, the third line has a string of n digits.",
        "2\n34\n05\n",
        'n: int 1..90\na: word n..n of "0-9"\nb: word n..n of "0-9"\n',
    ),
}


@pytest.mark.parametrize("name", FORMATS)
def test_what_prose_says_becomes_part_of_the_format(name: str) -> None:
    source, statement, sample, expected = FORMATS[name]
    heading = "" if "\nInput\n" in statement else "Input\n"
    problem = Problem("p", "plain", Path("."), heading + statement, samples=(Sample("s", sample.encode()),))
    assert infer(problem, Solution(Path("p.py"), "python", source.encode())).text == expected

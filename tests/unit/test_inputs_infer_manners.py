"""Ways in which real statements say what they say: each short statement with its sample gives the whole format."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

LIST = "n = int(input())\np = list(map(int, input().split()))\n"
LIST_OF_WORDS = "n = int(input())\ns = [input() for _ in range(n)]\n"
GRAPH = (
    "n, m = map(int, input().split())\ng = [[] for _ in range(n)]\nfor _ in range(m):\n"
    "    a, b = map(int, input().split())\n    g[a-1].append(b-1)\n    g[b-1].append(a-1)\n"
)
ROWS = "n = int(input())\nfor _ in range(n):\n    s, e = map(int, input().split())\n"
NUMBER = "n = int(input())\ns = input()\n"
TABLES = (
    "n = int(input())\na = [list(map(int, input().split())) for _ in range(n)]\n"
    "b = [list(map(int, input().split())) for _ in range(n)]\n"
)
STRING_CASES = "t = int(input())\nfor _ in range(t):\n    s = input()\n"
CASES = "T = int(input())\nfor _ in range(T):\n    a, b = map(int, input().split())\n    print(a + b)\n"

MAZE = "h, w = map(int, input().split())\ng = [input() for _ in range(h)]\nprint(len(g))\n"
WORDS_OF_N = "N = int(input())\nw = [input() for _ in range(N)]\nprint(len(w))\n"
MANNERS = {
    "different strings by their subscripts": (
        "## Constraints\n\n- $1 \\le n \\le 50$\n- $s_i$ is a string of length between $1$ and $9$ of lowercase "
        "letters.\n"
        "- $s_i \\ne s_j$ if $i \\ne j$.\n\n## Input\n\n```\nn\ns_1\n:\ns_n\n```\n",
        LIST_OF_WORDS,
        "2\nab\nc\n",
        'n: int 1..50\ns: word[n] 1..9 of "a-z" lines distinct\n',
    ),
    "at most one corridor between each pair of rooms": (
        "## Input\n\nThe first line has $n$ and $m$ ($1 \\le n, m \\le 99$). The next $m$ lines have two "
        "integers $a_i$ and "
        "$b_i$ ($1 \\le a_i, b_i \\le n$), corridors. There is at most one corridor between each pair of "
        "rooms.\n",
        GRAPH,
        "3 2\n1 2\n2 3\n",
        "n: int 1..99; m: int 1..99\nrows[m] graph(a, b; n) no-loops simple: a: int 1..n; b: int 1..n\n",
    ),
    "rows in the order of one of two that are named": (
        "## Input\n\nThe first line has $n$ ($1 \\le n \\le 99$). Each of the next $n$ lines has $s_i$ and "
        "$e_i$ ($0 \\le s_i < "
        "e_i \\le 9$), given in non-decreasing order of $s_i$, where $e_i$ is the end.\n",
        ROWS,
        "2\n0 3\n0 9\n",
        "n: int 1..99\nrows[n] sorted: s: int 0..8; e: int s+1..9\n",
    ),
    "a number of exactly n digits": (
        "## Input\n\nThe first line has $n$ ($1 \\le n \\le 99$). The second line has a positive integer of "
        "exactly $n$ "
        "digits, without leading zeros.\n",
        NUMBER,
        "3\n102\n",
        'n: int 1..99\ns: word n..n of "0-9" number\n',
    ),
    "lines that are described twice in the same way": (
        "## Input\n\nThe first line has an integer $n$ ($1 \\le n \\le 99$). The next $n$ lines describe the "
        "men: each has $n$ "
        "distinct integers from 1 to $n$. The $n$ lines after that describe the women in the same way.\n",
        TABLES,
        "2\n1 2\n2 1\n2 1\n2 1\n",
        "n: int 1..99\nrows[n]: a: int[n] 1..n permutation\nrows[n]: b: int[n] 1..n permutation\n",
    ),
    "neighbours of a string": (
        "## Input\n\nThe first line has $t$ ($1 \\le t \\le 9$). Each test case is a line with a string $s$ ($1 "
        "\\le |s| \\le 50$) "
        "of lowercase letters. No two adjacent characters of the string are the same.\n",
        STRING_CASES,
        "2\nab\naba\n",
        't: int 1..9\ntests: cases[t]\n  s: word 1..50 of "a-z"\nwhere apart s\n',
    ),
    "who knows whom": (
        "## Input\n\nThe first line has $n$ ($1 \\le n \\le 9$). Then $n$ lines follow, each with $n$ "
        "characters 0 or 1. The "
        "matrix is symmetric and its diagonal contains only zeros.\n",
        LIST_OF_WORDS,
        "2\n01\n10\n",
        'n: int 1..9\ns: word[n][n] 1..1 of "01" joined\nwhere symmetric s\nwhere diagonal s == "0"\n',
    ),
    "a list that sums to a number": (
        "## Input\n\nThe first line has $n$ ($1 \\le n \\le 9$), the second $n$ integers $p_i$ ($0 \\le p_i "
        "\\le 100$), "
        "which sum to 100.\n",
        LIST,
        "2\n40 60\n",
        "n: int 1..9\np: int[n] 0..100\nwhere sum p == 100\n",
    ),
    "bits that are there": (
        "## Input\n\nThe first line has n (2 <= n <= 9), the second a binary string of length n. The string "
        "contains at "
        "least one 0 and at least one 1.\n",
        NUMBER,
        "3\n010\n",
        'n: int 2..9\ns: word n..n of "01"\nwhere some s == "0"\nwhere some s == "1"\n',
    ),
    "a maze under its title": (
        "# Exactly one way\nA maze of h rows and w columns (2 <= h, w <= 30) consists of free cells `.`, walls `#`, "
        "exactly one start `S` and exactly one target `T`.\n\nInput: h and w on the first line, then h lines of w "
        "characters.\n",
        MAZE,
        "2 3\nS.#\n.T.\n",
        'h: int 2..30; w: int 2..30\ng: word[h][w] 1..1 of "#.ST" joined\nwhere one g == "S"\nwhere one g == "T"\n',
    ),
    "capitals without quotes": (
        "## Input\n\nThe first line has h and w (2 <= h, w <= 30). Then h lines with w characters each of '.', '#', "
        "'S' and 'T' follow. The map contains exactly one S and exactly one T.\n",
        MAZE,
        "2 3\nS.#\n.T.\n",
        'h: int 2..30; w: int 2..30\ng: word[h][w] 1..1 of "#.ST" joined\nwhere one g == "S"\nwhere one g == "T"\n',
    ),
    "a capital like the name of its grid": (
        "## Input\n\nThe first line has h and w (2 <= h, w <= 30). Then h lines with w characters each of '.', '#', "
        "'S' and 'G' follow. There is exactly one S and exactly one G.\n",
        MAZE,
        "2 3\nS.#\n.G.\n",
        'h: int 2..30; w: int 2..30\ng: word[h][w] 1..1 of "#.GS" joined\nwhere one g == "S"\nwhere one g == "G"\n',
    ),
    "capitals between which there is a way": (
        "## Input\n\nThe first line has h and w (2 <= h, w <= 30). Then h lines with w characters each of '.', '#', "
        "'S' and 'T' follow. There is exactly one path from S to T, and exactly one road between any S and T.\n",
        MAZE,
        "2 3\nS.#\n.T.\n",
        'h: int 2..30; w: int 2..30\ng: word[h][w] 1..1 of "#.ST" joined\n',
    ),
    "a capital that is a number's name": (
        "## Input\n\nThe first line contains exactly one integer N (1 <= N <= 9). Each of the next N lines has a word "
        "of at most 9 upper-case letters.\n",
        WORDS_OF_N,
        "2\nAN\nB\n",
        'N: int 1..9\nw: word[N] 1..9 of "A-Z" lines\n',
    ),
    "letters that name nothing": (
        "# Passwords\nn passwords are checked (1 <= n <= 10). Each password is on a line of its own, and consists of 1 "
        "to 24 letters a, b and c.\n",
        LIST_OF_WORDS,
        "2\nab\nc\n",
        'n: int 1..10\ns: word[n] 1..24 of "abc" lines\n',
    ),
    "characters that are read": (
        "## Input\n\nThe only line contains two space-separated characters a and b.\n",
        "x, y = input().split()\nprint(x)\n",
        "q r\n",
        'a: word 1..1 of "a-z"; b: word 1..1 of "a-z"\n',
    ),
    "an input that begins with a number": (
        "## Input\n\nInput begins with an integer $T$ ($1 \\le T \\le 9$). Each of the next $T$ lines has two "
        "integers $a$ and "
        "$b$ ($1 \\le a, b \\le 99$).\n",
        CASES,
        "1\n2 3\n",
        "T: int 1..9\nrows[T]: a: int 1..99; b: int 1..99\n",
    ),
}


@pytest.mark.parametrize("name", MANNERS)
def test_a_statement_gives_the_format(name: str) -> None:
    statement, program, sample, expected = MANNERS[name]
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    assert infer(problem, Solution(Path("case.py"), "python", program.encode())).text == expected

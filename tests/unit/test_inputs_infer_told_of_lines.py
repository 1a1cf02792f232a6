"""Formats of which the statement tells in sentences of their own: what a line goes on with, what a value is called,
orders over all pairs, lines that the samples break elsewhere. Each short statement gives the whole format."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
TWO = "n = int(input())\nm = int(input())\na = [float(input()) for _ in range(n)]\n"
POINTS = """#include <iostream>
int main() { int n; double x, y; std::cin >> n; for (int i = 0; i < n; i++) std::cin >> x >> y; }
"""
ROWS = """#include <iostream>
int main() { int n, a, b, c; std::cin >> n; for (int i = 0; i < n; i++) std::cin >> a >> b >> c; }
"""
PAIRS = """#include <iostream>
int main() { int n, x, y; std::cin >> n; for (int i = 0; i < 2 * n; i++) std::cin >> x >> y; }
"""
CUBE = """#include <iostream>
int t[9][9];
int main() { int n; std::cin >> n; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) std::cin >> t[i][j]; }
"""
DOORS = "n = int(input())\nfor _ in range(n):\n    what, many = input().split()\n    print(what, int(many))\n"
RAGGED = (
    "n, p = map(int, input().split())\nfor i in range(p):\n    a = list(map(int, input().split()))\n    b = a[1:]\n"
)
LETTERS = "s = input()\nprint(len(s))\n"
TEXTS = {
    "a count of the line's own and a range that names no list": (
        "Input\n\nThe first line has two integers n and p (1 <= n <= 90, 1 <= p <= 9). Then follow p lines, one for "
        "each person. Each such line starts with an integer 2 <= k_i <= 25. Then follow k_i integers in the range 0 to "
        "n-1.\n",
        "python",
        RAGGED,
        "5 2\n3 1 2 3\n2 1 1\n",
        "n: int 1..90; p: int 1..9\nrows[p]: k: int 2..25; a: int[k] 0..n-1\n",
    ),
    "a count of the line's own, followed by so many": (
        "Input\n\nThe first line has two integers n and p (1 <= n <= 90, 1 <= p <= 9). Each of the next p lines starts "
        "with an integer k_i (2 <= k_i <= 25), followed by k_i integers between 0 and n-1.\n",
        "python",
        RAGGED,
        "5 2\n3 1 2 3\n2 1 1\n",
        "n: int 1..90; p: int 1..9\nrows[p]: k: int 2..25; a: int[k] 0..n-1\n",
    ),
    "letters of a lower half": (
        "Input\n\nThe only line has a string of at most 50 characters, the board's lower half. Each character of the "
        "lower half is either an 'X', which means a mine, or an integer d, 0 <= d <= 5, of mines around.\n",
        "python",
        LETTERS,
        "0X12\n",
        's: word 1..50 of "0-5X"\n',
    ),
    "a bound in a section of two names, with comments": (
        "\\section*{Input}\nThe first line has the integer $n$. % the size\nThe second line has "
        "$n$ integers $a_i$.\n\\section*{Constraints and Scoring}\nWe have $1 \\leq n \\leq 50$, % "
        "n\n% more\nand $a_i \\in \\{-9, \\ldots, 9\\}$ for all $i$.\n",
        "python",
        LIST,
        "3\n1 -2 3\n",
        "n: int 1..50\na: int[n] -9..9\n",
    ),
    "an example before the input": (
        "\\section*{Example}\nThis is one.\n\\section*{Input}\nThe first line has $n$ ($1 \\leq n "
        "\\leq 50$). The second line has $n$ integers $a_i$ ($0 \\leq a_i \\leq 7$).\n",
        "python",
        LIST,
        "3\n1 2 3\n",
        "n: int 1..50\na: int[n] 0..7\n",
    ),
    "an order over all pairs": (
        "Input\n\nThe first line has n (1 <= n <= 50). The second line has n integers a_i (1 <= "
        "a_i <= 99). You can assume that a_i < a_j for i < j.\n",
        "python",
        LIST,
        "3\n1 2 30\n",
        "n: int 1..50\na: int[n] 1..99 strictly-sorted\n",
    ),
    "an order from the last to the first": (
        "Input\n\nThe first line has n (1 <= n <= 50). The second line has n integers a_1, ..., "
        "a_n. These values satisfy -20 <= a_n < a_{n-1} < ... < a_1 <= 99.\n",
        "python",
        LIST,
        "3\n30 2 1\n",
        "n: int 1..50\na: int[n] -20..99 distinct reverse-sorted\n",
    ),
    "orders of two columns": (
        "Input\n\nThe first line has n (1 <= n <= 50). Each of the next n lines has three integers "
        "a_i, b_i and c_i (1 <= a_i, b_i, c_i <= 99), where a_i < a_j and c_i <= c_j for all 1 <= "
        "i < j <= n.\n",
        "cpp",
        ROWS,
        "2\n1 5 3\n2 4 3\n",
        "n: int 1..50\nrows[n] strictly-sorted: a: int 1..99; b: int 1..99; c: int 1..99\nwhere next c >= c\n",
    ),
    "values by what they are called": (
        "Input\n\nThe first line has the integer n (2 <= n <= 50), the number of days. The second "
        "line has an integer m (1 <= m <= 9), the fee. This is followed by n lines, each with a "
        "decimal number, the level of the water that day. The level is always between 1 and 70. "
        "Decimal numbers have at most 3 digits after the decimal point.\n",
        "python",
        TWO,
        "2\n5\n4.5\n60\n",
        "n: int 2..50\nm: int 1..9\na: float[n] 1.0..70.0 decimals 0..3 lines\n",
    ),
    "so many of what is counted": (
        "Input\n\nThe first line contains three integers that describe the number of cups, the "
        "number of plates and the number of bowls. There will be at most 20 bowls.\n",
        "python",
        "a, b, c = map(int, input().split())\n",
        "1 2 3\n",
        "a: int 1..1000000000; b: int 1..1000000000; c: int 1..20\n",
    ),
    "integers that a program reads as decimals": (
        "Input\n\nThe first line has an integer n (1 <= n <= 50). Then follow n lines with the "
        "integer coordinates of towers. The absolute value of each coordinate is at most 30. There "
        "is at most one tower per cell.\n",
        "cpp",
        POINTS,
        "2\n1 2\n3 -4\n",
        "n: int 1..50\nrows[n] distinct: x: int -30..30; y: int -30..30\n",
    ),
    "two points of a line that a loop reads": (
        "Input\n\nThe first line has an integer n (1 <= n <= 50). Each of the next n lines has "
        "four integers x, y, z and w (0 <= x, y, z, w <= 30).\n",
        "cpp",
        PAIRS,
        "1\n1 2 3 4\n",
        "n: int 1..50\nrows[n]: x: int 0..30; y: int 0..30; z: int 0..30; w: int 0..30\n",
    ),
    "a table with each number on its line": (
        "Input\n\nThe first line has an integer n (1 <= n <= 9). Then follow the values of the "
        "table, integers t_{i,j} (0 <= t_{i,j} <= 5), one on each line.\n",
        "cpp",
        CUBE,
        "2\n1\n2\n3\n4\n",
        "n: int 1..9\nt: int[n*n] 0..5 lines\n",
    ),
    "a line told over two sentences": (
        "Input\n\nThe first line has the number of events 0 <= n <= 30. The next n lines contain "
        'the events. An event starts with one of the words "open" or "shut", depending on what '
        "happens. This is followed by an integer 1 <= p <= 20 -- the number of doors.\n",
        "python",
        DOORS,
        "2\nopen 3\nshut 1\n",
        'n: int 0..30\nrows[n]: what: word one of "open" "shut"; p: int 1..20\n',
    ),
    "numbers of a kind in brackets, bounded by their sum": (
        "Input\n\nThe first line has n and B (1 <= n <= 50, 50 <= B <= 900). The next line has n prices (positive "
        "integers); their sum is at most B.\n",
        "python",
        "n, B = map(int, input().split())\na = list(map(int, input().split()))\nprint(B - sum(a))\n",
        "2 70\n3 4\n",
        "n: int 1..50; B: int 50..900\na: int[n] 1..B\nwhere sum a <= B\n",
    ),
    "names between their bounds": (
        "Input\n\nThe first line has n (1 <= n <= 50). The next n lines contain three integers 1 "
        "<= a != b <= 30 and 0 <= c <= 5.\n",
        "cpp",
        ROWS,
        "1\n1 2 3\n",
        "n: int 1..50\nrows[n]: a: int 1..30; b: int 1..30; c: int 0..5\nwhere a != b\n",
    ),
    "a multiple that is bounded": (
        "Input\n\nThe only line has two integers n and k (2 <= n <= 50, 2 <= 2k <= n).\n",
        "python",
        "n, k = map(int, input().split())\n",
        "5 2\n",
        "n: int 2..50; k: int 1..n//2\n",
    ),
    "numbers that add up": (
        "Input\n\nThe first line has two integers r and c (2 <= r, c <= 50). The second line has "
        "three non-negative integers a, b and d. It is guaranteed that a + b + d = r * c.\n",
        "python",
        "r, c = map(int, input().split())\na, b, d = map(int, input().split())\n",
        "2 2\n1 2 1\n",
        "r: int 2..50; c: int 2..50\na: int 0..r*c; b: int 0..r*c; d: int 0..r*c\nwhere a+b+d == r*c\n",
    ),
    "no number of a range is missing": (
        "Input\n\nThe first line has n and k (1 <= k <= n <= 50). The second line has n integers a_i (1 <= a_i <= k). "
        "Each colour between 1 and k has at least one bead.\n",
        "python",
        "n, k = map(int, input().split())\na = list(map(int, input().split()))\n",
        "3 2\n1 2 1\n",
        "n: int 1..50; k: int 1..n\na: int[n] 1..k\nwhere different a == k\n",
    ),
    "what each character stands for": (
        "\\section*{Input}\nThe first line has two integers $h$ and $w$ ($1 \\le h, w \\le 50$). Each of the next $h$ "
        "lines has $w$ characters. Each cell is represented by one of these characters:\n\\begin{itemize}\n"
        "\\item a dot (\\texttt{.}) represents grass\n\\item a hash (\\texttt{\\#}) represents a wall\n"
        "\\item an X (\\texttt{X}) represents the exit of the maze\n\\end{itemize}\n",
        "python",
        "h, w = map(int, input().split())\ng = [input() for _ in range(h)]\n",
        "2 3\n.#.\n..X\n",
        'h: int 1..50; w: int 1..50\ng: word[h][w] 1..1 of "#.X" joined\nwhere one g == "X"\n',
    ),
}


def inferred(statement: str, language: str, program: str, sample: str) -> str:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case"), language, program.encode())).text


@pytest.mark.parametrize("manner", TEXTS)
def test_the_whole_format(manner: str) -> None:
    statement, language, program, sample, expected = TEXTS[manner]
    assert inferred(statement, language, program, sample) == expected


@pytest.mark.parametrize(
    ("sentence", "is_distinct"),
    [
        ("The coordinates of all lamps are unique.", True),
        ("No two lamps are at the same location.", True),
        ("No two lamps that hang at the same height have the same colour.", True),
        ("All lamps hang at distinct positions.", True),
        ("Each line has two distinct points.", False),
        ("Lamps may hang at the same position.", False),
        ("There is at most one lamp in each cell.", True),
    ],
)
def test_rows_that_differ(sentence: str, is_distinct: bool) -> None:
    text = inferred(
        "Input\n\nThe first line has n (1 <= n <= 50). Each of the next n lines has two integers x and y "
        f"(0 <= x, y <= 30), which tell of a lamp. {sentence}\n",
        "cpp",
        POINTS,
        "2\n1 2\n3 4\n",
    )
    assert (" distinct" in text) == is_distinct

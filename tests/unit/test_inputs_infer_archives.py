"""How archives of older problems, and teachers, describe an input: numbered lines, indices in parentheses, unnamed
counts, a story without headings, a length in the words of a programming language."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.lines.numbered_lines import as_prose
from slowpath.statement.sentences.markup import plain_text

STALLS = "n, c = map(int, input().split())\nplaces = [int(input()) for _ in range(n)]\nprint(max(places) - c)\n"
EVENTS = "q = int(input())\nfor _ in range(q):\n    kind, name = input().split()\n"
EVENTS += "    print(name if kind == 'in' else '')\n"
ZEROS = """while True:
    n, m = map(int, input().split())
    if n == 0 and m == 0:
        break
    print(n * m)
"""
WORDS = "n = int(input())\nfor i in range(n):\n    w = input()\n    print(w[::-1])\n"
SUMS = "n, k = map(int, input().split())\nnums = list(map(int, input().split()))\nprint(sum(nums) % k)\n"
CASES = "t = int(input())\nfor _ in range(t):\n    n = int(input())\n    print(n * n)\n"
SWAPS = "n, m = map(int, input().split())\nfor _ in range(m):\n    x, y = map(int, input().split())\n    print(x + y)\n"


def report_of(statement: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("written", "prose"),
    [
        ("Line 1: Two integers, N and C", "The next line contains Two integers, N and C"),
        ("Lines 2..N+1: Line i+1 contains one integer, x_i", "Each of the next N lines contains one integer, x_i"),
        ("Lines 2..M+1: Each line contains two integers", "Each of the next M lines contains two integers"),
        ("Lines N+2..N+M+1: a and b", "Each of the next M lines contains a and b"),
        ("Lines 3-N+2: a", "Each of the next N lines contains a"),
        ("Lines 1..3: a", "Lines 1..3: a"),
        ("In Line 1: nothing", "In Line 1: nothing"),
    ],
)
def test_numbered_lines_in_the_usual_words(written: str, prose: str) -> None:
    assert as_prose(written) == prose


def test_a_list_on_numbered_lines_has_the_name_and_the_bounds_of_its_line() -> None:
    text = report_of(
        "N stalls (2 <= N <= 100) stand at x_1,...,x_N (0 <= x_i <= 5000).\n\n## Input\n\n* Line 1: Two "
        "integers: N and C (2 <= C <= N)\n* Lines 2..N+1: Line i+1 contains an integer place, x_i\n",
        STALLS,
        "3 2\n1\n7\n4\n",
    ).text
    assert text == "N: int 2..100; C: int 2..N\nx: int[N] 0..5000 lines\n"


@pytest.mark.parametrize(
    "said",
    [
        "The first line tells you how many events there are (no more than 700).",
        "The first line has the number of events (at most 700).",
        "The first line contains the number of events, at most 700.",
    ],
)
@pytest.mark.parametrize("heading", ["", "\n\n## Input\n\n"])
def test_a_number_of_things_that_has_no_name_is_bounded_on_its_own_line(said: str, heading: str) -> None:
    text = report_of(
        f"People come and go. {heading}{said} Every event is on its own line, either `in name` or "
        "`out name`. Names have at most 15 lowercase letters. For each event print something.",
        EVENTS,
        "2\nin bob\nout bob\n",
    ).text
    assert text.startswith("q: int 1..700\n")


@pytest.mark.parametrize(
    "said",
    [
        "The number of datasets is not more than 40.",
        "There are at most 40 datasets.",
        "The number of data sets does not exceed 40.",
    ],
)
def test_the_number_of_datasets_may_have_no_name(said: str) -> None:
    text = report_of(
        "## Input\n\nThe input has several datasets. Each is a line with n and m (1 <= n, m <= 90). The "
        f"end is indicated by a line with two zeros. {said}",
        ZEROS,
        "1 2\n3 4\n0 0\n",
    ).text
    assert 'count 1..40 until "0 0"' in text


def test_there_will_be_so_many_test_cases() -> None:
    text = report_of(
        "Input\n\nT - number of test cases, then n (1 <= n <= 9) for each.\nThere will be 12 test cases "
        "in a data set.\n",
        CASES,
        "2\n3\n4\n",
    ).text
    assert "t: int 1..12\n" in text


def test_the_only_string_may_have_another_name_in_the_statement() -> None:
    text = report_of(
        "## Input\n\nThe first line has n. n lines follow, each with a string of lowercase letters.\n\n"
        "## Constraints\n\n1 <= n <= 30\n1 <= |A[i]| <= 12 for each i\n",
        WORDS,
        "2\nab\nc\n",
    ).text
    assert text == 'n: int 1..30\nw: word[n] 1..12 of "a-z" lines\n'


def test_the_length_of_a_list_bounds_what_counts_it() -> None:
    text = report_of(
        "**Constraints:**\n\n- `1 <= nums.length <= 3000`\n- `0 <= nums[i] <= 40`\n- `1 <= k <= 7`\n",
        SUMS,
        "2 5\n3 4\n",
    ).text
    assert text == "n: int 1..3000; k: int 1..7\nnums: int[n] 0..40\n"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("The durations d(1)...d(N), each d(i) at most 5", "The durations d_1 ... d_N, each d_i at most 5"),
        ("$M \\leq \\min\\{20, \\frac{N(N-1)}{2}\\}$", "M <= min(20, (N*(N-1))/(2))"),
        ("Let f(x) be the sum", "Let f(x) be the sum"),
    ],
)
def test_indices_in_parentheses_and_products_without_a_sign(written: str, plain: str) -> None:
    assert plain_text(written) == plain


def test_a_bound_is_the_least_of_a_number_and_a_product() -> None:
    text = report_of(
        "## Constraints\n\n- $2 \\le n \\le 50$\n- $1 \\le m \\le \\min\\{400, \\frac{n(n-1)}{2}\\}$\n"
        "- $1 \\le x, y \\le n$\n",
        SWAPS,
        "4 1\n1 2\n",
    ).text
    assert text.startswith("n: int 2..50; m: int 1..min(400,n*(n-1)//2)\n")


STACKS = """n = int(input())
for _ in range(n):
    parts = input().split()
    if parts[0] == 'PUSH':
        print(int(parts[1]) + int(parts[2]))
    else:
        print(int(parts[1]))
"""
FRIENDS = "students, pairs = map(int, input().split())\nfor _ in range(pairs):\n    x, y = map(int, input().split())\n"
FRIENDS += "    print(x + y)\n"


def test_the_first_name_behind_a_command_may_be_a_capital_a() -> None:
    text = report_of(
        "## Input\n\nThere is the number N (0 < N <= 70) of operations in the first line. Each of the "
        "next N lines has one of two operations: PUSH A B (A is a stack, 1 <= A <= 9, and B a number, "
        "0 <= B <= 50) or POP A.",
        STACKS,
        "2\nPUSH 1 7\nPOP 1\n",
    ).text
    assert text.lower().startswith("n: int 1..70\n") and "..50" in text.splitlines()[2]


def test_counted_things_name_no_variable() -> None:
    text = report_of(
        "On the first line there are two numbers: how many students there are (at most 30) and how "
        "many pairs (at most 80). After that each line has the two students of a pair.",
        FRIENDS,
        "3 1\n1 2\n",
    ).text
    assert text.splitlines()[0] == "students: int 1..30; pairs: int 1..80"
    assert "x" in text.splitlines()[1] and "y" in text.splitlines()[1]


def test_that_all_values_occur_is_read() -> None:
    report = report_of(
        "## Input\n\nThe first line has n and k (1 <= k <= n <= 40). The second line has n integers a_i "
        "(1 <= a_i <= k). It is guaranteed that each number from 1 to k appears at least once.",
        SUMS,
        "3 2\n1 2 1\n",
    )
    assert "where different a == k\n" in report.text


def test_as_large_as() -> None:
    text = report_of(
        "Input\n\nThe input begins with one positive integer N. N may be as large as 60. Then N numbers "
        "follow, each at most 9.",
        "n = int(input())\na = list(map(int, input().split()))\n",
        "2\n3 4\n",
    ).text
    assert text.lower().startswith("n: int 1..60\n")


def test_the_length_of_a_word_is_not_how_many_there_are():
    said = (
        "## Input\n\nThe first line has n (1 <= n <= 10), the second a string t (1 <= |t| <= 500). Then n lines "
        "follow, each with a string s of lower-case letters (1 <= |s| <= 100), a scrap.\n"
    )
    program = "n = int(input())\nt = input()\nfor _ in range(n):\n    scrap = input()\n    print(t.find(scrap))\n"
    assert report_of(said, program, "2\nabab\nba\na\n").text.startswith("n: int 1..10\n")

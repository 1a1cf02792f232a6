"""What a statement says of one thing and then of another "likewise", and of tuples, lists and orders of work: each
sentence with what it gives, and sentences that nearly say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

CASES = (
    "t = int(input())\nfor _ in range(t):\n    n, m = map(int, input().split())\n    "
    "a = list(map(int, input().split()))\n    b = list(map(int, input().split()))\n    print(len(a) + len(b))\n"
)
ROWS = "n = int(input())\nr = [tuple(map(int, input().split())) for _ in range(n)]\nprint(len(set(r)))\n"
WEIGHED = "n = int(input())\nfor _ in range(n):\n    x, y, w = map(int, input().split())\n    print(x + y + w)\n"
LISTS = (
    "n = int(input())\nx = list(map(int, input().split()))\ny = list(map(int, input().split()))\n"
    "print(len(set(zip(x, y))))\n"
)
LIST = "n = int(input())\nx = list(map(int, input().split()))\nprint(sorted(x))\n"
TASKS = (
    "n, m = map(int, input().split())\ng = [[] for _ in range(n)]\nfor _ in range(m):\n"
    "    a, b = map(int, input().split())\n    g[a-1].append(b-1)\nprint(len(g))\n"
)
SUMMED = (
    "## Input\n\nThe first line has $t$ ($1 \\le t \\le 99$). The first line of each test case has $n$ and $m$ "
    "($1 \\le n, m \\le 400$). The second line has $n$ integers $a_i$ ($0 \\le a_i \\le 9$). The third line has "
    "$m$ integers $b_i$ ($0 \\le b_i \\le 9$). "
)


def inferred(statement: str, program: str, sample: str) -> str:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode())).text


@pytest.mark.parametrize(
    "said",
    [
        "The sum of $n$ over all test cases doesn't exceed $500$, and so does the sum of $m$.",
        "The sum of $n$ over all test cases doesn't exceed $500$. The same holds for the sum of $m$.",
        "The sum of $n$ over all test cases is at most $500$, and likewise for $m$.",
        "Neither the sum of $n$ nor the sum of $m$ over all test cases exceeds $500$.",
        "Neither the sum of $n$ nor the sum of $m$ exceeds $500$.",
        "Both the sum of $n$ and the sum of $m$ do not exceed $500$.",
        "The sum of $n$ (as well as that of $m$) over all test cases is at most $500$.",
        "The sums of $n$ and $m$ over all test cases do not exceed $500$.",
        "The sum of $n$ and $m$ over all test cases won't exceed $500$ each.",
        "The sum of each of $n$ and $m$ over all test cases does not exceed $500$.",
    ],
)
def test_both_sums_are_bounded(said: str) -> None:
    text = SUMMED + said
    found = inferred(text, CASES, "1\n2 1\n1 2\n3\n")
    assert "sum n <= 500" in found and "sum m <= 500" in found


@pytest.mark.parametrize(
    "said",
    [
        "The sum of $n$ over all test cases doesn't exceed $500$, and so does the answer.",
        "The sum of $n$ over all test cases doesn't exceed $500$. The same holds for the second sample.",
        "The sum of $n$ over all test cases doesn't exceed $500$, and so is the sum of elements of $m$ sets.",
    ],
)
def test_one_sum_alone_is_bounded(said: str) -> None:
    text = SUMMED + said
    found = inferred(text, CASES, "1\n2 1\n1 2\n3\n")
    assert "sum n <= 500" in found and "sum m" not in found


@pytest.mark.parametrize(
    "said",
    [
        "$(x_j, y_j) \\neq (x_k, y_k)$ if $j \\neq k$.",
        "If $i \\neq j$, then $(x_i,y_i) \\neq (x_j,y_j)$.",
        "All $(x_i, y_i)$ are distinct.",
        "All of the pairs $(x_1, y_1), \\ldots, (x_n, y_n)$ are pairwise distinct.",
        "$x_i \\neq x_j$ or $y_i \\neq y_j$ for $i \\neq j$.",
        "There are no two indices $i < j$ with $(x_i, y_i) = (x_j, y_j)$.",
    ],
)
def test_pairs_differ_together(said: str) -> None:
    begin = "## Constraints\n\n- $1 \\le n \\le 20$\n- $0 \\le x_i, y_i \\le 50$\n"
    pairs = "\n\n## Input\n\n```\nn\nx_1 y_1\n:\nx_n y_n\n```\n"
    assert (
        inferred(f"{begin}- {said}{pairs}", ROWS, "2\n1 2\n1 3\n")
        == "n: int 1..20\nrows[n] distinct: x: int 0..50; y: int 0..50\n"
    )
    weighed = "- $1 \\le w_i \\le 9$\n\n## Input\n\n```\nn\nx_1 y_1 w_1\n:\nx_n y_n w_n\n```\n"
    assert (
        inferred(f"{begin}- {said}\n{weighed}", WEIGHED, "2\n1 2 1\n1 3 1\n")
        == "n: int 1..20\nrows[n] points(x, y) distinct: x: int 0..50; y: int 0..50; w: int 1..9\n"
    )
    lists = "\n\n## Input\n\n```\nn\nx_1 ... x_n\ny_1 ... y_n\n```\n"
    assert "distinct" not in inferred(f"{begin}- {said}{lists}", LISTS, "2\n1 4\n1 3\n")


@pytest.mark.parametrize(
    "said",
    [
        "$(x_i, y_i) \\neq (0, 0)$",
        "Print the number of $i, j$ such that $(x_i, y_i) \\neq (x_j, y_j)$.",
        "If all $(x_i, y_i)$ are distinct, the answer is YES.",
        "The pairs $(x_i, y_i)$ are not necessarily distinct.",
        "$(x_i, y_i) \\neq (y_i, x_i)$",
    ],
)
def test_pairs_may_be_the_same(said: str) -> None:
    text = (
        f"## Constraints\n\n- $1 \\le n \\le 20$\n- $0 \\le x_i, y_i \\le 50$\n- {said}\n\n## Input\n\n```\nn\n"
        "x_1 y_1\n:\nx_n y_n\n```\n"
    )
    assert "distinct" not in inferred(text, ROWS, "2\n1 2\n1 3\n")


@pytest.mark.parametrize(
    ("said", "distinct"),
    [
        ("$x_i \\neq x_j$ ($i \\neq j$)", True),
        ("If $i \\neq j$, then $x_i \\ne x_j$.", True),
        ("$x_i \\neq x_j$ if $i$ and $j$ are adjacent.", False),
        ("$x_i \\neq x_{i+1}$", False),
    ],
)
def test_elements_differ(said: str, distinct: bool) -> None:
    text = (
        f"## Constraints\n\n- $1 \\le n \\le 20$\n- $0 \\le x_i \\le 50$\n- {said}\n\n## Input\n\n```\nn\n"
        "x_1 ... x_n\n```\n"
    )
    assert ("x: int[n] 0..50 distinct\n" in inferred(text, LIST, "3\n1 2 3\n")) == distinct


@pytest.mark.parametrize(
    "heading",
    [
        "INPUT FORMAT (file hay.in):\n",
        "INPUT FORMAT (input arrives from the terminal / stdin):\n",
        "INPUT FORMAT (file hay.in): ",
    ],
)
def test_headings_that_name_a_file_begin_the_input(heading: str) -> None:
    text = (
        "# Bales\n\nBales are counted.\n\n" + heading + "The first line contains n (1 <= n <= 99).\nThe next line "
        "contains n distinct integers, each in the range 0..500, indicating that there is a bale at each of those "
        "locations.\n\nOUTPUT FORMAT (file hay.out):\nPrint m, 1 <= m <= 3.\n"
    )
    assert inferred(text, LIST, "3\n1 3 2\n") == "n: int 1..99\nx: int[n] 0..500 distinct\n"


@pytest.mark.parametrize(
    ("said", "traits"),
    [
        ("Task a must be done before b. There are no cyclic dependencies.", "acyclic directed"),
        ("The dependencies contain no cycles.", "acyclic directed"),
        ("Task a has to be completed before task b. The requirements don't form a cycle.", "acyclic directed"),
        ("Task b may only begin after a, and dependencies are never circular.", "acyclic directed"),
        ("The graph contains no cycles.", "acyclic"),
        ("The result depends on the order. The graph contains no cycles.", "acyclic"),
        ("Task a must be done before b.", ""),
        ("Task a must be done before b. Determine whether there are no cyclic dependencies.", ""),
        ("Task a must be done before b. Print -1 when there are cyclic dependencies.", ""),
    ],
)
def test_orders_of_work(said: str, traits: str) -> None:
    text = (
        "## Input\n\nThe first line has n and m (1 <= n <= 10, 0 <= m <= 50). Each of the next m lines has two "
        f"integers a and b, edges from a to b. {said}\n"
    )
    found = inferred(text, TASKS, "3 2\n1 2\n1 3\n")
    assert found.splitlines()[1].startswith(f"rows[m] graph(a, b; n){' ' * bool(traits)}{traits}:")


@pytest.mark.parametrize(
    ("said", "trait"),
    [
        ("第二行 $n$ 个互不相同的整数 $x_1,x_2,\\dots,x_n$。", " distinct"),
        ("第二行 $n$ 个整数 $x_i$。保证 $x_i$ 互不相同。", " distinct"),
        ("第二行一个 $1$ 到 $n$ 的排列 $x$。", " permutation"),
        ("第二行 $n$ 个整数 $x_i$，不一定互不相同。", ""),
        ("第二行 $n$ 个整数 $x_i$，求有多少个互不相同的整数。", ""),
        ("第二行 $n$ 个整数 $x_i$，求字典序最小的排列。", ""),
        ("Во второй строке n различных целых чисел x_i.", " distinct"),
        ("Во второй строке n чисел x_i. Гарантируется, что все числа x_i попарно различны.", " distinct"),
        ("Во второй строке n чисел x_i. Найдите количество различных чисел x_i.", ""),
        ("Во второй строке n чисел x_i, не обязательно различных.", ""),
    ],
)
def test_reads_other_languages(said: str, trait: str) -> None:
    text = f"## Input\n\n($1 \\le n \\le 20$, $1 \\le x_i \\le n$)\n\n{said}\n"
    assert inferred(text, LIST, "3\n1 3 2\n") == f"n: int 1..20\nx: int[n] 1..n{trait}\n"


def test_a_list_of_as_many_elements_isnt_meant_by_another_ones_line() -> None:
    text = (
        "## Input\n\nThe first line has n (1 <= n <= 20). The second line has a permutation of 1..n. The third "
        "line has n integers y_1, ..., y_n (1 <= y_i <= 50).\n"
    )
    _, first, second = inferred(text, LISTS, "3\n2 3 1\n4 5 5\n").splitlines()
    assert first.endswith(": int[n] 1..n permutation") and second == "y: int[n] 1..50"


def test_not_more_than_one_is_at_most_one() -> None:
    text = (
        "## Input\n\nThe first line has n and m (1 <= n, m <= 10). The next m lines have integers a and b, "
        "stations with a tunnel. There is not more than one tunnel between any two stations.\n"
    )
    assert "no-loops simple" in inferred(text, TASKS, "3 2\n1 2\n1 3\n")

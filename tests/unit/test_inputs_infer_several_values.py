"""What sentences say of several values together: pairs that differ, rows as edges, kinds that are there, orders of a
later field, numbers of things, lists that a zero ends; and where one sentence ends and the next begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.sentences.statement import read_statement

PAIRS = "s, t = map(int, input().split())\nu, v = map(int, input().split())\nprint(s + t + u + v)\n"
PAIRS_SAID = "The first line has s and t, the second u and v (1 <= s, t, u, v <= 9). "
ROWS = "n, m = map(int, input().split())\nfor _ in range(m):\n    a, b = map(int, input().split())\n    print(a, b)\n"
ROWS_SAID = (
    "The first line has n and m (2 <= n, m <= 99). Each of the next m lines has integers a and b (1 <= a, b <= n). "
)
THREE = ROWS.replace("a, b", "a, b, c")
THREE_SAID = "The first line has n and m (3 <= n <= 99, 1 <= m <= 99). "
ROADS_SAID = (
    THREE_SAID + "Each of the next m lines has integers a, b and w, a road from a to b of weight w (1 <= a, b <= n, "
    "1 <= w <= 9). "
)
ONE_WAY = ROWS.replace("for _ in", "g = [[] for _ in range(n)]\nfor _ in", 1).replace(
    "print(a, b)", "g[a - 1].append(b - 1)"
)
BOTH_WAYS = ONE_WAY + "    g[b - 1].append(a - 1)\n"
KINDS = """q = int(input())
for _ in range(q):
    row = input().split()
    if row[0] == "1":
        print(row[1], row[2])
    else:
        print(row[1])
"""
KINDS_SAID = "The first line has q (1 <= q <= 9). Each of the next q lines is `1 x y` or `2 x` (1 <= x, y <= 9). "
SAME_KINDS = KINDS.replace("row[1], row[2]", "row[1]").replace(
    "else:\n        print(row[1])", "else:\n        print(-int(row[1]))"
)
SAME_SAID = (
    "The first line has q (1 <= q <= 9). Each of the next q lines has t_i and x_i (1 <= t_i <= 2, 0 <= x_i <= 9). "
)
QUEUE = """from collections import deque
q = int(input())
line = deque()
for _ in range(q):
    row = list(map(int, input().split()))
    if row[0] == 0:
        line.append(row[1])
    elif row[0] == 1:
        line.popleft()
    else:
        print(row[1])
"""
QUEUE_SAID = """The first line has q (1 <= q <= 9). Each of the next q lines is one of:

- `0 y`: push the number y to the back of the queue (1 <= y <= 9).
- `1`: pop the number at the front of the queue.
- `2 x`: print (1 <= x <= 9).

"""
TREE = ONE_WAY.removeprefix("n, m = map(int, input().split())\n").replace("range(m)", "range(n - 1)") + (
    "    g[b - 1].append(a - 1)\n"
)
LIST = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
LIST_SAID = "The first line has n (2 <= n <= 9). The second has n integers a_i (1 <= a_i <= 99). "
GRID = "n, m = map(int, input().split())\ng = [input() for _ in range(n)]\nprint(g)\n"
GRID_SAID = (
    "The first line has n and m (3 <= n, m <= 9). The next n lines will each contain m characters, each "
    "of which is one of `#`, `.` or `S`. "
)
BOSSES = "n = int(input())\nboss = [0, 0] + list(map(int, input().split()))\nprint(boss)\n"
LISTS = """#include <iostream>
#include <vector>
int main() {
    int n; std::cin >> n;
    std::vector<std::vector<int>> children(n);
    for (int i = 0; i < n; i++) { int x; while (std::cin >> x && x != 0) children[i].push_back(x); }
}
"""


def report_of(said: str, program: str, *samples: str, language: str = "python") -> FormatReport:
    given = tuple(Sample(str(number), sample.encode()) for number, sample in enumerate(samples))
    problem = Problem("case", "plain", Path("."), f"## Input\n\n{said}\n", samples=given)
    return infer(problem, Solution(Path("case"), language, program.encode()))


@pytest.mark.parametrize(
    ("said", "program", "sample", "lines"),
    [
        (PAIRS_SAID + "(s, t) != (u, v)", PAIRS, "1 2\n3 2\n", ["where abs(s-u)+abs(t-v) >= 1"]),
        (PAIRS_SAID + "s != u or t != v", PAIRS, "1 2\n3 2\n", ["where abs(s-u)+abs(t-v) >= 1"]),
        (ROWS_SAID + "At most one tunnel leads from any cave to another.", ROWS, "3 2\n1 2\n2 1\n", []),
        (
            ROWS_SAID + "There is at most one tunnel from any cave to any other.",
            ROWS,
            "3 2\n1 2\n2 1\n",
            ["where distinct key a, b"],
        ),
        (
            ROWS_SAID + "No two bridges connect the same pair of islands.",
            ROWS,
            "3 2\n1 2\n2 3\n",
            ["where distinct pair a, b"],
        ),
        (
            ROWS_SAID + "No pair of rooms is joined by more than one hallway.",
            ROWS,
            "3 2\n1 2\n2 3\n",
            ["where distinct pair a, b"],
        ),
        (ROWS_SAID + "No tunnel leads from a cave to itself.", ROWS, "3 2\n1 2\n2 3\n", ["where a != b"]),
        (ROADS_SAID + "The roads are sorted by their weight.", THREE, "3 2\n1 2 3\n2 3 4\n", ["where next w >= w"]),
        (ROADS_SAID + "The roads are sorted by weight in descending order.", THREE, "3 2\n1 2 4\n2 3 3\n", []),
        (
            KINDS_SAID + "There is at least one query of the second type.",
            KINDS,
            "2\n1 2 3\n2 3\n",
            ['where includes queries "2"'],
        ),
        (
            SAME_SAID + "There is at least one i (1 <= i <= q) such that t_i = 2.",
            SAME_KINDS,
            "2\n1 5\n2 6\n",
            ["where some t == 2"],
        ),
        (
            QUEUE_SAID + "When a query of type `1` comes, the queue is not empty.",
            QUEUE,
            "3\n0 4\n1\n2 5\n",
            ["queries: queries[q] holding 0", "  1 takes:"],
        ),
        (
            GRID_SAID + "The first and last character of every row and column will be `#`.",
            GRID,
            "3 3\n###\n#S#\n###\n",
            ['where border g == "#"'],
        ),
        (
            GRID_SAID.replace("or", "`E` or") + "Letters `S` and `E` will each appear exactly once in the grid.",
            GRID,
            "3 3\n##E\n#S#\n###\n",
            ['where one g == "S"', 'where one g == "E"'],
        ),
        (GRID_SAID + "`S` appears exactly once.", GRID, "3 3\n###\n#S#\n###\n", ['where one g == "S"']),
        (
            GRID_SAID + "There are exactly two `S` in the grid.",
            GRID,
            "3 3\n###\n#S#\n##S\n",
            ['where exactly 2 g == "S"'],
        ),
        (GRID_SAID + "The grid contains at least two `S`.", GRID, "3 3\n###\n#S#\n##S\n", []),
    ],
)
def test_what_is_said_is_in_the_format(said: str, program: str, sample: str, lines: list[str]) -> None:
    rows = report_of(said, program, sample).text.splitlines()
    assert set(lines) <= set(rows)
    assert lines or not any(row.startswith("where") for row in rows)


@pytest.mark.parametrize(
    ("said", "is_doubted"),
    [
        ("a_i + a_{i+1} is even.", True),
        ("The sum of all a_i is even.", True),
        ("At least one a_i is even.", True),
        ("n is odd or equal to 2.", True),
        ("a_1 = 2 or a_2 = 2.", True),
        ("a_1 is the smallest.", True),
        ("a_1 is the first.", False),
    ],
)
def test_what_is_said_of_a_whole_is_no_relation_of_its_parts(said: str, is_doubted: bool) -> None:
    report = report_of(LIST_SAID + said, LIST, "3\n2 2 4\n")
    assert "where" not in report.text and bool(report.doubts) == is_doubted


@pytest.mark.parametrize(
    "said", ["The tree is a path.", "Vertex 1 is a leaf.", "u is the parent of v.", "The diameter of the tree is even."]
)
def test_what_is_said_of_a_tree_beyond_that_it_is_one_is_a_doubt(said: str) -> None:
    tree = "The first line has n (2 <= n <= 99). Then n-1 lines follow with integers u and v (1 <= u, v <= n), an edge "
    program = "n = int(input())\n" + TREE
    report = report_of(f"{tree}of the tree. {said}", program, "3\n1 2\n2 3\n")
    assert "tree(u, v; n)" in report.text and [doubt.quote for doubt in report.doubts] == [said.rstrip(".")]
    assert not report_of(f"{tree}of the tree.", program, "3\n1 2\n2 3\n").doubts


def test_a_legend_of_characters_leaves_no_doubt() -> None:
    said = (
        "The first line has n and m (1 <= n, m <= 9). Then there are n lines of m characters describing the map. Each "
        "character is `.` (free), `X` (blocked) or `S` (start). There is exactly one `S`."
    )
    report = report_of(said, GRID, "2 2\nS.\nX.\n")
    assert report.text.endswith(' of ".SX" joined\nwhere one g == "S"\n') and not report.doubts


def test_the_story_goes_on_about_what_the_input_shows() -> None:
    story = "The picture shows ships made of dark pixels. No two ships overlap.\n\n## Input\n\n"
    said = "The first line has n and m (1 <= n, m <= 9). Then n lines of m characters, `.` or `#`: the picture."
    problem = Problem("case", "plain", Path("."), story + said, samples=(Sample("1", b"2 2\n.#\n..\n"),))
    doubts = infer(problem, Solution(Path("case"), "python", GRID.encode())).doubts
    assert [doubt.quote for doubt in doubts] == ["No two ships overlap"]


def test_an_element_may_equal_a_number_that_was_read() -> None:
    assert report_of(LIST_SAID + "a_n = n.", LIST, "3\n2 2 3\n").text.endswith("where a[n-1] == n\n")


def test_letters_of_a_word_are_no_choice_of_words() -> None:
    said = "The first line has n (2 <= n <= 9). The second has a string s of length n. "
    said += "All letters of s are either a or b."
    assert "s: word n..n" in report_of(said, "n = int(input())\ns = input()\nprint(s)\n").text


def test_pairs_of_different_rows_that_no_relation_tells_apart_are_a_doubt() -> None:
    four = ROWS.replace("a, b", "a, b, c, d")
    report = report_of(
        "The first line has n and m (2 <= n, m <= 99). Each of the next m lines has integers a_i, b_i, c_i and d_i (1 "
        "<= a_i, b_i, c_i, d_i <= n). (a_i, b_i) != (c_j, d_j)",
        four,
        "3 1\n1 2 3 1\n",
    )
    assert "!=" not in report.text and any("!=" in doubt.text for doubt in report.doubts)


def test_numbers_of_things_that_are_numbered_are_bounded() -> None:
    line = "Then m lines follow, each with three distinct integers, the numbers of the dancers of a dance. "
    for numbered in ("The dancers are numbered from 1 to n.", "Dancers have numbers 1 to n."):
        report = report_of(THREE_SAID + line + numbered, THREE, "4 1\n1 2 4\n")
        assert report.text.endswith("rows[m]: a: int 1..n; b: int 1..n; c: int 1..n\nwhere distinct in row a, b, c\n")
        assert not report.doubts
    counted = THREE_SAID + "Each of the next m lines has three integers. Dancers have numbers 1 to n."
    assert "a: int 1..1000000000" in report_of(counted, THREE, "4 1\n1 2 4\n").text


def test_bosses_on_a_line_of_their_own_are_parents() -> None:
    said = "The first line has n (2 <= n <= 99). The second has n-1 integers, the i-th the boss of employee i+1."
    report = report_of(said, BOSSES, "4\n1 1 2\n")
    assert report.text == "n: int 2..99\nboss: int[n-1] 1..n parents\n" and not report.doubts


def test_a_graph_without_cycles_is_directed_where_a_sample_shows_it() -> None:
    said = ROWS_SAID + "There are no cycles of slopes."
    for sample, traits in (("4 3\n1 2\n2 3\n1 3\n", "acyclic directed"), ("4 2\n1 2\n2 3\n", "acyclic")):
        assert f"graph(a, b; n) {traits}:" in report_of(said, ONE_WAY, sample).text


def test_ends_that_differ_are_said_once() -> None:
    said = ROWS_SAID + "a != b. The graph has no self-loops."
    report = report_of(said, BOTH_WAYS, "3 2\n1 2\n2 3\n")
    assert "no-loops" in report.text and "where" not in report.text and not report.doubts


def test_a_list_that_a_zero_ends_stays_on_the_line_where_a_sample_has_it() -> None:
    said = "The first line has n (1 <= n <= 9). Line i of the next n lists the children of i. Each list ends with 0."
    rows = report_of(said, LISTS, "3\n0\n3 1 0\n0\n", language="cpp").text.splitlines()
    assert any(row.startswith("  x_count: count") and "; x: int[x_count]" in row for row in rows)


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        (
            "There is one `S` and one `.` character. Its border is `W`.",
            ["There is one `S` and one `.` character", "Its border is `W`"],
        ),
        ("1. Points are $a$, i.e.\\ $b$. They differ.", ["Points are $a$, i.e.\\ $b$", "They differ"]),
        ("Here $n$ is even. It is $x = |y|.$", ["Here $n$ is even", "It is $x = |y|.$"]),
        ("\\textit{They are few. They differ.}", ["\\textit{They are few", "They differ"]),
    ],
)
def test_each_sentence_has_its_own_words_as_written(text: str, quotes: list[str]) -> None:
    found = [one.quote.removeprefix("1. ") for one in read_statement(f"## Input\n\n{text}\n").sentences]
    assert found == quotes
    assert all(sign < "\ue000" for one in read_statement(f"{text}\n").sentences for sign in one.text + one.quote)


TALKS = "n = int(input())\nfor _ in range(n):\n    s, e = map(int, input().split())\n    print(e - s)\n"
TALKS_SAID = (
    "The first line has n (1 <= n <= 99). Each of the next n lines has the start s and the end e of a talk "
    "(0 <= s < e <= 1440). "
)
TWO_LISTS = LIST.replace("print(sum(a))", "b = list(map(int, input().split()))\nprint(sum(a) - sum(b))")
TWO_SAID = LIST_SAID + "The third has n integers b_i (1 <= b_i <= 99). "
CASES = (
    "for _ in range(int(input())):\n    n = int(input())\n    a = list(map(int, input().split()))\n    print(sum(a))\n"
)
CASES_SAID = (
    "The first line has the number t of test cases (1 <= t <= 9). Each has a line with n (1 <= n <= 9) and a line with "
    "n integers a_i (1 <= a_i <= 99). "
)


@pytest.mark.parametrize(
    ("said", "program", "sample", "line"),
    [
        (ROWS_SAID + "m = n - 1.", ROWS, "3 2\n1 2\n2 3\n", "where m == n-1"),
        (TWO_SAID + "a_i != b_i.", TWO_LISTS, "2\n1 2\n2 3\n", "where a != b"),
        (TALKS_SAID + "The talks are sorted by their end.", TALKS, "2\n0 60\n60 90\n", "where next e >= e"),
    ],
)
def test_a_comparison_of_what_is_named_is_said(said: str, program: str, sample: str, line: str) -> None:
    report = report_of(said, program, sample)
    assert report.text.splitlines()[-1] == line and not report.doubts


@pytest.mark.parametrize(
    ("said", "program", "sample"),
    [
        (LIST_SAID + "a_1 and a_2 are different.", LIST, "3\n2 5 4\n"),
        (TWO_SAID + "If a_i = a_j then b_i = b_j.", TWO_LISTS, "2\n1 2\n2 3\n"),
        (TWO_SAID + "a_i < b_{i+1}.", TWO_LISTS, "2\n1 2\n2 3\n"),
        (TALKS_SAID + "Each talk starts when the one before ends.", TALKS, "2\n0 60\n60 90\n"),
        (CASES_SAID + "n is different in each test case.", CASES, "1\n2\n3 4\n"),
        (CASES_SAID + "Test cases are sorted by n.", CASES, "1\n2\n3 4\n"),
    ],
)
def test_what_no_relation_says_is_a_doubt_and_no_trait_of_a_list(said: str, program: str, sample: str) -> None:
    report = report_of(said, program, sample)
    assert report.doubts and not any(word in report.text for word in ("distinct", "sorted", "where"))


def test_letters_behind_each_are_an_alphabet_and_no_names() -> None:
    said = LIST_SAID + "The third line contains a string of n letters, each R, G or B, their colours."
    program = LIST.replace("print(sum(a))", "c = input()\nprint(c)")
    report = report_of(said, program, "3\n1 4 6\nRGB\n")
    assert report.text.endswith('c: word n..n of "BGR"\n') and not report.doubts


def test_a_story_binds_the_things_whose_values_are_read() -> None:
    story = "Ann has n boxes, the i-th of which has weight a_i. All weights are powers of two.\n\n"
    problem = Problem(
        "case", "plain", Path("."), f"{story}## Input\n\n{LIST_SAID}\n", samples=(Sample("1", b"2\n1 2\n"),)
    )
    doubts = infer(problem, Solution(Path("case"), "python", LIST.encode())).doubts
    assert [doubt.quote for doubt in doubts] == ["All weights are powers of two"]


def test_roads_of_different_lengths_may_join_the_same_towns() -> None:
    roads = ROADS_SAID + "No two roads have the same length."
    assert "simple" not in report_of(roads, THREE, "3 2\n1 2 5\n2 3 6\n").text


def test_the_own_bound_of_a_value_is_nearer_than_one_by_way_of_another() -> None:
    said = "The only line has n and m.\n\n## Constraints\n\n- $1 \\le n \\le 100$\n- $0 \\le m \\le n$\n"
    report = report_of(said, "n, m = map(int, input().split())\nprint(n == m)\n", "3 0\n")
    assert report.text == "n: int 1..100; m: int 0..n\n"


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("Each character of S is S or R.", "RS"),
        ("S consists of a, b and c.", "abc"),
        ("Each letter is either x or y.", "xy"),
    ],
)
def test_letters_that_are_listed_are_an_alphabet(said: str, letters: str) -> None:
    sample = f"{letters[0]}{letters[1]}{letters[0]}\n"
    report = report_of(f"The only line has a string S. |S| = 3. {said}", "S = input()\nprint(S)\n", sample)
    assert report.text == f'S: word 3..3 of "{letters}"\n'


def test_what_stands_behind_a_condition_of_the_story_bounds_nothing() -> None:
    story = "It is called so when the last digit of N is 0, 1 or 8.\n\n## Input\n\n"
    said = "The only line has N. N is a positive integer not exceeding 999.\n"
    problem = Problem("case", "plain", Path("."), story + said, samples=(Sample("1", b"16\n"),))
    assert infer(problem, Solution(Path("case"), "python", b"N = int(input())\nprint(N)\n")).text == "N: int 1..999\n"


def test_kinds_of_query_may_have_braces_in_their_names() -> None:
    said = (
        "The first line has n and k (1 <= n, k <= 9). Each of the next k lines is a query: 1\u00a0r_{i}\u00a0a_{i} "
        "(1 <= r_{i} <= n, 1 <= a_{i} <= 99), which paints a row; 2\u00a0c_{i}\u00a0a_{i} (1 <= c_{i} <= 5, "
        "1 <= a_{i} <= 99), which paints a column."
    )
    program = "n, k = map(int, input().split())\nfor _ in range(k):\n    t, r, a = map(int, input().split())\n"
    rows = report_of(said, f"{program}    print(t, r, a)\n", "3 2\n1 3 7\n2 5 8\n").text.splitlines()
    assert rows[1:3] == ["queries: queries[k]", "  1: r: int 1..n; a: int 1..99"]

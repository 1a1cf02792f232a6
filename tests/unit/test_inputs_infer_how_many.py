"""How many things a line has that doesn't say so, words that only sound like a variable, lists compared as a whole, and
times in several numbers; points in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

LISTED = "a = sorted(map(int, input().split()))\nprint(a[-1])\n"
TRIPS = "n = int(input())\nfor _ in range(n):\n    a, b, cost = map(int, input().split())\n    print(a + b, cost)\n"
TRIPS_SAID = (
    "The first line has n (1 <= n <= 99). Each of the next n lines describes a trip by three integers between 1 and "
    "100: where it begins, where it ends, and the fare. "
)
RANKED = "n = int(input())\np = list(map(int, input().split()))\nq = list(map(int, input().split()))\nprint(p, q)\n"
RANKED_SAID = (
    "The first line has n (2 <= n <= 99). The second line has a permutation p_1, ..., p_n of 1..n, the third a "
    "permutation q_1, ..., q_n of 1..n. "
)
LISTS = RANKED_SAID.replace("a permutation", "n integers").replace(" of 1..n", " between 1 and n")
TIMES = "n = int(input())\nfor _ in range(n):\n    {0} = map(int, input().split())\n    print({0})\n"


def read(said: str, sample: str, program: str) -> FormatReport:
    """What is inferred from the input section, a sample and a program, "" for what there isn't."""
    statement = f"# Input\n{said}\n\n# Output\nPrint it.\n" if said else ""
    samples = (Sample("1", sample.encode()),) if sample else ()
    return infer(
        Problem("p", "plain", Path("."), statement, samples=samples), Solution(Path("p"), "python", program.encode())
    )


def left_over(report: FormatReport) -> list[str]:
    return [doubt.quote for doubt in report.doubts if doubt.kind == "sentence"]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "One line with numbers, each from 1 to 50.",
            "a_count: count 1..200000 until end of line; a: int[a_count] 1..50",
        ),
        (
            "The only line contains at most 100 integers between 1 and 50.",
            "a_count: count 1..100 until end of line; a: int[a_count] 1..50",
        ),
        ("The line contains between 2 and 20 numbers from 1 to 9.", "a_count: count 2..20 until end of line; "),
        ("The only line has three integers, each from 1 to 50.", "a: int[3] 1..50"),
        ("One line with the 3 sides of a triangle, integers between 1 and 50.", "a: int[3] 1..50"),
        ("The line has the integers x, y and z (1 <= x, y, z <= 50).", "x: int[3] 1..50"),
    ],
)
def test_one_sample_fixes_no_length_that_the_statement_leaves_open(said, written):
    assert read(said, "1 2 3\n", LISTED).text.startswith(written)


def test_values_of_one_line_bound_no_size_on_another():
    report = read(
        "The first line has n. The second line has n integers between 1 and 50.",
        "2\n1 50\n",
        "n = int(input())\n" + LISTED,
    )
    assert report.text == "n: int 1..200000\na: int[n] 1..50\n"
    assert "n" in report.assumed


@pytest.mark.parametrize(
    ("program", "written"),
    [
        ("t = 0\nfor b in input().split():\n    t += int(b)\n", "b: int[2] "),
        ("w = input().split()\nfor i, b in enumerate(w):\n    print(i * float(b))\n", "w: float[2] "),
        (
            "t = []\nfor b in input().split():\n    if b == '+':\n        t.pop()\n    else:\n        t = [int(b)]\n",
            "b: word[2] ",
        ),
        ("t = 0\nfor b in input().split():\n    if b.isdigit():\n        t += int(b)\n", "b: word[2] "),
    ],
)
def test_what_a_loop_makes_of_each_string_is_what_it_reads(program, written):
    assert read("", "1 2\n", program).text.startswith(written)


@pytest.mark.parametrize(
    "said",
    [
        "The total cost is at most 50.",
        "The cost of all trips together is at most 50.",
        "You may assume that the cost of the best choice is at most 50.",
        "The optimal cost is at least 10.",
    ],
)
def test_what_is_reckoned_bounds_no_field_that_is_called_so(said):
    report = read(TRIPS_SAID + said, "2\n1 2 13\n4 5 16\n", TRIPS)
    assert report.text.endswith("cost: int 1..100\n")
    assert left_over(report) == [said[:-1]]


@pytest.mark.parametrize("said", ["A trip's cost is at most 50.", "The cost never exceeds 50."])
def test_what_is_said_of_each_bounds_the_field_that_is_called_so(said):
    report = read(TRIPS_SAID + said, "2\n1 2 13\n4 5 16\n", TRIPS)
    assert report.text.endswith("cost: int 1..50\n")
    assert left_over(report) == []


@pytest.mark.parametrize(
    "said",
    [
        "The two permutations are different.",
        "It is guaranteed that the permutations are different.",
        "No two of the permutations are the same.",
        "The two rankings differ.",
        "p and q are different.",
        "q is the inverse of p.",
        "The permutation q is the reverse of p.",
    ],
)
def test_what_is_said_of_two_lists_as_a_whole_is_no_ones_trait(said):
    report = read(RANKED_SAID + said, "3\n2 3 1\n3 1 2\n", RANKED)
    assert report.text == "n: int 2..99\np: int[n] 1..n permutation\nq: int[n] 1..n permutation\n"
    assert left_over(report) == [said[:-1]]


@pytest.mark.parametrize(
    ("said", "line", "left"),
    [
        ("q is a permutation of p.", "where anagram q, p\n", []),
        ("p and q are permutations of each other.", "where anagram p, q\n", []),
        ("q is the mirror image of p.", "", ["q is the mirror image of p"]),
        ("If p_i is even then q_i is odd.", "", ["If p_i is even then q_i is odd"]),
    ],
)
def test_what_one_list_is_of_another_says_nothing_of_either(said, line, left):
    report = read(LISTS + said, "3\n2 2 1\n1 2 2\n", RANKED)
    assert report.text == f"n: int 2..99\np: int[n] 1..n\nq: int[n] 1..n\n{line}"
    assert left_over(report) == left


def test_lists_that_differ_may_hold_equal_numbers():
    report = read(LISTS + "p and q are different.", "3\n2 2 1\n3 1 2\n", RANKED)
    assert report.text == "n: int 2..99\np: int[n] 1..n\nq: int[n] 1..n\n"
    assert left_over(report) == ["p and q are different"]


@pytest.mark.parametrize(
    ("said", "fields", "sample", "written"),
    [
        ("h and m (0 <= h <= 23, 0 <= m <= 59)", "h, m", "3\n1 2\n1 5\n2 0\n", "where sorted h, m"),
        (
            "y, m, d and x (1900 <= y <= 2000, 1 <= m <= 12, 1 <= d <= 31, 0 <= x <= 5)",
            "y, m, d, x",
            "2\n1999 12 31 5\n2000 1 1 0\n",
            "where sorted y, m, d",
        ),
        ("t and x (1 <= t <= 10000, 1 <= x <= 100)", "t, x", "2\n1 2\n1 1\n", "rows[n] sorted"),
    ],
)
def test_a_chronological_order_is_one_of_whole_times(said, fields, sample, written):
    said = f"The first line has n (1 <= n <= 99). Each of the next n lines has {said}. "
    said += "The events are in chronological order."
    report = read(said, sample, TIMES.format(fields))
    assert written in report.text
    assert ("where" in report.text) == ("where" in written)
    assert left_over(report) == []


def test_days_before_months_are_in_no_order_by_themselves():
    said = (
        "The first line has n (1 <= n <= 99). Each of the next n lines has d, m and y (1 <= d <= 31, 1 <= m <= 12, "
        "1900 <= y <= 2000). The events are in chronological order."
    )
    report = read(said, "2\n31 1 1999\n1 2 1999\n", TIMES.format("d, m, y"))
    assert "sorted" not in report.text
    assert left_over(report) == ["The events are in chronological order"]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("The points are sorted by x, then by y.", "rows[n]: x: int 0..9; y: int 0..9\nwhere sorted x, y\n"),
        ("They are given in order of y and then x.", "rows[n]: x: int 0..9; y: int 0..9\nwhere sorted y, x\n"),
        ("All points have different x-coordinates.", "rows[n]: x: int 0..9; y: int 0..9\nwhere distinct x\n"),
        ("All points have different locations.", "rows[n] distinct: x: int 0..9; y: int 0..9\n"),
    ],
)
def test_what_is_said_of_points_by_their_coordinates(said, written):
    said = f"The first line has n (1 <= n <= 9). Each of the next n lines has x and y (0 <= x, y <= 9), a point. {said}"
    report = read(said, "2\n1 5\n3 2\n" if "of y" not in said else "2\n3 2\n1 5\n", TIMES.format("x, y"))
    assert report.text.endswith(written)
    assert left_over(report) == []


@pytest.mark.parametrize(
    "said", ["Intervals of the same colour do not overlap.", "No two shows on the same channel overlap."]
)
def test_what_holds_of_like_ones_alone_parts_not_all(said):
    told = (
        "The first line has n (1 <= n <= 9). Each of the next n lines has l, r and c (1 <= l <= r <= 9, 1 <= c <= 9). "
    )
    report = read(told + said, "2\n1 2 3\n3 4 1\n", TIMES.format("l, r, c"))
    assert "disjoint" not in report.text
    assert left_over(report) == [said[:-1]]


ROWS_OF_LISTS = "t = int(input())\nfor _ in range(t):\n    print(sum(map(int, input().split())))\n"


@pytest.mark.parametrize(
    ("said", "sample", "written"),
    [
        ("at most 10 integers between 1 and 50", "2\n1 2 3\n4 5 6\n", "count 1..10 until end of line; "),
        ("between 2 and 10 integers from 1 to 50", "2\n1 2 3\n4 5 6\n", "count 2..10 until end of line; "),
        ("t+1 integers, each between 1 and 50", "2\n1 2 3\n4 5 6\n", "int[t][t+1] 1..50"),
        ("3 integers between 1 and 50", "2\n1 2 3\n4 5 6\n", "_3: int 1..50"),
    ],
)
def test_a_size_that_equals_a_bounded_number_by_chance_is_no_length(said, sample, written):
    report = read(f"The first line has t (1 <= t <= 20). Each of the next t lines has {said}.", sample, ROWS_OF_LISTS)
    assert written in report.text
    assert left_over(report) == []


@pytest.mark.parametrize(("said", "length"), [("at most n", "n2_count"), ("n-1", "n-1"), ("n - 1", "n-1")])
def test_one_sample_adds_nothing_to_a_size(said, length):
    said = f"The first line has n (1 <= n <= 20). The second line has {said} words of 1 to 5 lowercase letters."
    report = read(said, "3\nab cd\n", "n = int(input())\nw = input().split()\nprint(w)\n")
    assert f"word[{length}]" in report.text


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("n (1 to 100) and k (1...10)", "n: int 1..100; k: int 1..10\n"),
        ("n [1..100] and k, max 10", "n: int 1..100; k: int 1..10\n"),
        ("n and k. n is below 100, and k is at most half of n", "n: int 1..99; k: int 1..n//2\n"),
        ("n and k, at most 100 and 10, respectively", "n: int 1..100; k: int 1..10\n"),
        ("n and k. Both are between 1 and 50", "n: int 1..50; k: int 1..50\n"),
    ],
)
def test_bounds_in_few_words(said, written):
    report = read(f"The line has two integers {said}.", "8 2\n", "n, k = map(int, input().split())\nprint(n * k)\n")
    assert report.text == written
    assert left_over(report) == []


ROADS_SAID = """# Input
The first line has n and m (2 <= n <= 99, 1 <= m <= 99).
Each of the next m lines has u, v and w (1 <= u, v <= n, 1 <= w <= 99), a road between the towns u and v of length w.
"""
ROADS = """n, m = map(int, input().split())
near = [[] for _ in range(n)]
for _ in range(m):
    u, v, w = map(int, input().split())
    near[u - 1].append((v - 1, w))
    near[v - 1].append((u - 1, w))
"""


@pytest.mark.parametrize(
    "told",
    [
        "Every town can be reached from the capital",
        "Each town has at most four roads",
        "There is exactly one way between any two towns",
        "The length of each road is a multiple of 5",
        "Each length occurs at most k times",
    ],
)
def test_what_a_story_tells_of_all_that_is_read_is_said_or_doubted(told):
    statement = f"There are n towns, joined by m roads. {told}.\n\n{ROADS_SAID}"
    problem = Problem("p", "plain", Path("."), statement, samples=(Sample("1", b"3 2\n1 2 5\n2 3 10\n"),))
    assert told in left_over(infer(problem, Solution(Path("p"), "python", ROADS.encode())))

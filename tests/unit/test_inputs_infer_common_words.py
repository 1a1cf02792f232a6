"""What statements say in common words, and what it makes of a format: relations, traits, bounds, legends."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.accounts.doubts import accounted
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

GRID = "r, c = map(int, input().split())\ng = [input() for _ in range(r)]\nprint(g)\n"
GRAPH = (
    "n, m = map(int, input().split())\nadj = [[] for _ in range(n)]\nfor i in range(m):\n"
    "    u, v = map(int, input().split())\n    adj[u-1].append(v-1)\n    adj[v-1].append(u-1)\nprint(adj)\n"
)
ROWS = "n, m = map(int, input().split())\nfor i in range(m):\n    a, b = map(int, input().split())\n    print(a, b)\n"
NAMES = (
    "n = int(input())\nnames = [input() for _ in range(n)]\nm = int(input())\nfor _ in range(m):\n"
    "    a, b = input().split()\n    print(names.index(a), names.index(b))\n"
)
SPANS = "n = int(input())\nfor _ in range(n):\n    s, e = map(int, input().split())\n    print(e - s)\n"
RECTANGLES = (
    "n = int(input())\nfor _ in range(n):\n    x1, y1, x2, y2 = map(int, input().split())\n"
    "    print((x2 - x1) * (y2 - y1))\n"
)
LISTS = "n = int(input())\nfor _ in range(n):\n    k, *a = map(int, input().split())\n    print(sum(a))\n"

MAZE = (
    "The first line contains r and c (2 <= r, c <= 50). Each of the next r lines contains c characters: '#' is a "
    "wall, '.' is free, 'S' is the start and 'E' is the exit. "
)
FLOOR = (
    "The first line contains r and c (2 <= r, c <= 50). Each of the next r lines contains c characters, '#' for a "
    "wall and '.' for free. "
)
ROADS = (
    "The first line contains n and m (2 <= n <= 100, 1 <= m <= 1000), the number of cities and roads. Each of the "
    "next m lines contains two integers u and v (1 <= u, v <= n), a road between u and v. "
)
MATCHES = (
    "The first line contains n and m (2 <= n <= 100, 1 <= m <= 50). Each of the next m lines contains two "
    "integers a and b (1 <= a, b <= n), two players. "
)
TOWNS = (
    "The first line contains n (1 <= n <= 100). Each of the next n lines has the name of a town, of 1 to 10 "
    "lowercase letters. All names are distinct. Then there is a line with m (1 <= m <= 100). Each of the next m "
    "lines contains two words, the names of two towns. "
)
BOOKINGS = (
    "The first line contains n (1 <= n <= 100). Each of the next n lines contains two integers s and e "
    "(0 <= s < e <= 10^6), the first and the last day of a booking. "
)
FRIENDS = (
    "The first line contains n (2 <= n <= 100), the number of people. Line i of the next n lines describes the "
    "friends of person i: it begins with k (0 <= k < n), followed by their numbers, each between 1 and n. "
)
ROOMS = (
    "The first line contains n (1 <= n <= 100). Each of the next n lines contains four integers x1, y1, x2 and y2 "
    "(0 <= x1 < x2 <= 1000, 0 <= y1 < y2 <= 1000), the corners of a room. "
)


def report_of(said: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), f"## Input\n\n{said}", samples=(Sample("1", sample.encode()),))
    return accounted(infer(problem, Solution(Path("case.py"), "python", program.encode())), problem)


def test_a_sentence_that_says_a_thing_again_rests_on_it_too() -> None:
    said = (
        "The first line contains n (2 <= n <= 9). The second line contains n integers a_i (1 <= a_i <= 9). "
        "Each number appears at most 3 times. It is guaranteed that no number occurs more than 3 times."
    )
    program = "n = int(input())\na = list(map(int, input().split()))\nprint(max(a))\n"
    report = report_of(said, program, "3\n1 2 2\n")
    assert [mark.mark for mark in report.sentences[-2:]] == ["used", "used"]
    assert "where times a <= 3" in (report.text or "")


@pytest.mark.parametrize(
    ("said", "program", "sample", "relation"),
    [
        (
            MAZE + "It is guaranteed that the exit can be reached from the start.",
            GRID,
            "3 3\nS.#\n#..\n##E\n",
            'where path g from "S" to "E" avoiding "#"',
        ),
        (
            FLOOR + "There is always a path from the top left cell to the bottom right cell.",
            GRID,
            "3 3\n..#\n#..\n##.\n",
            'where path g from [0][0] to [r-1][c-1] avoiding "#"',
        ),
        (
            ROADS + "It is always possible to travel from city 1 to city n.",
            GRAPH,
            "3 2\n1 2\n2 3\n",
            "where path u, v from 1 to n",
        ),
        (
            MATCHES + "No two players meet each other more than once.",
            ROWS,
            "4 2\n2 1\n2 3\n",
            "where distinct pair a, b",
        ),
        (MATCHES + "The integers on each line are distinct.", ROWS, "4 2\n2 1\n2 3\n", "where distinct in row a, b"),
        (MATCHES.replace("two integers", "two different integers"), ROWS, "4 2\n2 1\n2 3\n", "where a != b"),
        (TOWNS.replace("two words, the", "two different words:"), NAMES, "2\nab\ncd\n1\nab cd\n", "where names != b"),
        (
            "The first line contains n (2 <= n <= 100). The second line contains two distinct integers s and t (1 <= "
            "s, "
            "t <= n).",
            "n = int(input())\ns, t = map(int, input().split())\nprint(n, s, t)\n",
            "4\n2 1\n",
            "where s != t",
        ),
        (TOWNS.replace("two towns", "two towns listed before"), NAMES, "2\nab\ncd\n1\nab cd\n", "where b in names2"),
        (TOWNS + "All towns mentioned are listed before.", NAMES, "2\nab\ncd\n1\nab cd\n", "where b in names2"),
        (BOOKINGS + "No two bookings overlap.", SPANS, "2\n1 4\n6 8\n", "where disjoint s, e"),
        (
            BOOKINGS + "Bookings do not overlap, but one may begin when another ends.",
            SPANS,
            "2\n1 4\n4 8\n",
            "where disjoint s, e touching",
        ),
        (
            ROOMS + "No two rooms intersect (not even in a single point).",
            RECTANGLES,
            "2\n1 1 3 3\n2 4 4 5\n",
            "where disjoint x1, x2, y1, y2",
        ),
        (
            ROOMS + "No two rooms have a common interior point.",
            RECTANGLES,
            "2\n1 1 3 3\n3 1 4 5\n",
            "where disjoint x1, x2, y1, y2 touching",
        ),
        (FRIENDS + "Nobody is a friend of himself.", LISTS, "3\n1 2\n2 1 3\n0\n", "where a != _row+1"),
        (
            FRIENDS.replace("their numbers", "k integers a_1, ..., a_k (1 <= a_j <= n, a_j != i)"),
            LISTS,
            "3\n1 2\n2 1 3\n0\n",
            "where a != _row+1",
        ),
    ],
    ids=[
        "letters",
        "corners",
        "vertices",
        "pairs",
        "in a row",
        "two numbers of a row",
        "two words of a row",
        "two numbers",
        "said to be listed",
        "listed",
        "apart",
        "touching",
        "rooms",
        "rooms touching",
        "in no own list",
        "in no own list, by letter",
    ],
)
def test_a_promise_becomes_a_relation_and_leaves_no_doubt(said: str, program: str, sample: str, relation: str) -> None:
    report = report_of(said, program, sample)
    assert relation in report.text.splitlines()
    assert not report.doubts


@pytest.mark.parametrize(
    ("said", "program", "sample"),
    [
        (MATCHES + "No two players meet each other more than once.", ROWS, "4 2\n2 1\n1 2\n"),
        (MATCHES.replace("two integers", "two different integers"), ROWS, "4 2\n2 2\n1 2\n"),
        (BOOKINGS + "No two bookings overlap.", SPANS, "2\n1 4\n3 8\n"),
        (ROOMS + "No two rooms overlap.", RECTANGLES, "2\n1 1 3 3\n2 2 4 5\n"),
        (ROADS + "It is always possible to travel from city 1 to city n.", GRAPH, "4 2\n1 2\n3 4\n"),
    ],
    ids=["pairs", "two numbers of a row", "apart", "rooms", "vertices"],
)
def test_what_a_sample_contradicts_is_dropped_and_doubted(said: str, program: str, sample: str) -> None:
    report = report_of(said, program, sample)
    assert "where" not in report.text and report.doubts


def test_spans_of_any_size_are_held_against_the_sample() -> None:
    said = BOOKINGS.replace("10^6", "10^30") + "No two bookings overlap."
    assert "10^30" in said
    assert "where disjoint s, e" in report_of(said, SPANS, f"2\n1 4\n{10**25} {10**26}\n").text


def test_streets_that_are_given_once_make_a_simple_graph() -> None:
    report = report_of(
        ROADS.replace("a road between", "a street between") + "No street is given twice.", GRAPH, "3 2\n1 2\n2 3\n"
    )
    assert "rows[m] graph(u, v; n) no-loops simple:" in report.text and not report.doubts


def test_what_each_of_them_is_makes_an_alphabet() -> None:
    report = report_of(
        "The first line contains n (1 <= n <= 9). The second line contains a string of n characters, "
        "each of them A, B or C.",
        SIZED,
        "2\nAB\n",
    )
    assert 'word n..n of "ABC"' in report.text.replace("N", "n") and not report.doubts


def test_what_may_be_and_what_is_asked_for_is_no_promise() -> None:
    said = "Bookings may overlap. If no two bookings overlap, print YES."
    report = report_of(BOOKINGS + said, SPANS, "2\n1 4\n3 8\n")
    assert "disjoint" not in report.text and not report.doubts


NUMBERS = "n, d = map(int, input().split())\na = list(map(int, input().split()))\nprint(sum(a))\n"
ROADMAP = (
    "n, m = map(int, input().split())\ng = [[] for _ in range(n + 1)]\nfor _ in range(m):\n"
    "    a, b = map(int, input().split())\n    g[a].append(b)\n    g[b].append(a)\nprint(len(g))\n"
)
TABLE = "k, n = map(int, input().split())\na = [list(map(int, input().split())) for _ in range(k)]\nprint(a)\n"
PEOPLE = "n = int(input())\nfor _ in range(n):\n    t, b = input().split()\n    print(t, int(b) + 1)\n"
PHONES = "n = int(input())\na = [input() for _ in range(n)]\nprint(len(a))\n"
SIZED = "n = int(input())\ns = input()\nprint(s.count('IOI'))\n"
MAP = "w, h = map(int, input().split())\ng = [input() for _ in range(h)]\nprint(sum(r.count('G') for r in g))\n"
BEGINNER = "n = int(input())\na = [input() for _ in range(n)]\nfirst = input()\nprint(a.index(first))\n"
COUPLES = "n = int(input())\nfor _ in range(n):\n    a, b = input().split()\n    print(a, b)\n"
EACH_ONE = "n = int(input())\np = [int(input()) for _ in range(n)]\nprint(sum(p))\n"
PAIR_OF_SIDES = (
    "The first line has two positive integers w and h, {}. The next h lines have w characters each, '.' or 'G'."
)


@pytest.mark.parametrize(
    ("said", "program", "sample", "lines"),
    [
        (
            "## Constraints\n\n- 2 <= n <= 9\n\n- 0 <= m <= 9\n\n- 1 <= a_i < b_i <= n\n\n- The pairs (a_i, b_i) are "
            "distinct.\n\n"
            "## Input\n\nn m\na_1 b_1\n:\na_m b_m\n",
            ROADMAP,
            "3 2\n1 2\n2 3\n",
            "rows[m] graph(a, b; n) no-loops simple: a: int 1..n-1; b: int a+1..n",
        ),
        (
            "The first line has n and m (1 <= n, m <= 9). Edge i is represented by a pair of integers a_i and b_i (1 "
            "<= a_i, b_i <= n).",
            ROADMAP,
            "3 2\n1 2\n2 3\n",
            "rows[m] graph(a, b; n): a: int 1..n; b: int 1..n",
        ),
        (
            "The first line contains k and n (1 <= k, n <= 20). The next k lines will each contain the integers 1 ... "
            "n in some order.",
            TABLE,
            "2 3\n1 2 3\n3 1 2\n",
            "rows[k]: a: int[n] 1..n permutation",
        ),
        (
            "The first line has n (1 <= n <= 9). Each line has a string t (1 to 9 letters a-z), the name of a person, "
            "and an integer b "
            "(1 <= b <= 7), where t is the name of the person. The name of each person is unique.",
            PEOPLE,
            "2\nab 1\ncd 2\n",
            "where distinct t",
        ),
        (
            "The first line has n (1 <= n <= 9). Then follow n lines with one unique phone number on each line, of at "
            "most ten digits.",
            PHONES,
            "2\n12\n13\n",
            'a: word[n] 1..10 of "0-9" lines distinct',
        ),
        (
            "The first line has n (1 <= n <= 9), which is even. n represents the number of letters in s. The second "
            "line has s, of the "
            "letters I and O.",
            SIZED,
            "4\nIOIO\n",
            's: word n..n of "IO"',
        ),
        (
            "The first line has two positive integers n and d (d <= 9). The second line has n integers between 1 and "
            "9.\n\n"
            "## Constraints\n\nn is always at least 2. No n will exceed 620.",
            NUMBERS,
            "3 1\n1 2 3\n",
            "n: int 2..620; d: int 1..9",
        ),
        (
            PAIR_OF_SIDES.format("neither of them smaller than 3 or larger than 50"),
            MAP,
            "3 3\n...\n...\n.G.\n",
            "w: int 3..50; h: int 3..50",
        ),
        (
            PAIR_OF_SIDES.format("each of them between 3 and 50"),
            MAP,
            "3 3\n...\n...\n.G.\n",
            "w: int 3..50; h: int 3..50",
        ),
        (
            "The first line has n (1 <= n <= 9). Each of the next n lines contains an integer p (1 <= p <= n, all "
            "values distinct).",
            EACH_ONE,
            "3\n1\n3\n2\n",
            "p: int[n] 1..n lines distinct",
        ),
        (
            "The first line has two positive integers k and n, where k * n <= 500. Each of the next k lines has n "
            "integers. The j-th integer in the i-th of these lines is c_{i,j} (0 <= c_{i,j} <= 8).",
            TABLE,
            "2 3\n1 2 3\n3 1 2\n",
            "k: int 1..500; n: int 1..500",
        ),
        (
            "The first line has k and n (1 <= k, n <= 9). Each of the next k lines has n integers. The j-th integer "
            "in the i-th of these lines is c_{i,j} (0 <= c_{i,j} <= 8).",
            TABLE,
            "2 3\n1 2 3\n3 1 2\n",
            "c: int[k][n] 0..8",
        ),
        (
            "A name is a string of at most 7 lowercase letters. The first line has n (1 <= n <= 9). Then follow n "
            "lines, each with the name of a player. All names are different. The last line has the name of the player "
            "who begins.",
            BEGINNER,
            "2\nab\ncd\ncd\n",
            "where first in a",
        ),
        (
            "A name is a string of at most 7 lowercase letters. The first line has n (1 <= n <= 9). Then follow n "
            "lines that tell who is paired with whom. Each has two names of different players. No pair is listed "
            "twice, in either order.",
            COUPLES,
            "2\nab cd\ncd ef\n",
            "where distinct pair a, b",
        ),
        (
            "The first line has N (1 <= N < 10^{30\\,000}), the second k (1 <= k <= 9).",
            "N = input()\nk = int(input())\nprint(len(N) * k)\n",
            "17\n3\n",
            'N: word 1..30000 of "0-9" number',
        ),
        (
            "`#` is rock\n\n`.` is snow\n\n`~` is ice\n\n`P` is the penguin\n\nThe first line has w and h "
            "(3 <= *w*, *h* <= 50; *w* · *h* >= 12). The next h lines have w characters each. The whole map is "
            "surrounded by rock.",
            MAP,
            "4 3\n####\n#P~#\n####\n",
            'where border g == "#"',
        ),
        (
            "The first line has n and m (1 <= n, m <= 9). Each of the next m lines has a and b (1 <= a, b <= n): a has "
            "to be done before b. All of these pairs are distinct, and they are free of contradictions.",
            ROADMAP,
            "3 2\n1 2\n2 3\n",
            "rows[m] graph(a, b; n) acyclic directed no-loops simple: a: int 1..n; b: int 1..n",
        ),
    ],
    ids=[
        "pairs of ends",
        "letter of an edge",
        "in some order",
        "by a noun",
        "one on a line",
        "letters of a word",
        "stated over implied",
        "neither",
        "each of them",
        "in brackets",
        "within a product",
        "named behind the list",
        "named again",
        "not in either order",
        "read as a string",
        "surrounded",
        "without contradictions",
    ],
)
def test_common_phrases_are_read(said: str, program: str, sample: str, lines: str) -> None:
    assert lines in report_of(said, program, sample).text.splitlines()


@pytest.mark.parametrize(
    "said",
    [
        "FJ asks whether the farm is connected, meaning that it is possible to travel from any barn to any other.",
        "It is checked whether the graph is connected.",
    ],
)
def test_what_is_asked_of_a_graph_is_no_promise(said: str) -> None:
    text = "The first line has n and m (1 <= n, m <= 9). Each of the next m lines has a and b (1 <= a, b <= n). " + said
    assert "connected" not in report_of(text, ROADMAP, "3 2\n1 2\n2 3\n").text


@pytest.mark.parametrize(
    "said",
    [
        "There is at least one good seat in each row.",
        "Every bidder had to bid at least twice as much as the one before.",
    ],
)
def test_stories_that_restrict_are_doubted(said: str) -> None:
    text = (
        f"{said}\n\n## Input\n\nThe first line has n and d (1 <= n, d <= 9). The second line has n integers "
        "(1 <= a_i <= 9), "
        "the seats in each row or the bids of the bidders.\n"
    )
    assert report_of(text, NUMBERS, "3 1\n1 2 3\n").doubts

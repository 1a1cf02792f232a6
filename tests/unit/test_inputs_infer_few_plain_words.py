"""What plain sentences say in few words of rows, letters, lengths and bounds, each read from a statement as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

TABLE = (
    "n, m, k = map(int, input().split())\nfor _ in range(n):\n    a = list(map(int, input().split()))\n    print(a)\n"
)
TABLE_SAID = "The first line has $n$, $m$ and $k$ ($1 \\le n, k \\le 100$, $1 \\le m \\le k$). "
WORDS = "n, m = map(int, input().split())\ng = [input() for _ in range(n)]\nprint(g)\n"
WORDS_SAID = (
    "The first line has $n$ and $m$ ($1 \\le n, m \\le 9$). Each of the next $n$ lines has a string $s_i$ of "
    "length $m$ of capital letters. "
)
WORD = "n = int(input())\ns = input()\nprint(s)\n"
WORD_SAID = "The first line has $n$ ($1 \\le n \\le 10$). The second line has a string $s$ of length $n$. "


def read(said: str, sample: str, program: str) -> str:
    """The text of the format that is inferred from the input section, a sample and a program in Python."""
    problem = Problem(
        "p", "plain", Path("."), f"# Input\n{said}\n\n# Output\nPrint it.\n", samples=(Sample("1", sample.encode()),)
    )
    return infer(problem, Solution(Path("p"), "python", program.encode())).text


def test_each_line_of_a_table_may_have_distinct_numbers():
    said = TABLE_SAID + "Each of the next $n$ lines contains $m$ distinct integers $a_{ij}$ ($1 \\le a_{ij} \\le k$)."
    assert "rows[n]: a: int[m] 1..k distinct" in read(said, "2 2 5\n1 5\n3 1\n", TABLE)


def test_a_sample_with_a_number_twice_on_a_line_speaks_against_it():
    said = TABLE_SAID + "Each of the next $n$ lines contains $m$ distinct integers $a_{ij}$ ($1 \\le a_{ij} \\le k$)."
    assert "distinct" not in read(said, "2 2 5\n1 1\n3 1\n", TABLE)


def test_a_number_is_bounded_by_one_that_is_read_later():
    said = TABLE_SAID + "Each of the next $n$ lines contains $m$ integers $a_{ij}$ ($1 \\le a_{ij} \\le k$)."
    assert read(said, "2 2 5\n1 1\n3 1\n", TABLE).startswith("n: int 1..100; m: int 1..100; k: int m..100\n")


def test_words_of_one_length_may_be_distinct():
    text = read(WORDS_SAID + "The strings are pairwise distinct.", "2 3\nABC\nBBB\n", WORDS)
    assert 's: word[n] m..m of "A-Z" lines distinct' in text
    assert "joined" in read(WORDS_SAID, "2 3\nABC\nBBB\n", WORDS)


@pytest.mark.parametrize(
    ("said", "sample", "letters"),
    [
        ("No characters except I and D occur in s.", "2\nID\n", "DI"),
        ("There are no letters other than `x`, `y` and `z` in s.", "2\nxy\n", "xyz"),
        ("Each character of s is '0', '1', ..., '7'.", "2\n07\n", "0-7"),
        (
            "Each character represents: 'L': one comes from the left. 'R': one comes from the right. '0', '1', ..., "
            "'9': "
            "the one in that room leaves.",
            "4\nLR10\n",
            "0-9LR",
        ),
    ],
)
def test_letters_are_those_that_are_listed_and_none_else(said, sample, letters):
    assert read(WORD_SAID + said, sample, WORD) == f'n: int 1..10\ns: word n..n of "{letters}"\n'


def test_kinds_of_queries_may_be_written_as_formulas_with_ties():
    said = (
        "The first line has $n$ ($1 \\le n \\le 9$). Each of the next $n$ lines has one of these:\n\n"
        "* $+~x~y$ ($1 \\le x, y \\le 50$) -- take a bill;\n* $?~h~w$ ($1 \\le h, w \\le 70$) -- ask for it.\n"
    )
    program = (
        "n = int(input())\nfor _ in range(n):\n    line = input().split()\n    a, b = int(line[1]), int(line[2])\n"
        "    if line[0] == '+':\n        print(a)\n    else:\n        print(b)\n"
    )
    text = read(said, "2\n+ 1 2\n? 3 4\n", program)
    assert '"+": x: int 1..50; y: int 1..50' in text and '"?": h: int 1..70; w: int 1..70' in text


def test_test_cases_that_the_program_reads_are_kept_where_every_sample_has_one():
    program = "t = int(input())\nfor _ in range(t):\n    k = input()[:-1]\n    w = input()[:-1]\n    print(k, w)\n"
    said = (
        "The first line has $t$ ($1 \\le t \\le 10$), the number of test cases. The first line of a description "
        "contains a "
        "word of 3 letters a-z. The second line of the description contains the word s, which has from 1 to 50 letters."
    )
    assert "tests: cases[t]" in read(said, "1\nabc\nhi\n", program)


def test_a_word_may_be_a_number_or_one_in_its_place():
    said = (
        "The first line has $n$ ($1 \\le n \\le 10$). The second line has $n$ words, the $i$-th of which is either a "
        'non-negative integer $a_i$ ($0 \\le a_i \\le 10\\,000$) or the string "mumble".'
    )
    text = read(said, "3\n0 mumble 12\n", "n = int(input())\na = input().split()\nprint(a)\n")
    assert 'a: word[n] 1..6 pattern "0|[1-9][0-9]{0,3}|10000|mumble"' in text


def test_a_structure_whose_lines_break_where_the_samples_do_comes_first():
    program = (
        "n, m = map(int, input().split())\nfor x in range(m):\n    for y in range(m):\n        f = int(input())\n"
        "        print(f)\ns = list(map(int, input().split()))\nprint(s)\n"
    )
    said = (
        "The first line has $n$ and $m$ ($1 \\le n, m \\le 9$). Then follow $m^2$ lines with the values $f(x, y)$ "
        "($1 \\le f(x, y) \\le m$), in lexicographic order of their arguments. The last line has $n$ integers "
        "$s_1, \\dots, s_n$ ($1 \\le s_i \\le m$)."
    )
    assert "lines\n" in read(said, "3 2\n1\n2\n1\n1\n1 2 1\n", program)


@pytest.mark.parametrize(
    ("said", "border"),
    [
        ("No robots or walls are on the border of the plan.", 'where border g == "."'),
        ("No robots are on the border of the plan.", ""),
        ("No robots, trees or walls are on the border.", ""),
    ],
)
def test_what_is_left_for_the_border_when_all_else_is_barred_stands_there(said, border):
    grid = (
        "The first line has $n$ and $m$ ($1 \\le n, m \\le 9$). Each of the next $n$ lines has $m$ characters: "
        "`.` is a "
        "free cell, `#` is a wall, and `X` is a robot. "
    )
    text = read(grid + said, "3 3\n...\n.#.\n...\n", WORDS)
    assert (border in text) if border else ("border" not in text)


def test_how_rows_and_columns_are_numbered_bounds_neither_by_the_other():
    said = (
        "The first line has $n$, $m$, $r$ and $c$ ($1 \\le r \\le n \\le 80$, $1 \\le c \\le m \\le 90$), the "
        "size and a place "
        "(rows are numbered from 1 to n and the columns from 1 to m)."
    )
    program = "n, m, r, c = map(int, input().split())\nprint(n, m, r, c)\n"
    assert read(said, "2 3 1 1\n", program) == "n: int 1..80; m: int 1..90; r: int 1..n; c: int 1..m\n"


@pytest.mark.parametrize("said", ["can have up to 7 letters", "has at most 7 letters", "may contain at most 7 letters"])
def test_the_word_of_a_line_has_its_own_length(said):
    start = (
        "The first line has $n$ ($1 \\le n \\le 9$). Each of the next $n$ lines has a number (from 1 to 10) and a "
        "type (DL, "
        f"TL, DW or TW). Finally, there is a last line, containing the word. The word {said}."
    )
    program = (
        "n = int(input())\nfor _ in range(n):\n    x, t = input().split()\n    print(int(x), t)\nw = input().strip()\n"
        "print(w)\n"
    )
    text = read(start, "2\n7 DL\n6 TW\nabc\n", program)
    assert 't: word one of "DL" "DW" "TL" "TW"' in text and "w: word 1..7 of" in text


@pytest.mark.parametrize(
    "said",
    [
        "A and B are different.",
        "The numbers A and B are distinct.",
        "A differs from B.",
        "A and B are two different integers.",
        "A and B are not equal.",
    ],
)
def test_two_numbers_may_be_said_to_differ(said):
    text = read(
        f"The only line has A and B (1 <= A, B <= 9). {said}",
        "1 2\n",
        "a, b = map(int, input().split())\nprint(a, b)\n",
    )
    assert "where A != B" in text or "where B != A" in text


def test_a_pair_of_distinct_numbers_on_a_line_differs():
    said = (
        "The first line has n (1 <= n <= 9). Each of the following n lines contains a pair of distinct space-separated "
        "integers $h_i$, $a_i$ ($1 \\le h_i, a_i \\le 100$)."
    )
    program = "n = int(input())\nfor _ in range(n):\n    a, b = map(int, input().split())\n    print(a, b)\n"
    assert "where h != a" in read(said, "1\n3 1\n", program)


def test_letters_of_a_list_may_be_distinct():
    said = (
        "The first line has k (1 <= k <= 26). The second line contains $k$ space-separated distinct lowercase letters "
        "$c_1, c_2, \\ldots, c_k$."
    )
    program = "k = int(input())\nc = input().split()\nprint(c)\n"
    assert 'c: word[k] 1..1 of "a-z" distinct' in read(said, "3\na b c\n", program)


def test_a_length_may_be_said_with_the_places_for_which_it_holds():
    said = (
        "The first line has N (1 <= N <= 9). The next N lines have a string S_i each. S_i are strings of "
        "lowercase letters. "
        "The length of S_i (1 <= i <= N) is between 1 and 10 (inclusive)."
    )
    program = "n = int(input())\ns = [input() for _ in range(n)]\nprint(s)\n"
    assert 'S: word[N] 1..10 of "a-z" lines' in read(said, "2\nab\nc\n", program)

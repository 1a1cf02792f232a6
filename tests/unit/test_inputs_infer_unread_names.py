"""What a statement says by a name that no line holds, of two values by one name, or by a range given before."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

WORD = "s = input()\nprint(len(s))\n"


def read(said: str, sample: str, program: str, language: str = "python") -> FormatReport:
    """What is inferred from the input section, a sample and a program."""
    statement = f"# Input\n{said}\n\n# Output\nPrint it.\n"
    return infer(
        Problem("p", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),)),
        Solution(Path("p"), language, program.encode()),
    )


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("The only line has a string of length $N$ ($1 \\le N \\le 500$).", "s: word 1..500 of"),
        ("The only line contains a word of size $K$, where $2 \\le K \\le 60$.", "s: word 2..60 of"),
        (
            "The only line has a string of $N$ lowercase letters. It holds that $1 \\le N \\le 70$.",
            's: word 1..70 of "a-z"',
        ),
        (
            "The only line has a string consisting of $N$ ($1 \\le N \\le 100$) letters a-z that describes a road.",
            "s: word 1..100",
        ),
        ("The line contains $N$ ($1 \\le N \\le 100$) characters, each `a` or `b`.", 's: word 1..100 of "ab"'),
    ],
)
def test_the_length_of_a_string_may_have_a_name_that_is_not_read(said, written):
    report = read(said, "ab\n", WORD)
    assert report.text.startswith(written)
    assert not [doubt for doubt in report.doubts if doubt.kind == "sentence"]


def test_letters_that_are_only_some_of_a_string_give_it_no_length():
    report = read(
        "The only line has a string of lowercase letters. The string contains K letters that are vowels (1 <= K <= 5).",
        "ab\n",
        WORD,
    )
    assert "1..5" not in report.text


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("Each character is either an 'X' (a mine) or an integer between 0 and 5.", "0-5X"),
        ("Every character is an 'X', which means a mine, or an integer $d$, $0 \\le d \\le 5$, of mines.", "0-5X"),
        ("Each symbol is `X` or a digit from 1 to 3.", "123X"),
    ],
)
def test_numbers_that_are_one_character_are_part_of_an_alphabet(said, letters):
    report = read(f"The line contains a string of length $N$ ($1 \\le N \\le 50$). {said}", "X1\n", WORD)
    assert report.text == f's: word 1..50 of "{letters}"\n'


def test_two_values_of_one_name_have_the_bounds_of_their_own_sentences():
    program = (
        "n, m = map(int, input().split())\nfor _ in range(n):\n    s, t = map(int, input().split())\n    print(s, t)\n"
        "for _ in range(m):\n    s, d = map(int, input().split())\n    print(s, d)\n"
    )
    said = (
        "The first line has two integers $N$ and $M$ ($1 \\le N, M \\le 50$). The next $N$ lines contain the integers "
        "$s_i$ and $t_i$ ($1 \\le s_i < t_i \\le 10^9$) of each country. The last $M$ lines contain the start $s$ and "
        "the end $d$ of a flight ($0 \\le s, d < N$)."
    )
    text = read(said, "2 1\n1 9\n2 8\n0 1\n", program).text
    assert "s: int 1..999999999; t: int s+1..1000000000" in text
    assert text.count("0..N-1") == 2


@pytest.mark.parametrize("same", ["in the same range", "within the same bounds", "from the same interval"])
def test_values_may_lie_in_the_range_of_those_before(same):
    said = (
        "The first line has an integer $n$ ($1 \\le n \\le 9$). The second line has $n$ integers in the range 1...30. "
        f"They are what is asked. The third line has $n$ integers {same}."
    )
    program = (
        "n = int(input())\na = input().split()\na = list(map(int, a))\n"
        "b = list(map(int, input().split()))\nprint(a, b)\n"
    )
    assert read(said, "2\n1 2\n3 4\n", program).text == "n: int 1..9\na: int[n] 1..30\nb: int[n] 1..30\n"


def test_letters_of_which_each_is_told_on_condition_are_all_that_may_stand_there():
    said = (
        "The first line has an integer $n$ ($1 \\le n \\le 9$). Each of the next $n$ lines starts with a "
        "letter, and then "
        "has an integer $x$ ($1 \\le x \\le 7$). If this letter is `N`, x is taken. If this letter is `C`, x is left."
    )
    program = "n = int(input())\nfor _ in range(n):\n    c, x = input().split()\n    print(c, int(x))\n"
    assert 'c: word 1..1 of "CN"; x: int 1..7' in read(said, "2\nN 1\nC 2\n", program).text


def test_what_lines_hold_to_the_end_may_be_counted_by_what_it_is_called():
    said = (
        "The first line has an integer $n$ ($1 \\le n \\le 9$). The next $n$ lines have a name each, of at "
        "most 5 letters "
        "a-z. Then follow lines with the words of an essay, each of at most 8 letters a-z. The essay "
        "consists of between "
        "1 and 300 words."
    )
    program = (
        "#include <iostream>\n#include <string>\nusing namespace std;\nint main() {\n  int n; cin >> n;\n"
        "  string name, word;\n  for (int i = 0; i < n; i++) { cin >> name; cout << name; }\n"
        "  while (cin >> word) cout << word;\n}\n"
    )
    assert "count 1..300 until end" in read(said, "2\nab\nb\nxy z\nz z\nt u v\n", program, "cpp").text


def test_a_list_in_each_of_several_lines_may_hold_names_of_a_list_of_before():
    program = (
        "n = int(input())\nfor _ in range(n):\n    name, k, *words = input().split()\n    print(name, words)\n"
        "import sys\nfor line in sys.stdin:\n    print(line.split())\n"
    )
    said = (
        "The first line has n (1 <= n <= 9). Each of the next n lines has a name, an integer k (1 <= k <= "
        "5), and k words. "
        "No two words of a line are the same, and no two names are the same. Then words follow. "
        "Each word has at most 9 letters a-z."
    )
    report = read(said, "2\ncats 1 tom\ndogs 2 rex bob\ntom rex\n", program)
    assert not any("TypeError" in misfit.message for misfit in report.misfits)


def test_the_name_of_a_coordinate_before_a_hyphen_is_no_value_of_the_line():
    said = (
        "The first line has an integer $n$ ($1 \\le n \\le 9$). Each of the next $n$ lines contains three "
        "integers $x_1$, "
        "$x_2$ ($1 \\le x_1 \\le x_2 \\le 50$), which are the leftmost and rightmost $x$-coordinate, and $y$ "
        "($1 \\le y \\le 60$), its $y$-coordinate."
    )
    program = "n = int(input())\nfor _ in range(n):\n    p, q, r = map(int, input().split())\n    print(p, q, r)\n"
    assert "y: int 1..60" in read(said, "1\n1 2 3\n", program).text


@pytest.mark.parametrize(
    "said",
    [
        "All stones are at most 100 units from the origin.",
        "No stone is more than 100 units away from the origin.",
        "Any two stones are at most 100 apart.",
    ],
)
def test_how_far_things_are_from_others_bounds_no_value(said):
    program = "n = int(input())\nfor _ in range(n):\n    x, y = map(int, input().split())\n    print(x, y)\n"
    start = "The first line has $N$ ($1 \\le N \\le 10$). Then follow $N$ lines with two integers $x_i$ and $y_i$. "
    report = read(start + said, "2\n1 2\n3 4\n", program)
    assert "100;" not in report.text and said.removesuffix(".") in [doubt.quote for doubt in report.doubts]


def test_a_number_beside_a_string_has_none_of_its_length():
    program = "a, s = input().split()\na = int(a)\nr = int(input())\nprint(a, s, r)\n"
    said = (
        "The first line has an integer $a$ ($1 \\le a \\le 5$) and a string of length $k$ ($1 \\le k \\le 9$). "
        "The second "
        "line has $r$ ($1 \\le r \\le k$)."
    )
    assert "len(a)" not in read(said, "3 abc\n4\n", program).text
    alone = (
        "The first line has a string of length $k$ ($1 \\le k \\le 9$). The second line has $r$ ($1 \\le r \\le k$)."
    )
    assert "r: int 1..len(s)" in read(alone, "abc\n2\n", "s = input()\nr = int(input())\nprint(s, r)\n").text

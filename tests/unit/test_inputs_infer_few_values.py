"""Values with gaps between them, lengths over sizes, letters of a part of the alphabet: as statements say them."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Solution
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.sentences.statement import read_statement

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
WORD = "n = int(input())\ns = input()\n"
RAGGED = "n = int(input())\nfor i in range(n):\n    k, *x = map(int, input().split())\n"
RAGGED_LINES = "Then $n$ lines follow. The $i$-th begins with $k_i$ ($0 \\le k_i \\le n$),"
FIRST = "## Input\n\nThe first line has $n$ ($1 \\le n \\le 80$). "


def inferred(source: str, sentence: str) -> str:
    problem = Problem("case", "plain", Path("."), FIRST + sentence)
    return infer(problem, Solution(Path("case.py"), "python", source.encode())).text


@pytest.mark.parametrize(
    ("said", "bounds", "relation"),
    [
        ("($a_i = 2$ or $a_i = 4$)", "one of 2 4", ""),
        ("($a_i \\in \\{-1, 1\\}$)", "one of -1 1", ""),
        ("($a_i \\in \\{1, 4, 7\\}$)", "one of 1 4 7", ""),
        ("($a_i \\in \\{4, 5, 6\\}$)", "4..6", ""),
        ("($a_i \\in \\{1, 2, 5\\}$)", "one of 1 2 5", ""),
        ("($a_i \\in \\{-3, 0, 10, 11\\}$)", "one of -3 0 10 11", ""),
        (", each either $0$ or $1$", "0..1", ""),
        (", each of which is one of $2$, $5$ and $9$", "one of 2 5 9", ""),
        (", where $a_i$ is $4$ if she wins and $1$ otherwise", "one of 1 4", ""),
        (", each of them is either $0$ or $6$", "one of 0 6", ""),
        ("equal to $0$ or $3$", "one of 0 3", ""),
        ("($a_i = -1$ or $1 \\le a_i \\le n$)", "-1..n", "where a != 0\n"),
        ("($a_i = 0$ or $1 \\le a_i \\le n$)", "0..n", ""),
        ("($1 \\le a_i \\le 3 \\cdot 10^4$ or $a_i = -1$)", "-1..30000", "where a != 0\n"),
        (", where $a_i$ is either $-1$ or between $1$ and $n$", "-1..n", "where a != 0\n"),
        (", where $1 \\le a_i \\le n$ or $a_i = -1$", "-1..n", "where a != 0\n"),
        ("($1 \\le a_i \\le 2$)", "1..2", ""),
    ],
)
def test_leaves_out_what_lies_between_values(said: str, bounds: str, relation: str) -> None:
    text = inferred(LIST, f"The second line has $n$ integers $a_1, a_2, \\ldots, a_n$ {said}.")
    assert text == f"n: int 1..80\na: int[n] {bounds}\n{relation}"


def test_an_answer_that_is_one_of_two_values_bars_none() -> None:
    text = inferred(
        LIST, "The second line has $n$ integers $a_i$ ($-1 \\le a_i \\le 1$).\n\n## Output\n\nPrint -1 or 1."
    )
    assert text == "n: int 1..80\na: int[n] -1..1\n"


@pytest.mark.parametrize(
    ("said", "length"),
    [
        ("of length $2n$", "2*n"),
        ("of length $2 \\cdot n$", "2*n"),
        ("of length $n + 1$", "n+1"),
        ("of length $n-1$", "n-1"),
        ("of length $n$", "n"),
        ("with $2n$ characters", "2*n"),
        ("of length n - the moves -", "n"),
    ],
)
def test_a_length_may_be_an_expression(said: str, length: str) -> None:
    text = inferred(WORD, f"The second line has a string $s$ {said}, consisting of characters `R` and `B`.")
    assert text == f'n: int 1..80\ns: word {length}..{length} of "BR"\n'


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("a string of the first five lowercase Latin letters", "abcde"),
        ("each is one of the first 4 letters of the English alphabet, a string", "abcd"),
        ("a string of the first three uppercase English letters", "ABC"),
        ("a string consisting only of X, Y, Z", "XYZ"),
        ("a string consisting of only A and B", "AB"),
        ("at most 90 letters, each of which is {\\tt N}, {\\tt S} or {\\tt B}", "BNS"),
        ("a string of letters, each one being either a or b", "ab"),
        ("some letters \\texttt{x} and \\texttt{y}", "xy"),
        ("a string that consists of \\verb|A|, \\verb|B| and \\verb|C|", "ABC"),
        ("a string of lowercase English letters", "abcdefghijklmnopqrstuvwxyz"),
    ],
)
def test_letters_of_a_part_of_the_alphabet(said: str, letters: str) -> None:
    sentences = read_statement(f"## Input\n\nThe line has {said}.").sentences
    assert [alphabet_in(sentence) for sentence in sentences] == [letters]


def test_words_that_nothing_else_bounds_are_as_long_as_their_sum_allows() -> None:
    text = inferred(
        "n = int(input())\nw = [input() for _ in range(n)]\n",
        "Then $n$ lines follow, each with a word of "
        "lowercase letters. The total length of all words doesn't exceed $300$.",
    )
    assert text == 'n: int 1..80\nw: word[n] 1..300 of "a-z" lines\nwhere sum len(w) <= 300\n'


@pytest.mark.parametrize(
    "said",
    [
        "Each number from $1$ to $n$ appears exactly once",
        "Each integer from 1 to n occurs among them exactly once",
        "Every value between 1 and n is present exactly once",
    ],
)
def test_all_numbers_once_are_a_permutation(said: str) -> None:
    text = inferred(LIST, f"The second line has $n$ integers $a_i$ ($1 \\le a_i \\le n$). {said}.")
    assert text == "n: int 1..80\na: int[n] 1..n permutation\n"


@pytest.mark.parametrize(
    "said",
    [
        "$1 \\le a_{i,j} \\le n$, $a_{i,j} \\ne a_{i,l}$ for $j \\ne l$",
        "$1 \\le a_{ij} \\le n$; $a_{ij} \\neq a_{il}$ if $j \\neq l$",
    ],
)
def test_the_numbers_of_each_row_differ(said: str) -> None:
    text = inferred(RAGGED, f"{RAGGED_LINES} then $k_i$ integers $a_{{i,1}}, \\dots, a_{{i,k_i}}$ ({said}) follow.")
    assert "int[k] 1..n distinct" in text


def test_numbers_of_one_column_that_differ_say_nothing_of_rows() -> None:
    text = inferred(
        RAGGED,
        RAGGED_LINES + " then $k_i$ integers $a_{i,j}$ ($1 \\le a_{i,j} \\le n$, "
        "$a_{i,j} \\ne a_{l,j}$ for $i \\ne l$) follow.",
    )
    assert "distinct" not in text


@pytest.mark.parametrize(
    ("said", "bounds"),
    [
        ("$0 \\le x \\le n \\le 80$, $2 \\le k < n$", "3..80"),
        ("$3 \\le x \\le n \\le 80$, $2 \\le k \\le n$", "3..80"),
        ("$1 \\le n \\le 80$, $2 \\le x, k \\le n$", "1..80"),
    ],
)
def test_a_number_is_at_least_what_later_ones_are(said: str, bounds: str) -> None:
    problem = Problem("case", "plain", Path("."), f"## Input\n\nThe line has $n$, $k$ and $x$ ({said}).")
    source = b"n, k, x = map(int, input().split())\n"
    assert infer(problem, Solution(Path("case.py"), "python", source)).text.startswith(f"n: int {bounds}; k: int 2..")


def test_a_table_without_a_value() -> None:
    said = "Each of the next $r$ lines has $c$ integers $x$ ($-9 \\le x \\le 9, x \\ne 0$)."
    statement = f"## Input\n\nThe first line has $r$ and $c$ ($1 \\le r, c \\le 20$). {said}"
    source = b"r, c = map(int, input().split())\nx = [list(map(int, input().split())) for _ in range(r)]\n"
    problem = Problem("case", "plain", Path("."), statement)
    text = infer(problem, Solution(Path("case.py"), "python", source)).text
    assert text == "r: int 1..20; c: int 1..20\nx: int[r][c] -9..9\nwhere x != 0\n"


def test_an_index_that_bounds_its_own_element_is_no_name_of_another_list() -> None:
    statement = (
        "## Input\n\n- one line with $n$ ($2 \\le n \\le 10^5$);\n- one line with $n-1$ integers $p_2, \\dots, p_n$ "
        "($1 \\le p_i < i$);\n- one line with $n$ integers $w_1, \\dots, w_n$ ($|w_i| \\le 10^6$).\n"
    )
    source = (
        b"#include <iostream>\nint p[100005], w[100005];\nint main() {\n    int n;\n    std::cin >> n;\n"
        b"    for (int i = 2; i <= n; i++) std::cin >> p[i];\n    for (int i = 1; i <= n; i++) std::cin >> w[i];\n}\n"
    )
    problem = Problem("case", "plain", Path("."), statement)
    text = infer(problem, Solution(Path("case.cpp"), "cpp", source)).text
    assert text == "n: int 2..100000\np: int[n-1] 1..n-1 parents\nw: int[n] -1000000..1000000\n"

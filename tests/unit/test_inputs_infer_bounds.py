"""What a sentence says about numbers, whatever the signs that it is written with."""

from __future__ import annotations

import pytest

from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.numerals import lost_caret
from slowpath.statement.sentences.markup import plain_text
from slowpath.statement.sentences.statement import Sentence, read_statement

SENTENCES = {
    "$1 \\leq n \\leq 2 \\cdot 10^5$": "1 <= n <= 200000",
    r"$$$1 \\leq n \\leq 2 \\cdot 10^5$$$": "1 <= n <= 200000",
    r"1 <= n <= 2 \* 10^5": "1 <= n <= 200000",
    "1 ≤ n ≤ 2·10⁵": "1 <= n <= 200000",
    "1 <= n <= 200 000": "1 <= n <= 200000",
    "$1 \\le n \\le 200{,}000$": "1 <= n <= 200000",
    "1 <= n <= 2e5": "1 <= n <= 200000",
    "1 <= n <= 2*10**5": "1 <= n <= 200000",
    "n does not exceed 100": "n <= 100",
    "n is between 1 and 50": "1 <= n <= 50",
    "n is at most 7": "n <= 7",
    "$-10^9 \\le a_i \\le 10^9$": "-1000000000 <= a <= 1000000000",
    "1 <= l <= r <= n": "1 <= l <= r <= n",
    "1 <= n, m <= 10": "1 <= n|m <= 10",
    "$0 \\leq x < 2^{31}$": "0 <= x < 2147483648",
    "1 <= |s| <= 99": "1 <= bar s <= 99",
    "n*m <= 10^6": "n*m <= 1000000",
    "the sum of n over all test cases does not exceed 2*10^5": "sum n <= 200000",
    "1 <= m <= n*(n-1)/2": "1 <= m <= n*(n-1)//2",
    "x_i in [1, 9]": "1 <= x <= 9",
    "each a_i is 0 or 1": "0 <= a <= 1",
    "a string of at most 80 characters": "length  <= 80",
    "a word of 1 to 20 lowercase letters": "1 <= length  <= 20",
    "each name has at least 2 and at most 20 characters": "2 <= length  <= 20",
    "words of between 3 and 10 letters": "3 <= length  <= 10",
    "the name of a club (1 to 10 lowercase letters)": "1 <= length  <= 10",
    "its name, 2-30 capital letters": "2 <= length  <= 30",
    "at most 50000 words of letters, each at most 10 characters long": "length  <= 10",
    "$1 \\leq n \\leq 1.5\\cdot10^5$": "1 <= n <= 150000",
    "$0.25 \\le r < 10.5$": "0.25 <= r < 10.5",
    "-1.5 <= x, y <= 2": "-1.5 <= x|y <= 2",
}


def shown(chain: Chain) -> str:
    """One line for a chain."""
    places = [
        "|".join(
            f"{operand.form} {operand.text}".strip()
            if operand.form in ("bar",)
            else f"length {operand.text}"
            if operand.form == "length"
            else operand.text or operand.written
            for operand in place
        )
        for place in chain.operands
    ]
    words = [places[0]] + [part for pair in zip(chain.operators, places[1:], strict=True) for part in pair]
    return ("sum " if chain.summed else "") + " ".join(words)


@pytest.mark.parametrize("text", SENTENCES)
def test_reads_a_bound_in_any_signs(text: str) -> None:
    statement = read_statement(f"Input\n{text}.")
    chains = [shown(chain) for sentence in statement.sentences for chain in chains_of(sentence)]
    assert chains == [SENTENCES[text]]


@pytest.mark.parametrize(
    "text", ["All real values are given with at most three decimal places", "Every number has at most 4 decimals"]
)
def test_a_number_of_decimal_places_bounds_no_value(text: str) -> None:
    statement = read_statement(f"Input\n{text}.")
    assert [chain for sentence in statement.sentences for chain in chains_of(sentence)] == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("105", "100000"),
        ("2*105", "200000"),
        ("-109", "-1000000000"),
        ("109+7", "1000000007"),
        ("231-1", "2147483647"),
        ("100", ""),
        ("1000", ""),
        ("200000", ""),
    ],
)
def test_knows_a_number_that_may_have_lost_its_caret(text: str, value: str) -> None:
    assert lost_caret(text) == value


@pytest.mark.parametrize(
    ("text", "alphabet"),
    [
        ("The string consists of lowercase English letters", "abcdefghijklmnopqrstuvwxyz"),
        ("a binary string s", "01"),
        ("Each cell is `.` or `#`", "#."),
        ("the string consists of characters 'a' and 'b'", "ab"),
        ("capital letters 'A', 'B', and 'C' only", "ABC"),
        ("a string of characters P and/or Q", "PQ"),
        ("s_i is L, R or D", "DLR"),
        ("a number n", ""),
    ],
)
def test_names_the_alphabet_that_a_sentence_gives(text: str, alphabet: str) -> None:
    assert alphabet_in(Sentence(text, 1, "input", text)) == alphabet


def test_sentences_know_their_line_and_section() -> None:
    statement = read_statement("# Title\nStory.\n\n## Input\nOne n. Then m.\n\n### Constraints\n- 1 <= n <= 5\n")
    assert [(s.text, s.line, s.section) for s in statement.sentences if s.section] == [
        ("One n", 5, "input"),
        ("Then m", 5, "input"),
        ("1 <= n <= 5", 8, "constraints"),
    ]


def test_subscripts_become_names() -> None:
    assert plain_text("$a_{i}$, x[i], <var>b<sub>j</sub></var>, c₁") == "a_i , x_i, b_j , c_1"


def test_a_note_in_the_story_begins_no_examples() -> None:
    told = read_statement(
        "Count the pairs.\n\nNote: (1, 2) and (2, 1) are one pair.\n\nInput\n\n1 <= n <= 70.\n\n"
        "Examples\n\nInput\n\n1 <= n <= 80\n"
    )
    assert [one.section for one in told.sentences if "n <=" in one.text] == ["input", "examples"]

"""What every right answer looks like, by statement and samples."""

from __future__ import annotations

import pytest

from slowpath.statement.answers.answer_shape import answer_shape
from slowpath.statement.sentences.wholes import whole_sentences

COUNT = "A story.\n\nOutput\n\nPrint the number of ways."


@pytest.mark.parametrize(
    ("statement", "answers", "output", "said"),
    [
        (COUNT, [b"3\n"], b"-7\n", "it prints -7 where a number of things is asked for"),
        (COUNT, [b"3\n"], b"", "it prints nothing, where a number is asked for"),
        ("", [b"3\n", b"4\n"], b"\n", "it prints nothing, where a number is asked for"),
        ("", [b"0.5\n"], b"-nan\n", "it prints -nan, which is no number"),
        ("", [b"1 2 3\n"], b"1 inf 3\n", "it prints inf, which is no number"),
        ("Skriv ut antalet sätt.", [b"3\n"], b"-7\n", "it prints -7 where a number of things is asked for"),
        *(
            (
                f"Output\n\nPrint the answer {modulo}.",
                [b"3\n"],
                b"1000000008\n",
                "it prints 1000000008 where a remainder by 1000000007 is asked for",
            )
            for modulo in (
                "modulo $10^9 + 7$",
                "modulo the prime $10^{9}+7$",
                r"mod $1\,000\,000\,007$",
                "modulo 1e9+7",
                "as the remainder when it is divided by 1 000 000 007",
            )
        ),
        (
            "Output\n\nThe King wants to know the answer modulo 1000000007.",
            [b"3\n"],
            b"-1\n",
            "it prints -1 where a remainder by 1000000007 is asked for",
        ),
    ],
)
def test_an_output_that_no_right_answer_looks_like_is_told(statement, answers, output, said):
    assert answer_shape(statement, [(b"", answer) for answer in answers]).objection(output) == said


@pytest.mark.parametrize(
    ("statement", "answers", "output"),
    [
        (COUNT, [b"3\n"], b"0\n"),
        # -1 may be printed, or nobody says how many of something are asked for.
        (COUNT + " If there is none, print -1.", [b"3\n"], b"-1\n"),
        ("Output\n\nPrint the sum.", [b"3\n"], b"-7\n"),
        (COUNT, [b"-3\n"], b"-7\n"),
        # What is given isn't what is asked for.
        ("Input\n\nThe number of rows, print it.\n\nOutput\n\nPrint the sum.", [b"3\n"], b"-7\n"),
        # One number alone may be a list of one.
        ("", [b"3\n"], b""),
        ("", [b"3 4\n", b"3\n"], b""),
        ("", [], b""),
        ("", [b"yes\n", b"no\n"], b""),
        ("", [b"yes\n"], b"nan\n"),
        ("Print inf if it is infinite.", [b"0.5\n"], b"inf\n"),
        ("Output\n\nPrint the answer modulo $m$.", [b"3\n"], b"1000000008\n"),
        ("The seeds are x modulo 1000.\n\nOutput\n\nPrint the answer.", [b"3000\n"], b"5000\n"),
    ],
)
def test_what_may_be_right_is_not(statement, answers, output):
    assert answer_shape(statement, [(b"", answer) for answer in answers]).objection(output) == ""


YES_OR_NO = "Output\n\nPrint YES if there is a way, and NO otherwise."
BOTH = [(b"1\n", b"Yes\n"), (b"2\n", b"no\n")]
PER_CASE = "Input\n\nThe first line has the number of test cases.\n\nOutput\n\nFor each test case, print the sum."
UNTIL_ZERO = "Input\n\nThe last dataset is followed by 0 0.\n\nOutput\n\nFor each dataset, print the sum."
THREE = [(b"3\n1\n2\n3\n", b"1\n2\n3\n")]
KINDS = "Output\n\nLet q be the number of queries of the third type. Print q lines."
PERMUTATION = "Output\n\nPrint the permutation of the jars."
PERMUTED = [(b"3 9\n", b"2 3 1\n"), (b"1 9\n", b"1\n")]


@pytest.mark.parametrize(
    ("statement", "samples", "data", "output", "said"),
    [
        (YES_OR_NO, BOTH, b"3\n", b"", "it prints nothing, where a word is asked for"),
        (YES_OR_NO, BOTH, b"3\n", b"0\n", "it prints 0, which is none of the words that are asked for"),
        (PER_CASE, THREE, b"2\n1\n1\n", b"1\n", "it prints 1 line where 2 are asked for"),
        (PERMUTATION, PERMUTED, b"4 9\n", b"1 2 3\n", "it prints 3 tokens where 4 are asked for"),
        (PERMUTATION, PERMUTED, b"4 9\n", b"1 2 3 3\n", "it prints no permutation of 1 to 4"),
        (PERMUTATION, PERMUTED, b"11 9\n", b"11 10 9 8 7 6 5 4 3 2 1\n", ""),
        # What one of them says nothing of, or what may be otherwise.
        (YES_OR_NO, BOTH, b"3\n", b"yEs\n", ""),
        (YES_OR_NO, BOTH[:1], b"3\n", b"0\n", ""),
        (YES_OR_NO + " Print MAYBE if nobody knows.", BOTH, b"3\n", b"MAYBE\n", ""),
        ("Output\n\nPrint the answer.", BOTH, b"3\n", b"0\n", ""),
        (PER_CASE, [(b"2\n1\n2\n", b"1\n2\n")], b"3\n1\n1\n1\n", b"1\n", ""),
        (PER_CASE, [*THREE, (b"3\n1\n1\n1\n", b"1\n")], b"2\n1\n1\n", b"1\n", ""),
        ("Output\n\nFor each query of type 2, print the sum.", THREE, b"2\n1\n1\n", b"1\n", ""),
        ("Output\n\nPrint the sums.", THREE, b"2\n1\n1\n", b"1\n", ""),
        (PERMUTATION + " If there is none, print -1.", PERMUTED, b"4 9\n", b"-1\n", ""),
        (PERMUTATION, [*PERMUTED, (b"2 9\n", b"0 1\n")], b"2 9\n", b"0 0\n", ""),
        (PER_CASE, THREE, b"many\n", b"1\n", ""),
        (UNTIL_ZERO, [(b"2 1\n4 2\n0 0\n", b"1\n2\n"), (b"1 1\n0 0\n", b"1\n")], b"2 1\n0 0\n", b"1\n", ""),
        (UNTIL_ZERO, [(b"3 1\n4 2\n5 3\n0 0\n", b"1\n2\n3\n")], b"2 1\n0 0\n", b"1\n", ""),
        ("Output\n\nPrint the answer to each query.", [(b"3 3\n1 2 3\n", b"1\n2\n3\n")], b"1 2\n1\n", b"1\n2\n", ""),
        (KINDS, [(b"3\n2 1\n2 1\n2 1\n", b"1\n2\n3\n")], b"2\n1\n2 1\n", b"1\n", ""),
    ],
)
def test_words_and_numbers_of_lines_are_those_that_statement_and_samples_say(statement, samples, data, output, said):
    shape = answer_shape(statement, samples)
    assert shape.objection(output, data) == said
    assert all(shape.objection(answer, given) == "" for given, answer in samples)


def test_sections_are_told_by_the_environments_of_icpc_problem_sty_too():
    text = "A story.\n\\begin{Input}\nThe number n.\n\\end{Input}\n\\begin{Output}\n\tPrint it.\n\\end{Output}\n"
    assert [(each.text, each.section) for each in whole_sentences(text)] == [
        ("A story", ""),
        ("The number n", "input"),
        ("Print it", "output"),
    ]

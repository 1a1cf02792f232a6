"""What statements say of answers: several may be right, letters in any case, how far decimals may be off."""

from __future__ import annotations

import re

import pytest

from slowpath.statement.answers.any_answer import MOST_QUOTED, any_answer
from slowpath.statement.answers.stated_answers import any_case, stated_tolerance

SEVERAL = [
    "If there are several such routes, print any of them.",
    "If there are multiple answers, output any.",
    "If there is more than one solution, you may print any of them.",
    "If multiple subsets qualify, any of them will be accepted.",
    "If there exist several suitable numbers, you are allowed to output any of them.",
    "When there are many optimal plans, report an arbitrary one.",
    "In case of several possible colourings, print any.",
    "Print any valid arrangement.",
    "Output any such sequence, or -1 if there is none.",
    "Otherwise, print any permutation that the witches would accept.",
    "Find any one of the shortest tours and print it.",
    "Print one of the possible orders.",
    "You can print the edges in any order.",
    "Print the numbers of the chosen jars, in arbitrary order.",
    "Output the k indices (in any order).",
    "The order of the lines does not matter.",
    "The order is up to you.",
    "If there is more than one such day, it does not matter which.",
    "Ties may be broken arbitrarily.",
    "In case of ties, all are fine.",
    "Any correct answer will be accepted.",
    "Any answer that satisfies the conditions is accepted.",
    "Multiple answers may be accepted.",
    "There may be several correct answers; all of them are fine.",
    "If the answer is not unique, print any of the possible ones.",
    "Your output is verified by a special judge.",
    "Your program may output either one of them if there are two or more such pairs.",
    "If there are multiple possible $x$, output any of them.",
    "You should output **any** of the best pairs.",
    "If many strings are possible, give any of them.",
    "Print the seats in any order you like.",
    "Print any $x$ with that remainder.",
    "The divisors may be printed in any order.",
    "The output order can be arbitrary.",
    "Jars of one size can be ordered arbitrarily.",
    "If there are such paths, choose any and print its length and its doors.",
    "Find some permutation of the jars for which this holds.",
    "Output some valid route.",
    "Print $k$ different words of n letters such that no two of them begin alike.",
    "If there are several solutions, print one.",
    "If multiple exist, you may output whichever you like.",
    "Print an example of such a string.",
    "Construct a tree with these degrees.",
    "Output a sequence of moves that sorts the jars.",
    "Om det finns flera svar får du skriva ut vilket som helst.",
    "Wenn es mehrere gibt, gib eine beliebige aus.",
    "Si hay varias soluciones, imprime cualquiera de ellas.",
    "Если ответов несколько, выведите любой из них.",
    "Print three positive integers $a$, $b$ and $c$ with $a+b+c=n$.",
    "Print N non-negative integers whose sum is S.",
    "Output an array $b$ of length $n$ such that no two neighbours are equal.",
    "Print a permutation of $1..n$ such that $p_i$ is never $i$.",
    "Print K strings of n letters so that no two of them begin alike.",
    "Output one word of n letters whose first half is the second one backwards.",
    "In the first line print an integer $k$ ($0 \\le k \\le 3n$), the number of operations. Then print them.",
]
ONE = [
    "For any index i the difference is positive.",
    "Print a string of length n whose i-th letter is 1 if the jar is full and 0 if it isn't.",
    "Print an integer $x$ such that $x^2 \\le n < (x+1)^2$.",
    "Print two integers, the least and the greatest such that the jars fit.",
    "Print n integers such that the $i$-th is the number of jars with label i.",
    "Output a grid with the jars as they stand in the end.",
    "Print a shortest word such that all its letters differ and which comes first among these: the smallest.",
    "Print n strings, the names of the jars, with the largest first.",
    "Print a line with two integers.",
    "Print the names by points, ties by name.",
    "You may choose any two neighbours and swap them.",
    "If there are several possible trains, she may take any.",
    "The friends sit in any order around the table.",
    "You can output YES in any case (for example, yEs and Yes are accepted).",
    "You may print each letter in any case.",
    "In any case, print the number of the day.",
    "If there are several answers, print the smallest one.",
    "If there are multiple answers, print the lexicographically smallest of them.",
    "If there are many solutions, print the one with the fewest coins.",
    "Do not print any extra blanks.",
    "Print n strings, the i-th of which is the name of the i-th player.",
    "Print the number of different strings such that no two of them begin alike.",
    "For each query output one of the words YES and NO.",
    "Find some way to count them.",
    "If there are several queries, print one line for each.",
    "Print a line with the name of the winner.",
    "Print all distinct sums such that the knapsack holds them.",
    "The answer is printed without any spaces.",
    "It can be shown that the answer is unique.",
    "Print the number of ways to choose any of the doors.",
    "Print a single integer, the sum of any row of the magic square.",
    "## Input\nThe next line contains n distinct integers, in any order.",
    "## Input\nThe edges are given in arbitrary order.",
    "## Output\nPrint the minimum number of operations.",
    "## Output\nPrint an integer k, the least number of moves ($0 \\le k \\le n$).",
    "Does any of the rivers run dry? Print YES or NO.",
    "Operations may be applied in any order. Print the greatest sum.",
    "Print -1 if there is not any path.",
    "Print how many of the guests are older than any of the hosts.",
    "## Example\nThere are several answers, you may print any.",
]


def _letters(text: str) -> str:
    return re.sub(r"\\[a-z]+|\W", "", text)


@pytest.mark.parametrize("sentence", SEVERAL)
def test_several_answers_are_recognised_and_quoted(sentence):
    statement = f"# Title\n\nA story about jars. It goes on.\n\n## Output\n\nPrint what was asked for. {sentence}\n"
    quoted = any_answer(statement)
    assert quoted and _letters(quoted) in _letters(statement)


@pytest.mark.parametrize("sentence", ONE)
def test_one_right_answer_is_no_false_alarm(sentence):
    assert (
        any_answer(f"# Title\n\nA story about jars. {sentence}\n\n## Output\n\nPrint one number.\n") == ""
        if not sentence.startswith("##")
        else any_answer(sentence) == ""
    )


@pytest.mark.parametrize(
    "statement",
    [
        "\\section{Output}\nIf there are several solutions, print \\textit{any} of them.",
        "Output\n------\nIf there are several\nsolutions, print\nany of them.",
        "<p>If there are several solutions,</p> <b>print any of them</b>.",
    ],
)
def test_the_markup_makes_no_difference(statement):
    assert any_answer(statement)


def test_a_long_sentence_is_shortened():
    assert len(any_answer("Print any of them, " + "and so on, " * 100)) == MOST_QUOTED


def test_says_nothing_of_no_statement():
    assert any_answer("") == "" and not any_case("") and stated_tolerance("") is None


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("You can print each letter in any case (upper or lower).", True),
        ("You may output the answer in any register.", True),
        ("The answer is case-insensitive.", True),
        ("You can output in any case; for example, yEs is recognised.", True),
        ("The case of the letters you print does not matter.", True),
        ("In any case, print the number of the day.", False),
        ("The string consists of uppercase and lowercase letters.", False),
        ("Print YES or NO.", False),
    ],
)
def test_letters_in_any_case_are_recognised(sentence, said):
    assert any_case(f"A story.\n\n{sentence}\n") is said


@pytest.mark.parametrize(
    ("sentence", "tolerance"),
    [
        ("Your answer is accepted if its absolute or relative error does not exceed $10^{-6}$.", 1e-6),
        ("The absolute or relative error should be at most 10^-9.", 1e-9),
        ("Answers within 1e-4 of the judge's are accepted.", 1e-4),
        ("Your answer must be accurate to 0.001.", 1e-3),
        ("The relative error may be up to $10^{ - 5}$.", 1e-5),
        ("An error of 10\u22127 is allowed.", 1e-7),
        ("The two readings differ by at most 10 metres.", None),
        ("Print the answer with two decimals.", None),
        ("The error code is 404.", None),
    ],
)
def test_a_tolerance_is_read(sentence, tolerance):
    assert stated_tolerance(f"A story.\n\n## Output\n\n{sentence}\n") == tolerance

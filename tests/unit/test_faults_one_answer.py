"""When the words about the output leave one right answer, so that a sample that is answered otherwise is a fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.faults.contest import Bout
from slowpath.faults.doubts import doubt
from slowpath.faults.survey import Survey
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.problem import Sample
from slowpath.model.verdict import Verdict
from slowpath.statement.answers.one_answer import asks_for, decides_between

SPEC = BreakSpec("p.py", "python", b"", from_text("n: int 1..9\n"), (Sample("1", b"1\n", b"1\n"),), Budget())


def is_sure(output: str, printed: str, expected: str, story: str = "Story.") -> bool:
    execution = Execution(Verdict.OK, 1, 1, 1, 1, output=printed.encode() + b"\n")
    bout = Bout(
        b"2\n", execution, (), Failing.WRONG_ANSWER, judged_by="sample 1", expected=expected.encode() + b"\n"
    )  # fmt: skip
    statement = f"{story}\n\n## Input\n\nThe first line has n.\n\n## Output\n\n{output}\n"
    return doubt(replace(SPEC, statement=statement), bout, Survey(), 0) == ""


@pytest.mark.parametrize(
    ("output", "printed", "expected"),
    [
        ("A single integer: the number of cells that can be reached.", "3", "4"),
        ("The number of photos he could have taken.", "3", "4"),
        ("Output one line with the number of ways in which the tiles can be laid, modulo 10^9 + 7.", "3", "4"),
        ("Skriv ut ett heltal på en enda rad - den minsta möjliga arean.", "3", "4"),
        ("Programmet ska skriva ut ett heltal: den maximala poängen.", "3", "4"),
        ("Print -1 if it can't be done, otherwise the least cost.", "-1", "4"),
        ("Display the maximum possible army size.", "3", "4"),
        ("Print the K-th smallest element.", "3", "4"),
        # Decimal numbers, further apart than any rounding.
        ("Print the total length. An error of $10^{-6}$ is tolerated.", "14.5", "17.25"),
        ("Output the expected number of rolls, with an absolute or relative error of at most $10^{-6}$.", "2.25", "4"),
        ("Output the area with two digits after the decimal point.", "3.50", "4.25"),
        # A word for a case without any number, two words.
        ("Output the least cost, or impossible if there is no way.", "impossible", "4"),
        ("Output the least cost. If there is no way, output impossible.", "4", "impossible"),
        ("Output ok if none of them meet, and crash if two do.", "ok", "crash"),
        ("If Ann wins, print Ann; if Bo wins, print Bo.", "Ann", "Bo"),
        # Several numbers on a line, a line for each of many things.
        ("Print two integers: the total number of days and the length of the longest period.", "8 5", "7 5"),
        ("For each case, print two integers: the smallest difference and the number of cups.", "5 3\n0 3", "5 3\n0 2"),
        ("For each year, output the number of pairs.", "6\n3\n1", "6\n3\n2"),
        ("For each query, print yes if it holds and no otherwise.", "yes\nno", "no\nno"),
        ("For each case print Case #x: y, where x is the number of the case and y is the least effort.",
         "Case #1: 3\nCase #2: 4", "Case #1: 3\nCase #2: 5"),
        ("For each query, print yes if it holds and no otherwise. You can print each letter in any case.", "YES", "no"),
        ("Print two integers: the least cost and the number of ways.", "8 5", "8 4"),
        ("Your program should output the number of cows that are lucky.", "3", "4"),
        ("Print the answer modulo 998244353.", "3", "4"),
        ("Print $n$ lines. The $i$-th line should contain the number of points of player $i$.", "3\n4", "3\n5"),
        ("Print the length of the longest path that you can build.", "3", "4"),
        ("Print the total weight of the edges in the minimum spanning tree.", "3", "4"),
        ("Print the number of pairs such that the sum is at most $k$.", "3", "4"),
        ("Print Q lines, the i-th of which is the number of stairs after the i-th night.", "1\n2", "1\n3"),
        # Phrases of several words.
        ("Print \"not visible\" if a wall is between them, and visible otherwise.", "visible", "not visible"),
        ("Output \"We are safe\" if all are shut, or \"Death to humans\" otherwise.", "We are safe", "Death to humans"),
        ("Print the least cost, or \"no way\" if there is none.", "no way", "4"),
        ("The i-th line should contain yes if the i-th pirate sees it, no otherwise.", "yes\nno", "no\nno"),
        # What is said in passing.
        ("For each dataset, output a line containing the number of pairs. The output should not contain any other"
         " characters.", "1\n2", "1\n3"),
        ("For each case, print two space-separated integers: the number of pairs and the size of the largest one.",
         "1 2\n2 3", "1 2\n2 4"),
        ("Print the number of the hermits and the number of the fishermen.", "3 2", "2 3"),
        ("Output the greatest profit. If there is none no matter what is bought, output 0.", "3", "4"),
        ("Print A if she wins if any of them moves, otherwise print B.", "A", "B"),
    ],
)  # fmt: skip
def test_words_that_leave_one_answer(output, printed, expected):
    assert is_sure(output, printed, expected)


@pytest.mark.parametrize(
    ("output", "printed", "expected"),
    [
        # What is chosen.
        ("Print how many stones she should take to win, or 0 if she cannot.", "2", "5"),
        ("Print the amount of money to send so that neither of them envies the other.", "10", "11"),
        ("Skriv ut hur många stickor du ska ta i första draget.", "1", "4"),
        ("Print the length of a good substring, or 0 if there are none.", "3", "4"),
        ("Print the difference $d$ of an arithmetic progression in the set.", "2", "3"),
        ("If you win, print the number of stones you took, or PASS if you pass.", "2", "PASS"),
        ("Print the sum that you bid, or FOLD when you fold.", "10", "FOLD"),
        ("Print an integer $k$, the number of edges you add. It must not exceed $n$.", "2", "3"),
        ("Print the length of each side of the square you build, at least $n$.", "2", "3"),
        # For what something else is the least or most.
        ("Print the number of cars to send over the bridge so that the total time is minimal.", "1", "2"),
        ("Print the number of machines for which the cost is minimal.", "1", "2"),
        ("Print the number of tickets that maximises the profit.", "1", "2"),
        ("Print how many workers to hire for the lowest total cost.", "1", "2"),
        ("Print the maximum profit and the number of days you hold the stock.", "5 1", "5 2"),
        ("Print the length of the longest path, and the number of edges on it.", "5 1", "5 2"),
        # Things, of which several may be the least, and what is printed instead of the quantity.
        ("Find the minimum enclosing strip and print the angle of its direction.", "30.0", "120.0"),
        ("Find the maximum profit and print the day on which he buys.", "1", "2"),
        ("Print the longest binary string that occurs in both.", "101", "110"),
        ("Output the minimal set of lamps, as a string of zeros and ones.", "0101", "1001"),
        ("Print one integer, the smallest element's position.", "1", "3"),
        ("Print the number of the highest tower.", "2", "4"),
        ("Output a single integer: number of day on which to sell.", "2", "4"),
        ("Print a number of length n whose digits are odd.", "15", "35"),
        ("Print an integer with product of digits n.", "26", "34"),
        # What is right as well, or nearly.
        ("Output the total cost of your assignment. The cheaper, the more points.", "812.5", "790.25"),
        ("Print the area. Deviations of up to two units are tolerated.", "50.0", "51.5"),
        ("Print the volume, rounded to one decimal place.", "0.3", "0.2"),
        ("Skriv ut sannolikheten. Ett fel på högst 0.05 räknas som rätt.", "0.31", "0.34"),
        ("Print the number of ways modulo m. It need not be reduced.", "3", "10"),
        ("Print the total length.", "2.5", "2.501"),
        # Words.
        ("Print LEFT if the first card should be taken from the left and RIGHT if from the right.", "LEFT", "RIGHT"),
        ("Print HIGH if you guess that it is higher, or LOW if you guess that it is lower.", "HIGH", "LOW"),
        ("If there is none, print NONE. Otherwise print LEFT or RIGHT, the direction.", "LEFT", "RIGHT"),
        ("Print truth if he can be telling the truth, and lie if he can be lying.", "lie", "truth"),
        ("Print L if the left door is safe, or R if the right door is safe.", "L", "R"),
        # Lines that aren't there for each of many things.
        ("Print the number of pairs.", "6\n3", "6\n2"),
        ("For each case output the number of stops and the stops, each on a line of its own.", "2\n1\n5", "2\n2\n5"),
        ("For each child, output how many sweets it gets.", "1\n2", "2\n1"),
        ("For each case output the number of stops. Then print the stops.", "2\n1\n5", "2\n2\n5"),
        ("Print two integers: the number of days and the day on which it ends.", "8 5", "8 4"),
        ("Print three integers: the number of days and the length of the longest.", "8 5 1", "8 5 2"),
    ],
)
def test_words_that_leave_more(output, printed, expected):
    assert not is_sure(output, printed, expected)


@pytest.mark.parametrize(
    ("story", "found"),
    [
        ("In how many ways can it be done?", True),
        ("Your task is to count good pairs.", True),
        ("In each turn she computes the sum of the coins. Which coin does she move?", False),
        ("Find the smallest set of guards.", False),
        ("The number of divisors is easy to find. Find a number with n divisors.", False),
        ("Find that smallest number of steps.", True),
    ],
)
def test_the_answer_is_what_the_story_asks_for(story, found):
    assert is_sure("Print the answer.", "7", "8", story) is found


@pytest.mark.parametrize(
    ("story", "output", "found"),
    [
        ("Build a graph with diameter n.", "Print the number of edges in the graph.", False),
        ("Build a graph with diameter n.", "Print the least number of edges.", True),
        ("Find a sequence with n subsequences that increase.", "Output the length of the sequence.", False),
        ("Colour the board.", "For each cell, output the number of its colour.", False),
        ("Write a program that counts the pairs.", "Output the number of pairs.", True),
        ("Place the towers. How many ways are there?", "Output the number of ways.", True),
    ],
)
def test_what_is_made_may_be_another_one(story, output, found):
    assert is_sure(output, "7", "8", story) is found


@pytest.mark.parametrize(
    ("story", "output", "found"),
    [
        ("Is the number a prime?", 'On a line "PRIME" or "COMPOSITE" (without the quotes).', True),
        ("Two play. Who wins?", "Write PRIME or COMPOSITE accordingly.", True),
        ("Can she leave the maze?", "Print PRIME or COMPOSITE, the door through which to leave.", False),
        ("Can she leave the maze? Find a way.", "Print PRIME or COMPOSITE.", False),
        ("Which door is it?", "Print PRIME or COMPOSITE.", False),
        ("She plays first.", "Print PRIME if she wins, and COMPOSITE in the other case.", True),
    ],
)
def test_two_words_answer_a_closed_question(story, output, found):
    assert is_sure(output, "PRIME", "COMPOSITE", story) is found


def test_comments_of_latex_are_no_words_about_the_output():
    said = "\\section*{Output}\nDisplay the maximum possible size.\n%%% Local Variables: any\n%%% End:\n"
    assert asks_for(said)


def test_an_endless_statement_is_read_soon():
    endless = "## Output\n\nPrint " + "a " * 100_000 + "\n\nIf " + "if " * 100_000
    assert not decides_between(endless, "yes", "no")
    assert not asks_for("## Output\n\nPrint " + "a an " * 300)
    assert not asks_for("## Output\n\nPrint the number of " + "a-" * 700)
    assert not asks_for("## Output\n\n" + "the largest a " * 120)

"""When a wrong answer is told as one that may be right as well."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.faults.contest import BY_PARTS, Bout
from slowpath.faults.doubts import Grounds, doubt
from slowpath.faults.survey import Seen, Survey
from slowpath.faults.traits import Trait
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Complaint, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.problem import Sample
from slowpath.model.validation import ValidatorSource
from slowpath.model.verdict import Verdict

SPEC = BreakSpec("p.py", "python", b"", from_text("n: int 1..9\n"), (Sample("1", b"1\n", b"1\n"),), Budget())
BOUT = Bout(b"2\n", Execution(Verdict.OK, 1, 1, 1, 1, output=b"2\n"), (), Failing.WRONG_ANSWER, judged_by="brute.py")


def survey(failed: int, passed: int, is_as_long: bool = True, kind: str = "tiny") -> Survey:
    return Survey((*[Seen(kind, frozenset(), True, is_as_long)] * failed, *[Seen(kind, frozenset(), False)] * passed))


def test_one_that_disagrees_nearly_everywhere_and_passes_the_samples_is_doubtful():
    assert doubt(SPEC, BOUT, survey(45, 5), 1) == (
        "perhaps several answers are right: it disagrees with brute.py on 45 of 50 small inputs, prints as many tokens "
        "each time, and passes all samples"
    )


def test_where_there_are_few_small_inputs_those_with_any_values_count():
    few, many = survey(3, 0), survey(70, 10, kind="any values")
    assert "on 73 of 83 inputs" in doubt(SPEC, BOUT, Survey((*few.seen, *many.seen)), 1)
    assert "on 3 of 3 inputs" in doubt(SPEC, BOUT, few, 1)
    assert not doubt(SPEC, BOUT, Survey((*survey(1, 2).seen, *many.seen)), 1)
    assert not doubt(SPEC, BOUT, Survey((*few.seen, *survey(10, 70, kind="any values").seen)), 1)


@pytest.mark.parametrize(
    ("output", "believed", "is_doubtful"),
    [
        ("Print the words that the machine can print.", 1, True),
        ("Print the words that the machine can print.", 2, False),
        ("Print the words that the machine can print, one for each key.", 1, False),
        ("Print the words in the order of their keys.", 1, False),
        ("Print the shortest path.", 1, False),
        ("", 1, False),
    ],
)
def test_another_order_is_sure_to_be_wrong_only_where_the_words_about_the_output_speak_of_one(
    output, believed, is_doubtful
):
    spec = replace(SPEC, statement=f"# Machine\n\n## Output\n\n{output}\n")
    bout = replace(BOUT, expected=b"cab\nabc\n", execution=replace(BOUT.execution, output=b"abc\ncab\n"))
    assert ("only the order differs" in doubt(spec, bout, survey(10, 40), believed)) is is_doubtful
    other = replace(bout, expected=b"cab\nabd\n")
    assert not doubt(spec, other, survey(10, 40), believed)


@pytest.mark.parametrize(
    ("of", "believed"),
    [
        (survey(10, 40), 1),
        (survey(45, 5, False), 1),
        (survey(9, 1), 1),
        (survey(45, 5, kind="any values"), 1),
        (survey(45, 5), 2),
    ],
)
def test_one_that_seldom_fails_or_against_which_more_speaks_is_not(of, believed):
    assert not doubt(SPEC, BOUT, of, believed)


@pytest.mark.parametrize(
    ("spec", "bout"),
    [
        (replace(SPEC, samples=()), BOUT),
        (SPEC, replace(BOUT, failing=Failing.RUNTIME_ERROR)),
        (replace(SPEC, answer_checker=ValidatorSource("cph", Path("check.py"), Path())), BOUT),
    ],
)
def test_a_crash_and_what_a_checker_says_are_sure(spec, bout):
    assert not doubt(spec, bout, survey(45, 5), 1)


def crash(*, assumed: tuple[str, ...], trait: Trait, believed: int = 0, passed: int = 80) -> str:
    """The doubt about a crash on all inputs with a trait and on no others."""
    special = frozenset([trait])
    seen = Survey((*[Seen("small", special, True)] * 20, *[Seen("small", frozenset(), False)] * passed), special)
    return doubt(replace(SPEC, assumed=assumed), replace(BOUT, failing=Failing.RUNTIME_ERROR), seen, believed)


def test_a_crash_where_only_assumed_bounds_allow_the_input_is_doubtful():
    told = crash(assumed=("r",), trait=Trait("large", "r"))
    assert "the bounds of r aren't given" in told
    assert "r holds large numbers" in told


@pytest.mark.parametrize(
    "known",
    [
        {"assumed": (), "trait": Trait("large", "r")},
        {"assumed": ("n",), "trait": Trait("large", "r")},
        {"assumed": ("r",), "trait": Trait("unsorted", "r")},
        {"assumed": ("r",), "trait": Trait("large", "r"), "believed": 1},
        {"assumed": ("r",), "trait": Trait("large", "r"), "passed": 0},
    ],
)
def test_a_crash_on_what_somebody_allows_is_sure(known):
    assert not crash(**known)


@pytest.mark.parametrize(
    ("failing", "size", "limits", "said"),
    [
        (Failing.MEMORY_LIMIT, 5, {}, "the memory limit isn't given"),
        (Failing.MEMORY_LIMIT, 5, {"memory_limit_bytes": 1 << 28}, ""),
        (Failing.TIME_LIMIT, 5, {}, ""),
        (Failing.TIME_LIMIT, 5000, {}, "the time limit isn't given"),
        (Failing.TIME_LIMIT, 5000, {"time_limit_s": 1.0}, ""),
    ],
)
def test_a_limit_that_nobody_says_is_not_surely_passed(failing, size, limits, said):
    told = doubt(replace(SPEC, **limits), replace(BOUT, failing=failing, data=b"1" * size), Survey(), 1)
    assert said in told and bool(said) is bool(told)


def test_a_long_output_is_doubtful_where_no_reference_answers():
    bout = replace(BOUT, failing=Failing.OUTPUT_LIMIT)
    assert "the output limit isn't given" in doubt(SPEC, bout, Survey(), 0)
    assert not doubt(SPEC, bout, Survey(), 1)


@pytest.mark.parametrize(
    ("bout", "believed", "grounds", "said"),
    [
        (replace(BOUT, judged_by="sample 1"), 0, Grounds(), "only the answer of sample 1"),
        (replace(BOUT, judged_by="sample 1"), 1, Grounds(), ""),
        (BOUT, 1, Grounds(contested=("2",)), "an accepted solution answers sample 2 otherwise"),
        (BOUT, 2, Grounds(disagreements=3), "differ on 3 other inputs"),
        (
            replace(BOUT, expected=b"YES 1\n", execution=replace(BOUT.execution, output=b"yes 1\n")),
            2,
            Grounds(),
            "only capitals differ",
        ),
        (replace(BOUT, failing=Failing.RUNTIME_ERROR), 1, Grounds(("2",), 3), ""),
    ],
)
def test_what_speaks_for_several_right_answers_makes_a_wrong_answer_doubtful(bout, believed, grounds, said):
    told = doubt(SPEC, replace(bout, expected=bout.expected or b"3\n"), Survey(), believed, grounds)
    assert said in told and bool(said) is bool(told)


@pytest.mark.parametrize(
    ("statement", "expected", "is_doubtful"),
    [
        ("Print the length of the longest run.", b"3\n", False),
        ("How many ways are there?", b"3\n", False),
        ("Print a divisor of n.", b"3\n", True),
        ("Print the shortest way, town by town.", b"3 1\n", True),
        ("Print a row of houses with the number of ways that is given.", b"#..#\n", True),
        ("Print the length of the way.", b"2.5\n", False),
        ("", b"3\n", True),
    ],
)
def test_one_number_that_is_asked_for_is_the_only_right_answer(statement, expected, is_doubtful):
    spec, bout = replace(SPEC, statement=statement), replace(BOUT, expected=expected)
    assert bool(doubt(spec, bout, survey(45, 5), 1)) == is_doubtful


@pytest.mark.parametrize(
    ("kinds", "assumed", "is_sure"),
    [
        (("overflow",), (), True),
        (("overflow", "shift"), (), True),
        ((), (), True),
        (("overflow", "uninitialised"), (), False),
        (("out-of-bounds",), (), False),
        (None, (), False),
        (("overflow",), ("n",), False),
    ],
)
def test_what_only_wider_integers_say_is_sure_where_nothing_else_is_undefined(kinds, assumed, is_sure):
    bout = replace(BOUT, judged_by="p with wider integers.cpp", expected=b"3\n")
    large = frozenset([Trait("large", "n")])
    seen = Survey((*[Seen("small", large, True)] * 20, *[Seen("small", frozenset(), False)] * 80), large)
    complaints = None if kinds is None else [Complaint(kind, 3, "what it says") for kind in kinds]
    assert (doubt(replace(SPEC, assumed=assumed), bout, seen, 0, complaints=complaints) == "") is is_sure


@pytest.mark.parametrize(
    ("judged_by", "printed", "expected", "is_sure"),
    [
        ("p with wider integers.cpp", b"-9\n", b"3000000000\n", False),
        ("p with wider integers.cpp", b"-9\n", b"1999999999\n", True),
        ("the statement", b"-9\n", None, False),
        ("the statement", b"nan\n", None, True),
        (BY_PARTS, b"-9\n", b"3000000000\n", True),
    ],
)
def test_an_answer_that_is_larger_than_is_promised_is_no_proof(judged_by, printed, expected, is_sure):
    said = "Each test case has a number.\n\n## Output\nPrint the number of ways. The answer is at most 2 000 000 000."
    bout = replace(
        BOUT, judged_by=judged_by, expected=expected, execution=replace(BOUT.execution, output=printed)
    )  # fmt: skip
    found = doubt(replace(SPEC, statement=said), bout, Survey(), 0, complaints=())
    assert ("larger than is promised" in found) is not is_sure


@pytest.mark.parametrize(
    ("statement", "printed", "expected", "is_sure"),
    [
        ("Output\n\nPrint the number of pairs.", b"2\n", b"3\n", True),
        ("\\section*{Utdata}\nSkriv ut antalet par.", b"2\n", b"3\n", True),
        ("Output\n\nPrint the number of pairs.", b"2 3\n", b"3\n", False),
        ("Output\n\nPrint the area.", b"2.5\n", b"2.51\n", False),
        ("Output\n\nPrint the number of pairs.", b"none\n", b"3\n", False),
        ("Print the number of pairs.", b"2\n", b"3\n", False),
        ("Print two numbers whose sum is n.", b"2 3\n", b"3 2\n", False),
        ("Input\n\nThe number of pairs.\n\nOutput\n\nPrint a place.", b"2\n", b"3\n", False),
        ("Output\n\nPrint yes if there is one and no otherwise.", b"no\n", b"yes\n", True),
        ("Output\n\nPrint yes if there is one and no otherwise.", b"No\n", b"no\n", False),
        ("Output\n\nPrint a name.", b"bob\n", b"eve\n", False),
    ],
)
def test_a_sample_is_not_alone_where_words_leave_one_answer_of_that_form(statement, printed, expected, is_sure):
    bout = replace(BOUT, judged_by="sample 1", expected=expected, execution=replace(BOUT.execution, output=printed))
    found = doubt(replace(SPEC, statement=statement), bout, Survey(), 0)
    assert found == "" if is_sure else "only the answer of sample 1" in found


@pytest.mark.parametrize(
    ("output", "printed", "expected", "is_sure"),
    [
        ("Print a single integer: the largest sum.", b"5\n", b"6\n", True),
        ("The output consists of one line with the number of days.", b"5\n", b"6\n", True),
        ("Print how many ways there are, modulo 7.", b"5\n", b"6\n", True),
        ("Print Case #1: y, where y is the least cost.", b"Case #1: 5\n", b"Case #1: 4\n", True),
        ("Print Case #1: y, where y is the least cost.", b"case 1: 5\n", b"Case #1: 4\n", False),
        ("Print `Yes` if it holds. Otherwise print `No`.", b"No\n", b"Yes\n", True),
        ("Skriv ut ja om det går, annars nej.", b"ja\n", b"nej\n", True),
        # Several may be right.
        ("Print the ends of the segment with the largest sum.", b"1 2\n", b"3 4\n", False),
        ("Print the largest set of indices.", b"2 4\n", b"1 3\n", False),
        ("Print the vertices of the shortest cycle.", b"2\n", b"1\n", False),
        ("Print k integers, the number of sweets that each kid gets.", b"2 1\n", b"1 2\n", False),
        ("Print the number of moves, then the moves.", b"2\n2\n4\n", b"2\n2\n3\n", False),
        ("Print the number of the house next to which it should be built.", b"2\n", b"3\n", False),
        ("Print the number of a candidate with the most votes.", b"2\n", b"3\n", False),
        ("Print the index of the day with the largest profit.", b"2\n", b"3\n", False),
        ("Print one integer, a primitive root modulo p.", b"2\n", b"3\n", False),
        ("Print the least cost. It is accepted if it is at most twice that.", b"2\n", b"3\n", False),
        ("Print the least cost. An error of 1 is allowed.", b"2\n", b"3\n", False),
        ("Print the number of ways.", b"-0\n", b"0\n", False),
        ("Print red or blue, the team of the pupil.", b"red\n", b"blue\n", False),
        ("Print the direction, left or right, in which to go.", b"left\n", b"right\n", False),
        ("Print a place.\n\n## Scoring\n\nPrint the number of ways for 5 points.", b"2\n", b"3\n", False),
        ("Print a place.\n\n### Sample Output 1\n\nPrint the number of ways.", b"2\n", b"3\n", False),
    ],
)
def test_the_words_about_the_output_have_to_ask_for_a_quantity_or_a_decision(output, printed, expected, is_sure):
    bout = replace(BOUT, judged_by="sample 1", expected=expected, execution=replace(BOUT.execution, output=printed))
    spec = replace(SPEC, statement="## Input\n\nThe first line has q.\n\n## Output\n\n" + output)
    assert (doubt(spec, bout, Survey(), 0) == "") is is_sure


@pytest.mark.parametrize(
    ("asked", "printed", "expected", "is_sure"),
    [
        ("print the number of pairs.", b"1\n2\n4\n", b"1\n2\n3\n", True),
        ("print yes if it holds and no otherwise.", b"no\nno\nno\n", b"no\nyes\nno\n", True),
        ("print the number of pairs.", b"1\n2\n3 4\n", b"1\n2\n3 3\n", False),
        ("print the number of pairs.", b"1\n2\n", b"1\n2\n3\n", False),
        ("print the number of pairs, then a line with the pairs.", b"1\n2\n1\n1\n", b"1\n3\n1\n2\n", False),
        ("print a place.", b"1\n2\n4\n", b"1\n2\n3\n", False),
    ],
)
def test_each_of_many_questions_has_a_line(asked, printed, expected, is_sure):
    said = "## Input\n\nThe first line has the number of queries.\n\n## Output\n\nFor each query, " + asked
    bout = replace(BOUT, judged_by="sample 1", expected=expected, execution=replace(BOUT.execution, output=printed))
    spec = replace(SPEC, statement=said, samples=(Sample("1", b"3\n7 8 9\n", expected),))
    assert (doubt(spec, bout, Survey(), 0) == "") is is_sure


@pytest.mark.parametrize(
    ("story", "is_sure"),
    [
        ("Find the shortest time to get there.", True),
        ("The number of people is n. Find a way.", False),
        ("Find a permutation for which the sum is largest.", False),
        ("How many tries you need doesn't count.", False),
        ("How many days does it take?", True),
        ("Find a way.\n\nInput\n\nThe first line has n: find the number of them there.", False),
    ],
)
def test_the_answer_is_what_the_story_asks_for(story, is_sure):
    bout = replace(
        BOUT, judged_by="sample 1", expected=b"7\n", execution=replace(BOUT.execution, output=b"8\n")
    )  # fmt: skip
    spec = replace(SPEC, statement=story + "\n\nOutput\n\nPrint the answer.")
    assert (doubt(spec, bout, Survey(), 0) == "") is is_sure


@pytest.mark.parametrize(
    ("statement", "printed", "expected", "is_sure"),
    [
        ("Output\n\nPrint yes if there is one and no otherwise.", b"no\n", b"yes\n", True),
        ("Output\n\nPrint \\texttt{YES} if there is one and \\texttt{NO} otherwise.", b"no\n", b"YES\n", True),
        ("Output\n\nPrint yes if there is one and no otherwise.", b"maybe\n", b"yes\n", False),
        ("Output\n\nPrint a name.", b"bob\n", b"eve\n", False),
    ],
)
def test_one_of_two_words_that_are_asked_for_is_the_only_answer(statement, printed, expected, is_sure):
    bout = replace(BOUT, expected=expected, execution=replace(BOUT.execution, output=printed))
    assert (doubt(replace(SPEC, statement=statement), bout, survey(45, 5), 1) == "") is is_sure


@pytest.mark.parametrize(
    ("statement", "expected", "doubted"),
    [
        ("The first line holds t, the number of test cases.\n\nFor each print the number of pairs.", b"3\n4\n", ""),
        ("There are t test cases.\n\n## Output\nFor each print YES or NO.", b"YES\nNO\n", ""),
        ("There are d days.\n\nFor each print the number of pairs.", b"3\n4\n", "doesn't call these blocks test cases"),
        (
            "There are t test cases.\n\n## Output\nFor each print a way through the maze.",
            b"LR\nRR\n",
            "several answers",
        ),
    ],
)
def test_test_cases_that_are_answered_otherwise_alone_are_held_against_the_statement(statement, expected, doubted):
    told = doubt(replace(SPEC, statement=statement), replace(BOUT, judged_by=BY_PARTS, expected=expected), Survey(), 0)
    assert doubted in told
    assert bool(doubted) == bool(told)

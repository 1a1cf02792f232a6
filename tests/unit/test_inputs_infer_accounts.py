"""What became of every sentence of a statement: used by the format, not about the input, or not understood."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.inputs.infer.accounts.comparisons import Drawn
from slowpath.inputs.infer.accounts.cues import cues
from slowpath.inputs.infer.accounts.doubts import accounted
from slowpath.inputs.infer.facts.bounds_found import broken_bound
from slowpath.inputs.text_form.text import from_text
from slowpath.model.format import Evidence, FormatReport, Misfit
from slowpath.model.problem import Problem, Solution
from slowpath.pipeline import infer_format

ROWS = [(cue, says) for cue in cues() for says in cue.says]
SILENT = [(cue, text) for cue in cues() for text in cue.denies]


@pytest.mark.parametrize(("cue", "text"), ROWS, ids=[f"{cue.id}: {text}" for cue, text in ROWS])
def test_a_cue_fires_on_its_examples(cue, text):
    assert cue.pattern.search(text)


@pytest.mark.parametrize(("cue", "text"), SILENT, ids=[f"{cue.id}: {text}" for cue, text in SILENT])
def test_a_cue_is_silent_on_what_it_is_not(cue, text):
    assert not cue.pattern.search(text)


def report_on(statement: str, text: str, *evidence: Evidence, **more) -> FormatReport:
    report = FormatReport(from_text(text), text, evidence, **more)
    return accounted(report, Problem("p", "plain", Path("p"), statement=statement))


INPUT = "# Lamps\n\nThere are lamps.\n\n## Input\n\n"
FORMAT = "n: int 1..100\na: int[n] 1..1000\n"


def unclear(sentence: str, text: str = FORMAT) -> list[str]:
    said = (
        INPUT + "The first line contains n (1 <= n <= 100). "
        "The second line contains n integers a_i (1 <= a_i <= 1000). "
    )
    return [mark.why for mark in report_on(said + sentence, text).sentences if mark.mark == "unclear"]


@pytest.mark.parametrize(
    "sentence",
    [
        "All numbers are distinct.",
        "The numbers are given in increasing order.",
        "No number is prime.",
        "It is guaranteed that there is a solution.",
        "The sum of all numbers is at most 5000.",
        "There are exactly 7 lamps that are off.",
        "Each a_i is at most b.",
        "Neighbouring numbers differ by at most one.",
    ],
)
def test_what_the_format_does_not_say_is_not_understood(sentence):
    assert len(unclear(sentence)) == 1


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("All numbers are distinct.", "n: int 1..100\na: int[n] 1..1000 distinct\n"),
        ("The numbers are given in increasing order.", "n: int 1..100\na: int[n] 1..1000 strictly-sorted\n"),
        ("The lamps may be off at first.", FORMAT),
        ("The order of the lamps does not matter.", FORMAT),
        ("It is not necessary for the numbers to be distinct.", FORMAT),
        ("Here n is the number of lamps.", FORMAT),
        ("", FORMAT),
    ],
)
def test_what_the_format_says_or_nobody_wants_is_no_doubt(sentence, text):
    assert not unclear(sentence, text)


def test_a_digit_that_a_word_may_have_is_no_other_number():
    text = 'a: word[3] 1..1 of "0-9"\n'
    assert "8" in unclear("Each row holds numbers from 0 to 8.", text)[-1]
    assert not any("9" in why for why in unclear("Each row holds digits from 0 to 9.", text))


def test_a_comparison_between_variables_is_held_against_inputs():
    statement = INPUT + "The first line contains l and r (1 <= l <= r <= 9)."
    assert not report_on(statement, "l: int 1..9; r: int l..9\n").doubts
    (doubt,) = report_on(statement, "l: int 1..9; r: int 1..9\n").doubts
    assert doubt.kind == "sentence" and "l <= r" in doubt.text and doubt.line == 7


def test_a_story_binds_where_it_speaks_of_the_input_and_says_what_is():
    story = (
        "# Towns\n\nNo two {0}. You must choose which {1} are lit so that no two are at the same height.\n\n"
        "## Input\n\nThe first line contains n (1 <= n <= 100), the number of towns. The second line contains "
        "n integers a_i (1 <= a_i <= 1000), the places of the towns.\n"
    )
    said = report_on(story.format("towns have the same place", "towns"), FORMAT)
    assert [doubt.line for doubt in said.doubts] == [3]
    assert not report_on(story.format("birds have the same name", "birds"), FORMAT).doubts


@pytest.mark.parametrize(
    "said",
    [
        "A dark town is a town with degree at most one.",
        "Two towns are different, even if they have the same number.",
        "Let's consider all partitions of the towns into k disjoint groups.",
        "The towns had to be so small that all lights were needed.",
    ],
)
def test_what_a_story_explains_binds_nothing(said):
    story = (
        f"# Towns\n\n{said}\n\n## Input\n\nThe first line contains n (1 <= n <= 100), the number of towns. "
        "The second line contains n integers a_i (1 <= a_i <= 1000), the lights of the towns.\n"
    )
    assert not report_on(story, FORMAT).doubts


def test_bounds_that_nobody_gives_and_samples_that_object_are_doubts():
    report = report_on(
        INPUT + "The first line contains n.",
        "n: int 1..9\n",
        assumed=("n",),
        misfits=(Misfit("1", "the statement's reading is contradicted: 2 stands twice", "dropped"),),
    )
    assert [doubt.kind for doubt in report.doubts] == ["bounds", "samples"]
    widened = Misfit("samples", broken_bound("len(s)", "<= 1", 6), "the bound was widened to 6")
    said = report_on(INPUT + "The first line contains a word s.", 's: word 1..6 of "a-z"\n', misfits=(widened,))
    assert [doubt.kind for doubt in said.doubts] == ["samples"]


def test_a_name_that_is_compared_with_one_that_is_there_has_to_be_there_too():
    said = INPUT + "The first line contains n (1 <= n <= 100).\n\n- 1 <= a_i <= b_i <= 1000\n"
    both = "n: int 1..100\nrows[n]: a: int 1..1000; b: int a..1000\n"
    facts = [
        Evidence("a", f"a {bound}", "statement", "- 1 <= a_i <= b_i <= 1000", 9, 0.9) for bound in (">= 1", "<= 1000")
    ]
    assert not report_on(said, both, *facts).doubts
    (doubt,) = report_on(said, FORMAT, *facts).doubts
    assert "b" in doubt.text and doubt.line == 9


def test_no_statement_and_one_in_another_language_are_doubts():
    assert [doubt.kind for doubt in report_on("", FORMAT).doubts] == ["no-statement"]
    told = (
        "Syötteen ensimmäisellä rivillä on kokonaisluku n joka kertoo lamppujen määrän ja sen jälkeen tulevat "
        "niiden korkeudet jokainen omalla rivillään ylhäältä alas lueteltuina kunnes kaikki lamput ovat tulleet "
        "mukaan listaan joka päättyy nollaan."
    )
    assert "language" in [doubt.kind for doubt in report_on(told, FORMAT).doubts]


def test_what_the_user_wrote_is_his_word():
    written = Problem(
        "p",
        "plain",
        Path("p"),
        statement=INPUT + "The first line contains n (n >= 1), a prime.",
        format_text="n: int 1..9\n",
        format_path=Path("p.format"),
    )
    report = infer_format(written, Solution(Path("a.py"), "python", b"n = int(input())\n"))
    assert not report.doubts
    assert [mark.mark for mark in report.sentences if mark.section == "input"] == ["unclear"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The weights form an arithmetic progression.",
        "The last parcel is the heaviest one.",
        "The parcels can be divided into two groups of equal weight.",
        "The median of the weights is a_1.",
        "Seen from the left, the lamps look like a staircase.",
    ],
)
def test_what_has_no_word_that_restricts_is_not_understood_either(sentence):
    assert unclear(sentence) == ["what it says"]


@pytest.mark.parametrize(
    "sentence",
    [
        "a_i is the weight of lamp i.",
        "Note that lamps never go out by themselves in this story of many lamps.",
        "The following numbers describe the lamps from left to right.",
        "Input",
        "The last pair is the place of the first lamp.",
        "Lamps have up to ten colours.",
        '"+ x": the lamps from x on are switched by their owner.',
        "\\begin{itemize}[topsep=0pt, itemsep=-2pt]",
    ],
)
def test_how_things_are_laid_out_and_called_is_no_doubt(sentence):
    assert "what it says" not in unclear(sentence)


def test_a_second_sentence_needs_a_fact_of_its_own():
    lists = "n: int 1..100\na: int[n] 1..1000 sorted\nb: int[n] 1..1000\n"
    said = INPUT + "The numbers a_i are sorted. The numbers b_i are sorted.\n"
    fact = Evidence("a", "a is sorted", "statement", "The numbers a_i are sorted", 7, 0.8)
    marks = {mark.quote: mark.mark for mark in report_on(said, lists, fact).sentences if mark.line == 7}
    assert marks == {"The numbers a_i are sorted": "used", "The numbers b_i are sorted": "unclear"}


def test_what_is_said_of_a_graph_is_a_fact_of_its_sentence():
    graph = "n: int 2..9; m: int 1..9\nrows[m] graph(u, v; n) bipartite: u: int 1..n; v: int 1..n\n"
    said = INPUT + "Then follow m lines, the edges. The graph is bipartite.\n"
    (mark,) = [mark for mark in report_on(said, graph).sentences if "bipartite" in mark.quote]
    assert (mark.mark, mark.facts) == ("used", ("the graph is bipartite",))


def test_a_fact_of_another_kind_on_the_sentence_does_not_meet_what_it_says():
    distinct = Evidence("b", "b is distinct", "statement", "No two bulbs have the same number", 9)
    bound = Evidence("a", "a >= 1", "statement", "The numbers of the lamps a_i (1 <= a_i <= 9) are all distinct", 10)
    statement = f"{INPUT}The first line contains n (1 <= n <= 9).\n\n{distinct.quote}.\n{bound.quote}."
    text = "n: int 1..9\na: int[n] 1..9\nb: int[n] 1..9 distinct\n"
    marks = report_on(statement, text, distinct, bound).sentences
    assert [(mark.mark, mark.why) for mark in marks[-2:]] == [("used", ""), ("unclear", '"are all distinct"')]


@pytest.mark.parametrize(
    "written",
    [
        "<p>Each line has two integers, <i>a</i> &le; <i>b</i>. There is at most one line for each pair.</p>",
        r"Each line has two integers, $a \le b$. There is at most one line for each pair.",
    ],
)
def test_each_sentence_of_a_paragraph_is_quoted_by_itself(written):
    quotes = [mark.quote for mark in report_on(f"<h2>Input</h2>\n{written}", FORMAT).sentences]
    assert [quote.endswith("b") or "b<" in quote or "b$" in quote for quote in quotes] == [True, False]
    assert quotes[1].startswith("There is at most one line for each pair")


KINDS = 'q: int 1..9\nops: queries[q]\n  1: l: int 1..5; r: int l..5\n  2: x: int 1..5\n  "?": x2: int 1..5\n'


@pytest.mark.parametrize(
    "sentence",
    [
        "1 l r: find the number of distinct values from l to r.",
        "2 x -- print the maximum of all up to x.",
        '"? x" asks for the largest value below x.',
        r"``\texttt{?~$x$}'': Tell us the largest value of all below $x$.",
    ],
)
def test_what_a_kind_of_query_asks_for_is_no_doubt(sentence):
    assert not report_on(f"{INPUT}{sentence}", KINDS).doubts


def test_times_and_sizes_of_alphabets_are_no_numbers_of_their_own():
    clock = 'n: int 1..100\nrows[n]: t: word 5..5 pattern "([01][0-9]|2[0-3]):[0-5][0-9]"\n'
    assert not unclear("Each row has a time t from 00:00 to 23:59.", clock)[2:]
    assert not any("23" in why or "22" in why for why in unclear("A time t is up to 23:59.", clock))
    letters = 'n: int 1..100\nrows[n]: c: word 1..1 of "a-v"\n'
    assert not any("22" in why for why in unclear("Here c is one of the first 22 letters.", letters))


def test_what_stands_on_a_diagonal_is_apart_from_the_bounds_of_a_table():
    said = "The next n lines hold the table a, where $a_{ij}$ ($1 \\le a_{ij} \\le 9$, $a_{ii} = 0$) is a cost."
    table = "n: int 2..9\na: int[n][n] 0..9\n"
    (broken,) = report_on(INPUT + said, table).doubts
    assert "1 <= a" in broken.text
    doubts = report_on(INPUT + said, f"{table}where diagonal a == 0\nwhere offdiagonal a >= 1\n").doubts
    assert not any("1 <= a" in doubt.text for doubt in doubts)


def test_a_tree_is_connected():
    tree = "n: int 2..9\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n"
    said = "It is guaranteed that it is possible to travel from one town to any other."
    assert not report_on(INPUT + said, tree).doubts


def test_what_a_kind_of_query_does_is_no_doubt():
    text = "q: int 1..9\nqs: queries[q] holding 0\n  push adds: x: int 1..9\n  pop takes:\n"
    ground = Evidence("qs", "nothing is taken where none is", "statement", "the stack is not empty then", 11)
    statement = (
        f"{INPUT}The first line contains q (1 <= q <= 9).\n\nEach of the next lines is one of:\n"
        f"- `push x` (1 <= x <= 9): put x on the stack\n- `pop`: take the top; {ground.quote}.\n"
    )
    assert not report_on(statement, text, ground).doubts


def test_a_format_of_many_rows_is_not_held_against_inputs_that_take_long():
    statement = INPUT + "The lines hold l and r (1 <= l <= r <= 9), always."
    text = 'rows[2000000]: l: int 1..9; r: int l..9; s: word 1..9 of "a-z"\n'
    assert not Drawn(from_text(text)).instances
    report_on(statement, text)


def test_letters_of_a_command_that_only_samples_show_are_a_doubt():
    said = INPUT + "The first line contains k (1 <= k <= 9). Each of the next k lines contains a command.\n"
    text = 'k: int 1..9\nrows[k]: c: word 1..1 of "A-Z"\n'
    shown = Evidence("c", "characters of c: ABCDEFGHIJKLMNOPQRSTUVWXYZ", "samples", "", 0, 0.5)
    (doubt,) = report_on(said, text, shown).doubts
    assert doubt.kind == "bounds" and "c may be" in doubt.text
    assert not report_on(said, text, replace(shown, source="statement")).doubts


def test_a_story_that_tells_what_signs_mean_speaks_of_the_input():
    story = "# Maps\n\nEach cell is water (.) or land (#). For the margin is wide, {0}.\n\n"
    said = "## Input\n\nOne line with r (1 <= r <= 9). Then r lines with r characters each, the map.\n"
    text = 'r: int 1..9\ng: word[r][r] 1..1 of "#." joined\n'
    legend = Evidence("g", "characters of g: #.", "statement", "Each cell is water (.) or land (#)", 3, 0.9)
    (doubt,) = report_on(story.format("all cells on the border are water") + said, text, legend).doubts
    assert doubt.line == 3 and "border" in doubt.text
    assert not report_on(story.format("ships may sail everywhere") + said, text, legend).doubts

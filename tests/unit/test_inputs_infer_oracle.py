"""What the running program takes of its input: how much, where, and which numbers govern it."""

from __future__ import annotations

import re

import pytest
from oracle_programs import (
    FakeOracle,
    asked,
    cases,
    early_answer,
    grid,
    inferred,
    shape,
    tagged,
    text_of,
    two_lists,
    until_end,
    with_reader,
)

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.confirm import Answer, judged
from slowpath.inputs.infer.oracle.exploring import explored
from slowpath.inputs.infer.oracle.governing import checked_sizes, checked_tags, governs
from slowpath.inputs.infer.oracle.structure import structures
from slowpath.inputs.infer.oracle.taking import Fit, takes_all_at_once, taking, tokens_taken
from slowpath.inputs.infer.oracle.trials import trials
from slowpath.inputs.infer.reads.items import show
from slowpath.inputs.text_form.text import from_text

# How much is taken


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("2 1\n5 6\n1 2\n", Fit.EXACT),
        ("2 1\n5 6\n1\n", Fit.MORE),
        ("2 1\n5 6\n1 2\n3\n", Fit.FEWER),
        ("0 0\n", Fit.EXACT),
        ("2 x\n5 6\n", Fit.UNCLEAR),
    ],
)
@pytest.mark.parametrize("how", [{}, {"takes_all": True}, {"asks_for_more": False}])
def test_an_input_is_held_against_what_the_program_takes(text, fit, how):
    found = taking(asked(two_lists, **how), text_of(text)).fit
    assert found is fit or (how and found is Fit.UNCLEAR)


def test_what_takes_all_at_once_is_judged_by_what_it_does():
    asker = asked(two_lists, takes_all=True)
    assert takes_all_at_once(asker, text_of("2 1\n5 6\n1 2\n"))
    assert taking(asker, text_of("2 1\n5 6\n1 2\n")).fit is Fit.EXACT
    assert not takes_all_at_once(asked(two_lists), text_of("2 1\n5 6\n1 2\n"))


def test_the_number_of_taken_tokens_is_found_in_few_runs():
    oracle = FakeOracle(two_lists)
    asker = Asker(oracle)
    assert tokens_taken(asker, text_of("2 1\n5 6\n1 2\n" + "7 " * 500 + "\n")) == 6
    assert oracle.runs < 14


def test_reading_to_the_end_is_told_from_wanting_more():
    assert taking(asked(until_end), text_of("1 2 3\n"), until_end=True).fit is Fit.EXACT
    assert taking(asked(two_lists), text_of("2 0\n1 2\n"), until_end=True).fit is Fit.FEWER


# Formats are confirmed or refuted


@pytest.mark.parametrize(
    ("program", "text", "answer"),
    [
        (two_lists, "n: int 1..9; m: int 1..9\na: int[n] 1..9\nrows[m]: l: int 1..9; r: int 1..9\n", Answer.CONFIRMED),
        (two_lists, "n: int 1..9; m: int 1..9\na: int[m] 1..9\nrows[n]: l: int 1..9; r: int 1..9\n", Answer.REFUTED),
        (two_lists, "n: int 1..9; m: int 1..9\na: int[n] 1..9\n", Answer.REFUTED),
        (grid, "h: int 1..9; w: int 1..9\ng: int[h][w] 0..9\n", Answer.CONFIRMED),
        (grid, "h: int 1..9; w: int 1..9\ng: int[h+w] 0..9\n", Answer.REFUTED),
        (early_answer, "n: int 1..9\na: int[n] 1..9\n", Answer.CONFIRMED),
        (until_end, "c: count 1..9 until end\na: int[c] 1..9 lines\n", Answer.CONFIRMED),
        (two_lists, "c: count 1..9 until end\na: int[c] 1..9 lines\n", Answer.REFUTED),
        (two_lists, 's: word 1..9 of "a-z"\n', Answer.UNCLEAR),
    ],
)
def test_a_format_is_held_against_the_program(program, text, answer):
    assert judged(asked(program), from_text(text)).answer is answer


def rarely_reads_on():
    n = int((yield 1))
    if n < 1000:
        return "small"
    for _ in range(n):
        yield 5
    return "large"


def test_an_early_answer_refutes_nothing_while_a_line_that_reads_never_ran():
    fmt = from_text("n: int 1..9\na: int[n] 1..9\n")
    assert judged(asked(rarely_reads_on), fmt).answer is Answer.REFUTED
    assert judged(asked(rarely_reads_on), fmt, frozenset({1, 5})).answer is Answer.UNCLEAR
    assert judged(asked(rarely_reads_on), fmt, frozenset({1})).answer is Answer.REFUTED


def test_one_more_of_a_size_shows_what_it_governs():
    asker, text = asked(two_lists), text_of("2 1\n5 6\n1 2\n")
    sizes = [governs(asker, text, at) for at in range(4)]
    assert [found and (found.more, found.line) for found in sizes] == [(1, 9), (2, 9), None, None]


def test_sizes_are_confirmed_with_the_observation_as_quote():
    fmt = from_text("n: int 1..9; m: int 1..9\na: int[n] 1..9\nrows[m]: l: int 1..9; r: int 1..9\n")
    asker = asked(two_lists)
    evidence, misfits = checked_sizes(asker, fmt, next(trials(fmt)), frozenset({9}))
    assert [(each.about, each.source) for each in evidence] == [("n", "oracle"), ("m", "oracle")]
    assert evidence[1].quote == "with m = 5 instead of 4 the program reads 2 more tokens on line 9"
    assert misfits == []


def test_a_tag_is_confirmed_by_what_another_one_makes_the_program_take():
    fmt = from_text("q: int 1..9\nops: queries[q]\n  1: v: int 1..9\n  2: l: int 1..9; r: int 1..9\n")
    asker = asked(tagged)
    (found,) = checked_tags(asker, fmt, trials(fmt))
    assert found.about == "ops"
    assert re.fullmatch(r"with . instead of . on the last line the program takes 1 (more|fewer) token", found.quote)
    assert checked_tags(asked(two_lists), fmt, trials(fmt)) == []


def test_a_number_that_governs_nothing_is_said():
    def program():
        n = int((yield 1))
        return n + int((yield 2)) + int((yield 2)) + int((yield 2))

    fmt = from_text("n: int 3..3\na: int[n] 1..9\n")
    _, misfits = checked_sizes(asked(program), fmt, next(trials(fmt)))
    assert len(misfits) == 1
    assert misfits[0].decision


# Structure from the running program alone


@pytest.mark.parametrize(
    ("program", "texts", "expected"),
    [
        (two_lists, ["2 3\n5 6\n1 2\n3 4\n5 6\n", "3 2\n1 2 3\n4 5\n6 7\n"], "x2 x2_2 (x2: x5) (x2_2: x8 x8_2)"),
        (grid, ["2 3\n1 2 3\n4 5 6\n", "3 2\n1 2\n3 4\n5 6\n"], "x1 x2 (x2*x1: x4)"),
        (cases, ["2\n1\n7\n3\n1 2 3\n", "3\n2\n1 1\n1\n1\n2\n1 1\n"], "x1 (x1: x3 (x3: x5))"),
        (tagged, ["4\n1 5\n2 6 7\n1 1\n2 3 4\n"], "x1 (x1: x3 {x3 ? 1: x6 | 2: x8 x9 | else: })"),
        (with_reader, ["2\n9\n1 2\n3 4\n", "3\n9\n1 2\n3 4\n5 6\n"], "x7 x8 (x7: x10 x10_2)"),
        (until_end, ["1\n2\n3\n", "1\n2\n"], "(end: x1)"),
    ],
)
def test_the_places_where_tokens_are_wanted_are_the_structure(program, texts, expected):
    found = [show(made.items) for made in structures(asked(program), [text_of(text) for text in texts])]
    assert expected in found


@pytest.mark.parametrize("program", [two_lists, grid, cases, tagged, with_reader])
def test_a_program_is_given_what_it_asks_for(program):
    asker = asked(program)
    texts = explored(asker)
    assert texts
    assert all(tokens_taken(asker, text) == len(text) for text in texts)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (two_lists, "n: int; m: int\na: int[n]\nrows[m]: x: int; y: int"),
        (grid, "n: int\nm: int\na: int[m*n]"),
        (with_reader, "n: int\na: int\nrows[n]: x: int; y: int"),
        (tagged, "n: int\nqueries: queries[n]\n  1: x: int\n  2: y: int; z: int"),
    ],
)
def test_a_program_in_an_unknown_language_has_a_format_without_any_other_source(program, expected):
    report = inferred(program)
    assert shape(report) == expected
    assert report.assumed
    assert any(each.source == "oracle" for each in report.evidence)


def test_test_cases_are_found_without_any_other_source():
    text = shape(inferred(cases))
    assert re.fullmatch(r"t: int\n(rows\[t\]: n: int; |\w+: cases\[t\]\n  n: int\n  )a: int\[n\]", text)


def test_samples_and_the_running_program_are_enough():
    report = inferred(cases, "2\n1\n7\n3\n1 2 3\n", "3\n2\n1 1\n1\n1\n2\n1 1\n")
    assert report.format is not None
    assert "cases[t]" in report.text

"""What commands say at a terminal where there is little to say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.catalogue.scenario import scenarios
from slowpath.catalogue.selection import Reason, Selection
from slowpath.cli import main
from slowpath.commands import format as format_command
from slowpath.commands.break_view import BreakLiveView, result_lines
from slowpath.commands.live import LiveView
from slowpath.model.breaking import BreakingInput, BreakView, Divergence, Failing
from slowpath.model.campaign import BaselineMeasured, Budget, Ended
from slowpath.model.campaign_view import CampaignView
from slowpath.model.contrast import Contrast
from slowpath.model.cost import Cost
from slowpath.model.format import FormatReport, Misfit
from slowpath.model.origin import Origin
from slowpath.model.problem import Problem, Solution
from slowpath.model.slow_input import Fault, SlowInput, TypicalCost
from slowpath.model.validity import Doubt, Validity
from slowpath.model.verdict import Verdict
from slowpath.pipeline.remarks import format_remarks

PROBLEM = Problem("p", "plain", Path("."))


def end_of_a_search(capsys: pytest.CaptureFixture[str], executions: int) -> str:
    """What stands at the end of a search that found nothing."""
    baseline = BaselineMeasured("id", "sample 1", 10, Cost(1, 0.002, 0.0, 1), True)
    with LiveView(PROBLEM, FormatReport(None), Budget(5.0), as_json=False) as live:
        live.show(Ended("finished"), CampaignView(state="finished", executions=executions, baseline=baseline))
    return " ".join(capsys.readouterr().out.split())


def test_a_search_that_found_nothing_says_how_much_it_tried(capsys):
    said = end_of_a_search(capsys, 4321)
    assert "No slow input was found. Nothing tried costs more than sample 1 (2 ms) (4,321 runs)." in said
    assert "That is few" not in said
    assert "That is few" in end_of_a_search(capsys, 5)
    assert "The search ended before any input was run." in end_of_a_search(capsys, 0)


ORIGIN = Origin("pattern", "random")
SLOW = SlowInput("id", 9, Cost(99, 0.2, 0.0, 1), 50.0, ORIGIN, Verdict.OK, 3)


def end_of(capsys: pytest.CaptureFixture[str], view: CampaignView) -> str:
    with LiveView(PROBLEM, FormatReport(None), Budget(5.0), as_json=False) as live:
        live.show(Ended("finished"), view)
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("fast", "is_said"), [("sample 2", False), ("random", True)])
def test_two_samples_are_no_reason_why_an_input_is_slow(capsys, fast, is_said):
    contrast = Contrast("a", "b", fast, "sample 1", 1, 9, 1.0, 1.0, 2.0, 9.0, ())
    said = end_of(capsys, CampaignView(state="finished", slow_inputs=(SLOW,), contrast=contrast))
    assert ("slow: sample 1" in said) == is_said


@pytest.mark.parametrize(
    ("validity", "words"),
    [
        (Validity.LIKELY, "The program fails on valid inputs:"),
        (Validity.CONFIRMED, "The program fails on valid inputs:"),
        (Validity.DOUBTFUL, "The program fails on inputs that may be invalid:"),
    ],
)
def test_doubtful_failures_are_not_said_to_be_of_valid_inputs(capsys, validity, words):
    fault = Fault("id", 9, ORIGIN, Verdict.RUNTIME_ERROR, "SIGSEGV", "", 3, validity)
    assert words in end_of(capsys, CampaignView(state="finished", faults=(fault,)))


def test_what_explains_a_failure_is_said_with_it(capsys):
    hint = "the program wants a file; runs have standard input alone"
    fault = Fault("id", 9, ORIGIN, Verdict.RUNTIME_ERROR, "FileNotFoundException, line 2", f"x\n[slowpath] {hint}", 3)
    view = CampaignView(state="finished", faults=(fault,), executions=9)
    said = " ".join(end_of(capsys, view).split())
    assert f"The program fails: FileNotFoundException, line 2: {hint}." in said
    assert f"RE FileNotFoundException, line 2: {hint} (9 B" in said


def test_doubtful_inputs_stand_apart_with_their_reasons_and_what_to_do(capsys):
    doubt = Doubt("sentence", 'Nothing in the format stands for "distinct".', 4, "All are distinct.")
    doubtful = replace(SLOW, id="other", validity=Validity.DOUBTFUL, doubts=(doubt,))
    said = end_of(capsys, CampaignView(state="finished", slow_inputs=(SLOW, doubtful), doubts=(doubt,)))
    places = [said.index(words) for words in ("1 200 ms", "Doubtful:", "2 200 ms", "line 4: Nothing in the format")]
    assert places == sorted(places)
    assert "slowpath format FILE --write" in said


def test_what_is_only_large_stands_under_its_own_heading(capsys):
    large = replace(SLOW, id="large", typical=TypicalCost(5, 90, 80, 95))
    slow = replace(SLOW, id="slow", typical=TypicalCost(5, 9, 8, 10), cost=replace(SLOW.cost, cpu_s=0.1))
    said = end_of(capsys, CampaignView(state="finished", slow_inputs=(large, slow), executions=500))
    places = [said.index(words) for words in ("11 times a typical input", "2 100 ms", "Largest: no slower", "1 200 ms")]
    assert places == sorted(places)
    alone = end_of(capsys, CampaignView(state="finished", slow_inputs=(large,), executions=500))
    assert alone.index("No slow input was found.") < alone.index("Largest:")


@pytest.mark.parametrize(
    ("reasons", "is_said"),
    [
        ((Reason("neighbour", "Sort the numbers.", similarity=0.08),), False),
        ((Reason("neighbour", "Sort the numbers.", similarity=0.6),), True),
        ((Reason("cue", "sort-call", "a.sort()", 3), Reason("neighbour", "Sort.", similarity=0.08)), True),
    ],
)
def test_a_faint_likeness_to_other_problems_is_not_told(capsys, monkeypatch, reasons, is_said):
    selection = Selection(scenarios()[0], scenarios()[0].implementations, reasons, 1.0)
    monkeypatch.setattr(pipeline, "selections", lambda problem, solution: (selection,))
    format_command._print_selections(PROBLEM, Solution(Path("a.py"), "python", b""))
    assert ("what may be slow" in capsys.readouterr().out) == is_said


def test_what_is_doubtful_about_a_format_is_said_before_the_search():
    report = FormatReport(
        None,
        misfits=(Misfit("sample 1", "too short", "dropped"), Misfit("reads", "unclear")),
        doubts=(
            Doubt("bounds", "Nothing says what values n may have."),
            Doubt("sentence", "Not understood.", 7, "All  differ."),
        ),
    )
    assert list(format_remarks(("odd",), report)) == [
        "Nothing says what values n may have.",
        "line 7: Not understood. [All differ.]",
        "odd",
        "sample 1: too short; dropped",
        "reads: unclear",
    ]


def test_format_says_what_is_odd_about_the_problem(capsys, tmp_path):
    (tmp_path / "problem.md").write_text("This is an interactive problem. First read n ($1 \\le n \\le 9$).")
    (tmp_path / "main.py").write_text("n = int(input())\nprint(n)\n")
    assert main(["format", str(tmp_path / "main.py"), "--no-run"]) == 0
    said = capsys.readouterr()
    assert "interactive" in said.err
    assert "n: int 1..9" in said.out


@pytest.mark.parametrize(
    ("divergence", "words"),
    [
        (Divergence(16, None, 1, 0), "at line 16, which the accepted version doesn't have: runs once"),
        (
            Divergence(16, 15, 2, 1),
            "at line 16 (line 15 of the accepted version): runs 2 times, 1 in the accepted version",
        ),
        (Divergence(16, 15, 2, 2), "at line 16 (line 15 of the accepted version)"),
    ],
)
def test_where_a_program_leaves_the_accepted_version_is_said_in_words(divergence, words):
    found = BreakingInput("id", 3, {}, Origin("tiny", "tiny"), Failing.WRONG_ANSWER, "", divergence=divergence)
    assert f"first goes another way {words}" in [line for line, _ in result_lines(found, lambda identity: None)]


def test_what_was_printed_until_the_time_limit_is_no_answer():
    found = BreakingInput("in", 3, {}, Origin("tiny", "tiny"), Failing.TIME_LIMIT, "", actual="out")
    told = {"in": b"3\n", "out": b"1\n"}
    assert "actual:" not in [line for line, _ in result_lines(found, told.get)]
    wrong = replace(found, failing=Failing.WRONG_ANSWER)
    assert "actual:" in [line for line, _ in result_lines(wrong, told.get)]


@pytest.mark.parametrize("compared", ["token by token, capitals matter (assumed)", "by check.cpp"])
def test_a_search_for_a_breaking_input_says_at_its_end_how_outputs_are_compared(capsys, compared):
    with BreakLiveView(PROBLEM, FormatReport(None), as_json=False) as live:
        live.result(BreakView(state="finished", compared=compared), None, lambda _: None, "")
    assert f"outputs are compared: {compared} (--compare and --checker" in " ".join(capsys.readouterr().out.split())

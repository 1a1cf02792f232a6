"""Which constraints are shown, in which words, and what is said of a line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.lsp.evidence import MOST_SHOWN, diagnostic_text, placed, ranks_text, refutation
from slowpath.lsp.explaining import LineFacts, code_span, command_link, constraint_lines, explanation, table
from slowpath.model.constraint import (
    CheckerVerdict,
    Condition,
    Constraint,
    ConstraintEvidence,
    ConstraintOrigin,
    ConstraintState,
    Place,
)
from slowpath.model.contrast import Contrast, LineContrast, with_growth
from slowpath.model.cost import Cost
from slowpath.model.growth import POLYNOMIAL, Growth, LineGrowth
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

EVIDENCE = ConstraintEvidence(40, 61, 38.6, 30.0, 0.0001)
CONDITION = Condition("len(seen)", Place("before", 7), "1000")
LINE = LineContrast(7, 1, 120, 60.5, 0.3, True)
CONTRAST = Contrast("f", "s", "sample 1", "pattern <b>", 10, 400, 0.9, 0.8, 1.7, 40.0, (LINE,))


def state(
    name: str = "a", line: int = 7, status: str = "confirmed", rule: str = "list-membership", **parts
) -> ConstraintState:
    known = {"evidence": EVIDENCE, "condition": CONDITION, "origin": ConstraintOrigin("rule", rule), **parts}
    constraint = Constraint(
        name,
        line,
        "the list is long while it is searched",
        known.pop("condition"),
        known.pop("origin"),
        why=known.pop("why", ""),
    )
    return ConstraintState(constraint, status, **known)


def cheaper(ratio: float) -> ConstraintEvidence:
    return replace(EVIDENCE, cost_ratio=ratio)


def slow_input(name: str, *satisfies: str) -> SlowInput:
    return SlowInput(name, 9, Cost(400, 0.1, 0.0, 1), 40.0, Origin("pattern", "p"), Verdict.OK, 1, satisfies=satisfies)


def names(states: list[ConstraintState], **more) -> list[str]:
    return [one.constraint.id for one in placed(states, lambda line: line - 1, **more)]


def test_of_a_line_the_best_supported_is_shown():
    states = [
        state("weak", evidence=cheaper(3.0)),
        state("strong"),
        state("perhaps", status="hypothesis"),
        state("other rule", rule="nested-loops", evidence=cheaper(9.0)),
        state("other line", line=9),
    ]
    assert sorted(names(states)) == ["other line", "strong"]


@pytest.mark.parametrize(
    "hidden",
    [
        state("x", status="refuted"),
        state("x", status="candidate"),
        state("x", status="hypothesis", hot=True, evidence=ConstraintEvidence(9, 9, 0.574, 0.5, 0.068)),
        state("x", status="hypothesis", hot=True, evidence=ConstraintEvidence(0, 40)),
        state("x", status="hypothesis", condition=None, evidence=ConstraintEvidence()),
    ],
)
def test_what_nothing_speaks_for_is_not_shown(hidden):
    assert names([hidden]) == []


def test_a_hypothesis_is_shown_once_inputs_that_satisfy_it_cost_more():
    assert names([state("x", status="hypothesis", evidence=ConstraintEvidence(9, 9, 2.5, 2.0, 0.068))]) == ["x"]
    assert names([state("x", status="hypothesis", condition=None, hot=True, evidence=ConstraintEvidence())]) == ["x"]


def test_a_dismissed_one_makes_room_for_the_next():
    assert names([state("strong"), state("weak", evidence=cheaper(3.0))], dismissed={"strong"}) == ["weak"]


def test_what_stood_at_an_edited_line_is_not_shown():
    assert [one.lsp_line for one in placed([state("a"), state("b", line=8)], {8: 3}.get)] == [3]


def test_there_is_no_flood_and_the_best_remain():
    states = [state(f"c{line}", line, evidence=cheaper(2.0 + line)) for line in range(1, 100)]
    shown = placed(states, lambda line: line)
    assert len(shown) == MOST_SHOWN
    assert [one.lsp_line for one in shown] == list(range(100 - MOST_SHOWN, 100))


def test_a_diagnostic_says_what_how_sure_and_who():
    assert diagnostic_text(state(), False) == (
        "The list is long while it is searched (len(seen) >= 1000). Inputs that satisfy it cost 38.6 times as much"
        " (p < 0.001; 40 against 61 inputs). Built-in rule list-membership."
    )


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (state(status="hypothesis", evidence=ConstraintEvidence(0, 4)), "Hypothesis: The list"),
        (state(status="hypothesis", evidence=ConstraintEvidence(0, 4)), "None of 4 inputs satisfies it yet."),
        (state(status="hypothesis", evidence=ConstraintEvidence()), "No input has tested it yet."),
        (state(status="hypothesis", condition=None, evidence=ConstraintEvidence()), "in words only"),
        (state(origin=ConstraintOrigin("model", "reasons/2", "c0")), "Language model, reasons/2."),
    ],
)
def test_a_diagnostic_says_what_is_missing(known, said):
    assert said in diagnostic_text(known, False)


def test_a_diagnostic_of_a_changed_text_says_so():
    assert diagnostic_text(state(), True).endswith("Measured before the last edit.")


def test_a_refuted_one_goes_to_the_log_with_its_reason():
    assert refutation(state(status="refuted", evidence=cheaper(0.9))).startswith("refuted, line 7: The list is long")
    assert "It can't stand there." in refutation(state(status="refuted", reason="it can't stand there"))


@pytest.mark.parametrize(
    ("satisfying", "of", "said"),
    [
        ([], 0, ""),
        ([], 3, "no listed slow input satisfies it"),
        ([1], 1, "the one listed slow input satisfies it"),
        ([1, 2, 3], 3, "all 3 listed slow inputs satisfy it"),
        ([2], 3, "satisfied by slow input #2"),
        ([1, 3], 3, "satisfied by slow inputs #1, #3"),
    ],
)
def test_the_rows_that_satisfy_it_are_named(satisfying, of, said):
    assert ranks_text([(rank, slow_input("i")) for rank in satisfying], of) == said


def test_a_hover_has_evidence_inputs_and_the_way_to_the_conversation():
    known = state(
        origin=ConstraintOrigin("model", "reasons/2", "c0ff"),
        checker=CheckerVerdict(True, True, True, True, 7, "it fires on both inputs of the pair"),
    )
    text = constraint_lines(known, [slow_input("i", "a"), slow_input("j")], True)
    assert "**Confirmed**: The list is long while it is searched `len(seen) >= 1000`" in text
    assert "Satisfied by slow input #1." in text
    assert "it fires on both inputs of the pair" in text
    assert "[Prompt and reply](command:slowpath.openConversation?%5B%22c0ff%22%5D)" in text
    assert "command:" not in constraint_lines(known, [], False)


def test_an_explanation_has_counts_constraints_and_the_rule():
    facts = LineFacts(
        7,
        "    if t not in seen:",
        "python",
        "a.py",
        True,
        True,
        False,
        LINE,
        CONTRAST,
        (
            state(why="each search reads it all", rule="py-list-membership"),
            state("r", status="refuted", reason="its inputs cost no more"),
        ),
        (slow_input("i", "a"),),
    )
    text = explanation(facts)
    for part in (
        "# Line 7 of a.py",
        "```python\nif t not in seen:\n```",
        "|&emsp;7|&emsp;1|&emsp;120|",
        "pattern \\<b\\>",
        "## Confirmed: The list is long while it is searched",
        "The one listed slow input satisfies it.",
        "Each search reads it all.",
        "## Refuted here",
        "Its inputs cost no more.",
    ):
        assert part in text, part
    assert text.index("## Confirmed") < text.index("## Refuted")


def test_what_another_stands_for_is_told_within_it():
    twin = replace(state("twin"), same_as="a")
    twin = replace(twin, constraint=replace(twin.constraint, sentence="the search walks far"))
    text = explanation(LineFacts(7, "x", "python", "a.py", states=(twin, state("a"))))
    assert text.count("## Confirmed") == 1
    assert "Said otherwise: The search walks far. `len(seen) >= 1000`" in text


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (LineFacts(3, "x", "cpp", "a.cpp"), "No search has run on this program yet"),
        (LineFacts(3, "x", "cpp", "a.cpp", True), "This line was edited since the search"),
        (LineFacts(3, "x", "cpp", "a.cpp", True, True), "found no pair"),
        (LineFacts(3, "x", "cpp", "a.cpp", True, True, True, None, CONTRAST), "no code that is counted"),
        (LineFacts(3, "x", "cpp", "a.cpp", True, True, True, None, CONTRAST), "Measured before the last edit"),
        (LineFacts(3, "x", "cpp", "a.cpp", True, True, False, replace(LINE, slow=1, hot=False), CONTRAST), "elsewhere"),
        (LineFacts(3, "x", "cpp", "a.cpp"), "No rule and no model says anything about this line."),
        (
            LineFacts(3, "x", "cpp", "a.cpp", unsearched=(state().constraint,)),
            "Nothing of it is tested before a search",
        ),
    ],
)
def test_an_explanation_says_what_is_known_of_any_line(facts, said):
    assert said in explanation(facts)


def test_an_explanation_has_the_rules_own_words():
    from slowpath.analysis.rules import all_rules

    for rule in all_rules():
        text = explanation(LineFacts(7, "x", rule.language, "a", states=(state(rule=rule.id),)))
        assert f"**What it finds.** {rule.section('What it finds').split()[0]}" in text, rule.id


@pytest.mark.parametrize(("text", "span"), [("a < b", "`a < b`"), ("`a`", "`` `a` ``"), ("a\n  b", "`a b`")])
def test_a_predicate_is_code_whatever_it_holds(text, span):
    assert code_span(text) == span


def test_a_link_passes_any_argument():
    assert command_link("x", "c", 'a"]) b', 3) == "[x](command:c?%5B%22a%5C%22%5D%29%20b%22%2C%203%5D)"


def grown(name: str, formula: str) -> SlowInput:
    line = LineGrowth(7, POLYNOMIAL, formula, 2.0, 1.9, 2.1, 120)
    growth = Growth("n", (), POLYNOMIAL, formula, 2.0, 1.9, 2.1, 9, 81, 80, 82, lines=(line,))
    return replace(slow_input(name), growth=growth)


@pytest.mark.parametrize(
    ("slow_inputs", "shown"),
    [
        ([slow_input("s"), grown("other", "n")], "n"),
        ([grown("other", "n"), grown("s", "n^2.00")], "n^2.00"),
        ([slow_input("s")], ""),
    ],
)
def test_a_line_of_a_pair_grows_as_along_its_slow_input_or_one_that_was_measured(slow_inputs, shown):
    pair = with_growth(CONTRAST, slow_inputs)
    assert pair.lines[0].growth == shown
    text = table(pair.lines[0], pair)
    assert ("grows like" in text) == bool(shown)
    assert shown in text
    heads, rule, cells = text.split("\n")[:3]
    assert heads.count("|") == rule.count("|") == cells.count("|")

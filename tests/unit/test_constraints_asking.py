"""Asking for constraints: listing, prompts, reading and rounds, with a fake model and a fake gate."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fake_model import FakeModel

from slowpath.analysis.contrast import line_contrasts
from slowpath.constraints import ConstraintQuestion, ask_constraints
from slowpath.constraints.listing import annotated_listing
from slowpath.constraints.reading import read_conditions, read_sentences
from slowpath.errors import ModelUnavailable, TargetBroken, TokensSpent
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import ModelReply, Usage, estimated_tokens
from slowpath.llm.prompts import load_prompt
from slowpath.model.constraint import CheckerVerdict, Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.model.contrast import Contrast

SOURCE = b"""#include <bits/stdc++.h>
using namespace std;
int n;
vector<int> v;
int spare(int x) {
    int y = x;
    y = y * 2;
    return y;
}
int main() {
    cin >> n;
    v.resize(n);
    for (auto& x : v) cin >> x;
    long long moves = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
            swap(v[j - 1], v[j]);
            moves++;
        }
    }
    cout << moves;
}
"""
FAST = {11: 1, 12: 1, 13: 101, 14: 1, 15: 101, 16: 120, 17: 20, 18: 20, 21: 1}
SLOW = {11: 1, 12: 1, 13: 101, 14: 1, 15: 101, 16: 5100, 17: 5000, 18: 5000, 21: 1}
CONTRAST = Contrast("f", "s", "fast", "slow", 300, 15000, 1.0, 1.0, 2.0, 50.0, line_contrasts(FAST, SLOW))
QUESTION = ConstraintQuestion(
    "try",
    "Sort by swapping neighbours.",
    "cpp",
    SOURCE,
    from_text("n: int 1..5000\nv: int[n] 1..9999\n"),
    CONTRAST,
    b"100\n" + b" ".join(b"%d" % (4567 - i) for i in range(100)) + b"\n",
    b"100\n" + b"1 " * 100 + b"\n",
    (b"1\n1\n",),
)
FAITHFUL = CheckerVerdict(True, True, True, False, 3)
BOTH = CheckerVerdict(True, True, True, True, 3, "it fires on both inputs of the pair")


def worded(*sentences, line=16) -> str:
    return json.dumps(
        {
            "fragments": [{"lines": [16], "why": "many swaps"}],
            "constraints": [
                {"line": line, "lines": [16, 17], "sentence": each, "why": "inversions"} for each in sentences
            ],
        }
    )


def checker(number=1, left="moves", right="n", line=21, where="before", **more) -> dict:
    return {
        "constraint": number,
        "line": line,
        "where": where,
        "left": left,
        "right": right,
        "factor": 2.0,
        "count": None,
        "setup": "",
        **more,
    }


def coded(*checkers) -> str:
    return json.dumps({"checkers": list(checkers)})


class FakeGate:
    """Gives its verdicts in order, then says that all is well; keeps what it was asked."""

    def __init__(self, *verdicts: CheckerVerdict) -> None:
        self.verdicts = list(verdicts)
        self.asked: list = []

    def __call__(self, constraints, slow, fast, inputs):
        self.asked += [(constraint, slow, fast, tuple(inputs)) for constraint in constraints]
        return [self.verdicts.pop(0) if self.verdicts else FAITHFUL for _ in constraints]


def asked(model: FakeModel, gate: FakeGate | None = None, question: ConstraintQuestion = QUESTION, **more):
    return ask_constraints(question, model, gate or FakeGate(), samples=len(model.samples), **more)


def kinds(report) -> list[tuple[int, int, str, str]]:
    return [(each.sample, each.round, each.prompt.split("/")[0][11:], each.kind) for each in report.attempts]


def test_the_listing_numbers_lines_and_marks_the_hot_ones():
    listing = annotated_listing(SOURCE, "cpp", CONTRAST)
    assert "17: 20 5000 238* |             swap(v[j - 1], v[j]);" in listing
    assert "3: | int n;" in listing and "21: 1 1 1.0 |     cout << moves;" in listing


@pytest.mark.parametrize("most", [60, 120, 150])
def test_a_listing_is_shortened_by_what_is_cold_and_never_by_what_is_hot(most):
    listing = annotated_listing(SOURCE, "cpp", CONTRAST, most)
    hot = [row.line for row in CONTRAST.lines if row.hot]
    assert hot and all(f"\n{line}: " in listing for line in hot)
    assert "left out" in listing and "y * 2" not in listing
    assert estimated_tokens(listing) <= most or most < 120


def test_a_cold_function_goes_before_what_is_near():
    whole = annotated_listing(SOURCE, "cpp", CONTRAST)
    listing = annotated_listing(SOURCE, "cpp", CONTRAST, estimated_tokens(whole) - 1)
    assert "spare" in listing and "lines 6 to 9 left out, never run" in listing and "cin >> n" in listing


def test_a_program_in_pieces_is_listed_all_the_same():
    for source in (b"", b"\xff\xfe\n{", b"x" * 5000, b"\n" * 50):
        assert annotated_listing(source, "cpp", CONTRAST, 50).startswith("[line:")


def test_the_first_question_holds_program_pair_and_bounds():
    text = load_prompt("constraint-reasoning").request(dict(QUESTION.values())).messages[1].content
    for part in (
        "Sort by swapping",
        "v: int[n] 1..9999",
        "17: 20 5000",
        "50 times the work",
        "4567 4566",
        "Phase 2",
        "more tokens ...]",
    ):
        assert part in text, part


def test_both_questions_share_their_system_message_so_that_endpoints_can_reuse_what_they_read():
    assert load_prompt("constraint-reasoning").system == load_prompt("constraint-checkers").system


def test_a_checker_that_passes_the_gate_becomes_a_constraint():
    model, gate = FakeModel([worded("There are many swaps."), coded(checker())]), FakeGate()
    report = asked(model, gate)
    (constraint,) = report.constraints
    assert constraint.condition == Condition("moves", Place("before", 21), "n", 2.0)
    assert (constraint.line, constraint.lines, constraint.sentence) == (16, (16, 17), "There are many swaps.")
    assert constraint.origin.name == "constraint-checkers/4" and constraint.origin.kind == "model"
    assert report.verdicts[constraint.id] is FAITHFUL and report.usage == Usage(10, 10, 2)
    assert gate.asked == [(constraint, QUESTION.slow, QUESTION.fast, QUESTION.inputs)]
    text = report.conversations[constraint.origin.conversation]
    assert "Phase 1" in text and "Phase 3" in text and '"moves"' in text


def test_the_second_question_carries_the_answer_to_the_first():
    model = FakeModel([worded("There are many swaps."), coded(checker())])
    asked(model)
    roles = [message.role for message in model.requests[1].messages]
    assert roles == ["system", "user", "assistant", "user"]
    assert "1. (line 16) There are many swaps." in model.requests[1].messages[-1].content


def test_what_the_gate_refuses_goes_back_with_its_reason_and_is_asked_again():
    gate = FakeGate(BOTH, FAITHFUL)
    model = FakeModel([worded("A.", "B."), coded(checker(1, "n"), checker(2)), coded(checker(1, "moves", "n * n"))])
    report = asked(model, gate)
    assert kinds(report) == [(1, 1, "reasoning", ""), (1, 1, "checkers", "unfaithful"), (1, 2, "checkers", "")]
    feedback = model.requests[2].messages[-1].content
    assert "Constraint 1: it fires on both inputs of the pair." in feedback and "Constraint 2" not in feedback
    assert [each.sentence for each in report.faithful] == ["B.", "A."]


def test_what_still_fails_stays_a_hypothesis_in_words():
    gate = FakeGate(BOTH, BOTH)
    report = asked(FakeModel([worded("A."), coded(checker(1, "n")), coded(checker(1, "n + 1"))]), gate, rounds=2)
    (constraint,) = report.constraints
    assert constraint.condition is None and not report.faithful and not report.verdicts
    assert "both inputs" in report.reasons[constraint.id] and constraint.origin.conversation in report.conversations


def test_a_corrected_threshold_brings_its_sentence():
    gate = FakeGate(BOTH, FAITHFUL)
    corrected = checker(1, factor=4.5, sentence="There are over 4.5 moves for each element (line 16).")
    report = asked(FakeModel([worded("Over 2 moves."), coded(checker(1)), coded(corrected)]), gate)
    (constraint,) = report.faithful
    assert constraint.sentence == "There are over 4.5 moves for each element." and constraint.condition.factor == 4.5


def test_a_sentence_that_names_a_value_of_the_slow_input_replaces_none():
    (constraint,) = asked(FakeModel([worded("A."), coded(checker(1, sentence="v begins with 4567."))])).constraints
    assert constraint.sentence == "A."


def test_nobody_aims_at_what_fired_on_the_wrong_inputs():
    gate = FakeGate(BOTH, CheckerVerdict(False, False, None, None, 0, "it doesn't compile"), FAITHFUL)
    reply = coded(checker(1, "n"), checker(2, "m"), checker(3))
    report = asked(FakeModel([worded("A.", "B.", "C.", "D."), reply]), gate, rounds=1)
    assert [each.sentence for each in report.constraints] == ["C.", "A.", "B.", "D."]
    assert [each.sentence for each in report.aims] == ["C.", "B.", "D."]


def test_a_constraint_without_a_checker_stays_words_and_costs_no_round():
    report = asked(FakeModel([worded("A.", "B."), coded(checker(2))]))
    assert [(each.sentence, each.condition is None) for each in report.constraints] == [("B.", False), ("A.", True)]
    assert len(report.attempts) == 2


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (checker(line=99), "no line 99"),
        (checker(line=3, where="body"), "nothing can stand in the body"),
        (checker(left="n++"), "changes a variable"),
        (checker(left="cout << n"), "input or output"),
        (checker(left="exit(1)"), "end the program"),
        (checker(factor=float("inf")), "factor"),
        (checker(left="_count"), "`count` is null"),
        (
            checker(count={"line": 17, "where": "before", "amount": "1", "since_line": None, "since_where": None}),
            "neither `left` nor `right` uses _count",
        ),
        (
            checker(
                left="_count",
                count={"line": 17, "where": "before", "amount": "n++", "since_line": None, "since_where": None},
            ),
            "changes a variable",
        ),
        (checker(left="accumulate(v.begin(), v.end(), 0LL)", line=17), "passes 5000 times"),
        (checker(left="n >= 4501", right="1", factor=1), "names 4501"),
        (checker(setup="int x;"), "only functions"),
        (checker(left="n", setup="int f() { abort(); }"), "end the program"),
    ],
)
def test_a_condition_that_cant_stand_is_refused_in_words_that_help(made, says):
    words, _ = read_sentences(json.loads(worded("A.")), QUESTION)
    read = read_conditions({"checkers": [made]}, {1: words[0]}, QUESTION)
    assert not read.good and says in read.rejected[1]


def test_before_a_loop_is_as_often_as_the_loop_is_entered():
    visits = {where: QUESTION.visits(Place(where, 15)) for where in ("before", "after", "body")}
    assert visits == {"before": 1, "after": 1, "body": 101}
    assert QUESTION.visits(Place("before", 17)) == 5000


@pytest.mark.parametrize(
    ("made", "condition"),
    [
        (
            checker(left="if (moves >= 100) { cerr << 1; abort(); }", right="1", factor=1.0),
            Condition("moves", Place("before", 21), "1", 100.0),
        ),
        (checker(left="moves > 100", right="1", factor=1.0), Condition("moves", Place("before", 21), "1", 101.0)),
        (checker(left="moves >= n * n", right="1", factor=1.0), Condition("moves", Place("before", 21), "n * n", 1.0)),
        (checker(left="moves >= n - 5", right="1", factor=1.0), Condition("moves >= n - 5", Place("before", 21))),
        (checker(left="moves > n", right="1", factor=1.0), Condition("moves > n", Place("before", 21))),
        (
            checker(left="moves > 3 && n > 2", right="1", factor=1.0),
            Condition("moves > 3 && n > 2", Place("before", 21)),
        ),
        (
            checker(
                left="_count",
                count={"line": 17, "where": "before", "amount": "1", "since_line": 15, "since_where": "body"},
            ),
            Condition("_count", Place("before", 21), "n", 2.0, Count(Place("before", 17), "1", Place("body", 15))),
        ),
    ],
)
def test_a_condition_is_read_as_what_grows_and_what_it_is_measured_against(made, condition):
    words, _ = read_sentences(json.loads(worded("A.")), QUESTION)
    assert read_conditions({"checkers": [made]}, {1: words[0]}, QUESTION).good == {1: condition}


def test_functions_of_a_setup_get_names_of_their_own():
    words, _ = read_sentences(json.loads(worded("A.", "B.")), QUESTION)
    setup = "long long falls(const vector<int>& v) { return v.empty() ? 0 : v.front() > v.back(); }"
    made = [checker(1, "falls(v)", "1", 14, setup=setup), checker(2, "falls(v) + 1", "2", 14, setup=setup)]
    first, second = read_conditions({"checkers": made}, dict(enumerate(words, 1)), QUESTION).good.values()
    name = first.left.partition("(")[0]
    assert name.startswith("falls_") and f"long long {name}(const" in first.setup and "falls(" not in first.setup
    assert not second.left.startswith(name)


@pytest.mark.parametrize(
    ("sentences", "line", "says"),
    [(("A.",), 99, "no line 99"), (("  ",), 16, "empty"), (("The first value is 4501.",), 16, "4501")],
)
def test_sentences_about_nothing_are_refused(sentences, line, says):
    good, rejected = read_sentences(json.loads(worded(*sentences, line=line)), QUESTION)
    assert not good and says in rejected[0]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The loop at line 16 runs often.", "The loop runs often."),
        ("The loop (lines 16 to 18) runs often.", "The loop runs often."),
        ("Those of line 25 fail (line 26 is passed).", "Those of line 25 fail (line 26 is passed)."),
        ("Deep (lines 16 to 18).", "Deep."),
        ("The loop of lines 16-18 is long.", "The loop is long."),
        ("The line is long.", "The line is long."),
    ],
)
def test_sentences_name_no_lines(said, shown):
    good, _ = read_sentences(json.loads(worded(said)), QUESTION)
    assert good[0].sentence == shown


def test_bounds_and_round_numbers_may_be_named():
    good, rejected = read_sentences(json.loads(worded("n is near 5000.", "v stays below 9999.", "over 4500")), QUESTION)
    assert len(good) == 3 and not rejected


def test_sentences_without_lines_are_asked_for_again():
    model = FakeModel([worded("A.", line=99), worded("A."), coded(checker())])
    report = asked(model)
    assert kinds(report) == [(1, 1, "reasoning", "invalid"), (1, 2, "reasoning", ""), (1, 1, "checkers", "")]
    assert "no line 99" in model.requests[1].messages[-1].content and len(report.faithful) == 1


def test_the_same_condition_counts_once_across_samples_and_rules():
    condition = Condition("moves", Place("before", 21), "n ", 8.0)
    rule = Constraint("r", 16, "Rule.", condition, ConstraintOrigin("rule", "x"))
    twice = FakeModel([worded("A."), coded(checker())], [worded("B."), coded(checker(left=" moves"))])
    report = asked(twice)
    assert len(report.constraints) == 1 and report.merged == 1
    report = asked(FakeModel([worded("A."), coded(checker())]), question=replace(QUESTION, known=(rule,)))
    assert not report.constraints and report.merged == 1


def test_the_same_words_count_once():
    report = asked(FakeModel([worded("Many swaps."), coded()], [worded("many  swaps"), coded()]))
    assert len(report.constraints) == 1 and report.merged == 1


@pytest.mark.parametrize(
    "reply", [ModelReply("", "refusal", "No."), ModelReply("", "content_filter"), ModelReply('{"fragments": [', "cut")]
)
def test_a_bad_reply_costs_a_round_and_nothing_else(reply):
    report = asked(FakeModel([reply, worded("A."), reply, coded(checker())]))
    assert [each.kind for each in report.attempts] == ["reply", "", "reply", ""] and len(report.faithful) == 1


def test_words_are_kept_when_nobody_answers_any_more():
    report = asked(FakeModel([worded("A."), TokensSpent("enough")]))
    assert [each.condition for each in report.constraints] == [None] and report.failure is not None


def test_what_passed_is_kept_when_the_gate_fails_on_a_later_reply():
    class Breaking(FakeGate):
        def __call__(self, constraints, slow, fast, inputs):
            if self.asked:
                raise TargetBroken("the target can't be driven")
            return super().__call__(constraints, slow, fast, inputs)

    model = FakeModel([worded("A."), coded(checker())], [worded("B."), coded(checker(left="moves + 1"))])
    report = asked(model, Breaking())
    assert [each.sentence for each in report.faithful] == ["A."] and isinstance(report.failure, TargetBroken)
    assert report.faithful[0].origin.conversation in report.conversations


def test_nobody_there_is_raised():
    with pytest.raises(ModelUnavailable):
        asked(FakeModel([ModelUnavailable("gone")]))


def test_cancelling_asks_nothing():
    model = FakeModel([worded("A.")])
    assert asked(model, cancelled=lambda: True).constraints == () and not model.requests

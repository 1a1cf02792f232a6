"""Asking for generators: the specification, the judging, and the rounds, with a fake model and a fake sandbox."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fake_model import FakeModel

from slowpath.errors import ModelUnavailable, TokensSpent
from slowpath.generators.judge import Judge, scaled
from slowpath.generators.methods import METHODS
from slowpath.generators.rounds import Rounds
from slowpath.generators.specification import CandidateScenario, GenerationSpec, Principle
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import ModelReply, Usage
from slowpath.llm.prompts import load_prompt
from slowpath.llm.transcript import transcript
from slowpath.model.generator import GeneratorRun
from slowpath.model.ports import InputVerdict

FORMAT = from_text("n: int 1..1000\na: int[n] 1..9\n")
SCENARIO = CandidateScenario("Sorting", (Principle("Bubble sort", "structural", "Strictly decreasing"),), ("keyword",))
SPEC = GenerationSpec("try", "Sort them.", FORMAT, tuple(boundaries(FORMAT)), (SCENARIO,), "int main() {}", "cpp")


def array(length: int, value: int = 5) -> bytes:
    return f"{length}\n{' '.join([str(value)] * length)}\n".encode()


class FakeRunner:
    """Runs "programs" that are keys of a table: an entry is a run, or a function of seed and size."""

    def __init__(self, **programs) -> None:
        self.programs = {
            "good": GeneratorRun((array(1000),)),
            "small": GeneratorRun((array(10),)),
            "crash": GeneratorRun(failure="crash", detail="line 3, in generate\nIndexError"),
            "grows": lambda seed, size: GeneratorRun((array(max(1, size)),), takes=("size",)),
            **programs,
        }
        self.calls: list[tuple[str, int, int]] = []

    def run(self, source, seed, size):
        self.calls.append((source, seed, size))
        run = self.programs[source]
        return run(seed, size) if callable(run) else run

    def close(self):
        return

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return


def model_of(*samples: list) -> FakeModel:
    """A model that writes programs by their names; a text after "!" is said as it is."""
    return FakeModel(
        *samples,
        said=lambda _, text: (
            text.removeprefix("!")
            if text.startswith("!")
            else json.dumps({"idea": f"idea of {text}", "generator": text})
        ),
    )


def asked(model: FakeModel, runner: FakeRunner | None = None, method: str = "stab", **more):
    spec = more.pop("spec", SPEC)
    judge = Judge(spec, runner or FakeRunner(), more.pop("validators", ()))
    return Rounds(spec, METHODS[method], model, judge, samples=len(model.samples), **more).run()


def kinds(report) -> list[tuple[int, int, str]]:
    return [(attempt.sample, attempt.round, attempt.kind) for attempt in report.attempts]


def test_the_prompt_holds_problem_boundary_scenarios_and_format():
    request = load_prompt("stab-generator").request(METHODS["stab"].values(SPEC))
    text = request.messages[1].content
    for part in (
        "Sort them.",
        "a: int[n] 1..9",
        "n = 1000",
        "Bubble sort [structural]: Strictly decreasing",
        "because: keyword",
        "generate(1, 1000)",
        "wanted value of `n`",
    ):
        assert part in text
    assert "int main" not in text


@pytest.mark.parametrize(
    ("method", "shows_solution"), [("stab", False), ("tg", False), ("plain", False), ("sas", True)]
)
def test_only_evalperf_is_shown_the_solution(method, shows_solution):
    request = load_prompt(METHODS[method].prompt).request(METHODS[method].values(SPEC))
    assert ("int main" in request.messages[1].content) is shows_solution


def test_a_specification_of_nothing_still_makes_a_prompt():
    spec = GenerationSpec("bare", "", from_text("x: int 1..9\n"), (), ())
    assert spec.full_size == 1 and "no statement" in spec.statement_text() and "ignore `size`" in spec.size_text()
    for method in METHODS.values():
        load_prompt(method.prompt).request(method.values(spec))


def test_a_very_long_statement_is_cut_and_says_so():
    assert replace(SPEC, statement="x" * 100_000).statement_text().endswith("[... cut here]")


@pytest.mark.parametrize(
    ("run", "kind", "says"),
    [
        (GeneratorRun((b"3\n1 2\n",)), "invalid", "line 2, token 3"),
        (GeneratorRun((b"3\n1 2 3 4\n",)), "invalid", "line 2 has 4 tokens"),
        (GeneratorRun((b"2\n1 10\n",)), "invalid", "a[2]: 10 is greater than 9"),
        (GeneratorRun((b"0\n\n",)), "invalid", "n: 0 is less than 1"),
        (GeneratorRun((array(1000), array(1000))), "shape", "2 inputs"),
        (GeneratorRun(failure="time", detail="it was stopped after 10 s"), "time", "takes too long: it was stopped"),
        (GeneratorRun(failure="crash", detail="line 3\nIndexError"), "crash", "crashed:\nline 3"),
    ],
)
def test_a_rejection_says_where_and_why(run, kind, says):
    judgement = Judge(SPEC, FakeRunner(tried=run)).judge("tried", "stab", "label")
    assert judgement.program is None and judgement.kind == kind and says in judgement.reasons[0]


def test_blanks_that_a_strict_validator_rejects_are_gone():
    judgement = Judge(SPEC, FakeRunner(tried=GeneratorRun((b"3 \n 1  2\t3 \n\n",)))).judge("tried", "stab", "label")
    assert judgement.inputs[0].data == b"3\n1 2 3\n"


def test_a_generator_that_doesnt_repeat_is_rejected():
    lengths = iter([900, 901])
    runner = FakeRunner(tried=lambda seed, size: GeneratorRun((array(next(lengths)),)))
    assert Judge(SPEC, runner).judge("tried", "stab", "label").kind == "unrepeatable"


def test_several_inputs_of_one_run_are_judged_one_by_one():
    runner = FakeRunner(tried=GeneratorRun((array(1000), b"1\n99\n", array(999))))
    judgement = Judge(SPEC, runner).judge("tried", "tg", "label", many=True)
    assert [made.index for made in judgement.inputs] == [0, 2] and judgement.reasons[0].startswith("Input 2:")


def test_the_problems_own_validator_wins():
    class Strict:
        name = "strict.py"

        def validate(self, data):
            return InputVerdict(False, "fives are forbidden")

    judgement = Judge(SPEC, FakeRunner(), (Strict(),)).judge("good", "stab", "label")
    assert judgement.kind == "invalid" and "strict.py" in judgement.reasons[0] and "fives" in judgement.reasons[0]


def test_samples_that_pass_are_kept_in_order():
    report = asked(model_of(["good"], ["grows"]))
    assert kinds(report) == [(1, 1, ""), (2, 1, "")]
    assert [program.source for program in report.programs] == ["good", "grows"]
    assert report.programs[1].takes_size and report.inputs[1][0].size == 1000
    assert report.usage == Usage(10, 10, 2)


def test_the_reason_goes_back_until_the_generator_passes():
    model = model_of(["crash", "small", "good"])
    report = asked(model)
    assert kinds(report) == [(1, 1, "crash"), (1, 2, "small"), (1, 3, "")]
    second, third = model.requests[1], model.requests[2]
    assert "IndexError" in second.messages[-1].content and "crash" in second.messages[-2].content
    assert "valid but small: 11 tokens" in third.messages[-1].content and len(third.messages) == 4
    assert [request.purpose for request in model.requests] == [f"stab-generator try 1.{n}" for n in (1, 2, 3)]


def test_rounds_are_bounded():
    runner = FakeRunner(again=GeneratorRun(failure="crash"))
    report = asked(model_of(["crash"] + ["again"] * 5), runner, rounds=2)
    assert len(report.attempts) == 2 and not report.programs


def test_a_small_generator_is_kept_when_nothing_better_comes():
    report = asked(model_of(["small", "crash", "!no"]), FakeRunner(), rounds=2)
    assert [program.source for program in report.programs] == ["small"]


@pytest.mark.parametrize("method", ["tg", "plain"])
def test_baselines_get_no_second_round(method):
    report = asked(model_of(["crash", "good"]), method=method)
    assert len(report.attempts) == 1 and not report.programs


def test_the_same_program_counts_once():
    report = asked(model_of(["good"], ["good"]))
    assert kinds(report) == [(1, 1, ""), (2, 1, "repeated")] and len(report.programs) == 1


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (ModelReply("", "refusal", "I'd rather not."), "refused: I'd rather not."),
        (ModelReply("", "content_filter"), "content filter"),
        (ModelReply('{"idea": "x", "gener', "cut"), "connection broke"),
    ],
)
def test_a_reply_that_isnt_one_is_a_reason_and_costs_a_round(reply, says):
    report = asked(model_of([reply, "good"]))
    assert kinds(report) == [(1, 1, "reply"), (1, 2, "")] and says in report.attempts[0].reasons[0]


def test_a_reply_that_doesnt_fit_is_repaired_within_its_round():
    model = model_of(["!Sure, I'd love to!", "good"])
    report = asked(model)
    assert kinds(report) == [(1, 1, "")] and "can't be used" in model.requests[1].messages[-1].content
    assert report.usage.requests == 2


def test_nobody_there_is_raised_only_when_nobody_answered_at_all():
    gone = ModelUnavailable("gone")
    with pytest.raises(ModelUnavailable):
        asked(model_of([gone], [gone]))
    report = asked(model_of([gone], ["good"]))
    assert len(report.programs) == 1 and report.failure is gone


def test_a_spent_cap_ends_asking_and_keeps_what_there_is():
    report = asked(model_of(["crash", TokensSpent("enough")], ["good"]))
    assert kinds(report) == [(1, 1, "crash"), (1, 2, "unasked"), (2, 1, "")] and len(report.programs) == 1


def test_cancelling_asks_nothing():
    model = model_of(["good"])
    assert asked(model, cancelled=lambda: True).attempts == () and not model.requests


def test_scaling_stops_at_the_threshold():
    best, trail = scaled(Judge(SPEC, FakeRunner()), "grows", 1000, lambda data: len(data) > 100)
    assert best is not None and best.size == 64 and trail[-1] == (64, "past the threshold")


def test_scaling_ends_at_the_boundary_or_where_inputs_stop_being_valid():
    best, _ = scaled(Judge(SPEC, FakeRunner()), "grows", 1000, lambda _: False)
    assert best is not None and best.size == 1000
    breaks = FakeRunner(tried=lambda seed, size: GeneratorRun((array(size, 5 if size < 100 else 10),)))
    best, trail = scaled(Judge(SPEC, breaks), "tried", 1000, lambda _: False)
    assert best is not None and best.size == 64 and "greater than 9" in trail[-1][1]


def test_evalperfs_generator_is_kept_at_the_size_that_it_was_scaled_to():
    report = asked(model_of(["grows"]), method="sas", passes_threshold=lambda data: len(data) > 500)
    assert report.programs[0].full_size == 256 and report.inputs[0][0].size == 256


def test_a_transcript_holds_prompt_reply_and_reasons():
    report = asked(model_of(["crash"]), rounds=1)
    text = transcript(report.attempts[0])
    assert "Sort them." in text and "idea of crash" in text and "IndexError" in text


def test_a_label_is_one_printable_line():
    model = model_of(['!{"idea": "red \\u001b[31m and\\nlong ' + "x" * 200 + '", "generator": "good"}'])
    label = asked(model).programs[0].label
    assert label.isprintable() and len(label) < 80

"""Mutators of a model in the search: run on parents of the corpus, validated, told with their parent, replayed."""

from __future__ import annotations

import json

from slowpath import wire
from slowpath.engine.campaign import run_campaign
from slowpath.engine.replay import replay_bytes, replay_document
from slowpath.engine.strategies.model_mutators import FROM_SCRATCH
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import DEFAULT_MUTATORS, Budget, CampaignSpec, SlowInputFound, without_times
from slowpath.model.generator import MutatorProgram, MutatorRun
from slowpath.model.origin import input_id

FORMAT = from_text("n: int 1..2000\na: int[n] 1..1000000\n")
MAGIC = 777_777


def program(name: str) -> MutatorProgram:
    return MutatorProgram(input_id(name.encode()), name, f"model mutator {name}")


class Runner:
    """ "magic" puts the value in on which the program is slow; "wrong" is invalid, "same" changes nothing."""

    def __init__(self) -> None:
        self.runs: list[tuple[str, int]] = []
        self.scratch = 0

    def mutate(self, source, texts, calls):
        self.runs.append((source, len(calls)))
        if source == "fails":
            return MutatorRun(failure="time", detail="it was stopped")
        outputs = []
        for text, seed in calls:
            self.scratch += not texts[text]
            values = texts[text].split()[1:] or [b"5"] * 40
            if source == "magic":
                values[seed % len(values)] = b"%d" % (MAGIC + seed % 7)
            outputs.append(
                b"1\n0\n"
                if source == "wrong"
                else None
                if source == "crashes"
                else b"%d\n  %s" % (len(values), b" ".join(values))
            )
        return MutatorRun(tuple(outputs), ("",) * len(outputs))

    def close(self):
        return

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return


def hits(instance: dict) -> list[int]:
    return [instance["n"], sum(1000 for value in instance["a"] if MAGIC <= value < MAGIC + 50)]


def events(
    fake_executor,
    *programs: MutatorProgram,
    runner: Runner | None = None,
    executions: int = 200,
    ablations: tuple[str, ...] = (),
) -> list:
    spec = CampaignSpec(
        "p.cpp",
        "cpp",
        b"int main() {}",
        FORMAT,
        (("1", b"2\n1 2\n"),),
        Budget(executions=executions),
        seed=3,
        mutators=programs,
        ablations=ablations,
    )
    return list(
        run_campaign(
            spec,
            fake_executor(FORMAT, hits, 2),
            campaign_id="c",
            keep_input=input_id,
            clock=lambda: 0.0,
            stop=lambda: False,
            runner=runner or Runner(),
        )
    )


def found(made: list) -> list:
    return [
        event.slow_input
        for event in made
        if isinstance(event, SlowInputFound) and event.slow_input.origin.strategy == "model-mutator"
    ]


def test_what_a_mutator_makes_is_found_and_names_its_parent(fake_executor):
    slow = max(found(events(fake_executor, program("magic"))), key=lambda each: each.cost.count)
    assert slow.origin.label.startswith("model mutator magic of #") and slow.origin.parent and slow.ratio > 10


def test_mutators_that_fail_crash_or_break_rules_cost_nothing_but_their_turn(fake_executor):
    bad = [program(name) for name in ("fails", "crashes", "wrong", "same")]
    assert not found(events(fake_executor, *bad))
    assert found(events(fake_executor, *bad, program("magic")))


def test_generators_inside_of_mutators_open_the_search(fake_executor):
    runner = Runner()
    made = found(events(fake_executor, program("fails"), program("magic"), runner=runner, executions=12))
    assert made[0].origin.label == "model mutator magic from scratch" and not made[0].origin.parent
    assert made[0].found_at_execution <= 4 and runner.scratch == FROM_SCRATCH


def test_several_seeds_share_a_run_of_the_sandbox(fake_executor):
    runner = Runner()
    events(fake_executor, program("magic"), runner=runner)
    assert max(calls for _, calls in runner.runs) == 8


def test_the_ablation_of_constraint_aware_mutators_leaves_them_out(fake_executor):
    runner = Runner()
    events(fake_executor, program("magic"), runner=runner, ablations=(DEFAULT_MUTATORS,))
    assert not runner.runs


def test_the_same_seed_gives_the_same_events(fake_executor):
    first, second = (events(fake_executor, program("magic"), program("same")) for _ in range(2))
    assert [without_times(event) for event in first] == [without_times(event) for event in second]


def test_a_replay_of_a_mutant_holds_its_bytes(fake_executor):
    slow = found(events(fake_executor, program("magic")))[0]
    data = b"1\n777777\n"
    document = json.loads(json.dumps(replay_document(slow.origin, FORMAT, data)))
    assert replay_bytes(document) == data and "recipe" not in document


def test_a_specification_with_mutators_survives_the_wire():
    spec = CampaignSpec("p.cpp", "cpp", b"", FORMAT, (), Budget(executions=1), mutators=(program("magic"),))
    assert wire.decode(CampaignSpec, json.loads(wire.dumps(spec))) == spec

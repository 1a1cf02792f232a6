"""Generators of a model in the search: proposed, validated, told with their seed, made again exactly."""

from __future__ import annotations

import json

import pytest

from slowpath import wire
from slowpath.engine.campaign import run_campaign
from slowpath.engine.replay import replay_bytes, replay_document
from slowpath.errors import UsageError
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, SlowInputFound, without_times
from slowpath.model.generator import GeneratorProgram, GeneratorRun
from slowpath.model.origin import input_id

FORMAT = from_text("n: int 1..2000\na: int[n] 1..1000000\n")
MAGIC = 777_777


def program(name: str, takes: tuple[str, ...] = ()) -> GeneratorProgram:
    return GeneratorProgram(
        input_id(name.encode()), name, "stab", f"model {name}", 2000, "seed" in takes, "size" in takes
    )


class Runner:
    """ "magic" makes the value that the program under test is slow on; "seeded" varies; "wrong" is invalid."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int, int]] = []

    def run(self, source, seed, size):
        self.calls.append((source, seed, size))
        if source == "fails":
            return GeneratorRun(failure="crash", detail="IndexError")
        if source == "wrong":
            return GeneratorRun((b"2\n0 0\n",))
        if source == "several":
            return GeneratorRun(tuple(f"2\n{MAGIC} {n}\n".encode() for n in (1, 2, 3)))
        values = [MAGIC + (seed if source == "seeded" else 0)] * size
        return GeneratorRun((f"{size}\n{'  '.join(map(str, values))}\n".encode(),))

    def close(self):
        return

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return


def hits(instance: dict) -> list[int]:
    """Slow only on values that no catalogue knows."""
    return [instance["n"], sum(1000 for value in instance["a"] if value >= MAGIC and value < MAGIC + 50)]


def events(fake_executor, *programs: GeneratorProgram, runner: Runner | None = None, executions: int = 120) -> list:
    spec = CampaignSpec(
        "p.cpp",
        "cpp",
        b"int main() {}",
        FORMAT,
        (("1", b"2\n1 2\n"),),
        Budget(executions=executions),
        seed=3,
        generators=programs,
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
        if isinstance(event, SlowInputFound) and event.slow_input.origin.strategy == "model-generator"
    ]


def test_what_a_generator_makes_is_found_and_names_it(fake_executor):
    slow = max(found(events(fake_executor, program("magic"))), key=lambda each: each.cost.count)
    assert slow.origin.label == "model magic" and slow.ratio > 1000
    assert slow.origin.recipe["source"] == "magic" and slow.origin.recipe["rng_seed"] == 1


def test_seeds_are_varied_where_they_change_anything(fake_executor):
    runner = Runner()
    events(fake_executor, program("magic", ("seed",)), program("seeded", ("seed",)), runner=runner, executions=600)
    seeds = {name: {seed for source, seed, _ in runner.calls if source == name} for name in ("magic", "seeded")}
    assert len(seeds["seeded"]) > 3 >= len(seeds["magic"])


def test_generators_that_scale_are_tried_small_as_well(fake_executor):
    runner = Runner()
    events(fake_executor, program("magic", ("size",)), runner=runner, executions=400)
    assert {size for _, _, size in runner.calls} == {2000, 32}


def test_all_inputs_of_one_run_are_proposed(fake_executor):
    runner = Runner()
    made = found(events(fake_executor, program("several"), runner=runner))
    assert {slow.origin.recipe["index"] for slow in made} <= {0, 1, 2} and made
    assert len([call for call in runner.calls if call[0] == "several"]) == 1


def test_generators_that_fail_or_are_invalid_cost_nothing_but_their_turn(fake_executor):
    assert found(events(fake_executor, program("fails"), program("wrong"))) == []


def test_the_same_seed_gives_the_same_events(fake_executor):
    first, second = (events(fake_executor, program("seeded", ("seed", "size")), program("several")) for _ in range(2))
    assert [without_times(event) for event in first] == [without_times(event) for event in second]


def test_a_specification_with_generators_survives_the_wire():
    spec = CampaignSpec(
        "p.cpp", "cpp", b"", FORMAT, (), Budget(executions=1), generators=(program("magic", ("seed",)),)
    )
    assert wire.decode(CampaignSpec, json.loads(wire.dumps(spec))) == spec


def test_a_campaign_without_generators_is_as_it_was(fake_executor):
    bare = events(fake_executor)
    assert found(bare) == []


def document(fake_executor) -> tuple[dict, bytes, Runner]:
    runner = Runner()
    slow = found(events(fake_executor, program("magic"), runner=runner))[0]
    data = f"2000\n{' '.join([str(MAGIC)] * 2000)}\n".encode()
    return json.loads(json.dumps(replay_document(slow.origin, FORMAT, data, runner))), data, runner


def test_a_replay_carries_the_source_and_makes_the_same_bytes(fake_executor):
    made, data, runner = document(fake_executor)
    assert made["recipe"]["source"] == "magic" and "data" not in made
    assert replay_bytes(made, runner) == data


def test_without_a_sandbox_the_bytes_themselves_are_kept(fake_executor):
    slow = found(events(fake_executor, program("magic")))[0]
    made = replay_document(slow.origin, FORMAT, b"2\n1 2\n")
    assert "recipe" not in made and replay_bytes(made) == b"2\n1 2\n"


def test_a_generator_that_gives_something_else_now_is_refused(fake_executor):
    made, _, runner = document(fake_executor)
    for changed in ({"rng_seed": 2, "size": 1999}, {"source": "fails"}, {"index": 5}):
        damaged = {**made, "recipe": {**made["recipe"], **changed}}
        with pytest.raises(UsageError):
            replay_bytes(damaged, runner)
    with pytest.raises(UsageError, match="sandbox"):
        replay_bytes(made)

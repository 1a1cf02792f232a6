"""From a reply to a generator: run over a ladder of sizes and seeds, which it must do each time in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from slowpath.generators.judge import told_failure
from slowpath.generators.rounds import labelled
from slowpath.llm.rounds import Judged
from slowpath.model.generator import GeneratorProgram, GeneratorRunner
from slowpath.model.origin import input_id

METHOD = "reading"
FULL_SIZE = 10**9
"""What asks for the largest input."""
LADDER = ((1, 2), (2, 3), (4, 4), (10, 6), (40, 4), (1000, 2), (FULL_SIZE, 2))
"""Sizes, and how many seeds are tried at each."""
UNREPEATABLE = "unrepeatable"


@dataclass(frozen=True)
class MadeInput:
    """An input with the arguments that made it."""

    seed: int
    size: int
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class GeneratorPart:
    """A generator that runs, with the inputs of its ladder."""

    program: GeneratorProgram
    inputs: tuple[MadeInput, ...]


def judged_generator(value: Mapping[str, Any], runner: GeneratorRunner) -> tuple[GeneratorPart | None, Judged]:
    """The generator of a reply, None where it doesn't stand on its own, and what became of the reply."""
    source, idea = str(value["generator"]), str(value["idea"])
    made: list[MadeInput] = []
    takes: tuple[str, ...] = ()
    for size, seeds in LADDER:
        for seed in range(1, seeds + 1):
            run = runner.run(source, seed, size)
            if run.failure or not run.outputs:
                told = told_failure("generator", run.failure or "shape", run.detail)
                return None, Judged(run.failure or "shape", (f"At seed {seed}, size {size}: {told}",), source, idea)
            made += [MadeInput(seed, size, output) for output in run.outputs]
            takes = run.takes
    size, _ = LADDER[3]
    if runner.run(source, 1, size).outputs != tuple(each.data for each in made if (each.seed, each.size) == (1, size)):
        return None, Judged(
            UNREPEATABLE,
            ("Two runs with the same seed gave different inputs: take all randomness from random.Random(seed).",),
            source,
            idea,
        )
    program = GeneratorProgram(
        input_id(source.encode("utf-8", "replace")),
        source,
        METHOD,
        labelled("model generator", idea),
        FULL_SIZE,
        "seed" in takes,
        "size" in takes,
    )
    return GeneratorPart(program, tuple(made)), Judged(source=source, idea=idea)

"""What somebody thinks breaks the program: inputs of a language model or the user, and generators that a model wrote.

Ideas are judged like any other input: what the format doesn't parse or allow isn't run.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.engine.candidate import FULL, Candidate
from slowpath.engine.generated import laid_out, recipe_of
from slowpath.faults.fault_search_state import FaultSearchState
from slowpath.faults.sources.source import Stream
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorProgram, GeneratorRunner
from slowpath.model.origin import Origin

NAME = "ideas"
SEEDS = 12


def ideas(state: FaultSearchState) -> Stream:
    """The ideas in their order, then what each generator makes of its first seeds."""
    return Stream(NAME, "Trying the inputs and generators that were given.", 1, _all(state))


def _all(state: FaultSearchState) -> Iterator[Candidate]:
    spec, runner = state.spec, state.contest.runner
    for idea in spec.ideas:
        data, instance = laid_out(spec.format, idea.data)
        yield Candidate(data, instance, Origin("idea", idea.label), FULL, NAME)
    for seed in range(1, SEEDS + 1) if runner is not None else ():
        for program in spec.generators:
            if runner is not None and (seed == 1 or program.takes_seed):
                yield from _generated(spec.format, runner, program, seed)


def _generated(fmt: InputFormat, runner: GeneratorRunner, program: GeneratorProgram, seed: int) -> Iterator[Candidate]:
    """What a generator makes of a seed; nothing where it fails."""
    run = runner.run(program.source, seed, program.full_size)
    for index, output in enumerate(() if run.failure else run.outputs):
        data, instance = laid_out(fmt, output)
        origin = Origin(
            "model-generator",
            f"generator of a model, seed {seed}",
            recipe=recipe_of(program, seed, program.full_size, index),
        )
        yield Candidate(data, instance, origin, FULL, NAME)

"""Inputs of generators that a model wrote: from a run to the input's bytes, and from a recipe to them again.

A recipe carries the generator's source, so that a replay needs nothing but itself and a sandbox. The bytes are the
format's own layout of what the generator gave: blanks that a validator would not forgive are gone.
"""

from __future__ import annotations

from typing import Any

from slowpath.errors import UsageError
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorProgram, GeneratorRunner

KIND = "generator"


def recipe_of(program: GeneratorProgram, seed: int, size: int, index: int) -> dict[str, Any]:
    """What makes the input again: the generator by id and source, its arguments, and the place in its result."""
    return {
        "kind": KIND,
        "generator": program.id,
        "method": program.method,
        "rng_seed": seed,
        "size": size,
        "index": index,
        "source": program.source,
    }


def laid_out(fmt: InputFormat, output: bytes) -> tuple[bytes, dict[str, Any] | None]:
    """The output in the format's layout with its instance; as it is, with None, where the format doesn't parse it."""
    try:
        instance = parse(fmt, output)
    except ParseError:
        return output, None
    return print_input(fmt, instance), instance


def made_again(fmt: InputFormat, recipe: dict[str, Any], runner: GeneratorRunner) -> bytes:
    """The bytes of a recipe. Raises `UsageError` where the generator fails now."""
    run = runner.run(str(recipe["source"]), int(recipe["rng_seed"]), int(recipe["size"]))
    index = int(recipe["index"])
    if run.failure or not 0 <= index < len(run.outputs):
        raise UsageError(
            f"the replay's generator fails ({run.failure or 'too few inputs'}): {run.detail}".strip(),
            "Write the replay again from the campaign.",
        )
    return laid_out(fmt, run.outputs[index])[0]

"""The JSON objects of what asking a model came to: its replies, what they cost, and generators that it wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slowpath.commands.json_objects import error_object

if TYPE_CHECKING:
    from slowpath.generators.judge import JudgedInput
    from slowpath.generators.rounds import Attempt, GeneratorsReport
    from slowpath.llm.client import Usage
    from slowpath.model.generator import GeneratorProgram
    from slowpath.pipeline import SavedInput


def asked_object(prompts: Sequence[str], model: str, usage: Usage) -> dict[str, Any]:
    """What asking a model cost."""
    return {
        "event": "asked",
        "prompts": list(prompts),
        "model": model,
        "requests": usage.requests,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "estimated": usage.estimated,
    }


def asked_by(attempts: Sequence[Attempt], model: str) -> dict[str, Any]:
    """What these rounds of asking cost, all in one."""
    from slowpath.llm.rounds import usage_of

    return asked_object(list(dict.fromkeys(each.prompt for each in attempts)), model, usage_of(attempts))


def attempt_object(attempt: Attempt) -> dict[str, Any]:
    """One reply of the model, and what became of the generator in it."""
    usage = attempt.usage
    return {
        "event": "attempt",
        "sample": attempt.sample,
        "round": attempt.round,
        "state": attempt.kind or "passed",
        "reasons": list(attempt.reasons),
        "idea": attempt.idea,
        "source": attempt.source,
        "finish": attempt.finish,
        "obtained": attempt.obtained,
        "stale": attempt.stale,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "estimated": usage.estimated,
    }


def generator_object(
    program: GeneratorProgram, inputs: Sequence[JudgedInput], saved: Sequence[SavedInput], folder: Path, number: int
) -> dict[str, Any]:
    """A generator that passed, with the inputs that it made."""
    return {
        "event": "generator",
        "id": program.id,
        "label": program.label,
        "method": program.method,
        "path": str(folder / f"{program.method}-{number}.py"),
        "full_size": program.full_size,
        "takes_seed": program.takes_seed,
        "takes_size": program.takes_size,
        "inputs": [
            {
                "path": str(saved[place].path),
                "replay": str(saved[place].replay_path),
                "id": made.id,
                "size": len(made.data),
                "seed": made.seed,
                "asked_size": made.size,
            }
            for place, made in enumerate(inputs)
        ],
    }


def generators_object(report: GeneratorsReport, folder: Path) -> dict[str, Any]:
    """The last object of `generators --json`."""
    usage = report.usage
    return {
        "event": "finished",
        "method": report.method,
        "prompt": report.prompt,
        "model": report.model,
        "generators": len(report.programs),
        "attempts": len(report.attempts),
        "requests": usage.requests,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "estimated": usage.estimated,
        "folder": str(folder),
        "failure": error_object(report.failure) if report.failure is not None else None,
    }

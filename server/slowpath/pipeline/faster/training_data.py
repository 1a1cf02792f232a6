"""Pairs for fine-tuning, as ECCO conditions them (section 4.3): on what running the slow program shows, and on the
versions that a file went through. Only proven programs are targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite

PAIRS_VERSION = 1


def training_pairs(
    solution: Solution, problem: Problem, proven: ProvenRewrite, versions: Sequence[bytes]
) -> list[dict[str, Any]]:
    """The pairs as JSON objects: execution-conditioned always, trajectory-conditioned where there are two earlier
    versions at least."""
    common = {
        "slowpath_training_pair": PAIRS_VERSION,
        "problem": problem.name,
        "language": solution.language,
        "source": _text(solution.source),
        "target": _text(proven.source),
        "origin": proven.origin,
        "inputs_agreed": proven.inputs_agreed,
        "speedup": proven.speed.geomean,
        "memory_reduction": proven.speed.memory_reduction,
    }
    runs = [
        {"name": each.name, "size": each.size, "correct": True, "cpu_s": each.before_s, "at_least": each.at_least}
        for each in proven.speed.per_input
    ]
    pairs = [
        {
            **common,
            "kind": "execution",
            "execution": runs,
            "prompt": _execution_prompt(solution, runs),
            "completion": _text(proven.source),
        }
    ]
    if len(versions) >= 2:
        texts = [_text(version) for version in versions]
        pairs.append(
            {
                **common,
                "kind": "trajectory",
                "trajectory": texts,
                "prompt": _trajectory_prompt([*texts, _text(solution.source)]),
                "completion": _text(proven.source),
            }
        )
    return pairs


def _execution_prompt(solution: Solution, runs: Sequence[dict[str, Any]]) -> str:
    """ECCO figures 8 and 9."""
    stats = "\n".join(
        f"-- Stats for {run['name']} --\nCorrect: PASSED\nRun time:"
        f" {'over ' if run['at_least'] else ''}{run['cpu_s']:.3g} s"
        for run in runs
    )
    return (
        f"Optimize the {solution.language} program below to be functionally equivalent but run faster and use less"
        f" memory.\n\n### Program:\n{_text(solution.source)}\n\n### Execution results:\n{stats}\n\n"
        "### Optimized (Runtime and Space) version of Program above:\n"
    )


def _trajectory_prompt(texts: Sequence[str]) -> str:
    """ECCO figure 14, with the program as it is now for the last step before the target."""
    steps = "\n\n".join(f"## {number} iteration program:\n{text}" for number, text in enumerate(texts, start=1))
    return f"{steps}\n\n### Final iteration program:\n"


def _text(source: bytes) -> str:
    return source.decode("utf-8", "replace")

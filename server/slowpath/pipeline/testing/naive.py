"""Naive versions of the right program that a language model writes: slow ways that a test set is held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from slowpath.model.breaking import Role
from slowpath.model.campaign import Warned
from slowpath.model.testset import Against, Opponent
from slowpath.pipeline.hacks import HackAsking, OnAttempt, with_ideas
from slowpath.pipeline.testing.problem import TestSetSpec
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.client import ModelClient, Usage

CHANGE = "a naive version by a model"


@dataclass(frozen=True)
class WithNaive:
    """The specification with the naive versions that agree with all samples, what asking cost, and what didn't come."""

    spec: TestSetSpec
    usage: Usage
    asked: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()


def with_naive_versions(
    spec: TestSetSpec,
    settings: Settings,
    client: ModelClient,
    *,
    samples: int,
    rounds: int,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> WithNaive:
    """Asks for brute forces, as `break` does (`hacks.ask_brute_forces`): each is tried on the samples and on tiny
    inputs, and runs in a jail. The model sees no program. One that doesn't answer is a warning."""
    asking = HackAsking((), samples, rounds, brute_force=True)
    found = with_ideas(
        spec.breaking, spec.problem, spec.report, settings, client, asking, on_attempt=on_attempt, cancelled=cancelled
    )
    written = [each.solution for each in found.spec.references if each.role is Role.MODEL]
    naive = tuple(
        Opponent(f"naive version {number}", Against.SLOW_WAY, solution, CHANGE)
        for number, solution in zip(count(1), written, strict=False)
    )
    warnings = tuple(each for each in found.warnings if each.code != "one-brute-force")  # It judges nothing here.
    return WithNaive(replace(spec, naive=naive), found.usage, found.asked, warnings)

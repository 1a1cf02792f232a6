"""What a unit asks a language model before it searches: generators by one way of asking, or constraints and mutators.

Neither is part of the search's budget: a model's answer takes as long as its endpoint does.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from slowpath import pipeline
from slowpath.evaluation.rows import ModelFigures
from slowpath.evaluation.strategies import CONSTRAINTS, Strategy
from slowpath.evaluation.work.opened import Opened
from slowpath.llm.client import ModelClient
from slowpath.model.campaign import Budget
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import Constraint
from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorProgram, MutatorProgram
from slowpath.storage.memory import MemoryStore

SAMPLES, ROUNDS, MUTATOR_ROUNDS = 1, 5, 10
"""Conversations for one program, corrections in each, and those of a mutator (WEDGE appendix A.2: ten)."""
LEAST_FOR_PAIR, LEAST_RATIO, PAIR = 60, 2.0, Budget(executions=400)
"""What the search for the pair of inputs takes that a model is shown (WEDGE section 3.1): at least so many runs, and
where the slow one costs less than so many times the fast one as many as the budget has."""


@dataclass(frozen=True)
class Asked:
    """What the model gave that a search can use."""

    generators: tuple[GeneratorProgram, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    mutators: tuple[MutatorProgram, ...] = ()
    figures: ModelFigures = ModelFigures()


def asked_of(place: Opened, strategy: Strategy, report: FormatReport) -> Asked:
    """Asks as the strategy does. Raises `ModelUnavailable` or `TokensSpent` where the model gave no answer,
    `UsageError` where none is named."""
    given = place.work.model
    client = pipeline.open_model(
        place.settings, record=given.record, replay=given.replay, obtained=given.obtained, max_tokens=given.max_tokens
    )
    return (
        _constraints(place, report, client)
        if strategy.asks == CONSTRAINTS
        else _generators(place, report, client, strategy.asks)
    )


def _generators(place: Opened, report: FormatReport, client: ModelClient, method: str) -> Asked:
    made = pipeline.write_generators(
        place.problem, place.solution, report, place.settings, client, method, samples=SAMPLES, rounds=ROUNDS
    )
    if made.failure is not None and not made.programs:
        raise made.failure
    asked = len({attempt.sample for attempt in made.attempts})
    return Asked(
        made.programs,
        figures=ModelFigures(
            made.model,
            generators=asked,
            generators_kept=len(made.programs),
            rounds=len(made.attempts),
            failure=made.failure.message if made.failure is not None else "",
        ),
    )


def _with_a_pair(place: Opened, report: FormatReport, store: MemoryStore) -> CampaignView:
    """What a short search comes to."""
    view = CampaignView()

    def has_enough() -> bool:
        pair = view.contrast
        return pair is not None and pair.cost_ratio >= LEAST_RATIO and view.executions >= LEAST_FOR_PAIR

    spec = pipeline.campaign_spec(place.solution, place.problem, report, place.settings, PAIR, place.work.unit.seed)
    campaign_id = pipeline.campaign_id(spec, "pair")
    for event in pipeline.find(
        spec, place.settings, store, campaign_id=campaign_id, stop=has_enough, clock=time.monotonic
    ):
        view = fold(view, event)
    return view


def _constraints(place: Opened, report: FormatReport, client: ModelClient) -> Asked:
    store = MemoryStore()
    view = _with_a_pair(place, report, store)
    known, contrast = pipeline.known_of(view, store), view.contrast
    if contrast is None or known.slow is None or known.fast is None:
        return Asked(figures=ModelFigures(failure="No pair of inputs was found to show the model."))
    found = pipeline.write_constraints(
        place.problem, place.solution, report, contrast, known, place.settings, client, samples=SAMPLES, rounds=ROUNDS
    )
    made = pipeline.write_mutators(
        place.problem,
        place.solution,
        report,
        place.settings,
        client,
        constraints=found.aims,
        contrast=contrast,
        rounds=MUTATOR_ROUNDS,
    )
    return Asked(
        (),
        tuple(found.constraints),
        tuple(made.programs),
        ModelFigures(
            made.model,
            constraints=len(found.constraints),
            constraints_kept=len(found.faithful),
            mutators=len({attempt.sample for attempt in made.attempts}),
            mutators_kept=len(made.programs),
            rounds=len(found.attempts) + len(made.attempts),
        ),
    )

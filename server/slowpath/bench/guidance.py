"""The searches that `slowpath bench constraints` compares: of one program, each with its curve.

A search that is guided by a model too begins with a short one for the pair of inputs that the model is shown; what the
model answers (its constraints past the gate, its mutators past their dry run) guides the rest. The executions and
seconds of the first are part of its budget, and what it found is part of its curve. It is made once a program, with one
seed, so that the questions are the same for all seeds and budgets, and recorded replies fit them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath import pipeline
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.reached import CleanCounts, Curve, curve
from slowpath.errors import ModelUnavailable, SlowpathError
from slowpath.llm.client import ModelClient
from slowpath.llm.rounds import OnAttempt
from slowpath.model.campaign import Budget, CampaignEvent, CampaignSpec, Ended, PhaseEntered, SlowInputFound
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import Constraint, ConstraintState
from slowpath.model.generator import MutatorProgram
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

GUIDED, BY_MODEL = "guided", "guided-by-model"
PAIR_EXECUTIONS = 60
"""What the search for the pair of inputs takes that a model is shown."""
PAIR_SEED = 0
SAMPLES, ROUNDS, MUTATOR_ROUNDS = 1, 3, 10
"""Conversations about constraints, corrections of checkers, and corrections of mutators (WEDGE appendix A.2: ten)."""


@dataclass(frozen=True)
class How:
    """The budget of every campaign, whether its seconds are those of a `CpuClock`, and ablations that all have."""

    budget: Budget
    by_cpu: bool
    ablations: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """What a model said of a program, with the search for the pair that it was shown. `failure` says why it said
    nothing, or less than was asked."""

    events: tuple[CampaignEvent, ...]
    store: MemoryStore
    constraints: tuple[Constraint, ...] = ()
    faithful: int = 0
    mutators: tuple[MutatorProgram, ...] = ()
    failure: str = ""

    @property
    def has_nothing(self) -> bool:
        """Whether there is nothing in it to guide a search."""
        return not self.constraints and not self.mutators

    @property
    def executions(self) -> int:
        """What the search for the pair took."""
        return self.events[-1].executions

    @property
    def seconds(self) -> float:
        """The same by its clock."""
        return self.events[-1].elapsed_s


class Searches:
    """Campaigns of one program. `counts` counts what they found by the clean build."""

    def __init__(self, path: Path, settings: Settings, how: How, counts: CleanCounts) -> None:
        self._settings = settings
        self._how = how
        self._counts = counts
        self.solution = pipeline.read_solution(path)
        self.problem = pipeline.read_problem(self.solution)
        self.report = pipeline.infer_format(self.problem, self.solution, settings)

    def ask(self, client: ModelClient, on_attempt: OnAttempt = lambda _: None) -> Told:
        """Searches for a pair, and asks the model for constraints and mutators. Raises `SlowpathError` where the search
        itself fails; a model that doesn't answer is a failure that is told."""
        told, view = self._pair()
        known, contrast = pipeline.known_of(view, told.store), view.contrast
        if contrast is None or known.slow is None or known.fast is None:
            return replace(told, failure="no pair of inputs was found to show the model")
        try:
            found = pipeline.write_constraints(
                self.problem,
                self.solution,
                self.report,
                contrast,
                known,
                self._settings,
                client,
                samples=SAMPLES,
                rounds=ROUNDS,
                on_attempt=on_attempt,
            )
            told = replace(told, constraints=found.constraints, faithful=len(found.faithful))
            made = pipeline.write_mutators(
                self.problem,
                self.solution,
                self.report,
                self._settings,
                client,
                constraints=found.aims,
                contrast=contrast,
                rounds=MUTATOR_ROUNDS,
                on_attempt=on_attempt,
            )
        except ModelUnavailable as error:
            return replace(told, failure=error.message)
        return replace(told, mutators=made.programs)

    def _pair(self) -> tuple[Told, CampaignView]:
        budget = Budget(self._how.budget.seconds, PAIR_EXECUTIONS)
        store = MemoryStore()
        events = self._run(self._spec(budget, PAIR_SEED, ()), store, "pair", is_whole=False)
        return Told(tuple(events), store), _view(events)

    def search(
        self, kind: str, seed: int, told: Told | None = None, is_whole: bool = True
    ) -> tuple[tuple[ConstraintState, ...], Curve]:
        """One campaign: its constraints and its curve. `kind` is `GUIDED`, `BY_MODEL` (which needs `told`), or an
        ablation. One that isn't whole ends when its budget is spent: its checkers aren't judged."""
        store = MemoryStore()
        if kind != BY_MODEL or told is None:
            spec = self._spec(self._how.budget, seed, () if kind == GUIDED else (kind,))
            events = self._run(spec, store, kind, is_whole)
            return _view(events).constraints, self._curve(events, store)
        spec = replace(self._spec(self._left(told), seed, (), told.constraints), mutators=told.mutators)
        events = self._run(spec, store, kind, is_whole)
        later = [_delayed(event, told) if isinstance(event, SlowInputFound) else event for event in events]
        return _view(events).constraints, self._curve([*told.events, *later], store, told.store)

    def _spec(
        self, budget: Budget, seed: int, ablations: tuple[str, ...], constraints: Sequence[Constraint] = ()
    ) -> CampaignSpec:
        return pipeline.campaign_spec(
            self.solution,
            self.problem,
            self.report,
            self._settings,
            budget,
            seed,
            ablations=tuple(dict.fromkeys((*self._how.ablations, *ablations))),
            constraints=constraints,
        )

    def _left(self, told: Told) -> Budget:
        """What the search for the pair left of the budget, at least one execution."""
        seconds, executions = self._how.budget.seconds, self._how.budget.executions
        return Budget(
            max(0.1, seconds - told.seconds) if seconds is not None else None,
            max(1, executions - told.executions) if executions is not None else None,
        )

    def _run(self, spec: CampaignSpec, store: MemoryStore, kind: str, is_whole: bool) -> list[CampaignEvent]:
        return searched(spec, self._settings, store, kind, CpuClock() if self._how.by_cpu else time.monotonic, is_whole)

    def _curve(self, events: Sequence[CampaignEvent], *stores: MemoryStore) -> Curve:
        start = _view(events).baseline

        def count(name: str) -> int:
            data = next((data for store in stores if (data := store.input(name)) is not None), b"")
            return self._counts.count(name, data)

        return curve(events, self._how.budget, start.cost.count if start else 0, count)


def searched(
    spec: CampaignSpec, settings: Settings, store: MemoryStore, kind: str, clock: Callable[[], float], is_whole: bool
) -> list[CampaignEvent]:
    """The events of a campaign, which `kind` tells apart from others of its specification. One that isn't whole ends
    when its budget is spent: what the closer look at the rows and their growth say isn't asked for. Raises
    `SlowpathError` where it fails."""
    events = list[CampaignEvent]()
    over = threading.Event()
    for event in pipeline.find(
        spec, settings, store, campaign_id=pipeline.campaign_id(spec, kind), stop=over.is_set, clock=clock
    ):
        events.append(event)
        if not is_whole and isinstance(event, PhaseEntered) and event.phase == "finalists":
            over.set()
        if isinstance(event, Ended) and event.outcome == "failed":
            raise SlowpathError(event.message, event.remedy)
    return events


def _view(events: Sequence[CampaignEvent]) -> CampaignView:
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return view


def _delayed(event: SlowInputFound, told: Told) -> SlowInputFound:
    """The event as one of the whole search, of which the search for the pair was the beginning."""
    slow = replace(event.slow_input, found_at_execution=event.slow_input.found_at_execution + told.executions)
    return replace(event, slow_input=slow, elapsed_s=event.elapsed_s + told.seconds)

"""A campaign over a quicksort whose first element is the pivot, with an executor that counts its comparisons."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import count as counter

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, Ended, PhaseEntered
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..300\na: int[n] 1..10^6\n")
SAMPLES = (("1.in", b"3\n2 1 3\n"), ("2.in", b"5\n5 1 4 2 3\n"))


def quicksort(instance: dict) -> list[int]:
    """Line hits of quicksort with the first element as pivot."""
    comparisons, calls = _sorting(tuple(instance["a"].tolist()))
    return [1, 5 * len(instance["a"]), comparisons, calls]


@lru_cache(maxsize=4096)
def _sorting(array: tuple[int, ...]) -> tuple[int, int]:
    """Comparisons and calls. Kept, since a search runs the same input several times."""
    comparisons, calls, stack = 0, 0, [list(array)]
    while stack:
        values = stack.pop()
        calls += 1
        if len(values) > 1:
            comparisons += len(values) - 1
            first, *rest = values
            stack.append([v for v in rest if v < first])
            stack.append([v for v in rest if v >= first])
    return comparisons, calls


def spec_of(budget: Budget, **changes) -> CampaignSpec:
    made = CampaignSpec("solution.cpp", "cpp", b"int main(){}", ARRAY, SAMPLES, budget, limits=RunLimits(cpu_s=2.0))
    return replace(made, **changes)


class Campaign:
    """Runs a campaign and keeps what it stored; the clock moves by one millisecond at each look."""

    def __init__(self, executor) -> None:
        self.executor = executor
        self.store: dict[str, bytes] = {}
        self.searched_runs = 1 << 30
        self._ticks = counter()

    def keep(self, data: bytes) -> str:
        self.store[input_id(data)] = data
        return input_id(data)

    def iterate(self, spec: CampaignSpec, stop=lambda: False, **more):
        return run_campaign(
            spec,
            self.executor,
            campaign_id="c",
            keep_input=self.keep,
            clock=lambda: next(self._ticks) / 1000,
            stop=stop,
            read_input=self.store.get,
            **more,
        )

    def run(self, spec: CampaignSpec, **more):
        """All events. `searched_runs` is how many runs were made before what was found was measured, which the
        budget doesn't count."""
        events = []
        for event in self.iterate(spec, **more):
            events.append(event)
            if isinstance(event, Ended) or (isinstance(event, PhaseEntered) and event.phase == "finalists"):
                self.searched_runs = min(self.searched_runs, self.executor.runs)
        return events


def view_of(events) -> CampaignView:
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return view

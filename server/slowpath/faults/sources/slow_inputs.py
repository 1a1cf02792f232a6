"""The search for slow inputs, whose rows are judged against the problem's limits.

It is the engine's whole campaign on the program alone, taken up for as long as its turn lasts; its clock runs only
then. A slow test case is tried as often as there may be cases as well: limits are those of whole inputs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from slowpath.engine.campaign import run_campaign
from slowpath.engine.candidate import FULL, Candidate
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.model.campaign import Budget, CampaignEvent, CampaignSpec, Ended, SlowInputFound
from slowpath.model.origin import Origin, input_id

SHARE = 0.3
MOST_EVENTS = 8
MOST_KEPT = 64
"""Inputs of the campaign that are kept until it tells of them, which it does soon after."""


class SlowInputs:
    """Proposes the campaign's slow inputs, the slowest so far as soon as it is found."""

    id = "slow"
    said = "Searching for inputs on which the program is slow."
    batch = 1

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._inputs: dict[str, bytes] = {}
        self._repeated: deque[Candidate] = deque()
        self._used_s = 0.0
        self._resumed_s: float | None = None
        self._runs = 0
        self.has_more = True
        self._events = self._campaign()

    def _campaign(self) -> Iterator[CampaignEvent]:
        state, spec = self._state, self._state.spec
        budget = spec.budget
        part = Budget(
            seconds=SHARE * budget.seconds if budget.seconds is not None else None,
            executions=int(SHARE * budget.executions) if budget.executions is not None else None,
        )
        wanted = CampaignSpec(
            path=spec.path,
            language=spec.language,
            source=spec.source,
            format=spec.format,
            samples=tuple((sample.name, sample.data) for sample in spec.samples),
            budget=part,
            seed=spec.seed,
            limits=spec.limits,
            time_limit_s=spec.time_limit_s,
            toolchain=spec.toolchain,
            assumed=spec.assumed,
            statement=spec.statement,
        )
        return run_campaign(
            wanted,
            state.contest.program,
            campaign_id="break",
            keep_input=self._kept,
            clock=self._clock,
            stop=lambda: state.is_over,
        )

    def _kept(self, data: bytes) -> str:
        name = input_id(data)
        self._inputs.pop(name, None)
        self._inputs[name] = data
        if len(self._inputs) > MOST_KEPT:
            del self._inputs[next(iter(self._inputs))]
        return name

    def _clock(self) -> float:
        """Seconds of its own turns."""
        now = self._state.clock()
        return self._used_s + (now - self._resumed_s if self._resumed_s is not None else 0.0)

    def propose(self) -> Candidate | None:
        """The next slow input, None where a turn brings none; what the campaign did for it is counted as spent."""
        self._resumed_s = self._state.clock()
        try:
            return self._next()
        finally:
            self._used_s += self._state.clock() - self._resumed_s
            self._resumed_s = None

    def _next(self) -> Candidate | None:
        if self._repeated:
            return self._repeated.popleft()
        for event in islice(self._events, MOST_EVENTS):
            self._state.spent(max(0, event.executions - self._runs))
            self._runs = max(self._runs, event.executions)
            if isinstance(event, SlowInputFound) and event.slow_input.id in self._inputs:
                data = self._inputs.pop(event.slow_input.id)
                found = Candidate(data, self._parsed(data), event.slow_input.origin, FULL, self.id)
                self._repeat(found)
                return found
            if isinstance(event, Ended):
                self.has_more = False
        return None

    def _repeat(self, found: Candidate) -> None:
        """Has the longest test case of a slow input tried again, as often as the format allows it in one input."""
        packing = self._state.packing
        cases = found.instance[packing.name] if packing is not None and found.instance is not None else ()
        if packing is None or found.instance is None or not len(cases):
            return
        longest = max(cases, key=lambda case: sum(len(value) for value in case.values() if hasattr(value, "__len__")))
        repeated = packing.repeated(found.instance, longest)
        if len(repeated[packing.name]) > 1:
            origin = Origin(self.id, f"one case again and again, of {found.origin.label}", parent=found.id)
            self._repeated.append(self._state.candidate(repeated, origin, FULL, is_validated=True))

    def _parsed(self, data: bytes) -> dict | None:
        try:
            return parse(self._state.spec.format, data)
        except ParseError:
            return None

    def observe(self, played: Played) -> None:
        """The campaign has seen the run itself."""

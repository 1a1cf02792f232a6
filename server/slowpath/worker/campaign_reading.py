"""A language model's reading of the statement beside a worker's search for slow inputs, where a model is asked at all.

The search begins with the rules' reading, but where these have none or clocks decide nothing, and goes over once the
model's stands (`pipeline.going_over`). One that goes on from the store goes over as well, or has gone over already:
then it takes the reading that was kept. A model that doesn't answer is a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from slowpath import pipeline
from slowpath.model.campaign import CampaignEvent, CampaignSpec, FormatReplaced, PhaseEntered
from slowpath.model.format import FormatReport
from slowpath.worker.messages import Begin, ModelReplied
from slowpath.worker.outgoing import Outgoing
from slowpath.worker.reading import Read

Specify = Callable[[FormatReport], CampaignSpec]


class CampaignReading:
    """The model of one campaign. `tell` reports an event, `is_over` says that the campaign isn't wanted any more."""

    def __init__(
        self,
        begin: Begin,
        tell: Callable[[CampaignEvent], None],
        say: Outgoing,
        is_over: Callable[[], bool],
        relay: Any = None,
    ) -> None:
        self._begin = begin
        self._tell, self._say, self._is_over = tell, say, is_over
        self._relay = relay
        self.find: Callable[..., Iterator[CampaignEvent]] = pipeline.find
        """The search to run, as `pipeline.find`."""

    def begun(self, found: Read, specify: Specify) -> CampaignSpec:
        """What a new search begins with. Raises as `pipeline.campaign_spec`."""
        beside = self._beside(found)
        if beside is None:
            return specify(found.report)
        asking = self._begin.asking
        waits = self._begin.budget.seconds is None or (asking is not None and asking.first)
        if waits or found.report.format is None:
            self._tell(PhaseEntered("asking", "Asking the language model how it reads the statement."))
        report = beside.before(found.report, waits=waits, is_over=self._is_over)
        for remark in beside.remarks():
            self._tell(remark)
        self.find = beside.finding(specify, report)
        return beside.specified(specify(report))

    def resumed(
        self, stored: CampaignSpec, history: Sequence[CampaignEvent], found: Read, specify: Specify
    ) -> CampaignSpec:
        """What a search goes on with that began as `stored`. Raises as `pipeline.campaign_spec`."""
        beside = self._beside(found)
        if beside is None:
            return stored
        report = beside.before(found.report, waits=False, is_over=self._is_over)
        if any(isinstance(event, FormatReplaced) for event in history):
            return beside.specified(specify(report))
        self.find = beside.finding(specify, found.report, begun=True)
        return stored

    def _beside(self, found: Read) -> pipeline.ReadingBeside | None:
        """None where no model is asked."""
        begin = self._begin
        if begin.asking is None:
            return None
        cap = begin.asking.max_tokens
        return pipeline.ReadingBeside(
            found.problem,
            found.solution,
            begin.settings,
            lambda: pipeline.open_model(begin.settings, max_tokens=cap, budget=begin.budget, relay=self._relay),
            is_given=pipeline.is_format_given(found.problem),
            on_attempt=lambda attempt, model: self._say(
                ModelReplied(pipeline.asked_round(attempt, model, begin.settings))
            ),
        )

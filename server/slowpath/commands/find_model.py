"""What `find` does with a language model that is configured: its reading of the statement, beside the search.

Nobody waits for it, but where the search can't begin without (no format is known), or where clocks decide nothing (a
budget in executions, recorded replies): then it is asked first.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Protocol

from slowpath import pipeline
from slowpath.commands import arguments, console, json_objects
from slowpath.model.campaign import CampaignEvent, CampaignSpec, Warned
from slowpath.model.format import FormatReport
from slowpath.model.ports import Store
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings

Specify = Callable[[FormatReport], CampaignSpec]


class Finding(Protocol):
    """`pipeline.find`, or what stands in its place."""

    def __call__(
        self,
        spec: CampaignSpec,
        settings: Settings,
        store: Store,
        *,
        campaign_id: str,
        stop: Callable[[], bool],
        clock: Callable[[], float],
        began_s: float | None = None,
    ) -> Iterator[CampaignEvent]: ...


class Reading:
    """The model's part in one search. Does nothing where no model is configured or wanted."""

    def __init__(self, options: argparse.Namespace, problem: Problem, solution: Solution, settings: Settings) -> None:
        self._options = options
        self._beside: pipeline.ReadingBeside | None = None
        if not options.no_model and (options.replay is not None or pipeline.has_model(settings)):
            self._beside = pipeline.ReadingBeside(
                problem,
                solution,
                settings,
                lambda: pipeline.open_model(
                    settings,
                    record=options.record,
                    replay=options.replay,
                    max_tokens=options.max_tokens,
                    budget=arguments.budget(options),
                ),
                # What the user or a validator of the package says of the format is exact.
                is_given=options.format_file is not None or pipeline.is_format_given(problem),
                keeps=takes_kept(options),
            )

    def before(self, report: FormatReport) -> FormatReport:
        """The report to begin with: where the reading is waited for, its own if it stands or nothing else is known."""
        if self._beside is None:
            return report
        waits = self._options.executions is not None or self._options.replay is not None
        found = self._beside.before(report, waits=waits)
        # Recordings needn't hold the replies to these questions.
        for remark in self._beside.remarks() if self._options.replay is None else ():
            if self._options.json:
                console.print_json(json_objects.event_object(remark))
            elif isinstance(remark, Warned):
                console.note(f"warning: {remark.message} {remark.remedy}")
        return found

    def specified(self, specify: Specify, report: FormatReport) -> CampaignSpec:
        """The search to begin with, with what is there of the reading."""
        spec = specify(report)
        return self._beside.specified(spec) if self._beside is not None else spec

    def finding(self, specify: Specify, report: FormatReport, begin: Callable[[CampaignSpec], None]) -> Finding:
        """The search, which goes over where the reading comes later; `begin` is told of the second one."""
        return pipeline.find if self._beside is None else self._beside.finding(specify, report, begin)


def takes_kept(options: argparse.Namespace) -> bool:
    """Whether what a model was asked before is taken; recordings are made, and replayed, anew."""
    return not options.no_model and options.record is None and options.replay is None

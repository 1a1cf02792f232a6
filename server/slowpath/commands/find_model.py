"""What `find` does with a language model that is configured: its reading of the statement, beside the search.

Nobody waits for it, but where the search can't begin without (no format is known), or where clocks decide nothing (a
budget in executions, recorded replies): then it is asked first.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from slowpath import pipeline
from slowpath.commands import arguments
from slowpath.commands.format_model import told_warning
from slowpath.model.campaign import CampaignEvent, CampaignSpec
from slowpath.model.format import FormatReport
from slowpath.model.ports import Store
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import ModelReading
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
        # What the user or a validator of the package says of the format is exact.
        self._is_given = options.format_file is not None or pipeline.is_format_given(problem)
        self._aside: pipeline.ReadingAside | None = None
        if not options.no_model and (options.replay is not None or pipeline.has_model(settings)):
            known = pipeline.known_reading(problem, solution, settings, settings.llm_model) if self._keeps else None
            self._aside = pipeline.ReadingAside(partial(self._read, problem, solution, settings), known)

    def _read(
        self, problem: Problem, solution: Solution, settings: Settings, unwanted: Callable[[], bool]
    ) -> ModelReading:
        options = self._options
        client = pipeline.open_model(
            settings,
            record=options.record,
            replay=options.replay,
            max_tokens=options.max_tokens,
            budget=arguments.budget(options),
        )
        return pipeline.read_with_model(
            problem, solution, settings, client, cancelled=unwanted, keep=self._keeps
        ).reading

    @property
    def _keeps(self) -> bool:
        """Whether what was asked before is taken; recordings are made, and replayed, anew."""
        return self._options.record is None and self._options.replay is None

    def before(self, report: FormatReport) -> FormatReport:
        """The report to begin with: where the reading is waited for, its own if it stands or nothing else is known."""
        if self._aside is None:
            return report
        self._aside.start()
        waits = (
            self._aside.reading is not None
            or report.format is None
            or self._options.executions is not None
            or self._options.replay is not None
        )
        if not waits:
            return report
        self._aside.wait()
        error = self._aside.failure
        if error is not None and self._options.replay is None:
            told_warning(
                self._options.json, error.code, f"The model's reading is left out: {error.message}", error.remedy
            )
        return self._report(report)

    def _report(self, report: FormatReport) -> FormatReport:
        reading = self._aside.reading if self._aside is not None else None
        return report if self._is_given else pipeline.report_with(reading, report)

    def specified(self, specify: Specify, report: FormatReport) -> CampaignSpec:
        """The search to begin with, with what is there of the reading."""
        reading = self._aside.reading if self._aside is not None else None
        spec = specify(report)
        return pipeline.with_reading(spec, reading) if reading is not None else spec

    def finding(self, specify: Specify, report: FormatReport, begin: Callable[[CampaignSpec], None]) -> Finding:
        """The search, which goes over where the reading comes later; `begin` is told of the second one."""
        aside = self._aside
        if aside is None or aside.reading is not None or aside.failure is not None:
            return pipeline.find

        def going_over(reading: ModelReading) -> CampaignSpec:
            spec = pipeline.with_reading(specify(self._report(report)), reading)
            begin(spec)
            return spec

        def finding(
            spec: CampaignSpec,
            settings: Settings,
            store: Store,
            *,
            campaign_id: str,
            stop: Callable[[], bool],
            clock: Callable[[], float],
            began_s: float | None = None,
        ) -> Iterator[CampaignEvent]:
            return pipeline.find_while_reading(
                spec,
                aside,
                going_over,
                settings,
                store,
                campaign_id=campaign_id,
                stop=stop,
                clock=clock,
                began_s=began_s,
            )

        return finding

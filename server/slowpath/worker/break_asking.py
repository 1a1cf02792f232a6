"""What a worker's search for a breaking input asks a language model, where one is asked at all: before the search what
breaks the program, after it what kind of bug it is. A model that doesn't answer is a warning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.model.breaking import BreakEvent, BreakFound, BreakSpec, BreakView
from slowpath.model.campaign import PhaseEntered, Warned
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem
from slowpath.worker.messages import BeginBreak, ModelReplied
from slowpath.worker.outgoing import Outgoing


class BreakAsking:
    """The model of one search. It is opened with the first question, and its cap on tokens is one for all."""

    def __init__(
        self,
        begin: BeginBreak,
        problem: Problem,
        report: FormatReport,
        tell: Callable[[BreakEvent], None],
        say: Outgoing,
        is_over: Callable[[], bool],
        relay: Any = None,
    ) -> None:
        self._begin, self._problem, self._report = begin, problem, report
        self._tell, self._say, self._is_over = tell, say, is_over
        self._relay = relay
        self._client: Any = None

    def with_ideas(self, spec: BreakSpec) -> BreakSpec:
        """The search with what the model gave, tried before."""
        client = self._opened()
        if client is None:
            return spec
        self._tell(PhaseEntered("asking", "Asking the language model what breaks the program."))
        try:
            found = pipeline.with_ideas(
                spec,
                self._problem,
                self._report,
                self._begin.settings,
                client,
                pipeline.HackAsking(),
                on_attempt=self._heard,
                cancelled=self._is_over,
            )
        except SlowpathError as error:
            # Where the program itself can't be built the search says so.
            self._warn(error, "What the model says is left out")
            return spec
        for warned in found.warnings:
            self._tell(warned)
        return found.spec

    def tell_category(self, spec: BreakSpec, view: BreakView, read: Callable[[str], bytes | None]) -> None:
        """Tells of what was found again, with the model's opinion on the kind of the bug beside the evidence."""
        client = self._opened()
        if client is None or view.breaking is None or self._is_over():
            return
        self._tell(PhaseEntered("asking", "Asking the language model what kind of bug it is."))
        try:
            told = pipeline.model_category(
                spec,
                view.breaking,
                read,
                client,
                self._begin.settings,
                name=self._problem.name,
                on_attempt=self._heard,
                cancelled=self._is_over,
            )
        except SlowpathError as error:
            self._warn(error, "The model's category is left out")
            return
        if told is not None:
            joined = pipeline.joined_categories(view.breaking.classification, told)
            self._tell(BreakFound(replace(view.breaking, classification=joined), view.executions, view.elapsed_s))

    def _opened(self) -> Any:
        """The client; None where no model is asked, or none can be, which was then told once."""
        begin = self._begin
        if begin.asking is None or self._client is not None:
            return self._client
        try:
            self._client = pipeline.open_model(
                begin.settings, max_tokens=begin.asking.max_tokens, budget=begin.budget, relay=self._relay
            )
        except SlowpathError as error:
            self._warn(error, "The language model isn't asked")
        return self._client

    def _heard(self, attempt: Any) -> None:
        assert self._client is not None
        self._say(ModelReplied(pipeline.asked_round(attempt, self._client.model, self._begin.settings)))

    def _warn(self, error: SlowpathError, what: str) -> None:
        self._tell(Warned(error.code, f"{what}: {error.message}", error.remedy))

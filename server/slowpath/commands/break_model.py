"""What `break` asks a language model: tests, generators, a brute force, a validator, and the kind of the bug.

Nothing is asked unless one of the options here is given. A model that doesn't answer is a warning; the search goes on
without it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from slowpath import pipeline
from slowpath.commands import arguments, break_json, console, model_json
from slowpath.commands.generators import attempt_line
from slowpath.errors import ModelUnavailable, TokensSpent
from slowpath.llm.options import add_obtained
from slowpath.model.breaking import BreakSpec, BreakView
from slowpath.model.campaign import Warned
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.client import ModelClient
    from slowpath.llm.rounds import Attempt

KINDS = ("zero-shot", "few-shot", "cot", "generator")


def add(parser: argparse.ArgumentParser) -> None:
    """What may be asked, and of which model."""
    group = parser.add_argument_group(
        "with a language model",
        "Statement, format and program are sent to the model; where a brute force or a"
        " validator is asked for, the program isn't.",
    )
    group.add_argument(
        "--hacks",
        metavar="KIND",
        choices=KINDS,
        action="append",
        default=[],
        help="ask for what breaks the program; repeatable. zero-shot, few-shot: one test; cot: an"
        " analysis step by step, then one test; generator: a generator of tests that aim at the"
        " flaw",
    )
    group.add_argument(
        "--brute-force",
        action="store_true",
        help="ask for a brute force to judge by, believed once it agrees with all samples"
        " (with --hacks also where there is no reference)",
    )
    group.add_argument(
        "--model-validator",
        action="store_true",
        help="ask for a validator of inputs, tested on samples and damaged samples",
    )
    group.add_argument("--model-category", action="store_true", help="ask what kind of bug it is that was found")
    add_obtained(group)
    arguments.add_model(parser)


class BreakModel:
    """The model of one command. It is opened with the first question, and its cap on tokens is one for all."""

    def __init__(self, options: argparse.Namespace, settings: Settings) -> None:
        self._options = options
        self._settings = settings
        self._client: ModelClient | None = None
        self._attempts: list[Attempt] = []

    def with_ideas(self, spec: BreakSpec, problem: Problem, report: FormatReport) -> BreakSpec:
        """The search with what the model gave, tried before. Raises `UsageError` where something is to be asked and no
        model is configured, and as `open_executor`."""
        options = self._options
        if not (options.hacks or options.brute_force or options.model_validator):
            return spec
        asking = pipeline.HackAsking(
            tuple(dict.fromkeys(options.hacks)),
            options.samples,
            options.rounds,
            True if options.brute_force else None if options.hacks else False,
            options.model_validator,
        )
        client = self._opened()
        found = pipeline.with_ideas(spec, problem, report, self._settings, client, asking, on_attempt=self._tell)
        for warned in found.warnings:
            self._warn(warned)
        usage = found.usage
        if options.json:
            console.print_json(model_json.asked_object(found.asked, client.model, usage))
        else:
            console.note(
                f"{len(found.spec.ideas) - len(spec.ideas)} tests,"
                f" {len(found.spec.generators) - len(spec.generators)} generators and"
                f" {len(found.spec.references) - len(spec.references)} brute forces of"
                f" {console.plain(client.model)}; {'about ' if usage.estimated else ''}"
                f"{usage.prompt_tokens:,} tokens sent, {usage.completion_tokens:,} received"
            )
        return found.spec

    def with_category(
        self, spec: BreakSpec, problem: Problem, view: BreakView, read: Callable[[str], bytes | None]
    ) -> BreakView:
        """What was found with the model's opinion on the kind of the bug, where that is asked for."""
        if not self._options.model_category or view.breaking is None:
            return view
        self._attempts.clear()
        try:
            told = pipeline.model_category(
                spec, view.breaking, read, self._opened(), self._settings, name=problem.name, on_attempt=self._tell
            )
        except (ModelUnavailable, TokensSpent) as error:
            self._warn(Warned(error.code, f"The model's category is left out: {error.message}", error.remedy))
            return view
        finally:
            if self._options.json and self._attempts:
                console.print_json(model_json.asked_by(self._attempts, self._opened().model))
        if told is None:
            self._warn(Warned("no-category", "What the model says of the kind of the bug can't be used."))
            return view
        joined = pipeline.joined_categories(view.breaking.classification, told)
        return replace(view, breaking=replace(view.breaking, classification=joined))

    def _opened(self) -> ModelClient:
        if self._client is None:
            options = self._options
            self._client = pipeline.open_model(
                self._settings,
                record=options.record,
                replay=options.replay,
                obtained=options.obtained,
                max_tokens=options.max_tokens,
                budget=arguments.budget(options),
            )
        return self._client

    def _tell(self, attempt: Attempt) -> None:
        self._attempts.append(attempt)
        if self._options.json:
            console.print_json(model_json.attempt_object(attempt))
        else:
            console.note(f"{attempt.prompt.partition('/')[0]}: {attempt_line(attempt)}")

    def _warn(self, warned: Warned) -> None:
        if self._options.json:
            console.print_json(break_json.event_object(warned))
        else:
            console.note(f"warning: {console.plain(warned.message)} {warned.remedy}".rstrip())

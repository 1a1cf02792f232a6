"""What `optimize` asks a language model: faster versions of the program, each proven like any other.

Nothing is asked unless a model, recordings or a way of asking is named. A model that doesn't answer is a warning.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slowpath import pipeline
from slowpath.commands import arguments, console, model_json
from slowpath.commands.generators import attempt_line
from slowpath.errors import StoreUnwritable
from slowpath.llm.options import add_obtained
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.rounds import Attempt

WAYS = ("instruct", "few-shot", "profile", "trajectory", "generate", "self-refine", "exec-refine", "nl-exec-refine")
DEFAULT_WAY = "profile"


def add(parser: argparse.ArgumentParser) -> None:
    """What may be asked, and of which model."""
    group = parser.add_argument_group(
        "with a language model",
        "Statement, format, samples and program are sent to the model. What it writes is run"
        " in a jail (Python), or only where its text can do nothing but compute (C++).",
    )
    group.add_argument(
        "--way",
        metavar="WAY",
        choices=WAYS,
        action="append",
        default=[],
        dest="ways",
        help="how to ask; repeatable (default with --model: profile). instruct, few-shot: for a faster"
        " version; profile: with the hit counts of every line on a slow input; trajectory: with"
        " earlier versions from the local git history; generate: from the statement alone;"
        " self-refine, exec-refine, nl-exec-refine: again and again, by the model's own words, by"
        " what running it showed, or both (--rounds says how often)",
    )
    group.add_argument(
        "--export",
        metavar="FILE",
        type=Path,
        help="append pairs for fine-tuning to this file of JSON lines: the program with its runs and,"
        " where git knows some, its earlier versions; and what is shown",
    )
    add_obtained(group)
    arguments.add_model(parser)


class OptimizeModel:
    """The model of one command, and the file of pairs."""

    def __init__(self, options: argparse.Namespace, settings: Settings, solution: Solution, problem: Problem) -> None:
        self._options, self._settings = options, settings
        self._solution, self._problem = solution, problem
        self._heard = pipeline.HeardRewrites()

    @property
    def is_asked(self) -> bool:
        """Whether any model is to be asked."""
        options = self._options
        return bool(options.ways or options.model or options.replay or options.record)

    def events(self, report: FormatReport, **given: Any) -> Iterator[pipeline.Optimizing]:
        """The work, with a model where one is to be asked; `given` goes to `pipeline.optimize`. Raises `UsageError`
        where no model is configured."""
        options, settings = self._options, self._settings
        if not self.is_asked:
            return pipeline.optimize(self._solution, self._problem, report, settings, **given)
        client = pipeline.open_model(
            settings,
            record=options.record,
            replay=options.replay,
            obtained=options.obtained,
            max_tokens=options.max_tokens,
            budget=given["budget"],
        )
        asking = pipeline.RewriteAsking(
            tuple(dict.fromkeys(options.ways)) or (DEFAULT_WAY,), options.samples, options.rounds
        )
        return pipeline.optimize_with_model(
            self._solution,
            self._problem,
            report,
            settings,
            client,
            asking,
            **given,
            on_attempt=self._tell,
            heard=self._heard,
        )

    def export(self, shown: ProvenRewrite) -> None:
        """Appends the pairs of what is shown, where a file is named."""
        path = self._options.export
        if path is None:
            return
        versions = self._heard.versions or pipeline.trajectory(self._solution)
        pairs = pipeline.training_pairs(self._solution, self._problem, shown, versions)
        try:
            with open(path, "a", encoding="utf-8") as file:
                file.writelines(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
        except OSError as error:
            raise StoreUnwritable(
                f"{path}: can't be written ({error.strerror}).", "Choose another file with --export."
            ) from error

    def finish(self) -> None:
        """Says what asking cost."""
        for report in self._heard.reports:
            usage, prompts = report.usage, list(dict.fromkeys(each.prompt for each in report.attempts))
            if self._options.json:
                console.print_json(model_json.asked_object(prompts, report.model, usage))
            else:
                console.note(
                    f"{len(report.candidates)} versions of {console.plain(report.model)} ({report.way}),"
                    f" {len(report.taken)} proven; {'about ' if usage.estimated else ''}"
                    f"{usage.prompt_tokens:,} tokens sent, {usage.completion_tokens:,} received"
                )

    def _tell(self, attempt: Attempt) -> None:
        if self._options.json:
            console.print_json(model_json.attempt_object(attempt))
        else:
            console.note(f"{attempt.prompt.partition('/')[0]}: {attempt_line(attempt)}")

"""What `optimize` asks a language model: faster versions of the program, each proven like any other.

Nothing is asked unless a model, recordings or a way of asking is named. A model that doesn't answer is a warning.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slowpath import pipeline
from slowpath.commands import arguments, console, model_json
from slowpath.commands.generators import attempt_line
from slowpath.errors import StoreUnwritable
from slowpath.llm.options import add_obtained
from slowpath.model.figures import human_ratio
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite
from slowpath.settings import Settings

if TYPE_CHECKING:
    from rich.table import Table

    from slowpath.llm.rounds import Attempt
    from slowpath.rewrites.asking import RewritesReport

WAYS = ("instruct", "few-shot", "profile", "trajectory", "generate", "self-refine", "exec-refine", "nl-exec-refine")
DEFAULT_WAY, ALL_WAYS = "profile", "all"


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
        choices=(*WAYS, ALL_WAYS),
        action="append",
        default=[],
        dest="ways",
        help="how to ask; repeatable (default with --model: profile). instruct, few-shot: for a faster"
        " version; profile: with the hit counts of every line on a slow input; trajectory: with"
        " earlier versions from the local git history; generate: from the statement alone;"
        " self-refine, exec-refine, nl-exec-refine: again and again, by the model's own words, by"
        " what running it showed, or both (--rounds says how often); all: every way, compared in a table",
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
            WAYS if ALL_WAYS in options.ways else tuple(dict.fromkeys(options.ways)) or (DEFAULT_WAY,),
            options.samples,
            options.rounds,
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
        """Says what asking cost, and how the ways of asking compare where there were several (ECCO's tables 2 and 3 for
        one program)."""
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

        ways = [way_object(report) for report in self._heard.reports]
        if self._options.json:
            for way in ways:
                console.print_json(way)
        elif len(ways) > 1:
            console.console().print(_ways_table(ways))

    def _tell(self, attempt: Attempt) -> None:
        if self._options.json:
            console.print_json(model_json.attempt_object(attempt))
        else:
            console.note(f"{attempt.prompt.partition('/')[0]}: {attempt_line(attempt)}")


def way_object(report: RewritesReport) -> dict[str, Any]:
    """What a way of asking came to: its versions, those that were proven, and the fastest of these."""
    best = report.taken[0].tried.speed if report.taken else None
    return {
        "event": "way",
        "way": report.way,
        "versions": len(report.candidates),
        "proven": len(report.taken),
        "geomean": best.geomean if best is not None else None,
        "at_least": best is not None and best.at_least,
        "within_limit": best is not None and bool(best.within_limit),
        "memory_reduction": best.memory_reduction if best is not None else None,
        "tokens": report.usage.prompt_tokens + report.usage.completion_tokens,
    }


def _ways_table(ways: Sequence[dict[str, Any]]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("way")
    for title in ("versions", "proven", "fastest", "within limit", "memory", "tokens"):
        table.add_column(title, justify="right")
    for way in ways:
        is_proven = way["geomean"] is not None
        fastest = f"{'>= ' if way['at_least'] else ''}{human_ratio(way['geomean'])}" if is_proven else "none"
        memory = f"{human_ratio(way['memory_reduction'])} less" if is_proven else ""
        within = ("yes" if way["within_limit"] else "no") if is_proven else ""
        table.add_row(
            way["way"], str(way["versions"]), str(way["proven"]), fastest, within, memory, f"{way['tokens']:,}"
        )
    return table

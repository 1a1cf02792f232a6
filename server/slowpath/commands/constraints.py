"""`slowpath constraints`: why a program is slow, as conditions on its data, each tested before it is shown.

Theory of operation: a search tests what the built-in rules see; every valid run is evidence. With a language model
the search has two halves: the first finds the contrastive pair that the model is shown, the second tests what it
answered beside the rules. What was found is kept in the state directory, where `slowpath check` finds it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.text import Text

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console, json_objects, model_json
from slowpath.commands.find import DEFAULT_SECONDS
from slowpath.commands.stopping import INTERRUPTED_EXIT_CODE, Stopping, stopping
from slowpath.errors import ModelUnavailable, SlowpathError, StoreUnwritable, TokensSpent
from slowpath.llm.options import add_obtained
from slowpath.model.campaign import Budget, CampaignSpec, ContrastMined, Ended, Warned
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import REFUTED, Constraint, ConstraintState
from slowpath.model.format import FormatReport
from slowpath.model.generator import MutatorProgram, ValidatorProgram
from slowpath.model.problem import Problem, Solution
from slowpath.model.validity import Doubt
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

if TYPE_CHECKING:
    from slowpath.constraints import ConstraintsReport
    from slowpath.llm.client import ModelClient
    from slowpath.llm.rounds import Attempt

Report = TypeVar("Report")
SHOWN_REASON = 300
STYLES = {"confirmed": "bold green", "hypothesis": "yellow", "refuted": "dim"}


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "constraints",
        help=SUMMARIES["constraints"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Finds the conditions under which the program is slow: from built-in rules, and from a language"
        " model where one is\nasked. Each is tested on the runs of a search, and its checker is put into"
        " the program and run, before it is shown.",
        epilog="examples:\n  slowpath constraints main.cpp\n  slowpath constraints main.py --seconds 60 --json\n"
        "  slowpath constraints main.cpp --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1\n"
        "  slowpath check main.cpp --insert all --output checked.cpp     (afterwards)",
    )
    arguments.add_file(parser)
    arguments.add_budget(parser, DEFAULT_SECONDS)
    parser.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    parser.add_argument("--aim", metavar="ID", default="", help="let the search go for this constraint")
    arguments.add_ablations(parser)
    parser.add_argument(
        "--mutators",
        action="store_true",
        help="ask the model for mutators that aim at the constraints too, for the second half",
    )
    parser.add_argument(
        "--validator",
        action="store_true",
        help="ask the model for a validator of inputs too, tested on samples and damaged samples",
    )
    add_obtained(parser)
    arguments.add_format(parser)
    arguments.add_model(parser)
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code: 0 also when nothing is confirmed, which is a result."""
    settings = arguments.load_settings(options)
    solution = pipeline.read_solution(options.file)
    problem = pipeline.read_problem(solution, options.problem)
    report = arguments.format_report(options, problem, solution, settings)
    budget = arguments.budget(options)
    asks = options.model is not None or options.replay is not None

    def spec(share: float, found: Sequence[Constraint] = ()) -> CampaignSpec:
        return pipeline.campaign_spec(
            solution,
            problem,
            report,
            settings,
            _part(budget, share),
            options.seed,
            constraints=found,
            ablations=tuple(options.ablate),
            aimed=options.aim,
            compares=True,
        )

    search = _Search(settings, options.json)
    with stopping(search.stop) as search.ending:
        view = search.run(spec(0.5 if asks else 1.0))
        if asks and search.failure is None and not search.stopped:
            told = _Asked(options, search, view, solution, problem, report)
            found = told.constraints()
            if found is not None:
                mutators, validator = told.mutators(found), told.validator()
                half = spec(0.5, found.constraints)
                doubts = (*half.doubts, *told.doubts)
                view = search.run(replace(half, mutators=mutators, model_validator=validator, doubts=doubts))
    if search.failure is not None:
        raise pipeline.error_of(search.failure)
    try:
        pipeline.keep_known(solution, pipeline.known_of(view, search.store), settings)
    except StoreUnwritable as error:
        search.warn(error)
    if options.json:
        for state in view.shown_constraints:
            console.print_json(
                {
                    "event": "constraint",
                    **json_objects.constraint_object(state),
                    "executions": view.executions,
                    "elapsed_s": view.elapsed_s,
                }
            )
        console.print_json(json_objects.constraints_object(view))
    else:
        _print(view)
    return INTERRUPTED_EXIT_CODE if search.stopped else 0


def _part(budget: Budget, share: float) -> Budget:
    """A share of a budget, at least one execution."""
    return Budget(
        budget.seconds * share if budget.seconds is not None else None,
        max(1, int(budget.executions * share)) if budget.executions is not None else None,
    )


@dataclass
class _Asked:
    """What the model is asked between the two halves. Where it doesn't answer that is a warning, never an end."""

    options: argparse.Namespace
    search: _Search
    view: CampaignView
    solution: Solution
    problem: Problem
    report: FormatReport
    client: ModelClient | None = None
    attempts: list[Attempt] = field(default_factory=list)
    doubts: tuple[Doubt, ...] = ()

    def constraints(self) -> ConstraintsReport | None:
        """Constraints, tested by the gate, their conversations kept; None where nothing was answered."""
        known, contrast = pipeline.known_of(self.view, self.search.store), self.view.contrast
        if contrast is None or known.slow is None or known.fast is None:
            self.search.warn(
                ModelUnavailable(
                    "The model isn't asked: no two inputs were found that resemble each other and differ in cost.",
                    "Search longer (--seconds).",
                )
            )
            return None
        found = self._tried(
            lambda: pipeline.write_constraints(
                self.problem,
                self.solution,
                self.report,
                contrast,
                known,
                self.search.settings,
                self._client(),
                samples=self.options.samples,
                rounds=self.options.rounds,
                **self._shared(),
            )
        )
        return found

    def mutators(self, found: ConstraintsReport) -> tuple[MutatorProgram, ...]:
        """Mutators that aim at what was found, with --mutators."""
        if not self.options.mutators:
            return ()
        made = self._tried(
            lambda: pipeline.write_mutators(
                self.problem,
                self.solution,
                self.report,
                self.search.settings,
                self._client(),
                constraints=found.aims,
                contrast=self.view.contrast,
                **self._shared(),
            )
        )
        return made.programs if made is not None else ()

    def validator(self) -> ValidatorProgram | None:
        """A validator that passed its test, with --validator."""
        if not self.options.validator:
            return None
        made = self._tried(
            lambda: pipeline.write_validator(self.problem, self.report, self._client(), **self._shared())
        )
        return made.program if made is not None else None

    def _client(self) -> ModelClient:
        """One client for all questions, so that the cap of tokens is one."""
        if self.client is None:
            options = self.options
            self.client = pipeline.open_model(
                self.search.settings,
                record=options.record,
                replay=options.replay,
                obtained=options.obtained,
                max_tokens=options.max_tokens,
                budget=arguments.budget(options),
            )
        return self.client

    def _shared(self) -> dict[str, Any]:
        return {"on_attempt": self._tell, "cancelled": lambda: self.search.stopped}

    def _tried(self, ask: Callable[[], Report]) -> Report | None:
        """What asking gave, None where nothing; what it cost is told in any case."""
        self.attempts.clear()
        try:
            made = ask()
        except (ModelUnavailable, TokensSpent) as error:
            self.search.warn(error)
            return None
        finally:
            if self.attempts and self.client is not None:
                self.search.note(model_json.asked_by(self.attempts, self.client.model))
        failure: SlowpathError | None = getattr(made, "failure", None)
        if failure is not None:
            self.search.warn(failure)
        objected = pipeline.objected(self.attempts, self.doubts, self.report)
        self.doubts += objected.doubts
        for warning in objected.warnings:
            self.search.tell(warning)
        return made

    def _tell(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)
        if self.options.json:
            console.print_json(model_json.attempt_object(attempt))
            return
        reasons = "".join(f"\n    {console.plain(reason)[:SHOWN_REASON]}" for reason in attempt.reasons)
        console.note(
            f"{attempt.prompt} sample {attempt.sample}, round {attempt.round}: {attempt.kind or 'passed'}{reasons}"
        )


@dataclass
class _Search:
    """Campaigns in this process, over one store in memory; `stop` may be called from a signal handler."""

    settings: Settings
    as_json: bool
    store: MemoryStore = field(default_factory=MemoryStore)
    ending: Stopping | None = None
    stopped: bool = False
    failure: Ended | None = None

    def stop(self) -> None:
        self.stopped = True

    def run(self, spec: CampaignSpec) -> CampaignView:
        """The view at the end of a campaign, whose events are told as they come."""
        view, identity = CampaignView(), pipeline.campaign_id(spec, str(time.time_ns()))
        events = pipeline.find(
            spec, self.settings, self.store, campaign_id=identity, stop=lambda: self.stopped, clock=time.monotonic
        )
        for event in self.ending.advance(events) if self.ending is not None else events:
            view = fold(view, event)
            if isinstance(event, Ended):
                self.failure = event if event.outcome == "failed" else None
            elif self.as_json:
                console.print_json(json_objects.event_object(event))
            elif isinstance(event, Warned):
                self.tell(event)
            elif isinstance(event, ContrastMined):
                console.note(
                    f"contrast: {event.contrast.slow_label} costs {event.contrast.cost_ratio:.3g} times as"
                    f" much as {event.contrast.fast_label}"
                )
        return view

    def tell(self, warning: Warned) -> None:
        """A warning."""
        if self.as_json:
            console.print_json(json_objects.event_object(warning))
        else:
            console.note(f"warning: {warning.message} {warning.remedy}")

    def note(self, value: dict[str, Any]) -> None:
        """What asking cost."""
        if self.as_json:
            console.print_json(value)
        else:
            about = "about " if value["estimated"] else ""
            console.note(
                f"{console.plain(value['model'])}: {value['requests']} questions, {about}"
                f"{value['prompt_tokens']:,} tokens sent, {value['completion_tokens']:,} received"
            )

    def warn(self, error: SlowpathError) -> None:
        """Says what went wrong without ending anything."""
        self.tell(Warned(error.code, error.message, error.remedy))


def _print(view: CampaignView) -> None:
    out = console.console()
    if not view.executions:
        console.say(out, "Nothing was run: the time was up when the program was built. Give it more (--seconds).")
        return
    for state in view.shown_constraints:
        print_state(out, state)
    refuted = [state for state in view.constraints if state.status == REFUTED]
    for state in refuted:
        console.say(
            out,
            f"line {state.constraint.line}: refuted: {console.plain(state.constraint.sentence)}"
            f" ({state.reason or state.evidence.sentence})",
            "dim",
        )
    for state in view.constraints:
        if state.same_as:
            console.say(
                out,
                f"line {state.constraint.line}: says the same as {state.same_as}:"
                f" {console.plain(state.constraint.sentence)}",
                "dim",
            )
        elif not state.is_shown and state.status != REFUTED:
            console.say(
                out,
                f"line {state.constraint.line}: not shown: {console.plain(state.constraint.sentence)}"
                f" ({console.plain(state.reason)})",
                "dim",
            )
    if not view.shown_constraints:
        console.say(out, "No constraint was found that the measurements support.")
    runs = f"{view.executions:,} execution{'s' if view.executions != 1 else ''}"
    console.say(
        out,
        f"{len(view.shown_constraints)} shown, {len(refuted)} refuted, {len(view.constraints)} tested on"
        f" {runs} in {view.elapsed_s:.0f} s",
        "dim",
    )


def print_state(out: Console, state: ConstraintState) -> None:
    """One constraint with what speaks for it."""
    constraint = state.constraint
    head = Text(f"line {constraint.line}: ")
    head.append(state.status, STYLES.get(state.status, ""))
    head.append(f": {console.plain(constraint.sentence)}")
    out.print(head, soft_wrap=True)
    if constraint.predicate:
        console.say(out, f"    {console.plain(constraint.predicate)}", "cyan")
    console.say(out, f"    {state.evidence.sentence}")
    if state.checker is not None:
        console.say(out, f"    {console.plain(state.checker.sentence)}")
    if state.reason:
        console.say(out, f"    {console.plain(state.reason)}", "dim")
    console.say(out, f"    {constraint.id}, {constraint.proposer}", "dim")

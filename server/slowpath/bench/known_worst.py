"""Holds what a search finds on an example against the example's known worst input.

Theory of operation: an example is a folder with a solution, `worst.py`, which prints the worst input that is known,
and `valid.py`, which exits with 42 on an input that keeps the statement's rules (it shares nothing with the inferred
format). The search runs first, through the pipeline, as a user's would. Then the known worst and the best inputs
found run under one executor, one after the other, so that their costs compare. Both scripts run as processes of
this interpreter, under a time limit.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import SlowpathError, UsageError
from slowpath.model.campaign import Budget, CampaignEvent, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.cost import Cost
from slowpath.model.execution import RunLimits
from slowpath.model.slow_input import SlowInput
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

REACHED_RATIO = 0.9
VALID_EXIT_CODE = 42
SCRIPT_TIMEOUT_S = 300.0
LIMITS = RunLimits(cpu_s=30.0, wall_s=90.0, memory_bytes=2 << 30)
CLEAN_RUNS = 3
HIDDEN_IN_LIBRARY_CALLS = frozenset({"memset_cases", "counting_out"})
"""Examples whose work is done inside a library call that isn't counted: time tells their inputs apart."""


@dataclass(frozen=True)
class Example:
    """One folder under `examples/`."""

    name: str
    folder: Path
    solution: Path

    @property
    def by_time(self) -> bool:
        """Whether CPU time is compared rather than the deterministic count."""
        return self.name in HIDDEN_IN_LIBRARY_CALLS


@dataclass(frozen=True)
class Comparison:
    """What one search reached.

    `best` and `known_worst` are costs measured side by side, None where nothing was found or the search failed.
    `shown` inputs were shown at the end, `breaking` names those that don't keep the statement's rules: they
    don't count. `failure` says why the search failed, else "".
    """

    example: Example
    view: CampaignView
    best: Cost | None = None
    known_worst: Cost | None = None
    strategy: str = ""
    origin: str = ""
    shown: int = 0
    breaking: tuple[str, ...] = ()
    failure: str = ""

    @property
    def count_ratio(self) -> float:
        """Best found over known worst, in deterministic counts; 0 when nothing was found."""
        return self.best.count / max(1, self.known_worst.count) if self.best and self.known_worst else 0.0

    @property
    def cpu_ratio(self) -> float:
        """The same in CPU seconds of the clean build."""
        return self.best.cpu_s / max(1e-9, self.known_worst.cpu_s) if self.best and self.known_worst else 0.0

    @property
    def ratio(self) -> float:
        """The ratio that tells this example's inputs apart."""
        return self.cpu_ratio if self.example.by_time else self.count_ratio

    @property
    def reached(self) -> bool:
        """Whether the known worst was reached, but for a tenth."""
        return self.ratio >= REACHED_RATIO


def examples_folder() -> Path:
    """`examples/` of the clone that this runs from. Raises `UsageError` from an installed package without one."""
    folder = Path(__file__).resolve().parents[3] / "examples"
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder.", "Run from a clone, or give --examples DIR.")
    return folder


def find_examples(folder: Path, only: Sequence[str] = ()) -> list[Example]:
    """The examples in `folder`, by name; `only` these. Raises `UsageError` for a name that isn't there."""
    found = {
        path.parent.name: Example(path.parent.name, path.parent, path)
        for path in sorted(folder.glob("*/solution.*"))
        if (path.parent / "worst.py").exists()
    }
    missing = [name for name in only if name not in found]
    if missing:
        raise UsageError(f"no such example: {', '.join(missing)}.", f"There are {', '.join(found) or 'none'}.")
    return [found[name] for name in (only or found)]


def known_worst(example: Example) -> bytes:
    """The bytes that `worst.py` prints. Raises `UsageError` with its complaint (a missing compiler, say)."""
    try:
        return subprocess.run(
            [sys.executable, str(example.folder / "worst.py")],
            capture_output=True,
            check=True,
            timeout=SCRIPT_TIMEOUT_S,
        ).stdout
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        complaint = (error.stderr or b"").decode("utf-8", "replace").strip() or str(error)
        raise UsageError(f"{example.name}/worst.py failed: {complaint}") from error


def keeps_the_rules(example: Example, data: bytes) -> bool:
    """Whether `valid.py` accepts the input."""
    done = subprocess.run(
        [sys.executable, str(example.folder / "valid.py")],
        input=data,
        capture_output=True,
        check=False,
        timeout=SCRIPT_TIMEOUT_S,
    )
    return done.returncode == VALID_EXIT_CODE


def specify(example: Example, settings: Settings, budget: Budget, seed: int = 0) -> CampaignSpec:
    """The campaign as `slowpath find` would run it. Raises as the pipeline's steps do."""
    solution = pipeline.read_solution(example.solution)
    problem = pipeline.read_problem(solution)
    return pipeline.campaign_spec(solution, problem, pipeline.infer_format(problem, solution), settings, budget, seed)


def compare(
    example: Example,
    settings: Settings,
    budget: Budget,
    seed: int = 0,
    on_event: Callable[[CampaignEvent], None] = lambda event: None,
    clean_runs: int = CLEAN_RUNS,
) -> Comparison:
    """Searches the example and measures what was found, with so many clean runs. A failure of ours is a value in the
    result."""
    view = CampaignView()
    try:
        spec = specify(example, settings, budget, seed)
        store = MemoryStore()
        for event in _events(spec, settings, store):
            view = fold(view, event)
            on_event(event)
        if view.state == "failed":
            return Comparison(example, view, failure=f"{view.message} {view.remedy}".strip())
        return _measured(example, spec, settings, view, store, clean_runs)
    except SlowpathError as error:
        return Comparison(example, view, failure=str(error))


def _events(spec: CampaignSpec, settings: Settings, store: MemoryStore) -> Iterator[CampaignEvent]:
    identity = pipeline.campaign_id(spec, "bench")
    return pipeline.find(spec, settings, store, campaign_id=identity, stop=lambda: False, clock=time.monotonic)


def _measured(
    example: Example, spec: CampaignSpec, settings: Settings, view: CampaignView, store: MemoryStore, clean_runs: int
) -> Comparison:
    shown = [(slow, store.input(slow.id) or b"") for slow in view.slow_inputs]
    breaking = tuple(slow.id for slow, data in shown if not keeps_the_rules(example, data))
    sound = [(slow, data) for slow, data in shown if slow.id not in breaking]
    best = _best(sound, example.by_time)
    inputs = [("known worst", known_worst(example)), *((slow.id, data) for slow, data in best)]
    # Where times are compared the inputs take turns, so that what else the machine does falls on all of them.
    turns, runs = (clean_runs, 1) if example.by_time else (1, clean_runs)
    costs = [
        made.cost
        for made in pipeline.profile_inputs(pipeline.solution_of(spec), inputs * turns, settings, LIMITS, runs=runs)
    ]
    worst, *found = [min(costs[at :: len(inputs)], key=lambda cost: cost.cpu_s) for at in range(len(inputs))]
    if not found:
        return Comparison(example, view, None, worst, shown=len(shown), breaking=breaking)
    (slow, _), cost = best[0], found[0]
    return Comparison(example, view, cost, worst, slow.origin.strategy, slow.origin.label, len(shown), breaking)


def _best(sound: Sequence[tuple[SlowInput, bytes]], by_time: bool) -> list[tuple[SlowInput, bytes]]:
    """At most one: the costliest by the measure that tells this example's inputs apart."""
    ranked = sorted(sound, key=lambda pair: pair[0].cost.cpu_s if by_time else pair[0].cost.count, reverse=True)
    return ranked[:1]

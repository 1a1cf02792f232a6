"""One too slow program of a package: searched as a user would, judged by the setters' validators and own inputs."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from slowpath import pipeline
from slowpath.bench.packages.formats import refusal, secret_inputs, setters_judges
from slowpath.bench.packages.found import lay_out
from slowpath.bench.packages.jobs import LIKELY, FindJob, FindOutcome, Shown
from slowpath.bench.packages.limits import Taken, limit_of, taken, times_of
from slowpath.bench.packages.search import Search, asking, searched
from slowpath.errors import SlowpathError
from slowpath.model.ports import Executor, InputValidator
from slowpath.settings import Settings

MEASURED_LIMITS = 10.0
"""Runs are measured up to so many times the time limit, and the cap."""
FOUND, KEPT = "found", "shown-on-the-way"
MOMENTS_S = (10.0, 30.0, 120.0, 600.0)
"""How many seconds after its start a search is looked at: does more time mean more?"""
MOST_TRIED = 20


def find_outcome(job: FindJob, settings: Settings) -> FindOutcome:
    """Searches and judges. Never raises for what a package holds: a failure is in the outcome."""
    made = FindOutcome(
        job.folder.name, job.program.relative_to(job.folder).as_posix(), job.format_file is not None, job.seconds
    )
    try:
        return _outcome(job, settings, made)
    except (SlowpathError, OSError) as error:
        return replace(made, failure=f"{type(error).__name__}: {error}")


def _outcome(job: FindJob, settings: Settings, made: FindOutcome) -> FindOutcome:
    solution = pipeline.read_solution(job.program)
    whole = pipeline.read_problem(solution, job.folder)
    secrets = secret_inputs(job.folder)
    judges, remarks = setters_judges(whole, secrets, settings)
    limit_s, source = limit_of(job.folder, whole, job.accepted, secrets, settings, job.cap_s, job.budget_s)
    made = replace(
        made, judges=tuple(judge.name for judge in judges), remarks=tuple(remarks), limit_s=limit_s, limit_source=source
    )
    with tempfile.TemporaryDirectory(prefix="slowpath-search-") as folder:
        place = Path(folder) / job.folder.name
        search = _searched(job, place, limit_s)
        made = _said(search, made)
        with pipeline.open_executor(solution, settings) as executor:
            cap_s = max(min(job.cap_s, MEASURED_LIMITS * limit_s), limit_s * 1.5)
            made = replace(made, shown=_judged(search.shown, place, judges, executor, cap_s, job.budget_s))
            times = times_of(executor, secrets[::-1], cap_s, job.budget_s)
        if made.is_exposed:
            made = replace(made, exposed_at_s=_first_exposure(search, limit_s, place / KEPT, judges))
    return _with_setters(made, times, secrets, job.folder)


def _searched(job: FindJob, place: Path, limit_s: float) -> Search:
    solution = lay_out(job.folder, job.program, place, with_validators=job.with_validators)
    given = ["--format", str(job.format_file)] if job.format_file is not None else []
    return searched(
        [
            solution,
            "--problem",
            place,
            "--seconds",
            f"{job.seconds:g}",
            "--seed",
            str(job.seed),
            "--time-limit",
            f"{limit_s * job.limit_factor:g}",
            *given,
            *asking(job.model),
        ],
        job.seconds,
        place / FOUND,
        place / KEPT,
    )


def _said(search: Search, made: FindOutcome) -> FindOutcome:
    finished = search.last("finished") or {}
    best = search.best_by(search.wall_s)
    return replace(
        made,
        wall_s=search.wall_s,
        error=said_of(search),
        executions=finished.get("executions", 0),
        over_time=tuple((at_s, search.best_by(at_s) / best) for at_s in MOMENTS_S if best and at_s < made.seconds),
    )


def said_of(search: Search) -> str:
    """Why a search gave up, "" where it came to its end."""
    error, finished = search.last("error"), search.last("finished")
    if search.stopped:
        return "ended from outside: it ran far over its time"
    if error is not None:
        return f"{error['code']}: {error['message']}"
    return "" if finished is not None else f"no result: exit code {search.exit_code}"


def _judged(
    rows: Sequence[dict[str, Any]],
    place: Path,
    judges: Sequence[InputValidator],
    executor: Executor,
    cap_s: float,
    budget_s: float,
) -> tuple[Shown, ...]:
    """Every shown input with what the setters' validators say of it and what it costs, the dearest until one is cut."""
    made, spent, is_cut = [], 0.0, False
    for row in rows:
        data = (place / FOUND / Path(row["path"]).name).read_bytes()
        reason = refusal(judges, data) if judges else None
        shown = Shown(row.get("validity", LIKELY), None if reason is None else not reason, reason or "")
        if not is_cut and spent < budget_s:
            time = taken(executor, data, cap_s)
            spent += time.cpu_s
            is_cut = time.cut and shown.counts
            shown = replace(shown, cpu_s=time.cpu_s, cut=time.cut)
        made.append(shown)
    return tuple(made)


def _first_exposure(search: Search, limit_s: float, kept: Path, judges: Sequence[InputValidator]) -> float | None:
    """When the first input was shown that is said to be over the limit, and that nobody refuses."""
    for at_s, identity in islice(search.over(limit_s), MOST_TRIED):
        path = kept / f"{identity}.in"
        if path.is_file() and not refusal(judges, path.read_bytes()):
            return at_s
    return None


def _with_setters(made: FindOutcome, times: dict[Path, Taken], secrets: Sequence[Path], folder: Path) -> FindOutcome:
    if not times:
        return replace(made, setters_total=len(secrets))
    slowest = max(times, key=lambda path: (times[path].cpu_s, times[path].cut))
    return replace(
        made,
        setters_s=times[slowest].cpu_s,
        setters_cut=times[slowest].cut,
        setters_file=slowest.relative_to(folder / "data" / "secret").as_posix(),
        setters_measured=len(times),
        setters_total=len(secrets),
    )

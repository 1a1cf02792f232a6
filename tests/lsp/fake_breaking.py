"""A search for a breaking input that costs nothing, behind the pipeline's signatures, for tests of what is around it.

What it does is decided by words in the program's source: `RIGHT` (nothing is found), `HOLD` (it goes on until it is
stopped, once something was found), `STUCK` (it waits for what never comes, until an alarm ends it), `OVERFLOW` (a
sanitizer complains of line 3), `DIVERGES` (from the accepted version, at line 2), `LARGE` (the outputs are too long to
be shown), `KILL_WORKER` (dies by a signal, the first time only, or every time with `ALWAYS`).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import Interrupted, OutOfTime
from slowpath.model.breaking import (
    BreakFound,
    BreakingInput,
    BreakSpec,
    BreakStarted,
    Classification,
    Complaint,
    Difference,
    Divergence,
    Failing,
    FaultCategory,
    Reference,
    ReferenceJudged,
    Role,
)
from slowpath.model.campaign import Ended, PhaseEntered, Progressed
from slowpath.model.origin import Origin
from slowpath.pipeline import campaigns

FIRST, SMALLEST = b"7\n", b"2\n"
RIGHT_ANSWER, ANSWER = b"4 5\n", b"4 6\n"
MARK = "killed-once"
ENDED_BY_ALARM = 4242


def break_spec(solution, problem, report, settings, budget, seed=0, *, references=None, **_):
    """As the pipeline's, but that a reference needn't be readable."""
    named = (
        [Path(path) for path in references]
        if references is not None
        else [path for path in solution.path.parent.glob("brute.*") if path != solution.path]
    )
    role = Role.BRUTE if references is None else Role.GIVEN
    if report.format is None:
        raise campaigns.without_format(solution, report, settings)
    references = tuple(Reference(replace(solution, path=path), role) for path in named)
    return BreakSpec(
        str(solution.path), solution.language, solution.source, report.format, problem.samples, budget, seed, references
    )


def find_break(spec, settings, *, keep, stop, clock):
    """Judges the references, finds an input, and makes it smaller."""
    yield BreakStarted(spec.path, spec.budget, tuple(each.name for each in spec.references))
    yield PhaseEntered("references", "Running the references on the samples.")
    for each in spec.references:
        yield ReferenceJudged(each.name, each.role, "bad" not in each.name, "It crashes on sample 1.", 1, clock())
    _die(spec, settings)
    if b"RIGHT" not in spec.source:
        yield from _found(spec, keep, clock)
    done = 10
    while b"HOLD" in spec.source and not stop():
        done += 1
        yield Progressed(done, done, done, 0, "small world", 50.0, clock())
        time.sleep(0.02)
    if b"STUCK" in spec.source:
        try:
            threading.Event().wait()
        except OutOfTime as early:
            yield Ended("stopped" if isinstance(early, Interrupted) else "finished", executions=ENDED_BY_ALARM)
            return
    yield Ended("stopped" if stop() else "finished", executions=done, elapsed_s=clock())


def _found(spec, keep, clock):
    first = BreakingInput(
        keep(FIRST),
        len(FIRST),
        (("n", 7),),
        Origin("small-world", "all inputs up to n = 9"),
        Failing.WRONG_ANSWER,
        "token 2 is '6', not '5'",
        "brute.py",
        _output(spec, keep, RIGHT_ANSWER),
        _output(spec, keep, ANSWER),
        Difference(2, 1, "5", "6"),
    )
    yield BreakFound(first, 7, clock())
    complaint = Complaint("overflow", 3, "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'")
    divergence = Divergence(2, 3, 5, 4, (("i", "3", "2"), ("n", "2", "2")))
    kind = Classification(FaultCategory.NUMERIC, 0.8, ("The same structure with small values passes.",))
    yield BreakFound(
        replace(
            first,
            id=keep(SMALLEST),
            size=len(SMALLEST),
            sizes=(("n", 2),),
            minimised_from=first.id,
            classification=kind,
            complaint=complaint if b"OVERFLOW" in spec.source else None,
            divergence=divergence if b"DIVERGES" in spec.source else None,
        ),
        9,
        clock(),
    )


def _output(spec, keep, text):
    return keep(text * 1000 if b"LARGE" in spec.source else text)


def _die(spec, settings):
    marker = Path(settings.state_dir) / MARK
    if b"KILL_WORKER" in spec.source and (b"ALWAYS" in spec.source or not marker.exists()):
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def install() -> None:
    """Puts the fake in the pipeline's place, in this process."""
    pipeline.break_spec = break_spec
    pipeline.find_break = find_break

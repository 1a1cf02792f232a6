"""A campaign that costs nothing, behind the engine's signature, for tests of the processes around it.

Its executor starts one child, as a real one does, so that tests can see whether anything is left behind. What
it does is decided by words in the program's source: `KILL_WORKER` (dies by a signal at its fifth event, the first
time only, or every time with `ALWAYS`), `SLOW_BUILD` (building doesn't come back), `CRASH` (a bug in the engine),
`SLOW_STORE` (its end is stored only at the third attempt, each of which takes longer than the alarm waits),
`NO_FORMAT` (nothing is inferred), `ASSUMED` (a bound is), `MEASURED` (the slowest input has growth and a small twin,
and there is a fault), `CONTESTED` (parts of a reading differ on an input). A line with `//!` (`#!` in
Python) is one that a constraint speaks of, by the words after it: see `constraints_of`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import types
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.model.campaign import (
    BaselineMeasured,
    ConstraintMeasured,
    ContrastMined,
    Ended,
    FaultFound,
    GuidanceMeasured,
    PhaseEntered,
    Progressed,
    SlowInputFound,
    ValidityAsked,
)
from slowpath.model.constraint import (
    CheckerVerdict,
    Condition,
    Constraint,
    ConstraintEvidence,
    ConstraintOrigin,
    ConstraintState,
    Place,
    SatisfyingShare,
)
from slowpath.model.contrast import Contrast, LineContrast
from slowpath.model.cost import Cost
from slowpath.model.expression import expr
from slowpath.model.format import FormatReport, InputFormat, IntType, Scalar
from slowpath.model.growth import POLYNOMIAL, Growth, GrowthPoint
from slowpath.model.origin import Origin, input_id
from slowpath.model.reading import Difference, Refusal
from slowpath.model.slow_input import Fault, MinimisedInput, SlowInput
from slowpath.model.validity import Doubt
from slowpath.model.verdict import Verdict
from slowpath.pipeline import campaigns, programs

FAST, SLOW = b"1\n", b"9\n" * 100
TWIN, FAILING = b"9\n" * 7, b"0\n"
POINTS = tuple(GrowthPoint(n, 4 * n * n) for n in (2, 5, 10))
GROWTH = Growth(
    "n",
    POINTS,
    POLYNOMIAL,
    "n^2.00",
    2.0,
    1.9,
    2.1,
    1000,
    4_000_000,
    3_000_000,
    5_000_000,
    1.0,
    (*POINTS, GrowthPoint(1000, 4_000_000)),
    "measured up to n = 10",
)
FORMAT = InputFormat((Scalar("n", IntType(expr(1), expr(9))),))
MARK = "slowpath-test-target"
TARGET = f"import sys; '{MARK}'; sys.stdin.read()"
BUILD = f"import time; '{MARK}'\nwhile True: time.sleep(60)"


class FakeExecutor:
    """Holds one child process, which ends with its starter as a real target does."""

    counters = 1
    probed = ()
    unprobed = ()

    def __init__(self, source: bytes):
        if b"SLOW_BUILD" in source:
            subprocess.run([sys.executable, "-c", BUILD], check=False)
        self.child = subprocess.Popen([sys.executable, "-c", TARGET], stdin=subprocess.PIPE)

    def close(self):
        self.child.kill()
        self.child.wait()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


FAITHFUL = CheckerVerdict(True, True, True, False, 7)
UNFAITHFUL = CheckerVerdict(True, True, True, True, 7, "it fires on both inputs of the pair")
EVIDENCE = {
    "confirmed": ConstraintEvidence(40, 61, 38.6, 30.0, 0.0001),
    "hypothesis": ConstraintEvidence(3, 4, 1.5, 1.4, 0.2),
    "refuted": ConstraintEvidence(40, 61, 0.9, 0.9, 0.8),
    "candidate": ConstraintEvidence(0, 7),
}


def constraints_of(source):
    """A constraint for each line with `//!` or `#!`, by the words after it: a status (`refuted-later`: confirmed until
    the tenth execution), `faithful` or `unfaithful` where the gate has judged it, `model` for one with a conversation,
    `words` for one without a condition. Its condition is `n >= 5`, before the line."""
    for number, line in enumerate(source.decode("utf-8", "replace").split("\n"), 1):
        marker = next((mark for mark in ("//!", "#!") if mark in line), None)
        said = line.split(marker)[1].split() if marker else []
        if not said:
            continue
        origin = (
            ConstraintOrigin("rule", "fake-rule")
            if "model" not in said
            else ConstraintOrigin("model", "fake-prompt", "c0ffee")
        )
        condition = None if "words" in said else Condition("n", Place("before", number), "5")
        status = "confirmed" if said[0] == "refuted-later" else said[0]
        verdict = FAITHFUL if "faithful" in said else UNFAITHFUL if "unfaithful" in said else None
        yield (
            said[0],
            ConstraintState(
                Constraint(f"id{number}", number, f"what line {number} does is long", condition, origin),
                status,
                EVIDENCE[status],
                True,
                verdict,
            ),
        )


def run_campaign(spec, executor, *, campaign_id, keep_input, clock, stop, history=(), read_input=None, **_):
    """Finds two slow inputs at once, then makes progress every 20 ms until its budget is spent."""
    lines = tuple(LineContrast(line, 1, 40 * line, 20.5 * line, 0.1 * line, line == 3) for line in (2, 3, 4))
    constraints = list(constraints_of(spec.source))
    done = max((event.executions for event in history), default=0)
    if b"CRASH" in spec.source:
        raise RuntimeError("a bug")
    if not history:
        yield PhaseEntered("samples", "Running the samples.")
        if b"CONTESTED" in spec.source:
            refused = (Refusal("validator", "two books are equally high"),)
            yield ValidityAsked((Difference("format", b"3\n5 5 1\n", ("format", "generator"), refused),), 1, clock())
        yield BaselineMeasured(keep_input(FAST), "sample 1", len(FAST), Cost(10, 0.01, 0.0, 1 << 20), True, 1, clock())
        for data, count in ((b"9\n", 100), (SLOW, 400)):
            slow = SlowInput(
                keep_input(data),
                len(data),
                Cost(count, 0.1, 0.01, 1 << 20),
                count / 10,
                Origin("pattern", f"pattern {count}"),
                Verdict.OK,
                2,
                hits={2: 1, 3: count, 4: 0},
                satisfies=tuple(state.constraint.id for _, state in constraints if count == 400),
            )
            yield SlowInputFound(slow, 2, clock())
        if b"MEASURED" in spec.source:
            twin = MinimisedInput(keep_input(TWIN), len(TWIN), (("n", 7),), 28, 0.001, 4)
            yield SlowInputFound(
                replace(slow, cost=replace(slow.cost, count_spread=3), growth=GROWTH, minimised=twin), 2, clock()
            )
            yield FaultFound(
                Fault(
                    keep_input(FAILING),
                    len(FAILING),
                    Origin("mutation", "mutation of #1"),
                    Verdict.RUNTIME_ERROR,
                    "division by zero",
                    "ended by signal 8",
                    2,
                ),
                2,
                clock(),
            )
        yield ContrastMined(
            Contrast(
                input_id(FAST),
                input_id(SLOW),
                "sample 1",
                "pattern 400",
                10,
                400,
                0.9,
                0.8,
                1.7,
                40.0,
                lines,
                ("only three lines",),
            ),
            3,
            clock(),
        )
        for _, state in constraints:
            yield ConstraintMeasured(state, 3, clock())
        yield GuidanceMeasured((SatisfyingShare("pattern", 1, 2),), 3, clock())
    while True:
        done += 1
        for said, state in constraints if done == 10 else ():
            if said == "refuted-later":
                yield ConstraintMeasured(replace(state, status="refuted", evidence=EVIDENCE["refuted"]), 10, clock())
        kill = b"KILL_WORKER" in spec.source and done % 1000 == 5
        if kill and (b"ALWAYS" in spec.source or not history):
            os.kill(os.getpid(), signal.SIGKILL)
        budget = spec.budget
        if stop():
            if b"SLOW_STORE" in spec.source:
                _slow_down(keep_input.__self__)
            yield Ended("stopped", executions=done, elapsed_s=clock())
            return
        if (budget.executions and done > budget.executions) or (budget.seconds and clock() > budget.seconds):
            yield Ended("finished", executions=done, elapsed_s=clock())
            return
        yield Progressed(done, done, done, 400, "pattern", 50.0, clock())
        time.sleep(0.02)


def _slow_down(store) -> None:
    """Lets the store take its time for the next two appends."""
    append, left = store.append, [5, 5]

    def slowly(*what):
        if left:
            time.sleep(left.pop())
        append(*what)

    store.append = slowly


def install() -> None:
    """Puts the fake in the places of the engine and the toolchain of this process."""
    engine = types.ModuleType("slowpath.engine.campaign")
    engine.run_campaign = run_campaign
    sys.modules["slowpath.engine.campaign"] = engine
    campaigns.doubts_by_running = lambda spec, executor, allowed: ()
    programs.open_executor = lambda solution, settings, on_progress=None, constraints=(): FakeExecutor(solution.source)
    pipeline.infer_format = lambda problem, solution, settings=None, others=None, **_: FormatReport(
        None if b"NO_FORMAT" in solution.source else FORMAT,
        "",
        assumed=("n",) if b"ASSUMED" in solution.source else (),
        doubts=(Doubt("no-statement", "There is no statement."),) if b"UNTOLD" in solution.source else (),
    )


WORKER_COMMAND = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))

"""A search for a faster version that costs nothing, behind the pipeline's signature, for tests of what is around it.

What it does is decided by words in the program's source: `NOTHING` (no change gains anything), `REFUSED` (one is
refused with an input that speaks against it), `HOLD` (it goes on until it is stopped), `BREAKS` (a bug in it),
`KNOWN` (says which inputs it was given),
`LOST_WORKER` (dies by a signal, the first time only). The faster version is the program with `slow()` replaced by
`quick()`.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from slowpath import pipeline
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.growth import Growth
from slowpath.model.rewrite import InputSpeed, KeptTest, ProvenRewrite, RefusedRewrite, Rewrite, Speed

AGAINST, SLOW, ANSWER = b"13\n", b"9\n" * 9, b"81\n"
MARK = "optimizer-killed-once"
TITLE = "Call the quick one"


def optimize(solution, problem, report, settings, *, budget, seed=0, given=(), others=(), keep, stop, clock, **_):
    """Says what it does, refuses what it is told to, and shows a version with its proof."""
    yield PhaseEntered("slow inputs", "Looking for inputs that make the program slow.")
    _die(solution, settings)
    assert b"BREAKS" not in solution.source, "told to"
    if b"KNOWN" in solution.source:
        slow = ", ".join(f"{each.name} of {len(each.data)} bytes" for each in given)
        yield Warned("known", f"{slow}; {[data for _, data in others]}.")
    if b"REFUSED" in solution.source:
        yield RefusedRewrite("planted", "It prints something else on sample 1.", keep(AGAINST))
    if b"NOTHING" in solution.source:
        yield Warned("no-slow-input", "No input was found.", "Give one: --input FILE.")
    else:
        yield _proven(solution.source, keep)
    while b"HOLD" in solution.source and not stop():
        time.sleep(0.02)
    yield Ended("stopped" if stop() else "finished", elapsed_s=clock())


def _proven(source, keep):
    faster = source.replace(b"slow()", b"quick()")
    step = Rewrite("quick-1", "quick", TITLE, 2, (), faster, "It does the same at once.")
    speed = Speed((InputSpeed("slow 1", len(SLOW), 2.0, 0.5, 4.0, 3.8, 4.2),), 4.0, 3.8, 4.2, 1.1)
    growths = [Growth("n", (), "polynomial", formula, 1.0, 0.9, 1.1, 9, 9, 9, 9) for formula in ("n^2.0", "n")]
    return ProvenRewrite((step,), faster, 812, speed, *growths, (KeptTest("slow 1", keep(SLOW), keep(ANSWER)),))


def _die(solution, settings):
    marker = Path(settings.state_dir) / MARK
    if b"LOST_WORKER" in solution.source and not marker.exists():
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def install() -> None:
    """Puts the fake in the pipeline's place, in this process."""
    pipeline.optimize = optimize

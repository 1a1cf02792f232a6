"""Tries one version of a program that a model wrote: the evidence, its speed, a search for inputs that break it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from slowpath.errors import SlowpathError
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.model.rewrite import LEAST_GAIN, RefusedRewrite, Rewrite, Speed
from slowpath.pipeline.faster.evidence import LIMITS
from slowpath.pipeline.faster.pacing import CHANGES_SHARE, Pace
from slowpath.pipeline.faster.proof import Agreed, Proof
from slowpath.pipeline.programs import open_executor
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.rewrites.trial import TriedRewrite

OUTDONE = "outdone"
LONGEST_COMPLAINT = 300


@dataclass(frozen=True)
class Entrant:
    """A proven version: its text as it is shown and as it is run."""

    step: tuple[Rewrite, ...]
    runnable: bytes
    speed: Speed
    agreed: Agreed


class VersionTrials:
    """The versions of one program, tried as they come. `like` runs the original as versions are run, in the jail where
    there is one, so that speeds compare like with like; what the jail costs makes a gain look smaller, never larger.
    `stored` has the inputs that were kept, by id."""

    def __init__(
        self,
        solution: Solution,
        settings: Settings,
        proof: Proof,
        original: Executor,
        like: Executor,
        stored: Mapping[str, bytes],
        stop: Callable[[], bool],
        pace: Pace,
    ) -> None:
        self.solution, self.settings = solution, settings
        self.proof, self.original, self.like = proof, original, like
        self.stored, self.stop, self.pace = stored, stop, pace
        self.agreed: dict[bytes, Agreed] = {}
        self.entrants: list[Entrant] = []
        self.refused: list[RefusedRewrite] = []
        self.is_measured = True

    def trial(self, source: bytes, label: str) -> TriedRewrite:
        """A version's trial: the evidence, its speed, the search."""
        from slowpath.rewrites.trial import SLOW, STOPPED, TriedRewrite

        if self.stop():
            return TriedRewrite(STOPPED, ("The work was stopped.",))
        runnable = runnable_text(self.solution, source)
        refused = self.proof.agrees(runnable, label, is_exact=False)
        if refused is not None:
            return self._rejected(refused, runnable)
        speed = self.speed(runnable)
        results = _results(speed) if speed is not None else ""
        if speed is None or not speed.is_real:
            why = (
                "was cut like the original on every slow input."
                if speed is not None and speed.is_unknown
                else "isn't measurably faster."
            )
            return TriedRewrite(
                SLOW, (f"It prints the same, but {why}\n{results}",), "Correct: PASSED\n" + results, speed
            )
        best = max((entrant.speed.low for entrant in self.entrants), default=0.0)
        if speed.high * LEAST_GAIN < best:
            return TriedRewrite(
                OUTDONE,
                (f"It prints the same, but another version is at least {best / speed.high:.3g} times faster than it.",),
                "Correct: PASSED\n" + results,
                speed,
            )
        found = self.proof.searched(runnable, label, is_exact=False)
        if isinstance(found, RefusedRewrite):
            return self._rejected(found, runnable)
        if self.stop():
            return TriedRewrite(STOPPED, ("The work was stopped.",))
        self.agreed[source] = found
        return TriedRewrite("", (), f"Correct: PASSED on {found.inputs} inputs\n{results}", speed)

    def _rejected(self, refused: RefusedRewrite, runnable: bytes) -> TriedRewrite:
        from slowpath.rewrites.trial import FAILS, TriedRewrite

        self.refused.append(refused)
        told = "\n".join([refused.reason, *self._shown_against(refused.input_id, runnable)])
        return TriedRewrite(FAILS, (told,), f"Correct: FAILED\n{told}")

    def _shown_against(self, input_id: str, runnable: bytes) -> list[str]:
        """The input that speaks against a version, with what the original and the version print on it."""
        from slowpath.llm.shown import shown_input

        data = self.stored.get(input_id)
        if data is None:
            return []
        expected = self.original.confirm(data, LIMITS, runs=1, keep_output=True)
        with self.open(runnable) as candidate:
            ran = candidate.confirm(data, LIMITS, runs=1, keep_output=True)
        complaint = ran.stderr_tail.decode("utf-8", "replace").strip().split("\n")[-1][-LONGEST_COMPLAINT:]
        return [
            "The input:",
            shown_input(data),
            "What the original prints:",
            shown_input(expected.output or b""),
            f"What this version prints ({ran.verdict.value}):",
            shown_input(ran.output or b""),
            *([f"It ends with: {complaint}"] if complaint else []),
        ]

    def speed(self, runnable: bytes) -> Speed | None:
        """A version beside the original on the slow inputs; None where that can't be measured."""
        with contextlib.suppress(SlowpathError), self.open(runnable) as candidate:
            speed = self.proof.speed(self.like, candidate, is_over=self.pace.over_after(CHANGES_SHARE))
            self.is_measured = self.is_measured and (speed is None or not speed.is_unknown)
            return speed
        return None

    def open(self, runnable: bytes) -> Executor:
        """An executor of a version, as it is safe to run."""
        return open_executor(replace(self.solution, source=runnable), self.settings)


def runnable_text(solution: Solution, source: bytes) -> bytes:
    """A text as it is safe to run."""
    from slowpath.toolchain import walled

    return walled(solution, source)


def _results(speed: Speed) -> str:
    """A version's runs beside the original's, a line each (ECCO figure 9)."""
    rows = [
        f"-- {each.name} ({each.size} bytes): run time {'at least ' if each.both_cut else ''}{each.after_s:.3g} s,"
        f" the original {'at least ' if each.at_least else ''}{each.before_s:.3g} s"
        for each in speed.per_input
    ]
    return "\n".join(
        [*rows, f"Times faster: {speed.geomean:.3g}. Memory of the original over its: {speed.memory_reduction:.3g}."]
    )

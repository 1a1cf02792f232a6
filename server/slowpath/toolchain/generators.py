"""Runs what a language model wrote (generators, mutators, validators), in the interpreter that runs Slowpath itself.

Theory of operation. One forkserver (`runtime/generator_target.py`) serves all programs of all problems: a run is a
fork of a warm interpreter that goes into a jail of its own (`runtime/jail.py`), about 5 ms where the program itself
takes no time. Around it is the jail of all programs, whatever the user set. It gets its source over standard input,
works in an empty folder that is removed at the end, and has nothing of our environment. The interpreter is our own
rather than the user's, so that a program needs nothing that isn't there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowpath.errors import ToolMissing
from slowpath.model.execution import RunLimits
from slowpath.model.generator import GeneratorRun, MutatorRun, ValidatorRun
from slowpath.model.verdict import Verdict
from slowpath.sandbox.forkserver import ForkServer, Launch, Run
from slowpath.sandbox.scratch import ScratchFolder
from slowpath.toolchain.reach import own_python_reach

RUNTIME = Path(__file__).resolve().parent / "runtime"
LIMITS = RunLimits(cpu_s=10.0, wall_s=20.0, memory_bytes=1 << 30, output_bytes=64 << 20)
_MOST_BYTES = 60 << 20
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}


class GeneratorSandbox:
    """Implements `model.generator.GeneratorRunner`. Not thread-safe. The server starts with the first run."""

    def __init__(self, limits: RunLimits = LIMITS) -> None:
        self._limits = limits
        self._server: ForkServer | None = None
        self._scratch: ScratchFolder | None = None

    def run(self, source: str, seed: int, size: int) -> GeneratorRun:
        """See `GeneratorRunner.run`. Raises `ToolMissing` on systems without a forkserver."""
        told = self._told("generate", source, seed=seed, size=size)
        return GeneratorRun(told.outputs, told.failure, told.detail, told.takes, told.cpu_s)

    def mutate(self, source: str, texts: Sequence[bytes], calls: Sequence[tuple[int, int]]) -> MutatorRun:
        """See `GeneratorRunner.mutate`. Raises as `run`."""
        told = self._told("mutate", source, texts=_as_text(texts), calls=list(calls))
        outputs = tuple(
            output if state == "ok" else None for output, (state, _) in zip(told.outputs, told.notes, strict=True)
        )
        return MutatorRun(outputs, tuple(note for _, note in told.notes), told.failure, told.detail, told.cpu_s)

    def validate(self, source: str, texts: Sequence[bytes]) -> ValidatorRun:
        """See `GeneratorRunner.validate`. Raises as `run`."""
        told = self._told("validate", source, texts=_as_text(texts))
        verdicts = tuple({"ok": True, "invalid": False}.get(state) for state, _ in told.notes)
        return ValidatorRun(verdicts, tuple(note for _, note in told.notes), told.failure, told.detail, told.cpu_s)

    def _told(self, kind: str, source: str, **more: Any) -> _Told:
        wanted = {"kind": kind, "source": source, "most_bytes": min(_MOST_BYTES, self._limits.output_bytes), **more}
        run = self._opened().run(json.dumps(wanted).encode() + b"\n", self._limits, keep_output=True)
        return _described(run, self._limits)

    def _opened(self) -> ForkServer:
        if sys.platform == "win32":
            raise ToolMissing(
                "Generators can't be run under a forkserver on Windows itself.",
                "Open the folder in WSL (Windows Subsystem for Linux).",
            )
        if self._server is None:
            self._scratch = ScratchFolder("generator")
            launch = Launch(
                (sys.executable, "-s", "-B", str(RUNTIME / "generator_target.py")),
                self._scratch.path,
                _ENVIRONMENT,
                "the generators' interpreter",
                allowed=own_python_reach(),
            )
            self._server = ForkServer(launch)
        return self._server

    def close(self) -> None:
        """Ends the server and removes its folder. Idempotent."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._scratch is not None:
            self._scratch.remove()
            self._scratch = None

    def __enter__(self) -> GeneratorSandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@dataclass(frozen=True)
class _Told:
    """A run's own account of itself; the fields are those of `GeneratorRun`, and a state and a text for each call."""

    outputs: tuple[bytes, ...] = ()
    failure: str = ""
    detail: str = ""
    takes: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    cpu_s: float = 0.0


def _as_text(texts: Sequence[bytes]) -> list[str]:
    return [data.decode("utf-8", "replace") for data in texts]


def _described(run: Run, limits: RunLimits) -> _Told:
    """The run's own account of itself, or what the sandbox says of one that was cut."""
    cpu_s = run.cpu_ns / 1e9
    head, _, rest = (run.output or b"").partition(b"\n")
    if run.verdict is Verdict.OK:
        try:
            return _read(json.loads(head), rest, cpu_s)
        except (ValueError, TypeError, KeyError):
            return _Told(failure="broken", detail="it left the interpreter in the middle", cpu_s=cpu_s)
    if run.verdict.is_out_of_time:
        return _Told(failure="time", detail=f"it was stopped after {limits.cpu_s:g} s", cpu_s=cpu_s)
    if run.verdict is Verdict.OUTPUT_LIMIT:
        return _Told(failure="output", detail="it wrote more than is allowed", cpu_s=cpu_s)
    if run.verdict is Verdict.MEMORY_LIMIT:
        return _Told(failure="memory", detail="it ran out of memory", cpu_s=cpu_s)
    how = f"signal {run.signal}" if run.signal else f"exit code {run.exit_code}"
    return _Told(failure="broken", detail=f"the interpreter ended with {how}", cpu_s=cpu_s)


def _read(head: dict, rest: bytes, cpu_s: float) -> _Told:
    outputs, place = [], 0
    for length in head["lengths"]:
        outputs.append(rest[place : place + length])
        place += length
    if place != len(rest):
        raise ValueError("the account doesn't fit its outputs")
    return _Told(
        tuple(outputs),
        str(head["failure"]),
        str(head["detail"]),
        tuple(str(name) for name in head["takes"]),
        tuple((str(state), str(text)) for state, text in head["notes"]),
        cpu_s,
    )

"""Runs generators that a language model wrote, in the interpreter that runs Slowpath itself.

Theory of operation. One forkserver (`runtime/generator_target.py`) serves all generators of all problems: a run is a
fork of a warm interpreter that goes into a jail (`runtime/jail.py`), about 5 ms where the generator itself takes no
time. It gets its source over standard input, works in an empty folder that is removed at the end, and has nothing of
our environment. The interpreter is our own rather than the user's, so that a generator needs nothing that isn't there.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.model.execution import RunLimits
from slowpath.model.generator import GeneratorRun
from slowpath.model.verdict import Verdict
from slowpath.sandbox.forkserver import ForkServer, Launch, Run

RUNTIME = Path(__file__).resolve().parent / "runtime"
LIMITS = RunLimits(cpu_s=10.0, wall_s=20.0, memory_bytes=1 << 30, output_bytes=64 << 20)
_MOST_BYTES = 60 << 20
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}


class GeneratorSandbox:
    """Implements `model.generator.GeneratorRunner`. Not thread-safe. The server starts with the first run."""

    def __init__(self, limits: RunLimits = LIMITS) -> None:
        self._limits = limits
        self._server: ForkServer | None = None
        self._scratch: Path | None = None

    def run(self, source: str, seed: int, size: int) -> GeneratorRun:
        """See `GeneratorRunner.run`. Raises `ToolMissing` on systems without a forkserver."""
        most_bytes = min(_MOST_BYTES, self._limits.output_bytes)
        wanted = {"source": source, "seed": seed, "size": size, "most_bytes": most_bytes}
        run = self._opened().run(json.dumps(wanted).encode() + b"\n", self._limits, keep_output=True)
        return _described(run, self._limits)

    def _opened(self) -> ForkServer:
        if sys.platform == "win32":
            raise ToolMissing("Generators can't be run under a forkserver on Windows itself.",
                              "Open the folder in WSL (Windows Subsystem for Linux).")
        if self._server is None:
            self._scratch = Path(tempfile.mkdtemp(prefix="slowpath-generator-"))
            launch = Launch((sys.executable, "-s", "-B", str(RUNTIME / "generator_target.py")), self._scratch,
                            _ENVIRONMENT, "the generators' interpreter")
            self._server = ForkServer(launch)
        return self._server

    def close(self) -> None:
        """Ends the server and removes its folder. Idempotent."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None

    def __enter__(self) -> GeneratorSandbox:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _described(run: Run, limits: RunLimits) -> GeneratorRun:
    """The run's own account of itself, or what the sandbox says of one that was cut."""
    cpu_s = run.cpu_ns / 1e9
    head, _, rest = (run.output or b"").partition(b"\n")
    if run.verdict is Verdict.OK:
        try:
            return _told(json.loads(head), rest, cpu_s)
        except (ValueError, TypeError, KeyError):
            return GeneratorRun(failure="broken", detail="it left the interpreter in the middle", cpu_s=cpu_s)
    if run.verdict is Verdict.TIME_LIMIT:
        return GeneratorRun(failure="time", detail=f"it was stopped after {limits.cpu_s:g} s", cpu_s=cpu_s)
    if run.verdict is Verdict.OUTPUT_LIMIT:
        return GeneratorRun(failure="output", detail="it wrote more than is allowed", cpu_s=cpu_s)
    if run.verdict is Verdict.MEMORY_LIMIT:
        return GeneratorRun(failure="memory", detail="it ran out of memory", cpu_s=cpu_s)
    how = f"signal {run.signal}" if run.signal else f"exit code {run.exit_code}"
    return GeneratorRun(failure="broken", detail=f"the interpreter ended with {how}", cpu_s=cpu_s)


def _told(head: dict, rest: bytes, cpu_s: float) -> GeneratorRun:
    outputs, place = [], 0
    for length in head["lengths"]:
        outputs.append(rest[place:place + length])
        place += length
    if place != len(rest):
        raise ValueError("the account doesn't fit its outputs")
    return GeneratorRun(tuple(outputs), str(head["failure"]), str(head["detail"]),
                        tuple(str(name) for name in head["takes"]), cpu_s)

"""Receives problems from the browser for this window, and says of a contest's problems together that they are there.

Theory of operation. Each problem becomes a folder as soon as it comes, in a thread and one after the other, since two
may have one name. Those of a contest come one by one; that they came is said when all are there, or when the browser
has sent none for `QUIET_S`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from slowpath import pipeline
from slowpath.companion.layout import Program
from slowpath.companion.listener import Listener
from slowpath.companion.message import ReceivedProblem
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp import convert
from slowpath.lsp.protocol import ArrivedProblem, ArrivedProblems, CompanionParams, ErrorState

log = logging.getLogger(__name__)

QUIET_S = 5.0


@dataclass
class _Batch:
    """What came of a contest so far; `coming` are on their way to the disk."""

    contest: str
    size: int
    problems: list[ArrivedProblem] = field(default_factory=list)
    coming: int = 0
    failed: int = 0
    error: ErrorState | None = None
    timer: asyncio.TimerHandle | None = None

    @property
    def missing(self) -> int:
        return max(0, self.size - len(self.problems) - self.failed)


class Companion:
    """Listens once it was asked to. `arrived` is told what came, on the loop."""

    def __init__(self, arrived: Callable[[ArrivedProblems], None]) -> None:
        self._arrived = arrived
        self._listener: Listener | None = None
        self._opening = asyncio.Lock()
        self._disk = asyncio.Lock()
        self._work: set[asyncio.Task] = set()
        self._batches: dict[str, _Batch] = {}

    @property
    def port(self) -> int:
        """Where problems are taken now, 0 for nowhere."""
        return self._listener.port if self._listener is not None else 0

    async def listen(self, params: CompanionParams, state_dir: Path, trusted: bool) -> list[str]:
        """Takes problems as `params` say from now on; returns who has the other ports.

        Raises `SlowpathError` where nobody can listen; then nobody does.
        """
        async with self._opening:
            self.close()
            if not trusted:
                raise UsageError("The workspace isn't trusted.", "Trust it to receive problems.")
            folder = Path(params.folder)
            template = Path(params.template) if params.template else None
            program = await asyncio.to_thread(pipeline.program_to_begin, params.language, template)
            listener = Listener(partial(self._received, folder, program))
            held = await pipeline.listen(listener, folder, state_dir)
            self._listener = listener
            return held

    async def stop(self) -> None:
        """Stops listening, also where somebody is about to begin."""
        async with self._opening:
            self.close()

    def close(self) -> None:
        """Stops listening; what came is still written, and said. Idempotent."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()

    def _received(self, folder: Path, program: Program, problem: ReceivedProblem) -> None:
        task = asyncio.get_running_loop().create_task(self._place(folder, program, problem))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _place(self, folder: Path, program: Program, problem: ReceivedProblem) -> None:
        batch_id = problem.batch if problem.batch_size > 1 else f"{problem.batch} {id(problem)}"
        batch = self._batches.setdefault(batch_id, _Batch(problem.group, problem.batch_size))
        if batch.timer is not None:
            batch.timer.cancel()
        batch.coming += 1
        async with self._disk:
            try:
                placed = await asyncio.to_thread(pipeline.place_problem, folder, problem, program)
                batch.problems.append(
                    ArrivedProblem(placed.name, str(placed.program), placed.samples, placed.is_new, list(placed.notes))
                )
            except SlowpathError as error:
                batch.failed, batch.error = batch.failed + 1, convert.error_state(error)
            except Exception as error:
                log.exception("placing a problem failed")
                batch.failed += 1
                batch.error = ErrorState(
                    "bug",
                    f"{problem.name} can't be placed: {type(error).__name__}: {error}.",
                    "This is a bug in Slowpath; the log has the details.",
                )
            finally:
                batch.coming -= 1
        if not batch.missing:
            self._say(batch_id)
        elif not batch.coming:
            batch.timer = asyncio.get_running_loop().call_later(QUIET_S, self._say, batch_id)

    def _say(self, batch_id: str) -> None:
        batch = self._batches.pop(batch_id, None)
        if batch is None:
            return
        if batch.timer is not None:
            batch.timer.cancel()
        self._arrived(ArrivedProblems(batch.contest, batch.problems, batch.missing, batch.error))

"""Compiler checks of open solutions, and the diagnostics of a document put together.

Theory of operation. A check is scheduled when a solution is opened or saved; after a pause, so that a burst of saves is
one check, it runs in the one thread kept for this. Its result is published only when the text is still the one that
was checked; otherwise the document is checked again. A document's diagnostics are always published whole: the
compiler's, then those of its campaign.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from lsprotocol import types

from slowpath import pipeline
from slowpath.errors import CompileMessage, SlowpathError, SourceTooLarge, SourceUnreadable
from slowpath.lsp import convert
from slowpath.lsp.protocol import ErrorState
from slowpath.lsp.tracking import LineTracker
from slowpath.lsp.window import DiagnosticsOf, Window
from slowpath.model.problem import Solution
from slowpath.settings import Settings

log = logging.getLogger(__name__)

PAUSE_S = 0.3
AGAIN_S = 1.0


@dataclass(frozen=True)
class CheckResult:
    """What the compiler said about one text, or why it couldn't be asked. `tracker` follows that text's lines."""

    messages: tuple[CompileMessage, ...] = ()
    error: ErrorState | None = None
    tracker: LineTracker | None = None


class Checks:
    """The checks of one server."""

    def __init__(self, server: Window, diagnostics_of: DiagnosticsOf) -> None:
        self._server = server
        self._diagnostics_of = diagnostics_of
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task] = set()
        self.results: dict[str, CheckResult] = {}

    def schedule(self, uri: str, pause_s: float = PAUSE_S) -> None:
        """Checks the document soon; a check that is already due is put off."""
        self._cancel(uri)
        if self._server.options.trusted:
            self._timers[uri] = asyncio.get_running_loop().call_later(pause_s, self._begin, uri)

    def tracker(self, uri: str) -> LineTracker | None:
        """Follows the lines of the text that was checked last."""
        result = self.results.get(uri)
        return result.tracker if result is not None else None

    def was_too_large(self, uri: str) -> bool:
        """Whether the text that was checked last was larger than any program."""
        result = self.results.get(uri)
        return result is not None and result.error is not None and result.error.code == SourceTooLarge.code

    def forget(self, uri: str) -> None:
        """The document was closed: nothing is known of it any more, and nothing shown."""
        self._cancel(uri)
        self.results.pop(uri, None)
        self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def publish(self, uri: str) -> None:
        """Shows the diagnostics of an open document as they are now."""
        document = self._server.document(uri)
        if document is not None:
            self._server.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, self._diagnostics_of(document), document.version)
            )

    def close(self) -> None:
        """No check begins any more. Idempotent."""
        for uri in list(self._timers):
            self._cancel(uri)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _cancel(self, uri: str) -> None:
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def _begin(self, uri: str) -> None:
        self._timers.pop(uri, None)
        task = asyncio.get_running_loop().create_task(self._check(uri))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _check(self, uri: str) -> None:
        document = self._server.document(uri)
        path = convert.path_of(uri)
        if document is None or path is None:
            return
        text = document.source
        try:
            solution = pipeline.read_solution(path, self._server.solution_source(uri)[1])
        except SourceTooLarge as error:
            result = CheckResult(error=convert.error_state(error))
        except SourceUnreadable:
            # An empty file, or one in a language that isn't ours: nothing to say before a search is asked for.
            result = CheckResult()
        else:
            loop = asyncio.get_running_loop()
            result = await loop.run_in_executor(self._thread, run_check, solution, self._server.options.settings)
        document = self._server.document(uri)
        if document is None:
            return
        if document.source != text:
            self.schedule(uri, AGAIN_S)
            return
        self.results[uri] = result if document.too_long else replace(result, tracker=LineTracker(text))
        self.publish(uri)


def run_check(solution: Solution, settings: Settings) -> CheckResult:
    """One check; blocks for as long as the compiler takes. Never raises."""
    try:
        return CheckResult(tuple(pipeline.check(solution, settings)))
    except SlowpathError as error:
        return CheckResult(error=convert.error_state(error))
    except Exception as error:
        log.exception("checking %s failed", solution.path)
        return CheckResult(
            error=ErrorState(
                "bug", f"Checking the program failed: {error}.", "This is a bug in Slowpath; the log has the details."
            )
        )

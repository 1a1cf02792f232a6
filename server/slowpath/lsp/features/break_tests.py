"""Breaking inputs as tests: those that were saved, and the program as it is now run on one of them.

Theory of operation. A run builds what isn't in the cache, so it takes place in the one thread kept for this, one after
the other, under the judge's own limits. A folder that isn't trusted runs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError, SourceUnreadable
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.break_inputs import FAILING, bytes_of, named, tests_folder
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.protocol import BreakFileParams, BreakInputParams, RetryParams, RetryResult, SavedTest
from slowpath.lsp.searches import Untrusted
from slowpath.lsp.server import SlowpathServer
from slowpath.model.breaking import Failing
from slowpath.model.problem import Solution
from slowpath.settings import Settings

MOST_SHOWN_BYTES = 64 << 10


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="retries")
    server.on_close.append(lambda: thread.shutdown(wait=False, cancel_futures=True))

    @server.feature(protocol.BREAK_TESTS)
    async def break_tests(ls: SlowpathServer, params: Any) -> list[dict]:
        request = read_params(BreakFileParams, params)
        return [wire.encode(test) for test in await asyncio.to_thread(saved_tests, ls, request.uri)]

    @server.feature(protocol.BREAK_RETRY)
    async def break_retry(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(RetryParams, params)
        try:
            if not ls.options.trusted:
                raise Untrusted
            solution = pipeline.read_solution(*ls.solution_source(request.uri))
            test = test_of(ls, request)
            made = await asyncio.get_running_loop().run_in_executor(
                thread, retried, solution, test, ls.options.settings
            )
        except SlowpathError as error:
            return wire.encode(RetryResult("", "", None, None, None, 0.0, convert.error_state(error)))
        return wire.encode(result(made, test))


@dataclass(frozen=True)
class Test:
    """An input with its right answer, None where nobody knows it. `undefined` says that it showed undefined behaviour,
    which only sanitizers see."""

    __test__ = False

    data: bytes
    answer: bytes | None
    undefined: bool


def saved_tests(server: SlowpathServer, uri: str) -> list[SavedTest]:
    """The breaking inputs that were saved as tests of the program. Blocks."""
    with contextlib.suppress(SlowpathError):
        return [
            SavedTest(path.stem, str(path))
            for path in pipeline.saved_breaking(tests_folder(*server.solution_source(uri)))
        ]
    return []


def test_of(server: SlowpathServer, request: RetryParams) -> Test:
    """What is to be run. Raises `SlowpathError` where it isn't there (any more)."""
    if request.path:
        return read_test(Path(request.path))
    search, found = named(server, BreakInputParams(request.break_id, request.input_id))
    answer = bytes_of(search, found.expected) if found.expected else None
    return Test(bytes_of(search, found.id), answer, found.failing is Failing.UNDEFINED)


def read_test(path: Path) -> Test:
    """A breaking input as it was saved. Raises `SourceUnreadable`."""
    answer_path, replay_path = path.with_suffix(".ans"), path.with_name(f"{path.stem}.replay.json")
    try:
        data = path.read_bytes()
        answer = answer_path.read_bytes() if answer_path.is_file() else None
        document = json.loads(replay_path.read_text("utf-8")) if replay_path.is_file() else {}
    except (OSError, ValueError) as error:
        raise SourceUnreadable(f"{path}: this test can't be read ({error}).", "Save the input again.") from error
    return Test(data, answer, document.get(FAILING) == Failing.UNDEFINED.value)


def retried(solution: Solution, test: Test, settings: Settings) -> pipeline.Retried:
    """Builds and runs. Blocks. Raises `SlowpathError`."""
    return pipeline.retry(
        solution, pipeline.read_problem(solution), test.data, test.answer, settings, sanitized=test.undefined
    )


def result(made: pipeline.Retried, test: Test) -> RetryResult:
    """As it crosses the wire."""
    line = made.complaint.line if made.complaint is not None else None
    return RetryResult(
        made.failing.value if made.failing is not None else "",
        made.reason or made.undecided,
        _shown(test.answer),
        _shown(made.output),
        line - 1 if line is not None else None,
        made.elapsed_s,
    )


def _shown(data: bytes | None) -> str | None:
    """The beginning of an output, as much as a window should be given at once."""
    if data is None:
        return None
    rest = "" if len(data) <= MOST_SHOWN_BYTES else "\n..."
    return data[:MOST_SHOWN_BYTES].decode("utf-8", "replace") + rest

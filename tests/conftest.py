"""What tests of several rooms share: an executor that needs no compiler, whose program is a Python cost function, and
a chat endpoint on the loopback interface that answers by a script."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import threading
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from slowpath.inputs.parsing.parse import parse
from slowpath.model.constraint import RejectedCondition
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.format import InputFormat
from slowpath.model.profile import Profile
from slowpath.model.verdict import Verdict

hypothesis.settings.register_profile(
    "everywhere",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("everywhere")
"""What a law says hangs neither on the machine's load nor on chance: each run tries the same examples.
`--hypothesis-profile=default` looks for others."""

SLOW = {
    "conformance": {
        "test_answers.py",
        "test_executors.py",
        "test_sanitizers.py",
        "test_validators.py",
        "test_value_readers.py",
    },
    "golden": {
        "test_recorded_constraints.py",
        "test_recorded_generators.py",
        "test_recorded_guidance.py",
        "test_recorded_hacks.py",
        "test_recorded_reading.py",
        "test_recorded_rewrites.py",
    },
    "properties": {"test_inputs_infer_odd_problems.py"},
    "unit": {
        "test_bench_executor.py",
        "test_bench_packages.py",
        "test_bench_packages_searches.py",
        "test_bench_search.py",
        "test_engine_campaign.py",
        "test_engine_constraints.py",
        "test_engine_fence.py",
        "test_engine_finalists.py",
        "test_engine_halving.py",
        "test_engine_limits.py",
        "test_engine_parts.py",
        "test_engine_pieces.py",
        "test_engine_small.py",
        "test_evaluation_on_ray.py",
        "test_evaluation_running.py",
        "test_inputs_practical.py",
        "test_pipeline_gate.py",
        "test_pipeline_model_rewrites.py",
        "test_pipeline_optimizing.py",
        "test_pipeline_proof.py",
        "test_sandbox_forkserver.py",
        "test_toolchain_confirm.py",
        "test_toolchain_cpp.py",
        "test_toolchain_flow.py",
        "test_toolchain_probes.py",
        "test_toolchain_python.py",
        "test_toolchain_python_counts.py",
        "test_toolchain_quick.py",
    },
}
"""Files that take more than some five seconds of processor time, of builds, runs up to a limit, thousands of examples
or whole searches: `./test --fast` leaves them out, by the marker `slow`."""

LONGEST = (
    "quality/test_examples.py",
    "lsp/test_server.py",
    "lsp/test_windows.py",
    "lsp/test_real_programs.py",
    "cli/test_bad_programs.py",
    "conformance/test_executors.py",
    "cli/test_find.py",
    "unit/test_toolchain_flow.py",
    "unit/test_inputs_practical.py",
    "golden/test_recorded_rewrites.py",
    "quality/test_planted_bugs.py",
    "unit/test_pipeline_optimizing.py",
    "lsp/test_worker_process.py",
    "unit/test_engine_campaign.py",
    "unit/test_engine_limits.py",
    "unit/test_toolchain_python_counts.py",
    "lsp/test_breaking.py",
    "lsp/test_constraints.py",
    "lsp/test_formats.py",
    "cli/test_commands.py",
    "cli/test_constraints.py",
    "cli/test_break.py",
    "unit/test_bench_packages.py",
    "unit/test_sandbox_forkserver.py",
    "unit/test_toolchain_python.py",
    "unit/test_pipeline_proof.py",
    "cli/test_readme.py",
)
"""Files that take half a minute and more, the longest first, but for one whose searches end by the clock: it isn't run
while everything begins. One worker runs a file, so `./test` begins with these: a long one at the end would have the
other workers wait for it."""


SEED = os.environ.get("SLOWPATH_TEST_SEED", "")
"""Which of the cases that are marked `daily` are tested; "" means all. `./test` sets and prints it, `./test --seed`
repeats it."""


def pytest_collection() -> None:
    """What is loaded and listed stays until the end: to look for garbage among it takes a quarter of that time."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if SEED:
        _keep_the_days_sample(config, items)
    in_file = Counter(item.path for item in items)
    places = {name: place for place, name in enumerate(LONGEST)}

    def turn(item: pytest.Item) -> tuple[int, bool, int]:
        folder, name = item.path.parent.name, item.path.name
        is_slow = name in SLOW.get(folder, ()) or folder in ("cli", "lsp", "quality")
        return places.get(f"{folder}/{name}", len(places)), not is_slow, -in_file[item.path]

    for item in items:
        if item.path.name in SLOW.get(item.path.parent.name, ()):
            item.add_marker("slow")
    items.sort(key=turn)


def _keep_the_days_sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    shares: dict[str, int] = {}
    for item in items:
        if (daily := item.get_closest_marker("daily")) is not None:
            test = item.nodeid.partition("[")[0]
            cases[test].append(item)
            (shares[test],) = daily.args
    left_out = {item for test, of in cases.items() for item in sorted(of, key=_lot)[-(-len(of) // shares[test]) :]}
    if left_out:
        config.hook.pytest_deselected(items=sorted(left_out, key=lambda item: item.nodeid))
        items[:] = [item for item in items if item not in left_out]


def _lot(item: pytest.Item) -> str:
    """By the case, not by the test: tests of a file that share what they build or search take the same ones."""
    case = item.nodeid.partition("[")[2] or item.nodeid
    return hashlib.sha256(f"{SEED} {item.path.name} {case}".encode()).hexdigest()


Hits = Callable[[dict], list[int]]
"""From an instance to the hits of lines 1, 2, ...; their sum is the deterministic count."""
Slots = Callable[[dict], list[int]]
"""From an instance to the slots of the probes."""
Prints = Callable[[dict], bytes]
"""From an instance to what the program prints."""

COUNTS_PER_S = 100_000_000


class FakeExecutor:
    """An `Executor` over a cost function: deterministic, cut where the count passes the CPU limit's worth.

    `verdicts` maps input bytes to verdicts of the search build, `clean_verdicts` to those of the clean build. `slots`
    gives a probe's slot for each of the constraints `probed`. `prints` says what the program prints.
    """

    def __init__(
        self,
        fmt: InputFormat,
        hits: Hits,
        counters: int,
        slots: Slots = lambda _: [],
        probed: Sequence[str] = (),
        unprobed: Sequence[RejectedCondition] = (),
        prints: Prints = lambda _: b"",
    ) -> None:
        self._format = fmt
        self._hits = hits
        self._slots = slots
        self._prints = prints
        self.counters = counters + len(probed)
        self.probed = tuple(probed)
        self.unprobed = tuple(unprobed)
        self.runs = 0
        self.confirmed: list[bytes] = []
        self.verdicts: dict[bytes, Verdict] = {}
        self.clean_verdicts: dict[bytes, Verdict] = {}

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        self.runs += 1
        return self._ran(data, limits, keep_output)

    def _ran(self, data: bytes, limits: RunLimits, keep_output: bool = False) -> Execution:
        instance = parse(self._format, data)
        hits = self._hits(instance)
        most = int(limits.cpu_s * COUNTS_PER_S)
        is_cut = sum(hits) > most
        count = min(sum(hits), most)
        verdict = self.verdicts.get(data, Verdict.TIME_LIMIT if is_cut else Verdict.OK)
        cpu_ns = count * (1_000_000_000 // COUNTS_PER_S)
        output = self._prints(instance)[: limits.output_bytes]
        return Execution(
            verdict,
            count,
            cpu_ns,
            cpu_ns,
            1 << 20,
            exit_code=0,
            cut=is_cut,
            output=output if keep_output else None,
            output_bytes=len(output),
            counters=array("Q", [*hits, *(self._slots(instance) if self.probed else ())]),
        )

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        return (self.run(request.data, request.limits, keep_output=request.keep_output) for request in requests)

    def repeat(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Execution:
        return self._ran(data, limits, keep_output)

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        self.confirmed.append(data)
        instance = parse(self._format, data)
        cpu_s = sum(self._hits(instance)) / COUNTS_PER_S
        verdict = self.clean_verdicts.get(data, Verdict.TIME_LIMIT if cpu_s > limits.cpu_s else Verdict.OK)
        return Confirmation(
            verdict,
            min(cpu_s, limits.cpu_s),
            0.0,
            1 << 20,
            runs,
            cut=cpu_s > limits.cpu_s,
            output=self._prints(instance)[: limits.output_bytes] if keep_output else None,
        )

    def reading_count(self, input_bytes: int) -> int:
        return 0

    def profile(self, execution: Execution) -> Profile:
        assert execution.counters is not None
        lines = execution.counters[: len(execution.counters) - len(self.probed)]
        return Profile({line: int(hits) for line, hits in enumerate(lines, 1)})

    def close(self) -> None:
        return

    def __enter__(self) -> FakeExecutor:
        return self

    def __exit__(self, *exception: object) -> None:
        return


@pytest.fixture(autouse=True)
def no_strategy_fails(request, caplog) -> Iterator[None]:
    """The search outlives a strategy that fails; a test doesn't, unless that is what it's about."""
    yield
    if not request.node.get_closest_marker("strategy_fails"):
        failed = [
            record
            for phase in ("setup", "call")
            for record in caplog.get_records(phase)
            if record.name == "slowpath.engine.failure_isolation"
        ]
        assert not failed, failed[0].exc_text or failed[0].getMessage()


@pytest.fixture(scope="session")
def build_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One build cache for the whole run and all its processes: builds are named by their content."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "builds"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def fake_executor() -> type[FakeExecutor]:
    """Makes a `FakeExecutor(format, hits, counters)`."""
    return FakeExecutor


@dataclass
class Said:
    """One answer of the endpoint. `parts` are streamed; `cut` ends the connection before the reply's end is said.

    With another `status` than 200, `error` is the error object's content. `usage` None means: reports none.
    """

    parts: tuple[str, ...] = ("hello",)
    finish: str = "stop"
    refusal: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    error: dict[str, Any] = field(default_factory=dict)
    usage: dict[str, int] | None = field(
        default_factory=lambda: {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    )
    cut: bool = False
    silent_until: threading.Event | None = None


def said(text: str, **more: Any) -> Said:
    """An answer in two parts."""
    half = len(text) // 2
    return Said((text[:half], text[half:]), **more)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hung up is what some tests are about."""


class Endpoint:
    """Answers by `script`, one entry a request, the last one for ever, or by what the request says where `by_body` is
    given: that is for requests whose order isn't known. `bodies` and `keys` are what was sent to it."""

    def __init__(self) -> None:
        self.script: list[Said] = [Said()]
        self.by_body: Callable[[dict[str, Any]], Said] | None = None
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.lock = threading.Lock()
        self.server = _Server(("127.0.0.1", 0), self._handler())
        self.base_url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def next(self, body: dict[str, Any], key: str) -> Said:
        with self.lock:
            self.bodies.append(body)
            self.keys.append(key)
            if self.by_body is not None:
                return self.by_body(body)
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments: object) -> None:
                return

            def do_GET(self) -> None:
                self._send(200, {"object": "list", "data": [{"id": "small", "object": "model"}]}, {})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                answer = endpoint.next(body, self.headers.get("Authorization", ""))
                if answer.silent_until is not None:
                    answer.silent_until.wait(300.0)
                if answer.status != 200:
                    self._send(answer.status, {"error": answer.error}, answer.headers)
                else:
                    self._stream(body["model"], answer)

            def _send(self, status: int, value: dict, headers: dict[str, str]) -> None:
                data = json.dumps(value).encode()
                self.send_response(status)
                for name, text in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, text)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def _stream(self, model: str, answer: Said) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for part in answer.parts:
                    self._chunk(model, {"content": part}, None)
                if answer.refusal:
                    self._chunk(model, {"refusal": answer.refusal}, None)
                if not answer.cut:
                    self._chunk(model, {}, answer.finish, answer.usage)
                    self.wfile.write(b"data: [DONE]\n\n")

            def _chunk(self, model: str, delta: dict, finish: str | None, usage: dict | None = None) -> None:
                chunk = {
                    "id": "x",
                    "created": 0,
                    "model": f"{model}-by-its-own-account",
                    "object": "chat.completion.chunk",
                    "usage": usage,
                    "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
                }
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.flush()

        return Handler


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A chat endpoint on the loopback interface. `endpoint.said(...)` makes an entry of its script."""
    made = Endpoint()
    made.said = said  # type: ignore[attr-defined]
    made.Said = Said  # type: ignore[attr-defined]
    yield made
    made.close()

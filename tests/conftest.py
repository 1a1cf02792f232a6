"""What tests of several rooms share: an executor that needs no compiler, whose program is a Python cost function, and
a chat endpoint on the loopback interface that answers by a script."""

from __future__ import annotations

import gc
import logging
import os
import sys
from array import array
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

import hypothesis
import pytest

sys.path.append(str(Path(__file__).parent))

from chat_endpoint import Endpoint, Said, said
from running_order import arrange
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


os.environ.setdefault("SLOWPATH_PYTHON", sys.executable)
"""Programs in Python are run by the interpreter that runs the tests, on every machine: another one may load much at
each start, and every clean run starts one."""


def pytest_collection() -> None:
    """What is loaded and listed stays until the end: to look for garbage among it takes a quarter of that time."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    arrange(config, items)


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


class _Failures(logging.Handler):
    """What the search said of strategies that failed since a test began."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


_failures = _Failures()
logging.getLogger("slowpath.engine.failure_isolation").addHandler(_failures)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    _failures.said.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """The search outlives a strategy that fails; a test doesn't, unless that is what it's about. No fixture: all tests
    would pay for it."""
    result = yield
    if not item.get_closest_marker("strategy_fails"):
        assert not _failures.said, _failures.said[0]
    return result


@pytest.fixture(scope="session", autouse=True)
def build_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One build cache for the whole run and all its processes: builds are named by their content. Where a test names
    none it is the environment's, not the user's own."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "builds"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as here:
        here.setenv("SLOWPATH_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture(scope="session")
def new_cache(build_cache: Path) -> Callable[[Path], Path]:
    """Makes a folder a build cache that holds no program yet. What is compiled for all of them is that of the run."""

    def made(folder: Path) -> Path:
        for kind in ("cpp-headers", "digits", "java-runtime", "probe", "runtime"):
            (build_cache / kind).mkdir(exist_ok=True)
            folder.mkdir(exist_ok=True)
            (folder / kind).symlink_to(build_cache / kind)
        return folder

    return made


@pytest.fixture
def fake_executor() -> type[FakeExecutor]:
    """Makes a `FakeExecutor(format, hits, counters)`."""
    return FakeExecutor


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A chat endpoint on the loopback interface. `endpoint.said(...)` makes an entry of its script."""
    made = Endpoint()
    made.said = said  # type: ignore[attr-defined]
    made.Said = Said  # type: ignore[attr-defined]
    yield made
    made.close()

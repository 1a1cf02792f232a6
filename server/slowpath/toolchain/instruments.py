"""What counts instructions on this machine (`confirm.InstructionCounter`), and what its absence costs.

perf_event_open is called directly (no `perf` tool is needed); its counts vary a little, so five runs are averaged
(WEDGE section 4.1). qemu-user and valgrind repeat exactly, so one run is enough for them. qemu-user's plugin is built
here, since distributions don't ship one. Against each other, on a loop of g++ -O2: qemu and cachegrind differ by 0.02%.
"""

from __future__ import annotations

import platform
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.sandbox import perf
from slowpath.sandbox.counted_run import STACK_KIB, run_counted
from slowpath.sandbox.forkserver import Launch
from slowpath.sandbox.left_files import read_left
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.compilers import find_compiler
from slowpath.toolchain.confirm import InstructionCounter
from slowpath.toolchain.language import Finding

_PLUGIN = Path(__file__).resolve().parent / "runtime" / "count_instructions.c"
_PLUGIN_VERSIONS = (1, 2)
_BUILD_S = 60.0
_TRY_S = 20.0
_PERF_RUNS = 5
_STACK_BYTES = STACK_KIB << 10
_OUT = "{out}"
_MOST_SAID = 1 << 20
_FIXED = {"PYTHONHASHSEED": "0"}
"""So that an interpreter's own chance doesn't decide which input costs more."""


@dataclass(frozen=True)
class PerfCounter:
    """Hardware counters; the mean of five runs (WEDGE section 4.1)."""

    name: str = "perf"
    slowdown: float = 1.2 * _PERF_RUNS

    def count(self, launch: Launch, data: bytes, limits: RunLimits) -> int | None:
        """See `InstructionCounter.count`."""
        counts = [
            perf.instructions(
                launch.argv,
                data,
                timeout_s=limits.wall_s,
                cwd=launch.cwd,
                environment={**launch.environment, **_FIXED},
                allowed=launch.confinement,
            )
            for _ in range(_PERF_RUNS)
        ]
        known = [count for count in counts if count]
        return round(sum(known) / len(known)) if known else None


@dataclass(frozen=True)
class ToolCounter:
    """A tool that runs the program and writes its count to a file, whose name stands in `prefix` as {out}. `reads` are
    files of its own."""

    name: str
    prefix: tuple[str, ...]
    pattern: str
    slowdown: float
    search_path: str
    environment: Mapping[str, str] = field(default_factory=dict, hash=False)
    reads: tuple[Path, ...] = ()

    def count(self, launch: Launch, data: bytes, limits: RunLimits) -> int | None:
        """See `InstructionCounter.count`."""
        with tempfile.TemporaryDirectory(prefix="slowpath-count-") as folder:
            out = Path(folder) / "count"
            prefix = [part.replace(_OUT, str(out)) for part in self.prefix]
            allowed = launch.confinement
            allowed = replace(
                allowed, readable=(*allowed.readable, *self.reads), writable=(*allowed.writable, Path(folder))
            )
            code = run_counted(
                [*prefix, *launch.argv],
                data,
                cwd=launch.cwd,
                timeout_s=limits.wall_s,
                environment={**launch.environment, **_FIXED},
                search_path=self.search_path,
                allowed=allowed,
            )
            return parse_count(self.pattern, read_left(out, _MOST_SAID) or b"") if code == 0 else None


def parse_count(pattern: str, said: bytes) -> int | None:
    """The last number that `pattern`'s group matches, thousands' commas removed; None when there is none."""
    found: Sequence[str] = re.findall(pattern, said.decode("utf-8", "replace"))
    return int(found[-1].replace(",", "")) if found else None


class BestInstrument:
    """What `choose_instrument` finds, looked for when it's first asked. Where there is none it counts no run."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _chosen(self) -> InstructionCounter | None:
        return choose_instrument(self._settings)

    @property
    def name(self) -> str:
        """The `Confirmation.instrument`."""
        return self._chosen.name if self._chosen is not None else "time"

    @property
    def slowdown(self) -> float:
        """See `InstructionCounter`; infinite where there is none."""
        return self._chosen.slowdown if self._chosen is not None else float("inf")

    def count(self, launch: Launch, data: bytes, limits: RunLimits) -> int | None:
        """See `InstructionCounter.count`."""
        return self._chosen.count(launch, data, limits) if self._chosen is not None else None


def choose_instrument(settings: Settings) -> InstructionCounter | None:
    """What `settings.instrument` asks for, or the first that there is; None means time alone."""
    asked = settings.instrument
    if asked in ("", "perf") and perf.can_count_instructions():
        return PerfCounter()
    if asked in ("", "qemu") and (found := _qemu(settings)) is not None:
        return found
    return _valgrind(asked or "cachegrind", settings) if asked in ("", "cachegrind", "callgrind") else None


def _valgrind(tool: str, settings: Settings) -> ToolCounter | None:
    path = shutil.which("valgrind", path=settings.search_path)
    if path is None:
        return None
    common = (path, f"--tool={tool}", "--log-file=" + _OUT, f"--main-stacksize={_STACK_BYTES}")
    if tool == "cachegrind":
        return ToolCounter(
            tool,
            (*common, "--cache-sim=no", "--cachegrind-out-file=/dev/null"),
            r"I\s+refs:\s+([\d,]+)",
            25.0,
            settings.search_path,
        )
    return ToolCounter(
        tool, (*common, "--callgrind-out-file=/dev/null"), r"Collected : ([\d,]+)", 110.0, settings.search_path
    )


def _qemu(settings: Settings) -> ToolCounter | None:
    """qemu-user with our plugin, where it's installed and takes it."""
    path = shutil.which(f"qemu-{platform.machine()}", path=settings.search_path)
    return (
        None
        if path is None
        else _qemu_at(
            path, Path(path).stat().st_mtime_ns, settings.cache_dir, settings.cpp_compiler, settings.search_path
        )
    )


@lru_cache(maxsize=8)
def _qemu_at(path: str, changed_ns: int, cache_dir: Path, compiler: str, search_path: str) -> ToolCounter | None:
    """The counter with the newest version of the plugin that this qemu takes; tried on a program that does nothing."""
    nothing = shutil.which("true", path=search_path)
    for version in _PLUGIN_VERSIONS if nothing else ():
        plugin = _built_plugin(version, Settings(cache_dir=cache_dir, cpp_compiler=compiler, search_path=search_path))
        if plugin is None:
            return None
        prefix = (path, "-s", str(_STACK_BYTES), "-plugin", f"{plugin},out={_OUT}")
        counter = ToolCounter("qemu", prefix, r"(\d+)", 15.0, search_path, reads=(plugin,))
        if counter.count(Launch((str(nothing),)), b"", RunLimits(wall_s=_TRY_S)):
            return counter
    return None


def _built_plugin(version: int, settings: Settings) -> Path | None:
    """The plugin for that version of qemu's interface, from the cache or built; None where it can't be."""
    try:
        compiler = find_compiler(settings)
        key = content_key(_PLUGIN.read_bytes(), str(version), compiler.identity)
        cache = BuildCache(settings.cache_dir, "qemu-plugin")

        def make(folder: Path) -> str:
            command: list[str | Path] = [
                compiler.path,
                "-x",
                "c",
                f"-DPLUGIN_VERSION={version}",
                "-shared",
                "-fPIC",
                "-O2",
                "-o",
                folder / "plugin.so",
                _PLUGIN,
            ]
            run_tool(command, timeout_s=_BUILD_S, environment=tool_environment(settings.search_path))
            return key

        plugin = (cache.get(key) or cache.add(make)) / "plugin.so"
    except (SlowpathError, OSError):
        return None
    return plugin if plugin.is_file() else None


def instrument_findings(settings: Settings) -> list[Finding]:
    """What of it is here, for doctor."""
    counts = perf.can_count_instructions()
    qemu = _qemu(settings)
    valgrind = shutil.which("valgrind", path=settings.search_path)
    any_tool = counts or qemu is not None or valgrind is not None
    without = (
        "Nothing: another tool counts real instructions."
        if any_tool
        else "Confirmed costs are the deterministic count and times instead of real instructions."
    )
    there = shutil.which(f"qemu-{platform.machine()}", path=settings.search_path)
    return [
        Finding(
            "hardware counters",
            counts,
            "perf_event_open counts instructions"
            if counts
            else "perf_event_open can't count instructions (usual in virtual machines and containers)",
            without,
        ),
        Finding(
            "qemu-user",
            qemu is not None,
            qemu.prefix[0]
            if qemu is not None
            else f"{there} doesn't take the counting plugin"
            if there
            else "not found",
            without,
        ),
        Finding(
            "valgrind",
            valgrind is not None,
            valgrind or "not found",
            f"{without} `break` says that a value was never set, but not in which line.",
        ),
    ]

"""What counts instructions on this machine (`confirm.InstructionCounter`), and what its absence costs.

perf_event_open is called directly (no `perf` tool is needed). qemu-user's plugin was not at hand where this was
written: its way is by its documentation and not verified. valgrind's tools are exact and slow, so they are used
only when the setting asks for one by name.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.model.execution import RunLimits
from slowpath.sandbox import perf
from slowpath.sandbox.forkserver import Launch
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.confirm import InstructionCounter
from slowpath.toolchain.language import Finding

_PLUGIN_FOLDERS = ("/usr/lib/qemu/plugins", "/usr/local/lib/qemu/plugins", "/usr/lib/x86_64-linux-gnu/qemu/plugins",
                   "/usr/lib/aarch64-linux-gnu/qemu/plugins", "/usr/libexec/qemu/plugins")
_PERF_RUNS = 5


@dataclass(frozen=True)
class PerfCounter:
    """Hardware counters; the mean of five runs (WEDGE section 4.1)."""

    name: str = "perf"

    def count(self, launch: Launch, data: bytes, limits: RunLimits) -> int | None:
        """See `InstructionCounter.count`."""
        counts = [perf.instructions(launch.argv, data, timeout_s=limits.wall_s, cwd=launch.cwd)
                  for _ in range(_PERF_RUNS)]
        known = [count for count in counts if count]
        return round(sum(known) / len(known)) if known else None


@dataclass(frozen=True)
class ToolCounter:
    """A tool that runs the program and writes its count to standard error.

    `slowdown` is how much longer than natively a run may take, at most.
    """

    name: str
    prefix: tuple[str, ...]
    pattern: str
    slowdown: float
    search_path: str

    def count(self, launch: Launch, data: bytes, limits: RunLimits) -> int | None:
        """See `InstructionCounter.count`."""
        result = run_tool([*self.prefix, *launch.argv], cwd=launch.cwd, input=data,
                          timeout_s=limits.wall_s * self.slowdown, environment=tool_environment(self.search_path))
        return None if result.timed_out else parse_count(self.pattern, result.stderr)


def parse_count(pattern: str, stderr: bytes) -> int | None:
    """The last number that `pattern`'s group matches, thousands' commas removed; None when there is none."""
    found: Sequence[str] = re.findall(pattern, stderr.decode("utf-8", "replace"))
    return int(found[-1].replace(",", "")) if found else None


def choose_instrument(settings: Settings) -> InstructionCounter | None:
    """What `settings.instrument` asks for, or the first cheap one that there is; None means time alone."""
    asked = settings.instrument
    if asked == "time":
        return None
    if asked in ("cachegrind", "callgrind"):
        return _valgrind(asked, settings)
    if asked in ("", "perf") and perf.can_count_instructions():
        return PerfCounter()
    return _qemu(settings) if asked in ("", "qemu") else None


def _valgrind(tool: str, settings: Settings) -> ToolCounter | None:
    path = shutil.which("valgrind", path=settings.search_path)
    if path is None:
        return None
    if tool == "cachegrind":
        prefix: tuple[str, ...] = (path, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
        return ToolCounter(tool, prefix, r"I\s+refs:\s+([\d,]+)", 40.0, settings.search_path)
    prefix = (path, "--tool=callgrind", "--callgrind-out-file=/dev/null")
    return ToolCounter(tool, prefix, r"Collected : ([\d,]+)", 150.0, settings.search_path)


def _qemu(settings: Settings) -> ToolCounter | None:
    import platform
    path = shutil.which(f"qemu-{platform.machine()}", path=settings.search_path)
    plugins = [Path(folder) / "libinsn.so" for folder in _PLUGIN_FOLDERS]
    plugin = next((each for each in plugins if each.is_file()), None)
    if path is None or plugin is None:
        return None
    return ToolCounter("qemu", (path, "-plugin", f"{plugin},inline=on", "-d", "plugin"),
                       r"(?:total )?insns: (\d+)", 20.0, settings.search_path)


def instrument_findings(settings: Settings) -> list[Finding]:
    """What of it is here, for doctor."""
    counts = perf.can_count_instructions()
    qemu = _qemu(settings)
    valgrind = shutil.which("valgrind", path=settings.search_path)
    without = "Confirmed costs are the deterministic count and times instead of real instructions."
    return [
        Finding("hardware counters", counts, "perf_event_open counts instructions" if counts
                else "perf_event_open can't count instructions (usual in virtual machines and containers)",
                "" if counts else without),
        Finding("qemu-user with plugin", qemu is not None, qemu.prefix[0] if qemu else "libinsn.so not found",
                "" if qemu or counts else without),
        Finding("valgrind", valgrind is not None, valgrind or "not found",
                "" if valgrind else "Exact instructions on request (instrument = cachegrind) aren't possible."),
    ]

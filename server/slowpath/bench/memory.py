"""How much memory a search takes over time: `slowpath bench memory`.

Each program is searched by `slowpath find` in a process of its own, one after the other. Four times a second the
resident memory of that process is read: what Slowpath itself holds, without the programs under test and compilers.
Printed are, for each program, the memory at some times and at the most, how fast it grew in the second half, and a line
that draws it; the exit code is 1 where a search held more than the limit.

    slowpath bench memory examples/quicksort/solution.cpp --seconds 3600
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil

from slowpath.errors import UsageError

LIMIT_MIB = 300.0
FLAT_MIB_PER_HOUR = 20.0
"""A search that grows by less in its second half is flat."""
EVERY_S = 0.25
DRAWN = 40
HEIGHTS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Held:
    """The memory of one search: MiB at `times`, seconds since it began, both of the same length."""

    times: np.ndarray
    mib: np.ndarray

    def at(self, seconds: float) -> float:
        """MiB at a time; of the nearest reading."""
        return float(self.mib[np.abs(self.times - seconds).argmin()])

    @property
    def most(self) -> float:
        """MiB at the most."""
        return float(self.mib.max())

    @property
    def grows_per_hour(self) -> float:
        """MiB an hour, by a straight line through the second half; 0.0 where that has too few readings."""
        late = self.times >= self.times[-1] / 2
        if late.sum() < 3:
            return 0.0
        return float(np.polyfit(self.times[late], self.mib[late], 1)[0]) * 3600

    def drawn(self, most: float) -> str:
        """A line of blocks over time, each as high as the memory then; a full block is `most` MiB."""
        parts = np.array_split(self.mib, min(DRAWN, len(self.mib)))
        return "".join(
            HEIGHTS[min(len(HEIGHTS) - 1, round(float(part.max()) / most * (len(HEIGHTS) - 1)))] for part in parts
        )


def watch(file: Path, seconds: float, seed: int = 0) -> Held:
    """Searches a program and reads the memory meanwhile. Raises `UsageError` where it can't be searched."""
    command = [
        sys.executable,
        "-m",
        "slowpath",
        "find",
        str(file),
        "--seconds",
        f"{seconds:g}",
        "--seed",
        str(seed),
        "--json",
    ]
    readings: list[tuple[float, float]] = []
    began = time.monotonic()
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as search:
        process = psutil.Process(search.pid)
        while search.poll() is None:
            try:
                readings.append((time.monotonic() - began, process.memory_info().rss / (1 << 20)))
            except psutil.Error:
                break
            time.sleep(EVERY_S)
    # The process that ended holds nothing any more.
    held = [(at, mib) for at, mib in readings if mib > 0]
    if search.returncode or not held:
        raise UsageError(
            f"{file} can't be searched (exit code {search.returncode}).", f"`slowpath find {file}` says why."
        )
    times, mib = zip(*held, strict=True)
    return Held(np.array(times), np.array(mib))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table. Returns 1 where a search held more than the limit."""
    parser = argparse.ArgumentParser(
        prog="slowpath bench memory", description="How much memory a search takes over time."
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="the programs to search")
    parser.add_argument("--seconds", type=float, default=300, help="for each program (default: 300)")
    parser.add_argument("--seed", type=int, default=0, help="of all randomness (default: 0)")
    options = parser.parse_args(arguments)
    marks = [seconds for seconds in (30, 60, 300, 600, 1800, 3600) if seconds < options.seconds]
    heads = "".join(f"{seconds:>6} s" for seconds in marks)
    print(f"{'MiB':32}{heads}{'end':>8}{'most':>8}{'limit':>8}{'an hour':>9}  over time")
    worst = 0.0
    for file in options.files:
        held = watch(file, options.seconds, options.seed)
        worst = max(worst, held.most)
        cells = "".join(f"{mib:8.0f}" for mib in (*map(held.at, marks), held.mib[-1], held.most, LIMIT_MIB))
        growth = held.grows_per_hour
        flat = "flat" if abs(growth) < FLAT_MIB_PER_HOUR else f"{growth:+.0f}"
        print(f"{'/'.join(file.parts[-2:]):32}{cells}{flat:>9}  {held.drawn(LIMIT_MIB)}", flush=True)
    return int(worst > LIMIT_MIB)


if __name__ == "__main__":
    sys.exit(main())

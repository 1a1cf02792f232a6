"""The programs that executors are tried on, and what is looked at around their runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from slowpath.model.constraint import PROBE_MOST, Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.model.execution import Execution, RunLimits, RunRequest
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import Settings
from slowpath.toolchain import open_executor

PROBLEMS = Path(__file__).parents[1] / "problems"
EXAMPLES = Path(__file__).parents[2] / "examples"
EXPECTED: dict[str, dict] = json.loads((PROBLEMS / "expected.json").read_text("utf-8"))


# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
"""For programs that end, or meet another limit than time, however slow the machine."""


SHORT = RunLimits(cpu_s=0.2, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
WAITING = RunLimits(cpu_s=0.2, wall_s=2.0, memory_bytes=256 << 20, output_bytes=1 << 20)
PATIENCE_S = 120
FIVE = b"5\n1 2 3 4 5\n"


@dataclass(frozen=True)
class Subject:
    """The implementation under test: a language id, the ending of its files and the settings to build with."""

    language: str
    suffix: str
    settings: Settings

    def open(self, problem: str) -> Executor:
        path = PROBLEMS / problem / f"solution.{self.suffix}"
        return open_executor(Solution(path, self.language, path.read_bytes()), self.settings)

    def open_text(self, source: str, constraints: Sequence[Constraint] = ()) -> Executor:
        solution = Solution(Path(f"/nowhere/solution.{self.suffix}"), self.language, source.encode())
        return open_executor(solution, self.settings, None, constraints)

    @contextmanager
    def opened(self, problem: str) -> Iterator[Executor]:
        with self.open(problem) as executor:
            yield executor


# One program in each language; `## name` marks the line of a statement. What n does at the end is in `ENDINGS`.
ROUNDS = {
    "cpp": """\
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
int walk(int n) { // ## walk
    int seen = 0;
    for (int i = 0; i < n; i++) // ## loop
        seen += i;
    return seen; // ## walked
}
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    int total = 0; // ## read
    for (int round = 0; round < 3; round++)
        total += walk(n + round);
    if (n < 0)
        total = 0; // ## never
    if (n == 20) abort();
    if (n == 21) _exit(0);
    if (n == 22) exit(3);
    if (n == 23) raise(SIGSEGV);
    if (n == 25) signal(SIGXCPU, SIG_IGN);
    while (n >= 24) *(volatile int *)&total = n;
    printf("%d\\n", total);
}
""",
    "python": """\
import os, sys
def walk(n): # ## walk
    seen = 0
    for i in range(n): # ## loop
        seen += i
    return seen # ## walked
n = int(input())
total = 0 # ## read
for round in range(3):
    total += walk(n + round)
if n < 0:
    total = 0 # ## never
if n == 20:
    raise ValueError
if n == 21:
    os._exit(0)
if n == 22:
    sys.exit(3)
if n == 23:
    [][1]
while n == 24:
    total = n
if n == 25:
    pow(3, 10 ** 9)
print(total)
""",
}


# 96 MB are used on the heap (1) or in an array that stands ready (2), or are only reserved (3).
MEMORY = {
    "cpp": """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
char ready[96 << 20];
int main() {
    int form;
    if (scanf("%d", &form) != 1) return 1;
    char *heap = (char *)malloc(96 << 20);
    if (form == 1) memset(heap, 1, 96 << 20);
    if (form == 2) memset(ready, 1, 96 << 20);
    printf("%d\\n", form == 1 ? heap[form] : ready[form]);
}
""",
    "python": """\
import mmap
form = int(input())
ready = mmap.mmap(-1, 96 << 20)
if form == 1:
    used = bytearray(b"x") * (96 << 20)
if form == 2:
    for page in range(0, 96 << 20, 4096):
        ready[page] = 1
print(form)
""",
}


ENDINGS = {
    5: Verdict.OK,
    20: Verdict.RUNTIME_ERROR,
    21: Verdict.OK,
    22: Verdict.RUNTIME_ERROR,
    23: Verdict.RUNTIME_ERROR,
    24: Verdict.TIME_LIMIT,
    25: Verdict.TIME_LIMIT,
}


TWICE = {"cpp": "int twice(int x) { // doubles\n    return 2 * x;\n}", "python": "def twice(x):\n    return 2 * x\n"}


def constraint(name: str, left: str, place: Place, **more: object) -> Constraint:
    return Constraint(name, place.line, name, Condition(left, place, **more), ConstraintOrigin("rule", name))


def rounds_constraints(language: str) -> list[Constraint]:
    marked = {
        line.partition("## ")[2]: number
        for number, line in enumerate(ROUNDS[language].splitlines(), 1)
        if "## " in line
    }

    def at(where: str, mark: str) -> Place:
        return Place(where, marked[mark])

    passes = Count(at("body", "loop"), since=at("body", "walk"))
    return [
        constraint("never", "1", at("before", "never")),
        constraint("nowhere", "1", Place("before", 1000)),
        constraint("plain", "n > 3", at("before", "read")),
        constraint("broken", "n +", at("before", "read")),
        constraint("largest", "i", at("body", "loop"), right="n"),
        constraint("right zero", "n", at("after", "read"), right="n - n"),
        constraint("right negative", "-n", at("after", "read"), right="-n"),
        constraint("left negative", "-n", at("after", "read")),
        constraint("saturated", "1e300", at("after", "read")),
        constraint("counted anew", "_count", at("after", "loop"), count=passes, factor=7.0),
        constraint("counted", "_count", at("before", "walked"), count=Count(at("body", "loop"), "i > 1")),
        constraint("counted anew too", "n", at("after", "loop"), right="_count", count=passes),
        constraint("set up", "twice(n)", at("after", "read"), right="3", setup=TWICE[language]),
    ]


def rounds_slots(n: int) -> dict[str, int]:
    """What the probes of `rounds_constraints` hold after a run on `n`, which is more than 3."""
    return {
        "never": 0,
        "plain": 1024,
        "largest": 1024 * (n + 1) // (n + 2),
        "right zero": 0,
        "right negative": 0,
        "left negative": 0,
        "saturated": PROBE_MOST,
        "counted anew": 1024 * (n + 2),
        "counted": 1024 * sum(m - 2 for m in (n, n + 1, n + 2)),
        "counted anew too": 1024,
        "set up": 2048 * n // 3,
    }


FILES = {
    "cpp": """\
#include <cstdio>
#include <sys/stat.h>
int main() {
    int n, seen = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (FILE *old = fopen("kept", "r"); old; old = nullptr)
        seen = 1;
    mkdir("folder", 0755);
    for (int i = 0; i < 2; i++)
        if (FILE *file = fopen(i ? "folder/deep" : "kept", "w")) fclose(file);
    printf("%d\\n", seen);
}
""",
    "python": """\
import os
n = int(input())
seen = int(os.path.exists("kept"))
os.mkdir("folder")
for name in ("kept", "folder/deep"):
    open(name, "w").close()
print(seen)
""",
}


def requests(*inputs: bytes, limits: RunLimits = LIMITS) -> list[RunRequest]:
    return [RunRequest(data, limits) for data in inputs]


def facts(execution: Execution) -> tuple:
    """What of a run repeats."""
    return (
        execution.verdict,
        execution.count,
        execution.counters,
        execution.exit_code,
        execution.output_bytes,
        execution.threads,
        execution.stderr_tail,
    )


def sums(*sizes: int) -> list[bytes]:
    return [b"%d\n" % n + b"7 " * n for n in sizes]


def children() -> set[int]:
    return {process.pid for process in psutil.Process().children()}


def everywhere(source: str) -> list[Constraint]:
    return [
        constraint(f"{where} {line}", "1", Place(where, line))
        for line in range(1, source.count("\n") + 2)
        for where in ("before", "after", "body")
    ]


def sample_names(problem: str) -> list[str]:
    return sorted(path.stem for path in (PROBLEMS / problem / "samples").glob("*.in"))


def sample(problem: str, name: str) -> bytes:
    return (PROBLEMS / problem / "samples" / f"{name}.in").read_bytes()


def descendants() -> set[int]:
    """Processes below this one, and any that still carry a run's token."""
    below = {p.pid for p in psutil.Process().children(recursive=True)}
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if b"SLOWPATH_RUN_TOKEN=" in entry.read_bytes():
                below.add(int(entry.parent.name))
        except OSError:
            continue
    return below


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Only processes that are new since the beginning count: other tests may run beside this one. One that is
    just dying has the time for it."""
    before = descendants()
    yield
    own = psutil.Process()
    ours = [process for pid in descendants() - before if (process := ours_of(pid, own))]
    _, left = psutil.wait_procs(ours, timeout=PATIENCE_S)
    assert not left, f"processes were left behind: {left}"


def ours_of(pid: int, own: psutil.Process) -> psutil.Process | None:
    """The living process `pid` if it is below `own`, or was handed to init."""
    try:
        process = psutil.Process(pid)
        mine = own in process.parents() or process.ppid() == 1
        return process if mine and process.status() != psutil.STATUS_ZOMBIE else None
    except psutil.NoSuchProcess:
        return None

"""Programs of a model that are run like a user's: what they may do, and that nothing but themselves changes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slowpath import toolchain
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import Settings, load
from slowpath.toolchain.jailed import jailed

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
DATA = b"3\n5 1 2\n"
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0)
SUM = "import sys, heapq\nn = int(input())\nprint(sum(map(int, sys.stdin.read().split())))\n"
DEEP = """import sys
sys.setrecursionlimit(20000)
def depth(n):
    return n and depth(n - 1) + 1
print(depth(5000))
"""
FUTURE = """# A comment comes first.
from __future__ import annotations
def f(x: NoSuchName) -> int:
    return x
print(f(int(input())))
"""


@pytest.fixture(scope="module")
def settings(build_cache) -> Settings:
    return load({"cache_dir": build_cache})


def runs(source: str, settings: Settings, limits: RunLimits = LIMITS):
    """The program on the search build and on the clean one."""
    with toolchain.open_executor(Solution(Path("brute.py"), "python", jailed(source)), settings) as executor:
        return executor.run(DATA, limits, keep_output=True), executor.confirm(DATA, limits, runs=1, keep_output=True)


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        (SUM, b"8\n"),
        (DEEP, b"5000\n"),
        (FUTURE, b"3\n"),
        ("import os\nprint(len(os.environ), os.getenv('PATH'))", b"0 None\n"),
    ],
)
def test_what_computes_runs_as_it_would_outside(settings, source, printed):
    for run in runs(source, settings):
        assert (run.verdict, run.output) == (Verdict.OK, printed), run.stderr_tail


ATTEMPTS = {
    "open('/etc/passwd')": "can't open files",
    "open('left behind', 'w')": "can't open files",
    "os.system('true')": "can't use os.system",
    "os.listdir('/')": "can't look into folders",
    "os.fork()": "can't use os.fork",
    "os.kill(1, 0)": "can't use os.kill",
    "os.remove('x')": "can't use os.remove",
    "__import__('subprocess')": "can't import subprocess",
    "__import__('socket')": "can't import socket",
    "__import__('ctypes')": "can't import ctypes",
    "sys.settrace(print)": "can't use sys.settrace",
}
"""What a program may try, and what it is told."""

TRYING = """import os, sys
for attempt in %r:
    try:
        eval(attempt)
        print("done")
    except BaseException as error:
        print(error)
"""


def test_what_does_more_than_compute_is_refused(settings):
    for run in runs(TRYING % list(ATTEMPTS), settings):
        assert run.verdict is Verdict.OK, run.stderr_tail
        told = dict(zip(ATTEMPTS, (run.output or b"").decode().splitlines(), strict=True))
        for attempt, reason in ATTEMPTS.items():
            assert reason in told[attempt], attempt


def test_an_endless_one_is_cut_on_both_builds(settings):
    for run in runs("while True:\n    pass", settings, RunLimits(cpu_s=0.3, wall_s=120.0)):
        assert run.verdict is Verdict.TIME_LIMIT and run.cut


def test_every_line_is_one_further_down():
    lines = jailed(FUTURE).decode().splitlines()
    assert lines[0].startswith("from __future__ import annotations; exec(") and lines[1] == FUTURE.splitlines()[0]
    assert lines[3:] == FUTURE.splitlines()[2:] and jailed(SUM).decode().partition("\n")[2] == SUM


def test_a_text_that_no_file_can_hold_is_still_one():
    assert jailed("print('\ud800')").endswith(b"print('?')")

"""Quick runs of Python programs say what single runs say, or are refused."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.execution import Execution, RunLimits, RunRequest
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain import open_executor, quick

RUNTIME = Path(quick.__file__).with_name("runtime")
LIMITS = RunLimits(cpu_s=1.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 16)
NUMBERS = [b"%d\n%s\n" % (n, b" ".join(b"%d" % (n * k % 17) for k in range(n))) for n in range(1, 25)]


@pytest.fixture(scope="module")
def refusal():
    spec = importlib.util.spec_from_file_location("python_quick", RUNTIME / "python_quick.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.refusal


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache})


def opened(source: str, settings):
    return open_executor(Solution(Path("/nowhere/solution.py"), "python", source.encode()), settings)


def facts(execution) -> tuple:
    return (execution.verdict, execution.count, execution.counters, execution.exit_code, execution.output_bytes)


def both_ways(source: str, settings, inputs=tuple(NUMBERS), rounds: int = 3) -> tuple[list, list, bool]:
    """What single runs say, what batches say, and whether runs of the last batch shared a process, for which their
    unknown peak memory speaks."""
    with opened(source, settings) as executor:
        alone = [facts(executor.run(data, LIMITS)) for data in inputs]
        requests = [RunRequest(data, LIMITS) for data in inputs]
        together = [list(executor.run_many(requests, quick=True)) for _ in range(rounds)]
    shared = sum(each.peak_rss_bytes == 0 for each in together[-1]) > len(inputs) // 2
    return [alone] * rounds, [[facts(each) for each in batch] for batch in together], shared


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nsys.setrecursionlimit(10 ** 6)\nread = sys.stdin.readline\nprint(read())",
        "import os, io\nstream = io.BytesIO(os.read(0, os.fstat(0).st_size))",
        "from heapq import *\nfrom collections import deque, Counter as C\nimport math as m",
        "print(open(0).read())",
        "import sys\nsys.stdout = __import_me = sys.stderr",
        "from __future__ import annotations\nimport random\nrandom.seed(5)",
        "eval(input())",
    ],
)
def test_programs_that_leave_nothing_behind_may_share_a_process(refusal, source):
    assert refusal(source.encode()) == ""


@pytest.mark.parametrize(
    ("source", "because"),
    [
        ("import threading", "it imports threading"),
        ("def f():\n    import numpy as np", "it imports numpy"),
        ("from . import mine", "it imports a file of its folder"),
        ("from sys import settrace", "it uses sys.settrace"),
        ("from os import *", "it imports all of os"),
        ("import os as system\nsystem.chdir('/')", "it uses os.chdir"),
        ("import os.path\nos.fork()", "it uses os.fork"),
        ("import sys\nsys.modules.clear()", "it uses sys.modules"),
        ("import math\nmath.pi = 3", "it changes math"),
        ("import heapq as h\ndel h.heappop", "it changes heapq"),
        ("open('kept', 'w')", "it opens files"),
        ("open(name)", "it opens files"),
        ("__import__('os')", "it uses __import__"),
        ("exec('import os')", "it uses exec"),
        ("class A:\n    def __del__(self): pass", "it acts when an object goes"),
    ],
)
def test_programs_that_could_leave_something_are_refused_by_their_text(refusal, source, because):
    assert refusal(source.encode()) == because


@pytest.mark.parametrize(
    "source",
    [
        # What a run changes is as it was in the next one.
        "import sys\nn = sys.getrecursionlimit() % 50\nsys.setrecursionlimit(2000)\nfor i in range(n): n += 1\n"
        "print(n)",
        "import sys\nn = len(sys.argv)\nsys.argv.append('more')\nfor i in range(n): n += 1\nprint(n)",
        "import random\nfor i in range(random.randrange(100)): pass\nprint(i)",
        "import decimal\nfor i in range(decimal.getcontext().prec): pass\ndecimal.getcontext().prec += 1\nprint(i)",
        "import sys, io\nsys.stdin = io.StringIO(sys.stdin.read())\nsys.stdout = io.StringIO()\nprint(input())",
        "import sys\nn = int(sys.stdin.readline())\nsys.stdin.close()\nfor i in range(n): print(i)\nsys.stdout.flush()",
        "print(len(open(0).read()))\nfor i in range(7): pass",
        "import os\ndata = os.read(0, 3)\nfor i in range(len(data)): os.write(1, data)\nprint('end')",
        "seen = {}\ndef f(n, made=[]):\n    made.append(n)\n    for i in made: seen[i] = n\nf(int(input()))\n"
        "f(3)\nprint(seen)",
        "import functools\n@functools.lru_cache(None)\ndef f(n): return 1 if n < 2 else f(n - 1) + f(n - 2)\n"
        "print(f(int(input())))",
        "a = [int(input())]\na.append(a)\ndef g():\n    try:\n        yield 1\n    finally:\n        a.append(2)\nh = "
        "g()\n"
        "print(next(h))",
        "import sys\nn = int(input())\nif n % 2: sys.exit()\nfor i in range(n): print(i)",
        "import sys\nprint(*(x for x in map(int, sys.stdin.read().split()) if x > 3), sep='\\n')",
    ],
)
def test_quick_runs_say_what_single_runs_say(settings, source):
    alone, together, shared = both_ways(source, settings)
    assert together == alone
    assert shared


@pytest.mark.parametrize(
    "source",
    [
        "import string\nn = len(string.Template.idpattern)\nstring.Template.idpattern += 'x'\nfor i in range(n): pass",
        "import string\ng = string\nn = len(g.digits)\ng.digits += 'x'\nfor i in range(n): pass",
        "import math\ng = [math]\ng[0].kept = 1\nprint(len(input()))",
    ],
)
def test_a_program_that_changes_more_than_its_text_shows_is_run_alone(settings, source):
    alone, together, shared = both_ways(source, settings, NUMBERS * 2)
    assert together == alone
    assert not shared


def test_a_long_run_is_not_made_twice(settings):
    source = "n = int(input())\nfor i in range(n * 10 ** 6): pass"
    runs: list[int] = []
    with opened(source, settings) as executor:
        whole = executor._run_side_by_side

        def counted(requests, quick=()):
            runs.append(len(requests))
            return whole(requests, quick)

        executor._run_side_by_side = counted
        requests = [RunRequest(b"%d\n" % n, replace(LIMITS, cpu_s=20.0)) for n in (20, 21, 0)]
        assert [each.verdict for each in executor.run_many(requests, quick=True)] == [Verdict.OK] * 3
        list(executor.run_many(requests[2:], quick=True))
    assert runs == [3, 1, 1]


# The sleep is well above the two looks, a second apart, after which a silent run is ended.
ENDINGS = """\
n = int(input())
total = 0
for i in range(n):
    total += i
if n == 20:
    raise ValueError
if n == 21:
    raise SystemExit(3)
while n == 22:
    total = n
if n == 23:
    pow(3, 10 ** 9)
def deep(n):
    return deep(n + 1)
if n == 24:
    import sys
    sys.setrecursionlimit(10 ** 9)
    deep(0)
if n == 25:
    print('x' * 100000)
if n == 26:
    [0] * 10 ** 9
if n == 27:
    import time
    time.sleep(3.5)
if n == 28:
    for i in range(500000):
        total += i
print(total)
"""
CUT = replace(LIMITS, cpu_s=0.5)
"""For those that never end. The longest that does takes a tenth of it."""


def test_a_run_that_ends_otherwise_is_made_again_alone(settings):
    inputs = [b"%d\n" % each for n in range(20, 29) for each in (n, 5)]
    with opened(ENDINGS, settings) as executor:
        list(executor.run_many([RunRequest(b"7\n", CUT)] * 12, quick=True))
        together = list(executor.run_many([RunRequest(data, CUT) for data in inputs], quick=True))
        alone = [executor.run(data, CUT) for data in inputs]
    assert [each.verdict for each in together] == [each.verdict for each in alone]
    assert [facts(each) for each in together if not each.cut] == [facts(each) for each in alone if not each.cut]
    assert sum(each.peak_rss_bytes == 0 for each in together[1::2]) > 4
    assert {each.peak_rss_bytes == 0 for each in together[::2]} == {False}


class Runs:
    """A target whose quick runs say what single runs do until the `lies_from`-th."""

    def __init__(self, lies_from: int = 1 << 30, hands_back_from: int = 1 << 30) -> None:
        """Inputs of `hands_back_from` bytes and more are handed back."""
        self.lies_from = lies_from
        self.hands_back_from = hands_back_from
        self.asked = 0
        self.quick = 0
        self.alone = 0

    def run(self, request: RunRequest) -> Execution:
        self.alone += 1
        return self.execution(request.data)

    def run_many(self, requests, quick):
        for number, request in enumerate(requests):
            self.asked += number in quick
            is_quick = number in quick and len(request.data) < self.hands_back_from
            self.quick += is_quick
            lies = is_quick and self.quick >= self.lies_from
            yield self.execution(request.data + b"?" * lies), is_quick

    @staticmethod
    def execution(data: bytes) -> Execution:
        return Execution(Verdict.OK, len(data), 1000, 1000, 0)


def counts(mode: quick.QuickMode, runs: Runs, size: int = 50) -> list[int]:
    requests = [RunRequest(b"x" * n, LIMITS) for n in range(size)]
    return [each.count for each in mode.run_many(requests, runs.run_many, runs.run)]


def test_nothing_is_believed_before_it_was_seen_to_agree():
    mode, runs = quick.QuickMode(True), Runs(lies_from=2)
    assert counts(mode, runs) == counts(mode, runs) == list(range(50))
    assert not mode.is_allowed


def test_the_first_disagreement_ends_it_and_what_follows_is_run_alone():
    mode, runs = quick.QuickMode(True), Runs(lies_from=300)
    batches = [counts(mode, runs) for _ in range(20) if mode.is_allowed]
    assert not mode.is_allowed
    assert 300 <= runs.quick <= 300 + 150
    assert batches[-1] == list(range(50))


def test_a_trusted_target_runs_most_inputs_quickly_and_is_checked_on():
    mode, runs = quick.QuickMode(True), Runs()
    assert all(counts(mode, runs) == list(range(50)) for _ in range(40))
    assert runs.quick > 1900
    assert 10 <= runs.alone <= 40


def test_a_target_that_hands_runs_back_is_given_up_for_inputs_of_that_length():
    mode, runs = quick.QuickMode(True), Runs(hands_back_from=128)
    assert all(counts(mode, runs, 256) == list(range(256)) for _ in range(10))
    assert mode.is_allowed
    assert runs.quick > 9 * 120
    assert 16 <= runs.asked - runs.quick < 256


def test_a_single_input_may_be_run_quickly(settings):
    with opened("print(len(input()))", settings) as executor:
        list(executor.run_many([RunRequest(data, LIMITS) for data in NUMBERS], quick=True))
        one = list(executor.run_many([RunRequest(b"5\n", LIMITS)], quick=True))
    assert [each.peak_rss_bytes for each in one] == [0]


@pytest.mark.parametrize("request_", [RunRequest(b"x" * 40_000, LIMITS), RunRequest(b"x", RunLimits(cpu_s=0.01))])
def test_large_inputs_and_tight_limits_are_run_alone(request_):
    mode, runs = quick.QuickMode(True), Runs()
    list(mode.run_many([request_] * 20, runs.run_many, runs.run))
    list(mode.run_many([request_] * 20, runs.run_many, runs.run))
    assert runs.quick == 0

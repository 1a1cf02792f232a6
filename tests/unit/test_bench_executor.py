"""The executor's bench measures what it says."""

from __future__ import annotations

import shutil

import pytest

from slowpath.bench import checkers
from slowpath.bench.bare_forkserver import BareForkserver
from slowpath.bench.executor import batch_gain
from slowpath.bench.hot_loops import SUM
from slowpath.bench.opened import opened
from slowpath.settings import load
from slowpath.toolchain.java.jdk import found_jdks

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cpp_compiler": "g++", "cache_dir": build_cache})


def test_the_bare_forkserver_runs_the_same_program(settings):
    with BareForkserver(SUM, settings) as bare:
        assert bare.rate(b"3\n3 1 2\n", 5) > 0


def test_a_batch_is_held_against_single_runs(settings):
    with opened("sum", SUM, settings) as executor:
        assert batch_gain(executor, b"3\n3 1 2\n", 50) > 0


def test_the_rate_of_checkers_is_that_of_outputs_that_were_judged(settings, monkeypatch):
    judged = []
    clock = iter(range(100))
    assert checkers.rate(judged.append, lambda: float(next(clock))) == pytest.approx(2 / 3)
    assert len(judged) == 7 + 2
    monkeypatch.setattr(checkers, "SERIES_S", 0.0)
    assert [(language, found > 0, aim) for language, found, aim in checkers.checker_rates(settings)] == [
        ("C++", True, 100.0),
        ("Python", True, 30.0),
        *([] if all(found.objection for found in found_jdks(settings)) else [("Java", True, 4.0)]),
    ]

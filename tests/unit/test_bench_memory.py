"""The bench of memory: what it says of readings, and one real search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.bench.memory import LIMIT_MIB, Held, main
from slowpath.errors import UsageError

EXAMPLE = Path(__file__).parents[2] / "examples" / "quicksort" / "solution.cpp"


def held(*mib: float) -> Held:
    return Held(np.arange(len(mib), dtype=float), np.array(mib))


def test_what_grows_is_told_by_its_second_half():
    assert held(10, 90, 90, 90, 90, 90).grows_per_hour == pytest.approx(0, abs=1e-6)
    assert held(10, 10, 10, 20, 30, 40).grows_per_hour == pytest.approx(36_000)
    assert held(10).grows_per_hour == 0.0


def test_readings_at_a_time_and_at_the_most():
    one = held(10, 80, 20)
    assert (one.at(0.9), one.at(99), one.most) == (80, 20, 80)


def test_the_drawing_is_as_high_as_the_memory():
    assert held(0, LIMIT_MIB / 2, 2 * LIMIT_MIB).drawn(LIMIT_MIB) == " ▄█"


def test_a_search_stays_below_the_limit(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("SLOWPATH_STATE_DIR", str(tmp_path))
    assert main([str(EXAMPLE), "--seconds", "1"]) == 0
    heads, row = capsys.readouterr().out.splitlines()
    assert row.startswith("quicksort/solution.cpp")
    assert heads.split()[-5:] == ["limit", "an", "hour", "over", "time"]


def test_a_program_that_is_not_there_is_said(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere\.cpp can't be searched"):
        main([str(tmp_path / "nowhere.cpp"), "--seconds", "1"])

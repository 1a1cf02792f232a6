"""The engine over a real C++ target: same seed, same events; the search finds what it should within few runs."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from slowpath import settings as settings_module
from slowpath import toolchain
from slowpath.engine.campaign import run_campaign
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, without_times
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id
from slowpath.model.problem import Solution

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

FORMAT = from_text("n: int 1..2000\na: int[n] 1..10^6\n")
SOURCE = b"""
#include <cstdio>
#include <vector>
int main() {
  int n;
  if (std::scanf("%d", &n) != 1) return 1;
  std::vector<int> a;
  long long moves = 0;
  for (int i = 0; i < n; i++) {
    int x;
    if (std::scanf("%d", &x) != 1) return 1;
    int at = (int)a.size();
    a.push_back(x);
    while (at > 0 && a[at - 1] > x) { a[at] = a[at - 1]; at--; moves++; }
    a[at] = x;
  }
  std::printf("%lld\\n", moves);
}
"""


def events_of(directory: Path, seed: int) -> list:
    path = directory / "solution.cpp"
    path.write_bytes(SOURCE)
    settings = settings_module.load({"cache_dir": directory / "cache", "state_dir": directory / "state"})
    spec = CampaignSpec(
        str(path),
        "cpp",
        SOURCE,
        FORMAT,
        (("1.in", b"3\n3 1 2\n"),),
        Budget(executions=150),
        seed=seed,
        limits=RunLimits(cpu_s=5.0, wall_s=20.0),
    )
    with toolchain.open_executor(Solution(path, "cpp", SOURCE), settings) as executor:
        return [
            without_times(event)
            for event in run_campaign(
                spec, executor, campaign_id="c", keep_input=input_id, clock=time.monotonic, stop=lambda: False
            )
        ]


def test_same_seed_gives_the_same_events_on_a_real_program(tmp_path):
    first, second = events_of(tmp_path, 7), events_of(tmp_path, 7)
    assert first == second
    view = CampaignView()
    for event in first:
        view = fold(view, event)
    best = view.slow_inputs[0]
    assert max(best.hits.values()) >= 0.9 * (2000 * 1999 // 2)
    assert view.contrast is not None
    assert any(line.hot for line in view.contrast.lines)

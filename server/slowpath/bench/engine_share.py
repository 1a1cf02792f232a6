"""What the engine takes of a campaign's CPU time where inputs are of about 100 KB.

Theory of operation. A campaign of random inputs of the largest size runs twice, with a small and with a large budget in
executions; the difference of both is what so many executions take, without what a campaign takes once. This process's
time is the engine's (making, printing, validating and judging inputs, driving the servers), that of its children the
target's. A program that hardly does more than read is the worst case for us: the engine must write what it reads.
"""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

from slowpath import pipeline
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

STATEMENT = """\
# Numbers

## Input
The first line has $n$ ($1 \\le n \\le 15000$). The second line has $n$ integers $a_1, ..., a_n$
($1 \\le a_i \\le 10^6$).

## Output
One number.
"""

PROGRAMS = {
    "reads and sorts": """
#include <algorithm>
#include <iostream>
#include <vector>
int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<int> a(n);
    for (int &x : a) std::cin >> x;
    std::sort(a.begin(), a.end());
    std::cout << a[n / 2] << "\\n";
}
""",
    "counts in a map": """
#include <iostream>
#include <map>
int main() {
    int n, best = 0;
    std::cin >> n;
    std::map<int, int> seen;
    for (int i = 0, x; i < n; i++) {
        std::cin >> x;
        best = std::max(best, ++seen[x / 3]);
    }
    std::cout << best << "\\n";
}
""",
}
FEW, MANY = 50, 350


def engine_share(source: str, settings: Settings) -> float:
    """The engine's part, 0 to 1, of the CPU time of executions of inputs of about 100 KB."""
    with tempfile.TemporaryDirectory(prefix="slowpath-bench-") as name:
        folder = Path(name)
        (folder / "statement.md").write_text(STATEMENT, "utf-8")
        (folder / "samples").mkdir()
        (folder / "samples" / "1.in").write_text("3\n5 1 2\n", "utf-8")
        (folder / "solution.cpp").write_text(source, "utf-8")
        solution = pipeline.read_solution(folder / "solution.cpp")
        problem = pipeline.read_problem(solution)
        report = pipeline.infer_format(problem, solution, settings)
        used = []
        for executions in (FEW, FEW, MANY):  # The first one builds, and isn't looked at.
            spec = pipeline.campaign_spec(
                solution, problem, report, settings, Budget(None, executions), strategies=("random-valid",)
            )
            used.append(_used_by(spec, settings))
    own, targets = (many - few for many, few in zip(used[2], used[1], strict=True))
    return own / (own + targets)


def _used_by(spec: CampaignSpec, settings: Settings) -> tuple[float, float]:
    """CPU seconds of this process and of its children during a campaign."""
    before = _used()
    for _ in pipeline.find(
        spec,
        settings,
        MemoryStore(),
        campaign_id=pipeline.campaign_id(spec, "share"),
        stop=lambda: False,
        clock=time.monotonic,
    ):
        continue
    return tuple(now - then for now, then in zip(_used(), before, strict=True))  # type: ignore[return-value]


def _used() -> tuple[float, float]:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time(), children.ru_utime + children.ru_stime

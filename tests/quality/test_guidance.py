"""Is the search better with constraints than without? Programs of which no catalogue pattern and no counter tells how
to make them slow; a constraint does, by its distance or by its aims. Budgets in executions, several seeds.

The programs decide without branching whether they will be slow, so that nothing but the probe sees how near an input
comes.
"""

from __future__ import annotations

import shutil
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from slowpath import settings as settings_module
from slowpath import toolchain
from slowpath.engine.campaign import run_campaign
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import CONFIRMED, Condition, Constraint, ConstraintOrigin, Place
from slowpath.model.execution import RunLimits
from slowpath.model.expression import expr
from slowpath.model.format import Relation
from slowpath.model.origin import input_id
from slowpath.model.problem import Solution

pytestmark = pytest.mark.quality

SEEDS = (1, 2)


@dataclass(frozen=True)
class Guided:
    """A program, its format and sample, the constraint that explains it, and how often as costly the guided search's
    best input must be at the median."""

    name: str
    language: str
    source: str
    format: str
    sample: bytes
    condition: Condition
    executions: int
    gain: float
    aims: tuple[Relation, ...] = ()


SHADOW = Guided(
    "shadow",
    "cpp",
    """\
#include <cstdio>
int main() {
  long long n, steps = 1, same = 0;
  int a[64];
  if (std::scanf("%lld", &n) != 1) return 1;
  for (int i = 0; i < n; i++) {
    if (std::scanf("%d", &a[i]) != 1) return 1;
    same += a[i] == (int)((i * 2654435761u >> 13) % 10);
  }
  for (long long left = same * 2 / n * n * n * n; left > 0; left--) steps += a[left % n];
  std::printf("%lld\\n", steps);
}
""",
    "n: int 20..40\na: int[n] 0..9\n",
    b"20\n" + b"1 " * 19 + b"1\n",
    Condition("2.0 * same", Place("before", 10), "n"),
    1200,
    20.0,
)

BALANCE = Guided(
    "balance",
    "cpp",
    """\
#include <cstdio>
#include <cstdlib>
int main() {
  long long a, b, c, turns = 0;
  if (std::scanf("%lld%lld%lld", &a, &b, &c) != 3) return 1;
  long long gap = std::llabs(3 * a - 5 * b + c) + 1;
  for (long long i = 0; i < 200000000 / gap / 10000 * 10000; i++) turns += i % 3;
  std::printf("%lld\\n", turns);
}
""",
    "a: int 10^6..10^9; b: int 10^6..10^9; c: int 10^6..10^9\n",
    b"2000000 9000000 3000000\n",
    Condition("1e4", Place("before", 7), "gap"),
    700,
    20.0,
)

CORRIDOR = Guided(
    "corridor",
    "python",
    """\
a, b, c = map(int, input().split())
inside = (c * 97 < a < c * 98) * (a * 41 < b < a * 42)
steps = 0
for i in range(1 + inside * c * 20):
    steps += i & 1
print(steps)
""",
    "a: int 1..10^6; b: int 1..5*10^7; c: int 1..10^4\n",
    b"3 7 2\n",
    Condition("inside", Place("before", 3)),
    500,
    20.0,
    tuple(
        Relation("compare", expr(left), operator, expr(right))
        for left, operator, right in (("a", ">", "97*c"), ("a", "<", "98*c"), ("b", ">", "41*a"), ("b", "<", "42*a"))
    ),
)

PROGRAMS = (SHADOW, BALANCE, CORRIDOR)


def searched(program: Guided, folder: Path, build_cache: Path, seed: int, *constraints: Constraint) -> CampaignView:
    """The end of a campaign."""
    path = folder / ("solution.cpp" if program.language == "cpp" else "solution.py")
    source = program.source.encode()
    path.write_bytes(source)
    settings = settings_module.load({"cache_dir": build_cache, "state_dir": folder / "state"})
    fmt = from_text(program.format)
    parse(fmt, program.sample)
    spec = CampaignSpec(
        str(path),
        program.language,
        source,
        fmt,
        (("1.in", program.sample),),
        Budget(executions=program.executions),
        seed=seed,
        limits=RunLimits(cpu_s=10.0, wall_s=60.0),
        constraints=constraints,
    )
    view = CampaignView()
    with toolchain.open_executor(
        Solution(path, program.language, source), settings, constraints=constraints
    ) as executor:
        for event in run_campaign(
            spec, executor, campaign_id="c", keep_input=input_id, clock=time.monotonic, stop=lambda: False
        ):
            view = fold(view, event)
    return view


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_finds_with_a_constraint_what_it_does_not_find_without(program, tmp_path, build_cache):
    if program.language == "cpp" and shutil.which("g++") is None:
        pytest.skip("needs g++")
    constraint = Constraint(
        "why",
        program.condition.place.line,
        "what the program counts is large",
        program.condition,
        ConstraintOrigin("user", "by hand"),
        lines=(program.condition.place.line, program.condition.place.line + 1),
        aims=program.aims,
    )
    gains, told = [], []
    for seed in SEEDS:
        guided, plain = (searched(program, tmp_path, build_cache, seed, *given) for given in ((constraint,), ()))
        best = [max((slow.cost.count for slow in view.slow_inputs), default=1) for view in (guided, plain)]
        gains.append(best[0] / best[1])
        told += [(state.status, state.evidence.cost_ratio) for state in guided.constraints]
    assert statistics.median(gains) >= program.gain, (gains, told)
    assert min(gains) >= 0.95
    assert [status for status, _ in told].count(CONFIRMED) >= 2, told

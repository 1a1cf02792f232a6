"""Does the search find hard things? Each example against its known worst input, with a budget in executions.

Every row prints its ratio, reached or not: run with `-s` or `-rP` to read them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slowpath import settings
from slowpath.bench.known_worst import CLEAN_RUNS, Comparison, compare, find_examples
from slowpath.model.campaign import Budget

pytestmark = pytest.mark.quality

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FLOORS = {
    "bfs_pop0": 0.9,
    "cf1118d1": 0.9,
    "cf1209b": 0.9,
    "cf16b": 0.9,
    "cf546c": 0.9,
    "cf633a": 0.9,
    "lca": 0.9,
    "linked_playlist": 0.9,
    "list_membership": 0.9,
    "memset_cases": 0.6,
    "naive_matching": 0.9,
    "quicksort": 0.9,
    "spfa": 0.9,
    "text_typewriter": 0.9,
    "unordered_map": 0.9,
    "visited_points": 0.9,
}
"""What each reaches reliably, in counts that repeat. The one that compares CPU time has a floor that tells found from
not found beside other work: one large game of all balls reaches a half."""
EXECUTIONS = {
    "cf1118d1": 800,
    "cf546c": 150,
    "cf633a": 800,
    "cf1209b": 100,
    "lca": 400,
    "naive_matching": 300,
    "spfa": 300,
    "unordered_map": 200,
}
USUAL_EXECUTIONS = 60
TIMED_S = (25.0, 50.0, 100.0)
"""For examples that only time tells apart: a search by executions repeats exactly, hence doesn't look at time. A busy
machine makes few runs in its seconds, hence it has more of them where they weren't enough."""
NAMES = [example.name for example in find_examples(EXAMPLES)]


@pytest.fixture(scope="module")
def searched(tmp_path_factory, build_cache):
    """Gives an example's comparison; each is searched once."""
    folder = tmp_path_factory.mktemp("quality")
    chosen = settings.load({"cache_dir": build_cache, "state_dir": folder / "state"})
    made: dict[str, Comparison] = {}

    def of(name: str) -> Comparison:
        if name not in made:
            (example,) = find_examples(EXAMPLES, [name])
            counted = Budget(executions=EXECUTIONS.get(name, USUAL_EXECUTIONS))
            budgets, runs = (map(Budget, TIMED_S), CLEAN_RUNS) if example.by_time else ((counted,), 1)
            for budget in budgets:
                made[name] = compare(example, chosen, budget, clean_runs=runs)
                if made[name].ratio >= FLOORS[name]:
                    break
        return made[name]

    return of


def test_every_example_has_a_floor():
    assert set(FLOORS) == {example.name for example in find_examples(EXAMPLES)}


@pytest.mark.parametrize("name", NAMES)
def test_reaches_its_floor_of_the_known_worst(name, searched):
    row = searched(name)
    sys.stdout.write(
        f"{name}: {row.ratio:.3f} of the known worst (count {row.count_ratio:.3f}, CPU time {row.cpu_ratio:.3f}), "
        f"by {row.origin or 'nothing'}, {row.view.executions} executions, {row.view.elapsed_s:.1f} s\n"
    )
    assert not row.failure
    assert row.ratio >= FLOORS[name]


@pytest.mark.parametrize("name", NAMES)
def test_shows_only_inputs_that_keep_the_statements_rules(name, searched):
    row = searched(name)
    assert row.shown > 0
    assert row.breaking == ()
    assert all(slow.validity.is_sure for slow in row.view.slow_inputs)

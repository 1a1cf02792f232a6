"""In which order tests run, which of them are slow, and which are tested on a day."""

from __future__ import annotations

import hashlib
import os
from collections import Counter, defaultdict

import pytest

SLOW = {
    "conformance": {
        "test_answers.py",
        "test_executors.py",
        "test_sanitizers.py",
        "test_validators.py",
        "test_value_readers.py",
    },
    "golden": {
        "test_recorded_constraints.py",
        "test_recorded_generators.py",
        "test_recorded_guidance.py",
        "test_recorded_hacks.py",
        "test_recorded_reading.py",
        "test_recorded_rewrites.py",
    },
    "properties": {"test_checktestdata_laws.py", "test_inputs_infer_odd_problems.py", "test_inputs_laws.py"},
    "unit": {
        "test_bench_executor.py",
        "test_bench_packages.py",
        "test_bench_packages_searches.py",
        "test_bench_search.py",
        "test_engine_campaign.py",
        "test_engine_constraints.py",
        "test_engine_failure_isolation.py",
        "test_engine_finalists.py",
        "test_engine_halving.py",
        "test_engine_limits.py",
        "test_engine_parts.py",
        "test_engine_pieces.py",
        "test_engine_small.py",
        "test_evaluation_on_ray.py",
        "test_evaluation_running.py",
        "test_inputs_practical.py",
        "test_pipeline_bare_programs.py",
        "test_pipeline_gate.py",
        "test_pipeline_hacks.py",
        "test_pipeline_model_rewrites.py",
        "test_pipeline_optimizing.py",
        "test_pipeline_proof.py",
        "test_sandbox_attacks.py",
        "test_sandbox_forkserver.py",
        "test_setters_tools.py",
        "test_toolchain_confirm.py",
        "test_toolchain_cpp.py",
        "test_toolchain_cpp_precompiled.py",
        "test_toolchain_flow.py",
        "test_toolchain_java.py",
        "test_toolchain_java_counts.py",
        "test_toolchain_java_machines.py",
        "test_toolchain_jdk.py",
        "test_toolchain_probes.py",
        "test_toolchain_python.py",
        "test_toolchain_python_counts.py",
        "test_toolchain_quick.py",
        "test_toolchain_quick_stress.py",
    },
}
"""Files that take more than some five seconds of processor time, of builds, runs up to a limit, thousands of examples
or whole searches: `./test --fast` leaves them out, by the marker `slow`."""

LONGEST = (
    "quality/test_examples.py",
    "lsp/test_server.py",
    "lsp/test_windows.py",
    "lsp/test_real_programs.py",
    "cli/test_bad_programs.py",
    "conformance/test_executors.py",
    "cli/test_find.py",
    "unit/test_toolchain_flow.py",
    "unit/test_inputs_practical.py",
    "golden/test_recorded_rewrites.py",
    "quality/test_planted_bugs.py",
    "unit/test_pipeline_optimizing.py",
    "lsp/test_worker_process.py",
    "unit/test_engine_campaign.py",
    "unit/test_engine_limits.py",
    "unit/test_toolchain_python_counts.py",
    "lsp/test_breaking.py",
    "lsp/test_constraints.py",
    "lsp/test_formats.py",
    "cli/test_commands.py",
    "cli/test_constraints.py",
    "cli/test_break.py",
    "unit/test_bench_packages.py",
    "unit/test_sandbox_forkserver.py",
    "unit/test_toolchain_python.py",
    "unit/test_pipeline_proof.py",
    "cli/test_readme.py",
)
"""Files that take half a minute and more, the longest first, but for one whose searches end by the clock: it isn't run
while everything begins. One worker runs a file, so `./test` begins with these: a long one at the end would have the
other workers wait for it."""


SEED = os.environ.get("SLOWPATH_TEST_SEED", "")
"""Which of the cases that are marked `daily` are tested; "" means all. `./test` sets and prints it, `./test --seed`
repeats it."""


def arrange(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what is slow, keeps the day's sample, and puts what takes longest first."""
    if SEED:
        _keep_the_days_sample(config, items)
    in_file = Counter(item.path for item in items)
    places = {name: place for place, name in enumerate(LONGEST)}

    def turn(item: pytest.Item) -> tuple[int, bool, int]:
        folder, name = item.path.parent.name, item.path.name
        is_slow = name in SLOW.get(folder, ()) or folder in ("cli", "lsp", "quality")
        return places.get(f"{folder}/{name}", len(places)), not is_slow, -in_file[item.path]

    for item in items:
        if item.path.name in SLOW.get(item.path.parent.name, ()):
            item.add_marker("slow")
    items.sort(key=turn)


def _keep_the_days_sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    shares: dict[str, int] = {}
    for item in items:
        if (daily := item.get_closest_marker("daily")) is not None:
            test = item.nodeid.partition("[")[0]
            cases[test].append(item)
            (shares[test],) = daily.args
    left_out = {item for test, of in cases.items() for item in sorted(of, key=_lot)[-(-len(of) // shares[test]) :]}
    if left_out:
        config.hook.pytest_deselected(items=sorted(left_out, key=lambda item: item.nodeid))
        items[:] = [item for item in items if item not in left_out]


def _lot(item: pytest.Item) -> str:
    """By the case, not by the test: tests of a file that share what they build or search take the same ones."""
    case = item.nodeid.partition("[")[2] or item.nodeid
    return hashlib.sha256(f"{SEED} {item.path.name} {case}".encode()).hexdigest()

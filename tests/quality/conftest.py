"""Which cases are tested, of targets, planted bugs and examples alike: all, or a sample that differs by day."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SEED = os.environ.get("SLOWPATH_QUALITY_SEED", "")
"""Which sample is taken; "" means all. `./test` sets and prints it, `./test --seed` repeats it."""
SHARE = 8
"""One case of so many is in the sample, but at least one of each test."""
HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
TARGETS = HERE / "targets"
COMPILERS = {".cpp": "g++", ".java": "javac"}


@pytest.fixture(autouse=True)
def example_can_be_built(request: pytest.FixtureRequest) -> None:
    """An example is left out where its own compiler isn't here, and no other is; so is a target that is to be run."""
    name = request.node.callspec.params.get("name") if hasattr(request.node, "callspec") else None
    folders = (EXAMPLES, TARGETS) if request.node.get_closest_marker("quality") else (EXAMPLES,)
    for solution in (path for folder in folders for path in (folder / str(name)).glob("solution.*")):
        compiler = COMPILERS.get(solution.suffix)
        if compiler is not None and shutil.which(compiler) is None:
            pytest.skip(f"{compiler} isn't here")


@pytest.fixture(autouse=True, scope="module")
def time_alone() -> Iterator[None]:
    """What is found is compared in counts, or in time; a run under an instrument takes up to 25 times as long."""
    with pytest.MonkeyPatch.context() as here:
        here.setenv("SLOWPATH_INSTRUMENT", "time")
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not SEED:
        return
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if HERE in item.path.parents:
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out = {item for of_test in cases.values() for item in sorted(of_test, key=_lot)[-(-len(of_test) // SHARE) :]}
    if left_out:
        config.hook.pytest_deselected(items=sorted(left_out, key=lambda item: item.nodeid))
        items[:] = [item for item in items if item not in left_out]


def _lot(item: pytest.Item) -> str:
    """By the target, not by the test: tests of a file that share a search take the same ones."""
    case = item.nodeid.partition("[")[2] or item.nodeid
    return hashlib.sha256(f"{SEED} {item.path.name} {case}".encode()).hexdigest()

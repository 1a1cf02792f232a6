"""Of targets, planted bugs and examples alike a sample is tested that differs by day (the marker `daily`)."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SHARE = 8
"""One case of so many is in the day's sample, but at least one of each test."""
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
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


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.daily(SHARE))

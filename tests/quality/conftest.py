"""What all tests of the search's quality share. Of their cases `./test` takes the day's sample (tests/conftest.py)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(autouse=True, scope="module")
def time_alone() -> Iterator[None]:
    """What is found is compared in counts, or in time; a run under an instrument takes up to 25 times as long."""
    with pytest.MonkeyPatch.context() as here:
        here.setenv("SLOWPATH_INSTRUMENT", "time")
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("sampled")

"""What all servers of these tests find in their environment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True, scope="module")
def environment_of_servers() -> Iterator[None]:
    """Time as the only instrument: a run under another takes as long as all that most tests ask for."""
    with pytest.MonkeyPatch.context() as here:
        here.setenv("SLOWPATH_INSTRUMENT", "time")
        yield

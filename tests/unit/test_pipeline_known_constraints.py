"""What is known of a program's constraints from searches before, whoever wrote it."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from slowpath import pipeline, settings
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.format import InputFormat
from slowpath.model.problem import Solution
from slowpath.storage import DATABASE_NAME, open_store

SOURCE = (
    b"n = int(input())\nseen = []\nfor x in map(int, input().split()):\n    if x not in seen:\n        seen.append(x)\n"
)
SOLUTION = Solution(Path("/p/a.py"), "python", SOURCE)
SPEC = CampaignSpec(str(SOLUTION.path), "python", SOURCE, InputFormat(()), (), Budget(1.0))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE campaigns SET spec = '{}'",
        "UPDATE campaigns SET spec = 'no JSON'",
        "INSERT INTO events VALUES ('c1', 1, '{\"kind\": \"UnheardOf\"}')",
        "DELETE FROM campaigns",
    ],
    ids=["a field is missing", "damaged", "an event of another version", "none"],
)
def test_a_campaign_that_another_version_wrote_is_as_none(tmp_path, change):
    with contextlib.closing(open_store(tmp_path)) as store:
        store.create("c1", SPEC)
    with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection, connection:
        connection.execute(change)
    known = pipeline.known_constraints(SOLUTION, settings.load({"state_dir": str(tmp_path)}))
    assert [state.constraint for state in known.states] == list(pipeline.rule_constraints(SOLUTION, None))
    assert known.states and known.slow is None

"""The JSON objects that `slowpath tests --json` prints. Schema: `slowpath/schemas/tests.json`; see docs/cli.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slowpath.model.testset import TestSet, TestsProgressed


def progress_object(event: TestsProgressed) -> dict[str, Any]:
    """How far it is."""
    return {
        "event": "progress",
        "proposed": event.proposed,
        "opponents": event.opponents,
        "killed": event.killed,
        "executions": event.executions,
        "elapsed_s": event.elapsed_s,
    }


def finished_object(made: TestSet, folder: Path, layout: str) -> dict[str, Any]:
    """The set, as JSON."""
    names = {test.proposed.id: test.name for test in made.tests}
    kinds = {each.name: each for each in made.opponents}
    return {
        "event": "finished",
        "path": str(folder),
        "layout": layout,
        "time_limit_s": made.limit_s,
        "accepted": list(made.accepted),
        "judged": made.judged,
        "elapsed_s": made.elapsed_s,
        "tests": [
            {
                "name": test.name,
                "id": test.proposed.id,
                "group": test.proposed.group.value,
                "label": test.proposed.label,
                "reason": test.reason,
                "size": len(test.proposed.data),
                "cpu_s": test.right_s,
            }
            for test in made.tests
        ],
        "programs": [
            {
                "name": outcome.opponent,
                "kind": kinds[outcome.opponent].against.value,
                "change": kinds[outcome.opponent].change,
                "line": kinds[outcome.opponent].line or None,
                "fails_on": [
                    {"test": names[kill.test], "verdict": kill.failing.value}
                    for kill in outcome.kills
                    if kill.test in names
                ],
                "survives": outcome.survives,
                "failure": outcome.failure,
                "tried": len(outcome.tried),
            }
            for outcome in made.outcomes
        ],
        "left_out": [{"label": each.label, "reason": each.reason} for each in made.left_out],
        "unused": [{"name": name, "reason": why} for name, why in made.unused],
    }

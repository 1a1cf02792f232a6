"""A problem as Competitive Companion posts it."""

from __future__ import annotations

import json
from typing import Any


def message(**changed: Any) -> bytes:
    """As the extension writes it: `JSON.stringify` of its `Task`."""
    return json.dumps(
        {
            "name": "B. Two Rows",
            "group": "Codeforces - Round 12 (Div. 2)",
            "url": "https://codeforces.com/contest/12/problem/B",
            "interactive": False,
            "memoryLimit": 256,
            "timeLimit": 1500,
            "tests": [{"input": "2\n1 2\n", "output": "3\n"}, {"input": "1\n7\n", "output": "7\n"}],
            "testType": "single",
            "input": {"type": "stdin"},
            "output": {"type": "stdout"},
            "languages": {"java": {"mainClass": "Main", "taskClass": "BTwoRows"}},
            "batch": {"id": "123e67c8-03c6-44a4-a3f9-5918533f9fb2", "size": 1},
            **changed,
        }
    ).encode()

"""The table of slow inputs at a terminal, however narrow it is."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from slowpath.commands.console import slow_table
from slowpath.model.cost import Cost
from slowpath.model.execution import Verdict
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput

LABEL = "random (many tiny cases and a big one, medium size), a rising, rows sorted by the first column"


def printed(width: int, spread_s: float = 0.192e-3) -> list[str]:
    slow = SlowInput(id="s", size=21_811, cost=Cost(6_640_000, 6.64e-3, spread_s, 1), ratio=643.0,
                     origin=Origin("pattern", LABEL), verdict=Verdict.OK, found_at_execution=1)
    out = io.StringIO()
    Console(file=out, width=width).print(slow_table([slow, slow]))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("width", [60, 70, 80, 120, 400])
def test_only_the_origin_is_shortened_where_the_terminal_is_narrow(width: int) -> None:
    heads, *rows = printed(width)
    assert len(rows) == 2 and all(len(row) <= width for row in rows)
    assert heads.split() == ["#", "cost", "time", "±", "ratio", "size", "from", "verdict"]
    for row in rows:
        assert {"6.64M", "6.64", "0.192", "643x", "21.3", "OK"} <= set(row.split()), row


def test_one_run_has_no_spread() -> None:
    assert "0 ms" not in printed(200, 0.0)[1]

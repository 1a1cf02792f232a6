"""The table of slow inputs at a terminal, however narrow it is."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from slowpath.commands.console import slow_table
from slowpath.model.cost import Cost
from slowpath.model.execution import Verdict
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput, TypicalCost

SHAPE = "rising, then falling, all values from 1 to 200,000; b: all 7 but for the last, the largest"
SLOW = SlowInput(
    id="s",
    size=21_811,
    cost=Cost(6_640_000, 1.2, 0.002, 1),
    ratio=643.0,
    origin=Origin("pattern", "random, a rising, b one large last"),
    verdict=Verdict.OK,
    found_at_execution=1,
    shape=SHAPE,
    typical=TypicalCost(5, 400_000, 390_000, 420_000),
)


def printed(width: int, limit_s: float | None = 2.0, slow: SlowInput = SLOW, color: bool = False) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=color).print(slow_table([(1, slow), (4, slow)], limit_s))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("width", [60, 70, 80, 120, 400])
def test_only_what_the_input_looks_like_is_shortened_where_the_terminal_is_narrow(width: int) -> None:
    heads, *rows = printed(width)
    assert len(rows) == 2 and all(len(row) <= width for row in rows)
    assert heads.split() == ["#", "time", "x", "typical", "size", "input", "verdict"]
    for row in rows:
        assert "1.20 s of 2 s" in row and {"16.6", "21.3", "OK"} <= set(row.split()), row
    assert [row.split()[0] for row in rows] == ["1", "4"]


def test_the_time_is_red_over_the_limit_alone() -> None:
    assert "\x1b[31m1.20 s of 1 s" in printed(120, 1.0, color=True)[1]
    assert "\x1b[31m" not in printed(120, 2.0, color=True)[1]


def test_a_row_that_nobody_described_says_where_it_came_from() -> None:
    assert "random, a rising, b one large last" in printed(400, slow=replace(SLOW, shape=""))[1]


def test_without_a_limit_the_time_stands_alone() -> None:
    assert "1.20 s  " in printed(120, None)[1]

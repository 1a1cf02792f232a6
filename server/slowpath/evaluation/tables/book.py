"""The rows that tables are made of, without what takes space: costs by program and strategy."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from slowpath.evaluation.rows import LISTING, MeasuredInput, Row
from slowpath.evaluation.strategies import FUZZER, SEARCH, STRATEGIES, TRANSFER
from slowpath.evaluation.units import Program

OTHERS_OWN = ("wedge/", "coffe/")
"""How existing tests are named that another tool made to be slow: they aren't default ones."""


@dataclass(frozen=True)
class Book:
    """All rows, those of the listing apart. Inputs have lost their bytes and recipes."""

    rows: tuple[Row, ...]
    left_out: tuple[Row, ...] = field(default=())

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Book:
        """The rows, read once."""
        light = [_light(row) for row in rows]
        return cls(
            tuple(row for row in light if row.unit.strategy != LISTING),
            tuple(row for row in light if row.unit.strategy == LISTING),
        )

    @cached_property
    def done(self) -> dict[str, list[Row]]:
        """The rows that count, by strategy, in the order of the strategies."""
        found: dict[str, list[Row]] = {name: [] for name in STRATEGIES}
        for row in self.rows:
            if row.is_done:
                found.setdefault(row.unit.strategy, []).append(row)
        return {name: rows for name, rows in found.items() if rows}

    @cached_property
    def searches(self) -> list[str]:
        """The strategies that search for slow inputs and have rows."""
        return [name for name in self.done if STRATEGIES[name].kind in (SEARCH, FUZZER)]

    @cached_property
    def programs(self) -> dict[str, Program]:
        """The programs by id."""
        return {row.unit.program.id: row.unit.program for row in self.rows}

    @cached_property
    def existing(self) -> dict[str, Row]:
        """The row of a program's existing tests, where they were measured."""
        return {row.unit.program.id: row for row in self.done.get("existing", ())}

    def default_tests(self, program: str) -> list[MeasuredInput]:
        """The measured tests of a program that nobody made to be slow."""
        row = self.existing.get(program)
        return [each for each in row.inputs if not each.id.startswith(OTHERS_OWN)] if row is not None else []

    @cached_property
    def _shared_tests(self) -> dict[str, set[str]]:
        shared: dict[str, set[str]] = {}
        for identity, row in self.existing.items():
            tests = {each.id for each in self.default_tests(identity)}
            if tests:
                problem = row.unit.program.problem
                shared[problem] = shared.get(problem, tests) & tests
        return shared

    def shared_tests(self, program: str) -> list[MeasuredInput]:
        """Those of its default tests that all measured programs of its problem ran on: what programs are compared by,
        since of a slow one fewer are measured in the time."""
        row = self.existing.get(program)
        shared = self._shared_tests.get(row.unit.program.problem, set()) if row is not None else set()
        return [each for each in self.default_tests(program) if each.id in shared]

    @cached_property
    def cut_short(self) -> tuple[str, ...]:
        """A sentence about programs of which only some existing tests were measured, for tables that rest on them."""
        count = sum(0 < len(row.inputs) < row.tests for row in self.existing.values())
        return (
            (f"Of {count} programs not all existing tests were measured (--existing-seconds), the largest first.",)
            if count
            else ()
        )

    def by_seed(self, strategy: str, program: str) -> list[Row]:
        """A program's rows of a strategy, one for each seed."""
        return self._by_program.get((strategy, program), [])

    @cached_property
    def _transferred(self) -> dict[tuple[str, str, int, str], Row]:
        return {
            (unit.found_by, unit.found_for, unit.seed, unit.program.id): row
            for row in self.done.get(TRANSFER, ())
            for unit in (row.unit,)
        }

    def on_another(self, found: Row, program: str) -> Row | None:
        """What the inputs that a search found cost on this program: the search's row for its own one, None where they
        weren't measured."""
        unit = found.unit
        if unit.program.id == program:
            return found
        return self._transferred.get((unit.strategy, unit.program.id, unit.seed, program))

    @cached_property
    def _by_program(self) -> dict[tuple[str, str], list[Row]]:
        found: dict[tuple[str, str], list[Row]] = {}
        for rows in self.done.values():
            for row in rows:
                found.setdefault((row.unit.strategy, row.unit.program.id), []).append(row)
        return found

    def stress(self, strategy: str, program: str) -> float | None:
        """What the strategy's slowest inputs cost: the mean count of a row's, at most ten, in the median over seeds; 0
        where it found none; None where it has no row."""
        rows = self.by_seed(strategy, program)
        return statistics.median(mean_count(row.inputs) for row in rows) if rows else None

    def slowest(self, strategy: str, program: str) -> float:
        """The count of the slowest input that the strategy found, in the median over seeds; 0 where it found none."""
        return statistics.median(
            [max((each.count for each in row.inputs), default=0) for row in self.by_seed(strategy, program)] or [0]
        )

    def shared(self, strategies: Sequence[str]) -> list[str]:
        """The programs that all of the strategies have rows of, in the order of the rows."""
        return [program for program in self.programs if all((name, program) in self._by_program for name in strategies)]


def _light(row: Row) -> Row:
    exposure = replace(row.exposure, input=None) if row.exposure is not None else None
    return replace(row, inputs=tuple(replace(each, data=b"", recipe="") for each in row.inputs), exposure=exposure)


def mean_count(inputs: Sequence[MeasuredInput]) -> float:
    """The mean count of inputs, 0 without any."""
    return statistics.mean(each.count for each in inputs) if inputs else 0.0

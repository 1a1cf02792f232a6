"""The use case: a data set, strategies and seeds become units, units become rows, rows are written as they come."""

from __future__ import annotations

import difflib
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath import __version__
from slowpath.errors import StoreUnwritable, UsageError
from slowpath.evaluation import parquet
from slowpath.evaluation.data import DataSet
from slowpath.evaluation.journal import Journal
from slowpath.evaluation.machine import machine_words
from slowpath.evaluation.rows import BAD_INPUT, Row, listing_row
from slowpath.evaluation.running import Runner
from slowpath.evaluation.strategies import OPTIMIZE, TESTS, TRANSFER, Strategy, taking
from slowpath.evaluation.transfers import transfers
from slowpath.evaluation.units import ExistingTest, Program, Terms, Unit, Work
from slowpath.llm.options import ModelOptions
from slowpath.model.campaign import Budget
from slowpath.storage.whole import write_whole

LISTING_FILE = "data.json"
ROWS_A_PART = parquet.LINES_A_PART


@dataclass(frozen=True)
class Plan:
    """What is done with a data set: every program (at most `most`, spread evenly over the listing) by every strategy
    that takes it, `seeds` times with other seeds; existing tests are measured once. With `again` units are done anew
    that failed in an earlier run."""

    strategies: dict[str, Strategy]
    budget: Budget
    seeds: int = 1
    most: int | None = None
    only: tuple[str, ...] = ()
    model: ModelOptions = ModelOptions()
    existing_s: float = 60.0
    own_core: bool = True
    again: bool = True

    def programs(self, data: DataSet) -> Sequence[Program]:
        """Those that take part: `only` are problems or programs. Raises `UsageError` for a name that is neither."""
        known = {name for program in data.programs for name in (program.id, program.problem)}
        unknown = [name for name in self.only if name not in known]
        if unknown:
            close = difflib.get_close_matches(unknown[0], known, 3)
            raise UsageError(
                f"{', '.join(unknown)}: no such problem or program in the data set.",
                f"Perhaps {' or '.join(close)}? --list names all." if close else "--list names all.",
            )
        named = [
            program for program in data.programs if not self.only or {program.id, program.problem} & set(self.only)
        ]
        if self.most is None or len(named) <= self.most:
            return named
        return [named[place * len(named) // self.most] for place in range(self.most)]

    def terms(self, strategy: Strategy) -> Terms:
        """What a strategy's units are done with."""
        return Terms(self.budget, __version__, self.model.words if strategy.asks else "")

    def units(self, data: DataSet) -> Iterator[Unit]:
        """The units, seeds outermost: an evaluation that is ended early has said something of every program."""
        programs = self.programs(data)
        for seed in range(self.seeds):
            for program in programs:
                for name in taking(self.strategies, program):
                    strategy = self.strategies[name]
                    if seed == 0 or strategy.kind != TESTS:
                        terms = self.terms(strategy)
                        yield Unit(program, name, seed, terms.budget, terms.version, terms.model)

    def transfers(self, data: DataSet, folder: Path) -> Iterator[tuple[Unit, tuple[ExistingTest, ...]]]:
        """The units that follow from the rows in the folder, with the inputs of each; none where none are wanted."""
        if any(strategy.kind == TRANSFER for strategy in self.strategies.values()):
            yield from transfers(folder, {program.problem for program in self.programs(data)})

    def all_units(self, data: DataSet, folder: Path) -> Iterator[Unit]:
        """The units, and those that follow from the rows so far."""
        yield from self.units(data)
        yield from (unit for unit, _ in self.transfers(data, folder))


def evaluate(data: DataSet, plan: Plan, runner: Runner, journal: Journal) -> Iterator[Row]:
    """Does the units that have no row yet, or a failed one, and yields each new row once it is written. What the
    listing left out comes first, as rows; what is transferred last, when all searches are over. Raises
    `StoreUnwritable` where rows can't be written, `UsageError` where those that are there were made on other terms."""
    folder = journal.path.parent
    _must_fit(journal, plan)
    _write_listing(folder, data)
    yield from filter(journal.add, map(listing_row, data.left_out))
    parts = parquet.Parts(folder) if parquet.is_there() else None
    pending = (unit for unit in plan.units(data) if journal.is_open(unit.id, again=plan.again))
    carried: dict[str, tuple[ExistingTest, ...]] = {}

    def transferred() -> Iterator[Unit]:
        for unit, tests in plan.transfers(data, folder):
            if journal.is_open(unit.id, again=plan.again):
                carried[unit.id] = tests
                yield unit

    def prepared(unit: Unit) -> Work | Row:
        return _prepared(data, plan, unit, carried.pop(unit.id, ()))

    try:
        # The second is begun when the first is over.
        for row in itertools.chain.from_iterable(runner.rows(units, prepared) for units in (pending, transferred())):
            if journal.add(row):
                yield row
                if parts is not None and journal.lines % ROWS_A_PART == 0:
                    _write_parquet(parts, folder, is_over=False)
    finally:
        if parts is not None:
            _write_parquet(parts, folder, is_over=True)


def _must_fit(journal: Journal, plan: Plan) -> None:
    for mine in map(plan.terms, plan.strategies.values()):
        for there in journal.terms:
            if not mine.goes_with(there):
                raise UsageError(
                    f"{journal.path.parent}: its rows were made by {there.words}; this run is by {mine.words}, and"
                    " tables would mix them.",
                    "Choose another folder (--compare OTHER shows two beside each other), or"
                    " give this run what that one was given.",
                )


def _write_parquet(parts: parquet.Parts, folder: Path, *, is_over: bool) -> None:
    try:
        parts.write(is_over=is_over)
        if is_over:
            parquet.write_whole_file(folder)
    except OSError as error:
        raise StoreUnwritable(
            f"{folder}: can't be written ({error.strerror}).", "Free some disk; the same command then goes on."
        ) from error


def _prepared(data: DataSet, plan: Plan, unit: Unit, found: tuple[ExistingTest, ...]) -> Work | Row:
    try:
        content = data.load(unit.program, plan.strategies[unit.strategy].kind in (TESTS, OPTIMIZE))
    except (OSError, ValueError, LookupError) as error:
        return Row(unit, BAD_INPUT, "unreadable", f"It can't be read: {type(error).__name__}: {error}")
    if found:
        content = replace(content, tests=found)
    return Work(unit, content, plan.model.absolute(), plan.own_core, plan.existing_s)


def _write_listing(folder: Path, data: DataSet) -> None:
    said = {
        "layout": data.layout,
        "counts": data.counts,
        "license": data.license_note,
        "machine": machine_words(),
        "left_out": [{"reason": reason, "count": count} for reason, count in data.reasons],
    }
    write_whole(folder / LISTING_FILE, (json.dumps(said, indent=1, ensure_ascii=False) + "\n").encode())

"""What tests of evaluations share: a data set of programs that only `fake_unit` does, and its rows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from slowpath.evaluation.data import DataSet
from slowpath.evaluation.evaluating import Plan
from slowpath.evaluation.journal import rows_of
from slowpath.evaluation.rows import Row
from slowpath.evaluation.strategies import STRATEGIES
from slowpath.evaluation.units import Content, LeftOut, Program
from slowpath.model.campaign import Budget

HERE = Path(__file__).parent
MODULE = "fake_unit"
PLAN = Plan({"default": STRATEGIES["default"]}, Budget(executions=1))


def fake_data(folder: Path, count: int, **does: dict[int, str]) -> DataSet:
    """So many programs; `does` says of some, by number, what `fake_unit` does beside keeping a log."""
    names = [f"p{number}" for number in range(count)]

    def load(program: Program, _: bool) -> Content:
        number = int(program.id[1:])
        said = {key: their[number] for key, their in does.items() if number in their}
        return Content((("what", json.dumps({"log": str(folder / "log"), **said}).encode()),), "what")

    return DataSet(
        "fake", tuple(Program(name, name, "cpp") for name in names), (LeftOut("nothing", "It is left out."),), load
    )


def begun(folder: Path) -> Counter[str]:
    """How often each program was begun."""
    return Counter(program for program, _ in processes(folder))


def processes(folder: Path) -> list[tuple[str, int]]:
    """Each time that a program was begun, with its process's id."""
    lines = (folder / "log").read_text(encoding="utf-8").splitlines()
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def written(folder: Path) -> list[Row]:
    """The rows of units, in the order of their programs."""
    return sorted((row for row in rows_of(folder) if row.is_done), key=lambda row: int(row.unit.program.id[1:]))

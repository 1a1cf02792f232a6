"""What searches found for one program is run on the others of its problem (STAB section 4.3, EvalPerf section 3.3).

Which units that makes follows from rows alone, those of the existing tests, by which a problem's programs are chosen,
and those of the searches: each chosen program's inputs, by strategy and seed, on each other chosen one. So the units
come when the searches are over, the same ones whenever they are listed, in the same run or in a later one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from slowpath.evaluation.journal import rows_by
from slowpath.evaluation.rows import MeasuredInput
from slowpath.evaluation.strategies import TRANSFER
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.references import all_chosen
from slowpath.evaluation.units import ExistingTest, Unit


def transfers(folder: Path, problems: Collection[str]) -> Iterator[tuple[Unit, tuple[ExistingTest, ...]]]:
    """The units, each with what is to be measured. Of the rows those of one problem are in memory. Raises `UsageError`
    without rows."""
    for rows in rows_by(folder, "problem"):
        if rows[0].unit.program.problem not in problems:
            continue
        book = Book.of(rows)
        chosen = all_chosen(book)
        for row in rows:
            found = row.unit
            if row.is_done and row.inputs and found.strategy in book.searches and found.program.id in chosen:
                tests = tuple(map(_test, row.inputs))
                for target in chosen:
                    if target != found.program.id:
                        yield (
                            Unit(
                                book.programs[target],
                                TRANSFER,
                                found.seed,
                                found.budget,
                                found.version,
                                found.model,
                                found.strategy,
                                found.program.id,
                            ),
                            tests,
                        )


def _test(found: MeasuredInput) -> ExistingTest:
    """The input by its bytes or, where a row doesn't keep these, by its recipe; of a recipe that isn't kept either
    nothing can be made."""
    return ExistingTest(found.id, found.data or found.recipe.encode(), is_recipe=not found.data and found.size > 0)

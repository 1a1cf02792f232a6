"""WEDGE's tables of how slow inputs are: its sections 4.2 and B.2 to B.3, from counts.

A program's stress by a strategy is the mean count of its ten slowest inputs (section 4.1), in the median over seeds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.evaluation.statistics import mann_whitney, mean, median, quartiles, share, wilcoxon
from slowpath.evaluation.tables.book import Book, mean_count
from slowpath.evaluation.tables.table import Cell, Table

OURS = "default"
SIGNIFICANT = 0.05
BINS = ((0, 200), (200, 400), (400, 600), (600, 800), (800, 1000), (1000, math.inf))
"""By how many percent one costs more than the other, from the first on and below the second (table 5)."""
SIZES = (
    (1 << 20, "less than 1 MiB"),
    (100 << 10, "less than 100 KiB"),
    (10 << 10, "less than 10 KiB"),
    (1 << 10, "less than 1 KiB"),
)
TIE = 1e-9


def tables(book: Book) -> Iterator[Table]:
    """Table 1, figure 3 with table 5, and table 6."""
    compared = comparable(book)
    yield _stress(book, compared, "wedge-1", "How slow the inputs are", "WEDGE section 4.2, table 1")
    yield _quartiles(book, compared)
    yield _head_to_head(book, compared)
    yield from _by_size(book, compared)


def comparable(book: Book) -> list[str]:
    """The programs for which every strategy found a valid input: WEDGE excludes the others as well (section 4.1)."""
    return (
        [program for program in book.shared(book.searches) if all(book.stress(name, program) for name in book.searches)]
        if book.searches
        else []
    )


def slowdown(book: Book, strategy: str, program: str) -> float | None:
    """What the strategy's inputs cost over what the default tests cost, both as means; None without tests."""
    tests = mean_count(book.default_tests(program))
    stress = book.stress(strategy, program)
    return stress / tests if tests and stress is not None else None


def wins(book: Book, strategies: Sequence[str], program: str) -> dict[str, float]:
    """Whose inputs are slowest on the program: 1 for one, shared evenly where several are."""
    stress = {name: book.stress(name, program) or 0.0 for name in strategies}
    most = max(stress.values())
    best = [name for name, value in stress.items() if value >= most * (1 - TIE)]
    return {name: (1 / len(best) if name in best else 0.0) for name in strategies}


def _stress(book: Book, programs: Sequence[str], name: str, title: str, source: str) -> Table:
    if not programs:
        return Table(name, title, source, ("strategy",), missing=(_nothing(book),))
    won = [wins(book, book.searches, program) for program in programs]
    lines: list[tuple[Cell, ...]] = []
    for strategy in book.searches:
        stress = [book.stress(strategy, program) or 0.0 for program in programs]
        over = [made for program in programs if (made := slowdown(book, strategy, program)) is not None]
        lines.append(
            (
                strategy,
                len(programs),
                mean(stress),
                median(stress),
                mean([each[strategy] for each in won]),
                mean(over),
                median(over),
                median([book.slowest(strategy, program) for program in programs]),
            )
        )
    with_tests = sum(bool(book.default_tests(program)) for program in programs)
    lacking = (
        (
            f"The slowdown is over the {with_tests} of {len(programs)} programs whose existing tests were measured"
            " (strategy existing).",
        )
        if with_tests < len(programs)
        else ()
    )
    return Table(
        name,
        title,
        source,
        (
            "strategy",
            "programs",
            "count (mean)",
            "count (median)",
            "win rate",
            "slowdown (mean)",
            "slowdown (median)",
            "slowest input (count, median)",
        ),
        tuple(lines),
        "Win rate: the share of programs on which a strategy's inputs are the slowest of all; where several"
        " are, it is shared. Slowdown: over the mean of the data set's own tests; WEDGE doesn't say whether it"
        " takes their mean or their largest. Of a strategy that kept fewer than ten inputs the mean is over"
        " those, so that an easy one beside the slowest weighs more: the last column is free of that. In"
        " brackets: 95% bootstrap intervals over programs.",
        (*lacking, *book.cut_short),
    )


def _nothing(book: Book) -> str:
    if not book.searches:
        return "No search for slow inputs has come to a row."
    return f"There is no program for which all of {', '.join(book.searches)} found a valid input."


def _quartiles(book: Book, programs: Sequence[str]) -> Table:
    """The distribution of slowdowns, over all programs that a strategy found something for."""
    columns = ("strategy", "programs", "lower quartile", "median", "upper quartile", "largest", "share above 1")
    lines: list[tuple[Cell, ...]] = []
    for strategy in book.searches:
        over = [made for program in book.programs if (made := slowdown(book, strategy, program))]
        bounds = quartiles(over)
        if bounds is not None:
            lines.append(
                (strategy, len(over), bounds[0], median(over), bounds[1], max(over), share([made > 1 for made in over]))
            )
    return Table(
        "wedge-slowdown",
        "Slowdown over the existing tests",
        "WEDGE section 4.2",
        columns,
        tuple(lines),
        "Over all programs that have existing tests and found inputs, whatever other strategies found. The"
        " largest has no interval: drawing again says nothing of it.",
        book.cut_short if lines else ("No program has both existing tests and found inputs.",),
    )


def _head_to_head(book: Book, programs: Sequence[str]) -> Table:
    """Our search against each other strategy."""
    bins = [f"{low}% to {high}% more" if high < math.inf else f"{low}% more and beyond" for low, high in BINS]
    columns = (
        "against",
        "programs",
        "ours slower",
        "theirs slower",
        "the same",
        *(f"{side}: {name}" for name in bins for side in ("ours", "theirs")),
        "Wilcoxon p",
        "programs with Mann-Whitney p < 0.05",
    )
    if OURS not in book.searches:
        return Table(
            "wedge-5",
            "Head to head",
            "WEDGE section 4.2, figure 3; table 5",
            columns,
            missing=(f"The strategy {OURS} has no rows.",),
        )
    lines: list[tuple[Cell, ...]] = []
    for other in book.searches:
        pairs = [
            (one, two)
            for program in programs
            if (one := book.stress(OURS, program)) and (two := book.stress(other, program))
        ]
        if other == OURS or not pairs:
            continue
        more = [100 * (one / two - 1) for one, two in pairs]
        less = [100 * (two / one - 1) for one, two in pairs]
        binned = [sum(each > 0 and low <= each < high for each in side) for low, high in BINS for side in (more, less)]
        significant = [
            p < SIGNIFICANT for program in programs if (p := _mann_whitney(book, other, program)) is not None
        ]
        lines.append(
            (
                other,
                len(pairs),
                sum(each > 0 for each in more),
                sum(each > 0 for each in less),
                sum(one == two for one, two in pairs),
                *binned,
                wilcoxon(pairs),
                share(significant),
            )
        )
    return Table(
        "wedge-5",
        "Head to head: ours against each",
        "WEDGE section 4.2, figure 3; table 5",
        columns,
        tuple(lines),
        "How many programs cost more under the one strategy's inputs than under the other's, by"
        " how much. Mann-Whitney compares the single inputs' counts of each program, over all seeds.",
        () if lines else ("There is nothing to compare with.",),
    )


def _mann_whitney(book: Book, other: str, program: str) -> float | None:
    ours, theirs = (
        [each.count for row in book.by_seed(name, program) for each in row.inputs] for name in (OURS, other)
    )
    return mann_whitney(ours, theirs)


def _by_size(book: Book, programs: Sequence[str]) -> Iterator[Table]:
    """Table 6: problems whose inputs, found or given, are all below a size."""
    largest: dict[str, int] = {}
    for row in book.rows:
        for each in row.inputs:
            problem = row.unit.program.problem
            largest[problem] = max(largest.get(problem, 0), each.size)
    for limit, words in SIZES:
        some = [program for program in programs if largest[book.programs[program].problem] < limit]
        table = _stress(
            book,
            some,
            f"wedge-6-{limit >> 10}k",
            f"How slow inputs are: problems with {words}",
            "WEDGE section B.3, table 6",
        )
        # Where programs are compared at all, what is missing is only that size.
        yield (
            replace(table, missing=(f"There is no problem of which all inputs are {words}.",))
            if programs and not some
            else table
        )

"""ECCO's figures (its section 3.3): pass@1, speed-up, memory reduction and percentile; and WEDGE's question of section
4.3, how the measured gain changes when found inputs replace the existing tests.

The programs that are measured are the proven versions of the strategy `optimize`, one sample each. Speed-up and memory
reduction are of sums over the tests that both ran on (its formulas 1 and 2), percentiles over the data set's programs
of the problem (3 and 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.engine.confirming import CONFIRM_LIMIT_FACTOR
from slowpath.evaluation.rows import MeasuredInput, Row
from slowpath.evaluation.statistics import geometric_mean, mean, share, wilcoxon
from slowpath.evaluation.strategies import OPTIMIZE, STRATEGIES
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Cell, Table

OPTIMISED_BY = 1.1
"""A program counts as optimised when it is at least 10% faster (WEDGE table 3, %Opt)."""
SLOWEST = 5
"""So many of a program's existing tests are its slowest ones (WEDGE table 3, CCslow)."""
Pairs = Sequence[tuple[str, float, float, int, int]]
Counts = Sequence[tuple[int, int]]


def tables(book: Book) -> Iterator[Table]:
    """The data set's own programs, the versions, and the gain on existing against found inputs."""
    yield _spectrum(book)
    rows = [row for name, some in book.done.items() if STRATEGIES[name].kind == OPTIMIZE for row in some]
    missing = () if rows else ("No program was optimised (strategy optimize).",)
    yield _versions(book, rows, missing)
    yield _gain(rows, missing)


def _spectrum(book: Book) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for kind in sorted({row.unit.program.kind for row in book.existing.values()}):
        rows = [row for row in book.existing.values() if row.unit.program.kind == kind and row.inputs]
        judged = [passes for row in rows if (passes := _passes_all(row)) is not None]
        places = [_percentile(book, row) for row in rows if book.shared_tests(row.unit.program.id)]
        if rows:
            lines.append(
                (
                    kind,
                    len(rows),
                    share(judged),
                    mean([place for place, _ in places]),
                    mean([place for _, place in places]),
                )
            )
    return Table(
        "ecco-spectrum",
        "The data set's programs on its tests",
        "ECCO section 3.3, formulas 3 and 4",
        ("programs", "count", "pass all tests", "runtime percentile (mean)", "memory percentile (mean)"),
        tuple(lines),
        "Percentile: the share of the problem's programs that are slower, or take more memory,"
        " on the default tests that all of them were measured on. A program passes where its answers are"
        f" right in at most {CONFIRM_LIMIT_FACTOR:g} times the limit; one of which not all tests were measured"
        " counts only where it fails.",
        book.cut_short if lines else ("No existing tests were measured (strategy existing).",),
    )


def _passes_all(row: Row) -> bool | None:
    """Whether its answers are right on all tests that have one; None where that isn't known."""
    known = [each.passed for each in row.inputs if each.passed is not None]
    if not all(known):
        return False
    return True if known and len(row.inputs) >= row.tests else None


def _percentile(book: Book, row: Row) -> tuple[float, float]:
    """Of a program on the tests that all of its problem's programs were measured on."""
    tests = book.shared_tests(row.unit.program.id)
    return _place(book, row, {each.id for each in tests}, _sums(tests))


def _version_percentile(book: Book, row: Row) -> tuple[float, float] | None:
    """Of a program's version, on those of these tests that it was measured on; None without any."""
    shared = {each.id for each in book.shared_tests(row.unit.program.id)}
    pairs = [pair for pair in row.optimised.existing if pair[0] in shared] if row.optimised is not None else []
    if not pairs:
        return None
    mine = sum(pair[2] for pair in pairs), max(pair[4] for pair in pairs)
    return _place(book, row, {pair[0] for pair in pairs}, mine)


def _place(book: Book, row: Row, tests: set[str], mine: tuple[float, int]) -> tuple[float, float]:
    """The percent of the data set's programs of the row's problem that take more time, and more memory, on tests."""
    measured = [
        [each for each in book.shared_tests(identity) if each.id in tests]
        for identity, other in book.existing.items()
        if other.unit.program.problem == row.unit.program.problem
    ]
    sums = [_sums(some) for some in measured if some]
    return (
        100 * sum(theirs[0] > mine[0] for theirs in sums) / len(sums),
        100 * sum(theirs[1] > mine[1] for theirs in sums) / len(sums),
    )


def _sums(tests: Sequence[MeasuredInput]) -> tuple[float, int]:
    return sum(each.cpu_s for each in tests), max(each.peak_rss_bytes for each in tests)


def _versions(book: Book, rows: Sequence[Row], missing: tuple[str, ...]) -> Table:
    lines: list[tuple[Cell, ...]] = []
    if rows:
        proven = [row.optimised for row in rows if row.optimised is not None and row.optimised.proven]
        places = [place for row in rows if (place := _version_percentile(book, row)) is not None]
        lines.append(
            (
                "rules",
                len(rows),
                share([row.optimised is not None and row.optimised.proven for row in rows]),
                geometric_mean([_ratio(each.existing, 1, 2) for each in proven if each.existing]),
                geometric_mean([_ratio(each.existing, 3, 4) for each in proven if each.existing]),
                mean([place for place, _ in places]),
                mean([place for _, place in places]),
            )
        )
    return Table(
        "ecco-versions",
        "Proven versions",
        "ECCO section 3.3, formulas 1 to 4",
        (
            "method",
            "programs",
            "pass@1",
            "speed-up",
            "memory reduction",
            "runtime percentile (mean)",
            "memory percentile (mean)",
        ),
        tuple(lines),
        "pass@1 counts programs with a version that printed the same on every input that could be found; a"
        " program without one fails. Speed-up and memory reduction: geometric means over versions. Percentiles: as"
        " above, of versions whose problem's programs were measured on the same tests.",
        missing,
    )


def _ratio(pairs: Pairs | Counts, before: int, after: int) -> float:
    one, two = sum(float(pair[before]) for pair in pairs), sum(float(pair[after]) for pair in pairs)
    return one / two if two else 0.0


def _gain(rows: Sequence[Row], missing: tuple[str, ...]) -> Table:
    versions = [row.optimised for row in rows if row.optimised is not None and row.optimised.proven]
    both = [each for each in versions if each.existing and each.found]
    sets: dict[str, list[tuple[Pairs, Counts]]] = {
        "existing tests": [(each.existing, each.existing_counts) for each in both],
        f"slowest {SLOWEST} existing tests": [_slowest(each.existing, each.existing_counts) for each in both],
        "found inputs": [(each.found, each.found_counts) for each in both],
    }
    found = [_ratio(each.found, 1, 2) for each in both]
    lines: list[tuple[Cell, ...]] = []
    for name, measured in sets.items():
        if measured:
            by_time = [_ratio(pairs, 1, 2) for pairs, _ in measured]
            by_count = [_ratio(counts, 0, 1) for _, counts in measured if counts]
            lines.append(
                (
                    name,
                    len(measured),
                    mean(by_time),
                    share([gain >= OPTIMISED_BY for gain in by_time]),
                    mean(by_count),
                    share([gain >= OPTIMISED_BY for gain in by_count]),
                    wilcoxon(list(zip(found, by_time, strict=True))),
                )
            )
    return Table(
        "wedge-3",
        "The gain of versions, by the inputs that measure it",
        "WEDGE section 4.3, table 3",
        (
            "test set",
            "versions",
            "speed-up (mean)",
            "at least 10% faster",
            "speed-up in counts (mean)",
            "at least 10% less counted",
            "Wilcoxon p against found inputs",
        ),
        tuple(lines),
        "The same versions on all; of each the ratio of sums over the inputs. Wilcoxon's test is of times.",
        missing or (() if lines else ("No version was measured on existing tests and on found inputs.",)),
    )


def _slowest(pairs: Pairs, counts: Counts) -> tuple[Pairs, Counts]:
    """Of those on which the original takes longest."""
    places = sorted(range(len(pairs)), key=lambda place: -pairs[place][1])[:SLOWEST]
    return [pairs[place] for place in places], [counts[place] for place in places if counts]

"""STAB's Algorithmic Slowdown Rate (its section 4.3), with a reference implementation (its appendix D, table 6).

ASR_r is the share of generated tests on which the solution that a reference strategy r chooses takes longer than on any
existing test: fast and slow are the accepted ones with the lowest and the highest mean time on the existing tests,
random ones are drawn, three a problem and language. Our inputs are made for one program, so each is held against that
program alone: STAB's table 6, not its table 2, where tests are made for the problem.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from slowpath.evaluation.statistics import Interval, share
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Cell, Table
from slowpath.evaluation.units import ACCEPTED

RANDOM, SEED = 3, 0
REFERENCES = ("fast", "slow", *(f"random {number}" for number in range(1, RANDOM + 1)))


def tables(book: Book) -> Iterator[Table]:
    """ASR by strategy and language, for each reference strategy and on average."""
    chosen = _chosen(book)
    columns = ("strategy, language", "problems", "inputs", *REFERENCES, "average")
    lines: list[tuple[Cell, ...]] = []
    for name in book.searches:
        for language in sorted({language for _, language in chosen}):
            line = _line(book, name, language, chosen)
            if line is not None:
                lines.append(line)
    yield Table(
        "stab-asr",
        "ASR, with a reference implementation",
        "STAB section 4.3; appendix D, table 6",
        columns,
        tuple(lines),
        "In percent, over accepted programs. A problem with fewer programs than reference"
        " strategies takes one several times. Inputs of all seeds count.",
        book.cut_short if lines else ("No accepted program has both measured existing tests and found inputs.",),
    )
    yield Table(
        "stab-2",
        "ASR of tests made for the problem",
        "STAB section 5.1, table 2",
        ("method",),
        missing=(
            "Each unit searches one program, so there are no tests of a problem as a whole that other"
            " programs could be held against.",
        ),
    )


def _chosen(book: Book) -> dict[tuple[str, str], dict[str, str]]:
    """The program that each reference strategy takes, by problem and language."""
    times: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for identity, row in book.existing.items():
        program = row.unit.program
        tests = book.shared_tests(identity)
        if tests and program.kind == ACCEPTED:
            mean_s = sum(each.cpu_s for each in tests) / len(tests)
            times.setdefault((program.problem, program.language), []).append((mean_s, identity))
    made = {}
    for key, some in times.items():
        names = [identity for _, identity in sorted(some)]
        drawn = random.Random(f"{SEED} {key}")
        picked = drawn.sample(names, RANDOM) if len(names) >= RANDOM else drawn.choices(names, k=RANDOM)
        made[key] = dict(zip(REFERENCES, (names[0], names[-1], *picked), strict=True))
    return made


def _line(
    book: Book, strategy: str, language: str, chosen: dict[tuple[str, str], dict[str, str]]
) -> tuple[Cell, ...] | None:
    rates: list[Interval | None] = []
    problems, inputs = 0, 0
    for reference in REFERENCES:
        exposed: list[bool] = []
        reached = 0
        for (_, its), programs in chosen.items():
            if its == language:
                some = _exposed(book, strategy, programs[reference])
                exposed += some
                reached += bool(some)
        problems = max(problems, reached)
        rates.append(_percent(share(exposed)))
        inputs = max(inputs, len(exposed))
    known = [rate.value for rate in rates if rate is not None]
    if not known:
        return None
    return (f"{strategy}, {language}", problems, inputs, *rates, sum(known) / len(known))


def _exposed(book: Book, strategy: str, program: str) -> Sequence[bool]:
    """Of each found input whether the program takes longer than on any existing test."""
    threshold = max(each.cpu_s for each in book.default_tests(program))
    return [each.cpu_s > threshold for row in book.by_seed(strategy, program) for each in row.inputs]


def _percent(rate: Interval | None) -> Interval | None:
    if rate is None:
        return None
    return Interval(
        100 * rate.value, None if rate.low is None else 100 * rate.low, None if rate.high is None else 100 * rate.high
    )

"""STAB's Algorithmic Slowdown Rate (its section 4.3), with a reference implementation (its appendix D, table 6).

ASR_r is the share of generated tests on which the solution that a reference strategy r chooses takes longer than on any
existing test: fast and slow are the accepted ones with the lowest and the highest mean time on the existing tests,
random ones are drawn, three a problem and language. Our inputs are made for one program, so each is held against that
program alone: STAB's table 6, not its table 2, where tests are made for the problem.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from slowpath.evaluation.statistics import Interval, ratio_of_sums, share
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Cell, Table
from slowpath.evaluation.units import ACCEPTED

RANDOM, SEED = 3, 0
REFERENCES = ("fast", "slow", *(f"random {number}" for number in range(1, RANDOM + 1)))


def tables(book: Book) -> Iterator[Table]:
    """ASR by strategy and language, for each reference strategy and on average."""
    chosen = _chosen(book)
    columns = ("strategy, language", "model", "problems", "inputs", *REFERENCES, "average")
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
        " strategies takes one several times. Inputs of all seeds count. The average's interval is over problems.",
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
    chosen = {key: programs for key, programs in chosen.items() if key[1] == language}
    exposed = {
        (key, reference): _exposed(book, strategy, programs[reference])
        for key, programs in chosen.items()
        for reference in REFERENCES
    }
    by_reference = [[each for key in chosen for each in exposed[key, reference]] for reference in REFERENCES]
    counts = [[_counted(exposed[key, reference]) for reference in REFERENCES] for key in chosen]
    average = ratio_of_sums([group for group in counts if any(of for _, of in group)])
    if average is None:
        return None
    models = dict.fromkeys(row.unit.model for row in book.done[strategy] if row.unit.model)
    return (
        f"{strategy}, {language}",
        ", ".join(models) or None,
        max(sum(bool(exposed[key, reference]) for key in chosen) for reference in REFERENCES),
        max(map(len, by_reference)),
        *(_percent(share(some)) for some in by_reference),
        _percent(average),
    )


def _counted(exposed: Sequence[bool]) -> tuple[int, int]:
    return sum(exposed), len(exposed)


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

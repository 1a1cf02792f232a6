"""STAB's Algorithmic Slowdown Rate (its section 4.3).

ASR_r is the share of generated tests on which the solution that a reference strategy r chooses (`references.py`) takes
longer than on any existing test. Our inputs are made for one program each. Held against that program alone they are
STAB's table 6, "with a reference implementation" (its appendices D and E). What was found for all of a problem's chosen
programs, in any language, is a set of tests of the problem, held against each of them (strategy `transfer`): STAB's
table 2, and its table 5 by solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.evaluation.statistics import Interval, ratio_of_sums, share
from slowpath.evaluation.strategies import TRANSFER
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.references import RANDOM, REFERENCES, chosen_programs
from slowpath.evaluation.tables.table import Cell, Table

AT_LEAST = 2
"""A problem needs so many programs in all, else nothing is transferred."""
Chosen = dict[tuple[str, str], dict[str, str]]
Exposed = Callable[[str, str, str], Sequence[bool]]
"""Of each input of a strategy and a problem whether a program takes longer than on any existing test."""


def tables(book: Book) -> Iterator[Table]:
    """ASR by strategy and language: of each program's own inputs, and of the problem's."""
    chosen = chosen_programs(book)
    own = _rates(book, chosen, lambda strategy, _, program: _own(book, strategy, program))
    yield Table(
        "stab-asr",
        "ASR, with a reference implementation",
        "STAB section 4.3; appendix E, table 6",
        ("strategy, language", "model", "problems", "inputs", *REFERENCES, "average"),
        tuple((*rate.first, *rate.references, rate.average) for rate in own),
        "In percent, over accepted programs. A problem with fewer programs than reference"
        " strategies takes one several times. Inputs of all seeds count. The average's interval is over problems.",
        book.cut_short if own else ("No accepted program has both measured existing tests and found inputs.",),
    )
    yield from _of_problems(book, chosen)


def _of_problems(book: Book, chosen: Chosen) -> Iterator[Table]:
    programs: dict[str, dict[str, None]] = {}
    for (problem, _), some in chosen.items():
        programs.setdefault(problem, {}).update(dict.fromkeys(some.values()))
    several = {key: some for key, some in chosen.items() if len(programs[key[0]]) >= AT_LEAST}
    held = _Held(book, programs)
    rates = _rates(book, several, held.exposed) if TRANSFER in book.done else []
    missing = (
        "Inputs are run on the problem's other programs by the strategy transfer, after existing and a search; it has"
        " no rows, or no problem has two accepted programs with measured existing tests.",
    )
    if rates:
        lost = (f"{held.missing:,} of {held.missing + held.measured:,} measurements are missing.",)
        missing = (*book.cut_short, *(lost if held.missing else ()))
    note = (
        "In percent. The tests of a problem are what the strategy found for its chosen programs, in any language, each"
        " once; only problems with two such programs count."
    )
    yield _by_strategy(rates, note, missing)
    yield Table(
        "stab-5",
        "ASR of tests made for the problem, by solution",
        "STAB appendix D, table 5; averages: tables 3 and 4",
        ("strategy, language", "model", "problems", "inputs", *REFERENCES, "range", "average"),
        tuple((*rate.first, *rate.references, rate.range, rate.average) for rate in rates),
        f"{note} Range: between the highest and the lowest of the five. The average's interval is over problems.",
        missing,
    )


def _by_strategy(rates: Sequence[_Rate], note: str, missing: tuple[str, ...]) -> Table:
    languages = sorted({rate.language for rate in rates})
    lines: list[tuple[Cell, ...]] = []
    for strategy in dict.fromkeys(rate.strategy for rate in rates):
        known = {rate.language: rate for rate in rates if rate.strategy == strategy}
        cells: list[Cell] = []
        for language in languages:
            cells += known[language].groups if language in known else (None, None, None)
        averages = [rate.average.value for rate in known.values()]
        lines.append((strategy, next(iter(known.values())).model, *cells, sum(averages) / len(averages)))
    return Table(
        "stab-2",
        "ASR of tests made for the problem",
        "STAB section 5.1, table 2",
        (
            "method",
            "model",
            *(f"{name}, {language}" for language in languages for name in ("fast", "slow", "random")),
            "average",
        ),
        tuple(lines),
        f"{note} Random is the mean of {RANDOM} programs, the average that of all five, then of languages. Intervals"
        " stand in the table by solution.",
        missing,
    )


@dataclass(frozen=True)
class _Rate:
    """A strategy's rates in one language, in percent."""

    strategy: str
    language: str
    model: str | None
    problems: int
    inputs: int
    references: tuple[Interval | None, ...]
    average: Interval

    @property
    def first(self) -> tuple[Cell, ...]:
        """How a line begins."""
        return f"{self.strategy}, {self.language}", self.model, self.problems, self.inputs

    @property
    def groups(self) -> tuple[Cell, ...]:
        """Fast, slow, and the mean of the random ones."""
        fast, slow, *drawn = (None if rate is None else rate.value for rate in self.references)
        known = [rate for rate in drawn if rate is not None]
        return fast, slow, sum(known) / len(known) if known else None

    @property
    def range(self) -> float:
        """Between the highest and the lowest."""
        known = [rate.value for rate in self.references if rate is not None]
        return max(known) - min(known)


class _Held:
    """The inputs of a problem, held against one program after the other. Counts what was measured and what wasn't."""

    def __init__(self, book: Book, programs: dict[str, dict[str, None]]) -> None:
        self._book, self._programs = book, programs
        self._known: dict[tuple[str, str], Sequence[bool]] = {}
        self.measured = self.missing = 0

    def exposed(self, strategy: str, problem: str, program: str) -> Sequence[bool]:
        """See `Exposed`."""
        if (strategy, program) not in self._known:
            self._known[strategy, program] = self._made(strategy, problem, program)
        return self._known[strategy, program]

    def _made(self, strategy: str, problem: str, program: str) -> Sequence[bool]:
        found: set[str] = set()
        times_s: dict[str, float] = {}
        for source in self._programs[problem]:
            for row in self._book.by_seed(strategy, source):
                found |= {each.id for each in row.inputs}
                here = self._book.on_another(row, program)
                for each in here.inputs if here is not None else ():
                    times_s.setdefault(each.id, each.cpu_s)
        self.measured += len(times_s)
        self.missing += len(found) - len(times_s)
        threshold_s = _threshold_s(self._book, program)
        return [time_s > threshold_s for time_s in times_s.values()]


def _rates(book: Book, chosen: Chosen, exposed: Exposed) -> list[_Rate]:
    rates = [
        _rate(book, name, language, {key: some for key, some in chosen.items() if key[1] == language}, exposed)
        for name in book.searches
        for language in sorted({language for _, language in chosen})
    ]
    return [rate for rate in rates if rate is not None]


def _rate(book: Book, strategy: str, language: str, chosen: Chosen, exposed: Exposed) -> _Rate | None:
    held = {
        (key, reference): exposed(strategy, key[0], programs[reference])
        for key, programs in chosen.items()
        for reference in REFERENCES
    }
    by_reference = [[each for key in chosen for each in held[key, reference]] for reference in REFERENCES]
    counts = [[(sum(some), len(some)) for some in (held[key, reference] for reference in REFERENCES)] for key in chosen]
    average = _percent(ratio_of_sums([group for group in counts if any(of for _, of in group)]))
    if average is None:
        return None
    models = dict.fromkeys(row.unit.model for row in book.done[strategy] if row.unit.model)
    return _Rate(
        strategy,
        language,
        ", ".join(models) or None,
        max(sum(bool(held[key, reference]) for key in chosen) for reference in REFERENCES),
        max(map(len, by_reference)),
        tuple(_percent(share(some)) for some in by_reference),
        average,
    )


def _own(book: Book, strategy: str, program: str) -> Sequence[bool]:
    """Of each input that was found for the program."""
    threshold_s = _threshold_s(book, program)
    return [each.cpu_s > threshold_s for row in book.by_seed(strategy, program) for each in row.inputs]


def _threshold_s(book: Book, program: str) -> float:
    return max(each.cpu_s for each in book.default_tests(program))


def _percent(rate: Interval | None) -> Interval | None:
    if rate is None:
        return None
    return Interval(
        100 * rate.value, None if rate.low is None else 100 * rate.low, None if rate.high is None else 100 * rate.high
    )

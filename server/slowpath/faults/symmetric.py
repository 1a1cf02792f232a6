"""A program held against itself on inputs that ask the same in another way (`inputs.symmetries`): what is listed in
another order, edges named from their other ends, vertices under other names. It must answer them alike. (Metamorphic
testing; Chen, Cheung and Yiu 1998.)

A relation is believed where all of this holds: the statement asks for one answer, of no decimals, and none of its
words speaks against the relation (`analysis.order_told`); the samples changed by it are answered as the samples are;
and so were inputs of some size, with several answers, nearly all. Relations that don't hold were broken by the samples
in nearly all packages that were tried, and by more than a tenth of small inputs; a bug breaks them on few.

Two inputs are answered otherwise then, and one of both answers is wrong. Which one nobody can say: most ways of asking
may agree on the wrong one, so no vote is taken, and none is told as the right answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from slowpath.analysis.order_told import makes_of_ends, makes_of_names, makes_of_order
from slowpath.engine.space import rng_seed
from slowpath.faults.beside import Beside
from slowpath.faults.comparing import Comparison
from slowpath.faults.one_answer import asks_for_a_number, is_one_of_its_words
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.symmetries import ENDS, ORDER, VERTICES, Symmetry, symmetries_of
from slowpath.inputs.validating.validate import holds
from slowpath.model.breaking import BreakSpec
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

MOST_BYTES = 2000
MOST_CPU_NS = 20_000_000
"""Only inputs that are no larger, and on which the program takes no longer, are asked in another way."""
LEAST_SIZE = 3
SHOWN_BYTES = 60
WAYS, SAMPLE_WAYS = 2, 4
"""In so many other ways inputs are asked, and samples."""
FEWEST_HELD = 40
FEWEST_OF_ANSWER = 5
MOST_BROKEN = 0.08
_NO_DECIMALS = re.compile(rb"[^.]*")
_WORDS = {ORDER: makes_of_order, ENDS: makes_of_ends, VERTICES: makes_of_names}


@dataclass
class _Record:
    """How a relation fared on inputs of some size. `held` counts how often each answer was given again."""

    symmetry: Symmetry
    held: Counter[bytes] = field(default_factory=Counter)
    broken: int = 0
    is_trusted: bool = False

    def is_believed(self) -> bool:
        """Whether it holds but for a bug. Once told it stays so: smaller inputs that fail are no new evidence."""
        total = self.held.total()
        self.is_trusted = self.is_trusted or (
            total >= FEWEST_HELD
            and sum(times >= FEWEST_OF_ANSWER for times in self.held.values()) > 1
            and self.broken <= MOST_BROKEN * (total + self.broken)
        )
        return self.is_trusted


@dataclass(frozen=True)
class Otherwise:
    """That the same is answered otherwise when asked by `data`: the answer there, and what that way of asking is."""

    data: bytes
    answer: bytes
    said: str


class Symmetric:
    """Holds the program against itself; `beside` runs it. Nothing is run where no relation is possible."""

    def __init__(self, spec: BreakSpec, comparison: Comparison, beside: Beside) -> None:
        self._spec = spec
        self._comparison = comparison
        self._beside = beside
        self._records: list[_Record] | None = None

    def answer(self, data: bytes, execution: Execution) -> Otherwise | None:
        """A way of asking the same to which the program answers otherwise than it printed for `data` in `execution`,
        None where there is none among the few that are tried."""
        output = execution.output
        if (
            len(data) > MOST_BYTES
            or execution.cpu_ns > MOST_CPU_NS
            or output is None
            or not _NO_DECIMALS.fullmatch(output)
        ):
            return None
        if self._records is None:
            self._records = [_Record(each) for each in self._possible() if self._fits_samples(each)]
        instance = self._parsed(data) if self._records else None
        return self._compared(data, output, instance) if instance is not None else None

    def _possible(self) -> Sequence[Symmetry]:
        """The relations that format, statement and samples' answers allow."""
        spec = self._spec
        answers = [sample.answer for sample in spec.samples if sample.answer is not None]
        if spec.answer_checker is not None or spec.any_answer or not all(map(_NO_DECIMALS.fullmatch, answers)):
            return ()
        if not answers or not (asks_for_a_number(spec.statement) or is_one_of_its_words(spec.statement, answers)):
            return ()
        return [each for each in symmetries_of(spec.format) if not _WORDS[each.kind](spec.statement)]

    def _fits_samples(self, symmetry: Symmetry) -> bool:
        """Whether changed samples are answered as the samples are, at least one that has some size."""
        fitting = 0
        for sample in self._spec.samples:
            instance = self._parsed(sample.data)
            if instance is None or sample.answer is None or symmetry.size(instance) < LEAST_SIZE:
                continue
            for other in self._other_ways(symmetry, sample.data, instance, SAMPLE_WAYS):
                run = self._beside.run(other)
                if run is None or self._comparison.check(other, run.output or b"", sample.answer).right is not True:
                    return False
                fitting += 1
        return fitting > 0

    def _compared(self, data: bytes, output: bytes, instance: Instance) -> Otherwise | None:
        for record in self._records or ():
            if record.symmetry.size(instance) < LEAST_SIZE:
                continue
            for other in self._other_ways(record.symmetry, data, instance, WAYS):
                run = self._beside.run(other)
                if run is None or run.verdict is not Verdict.OK or run.output is None:
                    continue
                if self._comparison.check(data, run.output, output).right is not False:
                    record.held[output] += 1
                    continue
                record.broken += 1
                if record.is_believed():
                    return Otherwise(other, run.output, f"{record.symmetry.said}{_shown(other)}")
        return None

    def _other_ways(self, symmetry: Symmetry, data: bytes, instance: Instance, most: int) -> Sequence[bytes]:
        """So many valid inputs that ask the same, none of them `data`: always the same ones. An input of few elements
        has fewer, some of them then several times."""
        rng = np.random.default_rng(rng_seed(symmetry.said, data))
        made = (symmetry.applied(instance, rng) for _ in range(2 * most + 1))
        printed = (print_input(self._spec.format, each) for each in made if holds(self._spec.format, each))
        return [other for other in printed if other != data][:most]

    def _parsed(self, data: bytes) -> Instance | None:
        try:
            return parse(self._spec.format, data)
        except ParseError:
            return None


def _shown(data: bytes) -> str:
    """A short input on one line, with what stands before it."""
    lines = data.decode("utf-8", "replace").strip().split("\n")
    return f" ({' / '.join(lines)})" if len(data) <= SHOWN_BYTES else ""

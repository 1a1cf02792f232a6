"""A program held against itself on inputs whose answers follow from each other (`inputs.symmetries`): what is listed in
another order, edges named from their other ends, vertices under other names, all values moved or multiplied by one
number. (Metamorphic testing; Chen, Cheung and Yiu 1998.) Test cases that are put together and taken apart are another
such relation (`faults.parts`).

A relation is believed where all of this holds: the statement asks for one answer, of no decimals, and none of its
words speaks against the relation (`statement.answers.order_told`); the samples changed by it are answered as the
samples say; and so were inputs of some size, with several answers, nearly all. Relations that don't hold were broken by
the samples in nearly all packages that were tried, and by more than a tenth of small inputs; a bug breaks them on few.
What becomes of an answer when values are moved or multiplied (`LINEAR`) no words say, so what breaks that is never told
as sure.

One of two answers is wrong then. Which one nobody can say (most ways of asking may agree on the wrong one), so no vote
is taken, and none is told as the right answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from slowpath.faults.beside import Beside
from slowpath.faults.comparing import Comparison
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.symmetries import ENDS, LINEAR, ORDER, VERTICES, Symmetry, symmetries_of
from slowpath.inputs.validating.validate import holds
from slowpath.model.breaking import BreakSpec
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict
from slowpath.statement.answers.one_answer import asks_for_a_number, is_one_of_its_words
from slowpath.statement.answers.order_told import makes_of_ends, makes_of_names, makes_of_numbers, makes_of_order

MOST_BYTES, MOST_OF_CASES = 2000, 20_000
MOST_CPU_NS = 20_000_000
"""Only inputs that are no larger (with test cases), and on which the program takes no longer, are asked otherwise."""
SHOWN_BYTES = 60
SELDOM, ALWAYS, NEVER = 16, 1, 0
WAYS, FEW_WAYS, SAMPLE_WAYS = 2, 1, 4
"""In so many other ways inputs are asked, those with moved values or test cases (each has its own), and samples."""
FEWEST_HELD, FEWEST_LINEAR = 40, 300
FEWEST_OF_ANSWER = 5
MOST_BROKEN, MOST_LINEAR, GIVEN_UP = 0.08, 0.03, 0.25
"""A bug breaks no larger share of so many inputs (of moved values more, since nothing else speaks for what they do); a
relation that still more break isn't tried any more."""
_NO_DECIMALS = re.compile(rb"[^.]*")
_WORDS = {
    ORDER: makes_of_order,
    ENDS: makes_of_ends,
    VERTICES: makes_of_names,
    **dict.fromkeys(LINEAR, makes_of_numbers),
}


@dataclass
class _Record:
    """How a relation fared on inputs of some size. `held` counts how often each answer was followed; `samples` is how
    many changed samples are answered as it says."""

    symmetry: Symmetry
    samples: int
    held: Counter[bytes] = field(default_factory=Counter)
    broken: int = 0
    is_trusted: bool = False

    @property
    def grounds(self) -> str:
        """What it rests on."""
        held = self.held.total()
        seen = f"{self.samples} changed samples and {held} of {held + self.broken} inputs follow it"
        return f"no words say that; {seen}" if self.symmetry.kind in LINEAR else f"no words speak against it; {seen}"

    def is_believed(self) -> bool:
        """Whether it holds but for a bug. Once told it stays so: smaller inputs that fail are no new evidence."""
        total = self.held.total()
        is_linear = self.symmetry.kind in LINEAR
        self.is_trusted = self.is_trusted or (
            total >= (FEWEST_LINEAR if is_linear else FEWEST_HELD)
            and sum(times >= FEWEST_OF_ANSWER for times in self.held.values()) > 1
            and self.broken <= (MOST_LINEAR if is_linear else MOST_BROKEN) * (total + self.broken)
        )
        return self.is_trusted

    @property
    def is_refuted(self) -> bool:
        """Whether so many inputs break it that it is no relation of this program."""
        total = self.held.total() + self.broken
        return total >= FEWEST_HELD and self.broken > GIVEN_UP * total and not self.is_trusted


@dataclass(frozen=True)
class Otherwise:
    """That `data` is answered by `answer`, where `wanted` follows from what was printed; what was changed (`said`), and
    what that rests on (`grounds`). `is_worded` says whether the statement was heard on it."""

    data: bytes
    answer: bytes
    wanted: bytes
    said: str
    grounds: str
    is_worded: bool


class Symmetric:
    """Holds the program against itself; `beside` runs it. Nothing is run where no relation is possible. `moves_one_in`
    says on which share of the inputs values are moved and multiplied, 0 for none: that seldom shows anything."""

    def __init__(self, spec: BreakSpec, comparison: Comparison, beside: Beside) -> None:
        self._spec = spec
        self._comparison = comparison
        self._beside = beside
        self._records: list[_Record] | None = None
        self.moves_one_in = SELDOM

    def answer(self, data: bytes, execution: Execution) -> Otherwise | None:
        """A changed input on which the program answers otherwise than follows from what it printed for `data` in
        `execution`, None where there is none among the few that are tried."""
        output = execution.output
        if (
            len(data) > MOST_OF_CASES
            or execution.cpu_ns > MOST_CPU_NS
            or output is None
            or not _NO_DECIMALS.fullmatch(output)
        ):
            return None
        if self._records is None:
            self._records = list(self._believable())
        self._records = [record for record in self._records if not record.is_refuted]
        tried = [record for record in self._records if self._is_tried(record.symmetry, data)]
        instance = self._parsed(data) if tried else None
        return self._compared(tried, data, output, instance) if instance is not None else None

    def _believable(self) -> Iterator[_Record]:
        """The relations that format, statement and samples allow."""
        kept: dict[bytes, Execution | None] = {}
        for symmetry in self._possible():
            samples = self._followed_by_samples(symmetry, kept)
            if samples:
                yield _Record(symmetry, samples)

    def _possible(self) -> Sequence[Symmetry]:
        """The relations that format, statement and samples' answers allow."""
        spec = self._spec
        answers = [sample.answer for sample in spec.samples if sample.answer is not None]
        if spec.answer_checker is not None or spec.any_answer or not all(map(_NO_DECIMALS.fullmatch, answers)):
            return ()
        if not answers or not (asks_for_a_number(spec.statement) or is_one_of_its_words(spec.statement, answers)):
            return ()
        speaks_against = {kind: makes_of(spec.statement) for kind, makes_of in _WORDS.items()}
        return [each for each in symmetries_of(spec.format) if not speaks_against[each.kind]]

    def _followed_by_samples(self, symmetry: Symmetry, kept: dict[bytes, Execution | None]) -> int:
        """How many changed samples of some size are answered as follows from the samples; 0 where one isn't. `kept`
        holds runs: many relations are of the same change."""
        following = 0
        for sample in self._spec.samples:
            instance = self._parsed(sample.data)
            if instance is None or sample.answer is None:
                continue
            for data, other in self._other_ways(symmetry, sample.data, instance, SAMPLE_WAYS):
                wanted = _wanted(symmetry, sample.answer, instance, other)
                if data not in kept:
                    kept[data] = self._beside.run(data)
                run = kept[data]
                if run is None or not wanted:
                    return 0
                if self._comparison.check(data, run.output or b"", b"\n".join(wanted)).right is not True:
                    return 0
                following += 1
        return following

    def _compared(self, records: Sequence[_Record], data: bytes, output: bytes, instance: Instance) -> Otherwise | None:
        for record in records:
            symmetry = record.symmetry
            ways = FEW_WAYS if symmetry.kind in LINEAR or symmetry.cases else WAYS
            for changed, other in self._other_ways(symmetry, data, instance, ways):
                wanted = _wanted(symmetry, output, instance, other)
                run = self._beside.run(changed) if wanted else None
                if run is None or run.verdict is not Verdict.OK or run.output is None:
                    continue
                joined = b"\n".join(wanted)
                is_broken = self._comparison.check(data, run.output, joined).right is False
                is_changed = symmetry.are_changed(instance, other)
                _learn(record, _answers(output, len(wanted)), run.output, wanted, is_changed)
                if is_broken and record.is_believed():
                    return Otherwise(
                        changed,
                        run.output,
                        joined,
                        f"{symmetry.said}{_shown(changed)}",
                        record.grounds,
                        symmetry.kind not in LINEAR,
                    )
        return None

    def _is_tried(self, symmetry: Symmetry, data: bytes) -> bool:
        """Whether an input is changed in that way; values are moved always on the same ones."""
        if symmetry.kind in LINEAR and not (self.moves_one_in and crc32(data) % self.moves_one_in == 0):
            return False
        return len(data) <= MOST_BYTES or bool(symmetry.cases)

    def _other_ways(
        self, symmetry: Symmetry, data: bytes, instance: Instance, most: int
    ) -> Sequence[tuple[bytes, Instance]]:
        """So many valid inputs changed by it, none of them `data`: always the same ones. An input of few elements has
        fewer, some of them then several times."""
        made = (symmetry.applied(instance, way) for way in range(2 * most + 1))
        printed = ((print_input(self._spec.format, each), each) for each in made if holds(self._spec.format, each))
        return [(other, each) for other, each in printed if other != data][:most]

    def _parsed(self, data: bytes) -> Instance | None:
        try:
            return parse(self._spec.format, data)
        except ParseError:
            return None


def _learn(
    record: _Record, before: Sequence[bytes], printed: bytes, wanted: Sequence[bytes], is_changed: Sequence[bool]
) -> None:
    """Counts each test case that was changed by itself, where what is printed has a part for each."""
    after = _answers(printed, len(wanted))
    if not after:
        record.broken += 1
        return
    for answer, found, each, counts in zip(before, after, wanted, is_changed, strict=True):
        if not counts:
            continue
        if found.split() == each.split():
            record.held[answer] += 1
        else:
            record.broken += 1


def _answers(output: bytes, count: int) -> Sequence[bytes]:
    """What is printed for each of so many test cases, line by line; nothing where it has more lines, or fewer."""
    lines = output.strip().split(b"\n") if count > 1 else [output]
    return lines if len(lines) == count else ()


def _wanted(symmetry: Symmetry, answer: bytes, before: Instance, after: Instance) -> Sequence[bytes]:
    """What must be answered to a changed input, test case by test case; nothing where that can't be said."""
    blocks = symmetry.blocks(before)
    answers = _answers(answer, len(blocks))
    followed = [
        symmetry.law(each, block, changed)
        for each, block, changed in zip(answers, blocks, symmetry.blocks(after), strict=False)
    ]
    said = [each for each in followed if each is not None]
    return said if len(said) == len(followed) else ()


def _shown(data: bytes) -> str:
    """A short input on one line, with what stands before it."""
    lines = data.decode("utf-8", "replace").strip().split("\n")
    return f" ({' / '.join(lines)})" if len(data) <= SHOWN_BYTES else ""

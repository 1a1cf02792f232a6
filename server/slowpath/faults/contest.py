"""Who takes part in a search for a breaking input, and what one input showed of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from slowpath.engine.deadline import Deadline, Timed
from slowpath.model.breaking import Difference, Failing, Reference
from slowpath.model.execution import Execution
from slowpath.model.generator import GeneratorRunner
from slowpath.model.ports import AnswerChecker, BatchValidator, Executor, InputValidator, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.model.validity import Doubt

WIDER, FINER = "wider", "finer"
"""Versions of the program (`instrument.languages`)."""
BY_PARTS = "the program on each test case alone"
BY_OTHER_WAYS = "the program where the same is asked in another way"
BY_MOVED = "the program where all values are moved or multiplied"
BY_SANITIZERS = "the sanitizers"
"""Who says that an answer is wrong: see `faults.parts` and `faults.symmetric`."""


@dataclass(frozen=True)
class Contender:
    """A reference with its executor, or with why it has none (`failure`: it doesn't compile, can't be driven)."""

    reference: Reference
    executor: Executor | None
    failure: str = ""


def no_gauges() -> Future[Sequence[Executor]]:
    """That nothing measures distances."""
    found: Future[Sequence[Executor]] = Future()
    found.set_result(())
    return found


def no_versions() -> Future[Mapping[str, Executor]]:
    """That there is no other version of the program."""
    found: Future[Mapping[str, Executor]] = Future()
    found.set_result({})
    return found


@dataclass(frozen=True)
class Contest:
    """All that was opened for one search; whoever opened it closes it.

    `validators` are the package's, whose word confirms an input; `opinions` may refuse one and confirm none,
    and so may `models`, which a language model wrote.
    `sanitizer` is the third build, which comes while the search already runs; None where there is none. `accepted`
    is the executor of the spec's accepted version. `values` opens a reader of a solution's variables, None where the
    machine has no way. `gauges` begins to build, or goes on building, what measures value distances (`model.distance`):
    the program and a reference with a probe for each comparison. `runner` runs generators that a model wrote. `hear`
    hears what each input of the search showed. `doubts` runs the program, or rather a reference that fails on no valid
    input, on some of the format's inputs: what that says against the format. `wider` is the program with wider
    integers, which is built while the search already runs; None where there is no such version. `versions` begins to
    build, or goes on building, versions of the program by what might make it right: `WIDER` integers, `FINER` decimals.
    `again` opens another process of the program, to be run while `program` is; None where that can't be.
    """

    program: Executor
    contenders: Sequence[Contender]
    checker: AnswerChecker
    validators: Sequence[InputValidator] = ()
    opinions: Sequence[InputValidator] = ()
    models: Sequence[BatchValidator] = ()
    sanitizer: Future[Sanitizer | None] | None = None
    accepted: Executor | None = None
    values: Callable[[Solution], ValueReader | None] = lambda solution: None
    gauges: Callable[[], Future[Sequence[Executor]]] = no_gauges
    runner: GeneratorRunner | None = None
    hear: Callable[[Bout], None] = lambda bout: None
    doubts: Callable[[Executor, Contender | None], Sequence[Doubt]] = lambda program, trusted: ()
    wider: Future[Contender | None] | None = None
    versions: Callable[[], Future[Mapping[str, Executor]]] = no_versions
    again: Callable[[], Executor | None] = lambda: None


def timed(contest: Contest, deadline: Deadline, limit_s: float) -> Contest:
    """The contest with runs that end by the deadline; those that took the problem's limit by then count."""
    if not deadline.left_s < math.inf:
        return contest
    contenders = [timed_contender(each, deadline, limit_s) for each in contest.contenders]
    others = {id(each.executor): known.executor for each, known in zip(contest.contenders, contenders, strict=True)}
    return replace(
        contest,
        program=Timed(contest.program, deadline, limit_s),
        contenders=contenders,
        accepted=others[id(contest.accepted)] if contest.accepted is not None else None,
    )


def timed_contender(contender: Contender, deadline: Deadline, limit_s: float) -> Contender:
    """The contender with runs that end by the deadline."""
    if contender.executor is None or not deadline.left_s < math.inf:
        return contender
    return replace(contender, executor=Timed(contender.executor, deadline, limit_s))


@dataclass(frozen=True)
class Bout:
    """What one input showed on the search builds: the program's run, those of the usable references in order (None
    where one wasn't asked), and whether the program fails.

    `expected` is the answer that counts, None where there is none; `judged_by` says whose. `undecided` says why it
    can't be said whether the program is right ("the references disagree"), "" where it can. `believed` is how many
    references answered, the program itself with wider integers not among them. `other` is an input whose
    answer follows from this one's, and which the program answers by `expected` instead: one of both answers is wrong,
    and nobody knows which.
    """

    data: bytes = field(repr=False)
    execution: Execution
    answers: tuple[Execution | None, ...] = ()
    failing: Failing | None = None
    reason: str = ""
    judged_by: str = ""
    expected: bytes | None = field(default=None, repr=False)
    difference: Difference | None = None
    undecided: str = ""
    believed: int = 0
    other: bytes | None = field(default=None, repr=False)

    @property
    def is_by_itself(self) -> bool:
        """Whether the answer that counts is the program's own, with wider integers."""
        return (
            self.believed == 0
            and self.expected is not None
            and self.judged_by not in (BY_PARTS, BY_OTHER_WAYS, BY_MOVED)
            and not self.judged_by.startswith("sample ")
        )

    @property
    def answer(self) -> bytes | None:
        """The answer that is told as right, None where nobody has one, or the program's own isn't what is wrong."""
        if self.other is not None:
            return None
        return self.expected if self.failing is Failing.WRONG_ANSWER or not self.is_by_itself else None

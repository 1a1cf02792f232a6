"""A whole test set as values: what is proposed, the programs that it has to tell from right ones, what was chosen and
why.

Bytes of inputs travel with the proposals; everything else refers to them by content id (`model.origin.input_id`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from slowpath.model.breaking import Failing
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.origin import Origin, input_id
from slowpath.model.problem import Solution


class Group(str, Enum):
    """Why a test is there, in the order in which tests are numbered."""

    SAMPLE = "sample"
    TINY = "tiny"
    BOUNDARY = "boundary"
    RANDOM = "random"
    STRUCTURE = "structure"
    VARIED = "varied"
    BREAKING = "breaking"
    SLOW = "slow"


@dataclass(frozen=True)
class ProposedTest:
    """An input that may become a test. `label` says in a few words what it is, `kind` what is alike in all of its kind
    ("few values, up to 100"): of one kind one test is enough where nothing else speaks for a second."""

    group: Group
    label: str
    kind: str
    origin: Origin
    data: bytes = field(repr=False)

    @cached_property
    def id(self) -> str:
        """The content id of its bytes."""
        return input_id(self.data)


class Against(str, Enum):
    """What a program is that the tests should tell from right ones."""

    WRONG = "wrong"
    SLOW = "slow"
    MUTANT = "mutant"
    SLOW_WAY = "slow way"

    @property
    def is_given(self) -> bool:
        """Whether somebody wrote it, and it isn't made of a right one."""
        return self in (Against.WRONG, Against.SLOW)


@dataclass(frozen=True)
class Opponent:
    """A program that should fail. `name` is unique among all; of one that was made `change` says what was changed in
    `of`, on its 1-based `line`, or 0 where nothing that runs was changed; "" and 0 for a program of its own."""

    name: str
    against: Against
    solution: Solution
    change: str = ""
    of: str = ""
    line: int = 0

    @property
    def told_change(self) -> str:
        """What was changed, and where, "" for a given program."""
        return ", ".join(
            part
            for part in (
                self.change,
                f"line {self.line} of {self.of}" if self.line else f"in {self.of}" if self.of else "",
            )
            if part
        )


@dataclass(frozen=True)
class Kill:
    """That a program fails on a test, and how."""

    test: str
    failing: Failing


@dataclass(frozen=True)
class OpponentOutcome:
    """What became of one opponent. `kills` are tests on which it fails, confirmed on the clean build: the first few,
    after which it isn't run on. `tried` are those on which it was run, `passed` those of them that it passes; `reached`
    says whether its changed line ran in any of these (None: not known). `searched_s` and `executions` were spent on a
    search for an input on which it fails; `failure` is why it couldn't be run at all. `slowdown` is the largest factor
    by which it takes longer than the program it was made of, on a test that it passes."""

    opponent: str
    kills: tuple[Kill, ...] = ()
    tried: tuple[str, ...] = ()
    reached: bool | None = None
    searched_s: float = 0.0
    executions: int = 0
    failure: str = ""
    slowdown: float | None = None

    @property
    def is_killed(self) -> bool:
        """Whether a test tells it from a right program."""
        return bool(self.kills)

    @property
    def survives(self) -> bool:
        """Whether it was run and no test tells it from a right program."""
        return bool(self.tried) and not self.kills and not self.failure


@dataclass(frozen=True)
class ChosenTest:
    """A test of the set: its file's stem, why it was taken, its right answer, what the slowest of the right programs
    takes in CPU seconds."""

    name: str
    proposed: ProposedTest
    reason: str
    answer: bytes = field(repr=False)
    right_s: float = 0.0


REFUSED = "a validator refuses it"
"""Why an input isn't valid, as a reason for which it is left out."""


@dataclass(frozen=True)
class LeftOut:
    """An input that can't be a test, and why."""

    label: str
    reason: str
    input_id: str = ""


@dataclass(frozen=True)
class TestSet:
    """What was made. `judged` names who says that inputs are valid, `compared` how outputs are compared; `limit_s` is
    the time limit that the tests are made for. `unused` are programs that lie there and weren't used, with why."""

    __test__ = False

    tests: tuple[ChosenTest, ...]
    opponents: tuple[Opponent, ...]
    outcomes: tuple[OpponentOutcome, ...]
    accepted: tuple[str, ...]
    limit_s: float
    judged: str = ""
    compared: str = ""
    left_out: tuple[LeftOut, ...] = ()
    unused: tuple[tuple[str, str], ...] = ()
    proposed: int = 0
    elapsed_s: float = 0.0

    @property
    def size(self) -> int:
        """Bytes of all inputs."""
        return sum(len(test.proposed.data) for test in self.tests)


@dataclass(frozen=True)
class TestsProgressed:
    """How far it is: inputs that may become tests, opponents that were looked at and those of them that fail."""

    __test__ = False

    proposed: int
    opponents: int
    killed: int
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class TestSetMade:
    """The set is complete; nothing is written yet."""

    __test__ = False

    made: TestSet
    executions: int = 0
    elapsed_s: float = 0.0


TestSetEvent = PhaseEntered | Warned | TestsProgressed | TestSetMade | Ended

"""What the packages bench's processes hand to each other about test sets: values only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

OTHERS = 2
"""So many accepted programs that pass stand against one that fails."""


@dataclass(frozen=True)
class TestsJob:
    """Make a test set for the package in `folder` from its first `accepted` submissions, without its `wrong` and `slow`
    ones, in `seconds`, of at most `most` tests; and judge it by all of them, each for `budget_s` on each set of tests.
    `with_validators` shows the run the package's input validators; `format_file` is a format that is given, None to
    infer one."""

    __test__ = False

    folder: Path
    accepted: tuple[Path, ...]
    wrong: tuple[Path, ...]
    slow: tuple[Path, ...]
    seconds: float
    seed: int
    most: int
    budget_s: float
    with_validators: bool
    format_file: Path | None = None


@dataclass(frozen=True)
class ProgramVerdict:
    """Whether a submission (`kind` accepted, wrong or slow) fails on the tests that were made, on the setters' secret
    data, and on random valid inputs; None where that isn't known. `how` it fails on ours; `shown` to the run that made
    the tests, which says nothing of a program that no test of its own making could miss."""

    name: str
    kind: str
    ours: bool | None
    setters: bool | None
    random: bool | None
    how: str = ""
    shown: bool = False

    def fails(self, side: str) -> bool | None:
        """Whether it fails on the tests of a side: "ours", "setters" or "random"."""
        return {"ours": self.ours, "setters": self.setters, "random": self.random}[side]


@dataclass(frozen=True)
class TestsOutcome:
    """What came of one package's test set: `tests` of `size` bytes, of which the setters' validators refuse `refused`
    (None where there are none to ask), and what its submissions do. `mutants` and `slow_ways` are pairs of those that
    fail on a test and those that were run; `disagreements` counts inputs on which shown accepted ones disagreed.
    `error` is what the command said when it gave up."""

    __test__ = False

    package: str
    program: str = ""
    seconds: float = 0.0
    limit_s: float = 0.0
    tests: int = 0
    size: int = 0
    refused: int | None = None
    disagreements: int = 0
    mutants: tuple[int, int] = (0, 0)
    slow_ways: tuple[int, int] = (0, 0)
    programs: tuple[ProgramVerdict, ...] = ()
    wall_s: float = 0.0
    error: str = ""
    failure: str = ""

    @property
    def causes(self) -> tuple[str, ...]:
        """In what general ways programs weren't told apart, once for each."""
        if self.failure or self.error:
            return ("the bench failed" if self.failure else f"no tests: {self.error.partition(':')[0]}",)
        found = ["the setters' validators refuse a test"] if self.refused else []
        for each in self.programs:
            if each.kind == "accepted" and each.ours:
                alone = f", all {self._passing} others pass" if self._is_alone else ""
                found.append(f"an accepted one fails ({each.how}){alone}")
            elif each.kind != "accepted" and each.ours is False:
                also = "" if each.setters is not False else ", on the setters' data too"
                found.append(f"a {each.kind} one passes{also}")
        return tuple(found)

    @property
    def _passing(self) -> int:
        """How many accepted programs pass."""
        return sum(each.kind == "accepted" and each.ours is False for each in self.programs)

    @property
    def _is_alone(self) -> bool:
        """Whether one accepted program fails where all others, several of them, pass: it may well be wrong itself."""
        failing = sum(each.kind == "accepted" and bool(each.ours) for each in self.programs)
        return failing == 1 and self._passing >= OTHERS

    @property
    def cause(self) -> str:
        """The causes in a line, "" without any."""
        return "; ".join(dict.fromkeys(self.causes))

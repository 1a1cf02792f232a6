"""What the packages bench's processes hand to each other: values only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath.bench.packages.tests_jobs import TestsJob, TestsOutcome
from slowpath.llm.options import ModelOptions

RIGHT, WRONG, NONE, UNJUDGED, FAILED = "right", "wrong", "none", "unjudged", "failed"
LEAST_VALID = 0.99


@dataclass(frozen=True)
class FormatJob:
    """Infer the format of the package in `folder` from its statement, its samples and `program` alone, and judge it by
    all its secret inputs and by `count` generated ones, each for `budget_s` seconds at most. A `model` is asked to read
    the statement, in at most `rounds` rounds, and its format is judged where the reading stands.
    `with_validators` shows the package's input validators too, as a setter has them."""

    folder: Path
    program: Path
    count: int
    seed: int
    budget_s: float
    model: ModelOptions | None = None
    rounds: int = 0
    with_validators: bool = False


@dataclass(frozen=True)
class Tried:
    """How many inputs were tried and accepted. `left_out` are those that weren't: no time was left, or so many were
    refused that the matter was settled. `reasons` is what was said of the ones that were refused first, with counts."""

    tried: int = 0
    accepted: int = 0
    left_out: int = 0
    reasons: tuple[tuple[str, int], ...] = ()

    @property
    def share(self) -> float | None:
        """The accepted share of what was tried, None where nothing was."""
        return self.accepted / self.tried if self.tried else None


@dataclass(frozen=True)
class ReadingOutcome:
    """What a language model's reading of a package came to.

    `parts` are those that stand on their own, `asked` counts the questions, `open` the differences that nobody decided
    in general words, `doubts` are what the program said. `own` is how many of the format's inputs the validator
    accepted, out of how many. `secret` is what the validator said of the setters' inputs, `shown` how many inputs would
    be shown as likely, `sure` what the setters' validators said of them. `failure` says why asking ended early.
    """

    model: str = ""
    stands: bool = False
    parts: tuple[str, ...] = ()
    asked: int = 0
    rounds: int = 0
    open: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    own: tuple[int, int] = (0, 0)
    secret: Tried = Tried()
    shown: int = 0
    sure: Tried = Tried()
    asked_s: float = 0.0
    failure: str = ""


@dataclass(frozen=True)
class FormatOutcome:
    """What came of one package's format.

    `special` says why no format is asked for (an interactive problem), "" where one is. `why_none` says why there is
    none all the same, `secret` what the format said of the setters' inputs, `generated` what their validators, named in
    `judges`, said of inputs made from it. `remarks` are about validators that don't take part, `causes` the general
    kinds of what is wrong, without anything of the package.
    `doubts` counts what speaks against the format without running the program: inputs of one that has any are doubtful.
    `infer_s` is wall time, `failure` an exception of ours. `reading` is a language model's, where one was asked.
    """

    package: str
    program: str = ""
    special: str = ""
    why_none: str = ""
    secret: Tried = Tried()
    generated: Tried = Tried()
    judges: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    infer_s: float = 0.0
    elapsed_s: float = 0.0
    format_text: str = ""
    failure: str = ""
    doubts: int = 0
    reading: ReadingOutcome | None = None

    @property
    def is_sure(self) -> bool:
        """Whether something would be shown as likely to be valid."""
        has_doubts = self.failure or self.special or self.why_none or self.doubts
        return not has_doubts and (self.reading is None or self.reading.shown > 0)

    @property
    def sure(self) -> Tried:
        """What the setters' validators say of inputs that would be shown as likely."""
        return (self.generated if self.reading is None else self.reading.sure) if self.is_sure else Tried()

    @property
    def verdict(self) -> str:
        """Right, wrong, none, failed, or unjudged where no validator says anything and no secret input speaks against
        it. A package that holds no secret inputs is judged by its validators alone."""
        if self.failure or self.why_none:
            return FAILED if self.failure else NONE
        if self.special:
            return UNJUDGED
        secret, generated = self.secret.share, self.generated.share
        if (secret is not None and secret < 1) or (generated is not None and generated < LEAST_VALID):
            return WRONG
        return UNJUDGED if generated is None else RIGHT


CONFIRMED, LIKELY, DOUBTFUL = "confirmed", "likely", "doubtful"
VALIDITIES = (CONFIRMED, LIKELY, DOUBTFUL)


@dataclass(frozen=True)
class FindJob:
    """Search `program`, which the setters of the package in `folder` call too slow, for `seconds`.

    `format_file` is a format written by hand, None to have it inferred. With `limit_factor` over 1 the search is told a
    time limit so many times the package's, to see how far it gets past it. `cap_s` ends a run that is measured,
    `budget_s` the measuring of all the setters' inputs. A `model` reads the statement.
    `with_validators` as for formats.
    """

    folder: Path
    program: Path
    accepted: tuple[Path, ...]
    seconds: float
    seed: int
    format_file: Path | None
    limit_factor: float
    cap_s: float
    budget_s: float
    model: ModelOptions | None = None
    with_validators: bool = False


@dataclass(frozen=True)
class Shown:
    """A slow input that was shown: what the search says of its being valid, whether the setters' validators accept it
    (None where none can say), and the CPU seconds that it takes (None where it wasn't measured)."""

    validity: str
    accepted: bool | None
    reason: str = ""
    cpu_s: float | None = None
    cut: bool = False

    @property
    def counts(self) -> bool:
        """Whether it may expose the program: nobody refuses it, and the search itself stands by it."""
        return self.accepted is not False and self.validity != DOUBTFUL


@dataclass(frozen=True)
class FindOutcome:
    """What a search of one too slow program came to, beside what the setters' own inputs do.

    `limit_s` is the time limit, `limit_source` who says so. `setters_s` is the time of the setters' slowest input of
    `setters_measured` out of `setters_total` (None without any). `exposed_at_s` is the wall time at which the first
    input over the limit was shown, `wall_s` that of the whole search. `over_time` are moments before its end, in
    seconds, with the best count by then over the best at the end. `error` is what `find` said when it gave up.
    """

    package: str
    program: str
    given_format: bool = False
    seconds: float = 0.0
    limit_s: float = 0.0
    limit_source: str = ""
    shown: tuple[Shown, ...] = ()
    judges: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    setters_s: float | None = None
    setters_cut: bool = False
    setters_file: str = ""
    setters_measured: int = 0
    setters_total: int = 0
    exposed_at_s: float | None = None
    wall_s: float = 0.0
    over_time: tuple[tuple[float, float], ...] = ()
    executions: int = 0
    error: str = ""
    failure: str = ""

    @property
    def best(self) -> Shown | None:
        """The slowest input that counts."""
        measured = [one for one in self.shown if one.counts and one.cpu_s is not None]
        return max(measured, key=lambda one: (one.cpu_s or 0, one.cut), default=None)

    @property
    def found_s(self) -> float:
        """The time of the slowest input that counts, 0 without any."""
        return (self.best.cpu_s or 0.0) if self.best is not None else 0.0

    @property
    def is_exposed(self) -> bool:
        """Whether an input that counts is over the time limit."""
        return self.found_s > self.limit_s

    @property
    def setters_expose(self) -> bool | None:
        """Whether the setters' own data does; None where there is none."""
        return None if self.setters_s is None else self.setters_s > self.limit_s

    @property
    def at_limit(self) -> float | None:
        """Found over the setters' slowest, both cut at the time limit."""
        if not self.setters_s:
            return None
        return min(self.found_s, self.limit_s) / min(self.setters_s, self.limit_s)

    @property
    def ratio(self) -> float | None:
        """Found over the setters' slowest; 1 where both were cut at the cap."""
        if not self.setters_s:
            return None
        return 1.0 if self.setters_cut and self.best is not None and self.best.cut else self.found_s / self.setters_s

    def count(self, *validities: str) -> tuple[int, int]:
        """How many inputs of these kinds were shown, and how many of them the setters refuse."""
        some = [one for one in self.shown if one.validity in validities]
        return len(some), sum(one.accepted is False for one in some)

    @property
    def cause(self) -> str:
        """In what general way the program wasn't exposed, "" where it was."""
        if self.is_exposed:
            return ""
        if self.failure.startswith("CompileFailed"):
            return "the program doesn't build here"
        if self.failure or self.error:
            return "the bench failed" if self.failure else f"the search gave up: {self.error.partition(':')[0]}"
        if not self.shown:
            return "nothing was shown"
        if not any(one.counts for one in self.shown):
            doubted = all(one.validity == DOUBTFUL for one in self.shown)
            return "all that was shown is doubtful" if doubted else "the setters refuse all that was shown"
        return "what was found is within the limit" + (
            "" if self.setters_expose is not False else ", and so is the setters' data"
        )


SURE, UNSURE = "sure", "unsure"


@dataclass(frozen=True)
class BreakJob:
    """Search `program`, which the setters of the package in `folder` call wrong, for an input that breaks it.

    `reference` is an accepted submission that the search may use, None for none; `accepted` are all of them, which
    judge. `budget_s` bounds the judging by the setters' own inputs. A `model` reads the statement; `format_file` is a
    format that is given, None to infer one. `with_validators` as for formats.
    """

    folder: Path
    program: Path
    reference: Path | None
    accepted: tuple[Path, ...]
    seconds: float
    seed: int
    budget_s: float
    model: ModelOptions | None = None
    format_file: Path | None = None
    with_validators: bool = False


@dataclass(frozen=True)
class BreakOutcome:
    """What a search for a breaking input came to.

    `shown` is "sure", "unsure", or "" where nothing that a judge would see was shown; `verdict` how it is said to fail.
    `valid` is what the setters' validators say of the input, `real` whether the program fails on it as the package's
    judge sees it (None where neither can say), `objection` why not. `setters_expose` is whether the setters' own data
    does, `found_s` the wall time of the first find.
    """

    package: str
    program: str
    with_reference: bool = False
    seconds: float = 0.0
    shown: str = ""
    verdict: str = ""
    category: str = ""
    doubt: str = ""
    valid: bool | None = None
    real: bool | None = None
    objection: str = ""
    size: int = 0
    found_s: float | None = None
    wall_s: float = 0.0
    executions: int = 0
    setters_expose: bool | None = None
    error: str = ""
    failure: str = ""

    @property
    def is_false(self) -> bool:
        """Whether something was shown as sure that is invalid, or no failure."""
        return self.shown == SURE and (self.valid is False or self.real is False)

    @property
    def is_exposed(self) -> bool:
        """Whether the program was shown to fail, on an input that nobody refuses."""
        return self.shown == SURE and self.real is True and self.valid is not False

    @property
    def cause(self) -> str:
        """In what general way it came to nothing, "" where it didn't."""
        if self.is_exposed:
            return ""
        if self.failure.startswith("CompileFailed"):
            return "the program doesn't build here"
        if self.failure or self.error:
            return "the bench failed" if self.failure else f"the search gave up: {self.error.partition(':')[0]}"
        if self.shown == SURE:
            return "invalid" if self.valid is False else "no failure" if self.real is False else "not judged"
        if self.shown == UNSURE:
            return "what was shown isn't sure"
        return "nothing was shown" + ("" if self.setters_expose is not False else ", nor does the setters' data")


Outcome = FormatOutcome | FindOutcome | BreakOutcome | TestsOutcome


@dataclass(frozen=True)
class Work:
    """What a process of the bench is handed: one of these jobs."""

    format: FormatJob | None = None
    find: FindJob | None = None
    breaking: BreakJob | None = None
    tests: TestsJob | None = None

"""Fault exposure as values (AlgoBugs): the specification of a search for a breaking input, its events, and their fold.

Like a campaign (`model.campaign`) a search for a breaking input is its specification and its events, nothing else.
Bytes of inputs and outputs travel by content id (`model.origin.input_id`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from slowpath.model.answers import AnswerRules
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Progressed, Warned
from slowpath.model.execution import RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorProgram, ValidatorProgram
from slowpath.model.origin import Origin
from slowpath.model.problem import Sample, Solution
from slowpath.model.validation import ValidatorSource
from slowpath.model.validity import Doubt, Validity

OVERFLOWS = frozenset({"overflow", "shift", "division"})
"""The kinds of complaints (`Complaint.kind`) about numbers that don't fit."""


class Failing(str, Enum):
    """How a program fails on an input. The first five are what a judge says; `UNDEFINED` is behaviour that the language
    leaves undefined although the answer happens to be right, `UNSTEADY` an answer that changes from run to run."""

    WRONG_ANSWER = "WA"
    TIME_LIMIT = "TLE"
    MEMORY_LIMIT = "MLE"
    RUNTIME_ERROR = "RE"
    OUTPUT_LIMIT = "OLE"
    UNSTEADY = "ND"
    UNDEFINED = "UB"

    @property
    def is_visible(self) -> bool:
        """Whether a judge would see it: what only a sanitizer sees isn't counted as an exposed fault."""
        return self is not Failing.UNDEFINED


class FaultCategory(str, Enum):
    """The taxonomy of AlgoBugs (section III-A)."""

    DP = "dp"
    GREEDY = "greedy"
    CONSTRAINT = "constraint"
    TIME = "tle"
    MEMORY = "mle"
    NUMERIC = "numeric"
    STRUCTURAL = "structural"


@dataclass(frozen=True)
class Classification:
    """What kind of bug it is: the category with a confidence from 0 to 1, and what speaks for it, in sentences.

    `origin` is "evidence" or "model". `others` are the further categories that something speaks for, likeliest first.
    """

    category: FaultCategory
    confidence: float
    evidence: tuple[str, ...] = ()
    origin: str = "evidence"
    others: tuple[tuple[FaultCategory, float], ...] = ()


class Role(str, Enum):
    """Why a reference is believed: the user named it, the package says that it's accepted, its name says that it's
    simple (`brute.cpp`), a language model wrote it and it agreed with all samples, or it is the program itself with
    wider integers, which is right where only an overflow made the program wrong."""

    GIVEN = "given"
    ACCEPTED = "accepted"
    BRUTE = "brute"
    MODEL = "model"
    WIDER = "wider"


@dataclass(frozen=True)
class Reference:
    """A solution whose answers are taken for right, as long as nothing speaks against them."""

    solution: Solution
    role: Role

    @property
    def name(self) -> str:
        """For people: the file's name."""
        return self.solution.path.name

    @property
    def is_itself(self) -> bool:
        """Whether it is but the program: it knows nothing that the program doesn't, and shares its other faults."""
        return self.role is Role.WIDER


@dataclass(frozen=True)
class Idea:
    """An input that somebody thinks breaks the program: a language model, or the user. A seed, judged like any other.

    `conversation` names the prompt and reply it came from, "" without one.
    """

    data: bytes = field(repr=False)
    label: str = "idea"
    conversation: str = ""


@dataclass(frozen=True)
class BreakSpec:
    """Everything that a search for a breaking input needs, serialisable.

    `samples` are the given inputs with their answers. `references` may be empty: then crashes, sanitizers'
    complaints, limits, answers of samples, unsteady answers and those that no right one looks like can be found.
    `answer_checker` judges outputs (`is_checker_named` by the user, who then wants no other), None where tokens are
    compared as `rules` say; `any_answer` quotes what in the statement says that several outputs may be right, ""
    for nothing: without a checker it's only compared then whether there is an answer, by the words `no_answer` that
    say that there is none, and the first number, where `first_value` quotes that it's the best there is.
    `accepted` is a later, right version of the very program, whose difference shows where the bug is. `time_limit_s`
    and `memory_limit_bytes` are the problem's, None where nobody says. `limits` are those of a run. `sanitize` allows
    the third build. `ideas` and `generators` are seeds. `known` are inputs on which the program is known to fail:
    failures like theirs are passed over, others are looked for. `promised` are sentences of the statement that the
    format can't say, `doubts` why inputs of the format may be invalid.
    """

    path: str
    language: str
    source: bytes
    format: InputFormat
    samples: tuple[Sample, ...]
    budget: Budget
    seed: int = 0
    references: tuple[Reference, ...] = ()
    accepted: Solution | None = None
    answer_checker: ValidatorSource | None = None
    is_checker_named: bool = False
    rules: AnswerRules = AnswerRules()
    any_answer: str = ""
    no_answer: tuple[str, ...] = ()
    first_value: str = ""
    validators: tuple[ValidatorSource, ...] = ()
    model_validator: ValidatorProgram | None = None
    statement: str = ""
    limits: RunLimits = RunLimits()
    time_limit_s: float | None = None
    memory_limit_bytes: int | None = None
    assumed: tuple[str, ...] = ()
    toolchain: dict = field(default_factory=dict, hash=False)
    sanitize: bool = True
    ideas: tuple[Idea, ...] = ()
    generators: tuple[GeneratorProgram, ...] = ()
    strategies: tuple[str, ...] = ()
    known: tuple[bytes, ...] = field(default=(), repr=False)
    promised: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def others(self) -> tuple[Reference, ...]:
        """The references that aren't the program itself."""
        return tuple(each for each in self.references if not each.is_itself)


@dataclass(frozen=True)
class Complaint:
    """What a sanitizer says. `kind` is one of "overflow", "out-of-bounds", "use-after-free", "uninitialised",
    "division", "shift", "null", "stack", "leak", "other"; `line` is 1-based in the user's file, None where it isn't
    said; `message` is a sentence ("signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'")."""

    kind: str
    line: int | None
    message: str


@dataclass(frozen=True)
class Difference:
    """The first place at which an output differs from what was expected. `token` and `line` count from 1 in the
    expected output; `expected` and `actual` are the tokens there, shortened, "" where an output has ended."""

    token: int
    line: int
    expected: str
    actual: str


@dataclass(frozen=True)
class Divergence:
    """The first line at which the program and the accepted one go different ways on the breaking input.

    `line` is of the program under test, `accepted_line` of the other (None where the line was removed). `values` are
    the variables there as (name, value in the program, value in the accepted one); "" where one hasn't it.
    """

    line: int
    accepted_line: int | None
    hits: int
    accepted_hits: int
    values: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class BreakingInput:
    """A valid input on which the program fails, confirmed on the clean build. Bytes lie in the store under `id`.

    `expected` and `actual` are the ids of the outputs ("" where there is none: no reference answers, the program was
    cut), each kept up to a limit. `sizes` are the format's sizes in it ("n = 3"). `judged_by` says whose answer was
    expected ("brute.cpp", "2 of 2 references", "sample 1"). `minimised_from` is the id of the input that was found
    first, "" where this is it. `doubt` says why it may be no failure at all, "" where nothing speaks for that.
    `validity` says how sure it is that the input is valid, `doubts` why it may not be. `other` is the id of an input
    that asks the same and is answered otherwise, where one of both answers is wrong and nobody knows which, else "".
    `said` are the words of the exception that ended the program, which hold values, "" where it said none.
    """

    id: str
    size: int
    sizes: tuple[tuple[str, int], ...]
    origin: Origin
    failing: Failing
    reason: str
    judged_by: str = ""
    expected: str = ""
    actual: str = ""
    difference: Difference | None = None
    complaint: Complaint | None = None
    divergence: Divergence | None = None
    classification: Classification | None = None
    minimised_from: str = ""
    doubt: str = ""
    validity: Validity = Validity.LIKELY
    doubts: tuple[Doubt, ...] = ()
    other: str = ""
    said: str = ""

    @property
    def why(self) -> str:
        """The reason with what the program said of it."""
        return f"{self.reason}: {self.said}" if self.said and self.said not in self.reason else self.reason

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of the bytes that belong to it, its own first."""
        return tuple(name for name in (self.id, self.expected, self.actual, self.other) if name)

    @property
    def is_sure(self) -> bool:
        """Whether nothing is known that speaks against it: the input may be given, and the program fails on it."""
        return self.validity.is_sure and not self.doubt

    @property
    def is_break(self) -> bool:
        """Whether it counts as one that was found: it is sure, and a judge would see it."""
        return self.is_sure and self.failing.is_visible

    def is_version_of(self, other: BreakingInput) -> bool:
        """Whether both are one find, this one looked at closer."""
        return other.id in (self.id, self.minimised_from)


@dataclass(frozen=True)
class BreakStarted:
    """The search begins. `compared` says how outputs are compared."""

    path: str
    budget: Budget
    references: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    executions: int = 0
    elapsed_s: float = 0.0
    compared: str = ""


@dataclass(frozen=True)
class ReferenceJudged:
    """What became of a reference on the samples, before any search: `usable`, or why not, in a sentence."""

    name: str
    role: Role
    usable: bool
    reason: str = ""
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class BreakFound:
    """A breaking input. A later one replaces it: surer, worse for the program, smaller, or better explained."""

    breaking: BreakingInput
    executions: int = 0
    elapsed_s: float = 0.0


BreakEvent = BreakStarted | PhaseEntered | ReferenceJudged | BreakFound | Progressed | Warned | Ended


@dataclass(frozen=True)
class BreakView:
    """What is shown of a search: the fold of its events. `state` is preparing, running, finished, stopped or failed;
    `breaking` is the surest that was found: what isn't sure stands there only until something sure is found, and is no
    break. `first_found_s` are the seconds until the first one that counts."""

    path: str = ""
    state: str = "preparing"
    phase: str = ""
    message: str = ""
    remedy: str = ""
    code: str = ""
    budget: Budget = Budget()
    elapsed_s: float = 0.0
    executions: int = 0
    executions_per_s: float = 0.0
    breaking: BreakingInput | None = None
    references: tuple[ReferenceJudged, ...] = ()
    warnings: tuple[Warned, ...] = ()
    first_found_s: float | None = None
    assumed: tuple[str, ...] = ()
    compared: str = ""


def fold_break(view: BreakView, event: BreakEvent) -> BreakView:
    """The view after `event`. Pure; events that come twice change nothing."""
    view = replace(
        view, executions=max(view.executions, event.executions), elapsed_s=max(view.elapsed_s, event.elapsed_s)
    )
    match event:
        case BreakStarted():
            return replace(
                view,
                path=event.path,
                budget=event.budget,
                assumed=event.assumed,
                state="running",
                compared=event.compared,
            )
        case PhaseEntered():
            return replace(view, phase=event.phase, message=event.message)
        case ReferenceJudged():
            others = tuple(old for old in view.references if old.name != event.name)
            return replace(view, references=(*others, event))
        case BreakFound():
            return _with_found(view, event)
        case Progressed():
            return replace(view, executions_per_s=event.executions_per_s)
        case Warned():
            known = {(old.code, old.message) for old in view.warnings}
            return view if (event.code, event.message) in known else replace(view, warnings=(*view.warnings, event))
        case Ended():
            return replace(view, state=event.outcome, code=event.code, message=event.message, remedy=event.remedy)
    raise AssertionError(event)


def _with_found(view: BreakView, event: BreakFound) -> BreakView:
    old, new = view.breaking, event.breaking
    if old is not None and not new.is_version_of(old) and _rank(new) < _rank(old):
        return view
    first_s = view.first_found_s if old is not None and old.is_break else None
    return replace(
        view, breaking=new, first_found_s=(event.elapsed_s if first_s is None else first_s) if new.is_break else None
    )


def _rank(found: BreakingInput) -> tuple[bool, bool]:
    """How much a find says: what is sure more than what isn't, what a judge sees more than what he doesn't."""
    return found.is_sure, found.failing.is_visible

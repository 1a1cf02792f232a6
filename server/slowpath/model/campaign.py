"""A campaign as a value: its specification and its events.

A campaign is nothing but its specification and its stored events. The state that a window shows is
`campaign_view.fold` over them, so a reload or a crash costs nothing: fold again. Events carry `executions` (how many
were spent when it happened); wall time stands only in `elapsed_s` and in measured costs, so two runs of
one specification with a budget in executions give the same events but for these (`without_times`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from slowpath.model.constraint import Constraint, ConstraintState, SatisfyingShare
from slowpath.model.contrast import Contrast
from slowpath.model.cost import Cost
from slowpath.model.execution import RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorProgram, MutatorProgram, ValidatorProgram
from slowpath.model.problem import Solution
from slowpath.model.reading import Difference
from slowpath.model.slow_input import Fault, SlowInput
from slowpath.model.validation import ValidatorSource
from slowpath.model.validity import Doubt
from slowpath.model.verdict import Verdict


@dataclass(frozen=True)
class Budget:
    """When a campaign ends: after `seconds` of search or after `executions`, whichever is set and first."""

    seconds: float | None = None
    executions: int | None = None


@dataclass(frozen=True)
class CampaignSpec:
    """Everything that a campaign needs, serialisable: it can run on another machine from this alone.

    `samples` are (name, bytes) of the given inputs. `source` is the program's text, `toolchain` the
    settings that matter to building it (compiler, flags, interpreter), `limits` those of a search run.
    `generators`, `mutators` and `model_validator` are what a language model wrote for this program, if one was asked.
    `assumed` names the variables whose bounds no source gave.
    `validators` are those of the problem's package, which are built and run. `doubts` are why inputs of the format may
    be invalid, as far as that is known without running the program; with `is_format_given` the user wrote the format,
    or said that it is right, and nothing the program does speaks against it.
    `references` are further correct solutions of a problem without validators, which must agree on what is shown (WEDGE
    appendix A.3) by `answer_checker`, or token by token without one.
    `statement` is the problem's, "" where none is known: it ranks patterns, and decides nothing.
    `time_limit_s` is the problem's; where it states none, times are shown against `assumed_limit_s`, which decides
    nothing but which samples are slow and what is said.
    `constraints` are tested on every valid run and guide the search, unless `ablations` says otherwise: words of
    `ABLATIONS`. `aimed` is the id of the one that the search is to be about, "" for all of them. `compares` says that
    the contrastive pair matters more than what is slowest.
    """

    path: str
    language: str
    source: bytes
    format: InputFormat
    samples: tuple[tuple[str, bytes], ...]
    budget: Budget
    seed: int = 0
    strategies: tuple[str, ...] = ()
    limits: RunLimits = RunLimits()
    time_limit_s: float | None = None
    toolchain: dict = field(default_factory=dict, hash=False)
    keep: int = 10
    generators: tuple[GeneratorProgram, ...] = ()
    assumed: tuple[str, ...] = ()
    statement: str = ""
    validators: tuple[ValidatorSource, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    ablations: tuple[str, ...] = ()
    aimed: str = ""
    mutators: tuple[MutatorProgram, ...] = ()
    model_validator: ValidatorProgram | None = None
    references: tuple[Solution, ...] = ()
    answer_checker: ValidatorSource | None = None
    doubts: tuple[Doubt, ...] = ()
    is_format_given: bool = False
    assumed_limit_s: float | None = None
    compares: bool = False

    @property
    def limit_s(self) -> float | None:
        """The time limit, else the one that is assumed."""
        return self.time_limit_s if self.time_limit_s is not None else self.assumed_limit_s


NO_INSTRUMENTATION, DEFAULT_MUTATORS, NO_CONSTRAINTS = "no-instrumentation", "default-mutators", "no-constraints"
NO_CATALOGUE, NO_FEEDBACK = "no-catalogue", "no-feedback"
ABLATIONS = (NO_INSTRUMENTATION, DEFAULT_MUTATORS, NO_CONSTRAINTS, NO_CATALOGUE, NO_FEEDBACK)
"""What may be left out of a search, to measure what it's worth. WEDGE table 1: checkers don't feed the search
(WedgeNoInstr), no constraint-aware mutators (WedgeDefaultMut), neither (plain search); evidence is gathered all the
same, but with `NO_CONSTRAINTS`, where nothing is inserted. Then ours: no known patterns, and no feedback, where neither
cost nor counters choose what is mutated or grown."""


@dataclass(frozen=True)
class CampaignStarted:
    """The search begins. `campaign_id` names it in the store; `assumed` the variables whose bounds no source gave,
    `doubts` are why inputs of the format may be invalid."""

    campaign_id: str
    path: str
    budget: Budget
    time_limit_s: float | None = None
    executions: int = 0
    elapsed_s: float = 0.0
    assumed: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    assumed_limit_s: float | None = None


@dataclass(frozen=True)
class FormatDoubted:
    """What the program did, or a judge said, speaks against the format: nothing found under it is sure any more."""

    doubts: tuple[Doubt, ...]
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class FormatReplaced:
    """The search goes on with another format: what is assumed of it, and speaks against it, replaces what was.
    `is_judged` says whether all that is still shown was accepted by a calibrated validator."""

    assumed: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    is_judged: bool = False
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class ValidityAsked:
    """What a language model's format, validator and generator make of the statement contradicts itself on inputs, and
    nobody could decide: who knows the problem is asked whether these are valid."""

    differences: tuple[Difference, ...]
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class PhaseEntered:
    """What the campaign does now, for the state line ("building", "samples", "patterns", "mutation")."""

    phase: str
    message: str = ""
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class BaselineMeasured:
    """The slowest sample (or, without samples, the typical generated input) to which ratios refer."""

    input_id: str
    label: str
    size: int
    cost: Cost
    from_samples: bool
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class SampleFailed:
    """The program failed on a sample: said at once, since nothing built on it would be sound."""

    name: str
    verdict: Verdict
    detail: str
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class SlowInputFound:
    """A slow input was confirmed. A later event with the same id replaces it (a better measurement)."""

    slow_input: SlowInput
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class SlowInputDropped:
    """An input left the top list: merged with one of the same profile shape, or beaten."""

    input_id: str
    reason: str
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class FaultFound:
    """The program fails on a valid input. A later one with the same verdict and reason replaces it (a shorter one)."""

    fault: Fault
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class ContrastMined:
    """A better contrastive pair was found."""

    contrast: Contrast
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class ConstraintMeasured:
    """What is known of one constraint now. The first such event of a constraint proposes it; later ones replace it."""

    state: ConstraintState
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class GuidanceMeasured:
    """How many satisfying inputs each strategy has made so far."""

    shares: tuple[SatisfyingShare, ...]
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class Progressed:
    """A heartbeat: totals so far. `best_count` is the largest count seen on a valid input, `shapes` how many different
    constructions were tried at full size."""

    executions: int
    valid: int
    generated: int
    best_count: int
    strategy: str
    executions_per_s: float = 0.0
    elapsed_s: float = 0.0
    shapes: int = 0


@dataclass(frozen=True)
class Warned:
    """Something the user should know that doesn't stop the search (threads seen, no samples, disk full)."""

    code: str
    message: str
    remedy: str = ""
    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class Paused:
    """The user paused the campaign."""

    executions: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True)
class Resumed:
    """The campaign goes on, after a pause or after its process died."""

    executions: int = 0
    elapsed_s: float = 0.0


FINISHED, STOPPED, FAILED = "finished", "stopped", "failed"
ENDED = (FINISHED, STOPPED, FAILED)
"""How a search ends: its budget is spent, the user stopped it, or it failed. Such is the last state of a view."""
NONE_ENDED = "none-ended"
"""The code of the warning that no run has ended, however small its input."""


@dataclass(frozen=True)
class Ended:
    """The search is over. `outcome` is one of `ENDED`; `details` are lines to say below
    its message, such as a compiler's."""

    outcome: str
    code: str = ""
    message: str = ""
    remedy: str = ""
    executions: int = 0
    elapsed_s: float = 0.0
    details: tuple[str, ...] = ()


CampaignEvent = (
    CampaignStarted
    | FormatDoubted
    | FormatReplaced
    | ValidityAsked
    | PhaseEntered
    | BaselineMeasured
    | SampleFailed
    | SlowInputFound
    | SlowInputDropped
    | FaultFound
    | ContrastMined
    | ConstraintMeasured
    | GuidanceMeasured
    | Progressed
    | Warned
    | Paused
    | Resumed
    | Ended
)


def without_times(event: CampaignEvent) -> CampaignEvent:
    """The event with everything that a clock or the machine's load decides set to zero."""
    event = replace(event, elapsed_s=0.0)
    match event:
        case SlowInputFound():
            slow = event.slow_input
            verdict = Verdict.OK if slow.verdict.can_be_slow_input else slow.verdict
            twin = replace(slow.minimised, cpu_s=0.0) if slow.minimised is not None else None
            growth = replace(slow.growth, predicted_s=0.0) if slow.growth is not None else None
            return replace(
                event,
                slow_input=replace(
                    slow, cost=_without_times(slow.cost), verdict=verdict, instrument="", minimised=twin, growth=growth
                ),
            )
        case BaselineMeasured():
            return replace(event, cost=_without_times(event.cost))
        case Progressed():
            return replace(event, executions_per_s=0.0)
    return event


def _without_times(cost: Cost) -> Cost:
    return replace(cost, cpu_s=0.0, cpu_s_spread=0.0, peak_rss_bytes=0, instructions=None)

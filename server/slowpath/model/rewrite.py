"""A faster version of a program, as edits of its text."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.model.growth import Growth


@dataclass(frozen=True)
class SourceEdit:
    """The bytes from `begin` to `end` of a source become `text`; an insertion where both are the same."""

    begin: int
    end: int
    text: bytes


@dataclass(frozen=True)
class Rewrite:
    """A version of a program that does the same faster, as far as its text shows.

    `id` is stable for the same text, `rule` who proposes it, `line` the 1-based line that it is about. `edits` don't
    overlap and are in order; `source` is the whole text with them applied. `reason` says in a sentence why it is
    faster here.
    """

    id: str
    rule: str
    title: str
    line: int
    edits: tuple[SourceEdit, ...]
    source: bytes = field(repr=False)
    reason: str = ""


@dataclass(frozen=True)
class InputSpeed:
    """How much faster a rewritten program is on one input: CPU seconds before and after (the least of the runs), and
    the ratio of paired runs with its 95% interval. `at_least` says that the program as it was had to be cut, or ran
    once alone since it takes too long; with `both_cut` the rewritten one had to be cut too, in every pair, so that the
    ratio says nothing. `of` names the input of whose family this is the largest member that the program manages, ""
    for an input of its own. `within_limit` says that the rewritten one ends within the problem's time limit and the
    program as it was doesn't."""

    name: str
    size: int
    before_s: float
    after_s: float
    ratio: float
    low: float
    high: float
    at_least: bool = False
    both_cut: bool = False
    of: str = ""
    within_limit: bool = False


@dataclass(frozen=True)
class Speed:
    """How much faster a rewritten program is: per input, and the geometric mean with its 95% interval, over the inputs
    that tell it (`telling`).

    `memory_reduction` is the geometric mean of peak memory before over that after (ECCO equation 2, on real runs).
    `time_limit_s` is the problem's, None where nobody says.
    """

    per_input: tuple[InputSpeed, ...]
    geomean: float
    low: float
    high: float
    memory_reduction: float
    time_limit_s: float | None = None

    @property
    def telling(self) -> tuple[InputSpeed, ...]:
        """The inputs that say how much faster it is: not those on which both were cut, nor those on which the program
        as it was had to be cut where a smaller one of the same family stands for it. All where none is left."""
        ended = [each for each in self.per_input if not each.both_cut]
        stood_for = {each.of for each in ended}
        return tuple(each for each in ended if not (each.at_least and each.name in stood_for)) or self.per_input

    @property
    def is_real(self) -> bool:
        """Whether it is faster by more than its own noise, and by so much that it can be felt."""
        return self.low > 1.0 and self.geomean >= LEAST_GAIN

    @property
    def at_least(self) -> bool:
        """Whether the program before had to be cut on an input, so that the gain is larger than what is told."""
        return any(each.at_least and not each.both_cut for each in self.telling)

    @property
    def within_limit(self) -> tuple[InputSpeed, ...]:
        """The inputs on which it ends within the time limit, where the program as it was doesn't."""
        return tuple(each for each in self.per_input if each.within_limit)

    @property
    def is_unknown(self) -> bool:
        """Whether both had to be cut wherever they were compared."""
        return all(each.both_cut for each in self.per_input)


LEAST_GAIN = 1.05


@dataclass(frozen=True)
class KeptTest:
    """An input that is kept to test later versions, with its right answer; both by content id."""

    name: str
    input_id: str
    answer_id: str


@dataclass(frozen=True)
class ProvenRewrite:
    """A rewritten program that agreed with the original on every input that could be found, and is faster.

    `steps` are the changes, each of the text that the one before gave; `inputs_agreed` counts the different inputs on
    which both were run and printed the same. `growth_before` and `growth_after` are how the cost grows along the family
    of the slowest input, both None where it has none, too few of its members could be run, or no counter sees the gain.
    `tests` are the slow inputs. `inputs_left_out` counts the inputs on which nothing was compared, since the original
    takes too long on them.
    """

    steps: tuple[Rewrite, ...]
    source: bytes = field(repr=False)
    inputs_agreed: int
    speed: Speed
    growth_before: Growth | None = None
    growth_after: Growth | None = None
    tests: tuple[KeptTest, ...] = ()
    inputs_left_out: int = 0

    @property
    def origin(self) -> str:
        """The rules whose changes are in it."""
        return ", ".join(dict.fromkeys(step.rule for step in self.steps))


@dataclass(frozen=True)
class RefusedRewrite:
    """A rewrite that isn't offered, and why in a sentence. `input_id` names the input that spoke against it, "" where
    none did."""

    origin: str
    reason: str
    input_id: str = ""

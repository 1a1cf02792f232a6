"""Performance-characterising constraints: what must hold of a program's data for it to be slow, and how that is tested.

A constraint (WEDGE section 3.2) is a sentence and, where it can be said as code, a `Condition` over the program's own
variables at a point of its text. One condition is used in three forms: as a *probe* in the search build, where it
feeds the search and the evidence; as a *checker* in the user's text, inserted by his hand; and, where it speaks of the
input alone, as `aims`, which narrow the input format so that satisfying inputs are made directly.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from slowpath.model.format import Relation
from slowpath.model.patterns import late_regex

BEFORE, AFTER, BODY = "before", "after", "body"
COUNT = "_count"
"""In `left`, `right` and `amount` of a condition: the value of its count."""
PROBE_SCALE = 1024
"""A probe's slot holds the largest `left / right` of the run in units of 1/1024, rounded down."""
PROBE_MOST = 1 << 62
SIGNIFICANT_P = 0.05
"""WEDGE section 4.4: the one-sided Mann-Whitney test's level."""
CONFIRMING_RATIO = 2.0
POINTING_P = 0.25
POINTING_RATIO = 1.2
"""Evidence of that much points the right way, and confirms nothing."""

_CAST = late_regex(r"\((?:double|long double|long long)\)\((\w+)\)")
"""A conversion of one name, which is there so that nothing overflows and says nothing to people."""
_LITERAL = late_regex(r"\d{1,15}(?:\.\d{1,6})?")

CANDIDATE, HYPOTHESIS, CONFIRMED, REFUTED = "candidate", "hypothesis", "confirmed", "refuted"


@dataclass(frozen=True)
class Place:
    """A point of a program's text, by the statement next to it.

    The statement is the one that begins at `line` (1-based) and `column` (0-based, in bytes of the line's UTF-8);
    with `column` None the outermost one that begins on the line. `where` is "before" it, "after" it (after the whole
    statement, its body and `else` included), or "body": the first thing in the body of the loop, function or branch
    that it is.
    """

    where: str
    line: int
    column: int | None = None


@dataclass(frozen=True)
class Count:
    """Something that a condition counts while the program runs: `amount` is added whenever `at` is passed.

    `amount` is an integer or boolean expression of the program's language ("1": passes are counted). The count
    begins anew at `since`; with None it begins with the run.
    """

    at: Place
    amount: str = "1"
    since: Place | None = None


@dataclass(frozen=True)
class Condition:
    """`left >= factor * right`, evaluated whenever `place` is passed; a run satisfies it when any evaluation does.

    `left` and `right` are numeric or boolean expressions of the program's language over what is in scope at `place`,
    without side effects, cheap where `place` stands in a loop; `COUNT` in them is the value of `count`. An evaluation
    with `right <= 0` counts as one that fails. A plain predicate is `left` with `right` "1" and factor 1. `setup` holds
    definitions (functions) of the same language that `left`, `right` and `count` use; they stand before the function
    of `place`.
    """

    left: str
    place: Place
    right: str = "1"
    factor: float = 1.0
    count: Count | None = None
    setup: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it's a yes-or-no predicate, without a distance to come nearer by."""
        return self.right == "1" and self.factor == 1.0 and self.count is None

    @property
    def text(self) -> str:
        """The predicate as people read it, in the program's language."""
        left, right = (_CAST.sub(r"\1", side.replace(COUNT, "count")) for side in (self.left, self.right))
        if self.is_plain:
            return left
        if right.isdigit():
            return f"{left} >= {float(right) * self.factor:.6g}"
        times = right if right.isidentifier() else f"({right})"
        return f"{left} >= {right}" if self.factor == 1.0 else f"{left} >= {self.factor:.4g} * {times}"

    @property
    def peak_of(self) -> float | None:
        """What `right` is where the condition asks for nothing but the largest value of its count: where each pass is
        followed by an evaluation, and passes only add. Such a probe needn't look at each; None for others."""
        count = self.count
        if count is None or self.left.strip() != COUNT or count.at != self.place or self.setup.strip():
            return None
        divides = _LITERAL.fullmatch(self.right.strip()) and _LITERAL.fullmatch(count.amount.strip())
        return float(self.right) if divides and float(self.right) > 0 else None

    @property
    def is_total(self) -> bool:
        """Whether it only asks how often a place was passed in the whole run: the program's own counters say that of
        every place, so that such a distance leads no search further than they do."""
        count = self.count
        return (
            count is not None
            and count.since is None
            and self.left.strip() == COUNT
            and bool(_LITERAL.fullmatch(self.right.strip()))
            and bool(_LITERAL.fullmatch(count.amount.strip()))
        )

    @property
    def slot_threshold(self) -> int:
        """The least value of a probe's slot with which a run satisfies the condition."""
        return min(PROBE_MOST, max(1, int(self.factor * PROBE_SCALE)))


LEAST, LARGEST = "all-least", "all-largest"
SAME = (LEAST, LARGEST)
"""Traits of arrays whose elements, and of words and grids whose characters, are all the same: the least or the largest
value, the first or the last letter of the alphabet."""


@dataclass(frozen=True)
class WithTrait:
    """An aim at inputs whose array (or graph, tree) `name` has a trait of `model.format.TRAITS`, or one of `SAME`."""

    name: str
    trait: str


Aim = Relation | WithTrait
"""A further condition on an input in the format's own variables."""


@dataclass(frozen=True)
class ConstraintOrigin:
    """Who proposed a constraint: `kind` is "rule", "model" or "user"; `name` the rule's id or the prompt with its
    version; `conversation` the id under which the exact prompt and reply are kept, "" for rules."""

    kind: str
    name: str
    conversation: str = ""


@dataclass(frozen=True)
class Constraint:
    """One performance-characterising constraint.

    `line` (1-based) is the line that it speaks of, `sentence` says what must hold of the data there, `why` why that is
    slow. `condition` is None for a hypothesis in words. `lines` are those whose being hot supports it (a loop's, a
    call's); empty means `line`. `aims` are over the input's variables: inputs that meet all of them satisfy the
    condition, by the proposer's word. `unsaid` says why there is no condition, where somebody tried to give one.
    """

    id: str
    line: int
    sentence: str
    condition: Condition | None
    origin: ConstraintOrigin
    why: str = ""
    lines: tuple[int, ...] = ()
    aims: tuple[Aim, ...] = ()
    unsaid: str = ""

    @property
    def predicate(self) -> str:
        """The condition as text, "" where there is none."""
        return self.condition.text if self.condition is not None else ""

    @property
    def proposer(self) -> str:
        """Who proposed it, in one word: "rule:nested-loops", "model:constraint-reasons/1"."""
        return f"{self.origin.kind}:{self.origin.name}"


def constraint_id(origin: ConstraintOrigin, line: int, sentence: str, condition: Condition | None) -> str:
    """A name by content: 10 hex digits, the same in every process."""
    condition_text = "" if condition is None else repr(condition)
    text = "\0".join((origin.kind, origin.name, str(line), sentence, condition_text))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:10]


@dataclass(frozen=True)
class ConstraintEvidence:
    """Satisfying against violating inputs among the valid executions so far (WEDGE section 4.4).

    The verdict rests on `ratio`, and on `p`, the one-sided Mann-Whitney test that satisfying inputs cost more than
    others of like size (over all where no class of size has enough of both). `cost_ratio` is the mean cost of the
    satisfying over that of the violating, `median_ratio` the same of medians; None while one side is empty.
    `sized_ratio` is the ratio of mean costs per element within classes of size, None where no class has enough of both:
    what is left where most inputs are tiny ones, which cost next to nothing on either side. `slow_satisfies` and
    `fast_satisfies` say whether the contrastive pair's inputs satisfy it, None while there is no pair.
    """

    satisfying: int = 0
    violating: int = 0
    cost_ratio: float | None = None
    median_ratio: float | None = None
    p: float | None = None
    slow_satisfies: bool | None = None
    fast_satisfies: bool | None = None
    sized_ratio: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times as much satisfying inputs cost as violating ones: in the mean, or among inputs of like size
        where that says more. The one ratio by which a constraint is judged, and the one that is shown."""
        if self.cost_ratio is None or self.sized_ratio is None:
            return self.cost_ratio
        return max(self.cost_ratio, self.sized_ratio)

    @property
    def sentence(self) -> str:
        """The evidence as people read it."""
        times = self.ratio
        if not self.satisfying or not self.violating or times is None or self.cost_ratio is None:
            side = "satisfies" if not self.satisfying else "violates"
            return f"none of {self.satisfying + self.violating} inputs {side} it yet"
        ratio = f"{times:,.0f}" if times >= 100 else f"{times:.3g}"
        others = " as others of their size" if times > self.cost_ratio else ""
        p = "" if self.p is None else "p < 0.001; " if self.p < 0.001 else f"p = {self.p:.3f}; "
        return (
            f"inputs that satisfy it cost {ratio} times as much{others}"
            f" ({p}{self.satisfying} against {self.violating} inputs)"
        )


@dataclass(frozen=True)
class CheckerVerdict:
    """What the fidelity gate found of a constraint's checker, inserted as it would be in the user's text.

    `compared` is how many inputs' outputs were compared. `fires_on_slow` and `fires_on_fast` are about the contrastive
    pair, None without one or where it can't be run. `reason` says what failed, "" where nothing did.
    """

    compiles: bool
    outputs_equal: bool
    fires_on_slow: bool | None
    fires_on_fast: bool | None
    compared: int = 0
    reason: str = ""

    @property
    def is_faithful(self) -> bool:
        """Whether it may be shown: it changes nothing, and fires on the slow input alone."""
        return self.compiles and self.outputs_equal and self.fires_on_slow is True and self.fires_on_fast is False

    @property
    def fires_wrongly(self) -> bool:
        """Whether all that speaks against it is on which inputs of the pair it fires."""
        told = self.fires_on_slow is not None and self.fires_on_fast is not None
        return self.compiles and self.outputs_equal and told and not self.is_faithful

    @property
    def sentence(self) -> str:
        """The verdict as people read it."""
        if self.is_faithful:
            return (
                f"its checker fires on the slow input and not on the fast one, and changes no output of"
                f" {self.compared} inputs"
            )
        return f"its checker isn't offered: {self.reason or 'it was not judged'}"


@dataclass(frozen=True)
class ConstraintState:
    """A constraint with all that is known of it. `status` is candidate (nothing speaks for it yet), hypothesis,
    confirmed or refuted; `hot` says that its lines explain the contrast; `reason` why it is refuted, can't be tested,
    or is no more than a candidate in the end. `same_as` is the id of the constraint of the same place that stands for
    it, since both hold on the same inputs or rank them alike, "" where it stands for itself."""

    constraint: Constraint
    status: str = CANDIDATE
    evidence: ConstraintEvidence = ConstraintEvidence()
    hot: bool = False
    checker: CheckerVerdict | None = None
    reason: str = ""
    same_as: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether the editor shows it: something measured speaks for it, and nothing against."""
        return self.status in (HYPOTHESIS, CONFIRMED) and not self.same_as

    @property
    def is_spoken_for(self) -> bool:
        """Whether something speaks for it that a reader can check: it is confirmed, inputs that satisfy it cost clearly
        more so far, or, where it is said in words only, its lines explain the contrast."""
        if self.status != HYPOTHESIS:
            return self.is_shown
        if self.constraint.condition is None:
            return self.hot
        times, p = self.evidence.ratio, self.evidence.p
        return times is not None and times >= POINTING_RATIO and p is not None and p < POINTING_P


@dataclass(frozen=True)
class SatisfyingShare:
    """How many of the valid inputs that a strategy made satisfy at least one shown constraint (WEDGE section 4.4)."""

    strategy: str
    satisfying: int
    valid: int


@dataclass(frozen=True)
class RejectedCondition:
    """A condition that can't stand in the program, with the reason: a macro there, a compile error."""

    constraint_id: str
    reason: str


@dataclass(frozen=True)
class InstrumentedText:
    """A program's text with checkers in it. `inserted` are the ids that it carries now."""

    source: bytes = field(repr=False)
    inserted: tuple[str, ...] = ()
    rejected: tuple[RejectedCondition, ...] = ()

"""What is known of a constraint in words, and which constraints of a program are worth showing. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from slowpath.lsp import words
from slowpath.model.constraint import CANDIDATE, CONFIRMED, REFUTED, Constraint, ConstraintState
from slowpath.model.slow_input import SlowInput

MOST_SHOWN = 12
LONGEST_PREDICATE = 60
"""In a diagnostic, where a longer one would hide the evidence; hovers and explanations have any."""
MODEL, RULE = "model", "rule"


@dataclass(frozen=True)
class PlacedConstraint:
    """A constraint that is shown, with the 0-based line at which its own line stands now."""

    state: ConstraintState
    lsp_line: int

    @property
    def constraint(self) -> Constraint:
        """The constraint itself."""
        return self.state.constraint


def placed(
    states: Iterable[ConstraintState], lsp_line: Callable[[int], int | None], dismissed: Collection[str] = ()
) -> list[PlacedConstraint]:
    """What to show of `states`, by line: one per line, the one with the best evidence. What nothing measured speaks for
    is left to the list.

    `lsp_line` says where a line of the measured text is now; what stood at a line that was edited isn't shown.
    """
    found: dict[int, PlacedConstraint] = {}
    for state in sorted(states, key=by_evidence):
        at = lsp_line(state.constraint.line)
        if state.is_spoken_for and at is not None and state.constraint.id not in dismissed:
            found.setdefault(at, PlacedConstraint(state, at))
    best = sorted(found.values(), key=lambda one: by_evidence(one.state))[:MOST_SHOWN]
    return sorted(best, key=lambda one: (one.lsp_line, by_evidence(one.state)))


def by_evidence(state: ConstraintState) -> tuple:
    """Sorts what is best supported to the front: confirmed, at a hot line, by cost ratio, by p."""
    evidence = state.evidence
    return (
        state.status != CONFIRMED,
        not state.hot,
        -(evidence.ratio or 0.0),
        1.0 if evidence.p is None else evidence.p,
        state.constraint.line,
        state.constraint.id,
    )


def evidence_text(state: ConstraintState) -> str:
    """The evidence in a sentence: what satisfying inputs cost, and on how many that rests."""
    if state.constraint.condition is None:
        return "It is said in words only, so it can't be tested."
    if state.evidence.satisfying + state.evidence.violating == 0:
        return "No input has tested it yet."
    return words.sentence(state.evidence.sentence)


def origin_text(constraint: Constraint) -> str:
    """Who proposed it."""
    origin = constraint.origin
    known = {RULE: f"built-in rule {origin.name}", MODEL: f"language model, {origin.name}"}
    return known.get(origin.kind, origin.name or origin.kind)


def status_text(state: ConstraintState) -> str:
    """The status in a word or two."""
    return {CANDIDATE: "Not tested yet", CONFIRMED: "Confirmed", REFUTED: "Refuted"}.get(state.status, "Hypothesis")


def checker_text(state: ConstraintState) -> str:
    """What the fidelity gate says of its checker in a sentence, "" where nobody asked it yet."""
    if state.constraint.condition is None or state.checker is None:
        return ""
    return words.sentence(state.checker.sentence)


def satisfied_by(constraint_id: str, slow_inputs: Sequence[SlowInput]) -> list[tuple[int, SlowInput]]:
    """The slow inputs whose runs satisfied it, each with its rank."""
    return [(rank, slow) for rank, slow in enumerate(slow_inputs, 1) if constraint_id in slow.satisfies]


def ranks_text(satisfying: Sequence[tuple[int, SlowInput]], of: int) -> str:
    """Which rows satisfy it: all of them, or their ranks."""
    if not satisfying:
        return "no listed slow input satisfies it" if of else ""
    if len(satisfying) == of:
        return "the one listed slow input satisfies it" if of == 1 else f"all {of} listed slow inputs satisfy it"
    ranks = ", ".join(f"#{rank}" for rank, _ in satisfying)
    return f"satisfied by slow input{'s' if len(satisfying) > 1 else ''} {ranks}"


def diagnostic_text(state: ConstraintState, stale: bool) -> str:
    """The whole message of a diagnostic."""
    constraint = state.constraint
    begin = "" if state.status == CONFIRMED else "Hypothesis: "
    fits = 0 < len(constraint.predicate) <= LONGEST_PREDICATE
    predicate = f" ({constraint.predicate})" if fits else ""
    when = " Measured before the last edit." if stale else ""
    return (
        f"{begin}{words.heading(constraint.sentence)}{predicate}. {evidence_text(state)}"
        f" {words.sentence(origin_text(constraint))}{when}"
    )


def refutation(state: ConstraintState) -> str:
    """A refuted constraint as a line of the log."""
    constraint = state.constraint
    why = words.sentence(state.reason) if state.reason else evidence_text(state)
    predicate = f" ({constraint.predicate})" if constraint.predicate else ""
    return (
        f"refuted, line {constraint.line}: {words.heading(constraint.sentence)}{predicate}. {why}"
        f" {words.sentence(origin_text(constraint))}"
    )

"""Why an opponent that passes all tests may well be right, in a sentence for the report: what speaks for that, and what
for a gap in the tests. Nothing here is a proof; equivalence of programs can't be decided."""

from __future__ import annotations

from slowpath.model.testset import Against, Opponent, OpponentOutcome

_SAME_AS = {
    "comparison": "the two comparisons differ only where both sides are equal, which may never matter, or never happen",
    "off by one": "another value may do as well: a margin, a size, a bound that is never reached",
    "small bound": "the bound may still be larger than all that comes up",
    "condition": "where the two conditions differ the same may come out, or they never do",
    "narrow number": "what it holds may always fit into the narrower type",
    "narrow type": "what it holds may always fit into the narrower type",
    "no early exit": "going on changes no answer, and the time saved is less than what the limit leaves",
    "not remembered": "what is worked out again may take hardly any time",
    "copied argument": "what is copied may be small, or copied seldom",
    "copied to look": "what is copied may be small, or copied seldom",
    "square of the size": "the memory limit may leave room for it",
    "many times the size": "the memory limit may leave room for it",
    "a hash table": "nobody may choose keys here that collide",
    "long paths": "joining by size keeps paths short already",
    "flushed lines": "few lines may be printed",
    "sorted by insertion": "what is sorted may be short, or nearly sorted by then",
    "looked for from the front": "what is looked through may be short",
    "a naive version by a model": "it may be quick enough within these limits",
    "a queue looked through": "few may wait in it at a time",
    "a queue that moves all": "few may wait in it at a time",
    "a sorted list for a heap": "few may wait in it at a time",
    "streams in step": "little may be read and printed",
    "lines read by input": "few lines may be read",
    "whole powers": "powers may be small",
    "shallow recursion": "nothing may go deeper than recursion does by itself",
}
"""By the kind of change, when it changes nothing that a judge sees."""


def why_it_survives(opponent: Opponent, outcome: OpponentOutcome) -> str:
    """What is known of a survivor."""
    if outcome.failure:
        return f"It wasn't run: {outcome.failure}"
    if not outcome.tried:
        return "No time was left to run it."
    tried = f"on all {len(outcome.tried):,} inputs it was run on"
    if outcome.reached is False:
        return (
            f"A gap: line {opponent.line}, which was changed, ran on none of {len(outcome.tried):,} inputs."
            " Perhaps no valid input comes there."
        )
    parts = [f"It passes {tried}."]
    if outcome.slowdown is not None and outcome.slowdown >= 1.5:
        parts.append(f"It takes up to {outcome.slowdown:.1f} times as long, which the time limit allows.")
    if outcome.searched_s:
        parts.append(
            f"A search of {outcome.searched_s:.0f} s with {outcome.executions:,} runs found no input on which it fails."
        )
    if opponent.against.is_given:
        wanted = "slow" if opponent.against is Against.SLOW else "wrong"
        return " ".join([*parts, f"Either the tests have a gap, or it isn't {wanted} within these limits."])
    reason = _SAME_AS.get(opponent.change)
    return " ".join([*parts, f"It may be right: {reason}." if reason else "The change may change nothing."])

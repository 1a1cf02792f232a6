"""How much of an input the program takes: exactly what is there, more, less, or all there is.

With open inputs this is seen directly: a program that waits wants more. One that takes its whole input at once
(`sys.stdin.read()`, a large `fread`) always waits, and one whose oracle can't show waiting never does; there it shows
in what changes when a token is missing, or too many.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.tokens import TokenText
from slowpath.model.ports import Observation
from slowpath.model.verdict import Verdict

_FILLERS = ("1", "2")
_REPEATED = 8
_FAILURES = (Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT)


class Fit(Enum):
    """How an input meets what the program takes."""

    EXACT = "exact"
    MORE = "the program wants more"
    FEWER = "the program takes less"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Taking:
    """The fit of one input, said in words: `quote` is the observation. `taken` is the number of tokens that the
    program took, None where that isn't known. `verdict` is that of the whole input's run."""

    fit: Fit
    quote: str
    verdict: Verdict
    taken: int | None = None


def taking(asker: Asker, text: TokenText, until_end: bool = False) -> Taking:
    """The fit of `text`. `until_end` says that it should be read up to its end. Raises `Spent`."""
    full = asker.run(text.data)
    if not asker.asks_for_more or takes_all_at_once(asker, text):
        return _by_effect(asker, text, full, until_end)
    if asker.open(text.data).waiting:
        return _waiting(asker, text, full, until_end)
    if until_end:
        if full.verdict is not Verdict.OK:
            return Taking(Fit.UNCLEAR, "the program fails before the input's end", full.verdict)
        return Taking(Fit.FEWER, "the program ends without waiting for the input's end", full.verdict)
    if asker.open(text.first(len(text) - 1)).waiting:
        if full.verdict in _FAILURES:
            return Taking(Fit.UNCLEAR, f"the program takes all {len(text)} tokens and fails", full.verdict)
        return Taking(
            Fit.EXACT,
            f"the program takes all {len(text)} tokens and waits when the last one is missing",
            full.verdict,
            len(text),
        )
    if full.verdict is not Verdict.OK:
        return Taking(Fit.UNCLEAR, f"the program ends with {full.verdict.value} before it took all", full.verdict)
    taken = tokens_taken(asker, text)
    return Taking(Fit.FEWER, f"the program takes {taken} of {len(text)} tokens", full.verdict, taken)


def takes_all_at_once(asker: Asker, text: TokenText) -> bool:
    """Whether the program takes its whole input before it looks at it."""
    if not asker.asks_for_more:
        return False
    whole, nothing = asker.open(text.data), asker.open(text.first(0))
    return (
        whole.waiting
        and nothing.waiting
        and dict(whole.hits) == dict(nothing.hits)
        and differs(asker.run(text.data), asker.run(b""))
    )


def tokens_taken(asker: Asker, text: TokenText) -> int | None:
    """The smallest number of leading tokens with which the program doesn't wait; None when it waits with all.

    By bisection: a program that ended without more input ends so with more as well.
    """
    if not asker.asks_for_more or asker.open(text.data).waiting:
        return None
    low, high = 0, len(text)
    while low < high:
        middle = (low + high) // 2
        if asker.open(text.first(middle)).waiting:
            low = middle + 1
        else:
            high = middle
    return low


def differs(one: Observation, other: Observation) -> bool:
    """Whether two runs can be told apart."""
    return one.verdict is not other.verdict or one.output != other.output or _hits(one) != _hits(other)


def _hits(seen: Observation) -> dict[int, int]:
    return {line: count for line, count in seen.hits.items() if count}


def _waiting(asker: Asker, text: TokenText, full: Observation, until_end: bool) -> Taking:
    """The program waits though all was given."""
    waits_for_ever = asker.open(text.with_more(*text.words * _REPEATED).data).waiting
    if until_end:
        # Who takes lines apart wants those of the input once more.
        if not waits_for_ever and not asker.open(text.data * _REPEATED).waiting:
            return Taking(Fit.FEWER, "the program ends without waiting for the input's end", full.verdict)
        good = full.verdict is Verdict.OK
        return Taking(Fit.EXACT if good else Fit.UNCLEAR, "the program reads until the input ends", full.verdict)
    looks_on = waits_for_ever or not asker.open(text.with_more(*_FILLERS[:1]).data).waiting
    if looks_on and full.verdict is Verdict.OK and not differs(full, asker.run(text.with_more(*_FILLERS).data)):
        return Taking(
            Fit.EXACT, "the program takes all tokens, and then only looks for the input's end", full.verdict, len(text)
        )
    return Taking(Fit.MORE, f"the program wants more than the {len(text)} tokens", full.verdict)


def _by_effect(asker: Asker, text: TokenText, full: Observation, until_end: bool) -> Taking:
    """The fit as it shows in what the program does, for want of a better sign."""
    starved = differs(full, asker.run(text.ending(len(text) - 1)))
    fed = asker.run(text.with_more(*_FILLERS).data)
    if full.verdict is not Verdict.OK:
        if fed.verdict is Verdict.OK:
            return Taking(Fit.MORE, f"the program fails on the {len(text)} tokens and not with more", full.verdict)
        return Taking(Fit.UNCLEAR, f"the program ends with {full.verdict.value}", full.verdict)
    if until_end:
        reads_on = differs(full, fed)
        return Taking(
            Fit.EXACT if starved and reads_on else Fit.UNCLEAR, "more tokens change what the program does", full.verdict
        )
    if starved and not differs(full, fed):
        return Taking(Fit.EXACT, f"the program needs all {len(text)} tokens and ignores more", full.verdict, len(text))
    return Taking(Fit.UNCLEAR, "the program doesn't show how much it needs", full.verdict)

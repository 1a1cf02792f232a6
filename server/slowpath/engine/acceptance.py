"""Which kinds of inputs validators accept: most of what is asked about shall be accepted.

Inputs are of one kind where their labels differ in numbers and parents only: what a mutation does to a variable, a
pattern at a size. Where all inputs have to keep something that the format doesn't say, a few kinds of mutation keep it
too, and most break it whatever they are made of. Of those that are refused much more often than others one in eight is
asked about; they may be accepted later.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.patterns import late_regex

LATELY = 1 / 32
"""The weight of the last input in the share of all that are accepted. What isn't asked about counts as refused: where
little is asked about any more, that share falls, and all kinds are like it."""
LEAST_LIKELY = 0.25
"""Kinds that are accepted by less than this part of the share of all are asked about rarely."""
RARELY = 8
"""Of such a kind one input in so many is asked about."""
EXPECTED = 2.0
"""A kind is judged once so many of its inputs would have been accepted if it were like all."""
MOST_KINDS = 10_000
"""Once there are more kinds, those that came up once are forgotten: a search may go on for hours."""
_PARENT_OR_NUMBER = late_regex(r"#[0-9a-f]+|-?\d+(?:\.\d+)?")


@dataclass
class _Kind:
    """How many inputs of a kind came up, how many of these were asked about, and how many of these accepted."""

    seen: int = 0
    asked: int = 0
    accepted: int = 0


class Acceptance:
    """What became of those that were asked about, by their kinds."""

    def __init__(self) -> None:
        self.share = 1.0
        """Of those that came up lately, how many were accepted."""
        self._kinds: dict[str, _Kind] = {}

    def is_worth_asking(self, label: str) -> bool:
        """Whether to ask about an input of that label, which comes up now. Counts it."""
        kind = self._kind_of(label)
        kind.seen += 1
        like_all = self.share * kind.asked
        is_rare = like_all >= EXPECTED and kind.accepted < LEAST_LIKELY * like_all
        if not is_rare or kind.seen % RARELY == 0:
            return True
        self.share -= LATELY * self.share
        return False

    def learn(self, label: str, is_accepted: bool) -> None:
        """Takes note of a verdict."""
        kind = self._kind_of(label)
        kind.asked += 1
        kind.accepted += is_accepted
        self.share += LATELY * (is_accepted - self.share)

    def _kind_of(self, label: str) -> _Kind:
        if len(self._kinds) > MOST_KINDS:
            often = {name: kind for name, kind in self._kinds.items() if kind.seen > 1}
            self._kinds = often if len(often) <= MOST_KINDS // 2 else {}
        return self._kinds.setdefault(_PARENT_OR_NUMBER.sub("#", label), _Kind())

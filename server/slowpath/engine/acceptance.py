"""Which kinds of inputs validators accept: asking about the others costs more than it brings.

Inputs are of one kind where their labels differ in numbers and parents only: what a mutation does to a variable, a
pattern at a size. Where all inputs have to keep something that the format doesn't say, a few kinds of mutation keep it
too, and most break it whatever they are made of. Of those that are refused much more often than others one in eight is
asked about. So more of what is asked about is accepted.
"""

from __future__ import annotations

from slowpath.model.patterns import late_regex

LATELY = 1 / 32
"""The weight of the last input in the share of all that are accepted. What isn't asked about counts as refused: where
little is asked about any more, that share falls, and all kinds are like it."""
LEAST_LIKELY = 0.25
"""Kinds that are accepted by less than this part of the share of all are asked about rarely."""
RARELY = 8
"""Of these one in so many."""
EXPECTED = 2.0
"""That is known once so many of a kind would have been accepted if it were like all."""
_PARENT_OR_NUMBER = late_regex(r"#[0-9a-f]+|-?\d+(?:\.\d+)?")


class Acceptance:
    """What became of those that were asked about, by their kinds."""

    def __init__(self) -> None:
        self.share = 1.0
        """Of those that came up lately, how many were accepted."""
        self._seen: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._accepted: dict[str, int] = {}

    def is_worth_asking(self, label: str) -> bool:
        """Whether an input of that label, which comes up now, may well be accepted, or is one of its kind's tries."""
        kind = _kind(label)
        seen = self._seen[kind] = self._seen.get(kind, 0) + 1
        like_all = self.share * self._asked.get(kind, 0)
        is_rare = like_all >= EXPECTED and self._accepted.get(kind, 0) < LEAST_LIKELY * like_all
        if not is_rare or seen % RARELY == 0:
            return True
        self.share -= LATELY * self.share
        return False

    def learn(self, label: str, is_accepted: bool) -> None:
        """Takes note of a verdict."""
        kind = _kind(label)
        self._asked[kind] = self._asked.get(kind, 0) + 1
        self._accepted[kind] = self._accepted.get(kind, 0) + is_accepted
        self.share += LATELY * (is_accepted - self.share)


def _kind(label: str) -> str:
    return _PARENT_OR_NUMBER.sub("#", label)

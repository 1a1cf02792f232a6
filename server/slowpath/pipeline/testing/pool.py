"""The inputs that may become tests: nobody refuses them, and all right programs that were asked answer them alike.

Of large ones few are tried in a short time, so who judges them takes at most a share of what running them takes:
where validators take longer, and refused nothing yet, the others are judged once they are to become tests.
"""

from __future__ import annotations

import time as clocks
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.engine.jury import Jury
from slowpath.errors import AcceptedDisagree
from slowpath.model.testset import REFUSED, Group, LeftOut, ProposedTest
from slowpath.pipeline.testing.judging import Answered, RightPrograms, is_large

POOL_BYTES = 192 << 20
MOST_POOL = {Group.TINY: 1000, Group.BOUNDARY: 150, Group.RANDOM: 500, Group.STRUCTURE: 400}
MOST_LARGE = 150
"""Inputs that are kept of a group's first stream, which holds small ones, and of each stream of large ones: a quick
program answers hundreds of small ones in a second, which mustn't keep large ones out."""
TAKEN_AT_ONCE, LEAST_TAKEN = 16, 4
"""Inputs of a group that are tried at once, and those that are tried though the group's time is over, one of them in
any case: one that takes long must not cost the groups after it all that they have."""
JUDGING_SHARE = 0.5
"""Validators have so many times the seconds that the first right program takes on large inputs."""
MOST_IN_VAIN = 100
QUICK_S = 1.0
"""More inputs are tried at once while those before took no longer than this."""


def next_at_once(at_once: int, took_s: float, most: int) -> int:
    """How many inputs are tried together, `most` at most, after so many took so long: nobody looks at the clock between
    them, and each of them may run into the time limit."""
    return min(4 * at_once, most) if took_s <= QUICK_S else 1


@dataclass(frozen=True)
class TakingTime:
    """How long inputs of a group are taken: from `from_s` until `until_s` of the `clock`."""

    clock: Callable[[], float]
    from_s: float
    until_s: float

    @property
    def is_late(self) -> bool:
        """Whether the group's time is over."""
        return self.clock() >= self.until_s

    @property
    def is_lost(self) -> bool:
        """Whether it took as long again: right programs may run into the time limit on each of the first few inputs."""
        return self.clock() >= 2 * self.until_s - self.from_s


class Pool:
    """`inputs` are those that may become tests, by id, with their answers, in the order in which they came; `left_out`
    those that can't. `proposed` counts both."""

    def __init__(self, jury: Jury, right: RightPrograms, clock: Callable[[], float] = clocks.monotonic) -> None:
        self.jury = jury
        self.right = right
        self._clock = clock
        self._judged_s = 0.0
        self._has_refused = False
        self._unjudged: set[str] = set()
        self.inputs: dict[str, Answered] = {}
        self.left_out: list[LeftOut] = []
        self.proposed = self._bytes = 0

    @property
    def judged(self) -> str:
        """Who says that the inputs are valid, in words."""
        if self.jury.confirms:
            return "confirmed by the package's validators"
        return f"{self.jury.validity.value} by the input format"

    def admit(self, proposed: Sequence[ProposedTest]) -> list[Answered]:
        """Takes those in that nobody refuses and all right programs answer; gives these. Raises `AcceptedDisagree`."""
        fresh = {each.id: each for each in proposed if each.id not in self.inputs}
        self.proposed += len(fresh)
        valid = []
        for each in fresh.values():
            if each.group is Group.SAMPLE or self._is_valid(each):
                valid.append(each)
            else:
                self.left_out.append(LeftOut(each.label, REFUSED, each.id))
        made = []
        for answered in self._answered(valid):
            if isinstance(answered, LeftOut):
                self.left_out.append(answered)
            else:
                self.inputs[answered.proposed.id] = answered
                self._bytes += len(answered.proposed.data)
                made.append(answered)
        return made

    def _answered(self, valid: Sequence[ProposedTest]) -> list[Answered | LeftOut]:
        """As `RightPrograms.answered`. Where right programs disagree on what validators didn't judge yet these do."""
        try:
            return list(self.right.answered(valid))
        except AcceptedDisagree:
            late = [each for each in valid if each.id in self._unjudged]
            self._unjudged -= {each.id for each in late}
            refused = {each.id for each in late if not self._accepts(each)}
            if not refused:
                raise
        left_out = [LeftOut(each.label, REFUSED, each.id) for each in late if each.id in refused]
        return [*left_out, *self._answered([each for each in valid if each.id not in refused])]

    def _is_valid(self, proposed: ProposedTest) -> bool:
        """Whether nobody refuses it, as far as it is judged now."""
        if not is_large(proposed):
            return self._accepts(proposed)
        if not self._has_refused and self._judged_s > JUDGING_SHARE * self.right.spent_on_large_s:
            self._unjudged.add(proposed.id)
            return True
        began_s = self._clock()
        accepted = self._accepts(proposed)
        self._judged_s += self._clock() - began_s
        return accepted

    def _accepts(self, proposed: ProposedTest) -> bool:
        accepted = self.jury.accepts(proposed.data, proposed.label)
        self._has_refused |= not accepted
        return accepted

    def confirmed(self, answered: Answered) -> tuple[bytes, float] | LeftOut:
        """As `RightPrograms.confirmed`, of an input that validators didn't judge yet once they do."""
        proposed = answered.proposed
        if proposed.id in self._unjudged:
            self._unjudged.discard(proposed.id)
            if not self._accepts(proposed):
                return LeftOut(proposed.label, REFUSED, proposed.id)
        return self.right.confirmed(answered)

    def take(
        self, group: Group, streams: Sequence[Iterator[ProposedTest]], time: TakingTime, stop: Callable[[], bool]
    ) -> None:
        """Takes inputs of a group's streams in until it is late or stopped; the streams share its time evenly, whatever
        an input of each costs. Raises `AcceptedDisagree`."""
        before = self.proposed
        # Half of the room stays for the groups that come after.
        most_bytes = (self._bytes + POOL_BYTES) // 2
        offers = [_Offer(stream, MOST_LARGE if place else MOST_POOL[group]) for place, stream in enumerate(streams)]
        while self._bytes < most_bytes and not stop():
            going = [offer for offer in offers if not offer.is_over]
            if not going or (time.is_late and self.proposed - before >= (1 if time.is_lost else LEAST_TAKEN)):
                break
            offer = min(going, key=lambda offer: offer.spent_s)
            began_s = time.clock()
            wanted = offer.next(time)
            offer.heard(len(wanted), len(self.admit(wanted)), time.clock() - began_s)


class _Offer:
    """What a stream offers. `spent_s` is what its inputs cost so far; it `is_over` where nothing is left of it, nothing
    that is new, valid and answered comes any more, or `most` were taken."""

    def __init__(self, stream: Iterator[ProposedTest], most: int) -> None:
        self._stream = stream
        self._left = most
        self._at_once, self._in_vain = 1, 0
        self.spent_s, self.is_over = 0.0, False

    def next(self, time: TakingTime) -> list[ProposedTest]:
        """The next ones that are tried together: a large one alone."""
        wanted: list[ProposedTest] = []
        for proposed in self._stream:
            wanted.append(proposed)
            if len(wanted) == min(self._at_once, self._left) or is_large(proposed) or time.is_late:
                break
        return wanted

    def heard(self, tried: int, admitted: int, took_s: float) -> None:
        """Hears what came of those."""
        self.spent_s += took_s
        self._left -= admitted
        self._at_once = next_at_once(self._at_once, took_s, TAKEN_AT_ONCE)
        self._in_vain = 0 if admitted else self._in_vain + tried
        self.is_over = not tried or self._in_vain > MOST_IN_VAIN or self._left <= 0

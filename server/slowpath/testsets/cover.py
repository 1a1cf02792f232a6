"""Which of many inputs become tests: no two for the same reason, the fewest first that do the most.

Greedy cover (Chvatal 1979: at most ln n times as many as the fewest). What is covered first are the programs that fail:
the next test is the one on which most of those fail that pass all tests so far, the shorter one of two. Then whatever
is alike in what the right program does on an input: how often its parts ran (by powers of two, as AFL has it), what
its answer looks like, of what kind the input is. There the groups have turns, so that a program that nobody thought of
meets tests of every sort. Within a group large inputs and small ones have turns, since a program that is slow in a way
that nobody thought of fails on large ones alone; and the answers have turns: an answer that many inputs have is an easy
one, which wrong programs give by chance. Of what was grown step by step the latest comes first, furthest from what is
easy. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from slowpath.model.testset import Group, ProposedTest
from slowpath.testsets.features import reason_of

TURNS = (Group.VARIED, Group.STRUCTURE, Group.RANDOM, Group.BOUNDARY, Group.SLOW, Group.TINY, Group.BREAKING)


@dataclass(frozen=True)
class Scored:
    """An input with the opponents that fail on it, the features of what the right program does on it, and its answer as
    something to compare (None: not known, so that none is like another)."""

    proposed: ProposedTest
    kills: frozenset[str] = frozenset()
    features: frozenset[Hashable] = field(default=frozenset(), repr=False)
    answer: Hashable = field(default=None, repr=False)

    @property
    def size(self) -> int:
        return len(self.proposed.data)


@dataclass(frozen=True)
class Pick:
    """The next test, and the reason for which it is taken."""

    scored: Scored
    reason: str


class Cover:
    """Picks one test after the other. `taken` are in the set whatever they do (the samples); `names` says of each
    opponent how it is called for people. `most_bytes` are left for all the others together; what has more than
    `small_bytes` is large."""

    def __init__(
        self,
        offered: Sequence[Scored],
        names: Mapping[str, str],
        most_bytes: int,
        taken: Iterable[Scored] = (),
        small_bytes: int = 4096,
    ) -> None:
        self._left = {scored.proposed.id: scored for scored in offered}
        self._names = names
        self._bytes = most_bytes
        self._small_bytes = small_bytes
        self._killed: set[str] = set()
        self._seen: set[Hashable] = set()
        self._turn = 0
        self._queues: dict[Group, list[Scored]] | None = None
        for scored in taken:
            self._left.pop(scored.proposed.id, None)
            self._note(scored)

    def next(self, largest: int | None = None) -> Pick | None:
        """The test that is picked now, of at most `largest` bytes; None where none is left that has a reason. It isn't
        offered again."""
        most = self._bytes if largest is None else min(self._bytes, largest)
        pick = self._best_killer(most) or self._next_in_turn(most)
        if pick is not None:
            del self._left[pick.scored.proposed.id]
        return pick

    def take(self, pick: Pick) -> None:
        """Hears that the picked test is in the set."""
        self._bytes -= pick.scored.size
        self._note(pick.scored)

    def _note(self, scored: Scored) -> None:
        self._killed |= scored.kills
        self._seen |= scored.features

    def _best_killer(self, most: int) -> Pick | None:
        fitting = (scored for scored in self._left.values() if scored.size <= most)
        best = max(fitting, key=lambda scored: (len(scored.kills - self._killed), -scored.size), default=None)
        fresh = best.kills - self._killed if best is not None else frozenset()
        return Pick(best, self._said(sorted(fresh))) if best is not None and fresh else None

    def _said(self, fresh: Sequence[str]) -> str:
        first = self._names.get(fresh[0], fresh[0])
        more = f" and {len(fresh) - 1} more" if len(fresh) > 1 else ""
        return f"the first on which {first}{more} {'fail' if more else 'fails'}"

    def _next_in_turn(self, most: int) -> Pick | None:
        if self._queues is None:
            left = list(self._left.values())
            in_turn = {group: [scored for scored in left if scored.proposed.group is group] for group in TURNS}
            in_turn[Group.VARIED].reverse()
            self._queues = {group: self._by_sizes(_by_answers(some))[::-1] for group, some in in_turn.items()}
        for _ in TURNS:
            queue = self._queues[TURNS[self._turn % len(TURNS)]]
            self._turn += 1
            while queue:
                scored = queue.pop()
                fresh = scored.features - self._seen
                if scored.proposed.id in self._left and scored.size <= most and fresh:
                    return Pick(scored, reason_of(fresh))
        return None

    def _by_sizes(self, some: Sequence[Scored]) -> list[Scored]:
        """Those of a group with large ones and small ones by turns, each in their order."""
        large = [scored for scored in some if scored.size > self._small_bytes]
        small = [scored for scored in some if scored.size <= self._small_bytes]
        return [scored for pair in zip_longest(large, small) for scored in pair if scored is not None]


def _by_answers(some: Sequence[Scored]) -> list[Scored]:
    """Those of a group with one of each answer before a second one of any."""
    met: Counter[Hashable] = Counter()
    turns = []
    for scored in some:
        turns.append(met[scored.answer])
        met[scored.answer] += scored.answer is not None
    return [some[place] for place in sorted(range(len(some)), key=turns.__getitem__)]

"""When several runs may share a process: only while they count what single runs count.

Theory of operation. A target may offer quick runs (`docs/wire.md`). They aren't believed at first: of the first
small inputs each is run both ways, one process serving all the quick ones, and the single runs' outcomes are what the
caller gets. Where the single run is long, beside which a fork is nothing, it isn't made twice. Once enough agreed,
small inputs run quickly, but for one in `_CHECKED_EVERY`, which is run both ways again. The first disagreement ends it
for good. A target that keeps handing back runs on inputs of some length (by bits) isn't asked for those any more: they
cost more than they spare, while shorter ones may do well. A quick run says that it ended well, and its counters;
anything else was made again by a single run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterator, Sequence

from slowpath.model.execution import Execution, RunRequest

RunMany = Callable[[Sequence[RunRequest], Container[int]], Generator[tuple[Execution, bool], None, None]]
"""Runs requests, those of the given numbers quickly if it can, and says of each whether it did."""
Run = Callable[[RunRequest], Execution]

LARGEST_BYTES = 1 << 15
"""Of an input whose run may be short beside a fork."""
_LARGEST_COUNT = 40_000_000
"""Of a run that is tried both ways, about ten milliseconds. A count, so that no clock decides it."""
_LEAST_CPU_S = 0.05
"""Under a tighter limit than this a run could be cut, which quick runs don't tell."""
_AGREEMENTS = 8
_CHECKED_EVERY = 100
_ASKED_BEFORE_GIVING_UP = 16


class QuickMode:
    """What is known of one target's quick runs."""

    def __init__(self, is_offered: bool) -> None:
        self.is_allowed = is_offered
        self._agreed = 0
        self._held: list[tuple[RunRequest, Execution]] = []
        """Single runs that are still to be made quickly."""
        self._unchecked = 0
        self._given_up: set[int] = set()
        self._asked: Counter[int] = Counter()
        self._handed_back: Counter[int] = Counter()

    def run_many(self, requests: Sequence[RunRequest], run_many: RunMany, run: Run) -> Iterator[Execution]:
        """The outcomes of the requests, in order."""
        held, self._held = self._held, []
        quick = run_many([request for request, _ in held], range(len(held))) if held else ()
        for (request, alone), tried in zip(held, quick, strict=True):
            self._compare(request, *tried, alone)
        small = [number for number, request in enumerate(requests) if self._may_be_quick(request)]
        if self._agreed < _AGREEMENTS or not self.is_allowed:
            return self._on_trial(requests, frozenset(small), run_many)
        return self._trusted(requests, small, run_many, run)

    def _on_trial(
        self, requests: Sequence[RunRequest], small: Container[int], run_many: RunMany
    ) -> Iterator[Execution]:
        """Runs all alone. Some of those that were short are held, to be run quickly as well before the next batch."""
        for number, (execution, _) in enumerate(run_many(requests, ())):
            if number in small and execution.count <= _LARGEST_COUNT and len(self._held) < _AGREEMENTS:
                self._held.append((requests[number], execution))
            yield execution

    def _trusted(
        self, requests: Sequence[RunRequest], small: Sequence[int], run_many: RunMany, run: Run
    ) -> Iterator[Execution]:
        """Runs the small ones quickly; where a check is due, the first of them alone as well."""
        self._unchecked += len(small)
        checked = small[0] if small and self._unchecked >= _CHECKED_EVERY else None
        alone = None if checked is None else run(requests[checked])
        asked = frozenset(small)
        outcomes = run_many(requests, asked)
        for number, (execution, was_quick) in enumerate(outcomes):
            if number != checked or alone is None:
                if number in asked:
                    self._note(requests[number], was_quick)
                yield execution
                continue
            self._unchecked = 0
            yield alone
            if not self._compare(requests[number], execution, was_quick, alone):
                outcomes.close()
                yield from (each for each, _ in run_many(requests[number + 1 :], ()))
                return

    def _compare(self, request: RunRequest, execution: Execution, was_quick: bool, alone: Execution) -> bool:
        """Whether a run that was made both ways came out the same."""
        self._note(request, was_quick)
        same = _facts(execution) == _facts(alone)
        self._agreed += same and was_quick
        self.is_allowed &= same
        return same

    def _note(self, request: RunRequest, was_quick: bool) -> None:
        """Takes note of a run that was asked for as a quick one."""
        length = len(request.data).bit_length()
        self._asked[length] += 1
        self._handed_back[length] += not was_quick
        if self._asked[length] >= _ASKED_BEFORE_GIVING_UP:
            if 2 * self._handed_back[length] >= self._asked[length]:
                self._given_up.add(length)
            self._asked[length] //= 2
            self._handed_back[length] //= 2

    def _may_be_quick(self, request: RunRequest) -> bool:
        return (
            len(request.data) <= LARGEST_BYTES
            and request.limits.cpu_s >= _LEAST_CPU_S
            and len(request.data).bit_length() not in self._given_up
        )


def _facts(execution: Execution) -> tuple:
    return (
        execution.verdict,
        execution.count,
        execution.counters,
        execution.exit_code,
        execution.output_bytes,
        execution.output,
    )

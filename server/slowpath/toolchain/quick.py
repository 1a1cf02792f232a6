"""When several runs may share a process: only while they count what single runs count.

Theory of operation. A target may offer quick runs (`sandbox/wire.md`). They aren't believed at first: of the first
small inputs each is run both ways, one process serving all the quick ones, and the single runs' outcomes are what the
caller gets. Once enough agreed, small inputs run quickly, but for one in `_CHECKED_EVERY`, which is run both ways
again. The first disagreement ends it for good, and so does a target that keeps handing such runs back: they cost more
than they spare. A quick run says that it ended well, and its counters; anything else was made again by a single run.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator, Sequence

from slowpath.model.execution import Execution, RunRequest

RunMany = Callable[[Sequence[RunRequest], Container[int]], Generator[tuple[Execution, bool], None, None]]
"""Runs requests, those of the given numbers quickly if it can, and says of each whether it did."""
Run = Callable[[RunRequest], Execution]

LARGEST_BYTES = 8192
"""Of an input whose run is short beside a fork, as a rule."""
_LEAST_CPU_S = 0.05
"""Under a tighter limit than this a run could be cut, which quick runs don't tell."""
_AGREEMENTS = 8
_CHECKED_EVERY = 100
_ASKED_BEFORE_GIVING_UP = 32


class QuickMode:
    """What is known of one target's quick runs."""

    def __init__(self, is_offered: bool) -> None:
        self.is_allowed = is_offered
        self._agreed = 0
        self._unchecked = 0
        self._asked = 0
        self._handed_back = 0

    def run_many(self, requests: Sequence[RunRequest], run_many: RunMany, run: Run) -> Iterator[Execution]:
        """The outcomes of the requests, in order."""
        small = [number for number, request in enumerate(requests) if _is_small(request)]
        if self._agreed < _AGREEMENTS:
            return self._on_trial(requests, small[:_AGREEMENTS], run_many)
        return self._trusted(requests, small, run_many, run)

    def _on_trial(self, requests: Sequence[RunRequest], small: Sequence[int], run_many: RunMany) -> Iterator[Execution]:
        """Runs all alone, and some quickly before."""
        quick = [requests[number] for number in small]
        tried = dict(zip(small, run_many(quick, range(len(quick))), strict=True))
        for number, (execution, _) in enumerate(run_many(requests, ())):
            if number in tried:
                self._compare(*tried[number], execution)
            yield execution

    def _trusted(self, requests: Sequence[RunRequest], small: Sequence[int], run_many: RunMany,
                 run: Run) -> Iterator[Execution]:
        """Runs the small ones quickly; where a check is due, the first of them alone as well."""
        self._unchecked += len(small)
        checked = small[0] if small and self._unchecked >= _CHECKED_EVERY else None
        alone = None if checked is None else run(requests[checked])
        outcomes = run_many(requests, frozenset(small))
        for number, (execution, was_quick) in enumerate(outcomes):
            if number != checked or alone is None:
                self._note(was_quick, number in small)
                yield execution
                continue
            self._unchecked = 0
            yield alone
            if not self._compare(execution, was_quick, alone):
                outcomes.close()
                yield from (each for each, _ in run_many(requests[number + 1:], ()))
                return

    def _compare(self, execution: Execution, was_quick: bool, alone: Execution) -> bool:
        """Whether a run that was made both ways came out the same."""
        self._note(was_quick, True)
        same = _facts(execution) == _facts(alone)
        self._agreed += same and was_quick
        self.is_allowed &= same
        return same

    def _note(self, was_quick: bool, was_asked: bool) -> None:
        self._asked += was_asked
        self._handed_back += was_asked and not was_quick
        if self._asked >= _ASKED_BEFORE_GIVING_UP:
            self.is_allowed &= 2 * self._handed_back < self._asked
            self._asked, self._handed_back = self._asked // 2, self._handed_back // 2


def _is_small(request: RunRequest) -> bool:
    return len(request.data) <= LARGEST_BYTES and request.limits.cpu_s >= _LEAST_CPU_S


def _facts(execution: Execution) -> tuple:
    return (execution.verdict, execution.count, execution.counters, execution.exit_code, execution.output_bytes,
            execution.output)

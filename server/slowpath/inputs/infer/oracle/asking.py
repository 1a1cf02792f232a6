"""Asks the program, within a budget. Equal questions are asked once."""

from __future__ import annotations

from collections.abc import Callable

from slowpath.errors import SlowpathError
from slowpath.model.ports import Observation, ProgramOracle

MOST_RUNS = 400
"""Runs in one inference. A C++ program answers some 300 questions a second, a Python program half as many."""


class Spent(Exception):
    """No more questions: the budget is used up, or the program can't be run. The message says which."""


class Asker:
    """Remembers answers and counts runs. `stop` is asked before each run, for a limit in time.

    Raises `Spent` instead of asking more than `most_runs` questions, or when the program can't be run at all.
    """

    def __init__(self, oracle: ProgramOracle, most_runs: int = MOST_RUNS, stop: Callable[[], bool] = lambda: False):
        self._oracle = oracle
        self._most_runs = most_runs
        self._stop = stop
        self._answers: dict[tuple[bytes, bool], Observation] = {}
        self.runs = 0
        self.failure = ""

    @property
    def asks_for_more(self) -> bool:
        """Whether open inputs show where the program waits."""
        return self._oracle.asks_for_more

    @property
    def lines_run(self) -> frozenset[int]:
        """The lines that ran in any answer."""
        return frozenset(line for seen in self._answers.values() for line, count in seen.hits.items() if count)

    @property
    def is_spent(self) -> bool:
        """Whether the next new question would raise `Spent`."""
        return bool(self.failure) or self.runs >= self._most_runs or self._stop()

    def run(self, data: bytes) -> Observation:
        """The program on the whole of `data`."""
        return self._asked(data, True)

    def open(self, data: bytes) -> Observation:
        """The program on `data` that might go on."""
        return self._asked(data, False)

    def _asked(self, data: bytes, ends: bool) -> Observation:
        key = (data, ends)
        if key not in self._answers:
            if self.is_spent:
                raise Spent(self.failure or f"{self.runs} runs were made")
            self.runs += 1
            try:
                self._answers[key] = self._oracle(data, ends=ends)
            except SlowpathError as error:
                self.failure = error.message.rstrip(".")
                raise Spent(error.message) from error
        return self._answers[key]

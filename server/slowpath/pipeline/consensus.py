"""The consensus of a package's correct solutions as one of a campaign's validators (WEDGE appendix A.3).

Theory of operation. It stands in for validators where a package has none. Building the solutions takes seconds, so it
goes on beside the building of the program under test.
What is opened is closed by whoever entered `Consensus`. An input on which nothing can be compared (the solutions are
cut at their limits, as slow inputs may do) is accepted: that says nothing about its validity.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from slowpath.errors import SlowpathError
from slowpath.model.campaign import CampaignSpec
from slowpath.model.execution import RunLimits
from slowpath.model.languages import LANGUAGE_FACTS, SUFFIXES, dear_last
from slowpath.model.ports import InputValidator, InputVerdict
from slowpath.model.problem import Problem, Solution
from slowpath.pipeline import programs
from slowpath.settings import Settings

MOST_REFERENCES = 3
LEAST_REFERENCES = 2
CPU_S = 2.0
NAME = "the consensus of correct solutions"


def references_of(problem: Problem, solution: Solution) -> tuple[Solution, ...]:
    """The package's other correct solutions that can be run here, at most `MOST_REFERENCES`, and no more that are dear
    to run than are needed; none where there are fewer than a consensus needs, nor where there are validators."""
    if problem.validators:
        return ()
    found: list[Solution] = []
    for path in dear_last(problem.solutions):
        is_dear = LANGUAGE_FACTS[SUFFIXES[path.suffix.lower()]].is_dear
        enough = LEAST_REFERENCES if is_dear else MOST_REFERENCES
        if path == solution.path or len(found) >= enough:
            continue
        with contextlib.suppress(SlowpathError):
            found.append(programs.read_solution(path))
    return tuple(found) if len(found) >= LEAST_REFERENCES else ()


class Consensus:
    """Opens and closes the solutions of one campaign. A context manager; `open` may be called in a thread."""

    def __init__(self, spec: CampaignSpec, settings: Settings) -> None:
        self._spec = spec
        self._settings = settings
        self._opened = contextlib.ExitStack()

    def __enter__(self) -> Consensus:
        return self

    def __exit__(self, *exception: object) -> None:
        self._opened.close()

    def open(self) -> InputValidator:
        """The validator; one that says that it failed, and why, where a solution can't be built."""
        from slowpath.toolchain.answers import open_answer_checker
        from slowpath.toolchain.validators.consensus import ConsensusValidator
        from slowpath.toolchain.validators.pending import FailedValidator

        try:
            checker = open_answer_checker(self._spec.answer_checker, self._settings)
            executors = [
                self._opened.enter_context(programs.open_clean(each, self._settings)) for each in self._spec.references
            ]
        except SlowpathError as error:
            return FailedValidator(NAME, error.message)
        cpu_s = max(CPU_S, 2 * (self._spec.time_limit_s or 0))
        limits = RunLimits(cpu_s, 4 * cpu_s, self._spec.limits.memory_bytes)
        return _Lenient(ConsensusValidator(executors, limits=limits, checker=checker))


@dataclass(frozen=True)
class _Lenient:
    """Accepts where the consensus has no opinion, so that the jury goes on asking it."""

    consensus: InputValidator

    @property
    def name(self) -> str:
        return self.consensus.name

    def validate(self, data: bytes) -> InputVerdict:
        verdict = self.consensus.validate(data)
        return verdict if verdict.valid is not None else InputVerdict(True, verdict.reason)

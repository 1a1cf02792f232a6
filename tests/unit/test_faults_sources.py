"""Which inputs of the largest sizes come first, and how long inputs are examined under the sanitizers."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate
from slowpath.engine.failure_isolation import FailureIsolation
from slowpath.engine.space import Space
from slowpath.faults.examining import AFTER_COST, SHARE, Examinations
from slowpath.faults.search import _turn
from slowpath.faults.sources.spaced import FullConstructions, small_constructions
from slowpath.faults.turns import Turn
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Complaint
from slowpath.model.campaign import Budget
from slowpath.model.origin import Origin
from slowpath.model.ports import Examination
from slowpath.model.verdict import Verdict

GRID = from_text('n: int 2..20000; m: int 2..20000\ng: word[n][m] 1..1 of "01" joined\nwhere n*m <= 40000\n')
PER_S = 1_500_000_000
"""Counts of work that stand for a second."""


def made_by(work_of) -> list[Candidate]:
    """What is proposed, when each run takes what `work_of` says of its instance, up to the fourth of full size."""
    space = Space(GRID, boundaries(GRID), TargetFacts(library="cpp"), 0)
    source = FullConstructions(SimpleNamespace(space=space))
    made: list[Candidate] = []
    while sum(each.level == FULL for each in made) < 4:
        candidate = source.propose()
        assert candidate is not None
        made.append(candidate)
        execution = SimpleNamespace(count=work_of(candidate.instance))
        source.observe(SimpleNamespace(candidate=candidate, bout=SimpleNamespace(execution=execution)))
    return made


@pytest.mark.parametrize(
    ("work_of", "first"),
    [
        (lambda instance: instance["n"] ** 2 * instance["m"], "n largest"),
        (lambda instance: instance["n"] * instance["m"] ** 2, "m largest"),
        (lambda instance: instance["n"] * instance["m"], "largest"),
    ],
)
def test_the_largest_inputs_come_in_the_order_of_what_their_like_of_smaller_sizes_foretell(work_of, first):
    at_once, *made = made_by(work_of)
    full = [each for each in made if each.level == FULL]
    assert at_once.level == FULL and {each.level for each in made[: made.index(full[0])]} == {SMALL, MEDIUM}
    costs = [work_of(each.instance) for each in full]
    assert costs[0] >= max(costs) / 2 and first in full[0].origin.label


@dataclass
class Watched:
    """A build under sanitizers on which every run takes `seconds`, or all that its limits allow."""

    seconds: float
    clock: list[float] = field(default_factory=lambda: [0.0])
    limits: list[float] = field(default_factory=list)

    def examine(self, data: bytes, limits) -> Examination:
        self.limits.append(limits.cpu_s)
        self.clock[0] += min(self.seconds, 10 * limits.cpu_s + 1)
        return Examination(Verdict.OK, (Complaint("index", 3, "out of bounds"),) if data.endswith(b"!") else ())


def examinations(watched: Watched, *, counted: bool = False, building: Future | None = None) -> Examinations:
    if building is None:
        building = Future()
        building.set_result(watched)
    spec = BreakSpec("a.cpp", "cpp", b"", GRID, (), Budget(seconds=60), time_limit_s=4.0)
    return Examinations(
        SimpleNamespace(
            spec=spec,
            is_over=False,
            meter=SimpleNamespace(counted=counted),
            clock=lambda: watched.clock[0],
            contest=SimpleNamespace(sanitizer=building),
        )
    )


def played(number: int, count: int, seconds: float, news: int = 1, data: bytes = b""):
    candidate = Candidate(b"%d" % number + data, None, Origin("tiny", ""), FULL, "tiny")
    bout = SimpleNamespace(execution=SimpleNamespace(verdict=Verdict.OK, count=count))
    return SimpleNamespace(candidate=candidate, bout=bout, novelty=news, cost=PER_S * seconds)


def test_a_dear_turn_ends_and_what_is_left_waits_two_at_a_time():
    ran: list[int] = []

    def play(batch):
        for each in batch:
            ran.append(each)
            yield SimpleNamespace(cost=costs[each], novelty=0, bout=SimpleNamespace(failing=None))

    state = SimpleNamespace(
        taken_aside=lambda: 0.0,
        is_over=False,
        play=play,
        left=lambda batch: [each for each in batch if each not in ran],
        isolation=FailureIsolation(print),
    )
    costs, numbers = [PER_S] * 3 + [1.0] * 20, iter(range(20))
    turn = Turn(SimpleNamespace(id="tiny", batch=5, propose=lambda: next(numbers)), 1.0, 0.0)
    for expected in ([0], [0, 1, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]):
        _turn(state, SimpleNamespace(found=None), turn, ())
        assert ran == expected


def test_the_search_goes_on_while_the_build_under_sanitizers_is_made():
    watched, building = Watched(seconds=0.1), Future()
    examined = examinations(watched, building=building)
    for number in range(3):
        examined.consider(played(number, 1_000_000, seconds=2.0, data=b"!"))
        assert examined.next_complaints() is None
    building.set_result(watched)
    candidate, _, complaints = examined.next_complaints()
    assert candidate.data == b"0!" and complaints[0].kind == "index"


def test_what_is_slow_under_sanitizers_takes_no_more_than_its_share_of_the_time():
    watched = Watched(seconds=60.0)
    examined = examinations(watched)
    for number in range(40):
        examined.consider(played(number, 200_000_000, seconds=1.0))
        assert examined.next_complaints() is None
    assert len(watched.limits) > 0 and max(watched.limits) < 4.0
    assert watched.clock[0] <= 2 * SHARE * 40


def test_quick_inputs_are_examined_one_by_one_and_a_complaint_is_told():
    watched = Watched(seconds=0.02)
    examined = examinations(watched)
    for number in range(40):
        examined.consider(played(number, 10_000, seconds=0.5, news=1 + number % 3))
        assert examined.next_complaints() is None
    assert len(watched.limits) >= 30
    examined.consider(played(99, 10_000, seconds=5.0, news=9, data=b"!"))
    found = examined.next_complaints()
    assert found is not None and found[2][0].kind == "index"


def test_where_executions_are_counted_no_clock_decides_what_is_examined():
    seen = []
    for seconds in (0.01, 50.0):
        watched = Watched(seconds)
        examined = examinations(watched, counted=True)
        for number in range(20):
            examined.consider(played(number, 5_000_000, seconds=2 * AFTER_COST / PER_S))
            examined.next_complaints()
        seen.append(watched.limits)
    assert seen[0] == seen[1] and len(set(seen[0])) == 1


def test_the_space_of_constructions_is_made_when_the_first_is_wanted():
    class Lazy:
        @property
        def space(self):
            raise LookupError

    for made in (small_constructions(Lazy()), FullConstructions(Lazy())):
        with pytest.raises(LookupError):
            made.propose()

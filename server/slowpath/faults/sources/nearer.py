"""Inputs that come nearer to a branch that no input took: search by value distances.

Theory of operation. A further build of the program, and one of the most trusted reference, measures how near the two
sides of each comparison come (`model.distance`); outputs aren't looked at there, so that what measuring costs decides
nothing. A comparison whose sides were equal once is done with. For the others the search starts from the input that
came nearest, and changes one number (or letter) after the other: a step of one shows whether the distance follows it
and how steeply, and from the slope the number is set to where the distance would be none, less far where that
overshoots (Korel 1990; McMinn 2004; linear and monotonic conditions are solved like this by Eclipser, Choi et al.,
ICSE 2019). Where no number helps, mutants are measured, and other inputs are started from. What comes nearer by a class
(half as far, as in libFuzzer's value profile) is proposed to be judged, what comes to equality with its neighbours:
there the comparison turns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from math import gcd

import numpy as np

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.engine.run_cost import COST_PER_BYTE, COST_PER_RUN
from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.faults.numbers import Number, numbers_of
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.validating.validate import holds
from slowpath.model.distance import distance_of
from slowpath.model.origin import Origin
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict

MOST_BYTES = 2000
MOST_SEEDS = 60
MOST_CASES = 6
MOST_MEASURED = 48
"""Runs of one turn, and of inputs that are measured once they brought news to the other sources."""
MOST_NUMBERS = 40
MOST_LEAPS = 12
MOST_HALVINGS = 6
LONG_BITS = (4, 24)
NEAR_BY = 1 << 16
MOST_PAIRS = 48
MUTANTS = 12
MOST_ATTEMPTS = 4
"""Starts from different inputs that bring nothing before a comparison is given up."""
CPU_S = 1.0
IDLE_COST = 20 * COST_PER_RUN
"""What a turn is charged in which nothing could be done, so that the next one isn't at once."""

Distances = Sequence[int | None]
Climb = Generator[Instance, Distances, None]
"""Asks for inputs to be measured, and is sent the distances of each."""


@dataclass
class _Goal:
    """A comparison, the nearest that an input came, and how often it was tried in vain."""

    distance: int | None = None
    nearest: Instance | None = None
    attempts: int = 0

    @property
    def is_open(self) -> bool:
        return self.nearest is not None and bool(self.distance) and self.attempts < MOST_ATTEMPTS


class Nearer:
    """Proposes inputs that come nearer, by turns of what the builds that measure show."""

    id = "distances"
    said = "Aiming at branches that no input has taken."
    batch = 4

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._rng = state.rng(self.id)
        self._opening: Future[Sequence[Executor]] | None = None
        self._ascents: list[_Ascent] | None = None
        self._seeds: deque[Instance] = deque(self._of_samples(), MOST_SEEDS)
        self.has_more = True

    def _of_samples(self) -> Iterator[Instance]:
        for sample in self._state.spec.samples:
            try:
                yield from self._alone(parse(self._state.spec.format, sample.data))
            except ParseError:
                continue

    def _alone(self, instance: Instance) -> Iterator[Instance]:
        """The instance, each of its first cases alone where the format has cases."""
        packing = self._state.packing
        if packing is None:
            yield instance
            return
        for case in instance[packing.name][:MOST_CASES]:
            made = packing.with_cases(instance, [case])
            if packing.is_valid(made):
                yield made

    def welcome(self, played: Played) -> None:
        """Takes a small input that brought news, whoever made it, to be measured."""
        candidate = played.candidate
        if not played.novelty or candidate.instance is None or len(candidate.data) > MOST_BYTES:
            return
        for instance in self._alone(candidate.instance):
            self._seeds.append(instance)
            for ascent in self._ascents or ():
                ascent.waiting.append(instance)

    def propose(self) -> Candidate | None:
        """None while the builds aren't there, and where a turn came no nearer."""
        ascents = self._opened()
        if ascents is None or not ascents:
            return None
        ascents.append(ascents.pop(0))
        found = ascents[-1].step(MOST_MEASURED)
        if ascents[-1].is_over:
            ascents.pop()
        self.has_more = bool(ascents)
        if found is None:
            return None
        return self._state.candidate(found[0], Origin(self.id, f"nearer: {found[1]}"), SMALL)

    def _opened(self) -> list[_Ascent] | None:
        """The builds, waited for only where no clock decides."""
        if self._ascents is None:
            self._opening = self._opening or self._state.contest.gauges()
            if not self._state.meter.counted and not self._opening.done():
                self._state.work_aside(IDLE_COST)
                return None
            self._ascents = [
                _Ascent(self._state, executor, self._rng, self._seeds)
                for executor in self._opening.result()
                if executor.probed
            ]
            self.has_more = bool(self._ascents)
        return self._ascents

    def observe(self, played: Played) -> None:
        """It hears of news through `welcome`, where all sources' news comes."""


class _Ascent:
    """The search on one build. `waiting` are inputs that weren't measured yet."""

    def __init__(
        self, state: FaultSearchState, executor: Executor, rng: np.random.Generator, seeds: deque[Instance]
    ) -> None:
        self._state = state
        self._executor = executor
        self._rng = rng
        self._seeds = seeds
        self._limits = replace(limits.program_limits(state.spec), cpu_s=CPU_S)
        self._goals = [_Goal() for _ in executor.probed]
        self._measured: set[bytes] = set()
        self._found: deque[tuple[Instance, str]] = deque()
        self._climb: Climb | None = None
        self._wanted: Instance | None = None
        self.waiting: deque[Instance] = deque(seeds, 4 * MOST_SEEDS)
        self.is_over = False

    def step(self, most: int) -> tuple[Instance, str] | None:
        """Measures up to so many inputs, until one comes nearer: that one, and what it does in words."""
        for _ in range(most):
            if self._found or self._state.is_over:
                break
            try:
                if not self._advance():
                    break
            except SlowpathError:
                self.is_over = True
                break
        return self._found.popleft() if self._found else None

    def _advance(self) -> bool:
        """One run: of an input that waits, else of what the climb wants; False where there is neither."""
        if self.waiting:
            self._measure(self.waiting.popleft())
            return True
        if self._wanted is None:
            self._climb = self._new_climb()
            self._wanted = next(self._climb, None) if self._climb is not None else None
        if self._climb is None or self._wanted is None:
            self._state.work_aside(IDLE_COST)
            return False
        measured = self._measure(self._wanted)
        try:
            self._wanted = self._climb.send(measured)
        except StopIteration:
            self._wanted = None
        return True

    def _measure(self, instance: Instance) -> Distances:
        """Runs the build on it, and takes note of what came nearer than ever."""
        data = print_input(self._state.spec.format, instance)
        self._state.spent(1)
        execution = self._executor.run(data, self._limits)
        self._state.work_aside(COST_PER_RUN + COST_PER_BYTE * len(data) + execution.count)
        if execution.counters is None or execution.cut:
            return [None] * len(self._goals)
        slots = np.frombuffer(execution.counters, dtype=np.uint64)[-len(self._goals) :]
        distances = [distance_of(int(slot)) for slot in slots]
        is_news = execution.verdict is not Verdict.OK
        for goal, distance in zip(self._goals, distances, strict=True):
            if distance is not None and (goal.distance is None or distance < goal.distance):
                is_class = goal.distance is None or distance.bit_length() < goal.distance.bit_length()
                is_news |= goal.distance is not None and is_class
                goal.distance, goal.nearest, goal.attempts = distance, instance, 0 if is_class else goal.attempts
        if is_news and data not in self._measured:
            self._measured.add(data)
            self._found.append((instance, "a comparison's sides"))
        return distances

    def _new_climb(self) -> Climb | None:
        """A climb towards the goal that was tried least, the nearest of them; None where all are reached or given
        up."""
        places = [place for place, goal in enumerate(self._goals) if goal.is_open]
        if not places:
            return None
        place = min(places, key=lambda place: (self._goals[place].attempts, self._goals[place].distance or 0))
        goal = self._goals[place]
        start = goal.nearest
        if goal.attempts and self._seeds:
            start = self._seeds[int(self._rng.integers(len(self._seeds)))]
        goal.attempts += 1
        assert start is not None
        return self._climbing(place, start)

    def _climbing(self, place: int, start: Instance) -> Climb:
        """All numbers of one input by turns, as long as they bring it nearer, then two at once; then mutants of it."""
        at, distance = start, (yield start)[place]
        if distance is None:
            return
        numbers = numbers_of(self._state.spec.format, at)
        order = [numbers[int(each)] for each in self._rng.permutation(len(numbers))[:MOST_NUMBERS]]
        is_nearer = True
        while is_nearer and distance:
            before, slopes = distance, {}
            for number in order:
                at, distance, slopes[number] = yield from self._along(place, at, distance, number)
                if not distance:
                    return
            is_nearer = distance < before
            if not is_nearer and (yield from self._by_two(place, at, distance, slopes)):
                return
        for _ in range(MUTANTS):
            mutant, _ = mutate(self._state.spec.format, at, self._rng)
            if self._fits(mutant):
                reached = (yield mutant)[place]
                if reached is not None and reached < distance:
                    at, distance = mutant, reached

    def _along(
        self, place: int, at: Instance, distance: int, number: Number
    ) -> Generator[Instance, Distances, tuple[Instance, int, float]]:
        """Changes one number by what the distance's slope says, as long as that brings it nearer; where it came to, and
        the slope there."""
        slope = 0.0
        for _ in range(MOST_LEAPS):
            slope = yield from self._slope(place, at, distance, number)
            leap, is_nearer = -distance / slope if slope else 0.0, False
            for _ in range(MOST_HALVINGS):
                moved = self._moved(at, number, leap)
                while moved is None and abs(leap) > 1:
                    leap /= 2
                    moved = self._moved(at, number, leap)
                if moved is None or abs(leap) < 0.5:
                    break
                reached = (yield moved)[place]
                if reached is not None and reached < distance:
                    at, distance, is_nearer = moved, reached, True
                    break
                leap /= 2
            if not distance:
                self._turning(at, number)
            if not distance or not is_nearer:
                break
        return at, distance, slope

    def _by_two(
        self, place: int, at: Instance, distance: int, slopes: dict[Number, float]
    ) -> Generator[Instance, Distances, bool]:
        """Changes two numbers at once so that the distance would be none if it followed both as it does near by, which
        no single one may bring about: a third of one number and a fifth of another. Whether it became none."""
        followed = [(number, int(slope)) for number, slope in slopes.items() if slope and slope == int(slope)]
        pairs = (
            steps
            for (one, first), (two, second) in combinations(followed, 2)
            for a, b in product(_slopes(first, distance), _slopes(second, distance))
            for steps in ((one, two, *each) for each in solved(a, b, -distance))
        )
        for one, two, x, y in islice(pairs, MOST_PAIRS):
            moved = one.changed(at, one.value(at) + x)
            moved = two.changed(moved, two.value(at) + y) if moved is not None else None
            if moved is not None and self._fits(moved) and (yield moved)[place] == 0:
                return True
        return False

    def _slope(self, place: int, at: Instance, distance: int, number: Number) -> Generator[Instance, Distances, float]:
        """How the distance follows the number near by: 0 where it doesn't. Where one step changes nothing, a long one
        may."""
        slope = 0.0
        for step in (1, -1):
            moved = self._moved(at, number, step)
            reached = (yield moved)[place] if moved is not None else None
            if reached is None:
                continue
            # A step across the place where the sides are equal shows less than the slope, the other way shows it all.
            slope = max(slope, (reached - distance) / step, key=abs)
            if not slope or distance > NEAR_BY:
                break
        if slope:
            return slope
        step = (1 if self._rng.random() < 0.5 else -1) << int(self._rng.integers(*LONG_BITS))
        moved = self._moved(at, number, step)
        reached = (yield moved)[place] if moved is not None else None
        return (reached - distance) / step if reached is not None else 0.0

    def _moved(self, at: Instance, number: Number, by: float) -> Instance | None:
        """The input with the number moved, None where that isn't valid."""
        moved = number.changed(at, number.value(at) + round(by))
        return moved if moved is not None and self._fits(moved) else None

    def _fits(self, instance: Instance) -> bool:
        return holds(self._state.spec.format, instance)

    def _turning(self, at: Instance, number: Number) -> None:
        """Has the neighbours of an input at which a comparison's sides are equal judged as well."""
        for step in (-1, 1):
            moved = self._moved(at, number, step)
            if moved is not None:
                self._found.append((moved, f"beside where the sides of a comparison are equal in {number.name}"))


def _slopes(seen: int, distance: int) -> tuple[int, ...]:
    """What a slope may be of which a step of one was seen: at the end of a number's range only the step that leads
    across the place where both sides are equal, after which the distance is of the other sign."""
    return tuple(slope for slope in (seen, -seen - 2 * distance, 2 * distance - seen) if slope)


def solved(first: int, second: int, wanted: int) -> Iterator[tuple[int, int]]:
    """Integers x and y with `first * x + second * y == wanted`, those with x nearest to 0 on either side; nothing where
    there are none. Neither factor may be 0."""
    common = gcd(first, second)
    if wanted % common:
        return
    period = abs(second) // common
    least = (wanted // common) * pow(first // common, -1, period) % period if period > 1 else 0
    yield from ((x, (wanted - first * x) // second) for x in (least, least - period))

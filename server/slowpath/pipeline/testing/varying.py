"""The inputs of a pool changed again and again: what shows something new of the right program joins it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.testset import Group, ProposedTest
from slowpath.pipeline.testing.judging import TOGETHER
from slowpath.pipeline.testing.pool import Pool, TakingTime, next_at_once
from slowpath.testsets.features import SHORT_ANSWER
from slowpath.testsets.variants import CASES, Variants

MOST_VARIED, MOST_IN_VAIN = 600, 3000
"""So many join the pool; it ends after so many inputs in a row of which none shows anything new."""
FIRST_AT_ONCE = 4
LARGE_SHARE, MOST_LARGE = 0.25, 24
"""Inputs of the largest size have at most so much of the time, and there are so many in all."""
MOST_ALONE, CASES_EACH = 600, 6
"""Of test cases so many are looked at alone, at most so many of one input."""


def varied(pool: Pool, variants: Variants, time: TakingTime, stop: Callable[[], bool]) -> None:
    """Takes inputs in until it is late or stopped. Raises `AcceptedDisagree`."""
    work = _Varying(pool, variants)
    known = [(each.proposed.data, each.ran) for each in pool.inputs.values()]
    for data, ran in known:
        variants.welcome(data, ran)
    # What a test case is answered in one input with others isn't known.
    cases = islice(((case, "alone") for data, _ in known for case in variants.alone(data, CASES_EACH)), MOST_ALONE)
    began_s, large, on_large_s, at_once = time.clock(), 0, 0.0, FIRST_AT_ONCE
    while work.kept < MOST_VARIED and work.in_vain < MOST_IN_VAIN and not (stop() or time.is_late):
        before_s = time.clock()
        work.try_out(list(islice(cases, at_once)) or variants.children(at_once))
        now_s = time.clock()
        at_once = next_at_once(at_once, now_s - before_s, TOGETHER)
        if large < MOST_LARGE and on_large_s < LARGE_SHARE * (now_s - began_s):
            large += 1
            work.try_out(variants.large(1))
            on_large_s += time.clock() - now_s
    work.admit_waiting()


class _Varying:
    """`kept` counts what joined the pool, `in_vain` what showed nothing new since the last that did. New test cases
    wait until there are enough for an input."""

    def __init__(self, pool: Pool, variants: Variants) -> None:
        self._pool, self._variants = pool, variants
        self._waiting: list[ProposedTest] = []
        self.kept = self.in_vain = 0

    def try_out(self, inputs: Sequence[tuple[bytes, str]]) -> None:
        """Runs inputs, each with a word of how it came about, and takes those that show something new."""
        proposed = {
            each.id: each
            for each in (
                ProposedTest(Group.VARIED, f"varied: {said}", said, Origin(Group.VARIED.value, f"varied: {said}"), data)
                for data, said in inputs
            )
            if each.id not in self._pool.inputs
        }
        self.in_vain += max(1, len(inputs))
        fresh: list[tuple[ProposedTest, Execution]] = []
        for each, ran in self._pool.right.first_runs(list(proposed.values())):
            if self._variants.is_new(each.data, ran):
                fresh.append((replace(each, kind=_kind(ran)), ran))
            else:
                self._variants.welcome(each.data, ran)
        self._heard(fresh)

    def _heard(self, fresh: Sequence[tuple[ProposedTest, Execution]]) -> None:
        """Takes those of the new ones that are valid: one that a validator refuses is no parent, and leaves what it
        showed new. Test cases are judged once many of them stand in one input."""
        if self._variants.has_cases:
            self._waiting += [each for each, ran in fresh if self._variants.welcome(each.data, ran)]
            taken = len(fresh)
            if len(self._waiting) >= CASES:
                self.admit_waiting()
        else:
            admitted = {each.proposed.id for each in self._pool.admit([each for each, _ in fresh])}
            for each, ran in fresh:
                if each.id in admitted:
                    self._variants.welcome(each.data, ran)
            taken = len(admitted)
            self.kept += taken
        self.in_vain = 0 if taken else self.in_vain

    def admit_waiting(self) -> None:
        """Has the test cases that wait judged, many in one input, and takes what is valid and answered."""
        waiting, self._waiting = self._waiting, []
        origin, said = Origin(Group.VARIED.value, "varied: test cases"), "test cases of many answers"
        packed = [
            ProposedTest(Group.VARIED, f"varied: {said}", said, origin, data)
            for data in self._variants.together([each.data for each in waiting])
        ]
        self.kept += len(self._pool.admit(packed))


def _kind(ran: Execution) -> str:
    """What is alike in inputs with this run: a short answer."""
    answer = (ran.output or b"").strip()
    return f"answer {answer.decode('ascii', 'replace')}" if len(answer) <= SHORT_ANSWER else "a long answer"

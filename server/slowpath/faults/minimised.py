"""The smallest input on which the program still fails, by the format: fewer test cases, fewer elements, simpler values.

Leaving out and simplifying (`inputs.minimise`, delta debugging) ends where each single step makes the program right
again. Often a still smaller input fails that no single step leads to; so all tiny ones, and ones drawn with the values
that matter (`drawing`), are then tried many at once, and from the smallest that fails the steps begin anew. An input
counts where the program fails on it alike, or worse: a wrong answer may become a crash, never a crash a wrong answer.

What takes too long or too much memory needs its size, so a long input is left as it is. But a program that hangs, or
takes exponential time, does so on small inputs too: tiny ones are tried first, and a short input a few times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol

import numpy as np

from slowpath.engine.space import rng_seed
from slowpath.errors import SlowpathError
from slowpath.faults.contest import Bout
from slowpath.faults.drawing import at_greatest, drawn, palette_of, size_names
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.filling.redrawn import sizes_of
from slowpath.inputs.layout import places
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.smaller.shrinking import Spent
from slowpath.inputs.tiny.exhaustive import small_instances
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.execution import RunLimits
from slowpath.model.format import Cases, InputFormat
from slowpath.model.ports import Sanitizer

MOST_LONG = 24
TINY_LONG = 300
"""Trials for what takes too long or too much memory: of short inputs, each of which may take as long as the limit, and
of tiny ones, which hardly any program takes long for."""
MOST_EXAMINED = 150
MOST_SURE = 150
MOST_CUT = 20
MOST_CUT_LONG = 4
"""After so many trials that were cut the search for smaller ones ends: they take a thousand times as long as others."""
SHORT_BYTES = 400
"""Above this no smaller inputs are drawn: what needs hundreds of numbers isn't hit by chance."""
LEAST_RAISED = 8
MOST_TINY = 1600
MOST_DRAWN = 1200
DRAWS_A_BATCH = 160
SURELY_ASKED = 2
"""So many of the smaller inputs are asked of the clean builds also when the time is over."""
FEW_NEW = 6
"""Where a batch of draws shows no more than that many new inputs, hardly any is left."""
_LONG = (Failing.TIME_LIMIT, Failing.MEMORY_LIMIT, Failing.OUTPUT_LIMIT)
_WORSE = {
    Failing.UNDEFINED: tuple(Failing),
    Failing.UNSTEADY: (Failing.WRONG_ANSWER, Failing.RUNTIME_ERROR),
    Failing.WRONG_ANSWER: (Failing.RUNTIME_ERROR,),
}

Weight = tuple[int, int, int, bytes]


class Judging(Protocol):
    """Who judges inputs: `faults.judging.Judge`, or one that asks more of them."""

    def judge(self, data: bytes) -> Bout: ...

    def judge_many(self, datas: Sequence[bytes]) -> Iterator[Bout]: ...


class Examining:
    """Judges by the sanitizer too: what it complains about fails with `Failing.UNDEFINED` where the answer is right."""

    def __init__(self, judge: Judging, sanitizer: Sanitizer, limits: RunLimits) -> None:
        self._judge = judge
        self._sanitizer = sanitizer
        self._limits = limits

    def judge(self, data: bytes) -> Bout:
        return self._examined(self._judge.judge(data))

    def judge_many(self, datas: Sequence[bytes]) -> Iterator[Bout]:
        return map(self._examined, self._judge.judge_many(datas))

    def _examined(self, bout: Bout) -> Bout:
        if bout.failing is not None:
            return bout
        complaints = self._sanitizer.examine(bout.data, self._limits).complaints
        if not complaints:
            return bout
        return replace(bout, failing=Failing.UNDEFINED, reason=complaints[0].message)


def minimised(
    spec: BreakSpec,
    judge: Judging,
    bout: Bout,
    *,
    accepts: Callable[[bytes], bool],
    confirm: Callable[[Bout], Bout | None],
    most: int = 3000,
    stop: Callable[[], bool] = lambda: False,
) -> Bout:
    """The smallest input found on which the program fails like in `bout`, which is confirmed; `bout` where none is.

    `accepts` asks the package's validators, `confirm` the clean builds. At most `most` inputs are judged, none any more
    once `stop` says so. The same arguments give the same result.
    """
    try:
        instance = parse(spec.format, bout.data)
    except ParseError:
        return bout
    if bout.failing is Failing.UNDEFINED:
        most = min(most, MOST_EXAMINED)

    def confirmed_alike(smaller: Bout) -> Bout | None:
        # The clean builds may show something lesser than what was found: an answer that changes, undefined behaviour.
        sure = confirm(smaller)
        return sure if sure is not None and is_alike(bout.failing, sure.failing) else None

    search = _Search(spec, judge, accepts, most, stop)
    for number, smaller in enumerate(search.run(bout, instance)):
        if number >= SURELY_ASKED and stop():
            return bout
        sure = confirmed_alike(smaller)
        if sure is not None:
            return sure
    if bout.failing in _LONG or not search.has_found:
        return bout
    # What the search build shows, the clean one doesn't always: then only what both show counts.
    strict = _Search(
        spec,
        judge,
        lambda data: accepts(data) and confirmed_alike(judge.judge(data)) is not None,
        min(MOST_SURE, search.left),
        stop,
    )
    return next(
        (sure for smaller in strict.run(bout, instance) if (sure := confirmed_alike(smaller)) is not None), bout
    )


def weight_of(fmt: InputFormat, instance: Instance, data: bytes) -> Weight:
    """What makes an input smaller than another: fewer test cases, then fewer tokens, fewer bytes, lower digits."""
    cases = max(
        (
            len(instance[name])
            for name, place in places(fmt).items()
            if isinstance(place.item, Cases) and not place.path
        ),
        default=1,
    )
    return cases, len(data.split()), len(data), data


def is_alike(found: Failing | None, other: Failing | None) -> bool:
    """Whether a failure stands for one that was found: of the same kind, or worse."""
    return found is not None and other is not None and (other is found or other in _WORSE.get(found, ()))


class _Search:
    """One search for smaller inputs. `left` is how many may still be judged, `has_found` says whether it found any."""

    def __init__(
        self, spec: BreakSpec, judge: Judging, accepts: Callable[[bytes], bool], most: int, stop: Callable[[], bool]
    ) -> None:
        self._format = spec.format
        self._seed = spec.seed
        self._judge = judge
        self._accepts = accepts
        self._stop = stop
        self._cut = 0
        self.left = most
        self.has_found = False

    def run(self, bout: Bout, instance: Instance) -> Iterator[Bout]:
        """What was found, the smallest first, then ever larger ones up to the largest but `bout` itself."""
        self._failing = bout.failing
        self._trail = [bout]
        self._instance = instance
        try:
            if self._failing in _LONG:
                self._find_tiny()
            else:
                self._find_smaller()
        except (Spent, SlowpathError):
            # What can't be driven any more has shown what it has shown.
            pass
        smaller = self._trail[:0:-1]
        self.has_found = bool(smaller)
        step = 1
        while smaller:
            yield smaller[0]
            # The further back, the more likely it is confirmed; few of hundreds are asked.
            smaller, step = smaller[step:], 2 * step

    def _find_smaller(self) -> None:
        self._reduce(self.left // 4)
        self._reduce_raised()
        self._reduce()
        while self._draw():
            self._reduce()

    def _find_tiny(self) -> None:
        """Looks whether a tiny input takes too long as well, and makes a short one shorter."""
        for instance in small_instances(self._format, TINY_LONG, self._seed):
            data = print_input(self._format, instance)
            if len(data) < len(self._best.data):
                self._spend(1)
                bout = self._judge.judge(data)
                if self._fails(bout):
                    self._take(bout, instance)
                    return
        if len(self._best.data) <= SHORT_BYTES:
            self._reduce(MOST_LONG)

    @property
    def _best(self) -> Bout:
        return self._trail[-1]

    def _fails(self, bout: Bout) -> bool:
        self._cut += bout.execution.verdict.is_out_of_time
        return is_alike(self._failing, bout.failing) and self._accepts(bout.data)

    def _spend(self, runs: int) -> None:
        most_cut = MOST_CUT_LONG if self._failing in _LONG else MOST_CUT
        if self.left < runs or self._stop() or self._cut > most_cut:
            raise Spent
        self.left -= runs

    def _reduce(self, most: int | None = None) -> None:
        """Leaves out and simplifies as long as it fails, with at most so many runs."""

        def keeps(instance: Instance) -> bool:
            self._spend(1)
            bout = self._judge.judge(print_input(self._format, instance))
            if not self._fails(bout):
                return False
            self._take(bout, instance)
            return True

        minimise(self._format, self._instance, keeps, self.left if most is None else most, self._stop)

    def _take(self, bout: Bout, instance: Instance) -> None:
        self._failing = bout.failing
        self._trail.append(bout)
        self._instance = instance

    def _reduce_raised(self) -> None:
        """Begins again with all values as large as they may be: fewer elements make up a sum then.

        What simplifying made of the values is lost for that; the smaller result counts.
        """
        instance = self._raised()
        if instance is None:
            return
        data = print_input(self._format, instance)
        self._spend(1)
        bout = self._judge.judge(data)
        if not self._fails(bout):
            return
        before, smallest = self._best, self._instance
        self._take(bout, instance)
        try:
            self._reduce()
        finally:
            if self._weight(smallest, before) < self._weight(self._instance, self._best):
                self._take(before, smallest)

    def _raised(self) -> Instance | None:
        if len(self._best.data.split()) < LEAST_RAISED:
            return None
        rng = np.random.default_rng(rng_seed(self._seed, "raised", self._best.data))
        try:
            return at_greatest(self._format, dict(sizes_of(self._format, self._instance)), rng)
        except CannotGenerate:
            return None

    def _weight(self, instance: Instance, bout: Bout) -> Weight:
        return weight_of(self._format, instance, bout.data)

    def _draw(self) -> bool:
        """Whether a smaller input was made that fails; it's taken then."""
        if len(self._best.data) > SHORT_BYTES:
            return False
        lightest = self._weight(self._instance, self._best)
        tried: set[bytes] = set()
        rng = np.random.default_rng(rng_seed(self._seed, "smaller", self._best.data))
        tiny = small_instances(self._format, MOST_TINY, self._seed)
        proposals = [islice(tiny, DRAWS_A_BATCH) for _ in range(MOST_TINY // DRAWS_A_BATCH)]
        return self._draw_of(proposals, lightest, tried) or self._draw_of(
            (self._drawn(rng) for _ in range(MOST_DRAWN // DRAWS_A_BATCH)), lightest, tried
        )

    def _draw_of(self, proposals: Iterable[Iterable[Instance]], lightest: Weight, tried: set[bytes]) -> bool:
        """Whether one of the proposed inputs is smaller and fails; ends where hardly any is new and smaller."""
        for proposed in proposals:
            batch = self._batch(proposed, lightest, tried)
            self._spend(len(batch))
            failed = [bout for bout in self._judge.judge_many(list(batch)) if self._fails(bout)]
            if failed:
                smallest = min(failed, key=lambda bout: self._weight(batch[bout.data], bout))
                self._take(smallest, batch[smallest.data])
                return True
            if len(batch) <= FEW_NEW:
                break
        return False

    def _batch(self, proposed: Iterable[Instance], lightest: Weight, tried: set[bytes]) -> dict[bytes, Instance]:
        """Those of some valid inputs that are new, smaller, and no longer (fewer test cases may be longer ones)."""
        made: dict[bytes, Instance] = {}
        longest = len(self._best.data)
        for instance in proposed:
            data = print_input(self._format, instance)
            if len(data) <= longest and data not in tried and weight_of(self._format, instance, data) < lightest:
                tried.add(data)
                made[data] = instance
        return made

    def _drawn(self, rng: np.random.Generator) -> Iterable[Instance]:
        palette = palette_of(self._best.data)
        now = dict(sizes_of(self._format, self._instance))
        for _ in range(DRAWS_A_BATCH):
            sizes = {
                name: int(rng.integers(min(least, now.get(name, least + 3)), now.get(name, least + 3) + 1))
                for name, least in size_names(self._format).items()
            }
            try:
                yield drawn(self._format, sizes, palette, rng)
            except CannotGenerate:
                continue


__all__ = ["Examining", "Judging", "is_alike", "minimised", "weight_of"]

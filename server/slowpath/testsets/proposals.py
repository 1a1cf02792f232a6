"""Inputs that may become tests, by the reasons for which setters write them.

All are valid by construction. Small ones hold hundreds of test cases where the format has any, so that few tests ask
much. Each group is a stream of small inputs and one of large ones, since one of these costs as much time as hundreds of
those: the most telling first, left off wherever the group's time is over; the same seed gives the same streams. Inputs
of constructions and of the largest sizes carry recipes, from which a replay makes them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice, zip_longest

import numpy as np

from slowpath.analysis.cues import cues
from slowpath.analysis.literals import integer_literals, text_literals
from slowpath.catalogue import Genome, TargetFacts, hints_of, select
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate
from slowpath.engine.space import Site, Space
from slowpath.faults.packing import MOST_CASES, packing_of, packs
from slowpath.faults.sources.styled import StyledPlans, parts_of
from slowpath.faults.sources.styles import LARGE_STYLES, SMALL_STYLES
from slowpath.faults.sources.within_reach import within_reach
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import ArrayFiller, Boundary, Plan
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.tiny.exhaustive import small_instances_by_level
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.model.problem import Solution
from slowpath.model.testset import Group, ProposedTest
from slowpath.testsets.covering import covering_rows

MOST_TINY, MOST_OF_A_LEVEL = 1000, 60
MOST_TINY_CASES = 20_000
ALONE = 12
"""Tiny test cases that are given alone as well: some programs fail on the second one only, some on a single one."""
SIZES, LARGER_SIZES = (2, 4, 8, 12, 30, 100), (300, 1000, 3000)
"""Of random inputs, small and large; among the large ones the largest size comes first."""
CASES, CASES_UP_TO = 100, 30
"""So many test cases of at most that size stand in one random input."""
WITHIN_REACH = 0.5
"""So many random inputs have a lone number about as large as what the rest of them comes to."""
BOUNDARY_SIZE = 8
MOST_FAILURES = 60
MOST_FULL = 40
CHAINS = ("just a chain", "chain")
"""What the catalogue calls a graph and a tree that are a single path."""


class Proposals:
    """The streams of one problem. `programs` are right ones: their constants and their texts are worth trying."""

    def __init__(self, fmt: InputFormat, statement: str, programs: Sequence[Solution], seed: int) -> None:
        self._format = fmt
        self._statement = statement
        self._programs = programs
        self._seed = seed
        self._packing = packing_of(fmt)

    def streams(self) -> dict[Group, tuple[Iterator[ProposedTest], ...]]:
        """Each group's streams, that of the small inputs first; none is begun yet."""
        made: dict[Group, tuple[Iterator[ProposedTest], ...]] = {Group.TINY: (self.tiny(),)}
        for group, stream in (
            (Group.BOUNDARY, self.at_bounds),
            (Group.RANDOM, self.random),
            (Group.STRUCTURE, self.structures),
        ):
            made[group] = (stream(large=False), stream(large=True))
        return made

    # Tiny ones

    def tiny(self) -> Iterator[ProposedTest]:
        """All inputs of tiny size, the smallest first."""
        if self._packing is None:
            for tininess, instance in small_instances_by_level(self._format, MOST_TINY, self._seed, MOST_OF_A_LEVEL):
                yield self._made(Group.TINY, f"tiny: {tininess}", str(tininess), instance)
            return
        by_level = small_instances_by_level(self._format, MOST_TINY_CASES, self._seed)
        alone = list(islice(by_level, ALONE))
        for tininess, instance in alone:
            yield self._made(Group.TINY, f"tiny: {tininess}", f"alone: {tininess}", instance)
        for tininess, level in groupby(chain(alone, by_level), key=lambda made: made[0]):
            for packed in packs(self._packing, (instance for _, instance in level), MOST_CASES):
                yield self._made(Group.TINY, f"tiny cases: {tininess}", f"cases: {tininess}", packed)

    # Bounds

    def at_bounds(self, *, large: bool) -> Iterator[ProposedTest]:
        """Every number, size and list at the least and at the most that it may be, while the rest is of some size or
        the largest; every two of them together; then all at once. With `large` those in which something has more than a
        few elements, else the others."""
        for label, plan in self._bounds():
            if (max(plan.sizes.values(), default=0) > BOUNDARY_SIZE or plan.cases == "max") is large:
                try:
                    instance = generate(self._format, plan, self._rng(label))
                except CannotGenerate:
                    continue
                yield self._made(Group.BOUNDARY, f"bounds: {label}", label, instance)

    def _bounds(self) -> Iterator[tuple[str, Plan]]:
        """What is at its bounds, in words, and as a plan."""
        fmt = self._format
        model, parts, resolved = size_model(fmt), parts_of(fmt), boundaries(fmt)
        largest = dict(resolved[0].sizes) if resolved else {}
        sizes = [name for name, variable in model.variables.items() if variable.is_size]
        # Beside the others as large as they get one may be small: test cases are few where each of them is large.
        most = {name: max((each.sizes.get(name, 0) for each in resolved), default=0) for name in sizes}
        # Where a large input takes seconds these ask the most.
        yield from self._extremes_together(sizes, most)
        for wide in (False, True):
            rest = largest if wide else dict.fromkeys(parts.sizes, BOUNDARY_SIZE)
            around = "" if not wide else ", as large as it gets"
            for name in sizes:
                for word, size in (("least", 0), ("most", most[name])):
                    yield f"{name} at its {word}{around}", Plan(sizes={**rest, name: size})
                # What takes as long as a value is large, whatever the sizes, shows on few elements at their ends.
                for word, end in (("least", "min"), ("most", "max")):
                    yield f"{name} is 1, all values at their {word}{around}", self._all({**rest, name: 1}, end)
            for name, _, _ in parts.numbers:
                yield f"{name} at its least{around}", Plan(sizes=rest, scalars={name: "min"})
                yield f"{name} at its most{around}", Plan(sizes=rest, scalars={name: "max"})
            for name in parts.arrays:
                yield f"{name} all at its least{around}", Plan(sizes=rest, arrays={name: _lowest})
                yield f"{name} all at its most{around}", Plan(sizes=rest, arrays={name: _highest})
            yield f"all values at their most{around}", self._all(rest, "max")
            yield f"all values at their least{around}", self._all(rest, "min")
        yield (
            "all as small as it gets",
            Plan(sizes=dict.fromkeys(sizes, 0), cases="one", scalars={name: "min" for name, _, _ in parts.numbers}),
        )
        for boundary in resolved:
            yield boundary.label, Plan(sizes=dict(boundary.sizes), cases=boundary.cases)

    def _extremes_together(self, sizes: Sequence[str], most: dict[str, int]) -> Iterator[tuple[str, Plan]]:
        """Every two of all sizes, numbers and lists at their ends together, in all four ways."""
        parts = parts_of(self._format)
        numbers = [name for name, _, _ in parts.numbers]
        knobs = [*sizes, *numbers, *parts.arrays]
        for row in covering_rows(len(knobs)):
            at_most = {name for name, is_most in zip(knobs, row, strict=True) if is_most}
            plan = Plan(
                sizes={name: most[name] if name in at_most else 0 for name in sizes},
                scalars={name: "max" if name in at_most else "min" for name in numbers},
                arrays={name: _highest if name in at_most else _lowest for name in parts.arrays},
            )
            said = ", ".join(name for name in knobs if name in at_most) or "nothing"
            yield f"{said} at the most, all else at the least", plan

    def _all(self, sizes: dict[str, int], end: str) -> Plan:
        parts = parts_of(self._format)
        filler: ArrayFiller = _highest if end == "max" else _lowest
        return Plan(
            sizes=sizes,
            arrays=dict.fromkeys(parts.arrays, filler),
            scalars={name: end for name, _, _ in parts.numbers},  # type: ignore[misc]
        )

    # Random ones

    def random(self, *, large: bool) -> Iterator[ProposedTest]:
        """Random ones in the styles that programs stumble over, their sizes by turns, small or `large` ones; those of
        the largest size at each of the format's boundaries by turns."""
        fmt, rng = self._format, self._rng(f"random {large}")
        fulls = boundaries(fmt)
        largest = max((1, *fulls[0].sizes.values())) if fulls else 1
        if large and largest <= SIZES[-1] and self._packing is None:
            return
        sizes = tuple(dict.fromkeys(min(size, largest) for size in ((largest, *LARGER_SIZES) if large else SIZES)))
        literals = tuple(
            dict.fromkeys(chain(*(integer_literals(each.source, each.language) for each in self._programs)))
        )
        texts = tuple(dict.fromkeys(chain(*(text_literals(each.source, each.language) for each in self._programs))))
        plans = StyledPlans(parts_of(fmt), (*SMALL_STYLES, *LARGE_STYLES), literals, texts, rng)
        failed, number = 0, 0
        while failed < MOST_FAILURES:
            turn, place = divmod(number, len(sizes))
            size, number = sizes[place], number + 1
            exactly = fulls[turn % len(fulls)] if fulls and size == largest else None
            # At other boundaries than the first there are many test cases as it is.
            is_packed = self._packing is not None and size <= CASES_UP_TO and exactly in (None, *fulls[:1])
            count = CASES if is_packed else 1
            drawn = list(self._drawn(plans, size, rng, count, exactly))
            failed = 0 if drawn else failed + 1
            if not drawn:
                continue
            said = drawn[0][1]
            instances = [instance for instance, _ in drawn]
            made = packs(self._packing, instances, CASES) if self._packing is not None and len(drawn) > 1 else instances
            for instance in islice(made, 1):
                label = f"cases with sizes up to {size}" if len(drawn) > 1 else said
                yield self._made(Group.RANDOM, f"random: {label}", label, instance)

    def _drawn(
        self, plans: StyledPlans, size: int, rng: np.random.Generator, count: int, exactly: Boundary | None
    ) -> Iterator[tuple[Instance, str]]:
        parts = parts_of(self._format)
        for _ in range(count):
            plan, said = plans.drawn(size)
            if exactly is not None:
                plan = replace(plan, sizes={**plan.sizes, **exactly.sizes}, cases=exactly.cases)
            try:
                instance = generate(self._format, plan, rng)
            except CannotGenerate:
                continue
            yield within_reach(self._format, parts, instance, rng) if rng.random() < WITHIN_REACH else instance, said

    # Structures

    def structures(self, *, large: bool) -> Iterator[ProposedTest]:
        """The catalogue's constructions, small ones or, with `large`, of medium and full size by turns, with random
        inputs of these sizes."""
        space = self._space()
        by_level = [self._constructions(space, level) for level in ((MEDIUM, FULL) if large else (SMALL,))]
        for candidates in zip_longest(*by_level):
            for candidate in filter(None, candidates):
                origin = candidate.origin
                kind = f"{origin.label}{'' if candidate.level != FULL else ', as large as it gets'}"
                yield ProposedTest(Group.STRUCTURE, origin.label, kind, origin, candidate.data)

    def _space(self) -> Space:
        """The format with what the right programs' texts and the statement show to be worth trying."""
        source, language = (self._programs[0].source, self._programs[0].language) if self._programs else (b"", "")
        seen = cues(source, language)
        facts = TargetFacts(library=language).with_constants(seen)
        hints = hints_of(seen, select(self._statement, source, language))
        return Space(self._format, boundaries(self._format), facts, self._seed, hints)

    def _constructions(self, space: Space, level: str) -> Iterator[Candidate]:
        sites = list({id(site): site for site in space.sites(level)}.values())
        if level != FULL and any(site.level == FULL for site in sites):
            return  # There is nothing to cut, so these are the full ones.
        rounds = list(filter(None, chain.from_iterable(zip_longest(*(self._offers(site) for site in sites)))))
        if level == FULL:
            # They take long, and random ones of all sizes are there: first those that fill the largest size somehow.
            filling = sorted(rounds, key=lambda offer: not self._fills(offer[0], offer[1]))
            offered = [*chain.from_iterable(map(self._longest_ways, sites[:1])), *filling]
        else:
            offered = [*((site, (), trial) for trial in range(2) for site in sites), *rounds]
        failed = 0
        for site, genome, trial in islice(offered, MOST_FULL if level == FULL else None):
            try:
                yield space.build(site, genome, "structure", trial)
                failed = 0
            except CannotGenerate:
                failed += 1
                if failed == MOST_FAILURES:
                    return

    @staticmethod
    def _fills(site: Site, genome: Genome) -> bool:
        """Whether a construction says more than sizes."""
        kinds = {slot.name: slot.kind for slot in site.catalogue.slots}
        return any(kinds[name] not in ("size", "cases") for name, _ in genome)

    @staticmethod
    def _longest_ways(site: Site) -> Iterator[tuple[Site, Genome, int]]:
        """A chain of all vertices with all that stands beside it at its most: recursion is as deep as it gets, and no
        sum along a way is larger."""
        slots = site.catalogue.slots
        named = {slot.name: {choice.name for choice in slot.choices} for slot in slots}
        for slot in slots:
            shape = next((name for name in CHAINS if name in named[slot.name]), None)
            if slot.kind in ("edges", "parents") and shape is not None:
                most = [(other.name, "all max") for other in slots if "all max" in named[other.name]]
                yield site, site.catalogue.normal(((slot.name, shape), *most)), 0

    @staticmethod
    def _offers(site: Site) -> Iterator[tuple[Site, Genome, int]]:
        return ((site, genome, 0) for genome in site.catalogue.genomes())

    def _made(self, group: Group, label: str, kind: str, instance: Instance) -> ProposedTest:
        return ProposedTest(group, label, kind, Origin(group.value, label), print_input(self._format, instance))

    def _rng(self, name: str) -> np.random.Generator:
        return np.random.default_rng([self._seed, *name.encode()])


def _lowest(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    return np.full(length, lo, dtype=np.int64)


def _highest(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    return np.full(length, hi, dtype=np.int64)

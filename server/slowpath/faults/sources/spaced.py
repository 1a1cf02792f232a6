"""Known hard structures at small, medium and full size: the catalogue's constructions, which also break what is merely
wrong, and saturated sizes, at which sums overflow, tables end and slow programs take too long."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, count, zip_longest

from slowpath.analysis.cues import cues
from slowpath.catalogue import Genome, TargetFacts, hints_of, select
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate
from slowpath.engine.space import Site, Space
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.faults.sources.source import Stream
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.sizes.saturate import boundaries

MOST_UNMAKEABLE = 100
CLEARLY_MORE = 1.0
"""Work differs clearly if its base-2 logarithm does by about so much."""
LEAST_EXPONENT = 1.0
MOST_EXPONENT = 4.0


class LazySpace:
    """The format's space with the catalogue, ranked by what the program's text and the statement show. It takes a
    second to make, in which tiny inputs have mostly broken the program, so it's made when the first source wants it."""

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state

    @cached_property
    def space(self) -> Space:
        """The space."""
        spec = self._state.spec
        with self._state.preparing():
            seen = cues(spec.source, spec.language)
            facts = TargetFacts(library=spec.language).with_constants(seen)
            hints = hints_of(seen, select(spec.statement, spec.source, spec.language))
            return Space(spec.format, boundaries(spec.format), facts, spec.seed, hints)


def _constructions(lazy: LazySpace, levels: tuple[str, ...], name: str) -> Iterator[Candidate]:
    """The catalogue's constructions at the sites of some levels, the sites by turns: the first of each, then the next
    of each; at last the random input of each again and again."""
    space = lazy.space
    sites = list({id(site): site for level in levels for site in space.sites(level)}.values())
    yield from _by_turns(space, sites, name)


def _by_turns(space: Space, sites: Sequence[Site], name: str) -> Iterator[Candidate]:
    rounds = zip_longest(*map(_offers, sites))
    wanted = chain(
        (each for each in chain.from_iterable(rounds) if each is not None),
        ((site, (), trial) for trial in count(1) for site in sites),
    )
    failed = 0
    for site, genome, trial in wanted:
        try:
            yield space.build(site, genome, name, trial)
            failed = 0
        except CannotGenerate:
            failed += 1
            if failed == MOST_UNMAKEABLE:
                return


def _offers(site: Site) -> Iterator[tuple[Site, Genome, int]]:
    return ((site, genome, 0) for genome in site.catalogue.genomes())


def small_constructions(space: LazySpace) -> Stream:
    """At a few dozen and about a thousand elements."""
    return Stream(
        "catalogue", "Trying known worst cases at small size.", 8, _constructions(space, (SMALL, MEDIUM), "catalogue")
    )


class FullConstructions(Stream):
    """At the largest sizes: a random input at once, which shows most programs that are too slow; then those first for
    which their like of small and medium size foretell clearly most work, as a program that is too slow for one of them
    may need all its time for another."""

    def __init__(self, lazy: LazySpace) -> None:
        self._lazy = lazy
        self._scouts: dict[str, tuple[str, str]] = {}
        self._work: dict[tuple[str, str], int] = {}
        super().__init__("full-size", "Trying inputs of the largest sizes.", 1, self._proposed())

    def _proposed(self) -> Iterator[Candidate]:
        space = self._lazy.space
        full = space.sites(FULL)
        for site in (*full[:1], *space.sites(SMALL), *space.sites(MEDIUM)):
            with suppress(CannotGenerate):
                scout = space.build(site, (), self.id, 1)
                self._scouts[scout.id] = site.level, _name_of(site)
                yield scout
        yield from _by_turns(space, sorted(full, key=self._rank), self.id)

    def _rank(self, site: Site) -> float:
        return -(math.log2(self._foretold(site)) // CLEARLY_MORE)

    def _foretold(self, site: Site) -> float:
        """The work at a site of full size, as a power of what grows most."""
        space, name = self._lazy.space, _name_of(site)
        small, medium = (_named(space.sites(level), name) for level in (SMALL, MEDIUM))
        if small is None or medium is None:
            return 1.0
        # Where nothing had to be cut, a smaller site is the full one.
        less, more = (max(1, self._work.get((each.level, name), 0)) for each in (small, medium))
        grown, left = _times_larger(medium, small), _times_larger(site, medium)
        exponent = math.log(more / less) / math.log(grown) if grown > 1 else LEAST_EXPONENT
        return more * left ** min(max(exponent, LEAST_EXPONENT), MOST_EXPONENT)

    def observe(self, played: Played) -> None:
        """See `Source.observe`."""
        if played.candidate.id in self._scouts:
            self._work[self._scouts[played.candidate.id]] = played.bout.execution.count


def _name_of(site: Site) -> str:
    return site.boundary.label.removesuffix(f", {site.level}")


def _named(sites: Sequence[Site], name: str) -> Site | None:
    return next((site for site in sites if _name_of(site) == name), None)


def _times_larger(site: Site, other: Site) -> float:
    """How many times as large as at another site the size is that differs most."""
    sizes = other.boundary.sizes
    return max((value / max(1, sizes.get(name, 0)) for name, value in site.boundary.sizes.items()), default=1.0)

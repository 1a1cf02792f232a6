"""The space that is searched: a format at its boundaries, at three levels of size, and how a point becomes input.

A *site* is a boundary at a level; a genome of the catalogue at a site, with a seed, is one input, and these few
words are its recipe. Medium sites are the boundaries with every size cut to about a thousand, so that hundreds of
genomes can be compared in a second; small ones have a few dozen elements, where feedback search works. Where a program
takes exponential time both are smaller (`Space.resize`), since small is what is cheap.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from slowpath.catalogue import NO_HINTS, Catalogue, Genome, Hints, TargetFacts
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate
from slowpath.engine.lazily import Lazily
from slowpath.engine.lower_formats import (
    growing_ranges,
    lengths_in_rows,
    lowered,
    ranges_of,
    roots_of,
    with_lower_sizes,
    with_lower_sums,
    with_most,
)
from slowpath.errors import FormatUnknown
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.narrowed import CannotNarrow, narrowed
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.printing import print_input
from slowpath.model.constraint import Aim
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.wire import decode

MEDIUM_SIZE = 1000
MEDIUM_BYTES = 24_000
SMALL_SIZE = 32
SMALL_BYTES = 600
SQUARE_ROOTS = 2
LEAST_HALVED = 8


@dataclass(frozen=True)
class Site:
    """A boundary at a level, with the catalogue of what can be built there.

    `format` is the format in force there, one object for all inputs (what is derived from it is kept by identity);
    `sum_at_most` lowers the format's sums over sizes (all test cases together) below full size, None leaves them;
    `ranges` are lower bounds than the format's for numbers that grow along with sizes (`ranges_of`).
    """

    level: str
    boundary: Boundary
    catalogue: Catalogue
    format: InputFormat
    sum_at_most: int | None = None
    ranges: Mapping[str, int] = field(default_factory=dict)

    @property
    def where(self) -> dict[str, Any]:
        """What a recipe says of the place: enough for `format_at` and the boundary."""
        return {
            "label": self.boundary.label,
            "sizes": dict(self.boundary.sizes),
            "cases": self.boundary.cases,
            "sum_at_most": self.sum_at_most,
            **({"ranges": dict(self.ranges)} if self.ranges else {}),
        }


def rng_seed(*parts: object) -> int:
    """A seed of 48 bits from anything printable: the same parts give the same seed on every machine."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:6], "big")


class Space:
    """All sites of one format. Making a site costs one generated input or a few; inputs are made on demand."""

    def __init__(
        self,
        fmt: InputFormat,
        boundaries: list[Boundary],
        facts: TargetFacts,
        seed: int,
        hints: Hints = NO_HINTS,
        has_catalogue: bool = True,
    ) -> None:
        """Without `has_catalogue` no site offers any construction: a measure of what is found without them. Raises
        `FormatUnknown` without any boundary, as where the format's bounds can't hold together."""
        if not boundaries:
            raise FormatUnknown(
                "No input satisfies the input format: its bounds contradict each other.",
                'Correct it: "Slowpath: Edit Input Format" in the editor, `slowpath format FILE'
                " --write` on the command line.",
            )
        self.format = fmt
        self.seed = seed
        self.facts = facts
        self.hints = hints
        self.has_catalogue = has_catalogue
        self.is_resized = False
        self._sizes = SMALL_SIZE, MEDIUM_SIZE
        self._bounded: dict[int, InputFormat] = {}
        self._by_ranges: dict[tuple[tuple[str, int], ...], InputFormat] = {(): fmt}
        self._medium_bytes: int | None = None
        self._size_limits: Mapping[str, int] = {}
        self.full = [self._site(FULL, b, fmt) for b in boundaries]
        self.medium = self._all_reduced(MEDIUM, MEDIUM_SIZE, MEDIUM_BYTES)
        self.small = self._all_reduced(SMALL, SMALL_SIZE, SMALL_BYTES)

    def _all_reduced(self, level: str, size: int, most_bytes: int) -> Sequence[Site]:
        """The sites of a level, as they're needed: some strategies look at the first alone."""
        return Lazily(len(self.full), lambda place: self.reduced(self.full[place].boundary, level, size, most_bytes))

    def _site(
        self,
        level: str,
        boundary: Boundary,
        fmt: InputFormat,
        sum_at_most: int | None = None,
        ranges: Mapping[str, int] | None = None,
    ) -> Site:
        ranges = ranges or {}
        known = self._ranged(ranges)
        catalogue = Catalogue(known, boundary, self.facts, self.hints, is_empty=not self.has_catalogue)
        return Site(level, boundary, catalogue, fmt, sum_at_most, ranges)

    def reduced(self, boundary: Boundary, level: str, size: int, most_bytes: int) -> Site:
        """The boundary with every size cut until a random input there is at most `most_bytes` long.

        Where nothing has to be cut the site is the full one. Cutting ends where the format lets no size be smaller.
        """
        if max(boundary.sizes.values(), default=0) <= size and self._length_at(boundary, self.format) <= most_bytes:
            return self.sized(boundary, self._size_limits)
        while True:
            sizes = lowered(boundary.sizes, size)
            cut = Boundary(f"{boundary.label}, {level}", sizes, boundary.cases)
            ranges = {**ranges_of(self.format, boundary, size), **lengths_in_rows(self.format, sizes)}
            ranges = {name: min(most, self._size_limits.get(name, most)) for name, most in ranges.items()}
            fmt = with_lower_sums(self._ranged(ranges), cut, size)
            made = self._random_at(cut, fmt) if size > 4 else None
            if made is None or len(print_input(fmt, made)) <= most_bytes or _is_larger(made, sizes):
                return self._site(level, cut, fmt, size, ranges)
            size = size * 2 // 3

    def at_size(self, place: int, size: int) -> Site:
        """The full site of that place where sizes are about `size`; the small one where another size is searched."""
        if self.is_resized:
            return self.small[place]
        return self.reduced(self.full[place].boundary, MEDIUM, size, MEDIUM_BYTES)

    def _ranged(self, ranges: Mapping[str, int]) -> InputFormat:
        """The format with these upper bounds, made once."""
        key = tuple(sorted(ranges.items()))
        if key not in self._by_ranges:
            self._by_ranges[key] = with_most(self.format, ranges)
        return self._by_ranges[key]

    def resize(self, small: int, medium: int) -> None:
        """Cuts the small and the medium sites to other sizes than those that suit most programs."""
        self.is_resized, self._sizes, self._medium_bytes = True, (small, medium), None
        self.small = self._all_reduced(SMALL, small, SMALL_BYTES)
        self.medium = self._all_reduced(MEDIUM, medium, MEDIUM_BYTES)

    def lower_medium(self, medium: int) -> None:
        """Cuts the medium sites alone to a smaller size."""
        self._sizes, self._medium_bytes = (self._sizes[0], medium), None
        self.medium = self._all_reduced(MEDIUM, medium, MEDIUM_BYTES)

    def compare_at_full(self) -> None:
        """Has inputs of full size in the place of medium ones, where these cost no less."""
        self.medium, self._medium_bytes = self.full, None

    def limit_sizes(self, sizes: Mapping[str, int]) -> None:
        """Takes these for the largest sizes that there are, and numbers that grow along with them: all sites are made
        anew."""
        self._size_limits, self.is_resized, self._sizes = dict(sizes), False, (SMALL_SIZE, MEDIUM_SIZE)
        made = [self.sized(site.boundary, sizes) for site in self.full]
        self.full = list({repr((site.boundary.sizes, site.boundary.cases)): site for site in made[::-1]}.values())[::-1]
        self._medium_bytes = None
        self.medium = self._all_reduced(MEDIUM, MEDIUM_SIZE, MEDIUM_BYTES)
        self.small = self._all_reduced(SMALL, SMALL_SIZE, SMALL_BYTES)

    def sized(self, boundary: Boundary, most: Mapping[str, int]) -> Site:
        """The site of full size where no size of a boundary, and no number that grows along with sizes, is larger than
        said."""
        sizes = {name: min(size, most.get(name, size)) for name, size in boundary.sizes.items()}
        numbers = growing_ranges(self.format, boundary)
        ranges = {name: max(lo, most[name]) for name, (lo, hi) in numbers.items() if most.get(name, hi) < hi}
        if sizes != boundary.sizes:
            ranges |= lengths_in_rows(self.format, sizes)
        return self._site(FULL, Boundary(boundary.label, sizes, boundary.cases), self._ranged(ranges), ranges=ranges)

    def resize_like(self, other: Space) -> None:
        """Cuts the sites as another space's are, where that was resized."""
        if other._size_limits:
            self.limit_sizes(other._size_limits)
        if other.is_resized:
            self.resize(*other._sizes)
        elif other._sizes[1] < self._sizes[1]:
            self.lower_medium(other._sizes[1])

    def smaller(self) -> Sequence[Site]:
        """Sites below full size for each boundary: the small ones, or of half the size where even the full ones are
        small, as those of programs that take exponential time. Full ones where there is nothing to cut."""
        if self.small[0].level != FULL:
            return self.small
        largest = max(self.full[0].boundary.sizes.values(), default=0)
        if largest < LEAST_HALVED:
            return self.small
        return [self.reduced(site.boundary, SMALL, largest // 2, SMALL_BYTES) for site in self.full]

    def calmer(self) -> Iterator[Site]:
        """The first small site with the format's own numbers up to the square root of what they may be, then up to the
        root of that: for programs that take long because a number is large."""
        for site in self.small[:1]:
            for times in range(1, SQUARE_ROOTS + 1):
                ranges = {**site.ranges, **roots_of(self.format, site.boundary, times)}
                if ranges:
                    yield self._site(SMALL, site.boundary, self._ranged(ranges), site.sum_at_most, ranges)

    def bounded(self, size: int) -> InputFormat:
        """The format with no size above `size`, where its bounds allow that: what mutation under it makes of a small
        input is small. Each is made once."""
        if size not in self._bounded:
            self._bounded[size] = with_lower_sizes(self.format, [site.boundary for site in self.full], size)
        return self._bounded[size]

    def for_small(self, largest: int) -> InputFormat:
        """The format that mutants of inputs of at most that size obey: twice as large, but where that is dear."""
        return self.bounded(largest if self.is_resized else 2 * largest)

    def for_medium(self) -> InputFormat:
        """The format that mutants of medium inputs obey: any, but where larger ones are dear."""
        return self.bounded(self._sizes[1]) if self.is_resized else self.format

    @property
    def medium_bytes(self) -> int:
        """The length of the longest random input of medium size."""
        if self._medium_bytes is None:
            lengths = [self._length_at(site.boundary, site.format) for site in self.medium]
            self._medium_bytes = max(lengths) or MEDIUM_BYTES
        return self._medium_bytes

    @property
    def small_bytes(self) -> int:
        """The length of a random input of small size."""
        site = self.small[0]
        return self._length_at(site.boundary, site.format)

    def _length_at(self, boundary: Boundary, fmt: InputFormat) -> int:
        """The bytes of a random input there; 0 where none can be made."""
        made = self._random_at(boundary, fmt)
        return 0 if made is None else len(print_input(fmt, made))

    def _random_at(self, boundary: Boundary, fmt: InputFormat) -> dict[str, Any] | None:
        """A random input there, None where none can be made."""
        plan = Plan(sizes=dict(boundary.sizes), cases=boundary.cases)
        try:
            return generate(fmt, plan, np.random.default_rng(0))
        except CannotGenerate:
            return None

    def sites(self, level: str) -> Sequence[Site]:
        """The sites of a level, in the order of the boundaries."""
        by_level: dict[str, Sequence[Site]] = {FULL: self.full, MEDIUM: self.medium, SMALL: self.small}
        return by_level[level]

    def build(self, site: Site, genome: Genome, strategy: str, trial: int = 0) -> Candidate:
        """The input of a genome at a site. `trial` tells repeated draws of the same genome apart."""
        seed = rng_seed(self.seed, site.level, site.boundary.label, genome, trial)
        recipe = {
            "kind": "pattern",
            "genome": [list(gene) for gene in genome],
            "rng_seed": seed,
            "boundary": site.where,
        }
        if site.catalogue.needs_facts(genome):
            recipe["tables"] = self.facts.to_json()
        if why := site.catalogue.why(genome):
            recipe["why"] = list(why)
        plan = site.catalogue.plan(genome)
        origin = Origin(strategy, self._label(site, genome), recipe=recipe)
        return self.from_plan(site, plan, seed, origin, strategy)

    def _label(self, site: Site, genome: Genome) -> str:
        """What the user reads: the construction, and the boundary or level only where they tell inputs apart."""
        remarks = [site.boundary.label.removesuffix(f", {site.level}")] if len(self.full) > 1 else []
        if site.level != FULL:
            remarks.append(f"{site.level} size")
        label = site.catalogue.label(genome)
        return f"{label} ({', '.join(remarks)})" if remarks else label

    def from_plan(self, site: Site, plan: Plan, seed: int, origin: Origin, strategy: str) -> Candidate:
        """The input of any plan at a site. Raises `CannotGenerate` where the plan can't be made valid."""
        instance = generate(site.format, plan, np.random.default_rng(seed))
        return Candidate(print_input(site.format, instance), instance, origin, site.level, strategy, is_validated=True)

    def from_instance(self, instance: dict[str, Any], origin: Origin, level: str, strategy: str) -> Candidate:
        """The input that an instance prints as."""
        return Candidate(print_input(self.format, instance), instance, origin, level, strategy)


def _is_larger(instance: Mapping[str, Any], sizes: Mapping[str, int]) -> bool:
    """Whether a size is larger than was asked for, as where the format's least is."""
    return any(isinstance(made := instance.get(name), int) and made > size for name, size in sizes.items())


def format_at(fmt: InputFormat, boundary: Boundary, where: Mapping[str, Any]) -> InputFormat:
    """The format in force at the place that a recipe names."""
    ranges = where.get("ranges")
    return with_lower_sums(with_most(fmt, ranges) if ranges else fmt, boundary, where.get("sum_at_most"))


def _narrowed_again(fmt: InputFormat, recipe: dict) -> InputFormat:
    try:
        return narrowed(fmt, decode(tuple[Aim, ...], recipe["aims"]))
    except CannotNarrow as error:
        raise CannotGenerate(error.reason) from error


def regenerate(fmt: InputFormat, recipe: dict) -> bytes:
    """The bytes of a pattern recipe, under the format narrowed to its aims where it has some. Raises `KeyError` for a
    construction that this version doesn't know, `CannotGenerate` for aims that leave no input."""
    if "aims" in recipe:
        fmt = _narrowed_again(fmt, recipe)
    where = recipe["boundary"]
    boundary = Boundary(where["label"], {name: int(size) for name, size in where["sizes"].items()}, where["cases"])
    facts = TargetFacts.from_json(recipe["tables"]) if "tables" in recipe else TargetFacts()
    fmt = format_at(fmt, boundary, where)
    plan = Catalogue(fmt, boundary, facts).plan([(slot, choice) for slot, choice in recipe["genome"]])
    return print_input(fmt, generate(fmt, plan, np.random.default_rng(recipe["rng_seed"])))

"""What strategies share: the space, the corpus, and the genomes that did best at medium size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from slowpath.analysis.ordered import ComparedParts
from slowpath.catalogue import Genome
from slowpath.engine.candidate import FULL, MEDIUM, Candidate
from slowpath.engine.constraints.watch import ConstraintWatch, Target
from slowpath.engine.corpus import Corpus
from slowpath.engine.lower_formats import size_of
from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.parts import Part, view_of
from slowpath.engine.space import Site, Space
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.model.fuzzer import ByteFuzzer
from slowpath.model.generator import GeneratorProgram, GeneratorRunner, MutatorProgram

CONSIDERED = 8
MOST_POWER = 4.0
"""What grows by more between two sizes isn't foreseen to do so up to the largest."""
BUSIEST = 16
LONGER = 1.5


@dataclass(frozen=True)
class Scored:
    """A genome with the count that it reached at a site (by index) of a level below full size."""

    count: int
    site: int
    genome: Genome


@dataclass
class StrategyContext:
    """What strategies share: the space, the corpus, and the genomes that did best at medium size.

    `generators` and `mutators` are what a model wrote for this program, `runner` runs them; without any, all are empty.
    `watch` knows the constraints and what to aim at; `aimed` is the id of the one that the search is to be about;
    `unaimable` are the ids of those whose aims fit no input, or don't hold what they promise. `samples` are the given
    inputs, `literals` the integers that the program's text shows, `compared` the parts of the input whose elements it
    compares. `fuzzer` is AFL++, None but where it was asked for.
    """

    space: Space
    corpus: Corpus
    seed: int
    elite: list[Scored] = field(default_factory=list)
    generators: tuple[GeneratorProgram, ...] = ()
    runner: GeneratorRunner | None = None
    watch: ConstraintWatch = field(default_factory=ConstraintWatch)
    aimed: str = ""
    unaimable: set[str] = field(default_factory=set)
    mutators: tuple[MutatorProgram, ...] = ()
    samples: tuple[bytes, ...] = ()
    fuzzer: ByteFuzzer | None = None
    literals: tuple[int, ...] = ()
    compared: ComparedParts = ComparedParts()
    is_dear: Callable[[], bool] = lambda: False
    """Whether one run at full size takes a good part of the time that there is."""
    powers: dict[tuple[int, Genome], float] = field(default_factory=dict)
    """The power of its size by which the count of a genome (by the index of its site) was seen to grow."""
    busiest: list[tuple[int, Shape]] = field(default_factory=list)
    """The shapes whose inputs of a few hundred elements do most beyond being read, with how much, most first."""

    def targets(self) -> list[Target]:
        """What to aim at, best evidence first: the one that the search is about, else all that are shown."""
        if not self.aimed:
            return self.watch.targets()
        chosen = self.watch.target(self.aimed)
        return [chosen] if chosen is not None else []

    def untested(self) -> list[Target]:
        """What to come to for the first time; nothing where the search is about one constraint."""
        return [] if self.aimed else self.watch.untested()

    def plain(self) -> Scored | None:
        """The random inputs of the first site, once one was run."""
        return next((scored for scored in self.elite if not scored.genome and not scored.site), None)

    def best_medium(self) -> int:
        """The cost to compare with at medium size. What mutants made there may be far larger."""
        longest = LONGER * self.space.medium_bytes
        known = [entry.count for entry in self.corpus.best(MEDIUM, CONSIDERED) if len(entry.candidate.data) <= longest]
        return max([*known[:1], *(scored.count for scored in self.elite[:1])], default=0)

    def promise(self, scored: Scored) -> float:
        """The count that a genome is foreseen to have at full size: as its power says, in proportion where nobody tried
        it at two sizes."""
        smaller, full = (size_of(sites[scored.site].boundary) for sites in (self.space.medium, self.space.full))
        power = self.powers.get((scored.site, scored.genome), 1.0)
        return float(scored.count * (full / max(1, smaller)) ** min(max(power, 0.0), MOST_POWER))

    def foreseen(self, candidate: Candidate) -> float:
        """The count that an input of full size is foreseen to have, 0 where none like it was tried smaller."""
        recipe = candidate.origin.recipe or {}
        if candidate.level != FULL or recipe.get("kind") != "pattern":
            return 0.0
        genome = tuple((slot, choice) for slot, choice in recipe["genome"])
        sites = [place for place, site in enumerate(self.space.full) if site.where == recipe["boundary"]]
        known = [scored for scored in self.elite if scored.site in sites and scored.genome == genome]
        return self.promise(known[0]) if known else 0.0

    def offer(self, work: int, shape: Shape) -> None:
        """Takes note of what a shape's input did at a few hundred elements; of those that did as much the first is
        kept."""
        if (len(self.busiest) < BUSIEST or work > self.busiest[-1][0]) and all(work != one for one, _ in self.busiest):
            self.busiest.append((work, shape))
            self.busiest.sort(key=lambda one: -one[0])
            del self.busiest[BUSIEST:]

    def rng(self, strategy: str) -> np.random.Generator:
        """A generator of the strategy's own."""
        return np.random.default_rng([self.seed, *strategy.encode()])

    def worth(self, count: int, rng: np.random.Generator) -> int:
        """What a run of that count is ranked by: chance where nothing is to be ranked."""
        return count if self.corpus.has_feedback else int(rng.integers(1 << 30))

    def parts_at(self, site: Site) -> tuple[Part, ...]:
        """The parts of a random input at a site, none where none can be made there."""
        plan = Plan(sizes=dict(site.boundary.sizes), cases=site.boundary.cases)
        try:
            return view_of(self.space.format, generate(site.format, plan, np.random.default_rng(self.seed))).parts
        except CannotGenerate:
            return ()

    def score(self, count: int, site: int, genome: Genome, most: int = 200) -> None:
        """Takes note of a genome's count; the `most` best are kept, best first, where feedback ranks at all."""
        self.elite.append(Scored(count if self.corpus.has_feedback else 0, site, genome))
        self.elite.sort(key=lambda s: (-s.count, s.site, len(s.genome), s.genome))
        del self.elite[most:]

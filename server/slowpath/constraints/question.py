"""What a model is told when it is asked for performance constraints, as a value and as texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.analysis.source import functions_of, loops_of, tree_of
from slowpath.constraints.dialects import DIALECTS, Dialect
from slowpath.constraints.listing import annotated_listing
from slowpath.inputs.text_form.explained import explained_text
from slowpath.llm.objections import NO_GROUNDS
from slowpath.llm.shown import shown_input, shown_statement
from slowpath.model.constraint import BODY, Constraint, Place
from slowpath.model.contrast import Contrast
from slowpath.model.format import InputFormat

REASONING, CHECKERS = "constraint-reasoning", "constraint-checkers"
MOST_CONSTRAINTS = 6


@dataclass(frozen=True)
class ConstraintQuestion:
    """A program with its contrastive pair. `slow` and `fast` are the pair's bytes, `inputs` further valid ones.

    `problem` names it in recordings. `known` are constraints that others proposed (rules): what a model says again is
    left out. `grounds` says where the format comes from.
    """

    problem: str
    statement: str
    language: str
    source: bytes = field(repr=False)
    format: InputFormat | None
    contrast: Contrast
    slow: bytes = field(repr=False)
    fast: bytes = field(repr=False)
    inputs: tuple[bytes, ...] = field(default=(), repr=False)
    known: tuple[Constraint, ...] = ()
    grounds: str = NO_GROUNDS

    @property
    def dialect(self) -> Dialect:
        """What the program's language brings. Raises `KeyError` for a language that isn't known."""
        return DIALECTS[self.language]

    @property
    def line_count(self) -> int:
        """Lines of the program."""
        return self.source.count(b"\n") + 1

    def visits(self, place: Place) -> int:
        """How often the slow run came by a place, 0 where that isn't known.

        Before and after a loop it comes by as often as the loop is entered: once for each turn of the loop around it,
        or for each call of its function.
        """
        hits = {row.line: row.slow for row in self.contrast.lines}
        root = tree_of(self.source, self.language)
        loops = [(each.first_line, each.last_line) for each in loops_of(root)] if root is not None else []
        if place.where == BODY or root is None or all(first != place.line for first, _ in loops):
            return hits.get(place.line, 0)
        functions = [(each.first_line, each.last_line) for each in functions_of(root)]
        around = [span for span in (*loops, *functions) if span[0] < place.line <= span[1]]
        first, last = max(around, default=(0, self.line_count))
        return min((hits[line] for line in range(first + 1, last + 1) if hits.get(line)), default=0)

    def format_text(self) -> str:
        """The format in its text form."""
        return explained_text(self.format) if self.format is not None else "(unknown; take it from the statement)"

    def pair_text(self) -> str:
        """How the two inputs compare."""
        contrast = self.contrast
        said = [
            f"The slow run does {contrast.cost_ratio:.3g} times the work of the fast run. The slow input has"
            f" {len(self.slow)} bytes, the fast one {len(self.fast)}; their similarity is"
            f" {contrast.similarity:.2f} of 2 (2: the same values, perhaps in another order)."
        ]
        said += [f"Mind: {weakness}." for weakness in contrast.weaknesses]
        return "\n".join(said)

    def values(self) -> Mapping[str, str]:
        """The values of the prompt of phases 1 and 2."""
        return {
            "language": self.dialect.name,
            "statement": shown_statement(self.statement),
            "format": self.format_text(),
            "grounds": self.grounds,
            "pair": self.pair_text(),
            "listing": annotated_listing(self.source, self.language, self.contrast),
            "slow_input": shown_input(self.slow),
            "fast_input": shown_input(self.fast),
            "examples": self.dialect.words(REASONING, "examples"),
            "most": str(MOST_CONSTRAINTS),
        }

"""The structured generation specification (STAB section 3.3): all that a model is told, as a value and as texts."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.text_form.explained import explained_text
from slowpath.llm.objections import NO_GROUNDS
from slowpath.llm.shown import shortened, shown_statement
from slowpath.model.format import InputFormat

LONGEST_SOURCE = 16_000
MOST_BOUNDARIES = 6
MOST_PRINCIPLES = 24
MOST_OF_ONE = 6


@dataclass(frozen=True)
class Principle:
    """One construction principle of a scenario (STAB appendix G): what slows which implementation, and of what class
    ("structural", "numerical", "size-only")."""

    implementation: str
    vulnerability: str
    text: str


@dataclass(frozen=True)
class CandidateScenario:
    """A scenario that was selected for the problem, with the reasons for it."""

    title: str
    principles: tuple[Principle, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class GenerationSpec:
    """What a generator is to be written for. `source` and `language` are the solution's, for methods that show it.

    `size_name` is the size that grows largest at the first boundary, `full_size` its value there: generators are
    asked for a size in these units. A format without sizes has "" and 1. `grounds` says where the format comes from.
    """

    problem: str
    statement: str
    format: InputFormat
    boundaries: tuple[Boundary, ...]
    scenarios: tuple[CandidateScenario, ...] = ()
    source: str = field(default="", repr=False)
    language: str = ""
    time_limit_s: float | None = None
    grounds: str = NO_GROUNDS

    @property
    def size_name(self) -> str:
        """See the class."""
        sizes = self.boundaries[0].sizes if self.boundaries else {}
        return max(sizes, key=lambda name: sizes[name], default="")

    @property
    def full_size(self) -> int:
        """See the class."""
        return max(1, self.boundaries[0].sizes[self.size_name]) if self.size_name else 1

    def statement_text(self) -> str:
        """The problem as the model reads it."""
        return shown_statement(self.statement)

    def format_text(self) -> str:
        """The format in its text form."""
        return explained_text(self.format)

    def boundary_text(self) -> str:
        """The resolved boundaries, a line each."""
        lines = []
        for boundary in self.boundaries[:MOST_BOUNDARIES]:
            sizes = ", ".join(f"{name} = {value}" for name, value in boundary.sizes.items())
            lines.append(f"- {boundary.label}: {sizes}" if sizes else f"- {boundary.label}")
        return "\n".join(lines) or "- (the sizes could not be resolved; take them from the statement)"

    def size_text(self) -> str:
        """What the argument `size` means here."""
        if not self.size_name:
            return "The input has no size to vary: ignore `size`."
        return (
            f"`size` is the wanted value of `{self.size_name}`. With {self.full_size} make the input at a resolved"
            f" boundary; with less shrink the other sizes along, and keep the structure."
        )

    def scenario_text(self) -> str:
        """The candidate scenarios with their principles and the reasons for them."""
        left, parts = MOST_PRINCIPLES, []
        for scenario in self.scenarios:
            shown = scenario.principles[: min(left, MOST_OF_ONE)]
            left -= len(shown)
            if not shown:
                break
            why = f" (because: {'; '.join(scenario.reasons[:3])})" if scenario.reasons else ""
            lines = [f"  - {each.implementation} [{each.vulnerability}]: {each.text}" for each in shown]
            parts.append("\n".join([f"- {scenario.title}{why}", *lines]))
        return "\n".join(parts) or "- (no known scenario was recognised: find the structure that is worst yourself)"

    def source_text(self) -> str:
        """The solution, for methods that may see it."""
        return shortened(self.source, LONGEST_SOURCE) or "(no solution is given)"

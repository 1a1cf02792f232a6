"""What a model is told when it is asked to break a program, as a value and as texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.explained import explained_text
from slowpath.llm.objections import NO_GROUNDS
from slowpath.llm.shown import shown_limits, shown_program, shown_sample, shown_statement
from slowpath.model.format import InputFormat
from slowpath.model.languages import name_of
from slowpath.model.problem import Sample

MOST_SAMPLES = 4


@dataclass(frozen=True)
class HackQuestion:
    """A program that is thought to be wrong, with its problem. `problem` names it in recordings.

    `any_answer` quotes what in the statement says that several outputs may be right, "" for nothing. Limits are None
    where nobody says. `grounds` says where the format comes from.
    """

    problem: str
    statement: str
    language: str
    source: bytes = field(repr=False)
    format: InputFormat
    samples: tuple[Sample, ...] = field(default=(), repr=False)
    time_limit_s: float | None = None
    memory_limit_bytes: int | None = None
    any_answer: str = ""
    grounds: str = NO_GROUNDS

    @property
    def language_name(self) -> str:
        """For the model."""
        return name_of(self.language)

    @property
    def full_size(self) -> int:
        """The largest value that a size of the input may have, 1 for an input without sizes: what generators are given
        that take a size."""
        found = boundaries(self.format)
        return max(1, max(found[0].sizes.values(), default=1)) if found else 1

    def format_text(self) -> str:
        """The format in its text form."""
        return explained_text(self.format)

    def program_text(self) -> str:
        """The program's text."""
        return shown_program(self.source)

    def limits_text(self) -> str:
        """Limits of time and memory, and what is known of how outputs are compared."""
        return shown_limits(self.time_limit_s, self.memory_limit_bytes, self.any_answer)

    def samples_text(self) -> str:
        """The first samples with their answers."""
        return "\n\n".join(shown_sample(sample) for sample in self.samples[:MOST_SAMPLES]) or "(none is given)"

    def values(self) -> Mapping[str, str]:
        """The values that all ways of asking share."""
        return {
            "statement": shown_statement(self.statement),
            "format": self.format_text(),
            "grounds": self.grounds,
            "limits": self.limits_text(),
            "samples": self.samples_text(),
            "language": self.language_name,
            "program": self.program_text(),
        }

"""What a model is told when it is asked to break a program, as a value and as texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.inputs.saturate import boundaries
from slowpath.inputs.text import to_text
from slowpath.llm.shown import shortened, shown_input, shown_statement
from slowpath.model.format import InputFormat
from slowpath.model.problem import Sample

LONGEST_PROGRAM = 24_000
MOST_SAMPLES = 4
SAMPLE_LINES = 60
"""A sample of several test cases is long, and each case of it says something."""
LANGUAGES = {"cpp": "C++", "python": "Python"}
"""How a model knows a language that has a registered id; others go by their id."""


@dataclass(frozen=True)
class HackQuestion:
    """A program that is thought to be wrong, with its problem. `problem` names it in recordings.

    `any_answer` quotes what in the statement says that several outputs may be right, "" for nothing. Limits are None
    where nobody says.
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

    @property
    def language_name(self) -> str:
        """For the model."""
        return LANGUAGES.get(self.language, self.language)

    @property
    def full_size(self) -> int:
        """The largest value that a size of the input may have, 1 for an input without sizes: what generators are given
        that take a size."""
        found = boundaries(self.format)
        return max(1, max(found[0].sizes.values(), default=1)) if found else 1

    def format_text(self) -> str:
        """The format in its text form."""
        return to_text(self.format).strip()

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
        return {"statement": shown_statement(self.statement), "format": self.format_text(),
                "limits": self.limits_text(), "samples": self.samples_text(), "language": self.language_name,
                "program": self.program_text()}


def shown_program(source: bytes) -> str:
    """A program's text as a model reads it."""
    return shortened(source.decode("utf-8", "replace").strip("\n"), LONGEST_PROGRAM)


def shown_limits(time_limit_s: float | None, memory_limit_bytes: int | None, any_answer: str = "") -> str:
    """The limits in sentences."""
    said = [f"Time: {time_limit_s:g} s." if time_limit_s else "The limit of time isn't known; about 2 s is usual.",
            f"Memory: {memory_limit_bytes >> 20} MB." if memory_limit_bytes
            else "The limit of memory isn't known; 256 MB is usual."]
    if any_answer:
        said.append("Several answers may be right, so that another answer alone isn't a wrong one.")
    return " ".join(said)


def shown_sample(sample: Sample) -> str:
    """One sample with its answer, long ones shortened."""
    answer = shown_input(sample.answer, SAMPLE_LINES) if sample.answer is not None else "(not given)"
    return f"Input {sample.name}:\n{shown_input(sample.data, SAMPLE_LINES)}\nAnswer:\n{answer}"

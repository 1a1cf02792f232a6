"""What a model is told when it is asked for a faster version of a program, as a value and as texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.inputs.text_form.explained import explained_text
from slowpath.llm.objections import NO_GROUNDS
from slowpath.llm.shown import shown_limits, shown_program, shown_sample, shown_statement
from slowpath.model.format import InputFormat
from slowpath.model.languages import name_of
from slowpath.model.problem import Sample

MOST_SAMPLES = 4
NO_VERSIONS = "(none is known)"


@dataclass(frozen=True)
class RewriteQuestion:
    """A program that is to become faster, with its problem. `problem` names it in recordings.

    `hits` says how often each 1-based line ran on the slowest input. `slow` are (name, bytes) of inputs on which it is
    slow. `versions` are earlier texts of the file, the oldest first. `any_answer` quotes what in the statement says
    that several outputs may be right. `grounds` says where the format comes from.
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
    hits: Mapping[int, int] = field(default_factory=dict, hash=False, repr=False)
    slow: tuple[tuple[str, int], ...] = ()
    versions: tuple[bytes, ...] = field(default=(), repr=False)
    grounds: str = NO_GROUNDS

    @property
    def language_name(self) -> str:
        """For the model."""
        return name_of(self.language)

    def task(self) -> Mapping[str, str]:
        """What is known without the program."""
        samples = "\n\n".join(shown_sample(sample) for sample in self.samples[:MOST_SAMPLES]) or "(none is given)"
        limits = shown_limits(self.time_limit_s, self.memory_limit_bytes, self.any_answer)
        return {
            "statement": shown_statement(self.statement),
            "format": explained_text(self.format),
            "grounds": self.grounds,
            "limits": limits,
            "samples": samples,
            "language": self.language_name,
        }

    def values(self) -> Mapping[str, str]:
        """What most ways of asking share."""
        return {**self.task(), "program": shown_program(self.source)}

    def slow_text(self) -> str:
        """The slow inputs, a line each."""
        return "\n".join(f"- {name}: {size} bytes" for name, size in self.slow) or "(none is known)"

    def versions_text(self) -> str:
        """The earlier versions as steps (ECCO figure 14)."""
        rows = [f"## Version {number}\n{shown_program(version)}" for number, version in enumerate(self.versions, 1)]
        return "\n\n".join(rows) or NO_VERSIONS

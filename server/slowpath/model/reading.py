"""What a language model makes of a statement: three parts that check one another, and what that came to.

The *format* is what can be parsed, changed, grown, made small and shown; it never says all. The *validator* (Python)
judges an input by the whole statement, the *generator* (Python) makes inputs that keep its promises. Each is written
from the statement alone and held against the others: what all agree on stands, what they don't is a `Difference`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorProgram, ValidatorProgram

FORMAT, VALIDATOR, GENERATOR = "format", "validator", "generator"
PARTS = (FORMAT, VALIDATOR, GENERATOR)


@dataclass(frozen=True)
class Unsaid:
    """A sentence of the statement that the format can't say, and why not. `line` is its 1-based line there, 0 where
    these words don't stand in it."""

    sentence: str
    why: str = ""
    line: int = 0


@dataclass(frozen=True)
class Refusal:
    """A part that refuses an input, with its words. `fails` says that it has no opinion: it crashed, or took too
    long."""

    part: str
    words: str
    fails: bool = False


@dataclass(frozen=True)
class Difference:
    """An input on which parts of a reading disagree.

    `made` says what it is: "format" (generated from it), "damage" (one rule of the format broken, `what` says which) or
    "generator". `accepted_by` are the parts that take it for valid, `refused` those that don't. `alike` counts the
    inputs that differ for the same reason; this one is the smallest. `settled` says who decided it, "" while it stays
    open: then neither side is to be believed.
    """

    made: str
    data: bytes = field(repr=False)
    accepted_by: tuple[str, ...]
    refused: tuple[Refusal, ...]
    what: str = ""
    alike: int = 1
    settled: str = ""


@dataclass(frozen=True)
class FormatPart:
    """The format as a value. The report's evidence has the source "model" and quotes the statement."""

    report: FormatReport
    unsaid: tuple[Unsaid, ...] = ()


@dataclass(frozen=True)
class ModelReading:
    """What asking came to. A part is None where none stands on its own: doesn't parse or run, or refuses a sample.

    `validator.calibrated` says that the parts agree. `differences` are all that were left in the end, `asked` names the
    prompts, `rounds` how many there were. `judged` and `accepted` count the format's inputs that the validator was
    asked about, and took. `doubts` are sentences on what speaks against the reading as a whole (programs that fail on
    what all parts allow).
    """

    model: str
    format: FormatPart | None = None
    validator: ValidatorProgram | None = None
    generator: GeneratorProgram | None = None
    differences: tuple[Difference, ...] = ()
    judged: int = 0
    accepted: int = 0
    rounds: int = 0
    asked: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[Difference, ...]:
        """The differences that nobody decided."""
        return tuple(each for each in self.differences if not each.settled)

    @property
    def stands(self) -> bool:
        """Whether a search may go over to it: there is a format, and a validator that is calibrated."""
        return self.format is not None and self.validator is not None and self.validator.calibrated

"""Programs about inputs that a language model wrote (generators, mutators, validators), their runs, and who runs them.

Such a program is Python text that nobody has looked at. It is data until a `GeneratorRunner` runs it, and what it
makes counts only once it was parsed and validated under the format.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class GeneratorProgram:
    """A generator that passed. `id` is the content id of its source, `method` says how the model was asked.

    `takes_seed` and `takes_size` say what changes its output: one that takes neither makes one input. `full_size` is
    the size that asks for the largest input, `label` what the user reads.
    """

    id: str
    source: str = field(repr=False)
    method: str
    label: str
    full_size: int
    takes_seed: bool = False
    takes_size: bool = False


@dataclass(frozen=True)
class GeneratorRun:
    """What one run of a generator gave: its inputs as text, or how it failed.

    `failure` is "" or one of "syntax", "crash", "forbidden", "shape" (no function, or a result that is no text),
    "time", "memory", "output", "broken" (it ended otherwise). `detail` says it for people and for the model: a
    traceback's end, a limit. `takes` are the arguments that its function was given: "seed", "size".
    """

    outputs: tuple[bytes, ...] = field(default=(), repr=False)
    failure: str = ""
    detail: str = ""
    takes: tuple[str, ...] = ()
    cpu_s: float = 0.0


@dataclass(frozen=True)
class MutatorProgram:
    """A mutator that passed its dry run: `mutate(text, seed)` makes another input of one. `id` is the content id of
    its source, `label` what the user reads; the shares are those of the dry run, 0..1."""

    id: str
    source: str = field(repr=False)
    label: str
    valid_share: float = 1.0
    changed_share: float = 1.0


@dataclass(frozen=True)
class MutatorRun:
    """What one run of a mutator gave: for each call an output, or None with a note on how it failed.

    `failure` is "" or why nothing at all came of the run, as in `GeneratorRun`.
    """

    outputs: tuple[bytes | None, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    failure: str = ""
    detail: str = ""
    cpu_s: float = 0.0


@dataclass(frozen=True)
class ValidatorProgram:
    """A validator that passed its proof: `validate(text)` refuses an invalid input. `id` is the content id of its
    source, `label` what the user reads. `calibrated` says that a format and a generator that were written from the same
    statement agree with it (`model.reading`): its word then counts as what the statement says."""

    id: str
    source: str = field(repr=False)
    label: str
    calibrated: bool = False


@dataclass(frozen=True)
class ValidatorRun:
    """What one run of a validator gave: for each text True, False, or None where it failed itself, and a note with
    the reason. `failure` is "" or why nothing at all came of the run, as in `GeneratorRun`."""

    verdicts: tuple[bool | None, ...] = ()
    notes: tuple[str, ...] = ()
    failure: str = ""
    detail: str = ""
    cpu_s: float = 0.0


class GeneratorRunner(Protocol):
    """Runs programs that a model wrote, each run in a process of its own with limits. A context manager."""

    def run(self, source: str, seed: int, size: int) -> GeneratorRun:
        """One run. The same source, seed and size give the same outputs, unless the generator itself sees to it
        that they don't. Raises `TargetBroken` only when nothing can be run at all."""
        ...

    def mutate(self, source: str, texts: Sequence[bytes], calls: Sequence[tuple[int, int]]) -> MutatorRun:
        """One run of a mutator: for each call (an index into `texts`, a seed) what it makes of that text. Each output
        depends on its text and seed alone. Raises as `run`."""
        ...

    def validate(self, source: str, texts: Sequence[bytes]) -> ValidatorRun:
        """One run of a validator on all texts. Raises as `run`."""
        ...

    def close(self) -> None:
        """Ends what it started. Idempotent."""
        ...

    def __enter__(self) -> GeneratorRunner: ...

    def __exit__(self, *exception: object) -> None: ...

"""Input generators that a language model wrote: the program, one run of it, and who runs it.

A generator is Python text that nobody has looked at. It is data until a `GeneratorRunner` runs it, and what it
prints counts only once it was parsed and validated under the format.
"""

from __future__ import annotations

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


class GeneratorRunner(Protocol):
    """Runs generators, each run in a process of its own with limits. A context manager."""

    def run(self, source: str, seed: int, size: int) -> GeneratorRun:
        """One run. The same source, seed and size give the same outputs, unless the generator itself sees to it
        that they don't. Raises `TargetBroken` only when nothing can be run at all."""
        ...

    def close(self) -> None:
        """Ends what it started. Idempotent."""
        ...

    def __enter__(self) -> GeneratorRunner: ...

    def __exit__(self, *exception: object) -> None: ...

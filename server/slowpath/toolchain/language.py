"""What a language is to the rest: a file under `languages/` that implements `Language`, in the registry.

A language builds two things out of a solution, a search build that counts and a clean build that confirms,
gives each as a `sandbox.forkserver.Launch(argv, cwd, environment, name)` (how to start a target that speaks
`docs/wire.md`), and joins them by `toolchain.target.Target`:

    Target(search=Launch(...), clean=Launch(...), bind=lambda counters, description: Bound(MyProfileMap(...)),
           cost=CostModel(per_block=..., per_byte=..., constant=..., per_output_byte=...))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from slowpath.errors import CompileMessage
from slowpath.model.constraint import Constraint, RejectedCondition
from slowpath.model.ports import Executor, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.settings import Settings

Progress = Callable[[str], None]
"""Is told what is being done now, in words for the state line ("compiling solution.cpp")."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked for on this machine, for `slowpath doctor`.

    `detail` says which one (path, version) or why not; `costs` what its absence costs the user, or "".
    """

    name: str
    found: bool
    detail: str
    costs: str = ""


class ProfileMap(Protocol):
    """What the raw counter slots of one target mean."""

    def hits(self, counters: NDArray[np.uint64]) -> Mapping[int, int]:
        """Hits of every executable line (1-based), zeros included."""
        ...

    def elsewhere(self, counters: NDArray[np.uint64]) -> Mapping[str, Mapping[int, int]]:
        """The same of other files of the user's own that the program is made of, by their paths."""
        ...

    def blocks(self, counters: NDArray[np.uint64]) -> int:
        """How many basic blocks (statements, where there are no blocks) ran; feeds the deterministic cost.
        Called once per run, so it must be a sum or one dot product."""
        ...


class NoCounters:
    """The map of a build that counts nothing."""

    def hits(self, counters: NDArray[np.uint64]) -> Mapping[int, int]:
        """See `ProfileMap.hits`."""
        return {}

    def elsewhere(self, counters: NDArray[np.uint64]) -> Mapping[str, Mapping[int, int]]:
        """See `ProfileMap.elsewhere`."""
        return {}

    def blocks(self, counters: NDArray[np.uint64]) -> int:
        """See `ProfileMap.blocks`."""
        return 0


@dataclass(frozen=True)
class Bound:
    """What a target's counters mean: the map of all but the last `len(probed)`, and which constraints those are (see
    `model.ports.Executor`). `quick`: nothing in the program's text speaks against runs that share a process. `remark`:
    what of the program isn't counted, "" where all of it is."""

    profile_map: ProfileMap
    probed: tuple[str, ...] = ()
    unprobed: tuple[RejectedCondition, ...] = ()
    quick: bool = False
    remark: str = ""


class Language(Protocol):
    """One programming language. Stateless.

    `id` is the word on the wire ("cpp"), `name` the word for people, `suffixes` the lower-case file endings.
    """

    id: str
    name: str
    suffixes: tuple[str, ...]

    def open_executor(
        self,
        solution: Solution,
        settings: Settings,
        on_progress: Progress | None = None,
        constraints: Sequence[Constraint] = (),
    ) -> Executor:
        """Builds (or takes from the cache) and starts the target, with probes for `constraints`.

        Raises `ToolMissing`, `CompileFailed`, `SourceUnreadable` or `TargetBroken`.
        """
        ...

    def open_clean(self, solution: Solution, settings: Settings) -> Executor:
        """Builds and starts the clean build alone, in half the time: runs have no counters, and hits of no line. Where
        building takes no time, as `open_executor`. Raises as that."""
        ...

    def build_versions(
        self, solution: Solution, versions: Sequence[bytes], settings: Settings
    ) -> Mapping[int, Callable[[], Executor]]:
        """Builds versions of a program that differ from it in one place each, all at once: by their places among the
        `versions` (0-based) who opens each, as `open_clean` would, but for a little more time in its runs. Those that
        aren't there have to be built by themselves, as all do in a language where that takes no time. Raises
        `ToolMissing`."""
        ...

    def open_sanitizer(self, solution: Solution, settings: Settings) -> Sanitizer | None:
        """Builds (or takes from the cache) and starts what watches for undefined behaviour; None where the language
        has no such thing or this machine can't. Raises as `open_executor`."""
        ...

    def open_value_reader(self, solution: Solution, settings: Settings) -> ValueReader | None:
        """Builds what the program's variables can be read from; None where this machine has no way. Raises as
        `open_executor`."""
        ...

    def check(self, solution: Solution, settings: Settings) -> list[CompileMessage]:
        """The messages of a fast syntax check, empty when all is well. Raises `ToolMissing`."""
        ...

    def remark(self, solution: Solution, settings: Settings) -> str:
        """What the user should know of how the solution was built, "" where all is as the settings say. To be asked
        once it was built; takes no time."""
        ...

    def walled(self, source: bytes) -> bytes:
        """The text of a program that a model wrote as it is safe to run: behind walls of the language's own, or as it
        is where there are none, and its text is judged before (`rewrites.harmless`)."""
        ...

    def findings(self, settings: Settings) -> list[Finding]:
        """What this language needs and what of it is here."""
        ...

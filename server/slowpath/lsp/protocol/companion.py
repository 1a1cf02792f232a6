"""Problems that a browser's extension, Competitive Companion, sends."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.lsp.protocol.errors import ErrorState

COMPANION_LISTEN = "slowpath/companion/listen"  # CompanionParams -> CompanionState; with an empty folder: stop
COMPANION_ARRIVED = "slowpath/companion/arrived"  # notification, server to client: ArrivedProblems


@dataclass(frozen=True)
class CompanionParams:
    """Put problems below `folder`. Each begins with a copy of the file `template`, else with an empty program of
    `language` ("cpp")."""

    folder: str
    language: str
    template: str


@dataclass(frozen=True)
class CompanionState:
    """The port at which problems are taken, 0 for none; `held` says who has which of the other known ones."""

    port: int
    held: list[str] = field(default_factory=list)
    error: ErrorState | None = None


@dataclass(frozen=True)
class ArrivedProblem:
    """A problem and its program's path; `is_new` is false where the program was there before."""

    name: str
    path: str
    samples: int
    is_new: bool
    notes: list[str]


@dataclass(frozen=True)
class ArrivedProblems:
    """A problem, or those of a contest together; `missing` are those that the browser announced and didn't send.
    `error` says what became of the rest."""

    contest: str
    problems: list[ArrivedProblem]
    missing: int = 0
    error: ErrorState | None = None

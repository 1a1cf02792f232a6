"""Languages: from a solution to something that can be run, counted and confirmed.

`LANGUAGES` is the registry; a further language is a file under `languages/` (see `model.languages`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from slowpath.errors import CompileMessage, SourceUnreadable, UsageError
from slowpath.model.constraint import Constraint
from slowpath.model.languages import facts_of
from slowpath.model.ports import Executor, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.sandbox.abilities import abilities
from slowpath.sandbox.jail import OFF, Jail, chosen_jail, working_jails
from slowpath.settings import Settings
from slowpath.toolchain.language import Finding, Language
from slowpath.toolchain.languages import LANGUAGES


def language_of(path: Path) -> Language | None:
    """The language of a file by its ending, or None."""
    facts = facts_of(path)
    return None if facts is None else LANGUAGES[facts.id]


def open_executor(
    solution: Solution,
    settings: Settings,
    on_progress: Callable[[str], None] | None = None,
    constraints: Sequence[Constraint] = (),
) -> Executor:
    """Builds the solution (or takes it from the cache) and starts it, with probes for `constraints` in its search
    build (see `Executor`).

    Raises `ToolMissing`, `CompileFailed`, `TargetBroken`, `SourceUnreadable` or `StoreUnwritable`.
    """
    return _language(solution).open_executor(solution, settings, on_progress, constraints)


def open_clean(solution: Solution, settings: Settings) -> Executor:
    """The solution for whoever asks only what it prints: its clean build alone, which counts nothing, where that is
    sooner there (`Language.open_clean`). Raises as `open_executor`."""
    return _language(solution).open_clean(solution, settings)


def build_versions(
    solution: Solution, versions: Sequence[bytes], settings: Settings
) -> Mapping[int, Callable[[], Executor]]:
    """Builds many versions of a program at once (`Language.build_versions`)."""
    return _language(solution).build_versions(solution, versions, settings)


def open_sanitizer(solution: Solution, settings: Settings) -> Sanitizer | None:
    """Builds the solution so that it watches for undefined behaviour (see `Sanitizer`); takes some seconds of compiling
    the first time. None where the language leaves nothing undefined or this machine can't watch. Raises as
    `open_executor`."""
    return _language(solution).open_sanitizer(solution, settings)


def open_value_reader(solution: Solution, settings: Settings) -> ValueReader | None:
    """Makes the solution ready to have its variables read (see `ValueReader`); None where this machine has no way.
    Raises as `open_executor`."""
    return _language(solution).open_value_reader(solution, settings)


def check(solution: Solution, settings: Settings) -> list[CompileMessage]:
    """The messages of a fast syntax check, empty when all is well. Raises `ToolMissing`, `SourceUnreadable`."""
    return _language(solution).check(solution, settings)


def remark(solution: Solution, settings: Settings) -> str:
    """What the user should know of how the solution was built, "" where all is as the settings say."""
    return _language(solution).remark(solution, settings)


def walled(solution: Solution, source: bytes) -> bytes:
    """The text of a version of the solution that a model wrote, as it is safe to run."""
    return _language(solution).walled(source)


def findings(settings: Settings) -> list[Finding]:
    """What was found on this machine, for `slowpath doctor`."""
    found = [finding for language in LANGUAGES.values() for finding in language.findings(settings)]
    return [
        *found,
        jail_finding(settings),
        *(Finding(f"sandbox: {each.name}", each.there, each.detail, each.costs) for each in abilities()),
    ]


def jail_of(settings: Settings) -> Jail:
    """The jail that programs are run in. Tries what there is the first time, some 50 ms. Raises `UsageError` for one
    that is asked for and doesn't work here."""
    return chosen_jail(settings.jail)


def jail_finding(settings: Settings) -> Finding:
    """Which jail programs are run in, for `slowpath doctor`."""
    try:
        jail = jail_of(settings)
    except UsageError as error:
        return Finding("jail", False, error.message, f"Nothing is run. {error.remedy}")
    others = [each.name for each in working_jails() if each.name != jail.name]
    detail = f"{jail.name}: {jail.promise}" + (f" (also here: {', '.join(others)})" if others else "")
    if jail.name != OFF:
        return Finding("jail", True, detail)
    costs = (
        "Set slowpath.jail (SLOWPATH_JAIL) to auto to hold them."
        if others
        else (
            "Install bubblewrap (Debian, Ubuntu, Fedora: the package of that name), or run "
            "programs that you trust alone."
        )
    )
    return Finding("jail", False, f"{detail}.", costs)


def _language(solution: Solution) -> Language:
    if solution.language not in LANGUAGES:
        endings = ", ".join(suffix for language in LANGUAGES.values() for suffix in language.suffixes)
        raise SourceUnreadable(
            f"{solution.path} is in no language that is known here.", f"Give a file that ends in one of {endings}."
        )
    return LANGUAGES[solution.language]

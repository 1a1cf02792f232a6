"""What this machine has, and what each missing thing costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.settings import Settings
from slowpath.toolchain.language import Finding


@dataclass(frozen=True)
class DoctorReport:
    """Everything that was looked for; `ready` when at least one language can be searched."""

    findings: tuple[Finding, ...]
    ready: bool


def doctor(settings: Settings) -> DoctorReport:
    """What this machine has and what each missing thing costs. Starts compilers for their versions; ~1 s."""
    from slowpath import toolchain
    from slowpath.llm import endpoint

    model = Finding(
        "model endpoint",
        *endpoint.described(settings),
        "Only `generators`, `find --generators`, `break --hacks` and the like, `constraints --model` and "
        "`optimize --model` ask a language model; all else works without.",
    )
    ready = any(_first_found(language.findings(settings)) for language in toolchain.LANGUAGES.values())
    builds = Finding("build cache", True, f"{settings.cache_dir}, safe to delete", "")
    return DoctorReport((*toolchain.findings(settings), builds, _storage_finding(settings), model), ready)


def jail_in_force(settings: Settings) -> tuple[str, str]:
    """The name of the jail that programs are run in, and what it keeps, in a sentence. Takes some 50 ms the first time;
    where the one that is set doesn't work, there is no name."""
    from slowpath import toolchain
    from slowpath.errors import UsageError

    try:
        jail = toolchain.jail_of(settings)
    except UsageError as error:
        return "", f"{error.message} {error.remedy}"
    return jail.name, jail.promise


def _first_found(findings: Sequence[Finding]) -> bool:
    """A language's first finding is its compiler or interpreter, without which nothing runs."""
    return bool(findings) and findings[0].found


def _storage_finding(settings: Settings) -> Finding:
    try:
        settings.state_dir.mkdir(parents=True, exist_ok=True)
        probe = settings.state_dir / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return Finding(
            "state directory",
            False,
            f"{settings.state_dir}: {error.strerror}.",
            "Campaigns are held in memory only and don't survive a restart; set SLOWPATH_STATE_DIR.",
        )
    return Finding("state directory", True, str(settings.state_dir), "")

"""The jail in which every program runs that isn't ours: solutions, checkers, validators, and what a model wrote.

Theory of operation. Which jail there is on this machine isn't looked up but tried, once for each process: a small
program is started in it that reaches for a file outside, and has to come back with nothing. The best one that passes is
used: bubblewrap, then Landlock; on macOS sandbox-exec. Where none does programs run under limits of resources alone,
which `slowpath doctor` and the editor's panel say.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from slowpath.errors import UsageError
from slowpath.sandbox.jail.bubblewrap import Bubblewrap, find_bubblewrap
from slowpath.sandbox.jail.confinement import (
    OFF,
    Before,
    Confinement,
    Jail,
    Jailed,
    NoJail,
    must_be_runnable,
    nothing_before,
)
from slowpath.sandbox.jail.landlock import Landlock
from slowpath.sandbox.jail.seatbelt import PROGRAM, Seatbelt

__all__ = [
    "MODES",
    "OFF",
    "Before",
    "Confinement",
    "Jail",
    "Jailed",
    "chosen_jail",
    "must_be_runnable",
    "nothing_before",
    "working_jails",
]

MODES = ("", "bubblewrap", "landlock", "sandbox-exec", OFF)
"""What a setting may say; "" is the best that works."""
_TRY_S = 60.0
_PASSED = 42
_REACHES = """
cat "$1/secret" && exit 1
(echo >"$1/secret"; echo >"$1/more")
echo >left && exit 42
"""


def chosen_jail(mode: str = "") -> Jail:
    """The jail of that name, the best one where none is named. Raises `UsageError` where it isn't known or doesn't work
    here: who asked for it doesn't get less."""
    if mode == OFF:
        return NoJail()
    there = working_jails()
    if not mode:
        return there[0] if there else NoJail()
    found = next((jail for jail in there if jail.name == mode), None)
    if found is None:
        known = mode in MODES
        raise UsageError(
            f"The jail {mode} doesn't work on this machine." if known else f"There is no jail {mode}.",
            "Leave the setting slowpath.jail (SLOWPATH_JAIL, --jail) at auto; `slowpath doctor` says what works.",
        )
    return found


@lru_cache(maxsize=1)
def working_jails() -> tuple[Jail, ...]:
    """Those that hold what they promise on this machine, the best first. The first call takes some 10 ms."""
    found = []
    for ways in _candidates():
        working = next((jail for jail in ways if _holds(jail)), None)
        if working is not None:
            found.append(working)
    return tuple(found)


def _candidates() -> list[list[Jail]]:
    """The jails that there may be; of each the ways of putting it up, the strictest first."""
    if sys.platform == "darwin":
        return [[Seatbelt()]] if os.path.exists(PROGRAM) else []
    if not sys.platform.startswith("linux"):
        return []
    program = find_bubblewrap()
    wrapped: list[Jail] = (
        []
        if program is None
        else [
            Bubblewrap(program, ("--disable-userns",), sizes=True),
            Bubblewrap(program, sizes=True),
            Bubblewrap(program),
        ]
    )
    return [wrapped, [Landlock()]]


def _holds(jail: Jail) -> bool:
    """Whether a program in it can neither read nor write a file of ours, but can write into its own folder."""
    with tempfile.TemporaryDirectory(prefix="slowpath-jail-") as made:
        secret, folder = Path(made, "secret"), Path(made, "folder")
        secret.write_text("secret", "utf-8")
        folder.mkdir()

        def popen(argv: Sequence[str], descriptors: Sequence[int], variables: Mapping[str, str]) -> subprocess.Popen:
            return subprocess.Popen(
                argv,
                cwd=folder,
                env={"PATH": os.defpath, **variables},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=descriptors,
            )

        try:
            process = jail.start(
                ("/bin/sh", "-c", _REACHES, "sh", made), Confinement(writable=(folder,)), popen
            ).process
        except OSError:
            return False
        try:
            code = jail.returncode(process.wait(_TRY_S))
        except subprocess.TimeoutExpired:
            return False
        finally:
            process.kill()
            process.wait()
        untouched = secret.read_text("utf-8") == "secret" and not Path(made, "more").exists()
        return code == _PASSED and untouched and (folder / "left").exists()

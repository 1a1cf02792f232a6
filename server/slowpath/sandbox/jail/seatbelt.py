"""A jail of macOS's own sandbox, by `sandbox-exec`. Written from its documentation and not verified.

Theory of operation. The profile refuses the network, and writing but into the program's own folders; it allows reading
but in the users' homes, where only what the confinement names may be read. The last rule that fits an operation
decides. Processes can be seen, and signals go only to a program's own group.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.sandbox.jail.confinement import Before, Confinement, Jailed, Popen, named_in, nothing_before
from slowpath.sandbox.jail.system import outermost

PROGRAM = "/usr/bin/sandbox-exec"
_ALWAYS = """(version 1)
(allow default)
(deny network*)
(deny file-write*)
(deny file-read-data (subpath "/Users") (subpath "/private/var/root") (subpath "/private/tmp")
 (subpath "/private/var/folders"))
(deny signal (target others))
(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))
"""


@dataclass(frozen=True)
class Seatbelt:
    """Implements `Jail`."""

    name: str = "sandbox-exec"
    promise: str = "no network, no home but the program to read, its own folder alone to write; not verified"

    def start(
        self,
        argv: Sequence[str],
        allowed: Confinement,
        popen: Popen,
        *,
        is_server: bool = False,
        before: Before = nothing_before,
    ) -> Jailed:
        """See `Jail.start`."""
        before()
        process = popen([PROGRAM, "-p", profile(argv, allowed), *argv], (), {})
        return Jailed(process, process.pid)

    def returncode(self, code: int, said: str = "") -> int:
        """See `Jail.returncode`. The program takes sandbox-exec's place."""
        return code


def profile(argv: Sequence[str], allowed: Confinement) -> str:
    """The rules in Scheme, as sandbox-exec reads them."""
    writing = [path for path in (*allowed.writable, allowed.emptied) if path is not None]
    reading = outermost([*allowed.readable, *named_in(argv), *writing])
    return _ALWAYS + _rule("file-read-data", reading) + _rule("file-write*", outermost(writing))


def _rule(operation: str, paths: Iterable[Path]) -> str:
    where = " ".join(f"({'subpath' if path.is_dir() else 'literal'} {_quoted(path)})" for path in paths)
    return f"(allow {operation} {where})\n" if where else ""


def _quoted(path: Path) -> str:
    return '"' + os.fspath(path).replace("\\", "\\\\").replace('"', '\\"') + '"'

"""What a program that isn't ours may touch, and the Protocol of whoever holds it to that."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

OFF = "off"
"""The mode in which programs run with the user's rights."""

Popen = Callable[[Sequence[str], Sequence[int], Mapping[str, str]], subprocess.Popen]
"""Starts a command with further descriptors and further variables of its environment. May be called on a thread of its
own. Raises `OSError`."""
Before = Callable[[], object]


def nothing_before() -> None:
    """The usual `before` of `Jail.start`."""


@dataclass(frozen=True)
class Confinement:
    """What a program may touch beside the system's own files, which it may read.

    `mode` names the jail: "" the best that works here, `OFF` none. `readable` are files and folders that it may read
    and run, `writable` folders that it may change. `emptied` is a folder whose content nobody needs afterwards: where
    the jail can, it lies in memory, and is limited. `traces` allows it to trace what it starts, as debuggers do.
    """

    mode: str = ""
    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    emptied: Path | None = None
    traces: bool = False

    def reading(self, paths: Iterable[Path]) -> Confinement:
        """The same with further files and folders that may be read."""
        return Confinement(self.mode, (*self.readable, *paths), self.writable, self.emptied, self.traces)


@dataclass(frozen=True)
class Jailed:
    """A process that was started. `process` is ours to wait for, `pid` the program itself as this system sees it."""

    process: subprocess.Popen
    pid: int


class Jail(Protocol):
    """One way of holding a program to its confinement. Stateless, and safe to use from several threads.

    `name` is the word in settings and messages, `promise` what it keeps, in one sentence for people.
    """

    @property
    def name(self) -> str: ...

    @property
    def promise(self) -> str: ...

    def start(
        self,
        argv: Sequence[str],
        allowed: Confinement,
        popen: Popen,
        *,
        is_server: bool = False,
        before: Before = nothing_before,
    ) -> Jailed:
        """Starts `argv` by `popen`, confined for good. A server is the first process of all that it starts: when it
        ends, they end. Anything else ends with the thread that started it, where the jail can see to that.

        `before` is called before anything is confined, by the thread that calls `popen`. Raises `OSError` where the
        program can't be started.
        """
        ...

    def returncode(self, code: int, said: str = "") -> int:
        """What the program ended with, minus the signal where one ended it, from what the started process did. Raises
        `OSError` where `said`, the beginning of its standard error, shows that the jail wasn't put up."""
        ...


@dataclass(frozen=True)
class NoJail:
    """Implements `Jail` where there is none: limits of resources are all that holds the program."""

    name: str = OFF
    promise: str = "programs run with your rights, under limits of time, memory and output alone"

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
        process = popen(argv, (), {})
        return Jailed(process, process.pid)

    def returncode(self, code: int, said: str = "") -> int:
        """See `Jail.returncode`."""
        return code


def must_be_runnable(program: str) -> None:
    """Raises `OSError` for a program that isn't there or may not be run, which a jail would say only by its end."""
    if os.path.isabs(program) and not os.access(program, os.X_OK):
        number = errno.EACCES if os.path.exists(program) else errno.ENOENT
        raise OSError(number, os.strerror(number), program)


def named_in(argv: Sequence[str]) -> list[Path]:
    """The files that a command names by their whole paths, its program with all that its links lead over."""
    found = []
    for part in argv:
        if os.path.isabs(part) and os.path.isfile(part):
            found.extend(_hops(Path(part)))
    return found


def _hops(path: Path) -> list[Path]:
    """The file, and where its link points to, and so on."""
    hops = [path]
    while hops[-1].is_symlink() and len(hops) < 40:
        hops.append(Path(os.path.normpath(hops[-1].parent / os.readlink(hops[-1]))))
    return hops

"""A jail of Landlock and seccomp (Linux 5.13 or later), for systems where nobody may make namespaces.

Theory of operation. Both bind the thread that asks for them, and what that thread starts from then on, for good. So a
thread is started for each program, which shuts itself in, starts the program, and ends. Landlock holds what is started
to the files that it may touch; of later kernels it also refuses connections (6.7), signals to processes outside and
abstract sockets (6.12). What it doesn't know, the filter of `system_calls.py` refuses. Processes outside can be seen,
but not looked into, and a program's files lie on disk.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from slowpath.sandbox.jail.confinement import Before, Confinement, Jailed, Popen, named_in, nothing_before
from slowpath.sandbox.jail.system import device_paths, outermost, system_paths
from slowpath.sandbox.jail.system_calls import filter_of

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_BENEATH = 1
_EXECUTE, _WRITE, _READ_FILE, _READ_FOLDER = 1, 2, 4, 8
_TRUNCATE, _DEVICE = 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE | _READ_FILE | _TRUNCATE | _DEVICE
_NO_DEVICES = ~((1 << 6) | (1 << 11))
"""All but making devices."""
_KNOWN_FILE_RIGHTS = ((1, (1 << 13) - 1), (2, 1 << 13), (3, _TRUNCATE), (5, _DEVICE))
"""From which version on which rights are handled."""
_NET_SINCE, _NET = 4, 3
_SCOPES_SINCE, _SCOPES = 6, 3
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_SECCOMP = {"x86_64": 317, "aarch64": 277, "i686": 354}
_CAPSET = {"x86_64": 126, "aarch64": 91, "i686": 185}
_CAPABILITIES_VERSION = 0x20080522
_SET_MODE_FILTER, _ALLOW_SPECULATION = 1, 1 << 2

_BEGINS_S = 1.0
"""A thread that hasn't begun by then wasn't started."""

T = TypeVar("T")


class Landlock:
    """Implements `Jail`."""

    name = "landlock"

    @property
    def promise(self) -> str:
        """See `Jail`."""
        signals = "" if version() >= _SCOPES_SINCE else " (but signals to your processes, before Linux 6.12)"
        return (
            "no network; nothing to read but the system's files and the program's; nothing to write but its own "
            f"folder, which lies on the disk; other processes can be seen, not touched{signals}"
        )

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
        reading = outermost([*system_paths(), *allowed.readable, *named_in(argv)])
        writing = [path for path in (*allowed.writable, allowed.emptied) if path is not None]
        variables = {"TMPDIR": str(writing[-1])} if writing else {}
        rules = _Rules(reading, writing, allowed.traces)

        def start() -> subprocess.Popen:
            before()
            rules.apply()
            return popen(argv, (), variables)

        process = _on_a_thread(start, _end)
        return Jailed(process, process.pid)

    def returncode(self, code: int, said: str = "") -> int:
        """See `Jail.returncode`."""
        return code


@lru_cache(maxsize=1)
def version() -> int:
    """That of the kernel's Landlock, 0 where it has none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


class _Rules:
    """Who may touch what, to be applied to the thread that calls `apply`. Raises `OSError` there."""

    def __init__(self, reading: Iterable[Path], writing: Sequence[Path], traces: bool) -> None:
        self._reading = [*reading, Path("/proc")]
        self._writing = writing
        self._filter = filter_of(beside_files=True, traces=traces)

    def apply(self) -> None:
        known = version()
        if not known or self._filter is None:
            raise OSError(errno.ENOSYS, "this system has no Landlock")
        handled = sum(rights for since, rights in _KNOWN_FILE_RIGHTS if known >= since)
        attribute = struct.pack(
            "=QQQ", handled, _NET if known >= _NET_SINCE else 0, _SCOPES if known >= _SCOPES_SINCE else 0
        )
        length = 24 if known >= _SCOPES_SINCE else 16 if known >= _NET_SINCE else 8
        rules = _checked(_call(_CREATE, attribute, length, 0))
        try:
            for path in self._reading:
                _allow(rules, path, handled & (_EXECUTE | _READ_FILE | _READ_FOLDER))
            for path in device_paths():
                _allow(rules, path, handled & (_READ_FILE | _WRITE | _TRUNCATE | _DEVICE))
            for path in self._writing:
                _allow(rules, path, handled & _NO_DEVICES)
            _checked(_prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
            _drop_capabilities()
            _checked(_call(_RESTRICT, rules, 0))
        finally:
            os.close(rules)
        _filter_calls(self._filter)


def _drop_capabilities() -> None:
    """Gives up what only root may do, for this thread and what it starts: it can't come back without new privileges."""
    number = _CAPSET.get(os.uname().machine)
    if number is not None:
        _checked(_call(number, struct.pack("=Ii", _CAPABILITIES_VERSION, 0), bytes(24)))


def _allow(rules: int, path: Path, rights: int) -> None:
    """Adds a rule; what isn't there any more has none."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = rights if os.path.isdir(path) else rights & _OF_FILES
        _checked(_call(_ADD, rules, _BENEATH, struct.pack("=Qi", rights, descriptor), 0))
    finally:
        os.close(descriptor)


def _filter_calls(program: bytes) -> None:
    """Puts the filter up. Where it can be said, it doesn't make the processor speculate less."""
    buffer = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
    number = _SECCOMP.get(os.uname().machine)
    if number is None or _call(number, _SET_MODE_FILTER, _ALLOW_SPECULATION, described):
        held = ctypes.create_string_buffer(described, len(described))
        _checked(_prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(held), 0, 0))


def _call(number: int, *arguments: bytes | int | None) -> int:
    """A system call; -1 where it failed."""
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    return int(
        call(
            ctypes.c_long(number),
            *(each if each is None or isinstance(each, bytes) else ctypes.c_long(each) for each in arguments),
        )
    )


def _prctl(*arguments: int) -> int:
    call = ctypes.CDLL(None, use_errno=True).prctl
    return int(call(*(ctypes.c_ulong(each) for each in arguments)))


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()


def _on_a_thread(make: Callable[[], T], undo: Callable[[T], None]) -> T:
    """What `make` returns or raises, made on a thread of its own; where waiting for that is interrupted, what was made
    is undone."""
    made: list[T] = []
    failed: list[BaseException] = []
    begun, over = threading.Event(), threading.Event()

    def run() -> None:
        begun.set()
        try:
            made.append(make())
        except BaseException as error:
            failed.append(error)
        finally:
            over.set()

    try:
        threading.Thread(target=run, name="slowpath-jail", daemon=True).start()
        over.wait()
    except BaseException:
        if begun.wait(_BEGINS_S):
            over.wait()
        for one in made:
            undo(one)
        raise
    if failed:
        raise failed[0]
    return made[0]

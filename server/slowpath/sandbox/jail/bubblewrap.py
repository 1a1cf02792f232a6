"""A jail of namespaces, made by bubblewrap (Debian's package of that name, `bwrap`).

Theory of operation. The program sees a root of its own: the system's files, read-only; what its confinement names; an
empty /tmp, /dev/shm and folder to work in, which lie in memory and hold so much and no more; no network but a loopback
of its own; and no process but those that it starts. A server is the first process there, so that the kernel ends all
others with it, and none of them can end it. Other programs have bubblewrap's own first process above them. What we
start is bubblewrap, which waits outside and ends as the program did; it says which process the program is.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from slowpath.sandbox.jail.confinement import Before, Confinement, Jailed, Popen, named_in, nothing_before
from slowpath.sandbox.jail.system import outermost, system_paths
from slowpath.sandbox.jail.system_calls import filter_of

_FOLDER_BYTES = 256 << 20
"""What a program may keep in each of its folders that lie in memory."""
_SIGNAL_BASE, _MOST_SIGNALS = 128, 64
_UNHURT_SINCE = (5, 16)
"""From this Linux on a filter that bubblewrap puts up doesn't make the processor speculate less, and slow."""
OPTIONS = ("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--cap-drop", "ALL")
_SAYS = 1 << 16
_OWN_WORDS = "bwrap: "


@dataclass(frozen=True)
class Bubblewrap:
    """Implements `Jail`. `program` is bwrap; `more` are options that not every version has, and `sizes` says that it
    takes sizes of folders in memory."""

    program: str
    more: tuple[str, ...] = ()
    sizes: bool = False
    name: str = "bubblewrap"
    promise: str = (
        "no network; no processes but its own; nothing to read but the system's files and the program's; "
        "nothing to write but a /tmp and a folder of its own, in memory"
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
        before()
        ends = os.pipe()
        with (
            os.fdopen(ends[0], "rb", 0) as said,
            os.fdopen(ends[1], "wb", 0) as told,
            _filter_file(allowed.traces) as filtering,
        ):
            command = [
                self.program,
                *OPTIONS,
                *self.more,
                "--info-fd",
                str(told.fileno()),
                "--as-pid-1" if is_server else "--die-with-parent",
            ]
            command += ["--seccomp", str(filtering)] if filtering is not None else []
            command += [*self._view(argv, allowed), "--", *argv]
            passed = (told.fileno(),) if filtering is None else (told.fileno(), filtering)
            process = popen(command, passed, {})
            told.close()
            try:
                first = _first_process(said)
                if first is None:
                    raise OSError(errno.EAGAIN, "bubblewrap can't put up its jail")
            except BaseException:
                # Its own processes end with it, whatever they wait for.
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.kill()
                process.wait()
                raise
            return Jailed(process, first)

    def returncode(self, code: int, said: str = "") -> int:
        """See `Jail.returncode`. As a shell does, bubblewrap says 128 and the signal; where it fails itself, 1."""
        if code == 1 and said.startswith(_OWN_WORDS):
            raise OSError(errno.EAGAIN, said.partition("\n")[0])
        number = code - _SIGNAL_BASE
        return -number if 0 < number <= _MOST_SIGNALS else code

    def _view(self, argv: Sequence[str], allowed: Confinement) -> Iterator[str]:
        """The options that say what it sees, outer folders first."""
        yield from ("--proc", "/proc", "--dev", "/dev")
        for shared in (Path("/dev/shm"), Path("/tmp")):
            yield from self._in_memory(shared)
        system = system_paths()
        for path in system:
            yield from (
                ("--symlink", os.readlink(path), str(path))
                if path.is_symlink()
                else ("--ro-bind-try", str(path), str(path))
            )
        seen = {path for path in system if not path.is_symlink()}
        linked = {path for path in system if path.is_symlink()}
        for path in outermost([*allowed.readable, *named_in(argv)]):
            # What is reached through a link among the system's folders is there by its real path.
            real = Path(os.path.realpath(path.parent))
            if seen.isdisjoint((real, *real.parents)) and linked.isdisjoint(path.parents):
                yield from ("--ro-bind-try", str(path), str(path))
        for path in allowed.writable:
            for name in dict.fromkeys((str(path), os.path.realpath(path))):
                yield from ("--bind", name, name)
        if allowed.emptied is not None:
            folder = os.path.realpath(allowed.emptied)
            yield from self._in_memory(Path(folder))
            yield from ("--symlink", folder, str(allowed.emptied)) if folder != str(allowed.emptied) else ()
        yield from ("--remount-ro", "/dev", "--remount-ro", "/")

    def _in_memory(self, folder: Path) -> tuple[str, ...]:
        size = ("--size", str(_FOLDER_BYTES)) if self.sizes else ()
        return (*size, "--tmpfs", str(folder))


def find_bubblewrap(search_path: str = "") -> str | None:
    """The path of bwrap, or None."""
    return shutil.which("bwrap", path=search_path or os.defpath)


@contextmanager
def _filter_file(traces: bool) -> Iterator[int | None]:
    """A descriptor of the filter, None where there is none, or where it would make programs slow."""
    program = filter_of(beside_files=False, traces=traces) if _kernel() >= _UNHURT_SINCE else None
    if program is None:
        yield None
        return
    with tempfile.TemporaryFile() as file:
        file.write(program)
        file.seek(0)
        yield file.fileno()


def _kernel() -> tuple[int, ...]:
    found = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return tuple(int(part) for part in found.groups()) if found else (0, 0)


def _first_process(said: IO[bytes]) -> int | None:
    """The first process of the jail, by its number outside, as bubblewrap tells it; None where it came to nothing."""
    text = b""
    while b"}" not in text:
        part = said.read(_SAYS)
        if not part:
            return None
        text += part
    try:
        return int(json.loads(text)["child-pid"])
    except (ValueError, KeyError, TypeError):
        return None

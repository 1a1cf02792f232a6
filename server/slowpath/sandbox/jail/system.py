"""The system's own files, which any program may read: what it takes to start one, and nothing of the user's."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from slowpath.model.patterns import late_regex

_FOLDERS = tuple(
    (
        "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix/store /gnu/store /run/current-system "
        "/sys/devices/system/cpu"
    ).split()
)
_CONFIGURATION = tuple(
    (
        "ld.so.cache ld.so.conf ld.so.conf.d ld.so.preload alternatives localtime timezone locale.conf "
        "default/locale gdb gdbinit valgrind"
    ).split()
)
_CONFIGURATION_OF = ("python", "java-")
_DEVICES = ("null", "zero", "full", "random", "urandom")
MOST_FILES = 200
_TEMPORARY = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
_OF_HOMES = (Path("/home"), Path("/Users"))
"""Folders whose folders are homes."""
_OTHER_HOMES = late_regex(r"/mnt/\w/Users")
"""Those of Windows, as its Linux sees them."""


@lru_cache(maxsize=1)
def homes() -> frozenset[Path]:
    """The homes of the people and services that this system knows, but for those that are the system's own folders."""
    try:
        import pwd
    except ImportError:
        return frozenset()
    told = {Path(entry.pw_dir) for entry in pwd.getpwall() if entry.pw_dir.startswith("/")}
    return frozenset(told - {Path("/"), Path("/nonexistent"), *map(Path, _FOLDERS)})


def system_paths() -> list[Path]:
    """The folders and files of the system that are there; links stand as links."""
    configuration = Path("/etc")
    found = [Path(folder) for folder in _FOLDERS]
    found += [configuration / name for name in _CONFIGURATION]
    for beginning in _CONFIGURATION_OF:
        found += sorted(configuration.glob(f"{beginning}*"))
    return [path for path in found if os.path.lexists(path)]


def device_paths() -> list[Path]:
    """The devices that any program may use."""
    return [path for path in (Path("/dev") / name for name in _DEVICES) if path.exists()]


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Those that are there, absolute, each once, without those that lie in another one; outer ones first. What links
    lead to is there as well: a link among a path's folders, and one that the path itself is."""
    absolute = {Path(os.path.abspath(path)) for path in paths}
    absolute |= {Path(os.path.realpath(path.parent), path.name) for path in absolute}
    wanted = {path for path in absolute | {Path(os.path.realpath(path)) for path in absolute} if path.exists()}
    return sorted(
        (path for path in wanted if not any(outer in wanted for outer in path.parents)),
        key=lambda path: (len(path.parts), path),
    )


def folder_of(file: Path, suffixes: tuple[str, ...], home: Path, temporary: Path) -> tuple[Path, ...]:
    """What of a file's folder may be read by the program in it: the whole folder, unless that is one in which all
    sorts of things lie (anybody's home, the folders of temporary files, any that these lie in); then only the files
    right in it that have one of the endings."""
    folder = Path(os.path.realpath(file)).parent
    shared = {Path(os.path.realpath(path)) for path in (home, temporary, *_TEMPORARY, *homes())}
    is_home = folder.parent in _OF_HOMES or _OTHER_HOMES.fullmatch(str(folder.parent)) is not None
    if not is_home and not any(folder == path or folder in path.parents for path in shared):
        return (file.absolute().parent, folder)
    return tuple(_files_in(folder, suffixes))


def _files_in(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """At most `MOST_FILES`, hidden ones and links left out."""
    try:
        with os.scandir(folder) as entries:
            named = sorted(
                entry.name
                for entry in entries
                if entry.name.endswith(suffixes)
                and not entry.name.startswith(".")
                and entry.is_file(follow_symlinks=False)
            )
    except OSError:
        return
    yield from (folder / name for name in named[:MOST_FILES])

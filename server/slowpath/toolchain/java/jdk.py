"""Finds the JDK that builds and runs the user's Java programs.

Theory of operation. A JDK is a folder, its home. What it is stands in a file there (`release`), so that nothing needs
to be started; an old or odd one without that file is asked. The `java` of PATH leads to its home by its links.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.model.patterns import late_regex
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.installing import remedy

OLDEST = 11
_VERSION = late_regex(r'^JAVA_VERSION="([^"]+)"', re.MULTILINE)
_SAID = late_regex(r'version "([^"]+)"')
_ASK_S = 30.0
_STARTS = 3


@dataclass(frozen=True)
class Jdk:
    """A JDK, or a JRE, which has no compiler. `origin` says where it was found, in words."""

    home: Path
    version: str
    origin: str

    @property
    def java(self) -> Path:
        """The program that starts a virtual machine."""
        return self.home / "bin" / "java"

    @property
    def javac(self) -> Path:
        """The compiler."""
        return self.home / "bin" / "javac"

    @property
    def major(self) -> int:
        """The number that people call it by: 17; 8 for "1.8.0"; 0 where it can't be told."""
        numbers = re.findall(r"\d+", self.version)
        return int(numbers[1] if numbers[:1] == ["1"] and len(numbers) > 1 else numbers[0]) if numbers else 0

    @property
    def name(self) -> str:
        """For people: "JDK 17.0.15"."""
        return f"{'JDK' if self.javac.exists() else 'JRE'} {self.version}"

    @property
    def identity(self) -> str:
        """What a build cache's key must hold."""
        return f"{self.home.resolve()} {self.version}"

    @property
    def objection(self) -> str:
        """Why programs can't be searched with it, or "" when they can."""
        if not self.javac.exists():
            return f"{self.home} holds a JRE, which has no compiler (javac)"
        if self.major < OLDEST:
            return f"{self.name} is older than {OLDEST}"
        return ""


def find_jdk(settings: Settings) -> Jdk:
    """The one that is set, else the first that will do. Raises `ToolMissing` where the one that is set isn't there or
    won't do, or where there is none."""
    if settings.java_home:
        home = Path(settings.java_home).expanduser()
        found = _at(home, "set", settings)
        if found is None:
            raise ToolMissing(
                f"There is no JDK in {home}, the folder that is set: it has no bin/java.", _remedy(settings)
            )
        if found.objection:
            raise ToolMissing(f"The JDK that is set can't be used: {found.objection}.", _remedy(settings))
        return found
    there = list(found_jdks(settings))
    chosen = next((found for found in there if not found.objection), None)
    if chosen is not None:
        return chosen
    if there:
        raise ToolMissing(f"No JDK was found that can be used: {there[0].objection}.", _remedy(settings))
    raise ToolMissing("No JDK was found (looked for JAVA_HOME, and javac and java on PATH).", _remedy(settings))


def _remedy(settings: Settings) -> str:
    return remedy("java", "a JDK", settings.search_path, "set slowpath.java.home (SLOWPATH_JAVA_HOME) to its folder")


def found_jdks(settings: Settings) -> Iterator[Jdk]:
    """Those of JAVA_HOME and PATH, each once."""
    seen = set()
    places = [(Path(settings.java_home_of_environment), "JAVA_HOME")] if settings.java_home_of_environment else []
    for name in ("javac", "java"):
        program = shutil.which(name, path=settings.search_path or os.defpath)
        if program:
            places.append((Path(os.path.realpath(program)).parent.parent, "PATH"))
    for home, origin in places:
        found = _at(home, origin, settings)
        if found is not None and found.home.resolve() not in seen:
            seen.add(found.home.resolve())
            yield found


def startup_s(found: Jdk, flags: tuple[str, ...], settings: Settings) -> float:
    """Wall seconds that the virtual machine takes to say its version, the least of a few: part of every clean run."""
    taken = []
    for _ in range(_STARTS):
        start = time.perf_counter()
        run_tool([found.java, *flags, "-version"], timeout_s=_ASK_S, environment=tool_environment(settings.search_path))
        taken.append(time.perf_counter() - start)
    return min(taken)


def _at(home: Path, origin: str, settings: Settings) -> Jdk | None:
    """What lies at a home, None where it's no JDK or JRE."""
    if not os.access(home / "bin" / "java", os.X_OK):
        return None
    try:
        told = _VERSION.search((home / "release").read_text("utf-8", "replace"))
    except OSError:
        told = None
    version = told[1] if told else _asked(home, settings.search_path)
    return None if version is None else Jdk(home, version, origin)


@lru_cache(maxsize=16)
def _asked(home: Path, search_path: str) -> str | None:
    """What the virtual machine says its version is, None where it can't be started."""
    try:
        said = run_tool(
            [home / "bin" / "java", "-version"], timeout_s=_ASK_S, environment=tool_environment(search_path)
        )
    except OSError:
        return None
    told = _SAID.search(said.stderr.decode("utf-8", "replace"))
    return told[1] if told else None

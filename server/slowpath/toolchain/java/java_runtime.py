"""Our own classes that run beside a program, and the compiler that stays.

Theory of operation. javac is a program in Java, and most of what it takes for a small file goes into loading and
warming up its own classes. So it's asked through its interface (JSR 199) in a virtual machine that stays
(`runtime/java/slowpath/Compiler.java`): a tenth of the time from the second program on. A compilation that is under
way has a machine to itself; who comes meanwhile starts another. Our classes lie in a jar, and what a start of either
machine loads in an archive of classes beside it, which a JDK writes that can (13 and newer, 11 MB); one that doesn't
fit is passed over.
"""

from __future__ import annotations

import atexit
import os
import struct
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.sandbox.process import KeptTool, ToolGone, ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.installing import remedy
from slowpath.toolchain.java.jdk import Jdk

COMPILE_TIMEOUT_S = 120.0
CALM = ("-XX:TieredStopAtLevel=1", "-XX:CICompilerCount=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TLABSize=64k")
"""A virtual machine that lives for a second does best with one compiler and one collector. What a new thread gets to
allocate from is a hundredth of the memory by itself, all of it spent by the thread's end: so much for a tiny run."""
_SOURCES = Path(__file__).resolve().parent.parent / "runtime" / "java"
_FLAGS = ("-encoding", "UTF-8", "-proc:none", "-implicit:none", "-g")
_JAR, _ARCHIVE, _ARCHIVES_SINCE = "runtime.jar", "runtime.jsa", 13
_QUIET = "-Xlog:disable"
"""What a machine has to say of an archive goes to its standard output, where replies stand."""
_COMPILER, _NEEDS = "slowpath.Compiler", "-Dslowpath.counters=1"
_CODE = struct.Struct(">i")

_free: dict[tuple[str, ...], list[KeptTool]] = {}
"""Compilers of this process that nobody asks at the moment, by their command."""


@dataclass(frozen=True)
class JavaRuntime:
    """What lies in the cache: the jar of our classes, and the archive of those that a start needs, where there is
    one."""

    jar: Path
    archive: Path | None = None

    @property
    def flags(self) -> tuple[str, ...]:
        """What starts a virtual machine with our classes."""
        archived = (_QUIET, f"-XX:SharedArchiveFile={self.archive}") if self.archive else ()
        return (*archived, "-cp", str(self.jar))

    @property
    def folders(self) -> tuple[Path, ...]:
        """What such a machine reads."""
        return tuple(path.parent for path in (self.jar, self.archive) if path is not None)


def java_runtime(settings: Settings, jdk: Jdk) -> JavaRuntime:
    """Our classes as this JDK compiles them, from the cache or new. Raises `ToolMissing`, `StoreUnwritable`."""
    classes = BuildCache(settings.cache_dir, "java-runtime")
    key = content_key(jdk.identity, runtime_digest())
    jar = (classes.get(key) or classes.add(lambda empty: _make_jar(empty, key, settings, jdk))) / _JAR
    if jdk.major < _ARCHIVES_SINCE:
        return JavaRuntime(jar)
    # An archive knows its jar by path and time.
    archives = BuildCache(settings.cache_dir, "java-archive")
    key = content_key(key, str(jar), str(jar.stat().st_mtime_ns))
    folder = archives.get(key) or archives.add(lambda empty: _make_archive(empty, key, settings, jdk, jar))
    archive = folder / _ARCHIVE
    return JavaRuntime(jar, archive if archive.exists() else None)


@lru_cache(maxsize=1)
def runtime_digest() -> str:
    """The content of all that makes a build what it is beside the program and the JDK."""
    own = sorted((*_SOURCES.rglob("*.java"), *Path(__file__).parent.glob("*.py")))
    return content_key(*(path.read_bytes() for path in own))


def compile_java(source: Path, target: Path, settings: Settings, jdk: Jdk, with_own: bool = False) -> ToolResult:
    """Compiles a file into the folder `target`; `with_own`: it may use our classes. Annotation processors don't run: a
    program's text isn't to run anything while it's compiled. What `-g` adds says where variables are kept
    (`class_values`). Raises `ToolMissing`, `OutOfTime`."""
    runtime = java_runtime(settings, jdk)
    seen = ("-cp", str(runtime.jar)) if with_own else ()
    request = "".join(f"{part}\0" for part in (*_FLAGS, *seen, "-d", str(target), str(source)))
    command = (str(jdk.java), *CALM, *runtime.flags, _COMPILER)
    free = _free.setdefault(command, [])
    while True:
        is_new = not free
        compiler = _started(command, settings, jdk) if is_new else free.pop()
        try:
            reply = compiler.ask(request.encode("utf-8", "surrogateescape"), COMPILE_TIMEOUT_S)
        except ToolGone as gone:
            if not is_new:  # It was idle for long enough.
                continue
            raise ToolMissing(f"The compiler of {jdk.name} ended by itself.", _remedy(settings)) from gone
        if reply is None:
            return ToolResult(-1, b"", b"", timed_out=True)
        free.append(compiler)
        (code,) = _CODE.unpack_from(reply)
        return ToolResult(code, b"", reply[_CODE.size :])


def _started(command: Sequence[str], settings: Settings, jdk: Jdk) -> KeptTool:
    try:
        return KeptTool(command, tool_environment(settings.search_path))
    except OSError as error:
        raise ToolMissing(f"{jdk.name} can't be started: {error.strerror}.", _remedy(settings)) from error


def _make_jar(empty: Path, key: str, settings: Settings, jdk: Jdk) -> str:
    sources = [str(path) for path in sorted(_SOURCES.rglob("*.java"))]
    with tempfile.TemporaryDirectory(prefix="slowpath-") as made:
        argv = [str(jdk.javac), *(f"-J{flag}" for flag in CALM), *_FLAGS, "-d", made, *sources]
        result = run_tool(argv, timeout_s=COMPILE_TIMEOUT_S, environment=tool_environment(settings.search_path))
        if result.returncode != 0:
            said = result.stderr.decode("utf-8", "replace").strip()[-500:]
            raise ToolMissing(f"{jdk.name} can't compile Slowpath's runtime: {said}", _remedy(settings))
        with zipfile.ZipFile(empty / _JAR, "w") as jar:
            for path in sorted(Path(made).rglob("*.class")):
                jar.write(path, path.relative_to(made))
    return key


def _make_archive(empty: Path, key: str, settings: Settings, jdk: Jdk, jar: Path) -> str:
    """Writes the archive, of what a start of each machine and a compilation of our own classes load; where that fails,
    the folder stays empty."""
    with zipfile.ZipFile(jar) as classes:
        own = [name[: -len(".class")].replace("/", ".") for name in classes.namelist()]
    written = f"-XX:ArchiveClassesAtExit={empty / _ARCHIVE}"
    argv = [str(jdk.java), *CALM, _NEEDS, _QUIET, written, "-cp", str(jar), _COMPILER, *own]
    with tempfile.TemporaryDirectory(prefix="slowpath-") as made:
        request = "".join(f"{part}\0" for part in (*_FLAGS, "-d", made, *map(str, sorted(_SOURCES.rglob("*.java")))))
        run_tool(
            argv,
            timeout_s=COMPILE_TIMEOUT_S,
            input=_CODE.pack(len(request)) + request.encode(),
            environment=tool_environment(settings.search_path),
        )
    return key


def _remedy(settings: Settings) -> str:
    return remedy("java", "a JDK that is whole", settings.search_path)


@atexit.register
def _end_compilers() -> None:
    while _free:
        for compiler in _free.popitem()[1]:
            compiler.end()


def _forget_compilers() -> None:
    """In a fork: they are those of the process that it was made from."""
    while _free:
        for compiler in _free.popitem()[1]:
            compiler.leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_compilers)

"""What a program may read beside the system's files: its language's own, and the folder that it was given.

Theory of operation. A program that is built needs its libraries, where its compiler has some of its own. A program that
is interpreted needs what its interpreter finds modules in, which that says itself, and modules beside the program.
Of a prefix that may be anybody's (`~/.local`) only the folders of libraries are taken.
"""

from __future__ import annotations

import compileall
import json
import os
import site
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.sandbox.jail import Confinement
from slowpath.sandbox.jail.system import folder_of
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.compilers import find_compiler

RUNTIME = Path(__file__).resolve().parent / "runtime"
_MODULES = (".py", ".pyc", ".so")
_LIBRARIES = ("lib", "lib32", "lib64")
_OF_JDK = ("bin", "lib", "conf", "release")
_RUN_PATH = "-Wl,-rpath,"
_ANSWER = (
    "import compileall,json,sys;compileall.compile_dir(sys.argv[1],quiet=2);print(json.dumps("
    "[[sys.prefix,sys.base_prefix,sys.exec_prefix,sys.base_exec_prefix],sys.path]))"
)
"""Our runtime is compiled on the way: in the jail nothing can be kept beside it."""
_ASK_S = 30.0


def cpp_reach(compiler: str, settings: Settings) -> Confinement:
    """That of a program which this compiler built."""
    prefixes = {path.parent.parent for path in (Path(compiler).absolute(), Path(compiler).resolve())}
    named = [
        Path(part)
        for flag in settings.cpp_flags
        if flag.startswith(_RUN_PATH)
        for part in flag[len(_RUN_PATH) :].split(":")
    ]
    return Confinement(settings.jail, (*_libraries(prefixes), *named))


def built_reach(settings: Settings) -> Confinement:
    """That of a program that was built here, or came so: its libraries are the compiler's, where there is one."""
    try:
        return cpp_reach(find_compiler(settings).path, settings)
    except ToolMissing:
        return Confinement(settings.jail)


def python_reach(interpreter: Path, settings: Settings, *programs: Path) -> Confinement:
    """That of programs which this interpreter runs, by our runtime or by itself, with the modules beside each."""
    return Confinement(
        settings.jail,
        (
            RUNTIME,
            *_interpreter_folders(interpreter, settings.search_path),
            *(path for program in programs for path in beside(program)),
        ),
    )


def java_reach(home: Path, settings: Settings, *folders: Path) -> Confinement:
    """That of programs which the virtual machine of this home runs, started by our own interpreter, with the folders of
    their classes. Of the home only a JDK's own parts: where `java` is a script, it may be anybody's (`~/.local`)."""
    parts = (home / name for name in _OF_JDK)
    return replace(own_python_reach(), mode=settings.jail).reading((*parts, *folders))


@lru_cache(maxsize=1)
def own_python_reach() -> Confinement:
    """That of what runs in the interpreter that runs us."""
    compileall.compile_dir(RUNTIME, quiet=2)
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
    # Not all of its path: that has the folder in which we were started.
    installed = (*site.getsitepackages(), site.getusersitepackages())
    return Confinement(readable=(RUNTIME, *_folders(prefixes, (os.path.dirname(os.__file__), *installed))))


def beside(program: Path) -> tuple[Path, ...]:
    """What of the program's folder it may import."""
    return folder_of(program, _MODULES, home(), Path(tempfile.gettempdir()))


@lru_cache(maxsize=16)
def _interpreter_folders(interpreter: Path, search_path: str) -> tuple[Path, ...]:
    """Where it keeps its library and finds modules; nothing where it doesn't say."""
    try:
        said = run_tool(
            [interpreter, "-c", _ANSWER, RUNTIME], timeout_s=_ASK_S, environment=tool_environment(search_path)
        )
        prefixes, modules = json.loads(said.stdout)
    except (OSError, ValueError):
        return ()
    return _folders(prefixes, modules)


def _folders(prefixes: Iterable[str], modules: Iterable[str]) -> tuple[Path, ...]:
    roots = {Path(prefix) for prefix in prefixes}
    return (
        *_libraries(roots),
        *(root / "pyvenv.cfg" for root in sorted(roots)),
        *(Path(folder) for folder in modules if folder and not _is_home(Path(folder))),
    )


def _libraries(prefixes: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(prefix / name for prefix in sorted(prefixes) for name in _LIBRARIES)


def _is_home(folder: Path) -> bool:
    own = home().resolve()
    return folder.resolve() in (own, *own.parents)


def home() -> Path:
    """The user's home; the root of all where the system knows none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")

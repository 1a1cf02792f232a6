"""Python programs that judge, of whatever age: many packages were made when that meant Python 2.

What is written for Python 2 is run by one where `python2` works, else translated once by `lib2to3`, which comes with
Python up to 3.12, and kept in the build cache. A translation is an approximation (`/` between integers divides as
Python 3 does), which is enough: a validator is believed only as far as it accepts the samples.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from slowpath.errors import SlowpathError
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.process import ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.interpreters import find_interpreter, found_interpreters
from slowpath.toolchain.program_runs import JudgingProgram
from slowpath.toolchain.reach import RUNTIME, python_reach

OLD_NAMES = ("python2", "python2.7")
MAIN_STEMS = ("__main__", "main", "run")
_TOOL_S = 60.0
_OLD_SHEBANG = re.compile(rb"#!.*\bpython2")
_OLD_CALLS = re.compile(rb"(?<![\w.])(?:raw_input|xrange|unicode|basestring)\s*\(|\.(?:has_key|iteritems|itervalues)\(")
_FOR_BOTH = re.compile(rb"except\s+NameError|version_info|\bfrom\s+(?:six|past|builtins)\b")


class PythonTooOld(SlowpathError):
    """A validator is written for Python 2, and nothing here can run or translate it (exit code 1)."""

    code = "validator-unusable"


def judging_program(source: ValidatorSource, files: Sequence[Path], settings: Settings) -> JudgingProgram:
    """See `languages.judging_program`."""
    main = _main_of(files, source.path.stem)
    is_old = is_for_python2(main.read_bytes())
    old = _old_interpreter(settings) if is_old else None
    interpreter = old or str(find_interpreter(settings).executable)
    if is_old and old is None:
        main = _translated(source, main, files, settings)
    warm = () if old else (interpreter, "-s", "-B", str(RUNTIME / "checker_target.py"), str(main))
    allowed = python_reach(Path(interpreter), settings, main, source.root / "problem")
    return JudgingProgram((interpreter, "-B", str(main)), allowed, warm)


def _main_of(files: Sequence[Path], stem: str) -> Path:
    """The file that is run: by its name, else the first that none of the others imports."""
    named = next((path for name in (*MAIN_STEMS, stem) for path in files if path.stem == name), None)
    texts = {path: path.read_bytes() for path in files}
    alone = (
        path for path in files if not any(_imports(text, path.stem) for other, text in texts.items() if other != path)
    )
    return named or next(alone, files[0])


def _imports(text: bytes, stem: str) -> bool:
    return bool(re.search(rb"^\s*(?:import|from)\s.*\b" + re.escape(stem.encode()) + rb"\b", text, re.MULTILINE))


def is_for_python2(text: bytes) -> bool:
    """Whether the program says that it is for Python 2, or can be for nothing else."""
    if _OLD_SHEBANG.match(text) or (_OLD_CALLS.search(text) and not _FOR_BOTH.search(text)):
        return True
    return not _is_python3(text)


def _is_python3(text: bytes) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _old_interpreter(settings: Settings) -> str | None:
    """A Python 2 that works: a version switcher's name may stand for none."""
    for path in (shutil.which(name, path=settings.search_path or None) for name in OLD_NAMES):
        if path is not None and _tool([path, "-c", "pass"], settings).returncode == 0:
            return path
    return None


def _translated(source: ValidatorSource, main: Path, files: Sequence[Path], settings: Settings) -> Path:
    """The main file of a translation of the whole program, from the build cache where it was made before."""
    key = content_key("lib2to3", *(part for path in files for part in (path.name, path.read_bytes())))
    cache = BuildCache(settings.cache_dir, "validators")
    directory = cache.get(key)
    if directory is None:

        def make(place: Path) -> str:
            copies = [Path(shutil.copyfile(path, place / path.name)) for path in files]
            if not _translate(copies, settings) or not _is_python3((place / main.name).read_bytes()):
                raise PythonTooOld(
                    f"{source.name} is written for Python 2, which isn't run here.",
                    "Write it for Python 3, or put a python2 on PATH.",
                )
            return key

        directory = cache.add(make)
    return directory / main.name


def _translate(files: Sequence[Path], settings: Settings) -> bool:
    """Whether some Python here translated the files in place."""
    arguments = ["-W", "ignore", "-m", "lib2to3", "-w", "-n", "--no-diffs", *map(str, files)]
    return any(
        _tool([str(found.executable), *arguments], settings).returncode == 0 for found in found_interpreters(settings)
    )


def _tool(argv: Sequence[str], settings: Settings) -> ToolResult:
    try:
        return run_tool(argv, timeout_s=_TOOL_S, environment=tool_environment(settings.search_path))
    except OSError:
        return ToolResult(127, b"", b"")

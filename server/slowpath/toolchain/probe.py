"""Asks the user's own C++ library a question, by a small program of ours built with the user's compiler.

What a standard library does (the bucket counts of a hash table, the growth of a vector) depends on its version, so
the search asks instead of assuming. Answers are cached by compiler, flags and question.
"""

from __future__ import annotations

from pathlib import Path

from slowpath.errors import TargetBroken
from slowpath.sandbox.process import ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.compilers import Compiler, find_compiler

_TIMEOUT_S = 60.0


def probe(source: str, settings: Settings) -> bytes:
    """What the program `source` prints, built with the compiler and flags of `settings`.

    Raises `ToolMissing` without a compiler and `TargetBroken` when it can't be built or fails.
    """
    compiler = find_compiler(settings)
    key = content_key(source, compiler.identity, "\0".join(settings.cpp_flags))

    def make(directory: Path) -> str:
        (directory / "probe.cpp").write_text(source, encoding="utf-8")
        _succeeded(_compile(compiler, settings, directory), "built")
        answer = _succeeded(run_tool([directory / "probe"], cwd=directory, timeout_s=_TIMEOUT_S), "run")
        (directory / "answer").write_bytes(answer.stdout)
        return key

    cache = BuildCache(settings.cache_dir, "probe")
    return ((cache.get(key) or cache.add(make)) / "answer").read_bytes()


def _compile(compiler: Compiler, settings: Settings, directory: Path) -> ToolResult:
    return run_tool(
        [compiler.path, *settings.cpp_flags, "probe.cpp", "-o", "probe"],
        cwd=directory,
        timeout_s=_TIMEOUT_S,
        environment=tool_environment(settings.search_path),
    )


def _succeeded(result: ToolResult, what: str) -> ToolResult:
    if result.returncode != 0:
        said = result.stderr.decode("utf-8", "replace")[:300]
        raise TargetBroken(
            f"A probe of the C++ library can't be {what}: {said}",
            "Check the compiler and its flags with `slowpath doctor`.",
        )
    return result

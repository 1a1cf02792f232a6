"""How C++ programs are linked with Slowpath's runtime: what it takes over, and what makes a search build quick."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.toolchain.compilers import Compiler

_RUNTIME = Path(__file__).parent / "runtime"
_WRAPPED = ("-Wl,--wrap=main", "-Wl,--wrap=_exit", "-Wl,--wrap=_Exit")
_BULK = tuple(
    f"-Wl,--wrap={name}"
    for name in ("memcpy", "memmove", "memset", "memchr", "strlen", "__memcpy_chk", "__memmove_chk", "__memset_chk")
)
"""What `runtime/bulk.c` counts."""


def link_options(compiler: Compiler, options: Sequence[str]) -> list[str]:
    """The compile options without those that would link a profiling library of the compiler's own."""
    left_out = ("--coverage", "-fprofile-arcs", "-ftest-coverage", "-mllvm", "-disable-licm-promotion")
    return [flag for flag in options if flag not in left_out]


def wrapping(compiler: Compiler, is_counting: bool) -> tuple[str, ...]:
    """The calls that the runtime takes over; those of the library's work on memory only where that is counted."""
    if compiler.kind == "apple-clang":
        return ()
    return (*_WRAPPED, *_BULK) if is_counting else _WRAPPED


def system_libraries(compiler: Compiler) -> tuple[str, ...]:
    """What the runtime needs beside the program's own libraries."""
    return () if compiler.kind == "apple-clang" else ("-ldl",)


@lru_cache(maxsize=16)
def fork_friendly(compiler: Compiler, search_path: str) -> tuple[str, ...]:
    """Links the search build so that a fork of it copies fewer page tables: about a fifth less CPU per tiny run."""
    if compiler.kind == "apple-clang":
        return ()
    said = run_tool(
        [compiler.path, "-print-file-name=libstdc++.a"], timeout_s=20, environment=tool_environment(search_path)
    )
    archive = Path(said.stdout.decode("utf-8", "replace").strip())
    return ("-static-libstdc++", "-static-libgcc", "-Wl,-z,now", "-no-pie") if archive.is_absolute() else ()


def linker(flags: Sequence[str]) -> list[str]:
    """The flags that choose the linker."""
    return [flag for flag in flags if flag.startswith(("-fuse-ld", "-B", "--ld-path"))]


@lru_cache(maxsize=16)
def apart(compiler: Compiler, search_path: str, linker: tuple[str, ...]) -> tuple[str, ...]:
    """Links the counters away from the program's variables, where the linker can (`apart.ld`): a write beyond a global
    array would change them."""
    if compiler.kind == "apple-clang":
        return ()
    script = ("-Xlinker", "-T", "-Xlinker", str(_RUNTIME / "apart.ld"))
    with tempfile.TemporaryDirectory(prefix="slowpath-") as made:
        tried = run_tool(
            [compiler.path, *linker, "-x", "c", "-", "-o", str(Path(made) / "tried"), *script],
            timeout_s=20,
            input=b"int main(void) { return 0; }\n",
            environment=tool_environment(search_path),
        )
    return () if tried.returncode != 0 or tried.stderr.strip() else script


@lru_cache(maxsize=16)
def run_path(compiler: Compiler, search_path: str) -> tuple[str, ...]:
    """Where a compiler that was installed by hand keeps its own C++ library, for the program to find it again."""
    if compiler.kind != "gcc":
        return ()
    said = run_tool(
        [compiler.path, "-print-file-name=libstdc++.so"], timeout_s=20, environment=tool_environment(search_path)
    )
    folder = Path(said.stdout.decode("utf-8", "replace").strip()).resolve().parent
    usual = str(folder).startswith(("/usr/lib", "/lib")) or not folder.is_absolute()
    return () if usual or not folder.is_dir() else (f"-Wl,-rpath,{folder}",)

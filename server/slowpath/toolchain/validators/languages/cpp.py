"""C++ programs that judge: built once and cached.

Theory of operation. A C++ validator is compiled in an empty directory into which the headers that its layout
generates (`params.h`) were written, so that nothing appears in the problem's folder; the result is a directory of
the build cache, found again by the content of all that the compilation read. The fork server is linked into it, so that
a run needn't load it (not on macOS, whose linker can't put anything before `main`, nor on Windows).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from slowpath.errors import CompileFailed
from slowpath.model.languages.cpp import FACTS
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.process import ToolResult, run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, DependencyRecord, built_once, content_key
from slowpath.toolchain.compilers import Compiler, find_compiler
from slowpath.toolchain.cpp_compiling import runtime_digest, runtime_objects
from slowpath.toolchain.cpp_linking import fork_friendly, run_path, system_libraries, wrapping
from slowpath.toolchain.diagnostics import fallback_message, parse_messages, summary
from slowpath.toolchain.program_runs import JudgingProgram
from slowpath.toolchain.reach import built_reach

HEADER_SUFFIXES = (".h", ".hh", ".hpp", ".hxx")
COMPILE_TIMEOUT_S = 120.0
LIBRARY_FOLDERS = (
    "",
    "common",
    "files",
    "headers",
    "include",
    "input_validators",
    "lib",
    "library",
    "shared",
    "testlib",
)
LEVELS_UP = 4
_FLAGS = ("-O1", "-w")
_WAYS = (("-std=c++17",), ("-std=gnu++20", "-include", "bits/stdc++.h"), ("-std=gnu++20",))
"""Tried in turn: packages name no standard, and older libraries included more headers by themselves. Names of a header
that wasn't asked for may be the program's own, hence the last way."""
_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)


def judging_program(source: ValidatorSource, files: list[Path], settings: Settings) -> JudgingProgram:
    """See `languages.judging_program`."""
    compiler = find_compiler(settings)
    command = (str(_built(source, files, compiler, settings)),)
    return JudgingProgram(command, built_reach(settings), command if _is_served(compiler) else ())


def _is_served(compiler: Compiler) -> bool:
    """Whether the fork server can be linked in front of `main`."""
    return sys.platform != "win32" and bool(wrapping(compiler, False))


def _built(source: ValidatorSource, files: list[Path], compiler: Compiler, settings: Settings) -> Path:
    headers = [part for header in source.headers for part in header]
    base = content_key(
        compiler.identity,
        runtime_digest(),
        *_FLAGS,
        *(flag for way in _WAYS for flag in way),
        *headers,
        *(part for path in files for part in (str(path), path.read_bytes())),
    )
    cache, record = BuildCache(settings.cache_dir, "validators"), DependencyRecord(settings.cache_dir)

    def make(place: Path) -> str:
        _compile(source, files, compiler, settings, place)
        record.record(base, _dependencies(place))
        return record.key(base)

    with built_once(str(settings.cache_dir), "validators", base):
        directory = cache.get(record.key(base)) or cache.add(make)
    return directory / "validator"


def _compile(source: ValidatorSource, files: list[Path], compiler: Compiler, settings: Settings, place: Path) -> None:
    for name, text in source.headers:
        (place / Path(name).name).write_text(text, encoding="utf-8")
    includes = [part for folder in (place, *_library_folders(source)) for part in ("-I", str(folder))]
    served = _server(compiler, settings) if _is_served(compiler) else []
    failed = None
    for way in _WAYS:
        argv = [
            compiler.path,
            *_FLAGS,
            *way,
            "-MD",
            "-MF",
            "validator.d",
            *includes,
            *map(str, files),
            *served,
            "-o",
            "validator",
        ]
        result = run_tool(
            argv, cwd=place, timeout_s=COMPILE_TIMEOUT_S, environment=tool_environment(settings.search_path)
        )
        if result.returncode == 0:
            return
        failed = failed or result
        if result.timed_out:
            break
    assert failed is not None
    raise _compile_failure(source, files[0], compiler, failed)


def _server(compiler: Compiler, settings: Settings) -> list[str]:
    """What links the fork server into a program."""
    return [
        *map(str, runtime_objects(compiler, settings, ("counters_none", "given"))),
        *wrapping(compiler, False),
        *fork_friendly(compiler, settings.search_path),
        *run_path(compiler, settings.search_path),
        "-pthread",
        *system_libraries(compiler),
    ]


def _compile_failure(source: ValidatorSource, file: Path, compiler: Compiler, failed: ToolResult) -> CompileFailed:
    messages = parse_messages(failed.stderr, str(file), file) or (fallback_message(failed.stderr, file),)
    said = (
        f"takes longer than {COMPILE_TIMEOUT_S:.0f} s to compile"
        if failed.timed_out
        else f"doesn't compile with {compiler.name}: {summary(messages)}"
    )
    return CompileFailed(
        f"{source.name} {said}.", "Correct it, or put the headers that it includes (testlib.h) beside it.", messages
    )


def _library_folders(source: ValidatorSource) -> Iterator[Path]:
    """The validator's own folder, and where a header that it includes lies: in the problem's folder and those around
    it, or in the folders of these in which repositories keep such files."""
    own = source.path if source.path.is_dir() else source.path.parent
    files = own.iterdir() if source.path == own else [source.path]
    suffixes = (*FACTS.suffixes, *HEADER_SUFFIXES)
    texts = [path.read_bytes() for path in files if path.suffix.lower() in suffixes and path.is_file()]
    headers = {name.decode("utf-8", "replace") for text in texts for name in _INCLUDED.findall(text)}
    wanted = sorted(name for name in headers if not (own / name).is_file())
    yield own
    for folder in (own, source.root, *list(source.root.parents)[:LEVELS_UP]):
        for name in LIBRARY_FOLDERS:
            if folder / name != own and any((folder / name / header).is_file() for header in wanted):
                yield folder / name


def _dependencies(place: Path) -> list[Path]:
    """What the compilation read outside of its own directory and of the system's."""
    text = (place / "validator.d").read_text("utf-8", "surrogateescape").replace("\\\n", " ")
    paths = [
        Path(part.replace("\0", " "))
        for rule in text.splitlines()
        for part in rule.partition(":")[2].replace("\\ ", "\0").split()
    ]
    return [
        path
        for path in paths
        if path.is_absolute() and not str(path).startswith(("/usr/", "/lib/")) and place not in path.parents
    ]

"""`<bits/stdc++.h>` precompiled: reading it takes three quarters of the time that a contest program needs to build.

Theory of operation. g++ takes a header from `NAME.gch`, where it finds that before NAME and the options are the same,
and reads NAME else. So a directory with such a file stands first among the system's. It takes some seconds and 120 MB,
so it is made for the second text that is built with the same options. Only a text that begins with the header uses it,
but for our own checkers: what stands before, a macro or a pragma, may change what it means. A build that fails is made
again without (see `CompileJob`), so that every message is about the program and no fault of a precompiled header stops
one.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from slowpath.errors import StoreUnwritable
from slowpath.instrument.marks import taken_apart
from slowpath.model.languages.cpp import FACTS
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.compilers import Compiler

HEADER = "bits/stdc++.h"
_INCLUDE = re.compile(rb"#[ \t]*include[ \t]*<bits/stdc\+\+\.h>")
_HANDING_ON = f"""#ifndef SLOWPATH_HEADER
#define SLOWPATH_HEADER
#include_next <{HEADER}>
#endif
"""
_KIND = "cpp-headers"
_KEPT = 4
_FREE_BYTES = 4 << 30
_TIMEOUT_S = 60.0


def precompiled_header(
    source: bytes, compiler: Compiler, options: Sequence[str], settings: Settings, *, makes: bool = True
) -> tuple[str, ...]:
    """What the compiler is told, besides `options`, to read this text's first header precompiled; nothing where that is
    another, where this is the first text with these options, and where it can't be had, or isn't there and nobody
    `makes` it. Never raises."""
    if compiler.kind != "gcc" or not begins_with_header(source):
        return ()
    key = content_key(compiler.identity, *options)
    cache = BuildCache(settings.cache_dir, _KIND, kept=_KEPT)
    folder = cache.get(key)
    with contextlib.suppress(OSError, StoreUnwritable):
        if folder is None and makes and _is_second(settings.cache_dir / _KIND, key, source):
            folder = cache.add(lambda directory: _precompile(directory, compiler, options, settings, key))
    is_there = folder is not None and (folder / f"{HEADER}.gch").is_file()
    # It has to come before what is declared for probes, or stands before the text for checkers.
    return ("-isystem", str(folder), "-include", HEADER) if is_there else ()


def begins_with_header(source: bytes) -> bool:
    """Whether nothing but comments, white space and checkers of ours stands before the include of the header."""
    rest = taken_apart(source, FACTS.id)[0].lstrip()
    while rest.startswith((b"//", b"/*")):
        end = b"\n" if rest.startswith(b"//") else b"*/"
        rest = rest[2:].partition(end)[2].lstrip()
    return _INCLUDE.match(rest) is not None


def _is_second(root: Path, key: str, source: bytes) -> bool:
    """Whether another text was built with these options before; the first is noted."""
    note, name = root / f"{key}.first", content_key(source)
    if note.is_file():
        return note.read_text("ascii") != name and shutil.disk_usage(root).free >= _FREE_BYTES
    root.mkdir(parents=True, exist_ok=True)
    note.write_text(name, "ascii")
    return False


def _precompile(directory: Path, compiler: Compiler, options: Sequence[str], settings: Settings, key: str) -> str:
    """Makes the file, beside a header that hands on to the system's for where it is included again. Where the compiler
    refuses, the directory stays empty, and nobody tries again."""
    header = directory / HEADER
    header.parent.mkdir()
    header.write_text(_HANDING_ON, "ascii")
    result = run_tool(
        [compiler.path, *options, "-w", "-x", "c++-header", HEADER, "-o", f"{HEADER}.gch"],
        cwd=directory,
        timeout_s=_TIMEOUT_S,
        environment=tool_environment(settings.search_path),
    )
    needed = (header.name, f"{header.name}.gch") if result.returncode == 0 else ()
    for path in header.parent.iterdir():
        if path.name not in needed:
            path.unlink()
    return key

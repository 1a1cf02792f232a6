"""Line hits equal gcov's own, on programs that use what makes counting hard and on every example."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.sandbox.process import run_tool
from slowpath.settings import Settings, load
from slowpath.toolchain import open_executor
from slowpath.toolchain.compilers import find_compiler
from slowpath.toolchain.cpp_build import search_flags
from slowpath.toolchain.cpp_compiling import SOURCE_NAME
from slowpath.toolchain.flow import LineMap, line_map
from slowpath.toolchain.gcno import Arc, Function, GcnoError, Location, Notes, read_notes

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "tests" / "golden" / "cpp").glob("*.cpp"))
EXAMPLES = sorted((ROOT / "examples").glob("*/*.cpp"))
NEED_GCC = pytest.mark.skipif(not shutil.which("g++") or not shutil.which("gcov"), reason="needs g++ and gcov")
NEED_CLANG = pytest.mark.skipif(
    not shutil.which("clang++") or not shutil.which("llvm-cov"), reason="needs clang++ and llvm-cov"
)


def inputs_of(program: Path) -> list[Path]:
    """The inputs beside a golden program, or an example's samples."""
    own = program.with_suffix(".in")
    return [own] if own.exists() else sorted(program.parent.rglob("*.in"))


def settings_for(compiler: str, cache_dir: Path) -> Settings:
    return load({"cpp_compiler": compiler, "cache_dir": cache_dir})


def our_hits(program: Path, data: bytes, settings: Settings) -> dict[int, int]:
    with open_executor(Solution(program, "cpp", program.read_bytes()), settings) as executor:
        execution = executor.run(data, RunLimits(cpu_s=20, wall_s=60))
        return dict(executor.profile(execution).hits)


def compile_as_gcov_does(program: Path, settings: Settings, folder: Path) -> str:
    compiler = find_compiler(settings)
    (folder / SOURCE_NAME).write_bytes(program.read_bytes())
    flags = search_flags(compiler, settings.cpp_flags)
    for step in (
        [*flags, "-iquote", str(program.parent), "-c", SOURCE_NAME, "-o", "search.o"],
        ["--coverage", "search.o", "-o", "search", "-pthread"],
    ):
        done = run_tool([compiler.path, *step], cwd=folder, timeout_s=300)
        assert done.returncode == 0, done.stderr.decode()
    return compiler.path


def gcov_hits(program: Path, data: bytes, settings: Settings, folder: Path) -> dict[int, int]:
    compile_as_gcov_does(program, settings, folder)
    run_tool(["./search"], cwd=folder, timeout_s=300, input=data)
    said = run_tool(["gcov", "--json-format", "--stdout", "search.gcda"], cwd=folder, timeout_s=300)
    hits: dict[int, int] = {}
    for file in json.loads(said.stdout)["files"]:
        if file["file"] == SOURCE_NAME:
            for line in file["lines"]:
                hits[line["line_number"]] = hits.get(line["line_number"], 0) + line["count"]
    return hits


def llvm_cov_hits(program: Path, data: bytes, settings: Settings, folder: Path) -> dict[int, int]:
    compile_as_gcov_does(program, settings, folder)
    run_tool(["./search"], cwd=folder, timeout_s=300, input=data)
    run_tool(["llvm-cov", "gcov", "search.gcda"], cwd=folder, timeout_s=300)
    hits = {}
    for line in (folder / f"{SOURCE_NAME}.gcov").read_text("utf-8", "replace").splitlines():
        if match := re.match(r"\s*(\d+|#####|=====)\*?:\s*(\d+):", line):
            hits[int(match[2])] = int(match[1]) if match[1].isdigit() else 0
    return {line: count for line, count in hits.items() if line}


@NEED_GCC
@pytest.mark.daily(4)
@pytest.mark.parametrize("program", [*PROGRAMS, *EXAMPLES], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_counts_what_gcov_counts(program, build_cache, tmp_path):
    settings = settings_for("g++", build_cache)
    data = inputs_of(program)[0].read_bytes()
    ours, theirs = our_hits(program, data, settings), gcov_hits(program, data, settings, tmp_path)
    assert ours.items() ^ theirs.items() == set()


@NEED_CLANG
@pytest.mark.daily(4)
@pytest.mark.parametrize("program", [*PROGRAMS, *EXAMPLES], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_counts_what_llvm_cov_counts(program, build_cache, tmp_path):
    settings = settings_for("clang++", build_cache)
    data = inputs_of(program)[0].read_bytes()
    ours, theirs = our_hits(program, data, settings), llvm_cov_hits(program, data, settings, tmp_path)
    assert ours.items() ^ theirs.items() == set()


def loop_on_one_line() -> tuple[Notes, list[tuple[int, int, int, int]]]:
    """entry 0 -> 2 -> 3 -> 2 (loop) -> 4 -> exit 1, all of 2 and 3 on line 5."""
    arcs = (Arc(0, 2, True), Arc(2, 3, False), Arc(2, 4, False), Arc(3, 2, True), Arc(4, 1, True))
    lines = ((2, (Location("a.cpp", (5,)),)), (3, (Location("a.cpp", (5,)),)), (4, (Location("a.cpp", (6,)),)))
    function = Function(1, 2, 3, "f", False, "a.cpp", 4, 7, 5, arcs, lines)
    return Notes((12, 2), (function,)), [(1, 2, 3, 2)]


def hits_of(mapped: LineMap, *counters: int) -> dict[int, int]:
    return mapped.hits(np.array(counters, np.uint64))


def test_a_loop_on_one_line_counts_its_rounds_and_its_entry():
    notes, described = loop_on_one_line()
    assert hits_of(line_map(notes, "a.cpp", described), 10, 1) == {5: 11, 6: 1}


def test_a_function_that_the_linker_dropped_has_zero_hits():
    notes, _ = loop_on_one_line()
    assert hits_of(line_map(notes, "a.cpp", [(9, 9, 9, 4)]), 1, 2, 3, 4) == {5: 0, 6: 0}


def test_blocks_are_summed_without_entry_and_exit():
    notes, described = loop_on_one_line()
    assert line_map(notes, "a.cpp", described).blocks(np.array([10, 1], np.uint64)) == 11 + 10 + 1


def test_refuses_notes_of_another_build():
    notes, _ = loop_on_one_line()
    with pytest.raises(ValueError, match="counters"):
        line_map(notes, "a.cpp", [(1, 2, 3, 7)])


@pytest.mark.parametrize("data", [b"", b"not a notes file", b"oncg*22B", b"oncgxxxx" + b"\0" * 40])
def test_refuses_what_is_no_notes_file(data):
    with pytest.raises(GcnoError):
        read_notes(data)

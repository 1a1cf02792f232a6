"""The precompiled header: who gets it, when it is made, and that it changes nothing but the time."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import CompileFailed
from slowpath.instrument.cpp_checkers import shared_piece
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.sandbox.process import run_tool
from slowpath.settings import load
from slowpath.toolchain import cpp_build, open_executor
from slowpath.toolchain.compilers import find_compiler
from slowpath.toolchain.cpp_compiling import RUNTIME
from slowpath.toolchain.cpp_precompiled import HEADER, begins_with_header, precompiled_header

LIMITS = RunLimits(cpu_s=20, wall_s=120)
SORTER = b"""#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> values(n);
    for (int &value : values) cin >> value;
    sort(values.begin(), values.end());
    for (int value : values) cout << value << " ";
}
"""
OPTIONS = ("-O0", "-std=c++17")
GCC = load().cpp_compiler or shutil.which("g++")

pytestmark = pytest.mark.skipif(not GCC, reason="g++ is not installed")


CHECKERS = shared_piece(SORTER).text
"""What stands before a text that has checkers."""


@pytest.fixture(scope="module")
def settings(tmp_path_factory, build_cache):
    """Settings with a cache that nobody else fills, but for the runtime."""
    own = tmp_path_factory.mktemp("cache")
    (build_cache / "runtime").mkdir(exist_ok=True)
    (own / "runtime").symlink_to(build_cache / "runtime")
    return load({"cache_dir": own, "cpp_compiler": GCC})


def solution(source: bytes) -> Solution:
    return Solution(Path("/nowhere/sorter.cpp"), "cpp", source)


@pytest.mark.parametrize(
    ("before", "may_use"),
    [
        (b"", True),
        (b"\n  // a comment\n/* another,\n of two lines */ ", True),
        (b"/* one */ /* two */\n//\n", True),
        (CHECKERS, True),
        (b"#define int long long\n" + CHECKERS, False),
        (CHECKERS.replace(b"// slowpath end", b""), False),
        (b"#define int long long\n", False),
        (b'#pragma GCC optimize("O3")\n', False),
        (b"#include <vector>\n", False),
        (b"/* ", False),
        (b"// ", False),
    ],
)
def test_nothing_but_comments_may_stand_before_it(before, may_use):
    assert begins_with_header(before + SORTER) is may_use


def test_it_is_made_for_the_second_text_with_the_same_options(settings):
    compiler = find_compiler(settings)
    assert precompiled_header(SORTER, compiler, OPTIONS, settings) == ()
    assert precompiled_header(SORTER, compiler, OPTIONS, settings) == ()
    assert precompiled_header(SORTER + b"// edited\n", compiler, (*OPTIONS, "-g"), settings) == ()
    option, folder, *first = precompiled_header(SORTER + b"// edited\n", compiler, OPTIONS, settings)
    assert (option, *first) == ("-isystem", "-include", HEADER)
    assert sorted(path.name for path in (Path(folder) / "bits").iterdir()) == ["stdc++.h", "stdc++.h.gch"]
    assert precompiled_header(SORTER, compiler, OPTIONS, settings)[1] == folder


@pytest.mark.parametrize(
    ("before", "probing"),
    [(b"", ()), (b"", ("-include", str(RUNTIME / "probes.h"))), (CHECKERS, ())],
    ids=["plain", "probes", "checkers"],
)
def test_the_compiler_takes_it_for_a_text_and_for_one_with_probes_or_checkers(settings, tmp_path, before, probing):
    compiler, options = find_compiler(settings), OPTIONS
    for text in (SORTER, before + SORTER + b"\n"):
        header = precompiled_header(text, compiler, options, settings)
    (tmp_path / "sorter.cpp").write_bytes(before + SORTER)
    # -H names every header that is read, those that were precompiled with a "!" before them.
    argv = [compiler.path, *options, *header, "-DSLOWPATH_PROBES=1", *probing, "-H", "-c", "sorter.cpp"]
    said = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=True).stderr
    assert f"! {header[1]}/{HEADER}.gch" in said
    assert "/algorithm" not in said


def test_options_that_the_compiler_refuses_are_tried_once(settings):
    compiler = find_compiler(settings)
    options = ("-std=c++1066",)
    assert precompiled_header(SORTER, compiler, options, settings) == ()
    assert precompiled_header(SORTER + b"\n", compiler, options, settings) == ()
    assert precompiled_header(SORTER + b"\n", replace(compiler, path="/nowhere/g++"), options, settings) == ()


def test_a_cache_that_can_t_be_written_is_no_failure(settings, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    nowhere = replace(settings, cache_dir=tmp_path / "file")
    assert precompiled_header(SORTER, find_compiler(settings), OPTIONS, nowhere) == ()


def test_it_changes_no_count_and_no_message(settings):
    settings = replace(settings, cpp_flags=OPTIONS)  # Flags that were chosen: no other standard is tried.
    texts = [SORTER + b"//" + bytes(str(number), "ascii") + b"\n" for number in range(3)]
    counted = []
    for text in texts:
        with open_executor(solution(text), settings) as executor:
            run = executor.run(b"6 3 1 2 9 5 4", LIMITS, keep_output=True)
            assert run.output == b"1 2 3 4 5 9 "
            counted.append((run.count, dict(executor.profile(run).hits)))
    assert len({repr(each) for each in counted}) == 1
    with pytest.raises(CompileFailed) as failed:
        open_executor(solution(SORTER.replace(b"int n;", b"int n")), settings)
    assert next(message.line for message in failed.value.messages if message.severity == "error") == 5


def test_a_check_reads_it_where_it_is_there_and_says_the_same(settings, monkeypatch, tmp_path):
    settings, compiler, read = replace(settings, cpp_flags=OPTIONS), find_compiler(settings), []
    for text in (SORTER, SORTER + b"\n"):
        precompiled_header(text, compiler, OPTIONS, settings)

    def run(argv, **more):
        read.append("-include" in argv)
        return run_tool(argv, **more)

    monkeypatch.setattr(cpp_build, "run_tool", run)
    for other, reads in ((b"n = 1 << 40;", [True]), (b"m;", [True, False])):
        text = SORTER.replace(b"n;", other, 1)
        read.clear()
        said = cpp_build.check(solution(text), settings, compiler)
        assert said and read == reads
        assert said == cpp_build.check(solution(text), replace(settings, cache_dir=tmp_path), compiler)
    assert not any(tmp_path.iterdir())

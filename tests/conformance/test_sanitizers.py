"""The sanitizer of each compiler keeps the kit's contract; and what is done where a build can't be."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

from slowpath.model.breaking import Complaint
from slowpath.model.problem import Solution
from slowpath.settings import load
from slowpath.toolchain import open_sanitizer, sanitized

pytest.register_assert_rewrite("sanitizer_kit")
_SPEC = importlib.util.spec_from_file_location("sanitizer_kit", Path(__file__).with_name("sanitizer_kit.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
kit = importlib.util.module_from_spec(_SPEC)
sys.modules["sanitizer_kit"] = kit
_SPEC.loader.exec_module(kit)


@pytest.fixture(scope="module")
def settings_for(build_cache):

    def settings(compiler: str, **more):
        if not shutil.which(compiler):
            pytest.skip(f"{compiler} is not installed")
        return load({"cache_dir": build_cache, "cpp_compiler": compiler, **more})

    return settings


def opened(source: str, settings):
    return open_sanitizer(Solution(Path("/nowhere/solution.cpp"), "cpp", source.encode()), settings)


@pytest.fixture(scope="module")
def gcc(settings_for):
    with opened(kit.PROGRAM, settings_for("g++")) as found:
        yield found


@pytest.fixture(scope="module")
def clang(settings_for):
    with opened(kit.PROGRAM, settings_for("clang++")) as found:
        yield found


class TestGcc(kit.SanitizerKit):
    @pytest.fixture
    def sanitizer(self, gcc):
        return gcc


class TestClang(kit.SanitizerKit):
    @pytest.fixture
    def sanitizer(self, clang):
        return clang


def test_a_program_that_has_no_debug_mode_is_watched_without_it(settings_for):
    source = (
        "#ifdef _GLIBCXX_DEBUG\n#error not in this mode\n#endif\n#include <vector>\nint main() {\n"
        "    std::vector<int> none;\n    return none[none.size()];\n}\n"
    )
    with opened(source, settings_for("g++")) as found:
        (complaint,) = found.examine(b"", kit.LIMITS).complaints
    assert (complaint.kind, complaint.line) == ("out-of-bounds", 7)


LEFT_OVER = """#include <cstdio>
#include <algorithm>
int best_of(int n) {
    int best;
    if (n > 5) best = n;
    return std::max(best, 1);
}
int main() {
    int n, sum = 0;
    while (scanf("%d", &n) == 1) sum += best_of(n);
    printf("%d", sum);
}
"""


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="nothing else names what the last call left")
def test_what_the_last_call_left_in_a_variable_is_named(settings_for):
    with opened(LEFT_OVER, settings_for("g++")) as found:
        for data in (b"1000 3\n", b"1000 3\n", b"10000 3\n"):
            (complaint,) = found.examine(data, kit.LIMITS).complaints
            assert (complaint.kind, complaint.line) == ("uninitialised", 6)
        assert found.examine(b"1000 6\n", kit.LIMITS).complaints == ()


def test_what_was_said_of_one_input_is_not_said_of_another_that_shows_nothing(monkeypatch):
    """Where no painting makes a difference only what valgrind says of that very input counts."""
    told, asked = Complaint("uninitialised", 6, "a value that was never set"), []

    def named(debug, data, *rest):
        asked.append(data)
        return told if data == b"1 2 3\n" else None

    monkeypatch.setattr(sanitized, "uninitialised_value", named)
    program = object.__new__(sanitized.SanitizedProgram)
    program._builds = sanitized.Builds(Path(), None, None, Path, Path)
    program._named, program._settings = {}, None
    assert program._where_never_set(b"1 2 3\n") == program._named_by_valgrind(b"1 2 3\n") == told
    assert program._named_by_valgrind(b"1 2 3 4\n") is None
    assert program._where_never_set(b"1 2 3 4 5\n") == told
    assert asked == [b"1 2 3\n", b"1 2 3 4\n"]
    for number in range(20):
        program._named_by_valgrind(b"%d\n" % number)
    assert len(asked) == sanitized._MOST_ASKED


def test_flags_of_a_judge_that_sanitizers_cannot_have_are_left_out(settings_for):
    flags = ("-O3", "-std=c++17", "-static", "-s", "-fsanitize=thread", "-D_GLIBCXX_ASSERTIONS", "-flto")
    source = '#include <cstdlib>\nint main() {\n    int n = 2147483647 + atoi("0");\n    n++;\n    return n % 7;\n}\n'
    with opened(source, settings_for("g++", cpp_flags=flags)) as found:
        assert [each.line for each in found.examine(b"", kit.LIMITS).complaints] == [4]


def test_without_sanitizers_there_is_none(settings_for):
    source = "#ifdef __SANITIZE_ADDRESS__\n#error not here\n#endif\nint main() {}\n"
    assert opened(source, settings_for("g++")) is None


def test_python_needs_none(settings_for):
    assert open_sanitizer(Solution(Path("/nowhere/a.py"), "python", b"print(1)\n"), settings_for("g++")) is None

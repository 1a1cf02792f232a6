"""Building C++: messages at their places, the cache, flags, headers beside the file, and what is missing."""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import CompileFailed, SourceUnreadable, StoreUnwritable, ToolMissing
from slowpath.model.execution import RunLimits, RunRequest
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain import (
    LANGUAGES,
    build_versions,
    check,
    findings,
    language_of,
    open_clean,
    open_executor,
    remark,
)
from slowpath.toolchain.cache import BuildCache, DependencyRecord, content_key
from slowpath.toolchain.compilers import Compiler
from slowpath.toolchain.cpp_build import search_flags
from slowpath.toolchain.diagnostics import parse_messages

LIMITS = RunLimits(cpu_s=20, wall_s=120)
ADDER = b'#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << "\\n"; }\n'
COMPILERS = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"{name} is not installed"))
    for name in ("g++", "clang++")
]


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache})


def solution(source: bytes, path: Path = Path("/nowhere/sum.cpp")) -> Solution:
    return Solution(path, "cpp", source)


def output_of(given: Solution, settings, data: bytes = b"2 3") -> bytes | None:
    with open_executor(given, settings) as executor:
        return executor.run(data, LIMITS, keep_output=True).output


@pytest.mark.parametrize("compiler", COMPILERS)
def test_compile_errors_stand_in_the_user_s_file(settings, compiler):
    source = b"#include <vector>\nint main() {\n    int x = unknown;\n    return undeclared;\n}\n"
    with pytest.raises(CompileFailed) as failed:
        open_executor(solution(source), replace(settings, cpp_compiler=compiler))
    errors = [m for m in failed.value.messages if m.severity == "error"]
    assert {m.path for m in errors} == {Path("/nowhere/sum.cpp")}
    assert {m.line for m in errors} == {3, 4}
    assert "sum.cpp:3" in failed.value.message
    assert failed.value.remedy


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_note_follows_the_error_that_it_explains(settings, compiler):
    source = b'void f(int);\nint main() {\n    f("text");\n}\n'
    messages = check(solution(source), replace(settings, cpp_compiler=compiler))
    assert [(m.severity, m.line) for m in messages] == [("error", 3), ("note", 1)]
    assert all(m.path == Path("/nowhere/sum.cpp") and m.column > 1 for m in messages)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_sound_program_has_no_messages(settings, compiler):
    assert check(solution(ADDER), replace(settings, cpp_compiler=compiler)) == []


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_clean_build_alone_answers_and_counts_nothing(tmp_path, compiler, new_cache):
    settings = load({"cache_dir": new_cache(tmp_path), "cpp_compiler": compiler})
    with open_clean(solution(ADDER), settings) as executor:
        assert not [*tmp_path.glob("cpp-search/*")], "nothing else is built"
        runs = [*executor.run_many([RunRequest(b"%d 3" % number, LIMITS, True) for number in range(9)], quick=True)]
        assert [ran.output for ran in runs] == [b"%d\n" % (number + 3) for number in range(9)]
        assert executor.counters == 0 and not executor.profile(runs[0]).hits
        assert executor.confirm(b"2 3", LIMITS, runs=1, keep_output=True).output == b"5\n"
    with pytest.raises(CompileFailed):
        open_clean(solution(b"int main() { return x; }\n"), settings)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_versions_of_a_program_are_built_at_once_but_for_those_that_do_not_compile(tmp_path, compiler, new_cache):
    settings = load({"cache_dir": new_cache(tmp_path), "cpp_compiler": compiler})
    source = (
        b'#include <cstdio>\nint sum = 0;\nint main() {\n  int n, a;\n  scanf("%d", &n);\n'
        b'  for (int i = 0; i < n; i++) {\n    scanf("%d", &a);\n    if (a > 0) sum += a;\n    else sum -= 1;\n  }\n'
        b'  printf("%d\\n", sum);\n}\n'
    )
    changes = [
        (b"i < n", b"i < n - 1"),
        (b"a > 0", b"a >= 0"),
        (b"sum += a", b"sum += nobody"),
        (b"sum -= 1", b";"),
        (b"int sum = 0", b"int sum = 9"),
    ]
    versions = [source.replace(old, new) for old, new in changes]
    built = build_versions(solution(source), versions, settings)
    assert sorted(built) == [0, 1, 3], "one doesn't compile, and one differs where no statement stands"
    assert len([*tmp_path.glob("cpp-clean/*/clean")]) == 1
    outputs = []
    for place in sorted(built):
        with built[place]() as executor:
            outputs.append(executor.confirm(b"3\n5 0 7\n", LIMITS, runs=1, keep_output=True).output)
    assert outputs == [b"4\n", b"12\n", b"12\n"], "the program itself says 11"


@pytest.mark.parametrize("compiler", COMPILERS)
def test_names_that_the_linker_misses_are_said(settings, compiler):
    with pytest.raises(CompileFailed) as failed:
        open_executor(solution(b"int f();\nint main() { return f(); }\n"), replace(settings, cpp_compiler=compiler))
    assert any("f()" in m.message and m.line == 1 for m in failed.value.messages)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("solution.cpp:3:5: error: expected ';'", ("sum.cpp", 3, 5, "error", "expected ';'")),
        ("solution.cpp:7: warning: old", ("sum.cpp", 7, 1, "warning", "old")),
        ("./local.h:2:1: fatal error: gone.h: No such file", ("local.h", 2, 1, "error", "gone.h: No such file")),
        ("C:/a/b.h:2:1: note: here", ("C:/a/b.h", 2, 1, "note", "here")),
    ],
)
def test_reads_one_line_of_a_compiler(line, place):
    (message,) = parse_messages(line.encode(), "solution.cpp", Path("sum.cpp"))
    assert (str(message.path), message.line, message.column, message.severity, message.message) == place


def test_what_is_no_message_is_skipped():
    assert parse_messages(b"In file included from a.cpp:1:\n   int x\n\xff\xfe\n", "a.cpp", Path("a.cpp")) == ()


def test_a_second_opening_builds_nothing(settings):
    said: list[str] = []
    for _ in range(2):
        open_executor(solution(ADDER), settings, said.append).close()
    assert len(said) == 1


def test_other_flags_are_another_build(settings):
    source = b'#include <cstdio>\nint main() { printf("%d", VALUE); }\n'
    outputs = [
        output_of(solution(source), replace(settings, cpp_flags=("-O2", f"-DVALUE={value}"))) for value in (1, 2)
    ]
    assert outputs == [b"1", b"2"]


def test_a_header_beside_the_file_is_found_and_its_change_seen(settings, tmp_path):
    source = b'#include <cstdio>\n#include "local.h"\nint main() { printf("%d", VALUE); }\n'
    given = solution(source, tmp_path / "sum.cpp")
    outputs = []
    for value in (1, 2, 1):
        (tmp_path / "local.h").write_text(f"#define VALUE {value}\n")
        outputs.append(output_of(given, settings))
    assert outputs == [b"1", b"2", b"1"]


def test_bytes_that_are_no_utf8_compile(settings):
    source = b'#include <cstdio>\n// caf\xe9\nint main() { puts("\xe9"); }\n'
    assert output_of(solution(source), settings) == b"\xe9\n"


def test_a_static_judge_build_confirms(settings):
    with open_executor(solution(ADDER), replace(settings, cpp_flags=("-O2", "-static", "-std=c++17"))) as executor:
        assert executor.run(b"2 3", LIMITS, keep_output=True).output == b"5\n"
        assert executor.confirm(b"2 3", LIMITS, runs=2).verdict is Verdict.OK


def test_counting_flags_keep_the_judge_s_language_and_drop_its_speed():
    gcc = Compiler("g++", "gcc", 12, "12.2", "")
    flags = search_flags(gcc, ("-O3", "-std=c++20", "-static", "-flto=auto", "-DLOCAL", "-lm"))
    assert flags[:3] == ("-std=c++20", "-DLOCAL", "-lm")
    assert "-O1" in flags
    assert "-fno-move-loop-stores" in flags
    assert "-fno-move-loop-stores" not in search_flags(replace(gcc, major=9), ())


NEWER = b'#include <cstdio>\nconsteval int two() { return 2; }\nint main() { printf("%d", two()); }\n'


OLDER = b"""#include <iostream>
#include <vector>
using namespace std;
template <class T> int size(const T& all) { return all.size(); }
int main() throw() { cout << size(vector<int>(2)); }
"""


@pytest.mark.parametrize(("source", "standard"), [(NEWER, "C++20"), (OLDER, "C++14")])
def test_a_program_that_needs_another_standard_is_built_by_it_and_said_to_be(settings, source, standard):
    given = solution(source)
    assert check(given, settings) == []
    assert output_of(given, settings) == b"2"
    assert standard in remark(given, settings)
    assert remark(solution(ADDER), settings) == ""


def test_the_standard_that_the_user_chose_stands(settings):
    chosen = replace(settings, cpp_flags=("-O2", "-std=c++17"))
    assert check(solution(NEWER), chosen)
    with pytest.raises(CompileFailed):
        open_executor(solution(NEWER), chosen)


def test_what_the_linker_misses_needs_no_newer_standard(settings):
    given = solution(b"int f();\nint main() { return f(); }\n")
    with pytest.raises(CompileFailed):
        open_executor(given, settings)
    assert remark(given, settings) == ""


@pytest.mark.parametrize("source", [b"", b" \n\t\n", b"\x7fELF\0\0\0"])
def test_what_is_no_source_is_refused(settings, source):
    with pytest.raises(SourceUnreadable) as refused:
        open_executor(solution(source), settings)
    assert refused.value.remedy


def test_no_compiler_is_said_with_a_remedy(settings, tmp_path):
    bare = replace(settings, search_path=str(tmp_path), cpp_compiler="")
    for action in (open_executor, check):
        with pytest.raises(ToolMissing, match="install"):
            action(solution(ADDER), bare)
    missing = next(finding for finding in findings(bare) if finding.name == "C++ compiler")
    assert (missing.found, bool(missing.costs)) == (False, True)


def test_a_compiler_that_isn_t_one_is_said(settings):
    with pytest.raises(ToolMissing):
        open_executor(solution(ADDER), replace(settings, cpp_compiler="/bin/false"))


def test_an_unwritable_cache_is_said(settings, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnwritable) as refused:
        open_executor(solution(ADDER), replace(settings, cache_dir=tmp_path / "file"))
    assert refused.value.remedy


def test_two_that_build_the_same_get_the_same(tmp_path):
    cache = BuildCache(tmp_path, "test")

    def make(directory: Path) -> str:
        (directory / "made").write_text("x")
        return "key"

    with ThreadPoolExecutor(8) as pool:
        made = {future.result() for future in [pool.submit(cache.add, make) for _ in range(32)]}
    assert made == {tmp_path / "test" / "key"}
    assert os.listdir(tmp_path / "test") == ["key"]


def test_a_build_that_fails_leaves_nothing(tmp_path):
    def fail(directory: Path) -> str:
        (directory / "half").write_text("x")
        raise CompileFailed("no")

    with pytest.raises(CompileFailed):
        BuildCache(tmp_path, "test").add(fail)
    assert os.listdir(tmp_path / "test") == []


def test_a_key_knows_the_boundaries_of_its_parts():
    assert content_key("ab", "c") != content_key("a", "bc")


def test_a_damaged_dependency_record_is_only_forgotten(tmp_path):
    record = DependencyRecord(tmp_path)
    record.record("base", [tmp_path / "gone.h"])
    assert record.key("base") != "base"
    (tmp_path / "dependencies" / "base").write_bytes(b"\xff{")
    assert record.key("base") == "base"


def test_languages_are_known_by_their_endings():
    assert language_of(Path("a.CPP")) is LANGUAGES["cpp"]
    assert language_of(Path("a.cc")) is LANGUAGES["cpp"]
    assert language_of(Path("a.txt")) is None


def test_an_unknown_language_is_refused(settings):
    with pytest.raises(SourceUnreadable, match=r"\.cpp"):
        open_executor(Solution(Path("a.txt"), "text", b"x"), settings)


LOOP = "    long sum = 0;\n    for (int i = 0; i < n; i++)\n        sum += i ^ n;\n"
READ = '    int n;\n    if (scanf("%d", &n) != 1) return 1;\n'


def hits_elsewhere(folder: Path, settings, source: str) -> tuple[dict[int, int], dict[int, int]]:
    """The hits of a program's own lines, and those of lib.hpp, for an input of 700."""
    with open_executor(solution(source.encode(), folder / "main.cpp"), settings) as executor:
        profile = executor.profile(executor.run(b"700", LIMITS))
    return dict(profile.hits), dict(profile.elsewhere[str(folder / "lib.hpp")])


@pytest.mark.parametrize("compiler", COMPILERS)
def test_work_in_an_included_file_is_told_of_that_file(settings, compiler, tmp_path):
    (tmp_path / "lib.hpp").write_text("inline long work(int n) {\n" + LOOP + "    return sum;\n}\n")
    source = f'#include <cstdio>\n#include "lib.hpp"\nint main() {{\n{READ}    printf("%ld\\n", work(n));\n}}\n'
    own, others = hits_elsewhere(tmp_path, replace(settings, cpp_compiler=compiler), source)
    assert max(own.values()) <= 2
    assert others[4] == 700


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++: clang++ files all of a function under one file")
def test_a_file_that_is_included_in_the_middle_of_a_function_has_its_own_lines(settings, tmp_path):
    (tmp_path / "lib.hpp").write_text(LOOP)
    source = f'#include <cstdio>\nint main() {{\n{READ}#include "lib.hpp"\n    printf("%ld\\n", sum);\n}}\n'
    own, others = hits_elsewhere(tmp_path, replace(settings, cpp_compiler="g++"), source)
    assert max(own.values()) <= 2
    assert others[3] == 700


@pytest.mark.skipif(sys.platform != "linux", reason="Apple's linker takes no script")
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("beyond", [1, 8, 64])
def test_writing_a_little_beyond_a_global_array_changes_no_count(settings, compiler, beyond):
    """Whatever stands behind an array, it's no counter: each array of the program is written beyond."""
    arrays = {"prefix": "int", "Last": "int", "zone": "char", "held": "static long long", "_third": "static int"}
    source = "#include <cstdio>\n" + "".join(f"{of} {name}[500];\n" for name, of in arrays.items())
    source += (
        f"int main() {{\n{READ}"
        + "".join(
            f"    for (int i = 0; i < n; i++)\n        ((volatile {of.removeprefix('static ')}*){name})[i] = -1;\n"
            for name, of in arrays.items()
        )
        + '    puts("end");\n}\n'
    )
    n = 500 + beyond
    with open_executor(solution(source.encode()), replace(settings, cpp_compiler=compiler)) as executor:
        hits = executor.profile(executor.run(str(n).encode(), LIMITS)).hits
    assert max(hits.values()) <= n + 1


FORTIFIED = ("-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2")
OF_C = ("a part of a table", "a table's copy")
BLOCKS = {
    "a vector's front": (b"v.insert(v.begin(), i)", b"v.push_back(i)"),
    "a string's front": (b"s.insert(0, 1, 'x')", b"s.push_back('x')"),
    "a table": (b"memset(t, i, sizeof t)", b"t[i] = 1"),
    "a part of a table": (b"memset(t, i, 2 * n)", b"t[i] = 1"),
    "a table's copy": (b"memmove(t + 1, t, 2 * n)", b"t[i] = 1"),
    "a text's length": (b"s += char('a' + strlen(s.c_str()) % 9)", b"s += char('a' + s.size() % 9)"),
}


def blocks_program() -> bytes:
    """Takes one of the steps of `BLOCKS`, by its number, n times: one program for all, since each is built for long."""
    steps = [step for pair in BLOCKS.values() for step in pair]
    return (
        b"#include <cstring>\n#include <iostream>\n#include <string>\n#include <vector>\n"
        b"int t[40000];\nint main() {\n    int step, n;\n    std::cin >> step >> n;\n"
        b"    std::vector<int> v;\n    std::string s;\n"
        + b"".join(
            b"    if (step == %d)\n        for (int i = 0; i < n; ++i) %s;\n" % numbered
            for numbered in enumerate(steps)
        )
        + b"    return (t[n / 2] + v.size() + s.size()) % 2 * 0;\n}\n"
    )


@pytest.mark.skipif(sys.platform == "darwin", reason="its linker can't wrap calls")
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(("name", "flags"), [*((name, ()) for name in BLOCKS), *((name, FORTIFIED) for name in OF_C)])
def test_the_library_s_work_on_blocks_of_memory_counts(settings, compiler, name, flags):
    settings = replace(settings, cpp_flags=(*settings.cpp_flags, *flags), cpp_compiler=compiler)
    dear = 2 * list(BLOCKS).index(name)
    with open_executor(solution(blocks_program()), settings) as executor:
        runs = [executor.run(b"%d %d\n" % (step, 20_000), LIMITS) for step in (dear, dear + 1)]
    assert [run.verdict for run in runs] == [Verdict.OK, Verdict.OK]
    assert runs[0].count > 5 * runs[1].count


def test_a_program_that_asks_for_a_negative_block_has_no_count_beyond_all_others(settings):
    source = (
        b"#include <cstring>\n#include <string>\n"
        b"int main() {\n    volatile size_t n = -8;\n    std::string s(99, 'x');\n"
        b"    if (s.size() == 99) memmove(&s[8], &s[0], n);\n}\n"
    )
    with open_executor(solution(source), settings) as executor:
        assert executor.run(b"", LIMITS).count < 10**12

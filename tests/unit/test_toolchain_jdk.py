"""Which JDK is taken, what it may read, and what its compiler says of a program."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from slowpath.errors import CompileFailed, ToolMissing
from slowpath.model.problem import Solution
from slowpath.sandbox.process import KeptTool
from slowpath.settings import load
from slowpath.toolchain.java import java_build
from slowpath.toolchain.java.java_runtime import java_runtime
from slowpath.toolchain.java.jdk import find_jdk, found_jdks
from slowpath.toolchain.languages.java import LANGUAGE, stack_bytes
from slowpath.toolchain.reach import java_reach
from slowpath.toolchain.tool_threads import ToolThreads

HAS_JDK = any(not found.objection for found in found_jdks(load()))
needs_jdk = pytest.mark.skipif(not HAS_JDK, reason="no JDK is here")


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache, "parallel_runs": 1})


def solution_of(text: str) -> Solution:
    return Solution(Path("/nowhere/some-name.java"), "java", text.encode())


WHOLE = solution_of("class A { public static void main(String[] a) { } }")


@needs_jdk
def test_the_compiler_says_where_what_is_wrong(settings):
    found = LANGUAGE.check(solution_of('class A {\n    int x = "text";\n    void f() { gone(); }\n}\n'), settings)
    assert [(each.path.name, each.line, each.column, each.severity) for each in found] == [
        ("some-name.java", 2, 13, "error"),
        ("some-name.java", 3, 16, "error"),
    ]
    assert "String cannot be converted to int" in found[0].message


@needs_jdk
def test_a_sound_program_of_any_name_has_no_messages(settings):
    text = (
        '/* public class Not { */\npackage some.where;\nclass B { String s = "public class No {"; }\n'
        "public final class Yes { }\n"
    )
    assert LANGUAGE.check(solution_of(text), settings) == []


@needs_jdk
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class A {\n int x = 1\n}", r"some-name.java:2:11: ';' expected"),
        ("class A { private static void main(String[] a) { } }", "nothing to start"),
        ("class A { public static void main(int[] a) { } }", "nothing to start"),
        ("package slowpath; class Run { public static void main(String[] a) { } }", "its package is slowpath"),
    ],
)
def test_what_cannot_be_started_is_a_failure_of_the_program(settings, text, said):
    with pytest.raises(CompileFailed, match=said):
        LANGUAGE.open_executor(solution_of(text), settings)


@needs_jdk
def test_a_program_for_a_newer_version_asks_for_a_newer_jdk(settings):
    if not 17 <= find_jdk(settings).major <= 20:
        pytest.skip("it takes the program, or knows nothing of it")
    text = (
        "class A { public static void main(String[] a) { Object o = a; "
        "switch (o) { case String s -> {} default -> {} } } }"
    )
    with pytest.raises(CompileFailed) as failed:
        LANGUAGE.open_executor(solution_of(text), settings)
    assert failed.value.remedy.startswith("Choose a newer JDK (slowpath.java.home; ")


@needs_jdk
def test_doctor_says_which_jdk_is_taken(settings):
    first = LANGUAGE.findings(settings)[0]
    assert first.found
    assert find_jdk(settings).version in first.detail


@pytest.fixture
def home(tmp_path):
    """Makes the home of a JDK that says its version; nothing in it can be started."""

    def made(name: str, version: str, *programs: str) -> Path:
        folder = tmp_path / name
        (folder / "bin").mkdir(parents=True)
        for program in programs:
            (folder / "bin" / program).touch(0o755)
        (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n', "utf-8")
        return folder

    return made


def test_the_jdk_that_is_set_is_taken_before_those_of_the_environment(home):
    set_, hinted, on_path = (
        home(name, version, "java", "javac") for name, version in (("a", "21.0.1"), ("b", "17.0.2"), ("c", "25"))
    )
    path = {"PATH": str(on_path / "bin")}
    assert find_jdk(load({"java_home": str(set_)}, {**path, "JAVA_HOME": str(hinted)})).major == 21
    assert find_jdk(load({}, {**path, "JAVA_HOME": str(hinted)})).major == 17
    assert find_jdk(load({}, {**path, "JAVA_HOME": str(hinted / "gone")})).major == 25


@pytest.mark.parametrize(
    ("version", "programs", "said"),
    [
        ("17.0.2", ("java",), "a JRE, which has no compiler"),
        ("1.8.0_392", ("java", "javac"), "is older than 11"),
        ("17", (), "no bin/java"),
    ],
)
def test_what_is_no_jdk_is_said_with_its_remedy(home, version, programs, said):
    folder = home("odd", version, *programs)
    with pytest.raises(ToolMissing, match=said):
        find_jdk(load({"java_home": str(folder)}))
    with pytest.raises(ToolMissing, match=r"slowpath.java.home"):
        find_jdk(load({}, {"PATH": str(folder / "bin")}))
    missing = LANGUAGE.findings(load({}, {"PATH": str(folder / "bin")}))[0]
    assert not missing.found
    assert "Java solutions can't be run" in missing.costs


def test_the_stack_is_that_of_the_flags():
    assert stack_bytes(("-Xss1m", "-Xmx2g", "-Xss64M")) == 64 << 20
    assert stack_bytes(()) == 8 << 20


def test_of_a_folder_that_may_be_anybodys_only_the_parts_of_a_jdk_are_readable(tmp_path):
    (tmp_path / "notes").touch()
    readable = java_reach(tmp_path, load()).readable
    assert tmp_path / "lib" in readable
    assert not any(path in (tmp_path, tmp_path / "notes") for path in readable)


@needs_jdk
def test_a_compiler_that_takes_too_long_is_told_so(settings, monkeypatch):
    monkeypatch.setattr(KeptTool, "ask", lambda tool, *_: tool.end())
    with pytest.raises(CompileFailed, match="takes longer than 120 s to compile"):
        java_build.build(solution_of("class Slow { }"), settings, find_jdk(settings))


@needs_jdk
def test_machines_start_from_an_archive_and_without_one_that_is_broken(tmp_path, new_cache):
    settings = load({"cache_dir": new_cache(tmp_path)})
    runtime = java_runtime(settings, find_jdk(settings))
    assert (runtime.archive is not None) is (find_jdk(settings).major >= 13)
    if runtime.archive is not None:
        runtime.archive.unlink()
        runtime.archive.write_bytes(b"no archive")
    assert LANGUAGE.check(WHOLE, settings) == []
    assert LANGUAGE.check(solution_of("class A {"), settings)[0].message == "reached end of file while parsing"


def compilers_of(cache: Path) -> list[psutil.Process]:
    """Those of this process that started with what lies in this cache."""
    alive = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
    return [child for child in alive if str(cache) in " ".join(child.cmdline())]


@needs_jdk
def test_the_compiler_stays_for_the_next_program_and_is_started_again_when_it_is_gone(tmp_path, new_cache):
    settings = load({"cache_dir": new_cache(tmp_path)})
    assert LANGUAGE.check(WHOLE, settings) == []
    (kept,) = compilers_of(tmp_path)
    assert LANGUAGE.check(WHOLE, settings) == []
    assert compilers_of(tmp_path) == [kept]
    kept.kill()
    assert LANGUAGE.check(solution_of("class A {"), settings)[0].message == "reached end of file while parsing"


@needs_jdk
def test_programs_are_compiled_side_by_side(settings):
    with ToolThreads(4) as threads:
        values = ("0", '""')
        texts = [solution_of(f"class A {{ int a{number} = {values[number % 2]}; }}") for number in range(12)]
        said = list(threads.map(lambda text: len(LANGUAGE.check(text, settings)), texts))
    assert said == [number % 2 for number in range(12)]


@needs_jdk
def test_a_term_of_ten_thousand_parts_is_compiled_or_said_to_be_too_much(settings):
    deep = solution_of(f"class A {{ int a = {'-(' * 100_000}1{')' * 100_000}; }}")
    with pytest.raises(CompileFailed):
        java_build.build(deep, settings, find_jdk(settings))
    assert LANGUAGE.check(WHOLE, settings) == []

"""Every kind of validator, run through one kit; and what each kind's exit codes mean."""

from __future__ import annotations

import importlib.util
import secrets
import signal
from functools import partial
from pathlib import Path

import pytest

from slowpath.errors import CompileFailed, SlowpathError
from slowpath.inputs.checktestdata.validator import script_validator
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.format_validator import FormatValidator
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import BoundedLimits, run_bounded
from slowpath.sandbox.leftovers import processes_with
from slowpath.settings import Settings
from slowpath.settings import load as load_settings
from slowpath.toolchain.java.jdk import found_jdks
from slowpath.toolchain.validators import KINDS, open_validator
from slowpath.toolchain.validators.languages import python as python_programs
from slowpath.toolchain.validators.languages.python import is_for_python2

_SPEC = importlib.util.spec_from_file_location("validator_kit", Path(__file__).with_name("validator_kit.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
kit = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(kit)
GOOD = kit.GOOD
SCRIPT = b"INT(1,20000,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE"
FORMAT = "n: int 1..20000\na: int[n] 1..9\n"
PYTHON = """import re, sys
text = sys.stdin.buffer.read()
match = re.fullmatch(rb"([1-9]\\d*)\\n([1-9]( [1-9])*)\\n", text)
assert match, "two lines of numbers from 1 to 9"
if len(match[2].split()) != int(match[1]):
    sys.exit("the count is wrong")
sys.exit({valid})
"""
# The little of testlib that these validators use, in our own words: refusing is exit code 3 with a word on stderr.
TESTLIB = """#pragma once
#include <cstdio>
#include <cstdlib>
#include <cctype>
#include <string>
struct Stream {
  int next = getchar();
  void fail(const char *why) { fprintf(stderr, "FAIL %s\\n", why); exit(3); }
  void readChar(char c) { if (next != c) fail("unexpected character"); next = getchar(); }
  int readInt(int lo, int hi) {
    std::string text;
    while (isdigit(next)) { text += (char)next; next = getchar(); }
    if (text.empty() || text[0] == '0' || text.size() > 9) fail("no number");
    int value = atoi(text.c_str());
    if (value < lo || value > hi) fail("violates the range");
    return value;
  }
  void readEof() { if (next != EOF) fail("expected the end"); }
} inf;
void registerValidation() {}
"""
CPP = """#include "testlib.h"
#include "params.h"
int main() {
  registerValidation();
  int n = inf.readInt(1, N_MAX);
  inf.readChar('\\n');
  for (int i = 0; i < n; i++) {
    if (i) inf.readChar(' ');
    inf.readInt(1, 9);
  }
  inf.readChar('\\n');
  inf.readEof();
  return 0;
}
"""


@pytest.fixture(scope="session")
def own_settings(build_cache) -> Settings:
    return load_settings({"cache_dir": build_cache})


def laid(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


class TestTheFormat(kit.ValidatorKit):
    @pytest.fixture
    def validator(self):
        return FormatValidator(from_text(FORMAT))

    def test_minds_the_layout_only_when_it_is_asked_to(self):
        fmt, loose = from_text(FORMAT), b"2 \n1\n2\n"
        assert FormatValidator(fmt).validate(loose).valid
        verdict = FormatValidator(fmt, strict_layout=True).validate(loose)
        assert not verdict.valid and "line 1" in verdict.reason
        assert FormatValidator(fmt, strict_layout=True).validate(GOOD[1]).valid


class TestScripts(kit.ValidatorKit):
    @pytest.fixture
    def validator(self):
        return script_validator("v.ctd", SCRIPT)


class TestTestlib(kit.ValidatorKit):
    @pytest.fixture
    def validator(self, tmp_path, own_settings):
        root = laid(tmp_path / "set" / "one", {"verifier.cpp": CPP, "../common/testlib.h": TESTLIB})
        header = ("params.h", "#define N_MAX (long long)20000\n")
        return open_validator(ValidatorSource("testlib", root / "verifier.cpp", root, (header,)), own_settings)

    def test_writes_nothing_into_the_problem(self, validator, tmp_path):
        assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["testlib.h", "verifier.cpp"]

    def test_a_changed_header_makes_another_build(self, tmp_path, own_settings):
        root = laid(tmp_path / "one", {"verifier.cpp": CPP, "testlib.h": TESTLIB})
        for limit, valid in ((3, True), (2, False)):
            source = ValidatorSource(
                "testlib", root / "verifier.cpp", root, (("params.h", f"#define N_MAX {limit}\n"),)
            )
            assert open_validator(source, own_settings).validate(GOOD[1]).valid is valid


class TestKattisPrograms(kit.ValidatorKit):
    @pytest.fixture
    def validator(self, tmp_path, own_settings):
        root = laid(tmp_path, {"input_validators/v.py": PYTHON.replace("{valid}", "42")})
        return open_validator(ValidatorSource("kattis", root / "input_validators" / "v.py", root), own_settings)


class TestPrograms(kit.ValidatorKit):
    @pytest.fixture
    def validator(self, tmp_path, own_settings):
        root = laid(tmp_path, {"validate.py": PYTHON.replace("{valid}", "0")})
        return open_validator(ValidatorSource("program", root / "validate.py", root), own_settings)


def verdict_of(tmp_path: Path, settings: Settings, kind: str, text: str, name: str = "v.py", flag_sets: tuple = ((),)):
    root = laid(tmp_path, {name: text})
    source = ValidatorSource(kind, root / Path(name).parts[0], root, flag_sets=flag_sets)
    return open_validator(source, settings).validate(b"1\n")


@pytest.mark.parametrize(
    ("kind", "code", "valid"),
    [
        ("testlib", 0, True),
        ("testlib", 1, False),
        ("testlib", 3, False),
        ("testlib", 42, None),
        ("kattis", 42, True),
        ("kattis", 43, False),
        ("kattis", 0, False),
        ("kattis", 1, False),
        ("kattis", 127, None),
        ("program", 0, True),
        ("program", 42, True),
        ("program", 1, False),
        ("program", 126, None),
    ],
)
def test_exit_codes_mean_what_the_kind_says(tmp_path, own_settings, kind, code, valid):
    assert verdict_of(tmp_path, own_settings, kind, f"import sys; sys.exit({code})").valid is valid


@pytest.mark.parametrize(("how", "valid"), [("SIGABRT", False), ("SIGSEGV", None), ("SIGKILL", None)])
def test_an_abort_refuses_and_a_crash_says_nothing(tmp_path, own_settings, how, valid):
    text = f"import os, signal; os.kill(os.getpid(), signal.{how})"
    assert verdict_of(tmp_path, own_settings, "kattis", text).valid is valid


def test_a_folder_of_files_is_one_program_and_gets_its_flags(tmp_path, own_settings):
    text = "import sys; sys.exit(42 if sys.argv[1:] == ['n=3'] else 43)"
    assert verdict_of(tmp_path, own_settings, "kattis", text, "check/main.py", (("n=3",),)).valid is True


JAVA = """
import java.util.Scanner;

public class Valid {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        if (n > Integer.parseInt(args[0])) throw new IllegalStateException("larger than " + args[0]);
        System.exit(42);
    }
}
"""


def test_a_program_in_java_is_run_as_others_are(tmp_path, own_settings):
    if all(found.objection for found in found_jdks(own_settings)):
        pytest.skip("no JDK is here")
    judge = partial(verdict_of, tmp_path, own_settings, "kattis", JAVA, "Valid.java")
    assert judge((("5",),)).valid is True
    refused = judge((("0",),))
    assert (refused.valid, refused.reason) == (False, "java.lang.IllegalStateException: larger than 0")


LARGEST = "import sys; sys.exit(42 if int(input()) <= int(sys.argv[1]) else 'larger than ' + sys.argv[1])"


@pytest.mark.parametrize(
    ("flag_sets", "valid"),
    [((("5",), ("0",)), True), ((("0",), ("5",)), True), ((("0",), ("-5",)), False), (((), ("5",)), True)],
)
def test_an_input_is_valid_by_any_one_of_the_lists_of_arguments(tmp_path, own_settings, flag_sets, valid):
    verdict = verdict_of(tmp_path, own_settings, "kattis", LARGEST, flag_sets=flag_sets)
    assert verdict.valid is valid
    assert valid or verdict.reason == "larger than 0"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize(("megabytes", "valid"), [(4, True), (100, None)])
def test_what_a_validator_prints_is_no_reason_to_refuse(tmp_path, own_settings, stream, megabytes, valid):
    text = f"import sys\nfor _ in range({megabytes}): print('x' * (1 << 20), file=sys.{stream})\nsys.exit(42)"
    verdict = verdict_of(tmp_path, own_settings, "kattis", text)
    assert verdict.valid is valid
    assert valid or "wrote more than 64 MiB" in verdict.reason


ACCEPTING = '#include "{header}"\nint other();\nint main() {{ return VALID + other(); }}\n'


@pytest.mark.parametrize(
    ("header", "place"),
    [
        ("../../include/shared.h", "include/shared.h"),
        ("shared.h", "include/shared.h"),
        ("shared.h", "../headers/shared.h"),
        ("linked.h", "../library/shared.h"),
    ],
)
def test_a_validator_of_several_files_finds_its_shared_headers(tmp_path, own_settings, header, place):
    root = laid(
        tmp_path / "set" / "one",
        {
            "input_validators/v/main.cpp": ACCEPTING.format(header=header),
            "input_validators/v/other.cc": "int other() { return 2; }\n",
            place: "#pragma once\n#define VALID 40\n",
        },
    )
    if header == "linked.h":
        (root / "input_validators" / "v" / header).symlink_to(Path("../../") / place)
    source = ValidatorSource("kattis", root / "input_validators" / "v", root)
    assert open_validator(source, own_settings).validate(b"").valid


@pytest.mark.parametrize(
    "text",
    [
        "#include <compare>\nstd::strong_ordering same = 1 <=> 1;\nint main() { return 42; }\n",
        "#include <string>\nstd::vector<int> codes{42};\nint main() { return codes[0]; }\n",
    ],
    ids=["a newer standard", "an include that other libraries don't need"],
)
def test_a_validator_compiles_as_it_does_at_its_author(tmp_path, own_settings, text):
    assert verdict_of(tmp_path, own_settings, "kattis", text, "v.cpp").valid


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def check(n):\n    assert n >= 2\nprint('reads')\ncheck(int(input()))", "AssertionError: assert n >= 2"),
        ("assert int(input()) == 2, 'not two'", "AssertionError: not two"),
        ("try: int('x')\nexcept ValueError: raise KeyError('y')", "KeyError: 'y'"),
        ("print('too small')\nimport sys; sys.exit(43)", "too small"),
    ],
)
def test_the_reason_is_what_was_raised_or_said_last(tmp_path, own_settings, text, reason):
    assert verdict_of(tmp_path, own_settings, "kattis", text).reason == reason


WAYS = """import atexit, fractions, os, sys, threading
word = input()
if word == "assert":
    assert word == "yes", "not yes"
if word == "crash":
    os.abort()
if word == "rest":
    word = sys.stdin.read().strip()
if word == "thread":
    threading.Thread(target=lambda: threading.Event().wait(0.01) or os._exit(42)).start()
    sys.exit()
if word == "exit":
    atexit.register(os._exit, 42)
if word == "line":
    word = "yes" if sys.stdin.readline() == "end\\n" else "no"
if word == "where":
    print("warm" if "python_server" in sys.modules else "fresh", sys.argv, __name__, os.path.basename(__file__))
sys.exit(42 if word == "yes" and not os.listdir() else 43)
"""


@pytest.mark.parametrize("asked", [0, 3])
def test_a_warm_interpreter_judges_as_a_fresh_one_does(tmp_path, own_settings, asked):
    root = laid(tmp_path, {"v.py": WAYS})
    source = ValidatorSource("kattis", root / "v.py", root)
    inputs = [b"yes\n", b"no\n", b"", b"assert\n", b"crash\n", b"rest\nyes\n", b"thread\n", b"exit\n"]
    inputs += [b"line\nend\n", b"line\nend\r\n", b"yes\r\n", b"\xff\n", b"where\n"]
    fresh = [open_validator(source, own_settings).validate(data) for data in inputs]
    validator = open_validator(source, own_settings)
    for _ in range(asked):
        validator.validate(b"yes\n")
    warm = [validator.validate(data) for data in inputs]
    assert warm[:-1] == fresh[:-1]
    assert [verdict.valid for verdict in warm[:8]] == [True, False, False, False, False, True, True, True]
    assert [verdict.valid for verdict in warm[8:]] == [True, False, False, False, False]
    assert (fresh[-1].reason, warm[-1].reason) == tuple(
        f"{how} [{str(root / 'v.py')!r}] __main__ v.py" for how in ("fresh", "warm")
    )


OLD = "import sys\nprint 'read', raw_input()\nsys.exit(42)\n"


@pytest.mark.skipif(importlib.util.find_spec("lib2to3") is None, reason="this Python translates no Python 2")
def test_a_validator_for_python_2_runs(tmp_path, own_settings):
    assert verdict_of(tmp_path, own_settings, "kattis", OLD).valid


@pytest.mark.parametrize(
    ("text", "old"),
    [
        (OLD, True),
        ("#!/usr/bin/env python2\nprint('x')\n", True),
        ("n = raw_input()\n", True),
        ("print('x')\n", False),
        ("try: input = raw_input\nexcept NameError: pass\n", False),
        ("try: read = raw_input()\nexcept NameError: read = input()\n", False),
        ("for i in range(3): pass\n", False),
    ],
)
def test_python_2_is_told_by_what_only_it_takes(text, old):
    assert is_for_python2(text.encode()) is old


def test_python_2_without_anything_that_runs_it_is_said(tmp_path, own_settings, monkeypatch):
    monkeypatch.setattr(python_programs, "found_interpreters", lambda settings: [])
    monkeypatch.setattr(python_programs, "OLD_NAMES", ())
    with pytest.raises(SlowpathError) as caught:
        verdict_of(tmp_path, own_settings, "kattis", OLD.replace("read", "without"))
    assert "v.py is written for Python 2" in str(caught.value)


def test_of_several_python_files_that_one_runs_which_no_other_imports(tmp_path, own_settings):
    root = laid(
        tmp_path, {"v/aids.py": "VALID = 42\n", "v/checks.py": "import sys\nfrom aids import VALID\nsys.exit(VALID)\n"}
    )
    assert open_validator(ValidatorSource("kattis", root / "v", root), own_settings).validate(b"").valid


@pytest.mark.parametrize(
    ("name", "text", "error"), [("v.cpp", "int main() { return }", CompileFailed), ("v.rb", "exit 42", SlowpathError)]
)
def test_what_cannot_be_opened_says_why(tmp_path, own_settings, name, text, error):
    with pytest.raises(error) as caught:
        verdict_of(tmp_path, own_settings, "kattis", text, name)
    assert str(caught.value).startswith(name), "a checker of answers is opened in the same way"


def test_an_unknown_kind_is_refused(tmp_path, own_settings):
    assert "viva" not in KINDS
    with pytest.raises(SlowpathError):
        verdict_of(tmp_path, own_settings, "viva", "")


def test_a_run_is_limited_and_leaves_no_process(tmp_path):
    mark = f"STRAY={secrets.token_hex(8)}"
    child = f"{mark} setsid sh -c 'while :; do sleep 1; done' & echo started; "
    ended = run_bounded(["/bin/sh", "-c", child + "exit 7"], b"", cwd=tmp_path)
    assert (ended.returncode, ended.said, ended.timed_out) == (7, "started", False)
    endless = run_bounded(
        ["/bin/sh", "-c", child + "while :; do :; done"], b"", cwd=tmp_path, limits=BoundedLimits(cpu_s=1, wall_s=60.0)
    )
    assert endless.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    waits = run_bounded(["/bin/sh", "-c", "sleep 60"], b"", cwd=tmp_path, limits=BoundedLimits(wall_s=0.2))
    assert waits.timed_out
    assert processes_with(mark) == []


def test_output_without_end_is_cut(tmp_path):
    ended = run_bounded(
        ["/bin/sh", "-c", "while :; do echo more; done"], b"", cwd=tmp_path, limits=BoundedLimits(output_bytes=1 << 16)
    )
    assert ended.returncode == -signal.SIGXFSZ or ended.returncode > 0
    assert ended.said.startswith("more")

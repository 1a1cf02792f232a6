"""Checkers of answers: comparison by tokens, and programs as packages bring them."""

from __future__ import annotations

import importlib.util
import signal
from pathlib import Path

import pytest

from slowpath import settings
from slowpath.errors import SlowpathError
from slowpath.model.answers import REALS, AnswerRules
from slowpath.model.breaking import Difference
from slowpath.model.ports import AnswerVerdict
from slowpath.model.validation import ValidatorSource
from slowpath.problems.answers import checker_from
from slowpath.sandbox.jail import Confinement
from slowpath.toolchain.answers import open_answer_checker
from slowpath.toolchain.java.jdk import found_jdks
from slowpath.toolchain.program_runs import FEEDBACK, JudgingProgram, runs_of
from slowpath.toolchain.validators.languages import judging_program

_SPEC = importlib.util.spec_from_file_location("answer_kit", Path(__file__).with_name("answer_kit.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
kit = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(kit)
INPUT, ANSWER = kit.INPUT, kit.ANSWER
SUM = """
def judge(given, output):
    try:
        numbers = [int(word) for word in output.split()]
    except ValueError:
        return "no numbers"
    if len(numbers) != 2:
        return "not two numbers"
    return "" if sum(numbers) == int(given) else "the sum is wrong"
"""
KATTIS = (
    SUM
    + """
import sys
given = open(sys.argv[1]).read()
assert open(sys.argv[2]).read() and sys.argv[4:] == ["strict"]
said = judge(given, sys.stdin.buffer.read().decode("latin-1"))
open(sys.argv[3] + "judgemessage.txt", "w").write(said)
sys.exit(43 if said else 42)
"""
)
TESTLIB = (
    SUM
    + """
import sys
said = judge(open(sys.argv[1]).read(), open(sys.argv[2], "rb").read().decode("latin-1"))
print(said or "ok", file=sys.stderr)
sys.exit(1 if said else 0)
"""
)
CPH = (
    SUM
    + """
import sys
_, given, output = sys.argv
said = judge(open(given).read(), open(output, "rb").read().decode("latin-1"))
print(said)
sys.exit(1 if said else 0)
"""
)
CRASHING = "raise SystemExit(3)\n"
RAISING = "raise ValueError('no such case')\n"


def source(folder: Path, kind: str, text: str, flags: tuple[str, ...] = ()) -> ValidatorSource:
    path = folder / "check.py"
    path.write_text(text)
    return ValidatorSource(kind, path, folder, flag_sets=(flags,))


@pytest.fixture
def chosen(build_cache):
    return settings.load({"cache_dir": build_cache})


class TestTokens(kit.AnswerKit):
    @pytest.fixture
    def checker(self, chosen):
        return open_answer_checker(None, chosen)

    @pytest.mark.parametrize(
        ("output", "answer", "right"),
        [
            (b"0.333333", b"0.3333333", True),
            (b"1e3", b"1000.0", True),
            (b"1000.0005", b"1000.0", True),
            (b"0.34", b"0.33", False),
            (b"7", b"7.0", True),
            (b"7.0", b"7", False),
            (b"nan", b"1.0", False),
            (b"yes", b"YES", False),
        ],
    )
    def test_decimals_have_a_tolerance_and_nothing_else_has(self, checker, output, answer, right):
        assert checker.check(b"", output, answer).right is right

    @pytest.mark.parametrize(
        ("output", "answer", "reason", "difference"),
        [
            (b"1 2 4", b"1 2 3", "token 3 is '4', not '3'", Difference(3, 1, "3", "4")),
            (b"1\n2\n40", b"1\n2\n4\n5", "token 3 is '40', not '4'", Difference(3, 3, "4", "40")),
            (b"1 2", b"1\n2\n3 4\n", "it ends before token 3, '3'", Difference(3, 3, "3", "")),
            (b"", b"1", "it ends before token 1, '1'", Difference(1, 1, "1", "")),
            (b"1 2 3", b"1\n2\n\n", "token 3 is '3', but the answer has ended", Difference(3, 2, "", "3")),
            (b"1.5 x 3", b"1.50 y 3", "token 2 is 'x', not 'y'", Difference(2, 1, "y", "x")),
            (b"a" * 99, b"b", f"token 1 is '{'a' * 37}...', not 'b'", Difference(1, 1, "b", "a" * 37 + "...")),
        ],
    )
    def test_the_first_token_that_differs_is_named(self, checker, output, answer, reason, difference):
        assert checker.check(b"", output, answer) == AnswerVerdict(False, reason, difference)

    def test_long_outputs_are_compared_in_place(self, checker):
        lines = b"".join(b"%d %d\n" % (number, number * number) for number in range(200_000))
        assert checker.check(b"", lines.replace(b"\n", b" \r\n"), lines).right is True
        wrong = lines.replace(b"\n150000 22500000000\n", b"\n150000 22500000001\n")
        assert checker.check(b"", wrong, lines).difference == Difference(300_002, 150_001, "22500000000", "22500000001")

    @pytest.mark.parametrize(("output", "answer", "right"), [(b"yEs", b"YES", True), (b"yes", b"no", False)])
    def test_capitals_make_no_difference_where_the_statement_says_so(self, chosen, output, answer, right):
        assert open_answer_checker(None, chosen, AnswerRules(any_case=True)).check(b"", output, answer).right is right

    @pytest.mark.parametrize(
        ("output", "answer", "right"),
        [
            (b"7.0", b"7", True),
            (b"7.001", b"7", True),
            (b"7.1", b"7", False),
            (b"8", b"7", False),
            (b"7_0.0", b"70", False),
        ],
    )
    def test_where_real_numbers_are_asked_for_a_whole_one_may_have_a_point(self, chosen, output, answer, right):
        checker = open_answer_checker(None, chosen, AnswerRules(numbers=REALS, absolute=0.01, relative=0.01))
        assert checker.check(b"", output, answer).right is right


class TestKattis(kit.AnswerKit):
    @pytest.fixture
    def checker(self, tmp_path, chosen):
        return open_answer_checker(source(tmp_path, "kattis", KATTIS, ("strict",)), chosen)

    def test_another_right_answer_is_accepted(self, checker):
        assert checker.check(INPUT, b"1 4\n", ANSWER).right is True

    def test_its_feedback_is_the_reason(self, checker):
        assert checker.check(INPUT, b"1 5\n", ANSWER).reason == "the sum is wrong"


class TestTestlib(kit.AnswerKit):
    @pytest.fixture
    def checker(self, tmp_path, chosen):
        return open_answer_checker(source(tmp_path, "testlib", TESTLIB), chosen)

    def test_another_right_answer_is_accepted(self, checker):
        assert checker.check(INPUT, b"1 4\n", ANSWER).right is True


class TestCph(kit.AnswerKit):
    @pytest.fixture
    def checker(self, tmp_path, chosen):
        return open_answer_checker(source(tmp_path, "cph", CPH), chosen)

    def test_another_right_answer_is_accepted(self, checker):
        assert checker.check(INPUT, b"1 4\n", ANSWER).right is True

    def test_what_it_prints_is_the_reason(self, checker):
        assert checker.check(INPUT, b"1 5\n", ANSWER).reason == "the sum is wrong"


@pytest.mark.parametrize("kind", ["cph", "kattis", "testlib"])
def test_an_exception_that_it_does_not_catch_is_its_own_failure(tmp_path, chosen, kind):
    assert open_answer_checker(source(tmp_path, kind, RAISING), chosen).check(INPUT, ANSWER, ANSWER).right is None


@pytest.mark.parametrize("kind", ["kattis", "testlib"])
def test_one_that_fails_has_no_opinion(tmp_path, chosen, kind):
    verdict = open_answer_checker(source(tmp_path, kind, CRASHING), chosen).check(INPUT, ANSWER, ANSWER)
    assert verdict.right is None and "exit code 3" in verdict.reason


JAVA = """
import java.nio.file.*;
import java.util.*;

class Check {
    static int runs;
    public static void main(String[] args) throws Exception {
        if (runs++ > 0) System.exit(7);
        int wanted = Integer.parseInt(Files.readString(Path.of(args[0])).strip()), sum = 0;
        for (String word : Files.readString(Path.of(args[1])).split("\\\\s+")) sum += Integer.parseInt(word);
        if (sum != wanted) System.out.println("the sum is " + sum);
        System.exit(sum == wanted ? 0 : 1);
    }
}
"""


def test_a_checker_in_java_is_run_as_others_are(tmp_path, chosen):
    if all(found.objection for found in found_jdks(chosen)):
        pytest.skip("no JDK is here")
    (tmp_path / "Check.java").write_text(JAVA)
    checker = open_answer_checker(checker_from(tmp_path / "Check.java"), chosen)
    assert checker.check(INPUT, b"1 4", ANSWER).right is True
    assert checker.check(INPUT, b"2 4", ANSWER) == AnswerVerdict(False, "the sum is 6")
    for _ in range(3):  # The first ones by a machine each, then by one that is shared.
        assert checker.check(INPUT, b"x", ANSWER).right is None  # Of an exception it ends with 1 as well.
        assert checker.check(INPUT, b"1 4", ANSWER).right is True
    assert checker.check(INPUT, b"3 4", ANSWER) == AnswerVerdict(False, "the sum is 7")


def test_a_kind_that_isnt_known_is_said(tmp_path, chosen):
    with pytest.raises(SlowpathError, match="unknown kind"):
        open_answer_checker(source(tmp_path, "viva", ""), chosen)


WAYS = """import fractions, os, sys, time
data = sys.stdin.read()
if data == "crash":
    raise ValueError("a bad output")
if data == "says":
    print("it is long", file=sys.stderr)
    sys.exit("no")
if data == "writes":
    open(sys.argv[3] + "/judgemessage.txt", "w").write("written to " + ",".join(sys.argv[4:]))
    sys.exit(43)
if data == "leaves":
    os._exit(42)
if data == "left":
    sys.exit(42 if os.listdir(sys.argv[3]) == [] else 43)
is_main = __name__ == "__main__" and __file__.endswith("judge.py")
sys.exit(42 if data == open(sys.argv[2]).read() == "yes" and is_main else 43)
"""


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_warm_interpreter_judges_as_a_fresh_one_does(chosen, tmp_path, number):
    (tmp_path / "judge.py").write_text(WAYS)
    source = ValidatorSource("kattis", tmp_path / "judge.py", tmp_path, flag_sets=(("strict", "answer"),))
    outputs = [b"yes", b"no", b"crash", b"says", b"writes", b"leaves", b"left"]
    fresh = [open_answer_checker(source, chosen).check(b"", output, b"yes") for output in outputs]
    checker = open_answer_checker(source, chosen)
    for _ in range(number):
        checker.check(b"", b"yes", b"yes")
    warm = [checker.check(b"", output, b"yes") for output in outputs]
    assert [(verdict.right, verdict.reason) for verdict in warm] == [
        (verdict.right, verdict.reason) for verdict in fresh
    ]
    assert [verdict.right for verdict in warm] == [True, False, None, None, False, True, True]
    assert warm[4].reason == "written to strict,answer"


LISTS = """cat "$1"; ls -R "$PWD" | tr '\\n' ' ' >&2; case "$4" in
  writes) echo said > "$2/judgemessage.txt" ;;
  leaves) echo more > left.txt ;;
  folder) mkdir "$2/folder" ;;
esac"""


def test_a_run_finds_nothing_that_another_left_in_its_folder(tmp_path):
    (tmp_path / "check.sh").write_text(LISTS)
    runs = runs_of(JudgingProgram(("/bin/sh", str(tmp_path / "check.sh")), Confinement(readable=(tmp_path,))), "")

    def listed(what: str, content: bytes = b"long input") -> tuple[list[str], str, str]:
        run, feedback = runs({"input": content, "answer": b"1"}, ("input", FEEDBACK, "answer"), (what,), "")
        words = run.said.split("\n")[0].split()
        return [word for word in words if not word.startswith("/")], run.said.split("\n")[-1], feedback

    first = listed("nothing")
    assert first == (["answer", "feedback", "input"], "long input", "")
    assert listed("writes")[2] == "said"
    assert [listed("nothing") for _ in range(2)] == [first] * 2
    for what in ("leaves", "folder"):
        listed(what)
        assert listed("nothing") == first
    assert listed("nothing", b"short")[1] == "short"


LOADED_ONCE = """#include <bits/stdc++.h>
#include <unistd.h>
static const auto loaded = std::chrono::steady_clock::now().time_since_epoch().count();
int main(int count, char **arguments) {
    std::string word, all;
    const bool is_left = std::ifstream("left.txt").is_open();
    while (std::cin >> word) all += word + ' ';
    for (int i = 1; i < count; i++) all += std::string(arguments[i]) + ' ';
    std::ofstream(word == "leaves" ? "left.txt" : "/dev/null") << word;
    if (word == "crash") abort();
    std::cout << loaded << ' ' << lseek(0, 0, SEEK_SET) << ' ' << all.substr(0, 30) << all.size() << is_left;
    return 42;
}
"""


def test_a_program_in_cpp_is_loaded_once_and_each_run_has_its_own_input_and_arguments(chosen, tmp_path):
    (tmp_path / "validate.cpp").write_text(LOADED_ONCE)
    program = judging_program(ValidatorSource("kattis", tmp_path / "validate.cpp", tmp_path), chosen)
    runs = runs_of(program, chosen.search_path)

    def said(content: bytes, *flags: str) -> tuple[str, str]:
        run, _ = runs({"input": content}, (), flags, "input")
        loaded, _, rest = run.said.partition(" ")
        return loaded, rest

    assert [said(b"3 4\n", "--most", "a b")[1] for _ in range(4)] == ["0 3 4 --most a b 150"] * 4
    assert [said(b"leaves")[1], said(b"")[1]] == ["0 leaves 70", "0 00"]
    assert said(b"x" * 100_000)[1] == f"0 {'x' * 30}1000010"
    assert runs({"input": b"crash"}, (), (), "input")[0].returncode == -signal.SIGABRT
    assert len({said(b"1")[0] for _ in range(3)}) == 1

"""Checkers of answers: comparison by tokens, and programs as packages bring them."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import settings
from slowpath.errors import SlowpathError
from slowpath.model.validation import ValidatorSource
from slowpath.toolchain.answers import open_answer_checker

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
KATTIS = SUM + """
import sys
given = open(sys.argv[1]).read()
assert open(sys.argv[2]).read() and sys.argv[4:] == ["strict"]
said = judge(given, sys.stdin.buffer.read().decode("latin-1"))
open(sys.argv[3] + "judgemessage.txt", "w").write(said)
sys.exit(43 if said else 42)
"""
TESTLIB = SUM + """
import sys
said = judge(open(sys.argv[1]).read(), open(sys.argv[2], "rb").read().decode("latin-1"))
print(said or "ok", file=sys.stderr)
sys.exit(1 if said else 0)
"""
CRASHING = "raise SystemExit(3)\n"


def source(folder: Path, kind: str, text: str, flags: tuple[str, ...] = ()) -> ValidatorSource:
    path = folder / "check.py"
    path.write_text(text)
    return ValidatorSource(kind, path, folder, flags=flags)


@pytest.fixture
def chosen(tmp_path):
    return replace(settings.load(), cache_dir=tmp_path / "cache")


class TestTokens(kit.AnswerKit):
    @pytest.fixture
    def checker(self, chosen):
        return open_answer_checker(None, chosen)

    @pytest.mark.parametrize(("output", "answer", "right"), [
        (b"0.333333", b"0.3333333", True), (b"1e3", b"1000.0", True), (b"1000.0005", b"1000.0", True),
        (b"0.34", b"0.33", False), (b"7", b"7.0", True), (b"7.0", b"7", False), (b"nan", b"1.0", False),
        (b"yes", b"YES", False)])
    def test_decimals_have_a_tolerance_and_nothing_else_has(self, checker, output, answer, right):
        assert checker.check(b"", output, answer).right is right

    def test_the_first_token_that_differs_is_named(self, checker):
        assert checker.check(b"", b"1 2 4", b"1 2 3").reason == "token 3 is '4', not '3'"


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


@pytest.mark.parametrize("kind", ["kattis", "testlib"])
def test_one_that_fails_has_no_opinion(tmp_path, chosen, kind):
    verdict = open_answer_checker(source(tmp_path, kind, CRASHING), chosen).check(INPUT, ANSWER, ANSWER)
    assert verdict.right is None and "exit code 3" in verdict.reason


def test_a_kind_that_isnt_known_is_said(tmp_path, chosen):
    with pytest.raises(SlowpathError, match="unknown kind"):
        open_answer_checker(source(tmp_path, "viva", ""), chosen)

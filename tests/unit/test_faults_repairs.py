"""What makes a wrong program right: other versions of it, and the same values in order; and what it doesn't heed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

import pytest

from slowpath.errors import SlowpathError
from slowpath.faults.contest import BY_OTHER_WAYS, FINER, WIDER, Bout, Contest
from slowpath.faults.ignored import ignored
from slowpath.faults.repairs import Versions, helped_by_order
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict
from slowpath.toolchain.answers.tokens import TokenChecker

RAN = Execution(Verdict.OK, 1, 1, 1, 1, 0)
LIST = "n: int 1..9\na: int[n] 0..99\n"
ROWS = 'n: int 1..9\nrows[n]: x: int 0..99; w: word 1..3 of "a-c"\n'
CASES = "t: int 1..9\ncase: cases[t]\n  n: int 1..9\n  a: int[n] 0..99\n"


@dataclass
class Judge:
    """A program and a right one, as functions of the instance."""

    text: str
    program: Callable[[Any], int]
    right: Callable[[Any], int]

    def judge(self, data: bytes) -> Bout:
        instance = parse(from_text(self.text), data)
        expected, actual = self.right(instance), self.program(instance)
        return Bout(
            data,
            replace(RAN, output=b"%d\n" % actual),
            expected=b"%d\n" % expected,
            believed=1,
            failing=None if expected == actual else Failing.WRONG_ANSWER,
        )

    def judge_many(self, datas):
        return (self.judge(data) for data in datas)


def spec_of(text: str, language: str = "cpp") -> BreakSpec:
    return BreakSpec("p.cpp", language, b"", from_text(text), (), Budget())


def helped(text: str, program, right, *datas: bytes) -> tuple[str, int]:
    return helped_by_order(spec_of(text), Judge(text, program, right), datas, lambda: False)


LISTS = (b"3\n9 1 5\n", b"4\n7 3 2 1\n", b"4\n8 2 6 4\n", b"5\n9 8 1 2 3\n", b"5\n4 6 2 3 5\n")


def last(instance):
    return int(instance["a"][-1])


def most(instance):
    return int(max(instance["a"]))


def test_a_program_that_takes_order_for_granted_is_right_once_it_is_there():
    assert helped(LIST, last, most, *LISTS) == ("a", 5)


@pytest.mark.parametrize(
    ("program", "right", "datas"),
    [
        (lambda i: 0, most, LISTS),  # it is as wrong then
        (lambda i: int(i["a"][0]), last, LISTS),  # the answer depends on the order
        (last, most, LISTS[:2]),  # two may be by chance
        (lambda i: most(i) + (int(i["a"][0]) == 9), most, (b"5\n9 3 2 4 1\n", b"6\n9 8 7 6 5 4\n", b"4\n9 1 2 3\n")),
        # most other orders would do
        (last, most, (b"2\n1 1\n", b"1\n5\n", b"3\n1 2 3\n")),  # they are in order
    ],
)
def test_where_order_explains_nothing_it_is_not_named(program, right, datas):
    assert helped(LIST, program, right, *datas) == ("", 0)


def test_rows_are_put_in_order_whole():
    rows = ["8 b", "9 c", "1 a", "7 b", "5 c", "3 b"]
    datas = ["\n".join(["6", *rows[at:], *rows[:at], ""]).encode() for at in (0, 1, 4, 5)]
    assert helped(ROWS, lambda i: int(i["x"][-1]), lambda i: int(max(i["x"])), *datas) == ("the rows of x, w", 4)
    number = {"a": 1, "b": 2, "c": 3}
    assert helped(
        ROWS, lambda i: number[i["w"][0]], lambda i: number[min(zip(i["x"], i["w"], strict=True))[1]], *datas
    ) == ("the rows of x, w", 4)


def test_each_test_case_is_put_in_order_by_itself():
    datas = (b"2\n2\n5 1\n2\n9 3\n", b"1\n3\n4 9 2\n", b"2\n1\n1\n2\n8 7\n")
    found = helped(
        CASES,
        lambda i: sum(int(case["a"][-1]) for case in i["case"]),
        lambda i: sum(int(max(case["a"])) for case in i["case"]),
        *datas,
    )
    assert found == ("a", 3)


def test_nothing_is_sorted_that_is_no_valid_input_then():
    falling = (b"5\n9 7 5 3 1\n", b"6\n9 8 7 6 5 4\n", b"4\n8 6 4 2\n", b"6\n9 5 4 3 2 1\n")
    assert helped(LIST, last, most, *falling) == ("a", 4)
    assert helped(LIST + "where next a <= a\n", last, most, *falling) == ("", 0)


class Prints:
    def __init__(self, output: bytes, verdict: Verdict = Verdict.OK) -> None:
        self.output = output
        self.verdict = verdict

    def run(self, data, limits, *, keep_output=False):
        if self.output == b"broken":
            raise SlowpathError("gone", "")
        return replace(RAN, output=self.output, verdict=self.verdict)


def contest_with(**versions: Any) -> tuple[Contest, list[str]]:
    begun: list[str] = []

    def begin() -> Future:
        begun.append("build")
        future: Future = Future()
        if "never" not in versions:
            future.set_result(versions)
        return future

    return Contest(None, (), TokenChecker(), versions=begin), begun  # type: ignore[arg-type]


WRONG = Bout(b"1\n", RAN, failing=Failing.WRONG_ANSWER, expected=b"5\n", believed=1, judged_by="right.cpp")


def test_versions_are_held_against_the_right_answer():
    contest, _ = contest_with(**{WIDER: Prints(b"5"), FINER: Prints(b"6\n")})
    assert Versions(contest, WRONG).are_right(spec_of(LIST), lambda: False) == {WIDER: True, FINER: False}


@pytest.mark.parametrize("version", [Prints(b"broken"), Prints(b"5\n", Verdict.TIME_LIMIT)])
def test_a_version_that_does_not_end_well_says_nothing(version):
    contest, _ = contest_with(**{WIDER: version})
    assert Versions(contest, WRONG).are_right(spec_of(LIST), lambda: False) == {}


def test_they_are_built_for_wrong_answers_only_and_not_waited_for_once_it_has_to_end():
    contest, begun = contest_with(never=True)
    nobody_knows = replace(WRONG, believed=0, judged_by=BY_OTHER_WAYS, other=b"2\n")
    for without in (replace(WRONG, failing=Failing.RUNTIME_ERROR), nobody_knows):
        assert Versions(contest, without).are_right(spec_of(LIST), lambda: False) == {}
    assert begun == []
    assert Versions(contest, WRONG).are_right(spec_of(LIST), lambda: True) == {}
    assert begun == ["build"]


def test_what_the_program_with_wider_integers_showed_itself_needs_no_build():
    contest, begun = contest_with()
    by_itself = replace(WRONG, believed=0, judged_by="p with wider integers.cpp")
    assert Versions(contest, by_itself).are_right(spec_of(LIST), lambda: False) == {WIDER: True}
    assert begun == []


SHARE = "n: int 1..9; k: int 1..9\na: int[n] 0..99\n"
SHARES = (b"3 2\n9 1 5\n", b"4 5\n7 3 2 1\n", b"4 3\n8 2 6 4\n")


def unheeded(text: str, program, right, *datas: bytes, stop=lambda: False) -> tuple[str, int]:
    return ignored(spec_of(text), Judge(text, program, right), datas, stop)


def times_k(instance):
    return most(instance) * int(instance["k"])


def test_rows_of_different_lengths_are_changed_only_into_such():
    ragged = "n: int 1..9\nrows[n]: k: int 0..3; a: int[k] 0..9\n"
    datas = (b"3\n2 1 4\n0\n1 5\n", b"2\n1 7\n3 1 1 2\n", b"3\n1 1\n2 3 3\n0\n")
    assert unheeded(ragged, lambda i: int(i["n"]), lambda i: sum(int(row.sum()) for row in i["a"]), *datas) == ("", 0)


def test_what_the_right_answer_hangs_on_and_the_program_does_not_is_named():
    name, changed = unheeded(SHARE, most, times_k, *SHARES)
    assert name == "k" and changed >= 4
    cases = tuple(b"1\n%d\n%s\n" % (length, listed) for length, listed in ((3, b"9 1 5"), (4, b"7 3 2 1")))
    assert unheeded(CASES, lambda i: len(i["case"][0]["a"]), lambda i: int(sum(i["case"][0]["a"])), *cases)[0] == "a"


@pytest.mark.parametrize(
    ("program", "right", "datas"),
    [
        (lambda i: most(i) + int(i["k"]), times_k, SHARES),  # it heeds all
        (last, most, SHARES),  # k doesn't matter
        (lambda i: 7, times_k, SHARES),  # it heeds nothing: it prints one answer
        (most, times_k, SHARES[:1]),  # one input may be by chance
    ],
)
def test_nothing_is_said_to_be_ignored_without_need(program, right, datas):
    assert unheeded(SHARE, program, right, *datas) == ("", 0)


def test_what_is_ignored_is_not_asked_for_once_it_is_stopped():
    assert unheeded(SHARE, most, times_k, *SHARES, stop=lambda: True) == ("", 0)

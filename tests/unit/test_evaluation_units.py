"""What a unit does with bad input: a row with its reason, and never an exception."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath import settings
from slowpath.errors import UsageError
from slowpath.evaluation.rows import BAD_INPUT, FAILED, Row
from slowpath.evaluation.strategies import DEFAULT, STRATEGIES, chosen, taking
from slowpath.evaluation.units import ACCEPTED, WRONG, Content, ExistingTest, Program, Unit, Work
from slowpath.evaluation.work.searching import strategies_of
from slowpath.evaluation.work.unit import row_of
from slowpath.llm.options import ModelOptions
from slowpath.model.campaign import Budget
from slowpath.wire import decode, encode

ADDS = b"print(sum(map(int, input().split())))\n"


def work(source: bytes, strategy: str = "default", statement: str = "", tests=(), name: str = "solution.py") -> Work:
    content = Content(((name, source), ("statement.md", statement.encode())), name, tests=tuple(tests))
    return Work(Unit(Program("a/1", "a", "python"), strategy, 0, Budget(executions=5)), content)


def done(made: Work, tmp_path) -> Row:
    return row_of(made, settings.load({"cache_dir": tmp_path / "cache", "state_dir": tmp_path / "state",
                                       "instrument": "time"}))


@pytest.mark.parametrize(("made", "code"), [
    (work(b"print("), "compile-failed"), (work(b"print(3)\n"), "format-unknown"),
    (work(b"print(", "existing", tests=[ExistingTest("1", b"1 2\n")]), "compile-failed"),
    (work(ADDS, name="../out.py"), "unreadable"), (work(ADDS, name="solution.hs"), "source-unreadable")],
    ids=["does not compile", "reads nothing", "tests of what does not compile", "leads out", "unknown language"])
def test_bad_input_is_a_row_with_its_reason(made, code, tmp_path):
    row = done(made, tmp_path)
    assert (row.outcome, row.code) == (BAD_INPUT, code) and row.reason and "slowpath-unit" not in row.reason, row
    assert decode(Row, encode(row)) == row


def test_what_we_lack_is_no_bad_input(tmp_path):
    row = done(work(ADDS, "afl"), tmp_path)
    assert (row.outcome, row.code) == (FAILED, "usage")


def test_a_model_that_gives_no_answer_is_no_bad_input(tmp_path):
    statement = "Two integers $a$ and $b$ ($1 \\le a, b \\le 9$) on one line."
    made = work(b"a, b = map(int, input().split())\nprint(a + b)\n", "tg", statement)
    (tmp_path / "recordings").mkdir()
    row = done(replace(made, model=ModelOptions(replay=tmp_path / "recordings")), tmp_path)
    assert (row.outcome, row.code) == (FAILED, "model-unavailable"), row


def test_existing_tests_are_measured_and_judged(tmp_path):
    tests = [ExistingTest("right", b"1 2\n", b"3\n"), ExistingTest("wrong", b"2 2\n", b"5\n"),
             ExistingTest("crashes", b"x\n", b"0\n"), ExistingTest("unknown", b"4 4 4\n")]
    row = done(work(ADDS, "existing", tests=tests), tmp_path)
    assert {each.id: each.passed for each in row.inputs} == {
        "right": True, "wrong": False, "crashes": False, "unknown": None}
    assert row.tests == 4 and all(each.count and each.cpu_s for each in row.inputs if each.id != "crashes")


def test_units_are_told_apart_by_program_strategy_seed_and_terms():
    program = Program("a/1", "a", "cpp")
    units = [Unit(program, "default", 0, Budget(1.0)), Unit(Program("a/2", "a", "cpp"), "default", 0, Budget(1.0)),
             Unit(program, "afl", 0, Budget(1.0)), Unit(program, "default", 1, Budget(1.0)),
             Unit(program, "default", 0, Budget(executions=1)), Unit(program, "default", 0, Budget(1.0), "2.0"),
             Unit(program, "wedge", 0, Budget(1.0), "2.0"), Unit(program, "wedge", 0, Budget(1.0), "2.0", "a model")]
    assert len({unit.id for unit in units}) == len(units)
    assert units[0].id == Unit(Program("a/1", "a", "cpp", category="x"), "default", 0, Budget(1.0)).id


def test_wrong_programs_are_broken_and_others_searched():
    strategies = {name: STRATEGIES[name] for name in ("default", "afl", "existing", "break")}
    for kind, language, names in ((WRONG, "cpp", ["break"]), (ACCEPTED, "cpp", ["default", "afl", "existing"]),
                                  (ACCEPTED, "python", ["default", "existing"])):
        assert list(taking(strategies, Program("a", "a", language, kind))) == names


def test_a_strategy_that_asks_needs_a_model_and_none_is_asked_by_default():
    assert set(chosen([], has_model=False)) == set(DEFAULT) and not any(STRATEGIES[name].asks for name in DEFAULT)
    with pytest.raises(UsageError, match="none is named"):
        chosen(["wedge"], has_model=False)


def test_a_search_without_shapes_has_all_other_strategies():
    names = strategies_of(STRATEGIES["no-shapes"])
    assert "patterns" in names and not {"shape-climb", "perffuzz", "afl"} & set(names)

"""What a unit does with bad input: a row with its reason, and never an exception."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from slowpath import settings
from slowpath.errors import UsageError
from slowpath.evaluation.rows import BAD_INPUT, FAILED, MeasuredInput, Row
from slowpath.evaluation.strategies import DEFAULT, STRATEGIES, chosen, taking
from slowpath.evaluation.units import ACCEPTED, WRONG, Content, ExistingTest, Program, Unit, Work
from slowpath.evaluation.work import optimising, search_clock, searching
from slowpath.evaluation.work.asking import Asked
from slowpath.evaluation.work.opened import limits_of, opened
from slowpath.evaluation.work.searching import strategies_of
from slowpath.evaluation.work.unit import row_of
from slowpath.llm.options import ModelOptions
from slowpath.model.campaign import Budget, CampaignStarted, Ended, PhaseEntered
from slowpath.model.execution import Execution
from slowpath.model.generator import GeneratorProgram
from slowpath.model.verdict import Verdict
from slowpath.pipeline.formats import format_from_text
from slowpath.storage.memory import MemoryStore
from slowpath.wire import decode, encode

ADDS = b"print(sum(map(int, input().split())))\n"


def work(source: bytes, strategy: str = "default", statement: str = "", tests=(), name: str = "solution.py") -> Work:
    content = Content(((name, source), ("statement.md", statement.encode())), name, tests=tuple(tests))
    return Work(Unit(Program("a/1", "a", "python"), strategy, 0, Budget(executions=5)), content)


def done(made: Work, tmp_path) -> Row:
    return row_of(
        made, settings.load({"cache_dir": tmp_path / "cache", "state_dir": tmp_path / "state", "instrument": "time"})
    )


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (work(b"print("), "compile-failed"),
        (work(b"print(3)\n"), "format-unknown"),
        (work(b"print(", "existing", tests=[ExistingTest("1", b"1 2\n")]), "compile-failed"),
        (work(ADDS, name="../out.py"), "unreadable"),
        (work(ADDS, name="solution.hs"), "source-unreadable"),
    ],
    ids=["does not compile", "reads nothing", "tests of what does not compile", "leads out", "unknown language"],
)
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
    tests = [
        ExistingTest("right", b"1 2\n", b"3\n"),
        ExistingTest("wrong", b"2 2\n", b"5\n"),
        ExistingTest("crashes", b"x\n", b"0\n"),
        ExistingTest("unknown", b"4 4 4\n"),
    ]
    row = done(work(ADDS, "existing", tests=tests), tmp_path)
    assert {each.id: each.passed for each in row.inputs} == {
        "right": True,
        "wrong": False,
        "crashes": False,
        "unknown": None,
    }
    assert row.tests == 4 and all(each.count and each.cpu_s for each in row.inputs if each.id != "crashes")


def test_a_breaking_input_is_kept_with_how_it_is_made(tmp_path):
    wrong = b"a, b = map(int, input().split())\nprint(a + b if a < 7 else 0)\n"
    made = work(wrong, "break", "Two integers $a$ and $b$ ($1 \\le a, b \\le 9$) on one line.")
    content = replace(
        made.content, files=(*made.content.files, ("right.py", wrong.replace(b"a < 7", b"a"))), reference="right.py"
    )
    unit = replace(made.unit, program=replace(made.unit.program, kind=WRONG), budget=Budget(executions=200))
    row = done(replace(made, unit=unit, content=content), tmp_path)
    found = row.exposure.input
    assert row.exposure.verdict == "WA" and int(found.data.split()[0]) >= 7, row
    assert json.loads(found.recipe)["size"] == found.size == len(found.data) and found.strategy
    assert decode(Row, encode(row)) == row


def test_a_wrong_program_whose_right_one_cannot_be_used_is_bad_input(tmp_path):
    wrong = b"a, b = map(int, input().split())\nprint(a + b if a < 7 else 0)\n"
    made = work(wrong, "break", "Two integers $a$ and $b$ ($1 \\le a, b \\le 9$) on one line.")
    content = replace(made.content, files=(*made.content.files, ("right.py", b"print(")), reference="right.py")
    unit = replace(made.unit, program=replace(made.unit.program, kind=WRONG))
    row = done(replace(made, unit=unit, content=content), tmp_path)
    assert (row.outcome, row.code) == (BAD_INPUT, "reference") and "never closed" in row.reason, row


def test_a_test_that_a_program_makes_is_made_in_its_jail_and_measured(tmp_path):
    tests = [
        ExistingTest(
            "drawn", b"import random\ndef generate_input():\n    return f'{random.randint(4, 4)} 5\\n'", b"9\n", 7
        ),
        ExistingTest("broken", b"def generate_input():\n    return 1 / 0", None, 7),
        ExistingTest("prying", b"def generate_input():\n    return open('/etc/passwd').read()", None, 7),
    ]
    row = done(work(ADDS, "existing", tests=tests), tmp_path)
    assert [(each.id, each.size, each.passed) for each in row.inputs] == [("drawn", 4, True)]
    assert row.tests == 1 and "2 of its tests" in row.reason
    assert done(work(ADDS, "existing", tests=tests[1:]), tmp_path).reason == "No test could be made."


def test_what_is_built_is_no_part_of_a_searchs_budget(tmp_path, monkeypatch):
    now = [0.0]

    def find(spec, settings, store, *, campaign_id, stop, clock):
        began = clock()
        yield CampaignStarted(campaign_id, spec.path, spec.budget, None)
        yield PhaseEntered("building")
        now[0] += 50.0
        yield PhaseEntered("samples")
        now[0] += 3.0
        yield Ended("finished", elapsed_s=clock() - began)

    monkeypatch.setattr(search_clock, "CpuClock", lambda: lambda: now[0])
    monkeypatch.setattr(searching.pipeline, "find", find)
    made = work(
        b"a, b = map(int, input().split())\nprint(a + b)\n",
        statement="Two integers $a$ and $b$ ($1 \\le a, b \\le 9$).",
    )
    row = done(replace(made, unit=replace(made.unit, budget=Budget(4.0))), tmp_path)
    assert (row.outcome, row.search_s) == ("done", 3.0), row


@pytest.mark.parametrize("budget", [Budget(4.0), Budget(executions=5)])
def test_the_time_of_an_optimisation_is_its_own_and_not_that_of_the_machine(tmp_path, monkeypatch, budget):
    now = [37_000.0]

    def optimize(*_, clock, **__):
        now[0] += 50.0
        began = clock()
        yield PhaseEntered("building")
        now[0] += 5.0
        yield PhaseEntered("slow inputs")
        now[0] += 3.0
        yield Ended("finished", elapsed_s=clock() - began)

    monkeypatch.setattr(search_clock, "CpuClock", lambda: lambda: now[0])
    monkeypatch.setattr(search_clock.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(optimising.pipeline, "optimize", optimize)
    made = work(
        b"a, b = map(int, input().split())\nprint(a + b)\n",
        "optimize",
        "Two integers $a$ and $b$ ($1 \\le a, b \\le 9$).",
    )
    row = done(replace(made, unit=replace(made.unit, budget=budget)), tmp_path)
    assert (row.outcome, row.search_s) == ("done", 3.0), row


class Counting:
    """An executor that counts a byte as a billion, and what has more than ten as far as ten."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def run(self, data, limits, *, keep_counters):
        self.limits = limits
        return Execution(Verdict.OK, 10**9 * min(len(data), 10), 0, 0, 0, cut=len(data) > 10)


def test_what_a_search_found_is_counted_as_existing_tests_are(tmp_path, monkeypatch):
    place = opened(work(ADDS), tmp_path / "a", settings.load({"state_dir": tmp_path / "state"}))
    spec = place.spec(format_from_text("n: int 1..9\n", None, place.problem))
    store, executor = MemoryStore(), Counting()
    short, endless, long_by_chance = (store.put_input(b"9" * size) for size in (3, 11, 2))
    monkeypatch.setattr(searching.pipeline, "open_executor", lambda *_: executor)
    found = [
        MeasuredInput(short, 3, 5, 0.1, at_least=True),
        MeasuredInput(endless, 11, 5, 0.1, at_least=True),
        MeasuredInput(long_by_chance, 2, 4 * 10**9, 0.1),
    ]
    made = searching.counted_on(place, spec, found, store)
    assert [(each.id, each.count, each.at_least) for each in made] == [
        (endless, 10**10, True),
        (short, 3 * 10**9, False),
        (long_by_chance, 2 * 10**9, False),
    ]
    assert executor.limits == limits_of(spec)[0] and limits_of(spec)[0].cpu_s == 5 * limits_of(spec)[1].cpu_s


def test_units_are_told_apart_by_program_strategy_seed_and_terms():
    program = Program("a/1", "a", "cpp")
    units = [
        Unit(program, "default", 0, Budget(1.0)),
        Unit(Program("a/2", "a", "cpp"), "default", 0, Budget(1.0)),
        Unit(program, "afl", 0, Budget(1.0)),
        Unit(program, "default", 1, Budget(1.0)),
        Unit(program, "default", 0, Budget(executions=1)),
        Unit(program, "default", 0, Budget(1.0), "2.0"),
        Unit(program, "wedge", 0, Budget(1.0), "2.0"),
        Unit(program, "wedge", 0, Budget(1.0), "2.0", "a model"),
    ]
    assert len({unit.id for unit in units}) == len(units)
    assert units[0].id == Unit(Program("a/1", "a", "cpp", category="x"), "default", 0, Budget(1.0)).id


def test_wrong_programs_are_broken_and_others_searched():
    strategies = {name: STRATEGIES[name] for name in ("default", "afl", "existing", "break")}
    for kind, language, names in (
        (WRONG, "cpp", ["break"]),
        (ACCEPTED, "cpp", ["default", "afl", "existing"]),
        (ACCEPTED, "python", ["default", "existing"]),
    ):
        assert list(taking(strategies, Program("a", "a", language, kind))) == names


def test_a_strategy_that_asks_needs_a_model_and_none_is_asked_by_default():
    assert set(chosen([], has_model=False)) == set(DEFAULT) and not any(STRATEGIES[name].asks for name in DEFAULT)
    with pytest.raises(UsageError, match="none is named"):
        chosen(["wedge"], has_model=False)


def test_a_row_has_the_inputs_that_a_models_generators_made(tmp_path, monkeypatch):
    program = b"n = int(input())\na = list(map(int, input().split()))\nprint(sum(1 for x in a for y in a if x < y))\n"
    statement = "## Input\nThe first line has n (1 <= n <= 60). The second has n integers a_i (1 <= a_i <= 99).\n"
    source = "def generate():\n    return '60\\n' + ' '.join(['7'] * 60) + '\\n'\n"
    given = Asked((GeneratorProgram("g", source, "plain", "sevens", 60),))
    monkeypatch.setattr(searching, "asked_of", lambda *_: given)
    made = work(program, "tg", statement)
    made = replace(made, content=replace(made.content, files=(*made.content.files, ("1.in", b"2\n3 4\n"))))
    row = done(made, tmp_path)
    sevens = b"60\n" + b" ".join([b"7"] * 60) + b"\n"
    assert [(each.strategy, each.data) for each in row.inputs] == [("model-generator", sevens)], row.reason


def test_a_search_without_shapes_has_all_other_strategies():
    names = strategies_of(STRATEGIES["no-shapes"])
    assert "patterns" in names and not {"shape-climb", "perffuzz", "afl"} & set(names)

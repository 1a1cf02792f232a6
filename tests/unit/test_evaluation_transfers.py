"""What was found for one program is measured on the others of its problem: which units that makes, and what they do."""

from __future__ import annotations

import json
from dataclasses import replace

from evaluated import PLAN

from slowpath import __version__, settings
from slowpath.evaluation.data import DataSet
from slowpath.evaluation.evaluating import evaluate
from slowpath.evaluation.journal import Journal, rows_by
from slowpath.evaluation.rows import FAILED, MeasuredInput, Row
from slowpath.evaluation.strategies import STRATEGIES
from slowpath.evaluation.units import Content, ExistingTest, Program, Unit, Work
from slowpath.evaluation.work.unit import row_of
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget
from slowpath.model.origin import Origin
from slowpath.pipeline import replay_document
from slowpath.wire import decode, encode

PROGRAMS = tuple(Program(f"p/{name}", "p", "python", kind) for name, kind in (("1", "accepted"), ("2", "accepted")))
FOUND = (MeasuredInput("small", 3, 9, 0.2, strategy="pattern", data=b"1 2"),)
TRANSFERS = replace(PLAN, strategies={name: STRATEGIES[name] for name in ("existing", "default", "transfer")})


class Here:
    """Does units in this process: existing tests and searches are made up, what is transferred is kept."""

    cores = 1

    def __init__(self, fails: bool = False) -> None:
        self.carried: dict[str, tuple[ExistingTest, ...]] = {}
        self._fails = fails

    def rows(self, units, prepare):
        for unit in units:
            work = prepare(unit)
            if unit.strategy == "transfer":
                self.carried[unit.found_for + " on " + unit.program.id] = work.content.tests
                assert decode(Work, encode(work)) == work
            inputs = {"existing": (MeasuredInput("test", 1, 1, 0.1),), "default": FOUND}.get(unit.strategy, ())
            yield Row(unit, FAILED if self._fails and unit.strategy == "transfer" else "done", inputs=inputs)


def run(folder, runner, data=None, plan=TRANSFERS):
    data = data or DataSet("made up", PROGRAMS, (), lambda *_: Content((("a.py", b""),), "a.py"))
    with Journal(folder) as journal:
        return list(evaluate(data, plan, runner, journal))


def test_each_chosen_programs_inputs_are_run_on_each_other_one_once(tmp_path):
    runner = Here()
    rows = run(tmp_path, runner)
    assert [row.unit.strategy for row in rows] == [*["existing", "default"] * 2, "transfer", "transfer"]
    assert runner.carried == dict.fromkeys(("p/1 on p/2", "p/2 on p/1"), (ExistingTest("small", b"1 2"),))
    assert len({row.unit.id for row in rows}) == 6
    assert run(tmp_path, Here()) == []


def test_they_follow_from_rows_of_earlier_runs_and_a_failed_one_is_done_anew(tmp_path):
    first = replace(PLAN, strategies={name: STRATEGIES[name] for name in ("existing", "default")})
    assert len(run(tmp_path, Here(), plan=first)) == 4
    assert [row.outcome for row in run(tmp_path, Here(fails=True))] == [FAILED, FAILED]
    assert [row.outcome for row in run(tmp_path, Here())] == ["done", "done"]
    assert [len(rows) for rows in rows_by(tmp_path, "problem")] == [6]


def test_wrong_slow_and_single_programs_are_no_targets(tmp_path):
    others = (PROGRAMS[0], *(Program(f"p/{kind}", "p", "python", kind) for kind in ("slow", "wrong")))
    data = DataSet("made up", others, (), lambda *_: Content((("a.py", b""),), "a.py"))
    assert not [row for row in run(tmp_path, Here(), data) if row.unit.strategy == "transfer"]


def test_a_large_input_travels_as_its_recipe_and_is_made_where_it_is_measured(tmp_path):
    fmt = from_text("n: int 1..9\n")
    recipe = json.dumps(replay_document(Origin("pattern", "made up"), fmt, b"7\n"))
    tests = (ExistingTest("small", b"5\n"), ExistingTest("large", recipe.encode(), is_recipe=True))
    lost = ExistingTest("lost", b"", is_recipe=True)
    unit = Unit(PROGRAMS[0], "transfer", 0, Budget(executions=5), __version__, "", "default", "p/2")
    content = Content(
        (("a.py", b"print(int(input()))\n"), ("statement.md", b"A number.")), "a.py", tests=(*tests, lost)
    )
    made = settings.load({"cache_dir": tmp_path / "c", "state_dir": tmp_path / "s", "instrument": "time"})
    row = row_of(Work(unit, content), made)
    assert {each.id: each.size for each in row.inputs} == {"small": 2, "large": 2}, row
    assert row.tests == 2 and "1 of its tests couldn't be made" in row.reason

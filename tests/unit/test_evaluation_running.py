"""Each unit comes to one row, whatever is killed: on local processes; on Ray see `test_evaluation_on_ray.py`."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from dataclasses import replace

import pytest
from evaluated import HERE, MODULE, PLAN, begun, fake_data, written

from slowpath import __version__
from slowpath.errors import StoreUnwritable, UsageError
from slowpath.evaluation import evaluating, parquet
from slowpath.evaluation.evaluating import evaluate
from slowpath.evaluation.journal import Journal, rows_by, rows_of
from slowpath.evaluation.rows import BAD_INPUT, FAILED, Row
from slowpath.evaluation.running import opened_runner
from slowpath.evaluation.running.runner import Place
from slowpath.evaluation.strategies import STRATEGIES
from slowpath.evaluation.units import Program, Terms, Unit
from slowpath.llm.options import ModelOptions
from slowpath.model.campaign import Budget

DRIVER = """
import os, signal, sys
from pathlib import Path
from evaluated import MODULE, PLAN, fake_data
from slowpath.evaluation.evaluating import evaluate
from slowpath.evaluation.journal import Journal
from slowpath.evaluation.running import opened_runner
from slowpath.evaluation.running.runner import Place
folder = Path(sys.argv[1])
with Journal(folder) as journal, opened_runner(Place(sys.argv[2], 2, sys.argv[3], MODULE)) as runner:
    for number, row in enumerate(evaluate(fake_data(folder, 6), PLAN, runner, journal)):
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def _fake_units_are_found(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))


def unit(number: int = 0) -> Unit:
    return Unit(Program(f"p{number}", "p", "cpp"), "default", 0, Budget(executions=1))


def run_all(folder, data, module=MODULE):
    place = Place(jobs=2, module=module)
    with Journal(folder) as journal, opened_runner(place) as runner:
        return list(evaluate(data, PLAN, runner, journal))


def test_every_unit_comes_to_one_row_and_so_does_what_is_left_out(tmp_path):
    rows = run_all(tmp_path, fake_data(tmp_path, 4))
    assert [row.unit.program.id for row in rows if row.outcome == BAD_INPUT] == ["nothing"]
    assert [row.unit.program.id for row in written(tmp_path)] == ["p0", "p1", "p2", "p3"]


def test_what_has_a_row_is_not_done_again(tmp_path):
    run_all(tmp_path, fake_data(tmp_path, 2))
    assert [row.unit.program.id for row in run_all(tmp_path, fake_data(tmp_path, 3))] == ["p2"]
    assert begun(tmp_path) == {"p0": 1, "p1": 1, "p2": 1}


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (Terms(PLAN.budget, "0.0.1"), "Slowpath 0.0.1, 1 executions"),
        (Terms(PLAN.budget), "an earlier Slowpath"),
        (Terms(Budget(5.0), __version__), "5 s a unit"),
        (Terms(PLAN.budget, __version__, "other"), "the model other"),
    ],
)
def test_rows_that_were_made_on_other_terms_are_not_mixed_with_new_ones(tmp_path, terms, words):
    there = Unit(Program("p9", "p", "cpp"), "wedge", 0, terms.budget, terms.version, terms.model)
    with Journal(tmp_path) as journal:
        journal.add(Row(there))
    plan = replace(
        PLAN, strategies={name: STRATEGIES[name] for name in ("default", "wedge")}, model=ModelOptions("mine")
    )
    with (
        Journal(tmp_path) as journal,
        opened_runner(Place(module=MODULE)) as runner,
        pytest.raises(UsageError, match=words),
    ):
        next(evaluate(fake_data(tmp_path, 1), plan, runner, journal))
    assert [row.unit for row in rows_of(tmp_path)] == [there]


def test_strategies_that_ask_no_model_stand_beside_those_that_do(tmp_path):
    asked = Unit(Program("p0", "p0", "cpp"), "wedge", 0, PLAN.budget, __version__, "a model")
    with Journal(tmp_path) as journal:
        journal.add(Row(asked))
    run_all(tmp_path, fake_data(tmp_path, 1))
    assert [row.unit.model for row in written(tmp_path)] == ["a model", ""]


def test_a_killed_driver_goes_on_where_it_was_and_counts_nothing_twice(tmp_path):
    done = subprocess.run([sys.executable, "-c", DRIVER, str(tmp_path), "local", ""], check=False, capture_output=True)
    assert done.returncode == -9, done.stderr
    assert 3 <= len(list(rows_of(tmp_path))) < 7
    run_all(tmp_path, fake_data(tmp_path, 6))
    assert [row.unit.program.id for row in written(tmp_path)] == [f"p{number}" for number in range(6)]


def test_a_row_that_was_cut_off_is_made_anew(tmp_path):
    with Journal(tmp_path) as journal:
        journal.add(Row(unit(0)))
        journal.add(Row(unit(1)))
    path = tmp_path / "rows.jsonl"
    path.write_bytes(path.read_bytes()[:-7])
    with Journal(tmp_path) as journal:
        assert unit(0).id in journal and unit(1).id not in journal
        assert journal.add(Row(unit(1))) and not journal.add(Row(unit(1)))
    assert [row.unit for row in rows_of(tmp_path)] == [unit(0), unit(1)]


def test_a_row_that_the_disk_does_not_take_leaves_nothing_behind(tmp_path):
    with Journal(tmp_path) as journal:
        journal.add(Row(unit(0)))
        before, limits = journal.path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
        # Half of the row fits.
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) * 3 // 2, limits[1]))
        try:
            with pytest.raises(StoreUnwritable):
                journal.add(Row(unit(1)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert journal.path.read_bytes() == before and unit(1).id not in journal
        assert journal.add(Row(unit(1)))
    assert [row.unit for row in rows_of(tmp_path)] == [unit(0), unit(1)]


def test_two_drivers_do_not_write_to_one_folder(tmp_path):
    with Journal(tmp_path), pytest.raises(UsageError, match="another evaluation"):
        Journal(tmp_path)


def test_a_process_that_fails_is_a_row_with_its_reason(tmp_path):
    rows = run_all(tmp_path, fake_data(tmp_path, 1), "no_such_module")
    assert [row.outcome for row in rows] == [BAD_INPUT, FAILED]
    assert "no_such_module" in rows[1].reason


def test_a_unit_that_failed_is_done_anew_and_its_new_row_alone_counts(tmp_path):
    run_all(tmp_path, fake_data(tmp_path, 1))
    run_all(tmp_path, fake_data(tmp_path, 3), "no_such_module")
    failed = sorted(row.unit.program.id for row in rows_of(tmp_path) if row.outcome == FAILED)
    assert failed == ["p1", "p2"]
    with Journal(tmp_path) as journal:
        assert (len(journal), journal.failed) == (4, 2)
    kept = replace(PLAN, again=False)
    with Journal(tmp_path) as journal, opened_runner(Place(jobs=2, module=MODULE)) as runner:
        assert list(evaluate(fake_data(tmp_path, 3), kept, runner, journal)) == []
    assert sorted(row.unit.program.id for row in run_all(tmp_path, fake_data(tmp_path, 3))) == failed
    assert begun(tmp_path) == {"p0": 1, "p1": 1, "p2": 1}
    assert [row.unit.program.id for row in written(tmp_path)] == ["p0", "p1", "p2"]
    assert not [row for row in rows_of(tmp_path) if row.outcome == FAILED]
    assert [[row.outcome for row in rows] for rows in rows_by(tmp_path)] == [["done"]] * 3
    assert run_all(tmp_path, fake_data(tmp_path, 3)) == [], "it is over now"


def test_a_unit_that_fails_again_is_tried_once_in_a_run_and_has_one_row(tmp_path):
    for _ in range(3):
        run_all(tmp_path, fake_data(tmp_path, 1), "no_such_module")
    assert [row.outcome for row in rows_of(tmp_path)] == [BAD_INPUT, FAILED]
    with Journal(tmp_path) as journal:
        again = Row(Unit(Program("p0", "p0", "cpp"), "default", 0, PLAN.budget, __version__), FAILED)
        assert journal.is_open(again.unit.id) and journal.add(again) and not journal.add(again)


def test_a_program_that_cannot_be_read_is_a_row_with_its_reason(tmp_path):
    def gone(*_):
        raise OSError("gone")

    data = fake_data(tmp_path, 2)
    rows = run_all(tmp_path, type(data)(data.layout, data.programs, (), gone))
    assert [row.outcome for row in rows] == [BAD_INPUT, BAD_INPUT] and "gone" in rows[0].reason


@pytest.mark.skipif(not parquet.is_there(), reason="pyarrow isn't installed: pip install 'slowpath[scale]'")
def test_parquet_holds_the_same_rows_once_however_often_it_was_resumed(tmp_path, monkeypatch):
    from pyarrow import parquet as files

    monkeypatch.setattr(parquet, "LINES_A_PART", 2)
    for count in (3, 4, 7):
        run_all(tmp_path, fake_data(tmp_path, count))
    table = files.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [row["id"] for row in table] == [row.unit.id for row in rows_of(tmp_path)]
    assert len(table) == 8 == len({row["id"] for row in table})
    assert {path.stem for path in (tmp_path / "rows").iterdir()} == {
        "00000000-00000001",
        "00000002-00000003",
        "00000004-00000005",
        "00000006-00000007",
    }


@pytest.mark.skipif(not parquet.is_there(), reason="pyarrow isn't installed: pip install 'slowpath[scale]'")
def test_parquet_holds_the_rows_that_count(tmp_path, monkeypatch):
    from pyarrow import parquet as files

    monkeypatch.setattr(parquet, "LINES_A_PART", 2)
    run_all(tmp_path, fake_data(tmp_path, 5), "no_such_module")
    run_all(tmp_path, fake_data(tmp_path, 5))
    table = files.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [row["id"] for row in table] == [row.unit.id for row in rows_of(tmp_path)]
    assert [row["outcome"] for row in table] == [BAD_INPUT, *["done"] * 5]


@pytest.mark.skipif(not parquet.is_there(), reason="pyarrow isn't installed: pip install 'slowpath[scale]'")
def test_parquet_reads_each_row_once_however_many_there_are(tmp_path, monkeypatch):
    read = []
    whole = parquet.row_of_line
    monkeypatch.setattr(parquet, "row_of_line", lambda line: read.append(line) or whole(line))
    monkeypatch.setattr(parquet, "LINES_A_PART", 2)
    monkeypatch.setattr(evaluating, "ROWS_A_PART", 2)
    run_all(tmp_path, fake_data(tmp_path, 7))
    assert len(read) == len(set(read)) == 8

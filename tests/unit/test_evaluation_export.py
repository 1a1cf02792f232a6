"""Reports, comparisons and exports that are written from a folder of rows."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from test_evaluation_tables import ROWS, row

from slowpath.errors import ToolMissing, UsageError
from slowpath.evaluation import parquet
from slowpath.evaluation.export import export
from slowpath.evaluation.journal import Journal
from slowpath.evaluation.reporting import write_comparison, write_report
from slowpath.evaluation.rows import Exposure, MeasuredInput
from slowpath.model.campaign import Budget

needs_pyarrow = pytest.mark.skipif(
    not parquet.is_there(), reason="pyarrow isn't installed: pip install 'slowpath[scale]'"
)


def written(folder: Path, *counts: int) -> Path:
    """Rows, of which one has inputs with bytes and recipes."""
    made = row("x/1", "default", *counts)
    kept = tuple(replace(each, data=b"%d\n" % each.count, recipe='{"seed": 1}') for each in made.inputs)
    with Journal(folder) as journal:
        for each in (*ROWS, replace(made, inputs=kept)):
            journal.add(each)
    return folder


def test_a_report_has_its_page_and_a_csv_behind_each_table(tmp_path):
    page = write_report(written(tmp_path, 900, 100)).read_text(encoding="utf-8")
    named = {path.stem for path in (tmp_path / "tables").glob("*.csv")}
    assert {"wedge-1", "wedge-5", "rows", "reasons"} <= named
    assert all(f"tables/{name}.csv" in page for name in named) and "seed&quot;: 1" in page


def test_two_runs_are_compared_in_the_folder_of_the_one(tmp_path):
    one, two = written(tmp_path / "new", 900), written(tmp_path / "old", 100)
    page = write_comparison(one, two).read_text(encoding="utf-8")
    assert "count (mean) (new)" in page and "count (mean) (old)" in page
    assert (one / "tables" / "comparison" / "wedge-1.csv").is_file() and not (two / "comparison.html").exists()
    with pytest.raises(UsageError, match="no rows"):
        write_comparison(one, tmp_path / "gone")


def broken(folder: Path, data: bytes = b"3\n") -> Path:
    """A row of a wrong program that was broken, and one of a program that AFL++ fuzzed."""
    found = MeasuredInput("b1", len(data), 0, 0.0, validity="likely", strategy="tiny", label="n = 1", data=data)
    found = replace(found, recipe='{"data": "' + "x" * len(data) + '"}')
    fuzzed = row("x/1", "afl", 50)
    with Journal(folder) as journal:
        journal.add(row("w/1", "break", exposure=Exposure("WA", True, "off by one", 0.5, len(data), found)))
        journal.add(replace(fuzzed, inputs=(replace(fuzzed.inputs[0], data=b"9\n"),)))
    return folder


@needs_pyarrow
def test_an_export_has_breaking_inputs_and_those_of_a_fuzzer(tmp_path):
    from pyarrow import parquet as files

    stressing, _, breaking, note = export(broken(tmp_path), "Theirs.")
    assert [(made["found_by"], made["input"]) for made in files.read_table(stressing).to_pylist()] == [("afl", b"9\n")]
    (made,) = files.read_table(breaking).to_pylist()
    said = {name: made[name] for name in ("program", "input", "verdict", "answered", "category", "label")}
    assert said == {
        "program": "w/1",
        "input": b"3\n",
        "verdict": "WA",
        "answered": True,
        "category": "off by one",
        "label": "n = 1",
    }
    assert "1 inputs on which a wrong program fails" in note.read_text(encoding="utf-8")


@pytest.mark.parametrize("is_long", [False, True])
def test_the_page_has_a_section_a_wrong_program_and_a_file_for_a_long_recipe(tmp_path, is_long):
    page = write_report(broken(tmp_path, b"3" * (5000 if is_long else 2))).read_text(encoding="utf-8")
    assert "Breaking input by wrong program" in page and "off by one" in page
    path = tmp_path / "recipes" / "b1.replay.json"
    assert path.is_file() is is_long and ("recipes/b1.replay.json" in page) is is_long
    assert ("&quot;data&quot;" in page) is not is_long


def test_the_report_says_how_it_was_measured(tmp_path):
    measured = replace(row("x/1", "default", 900, seed=3), node="box", own_core=1)
    with Journal(tmp_path) as journal:
        journal.add(replace(measured, unit=replace(measured.unit, version="1.2", model="a model")))
    page = write_report(tmp_path).read_text(encoding="utf-8")
    lines = (tmp_path / "tables" / "terms.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == [
        "Slowpath,1.2",
        "budget of a search,1 s of processor time",
        "language model,a model",
        "seeds,3",
        "machines,box",
        "rows with a core of their own,1 of 1",
        "programs,1",
    ]
    assert "How it was measured" in page and "box" in page


def test_a_comparison_of_runs_on_other_terms_says_so(tmp_path):
    for name, seconds in (("new", 1.0), ("old", 5.0), ("same", 1.0)):
        made = row("x/1", "default", 900)
        with Journal(tmp_path / name) as journal:
            journal.add(replace(made, unit=replace(made.unit, budget=Budget(seconds))))
    page = write_comparison(tmp_path / "new", tmp_path / "old").read_text(encoding="utf-8")
    said = "The runs differ in budget of a search: 1 s of processor time (new), 5 s of processor time (old)."
    assert said in page and page.count("The runs differ") == 1
    page = write_comparison(tmp_path / "new", tmp_path / "same").read_text(encoding="utf-8")
    assert "The runs differ" not in page


def test_a_comparison_shows_tables_that_only_the_other_run_has(tmp_path):
    with Journal(tmp_path / "new"):
        pass
    write_comparison(tmp_path / "new", written(tmp_path / "old", 100))
    lines = (tmp_path / "new" / "tables" / "comparison" / "wedge-1.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("default,,") and len(lines) == 3


@needs_pyarrow
def test_an_export_has_the_inputs_of_searches_and_pairs_that_differ_in_cost(tmp_path):
    from pyarrow import parquet as files

    stressing, pairs, note = export(written(tmp_path, 900, 700, 100), "Theirs.")
    rows = files.read_table(stressing).to_pylist()
    assert [made["count"] for made in rows] == [900, 700, 100] and rows[0]["input"] == b"900\n"
    assert [(made["slow_count"], made["fast_count"]) for made in files.read_table(pairs).to_pylist()] == [
        (900, 100),
        (700, 100),
    ]
    assert "Theirs." in note.read_text(encoding="utf-8")
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(stressing)
    assert list(frame["count"]) == [900, 700, 100] and frame["input"][0] == b"900\n"


@needs_pyarrow
def test_pairs_are_made_of_what_all_searches_of_one_program_found(tmp_path):
    from pyarrow import parquet as files

    searches = [
        row("x/1", "default", 900, 100, seed=0),
        row("x/1", "random-valid", 50, 700, seed=1),
        row("y/1", "default", 10),
        row("x/1", "existing", 1),
    ]
    with Journal(tmp_path) as journal:
        for made in searches:
            journal.add(
                replace(
                    made,
                    inputs=tuple(
                        replace(
                            each,
                            id=f"{made.unit.strategy}{each.count}",
                            data=b"%d\n" % each.count,
                            size=each.count,
                            at_least=each.count == 100,
                        )
                        for each in made.inputs
                    ),
                )
            )
    _, pairs, _ = export(tmp_path, "")
    made = files.read_table(pairs).to_pylist()
    assert [(each["found_by"], each["slow_count"], each["fast_found_by"], each["fast_count"]) for each in made] == [
        ("default", 900, "random-valid", 50),
        ("default", 100, "random-valid", 50),
        ("random-valid", 700, "random-valid", 50),
    ], "an input that was cut is nobody's fast one, and existing tests are others'"
    assert {(each["program"], each["seed"], each["fast_seed"]) for each in made} == {("x/1", 0, 1), ("x/1", 1, 1)}


@needs_pyarrow
def test_an_export_of_nothing_still_loads(tmp_path):
    from pyarrow import parquet as files

    with Journal(tmp_path):
        pass
    stressing, pairs, _ = export(tmp_path, "")
    assert files.read_table(stressing).num_rows == files.read_table(pairs).num_rows == 0


def test_without_pyarrow_an_export_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ToolMissing, match="pyarrow"):
        export(tmp_path, "")

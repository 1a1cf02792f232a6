"""`slowpath evaluate` from end to end: a data set of one's own, rows, and the same command again."""

from __future__ import annotations

import json
from dataclasses import replace

from slowpath.commands.evaluate import told_of
from slowpath.evaluation.rows import Exposure, MeasuredInput, Optimised, Row
from slowpath.evaluation.units import Program, Unit
from slowpath.model.campaign import Budget

PROGRAM = """n = int(input())
a = list(map(int, input().split()))
print(sum(a[i] == a[j] for i in range(n) for j in range(i)))
"""
FILES = {
    "statement.md": "The first line contains an integer $n$ ($1 \\le n \\le 100$).\nThe second line contains $n$"
    " integers $a_1, \\dots, a_n$ ($1 \\le a_i \\le 100$).\n",
    "samples/1.in": "3\n1 2 1\n",
    "samples/1.ans": "1\n",
    "solution.py": PROGRAM,
}


def laid_out(folder, **changed):
    for name, text in {**FILES, **changed}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_data_set_is_listed_measured_and_not_measured_twice(cli, validate, tmp_path):
    data, out = tmp_path / "data", tmp_path / "out"
    laid_out(data / "pairs")
    laid_out(data / "broken", **{"solution.py": "print("})
    (data / "bare").mkdir()
    (data / "bare" / "solution.py").write_text(PROGRAM)
    listed = cli("evaluate", data, "--list", "--json").last
    validate("evaluate", listed)
    assert listed["counts"]["programs"] == 2 and [each["name"] for each in listed["left_out"]] == ["bare"]

    command = ("evaluate", data, "--to", out, "--executions", 20, "--strategies", "existing,random-valid", "--json")
    done = cli(*command)
    assert done.code == 0, done.err
    for made in done.objects:
        validate("evaluate", made)
    rows = {(made["program"], made["strategy"]): made for made in done.objects if made["event"] == "unit"}
    assert len(rows) == 5 and done.last["new_rows"] == 5 and done.last["failed"] == 0
    assert done.last["without_row"] == 0
    assert rows["broken/solution.py", "random-valid"]["code"] == "compile-failed"
    assert rows["bare", "listing"]["reason"] == "The problem has no samples."
    measured, found = (rows["pairs/solution.py", name] for name in ("existing", "random-valid"))
    assert measured["inputs"] == 1 and found["count"] > measured["count"] and found["own_core"] is not None

    assert "cores" in json.loads((out / "data.json").read_text())["machine"]
    assert "Driven by: " in (out / "report.html").read_text(encoding="utf-8")

    again = cli(*command)
    assert again.code == 0 and [made["event"] for made in again.objects] == ["finished"]


def test_what_failed_for_a_passing_fault_is_done_anew(cli, validate, tmp_path):
    data, out = tmp_path / "data", tmp_path / "out"
    laid_out(data / "pairs")
    command = ("evaluate", data, "--to", out, "--executions", 5, "--strategies", "random-valid", "--json")
    missing = cli(*command, SLOWPATH_PYTHON=str(tmp_path / "gone"))
    assert (missing.last["new_rows"], missing.last["failed"], missing.last["failed_rows"]) == (1, 1, 1), missing.out
    validate("evaluate", missing.last)
    again = cli(*command)
    assert (again.last["new_rows"], again.last["failed"], again.last["failed_rows"]) == (1, 0, 0), again.out


def test_what_cannot_be_done_is_said(cli, tmp_path):
    laid_out(tmp_path / "pairs")
    for arguments, words in (
        (("--to", tmp_path / "out", "--strategies", "nonsense"), "no such strategy"),
        (("--to", tmp_path / "out", "--strategies", "tg"), "none is named"),
        ((), "--to OUT"),
        (("--to", tmp_path / "pairs"), "something in it already"),
        (("--to", tmp_path / "out", "--compare", tmp_path / "gone"), "no rows"),
        (("--to", tmp_path / "out", "--only", "pairs", "--only", "pears"), "pears: no such problem or program"),
        (("--to", tmp_path / "out", "--strategies", "afl", "--executions", 5), "no budget in executions"),
    ):
        done = cli("evaluate", tmp_path, *arguments)
        assert done.code == 2 and words in done.err, done.err
        assert not (tmp_path / "out").exists(), "it is said before anything is measured"


def test_a_line_says_what_a_unit_came_to():
    row = Row(Unit(Program("a/1", "a", "cpp"), "break", 0, Budget(1.0)), reason="No breaking input was found.")
    said = [
        told_of(replace(row, **what))
        for what in (
            {},
            {"exposure": Exposure("WA", True), "reason": ""},
            {"optimised": Optimised(True), "reason": ""},
            {"inputs": (MeasuredInput("1", 2, 3000, 0.1),)},
        )
    ]
    assert said == ["No breaking input was found.", "a breaking input (WA)", "a faster version", "3,000"]

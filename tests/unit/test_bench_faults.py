"""The faults bench: which pairs it reads, what their statements say, what counts as exposed, and how it's added up."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from slowpath import pipeline
from slowpath.bench.faults.jobs import Exposure
from slowpath.bench.faults.judging import changed_lines
from slowpath.bench.faults.measure import main as bench
from slowpath.bench.faults.pairs import chosen, pairs_in
from slowpath.bench.faults.problem import laid_out, written_by_hand
from slowpath.bench.faults.table import exposure_object, print_tables, summary_object, summary_of
from slowpath.model.breaking import Failing
from slowpath.schemas import NAMES, schema
from slowpath.wire import encode

STATEMENT = """# C. Sums

**Time limit:** 2 seconds

## Input

One integer $$$n$$$ ($$$1 \\\\le n\\_1 \\\\le 9$$$).

## Sample Tests

### Input
```
3
```

### Output
```
6
```

### Input
```
4
```

### Output
```
10
```
"""


def write_pair(folder: Path, **said: str) -> None:
    folder.mkdir(parents=True)
    (folder / "metadata.json").write_text(json.dumps({"problem_id": "CF_9c", "bug_category": "T2", **said}))
    (folder / "problem_statement.md").write_text(STATEMENT)
    (folder / "solution_buggy.cpp").write_text("int main() { return 1; }\n")
    (folder / "solution_correct.cpp").write_text("int main() { return 0; }\n")


def exposure(name: str = "pair1", **more: object) -> Exposure:
    return Exposure("9C", name, "T2", "cpp", 60.0, **more)  # type: ignore[arg-type]


def found(name: str = "pair1", **more: object) -> Exposure:
    return exposure(
        name,
        **{
            "found": True,
            "verdict": "WA",
            "valid": True,
            "fails": True,
            "size": 10,
            "time_s": 1.0,
            "category": "numeric",
            **more,
        },
    )


def test_pairs_of_a_folder_are_read_in_the_order_of_their_numbers(tmp_path):
    for number in (10, 2, 1):
        write_pair(tmp_path / "9c" / f"9C - pair{number}")
    pairs = pairs_in(tmp_path, tmp_path / "scratch")
    assert [pair.key for pair in pairs] == ["9C/pair1", "9C/pair2", "9C/pair10"]
    assert {pair.label for pair in pairs} == {"T2"}


def test_a_zip_holds_the_same_pairs(tmp_path):
    write_pair(tmp_path / "9C - pair1")
    with zipfile.ZipFile(tmp_path / "9c.zip", "w") as archive:
        for path in (tmp_path / "9C - pair1").iterdir():
            archive.write(path, f"9C - pair1/{path.name}")
    (pair,) = pairs_in(tmp_path / "9c.zip", tmp_path / "scratch")
    assert pair.key == "9C/pair1" and pair.buggy.read_text().startswith("int main")


def test_a_program_that_the_metadata_misnames_is_found_under_its_usual_name(tmp_path):
    write_pair(tmp_path / "9C - pair1", buggy_solution_file="solution_buggy.txt")
    (pair,) = pairs_in(tmp_path, tmp_path / "scratch")
    assert pair.buggy.name == "solution_buggy.cpp"


def test_a_folder_with_a_wrong_and_an_accepted_program_is_a_pair(tmp_path):
    folder = tmp_path / "bugs" / "lamps"
    folder.mkdir(parents=True)
    for name in ("buggy.py", "accepted.py", "smallest.in"):
        (folder / name).write_text("1\n")
    (folder / "bug.toml").write_text('category = "greedy"\n')
    (pair,) = pairs_in(tmp_path, tmp_path / "scratch")
    assert (pair.problem, pair.label, pair.smallest) == ("lamps", "greedy", folder / "smallest.in")


def test_at_most_so_many_pairs_of_each_problem_are_chosen(tmp_path):
    for problem in ("9c", "8a"):
        for number in (1, 2, 3):
            write_pair(tmp_path / problem / f"pair{number}", problem_id=problem)
    pairs = pairs_in(tmp_path, tmp_path / "scratch")
    assert [pair.key for pair in chosen(pairs, [], 2)] == ["8A/pair1", "8A/pair2", "9C/pair1", "9C/pair2"]
    assert [pair.key for pair in chosen(pairs, ["9C/pair3", "8A"], 1)] == ["8A/pair1", "9C/pair3"]


def test_a_pair_is_laid_out_as_a_problem_with_what_was_written_by_hand(tmp_path):
    write_pair(tmp_path / "9c" / "9C - pair1")
    hand = tmp_path / "hand"
    hand.mkdir()
    (hand / "9C.format").write_text("n: int 1..9\n")
    (hand / "9C.guarantee.py").write_text("")
    (hand / "9C.validator.py").write_text("")
    (pair,) = pairs_in(tmp_path, tmp_path / "scratch")
    place = laid_out(pair, tmp_path / "out", hand)
    problem = pipeline.read_problem(pipeline.read_solution(place.buggy))
    assert [sample.answer for sample in problem.samples] == [b"6\n", b"10\n"] and problem.limits.time_s == 2.0
    assert (tmp_path / "out" / "input.format").exists() and (tmp_path / "out" / "validator.py").exists()
    assert place.by_hand.validator is not None and place.by_hand.checker is None
    assert written_by_hand("9C", None).format is None


@pytest.mark.parametrize(
    ("wrong", "right", "lines"),
    [
        (b"int a;\nreturn a;\n", b"long long a;\nreturn a;\n", 1),
        (b"a;\n\n  b ;\n", b"a;\nb;\n", 0),
        (b"a;\n", b"a;\nb;\nc;\n", 2),
    ],
)
def test_changed_lines_are_counted_without_blanks(wrong, right, lines):
    assert changed_lines(wrong, right) == lines


@pytest.mark.parametrize(
    ("made", "real", "false"),
    [
        (found(), True, False),
        (found(valid=False, fails=None), False, True),
        (found(fails=False), False, True),
        (found(valid=None), True, False),
        (exposure(), False, False),
    ],
)
def test_what_judging_anew_refuses_is_a_false_exposure(made, real, false):
    assert (made.is_real, made.is_false) == (real, false)


def test_the_rates_leave_out_pairs_that_curation_refuses():
    rows = [
        found("a", size=4),
        found("b", size=8, verdict=Failing.TIME_LIMIT.value),
        exposure("c"),
        found("d", fails=False),
        exposure("e", left_out="sample 1: the wrong program's answer is wrong"),
        exposure("f", failure="it doesn't compile"),
    ]
    made = summary_of(rows)
    assert (made.pairs, made.exposed, made.false, made.left_out, made.failed) == (4, 2, 1, 1, 1)
    assert made.rate == 0.5 and made.median_size == 6
    assert (made.validity.exposed, made.validity.pairs) == (3, 3)
    assert [(share.name, share.exposed) for share in made.by_verdict] == [("TLE", 1), ("WA", 1)]


def test_found_inputs_are_held_against_the_smallest_known():
    made = summary_of([found("a", size=30, smallest=10), found("b", size=10, smallest=10)])
    assert made.times_smallest == 2.0


def test_what_stands_in_the_file_is_reported_and_not_run_again(tmp_path, capsys):
    write_pair(tmp_path / "9c" / "9C - pair1")
    write_pair(tmp_path / "9c" / "9C - pair2")
    kept = tmp_path / "kept.jsonl"
    kept.write_text(json.dumps(encode(found("pair1"))) + '\n{"problem": "9C", cut o')
    assert bench([str(tmp_path), "--resume", str(kept), "--report", "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["event"], each.get("name")) for each in objects] == [("pair", "pair1"), ("summary", None)]
    assert objects[-1]["exposure_rate"] == 1.0
    registry = Registry().with_resources([(f"{name}.json", Resource.from_contents(schema(name))) for name in NAMES])
    for each in objects:
        jsonschema.Draft202012Validator(schema("bench_faults"), registry=registry).validate(each)


def test_pairs_with_large_differences_are_left_out_on_request(tmp_path, capsys):
    write_pair(tmp_path / "9c" / "9C - pair1")
    kept = tmp_path / "kept.jsonl"
    kept.write_text(json.dumps(encode(found("pair1", changed=31))) + "\n")
    bench([str(tmp_path), "--resume", str(kept), "--report", "--json", "--most-changed", "30"])
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["left_out"] == 1


def test_the_table_says_what_was_found_and_what_is_false(capsys):
    print_tables(
        [
            found("pair1"),
            found("pair2", fails=False, objection="both programs are right on it"),
            exposure("pair3"),
            exposure("pair4", left_out="sample 1: the wrong program fails (RE)"),
        ]
    )
    text = capsys.readouterr().out
    assert "FALSE: both programs are right on it" in text and "left out, sample 1" in text
    assert "1 of 3 pairs exposed (33%" in text and "1 false" in text


def test_objects_hold_what_is_measured():
    assert exposure_object(found())["exposed"] and not exposure_object(exposure())["exposed"]
    assert summary_object(summary_of([]))["exposure_rate"] == 0.0

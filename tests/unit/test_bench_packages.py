"""The packages bench: what it hides, what is right, what exposes a program, and how it is added up."""

from __future__ import annotations

import argparse
import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from laid_out_packages import BREAKS, LEARN_NAME, SLOW, TEST_NAME, package, searched
from referencing import Registry, Resource

from slowpath import settings as settings_module
from slowpath.bench.packages import formats as packages_formats
from slowpath.bench.packages import measure as packages
from slowpath.bench.packages.breaks_table import break_object, break_totals, break_totals_object
from slowpath.bench.packages.find_table import find_object, find_totals, find_totals_object, print_searches
from slowpath.bench.packages.formats import TimeIsUp, accepted_secrets, at_most, format_outcome, rounds_of_inputs
from slowpath.bench.packages.found import packages_in
from slowpath.bench.packages.jobs import FormatJob, FormatOutcome, ReadingOutcome, Shown, Tried
from slowpath.bench.packages.table import format_object, format_totals_object, print_formats, what_is_wrong, write_csv
from slowpath.bench.packages.totals import format_totals, groups_of
from slowpath.errors import UsageError
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.options import ModelOptions
from slowpath.schemas import NAMES, schema
from slowpath.wire import encode

# Formats


def outcome_of(folder: Path, tmp_path: Path, budget_s: float = 60.0) -> FormatOutcome:
    settings = settings_module.load({"cache_dir": str(tmp_path / "cache")})
    return format_outcome(FormatJob(folder, packages_in(folder)[0].program, 20, 0, budget_s), settings)


@pytest.mark.parametrize(("highest", "verdict"), [(100, "right"), (20, "wrong")])
def test_a_format_is_right_by_what_the_setters_keep(tmp_path, highest, verdict):
    made = outcome_of(package(tmp_path, highest=highest), tmp_path)
    assert made.failure == ""
    assert (made.verdict, made.secret, made.judges) == (verdict, Tried(2, 2), ("input_validators/check.py",))
    assert made.generated.tried == 20
    assert (made.generated.accepted == 20) is (verdict == "right")


def test_with_the_validators_a_format_says_what_they_want(tmp_path, monkeypatch):
    """The package keeps flags for its groups, without which its validator fails."""
    monkeypatch.setattr("slowpath.pipeline.judged_formats.ASKING_S", 120.0)
    job = FormatJob(package(tmp_path, highest=20), tmp_path / "lamps/submissions/accepted/right.py", 20, 0, 60.0)
    settings = settings_module.load({"cache_dir": str(tmp_path / "cache")})

    made = format_outcome(replace(job, with_validators=True), settings)

    assert (made.verdict, made.secret, made.format_text) == ("right", Tried(2, 2), "n: int 1..50\nh: int[n] 1..20\n")
    assert format_outcome(job, settings).verdict == "wrong"


def test_a_secret_input_that_the_format_refuses_makes_it_wrong(tmp_path):
    made = outcome_of(
        package(
            tmp_path, **{"data/secret/b/3.in": f"1\n{10**6}\n", "input_validators/check.py": "import sys; sys.exit(42)"}
        ),
        tmp_path,
    )
    assert (made.verdict, made.secret.accepted, made.causes) == (
        "wrong",
        2,
        ("a secret input has a value that isn't allowed",),
    )
    assert made.secret.reasons[0][0].startswith("3.in: ")


def test_no_format_is_asked_of_an_interactive_problem(tmp_path):
    made = outcome_of(package(tmp_path, **{"problem.yaml": "name: Lamps\nvalidation: custom interactive\n"}), tmp_path)
    assert (made.verdict, made.is_sure, made.format_text) == ("unjudged", False, "")
    assert "interactive" in what_is_wrong(made)


def test_a_validator_that_refuses_what_its_authors_keep_is_not_believed(tmp_path):
    made = outcome_of(package(tmp_path, **{"input_validators/check.py": "import sys; sys.exit(43)"}), tmp_path)
    assert (made.verdict, made.judges) == ("unjudged", ())
    assert "not believed" in made.remarks[0]
    assert made.causes == ("no validator of the setters' works",)


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (FormatOutcome("a", secret=Tried(3, 3), generated=Tried(200, 198)), "right"),
        (FormatOutcome("a", generated=Tried(200, 200)), "right"),
        (FormatOutcome("a", secret=Tried(3, 3), generated=Tried(200, 197)), "wrong"),
        (FormatOutcome("a", secret=Tried(3, 2)), "wrong"),
        (FormatOutcome("a", secret=Tried(3, 3)), "unjudged"),
        (FormatOutcome("a", why_none="nothing reads input"), "none"),
        (FormatOutcome("a", failure="KeyError: 'n'"), "failed"),
    ],
)
def test_the_verdict_follows_from_what_was_accepted(made, verdict):
    assert made.verdict == verdict


@pytest.mark.parametrize(
    ("part", "doing"), [("infer_format", "the format is inferred"), ("open_validators", "inputs are made and judged")]
)
def test_an_exception_of_ours_is_an_outcome(tmp_path, monkeypatch, part, doing):
    def broken(*_: object) -> None:
        raise KeyError("n")

    monkeypatch.setattr(packages_formats.pipeline, part, broken)
    made = outcome_of(package(tmp_path), tmp_path)
    assert (made.verdict, made.causes) == ("failed", (f"KeyError while {doing}",))
    assert made.failure.startswith("KeyError: 'n' (test_bench_packages.py, line ")


def test_generated_inputs_come_in_all_sizes_however_early_one_stops():
    made = [size for size, _ in rounds_of_inputs(from_text("n: int 1..50\na: int[n] 1..9\n"), 200, 0)]
    assert len(made) == 200
    assert set(made[:20]) == {"small", "medium", "full"}


def test_what_takes_too_long_is_cut_and_said(tmp_path, monkeypatch):
    def endless(*_: object) -> None:
        while True:
            time.monotonic()

    monkeypatch.setattr(packages_formats, "parse", endless)
    path = tmp_path / "1.in"
    path.write_text("1\n")
    assert accepted_secrets(from_text("n: int 1..9\n"), [path, path], 0.05) == (Tried(0, 0, 2), [])
    with pytest.raises(TimeIsUp), at_most(0.01):
        endless()


# Formats as a model reads them

RECORDED = Path(__file__).resolve().parents[1] / "recorded" / "reading"
CARDS = Path(__file__).resolve().parents[2] / "examples" / "cf546c"
PLAYED = """n = int(input())
first = list(map(int, input().split()))[1:]
second = list(map(int, input().split()))[1:]
print(len(first), len(second))
"""
HANDS = """import sys
t = list(map(int, sys.stdin.read().split()))
k = t[1]
a, b = t[2:2 + k], t[3 + k:]
assert 2 <= t[0] <= {most} and sorted(a + b) == list(range(1, t[0] + 1)) and t[2 + k] == len(b), "no such hands"
sys.exit(42)
"""


def read_by_model(
    tmp_path: Path, most: int = 10, replay: Path = RECORDED, secret: str = "3\n1 3\n2 1 2\n"
) -> FormatOutcome:
    """What comes of a package of our own, whose readings were recorded, and whose validator wants so many cards."""
    folder = tmp_path / "cf546c"
    for path, text in {
        "problem.yaml": "name: cf546c\n",
        "problem_statement/problem.en.md": (CARDS / "statement.md").read_text(),
        "data/sample/1.in": "4\n2 1 3\n2 4 2\n",
        "data/sample/1.ans": "6 2\n",
        "data/secret/1.in": secret,
        "input_validators/check.py": HANDS.replace("{most}", str(most)),
        "submissions/accepted/cards.py": PLAYED,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    job = FormatJob(folder, packages_in(folder)[0].program, 40, 0, 60.0, ModelOptions(replay=replay), 4)
    return format_outcome(job, settings_module.load({"cache_dir": str(tmp_path / "cache")}))


def test_a_reading_is_measured_by_what_the_setters_say_of_its_sure_inputs(tmp_path):
    made = read_by_model(tmp_path)
    assert (made.failure, made.verdict, made.causes) == ("", "right", ())
    reading = made.reading
    assert reading is not None and reading.stands and reading.parts == ("format", "validator", "generator")
    assert "where distinct a, b" in made.format_text and reading.asked == 7 and reading.rounds == 3
    assert reading.secret == Tried(1, 1) and made.is_sure
    assert (reading.shown, made.sure) == (40, Tried(40, 40))


def test_sure_inputs_that_the_setters_refuse_are_counted(tmp_path):
    made = read_by_model(tmp_path, most=4)
    assert made.verdict == "wrong" and made.is_sure
    assert 0 < made.sure.accepted < made.sure.tried == 40
    assert "a sure input is refused" in made.causes


def test_a_validator_of_the_model_that_refuses_a_secret_input_is_told(tmp_path):
    made = read_by_model(tmp_path, most=11, secret=f"11\n1 11\n10 {' '.join(map(str, range(1, 11)))}\n")
    assert made.reading is not None and made.reading.secret.accepted == 0
    assert "the reading's validator refuses a secret input" in made.causes


def test_where_nobody_answers_the_rules_reading_is_measured(tmp_path):
    (tmp_path / "none").mkdir()
    made = read_by_model(tmp_path, replay=tmp_path / "none")
    assert made.reading is not None and (made.reading.stands, made.reading.asked) == (False, 0)
    assert "holds no reply" in made.reading.failure and made.secret.tried == 1
    assert made.sure.tried == (made.reading.shown if made.is_sure else 0)


def test_totals_of_readings_count_packages_that_show_something_sure():
    def outcome(name: str, shown: int, refused: int, *open_kinds: str) -> FormatOutcome:
        return FormatOutcome(
            name,
            secret=Tried(2, 2),
            generated=Tried(9, 9),
            reading=ReadingOutcome(
                "m",
                not open_kinds,
                ("format", "validator"),
                3,
                1,
                open_kinds,
                secret=Tried(2, 2 - bool(refused)),
                shown=shown,
                sure=Tried(shown, shown - refused),
            ),
        )

    totals = format_totals("all", [outcome("a", 9, 0), outcome("b", 9, 1), outcome("c", 0, 0, "x"), outcome("d", 9, 0)])
    readings = totals.readings
    assert readings is not None
    assert (readings.packages, readings.stand, readings.shown, readings.judged, readings.unrefused) == (4, 3, 3, 3, 2)
    assert (readings.validators, readings.validators_tried, readings.secret) == (3, 4, (7, 8))
    assert totals.sure_inputs == (26, 27) and sum(totals.sure.values()) == 3


def test_a_bench_that_is_ended_begins_nothing_more(tmp_path, monkeypatch):
    begun = []

    def ended(job: packages.Job, until: str | None) -> None:
        begun.append(job)
        if len(begun) == 1:
            raise KeyboardInterrupt
        threading.Event().wait(0.2)

    monkeypatch.setattr(packages, "_done", ended)
    options = argparse.Namespace(jobs=1, until=None, split=None, json=True)
    with pytest.raises(KeyboardInterrupt):
        list(packages._results([packages.Job(None, None, None, 1.0)] * 50, options))
    assert len(begun) < 50


# The command


def run(tmp_path: Path, monkeypatch, *arguments: str) -> None:
    package(tmp_path / "set", LEARN_NAME)
    package(tmp_path / "set", TEST_NAME)
    monkeypatch.setattr(
        packages,
        "done_apart",
        lambda module, job, wall_s: encode(
            FormatOutcome(
                job.format.folder.name,
                secret=Tried(2, 1, 0, (("1.in: secret words", 1),)),
                causes=("a secret input isn't laid out so",),
                infer_s=0.5,
            )
        ),
    )
    assert packages.main([str(tmp_path / "set"), *arguments]) == 0


def test_of_the_test_half_nothing_but_totals_is_said(tmp_path, monkeypatch, capsys):
    run(tmp_path, monkeypatch, "--split", "test")
    out, err = capsys.readouterr()
    assert "lamps" not in out + err and "secret words" not in out + err
    assert "test: all" in out and "a secret input isn't laid out so" in out
    run(tmp_path, monkeypatch, "--split", "both", "--json")
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event.get("package") or event["group"] for event in events] == [LEARN_NAME, "learn: all", "test: all"]


def test_a_row_stands_for_each_package_in_the_table_and_the_csv(tmp_path, monkeypatch, capsys):
    run(tmp_path, monkeypatch, "--csv", str(tmp_path / "made.csv"))
    assert LEARN_NAME in capsys.readouterr().out
    lines = (tmp_path / "made.csv").read_text().splitlines()
    assert lines[0].startswith("package,half,language,program,verdict,why,secret_tried,secret_accepted")
    assert [line.split(",")[1] for line in lines[1:]] == ["learn", "test"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--split", "test", "--only", TEST_NAME),
        ("--split", "test", "--csv", "x.csv"),
        ("--only", "nowhere"),
        ("--formats", "--find", "--csv", "x.csv"),
    ],
)
def test_what_cannot_be_measured_or_may_not_be_told_is_refused(tmp_path, monkeypatch, arguments):
    with pytest.raises(UsageError):
        run(tmp_path, monkeypatch, *arguments)


def test_searches_have_the_model_that_formats_are_read_with(tmp_path, monkeypatch):
    package(tmp_path / "set")
    asked = []
    monkeypatch.setattr(packages, "done_apart", lambda module, job, wall_s: asked.append(job) or "not begun")
    assert packages.main([str(tmp_path / "set"), "--find", "--replay", str(tmp_path)]) == 0
    assert asked[0].find.model == ModelOptions(replay=tmp_path.resolve())


def test_nothing_is_begun_after_the_time_of_day(tmp_path, monkeypatch):
    with pytest.raises(UsageError):
        run(tmp_path, monkeypatch, "--until", "00:00")


def test_groups_tell_languages_and_halves_apart(tmp_path):
    package(tmp_path, "one")
    package(tmp_path, "two", **{"problem_statement/problem.en.tex": ""})
    (tmp_path / "two/problem_statement/problem.en.tex").rename(tmp_path / "two/problem_statement/problem.sv.tex")
    assert groups_of(packages_in(tmp_path), False) == [
        ("all", ["one", "two"]),
        ("in English", ["one"]),
        ("in other languages", ["two"]),
    ]


def test_what_is_printed_fits_its_schema(tmp_path, capsys):
    package(tmp_path)
    (one,) = packages_in(tmp_path)
    inferred = FormatOutcome("a", secret=Tried(2, 1, 1, (("x", 1),)), generated=Tried(20, 3, 0, (("y", 17),)))
    told = replace(inferred, reading=ReadingOutcome("m", True, ("format",), 3, 1, ("x",), ("y",), (1, 2), shown=3))
    search = searched(shown=(SLOW, Shown("likely", False, "no")), setters_s=3.0, exposed_at_s=2.5)
    registry = Registry().with_resources([(f"{name}.json", Resource.from_contents(schema(name))) for name in NAMES])
    fits = jsonschema.Draft202012Validator(schema("bench_packages"), registry=registry)
    for made in (
        format_object(one, inferred),
        format_object(one, told),
        find_object(one, search),
        find_object(one, searched()),
        format_totals_object(format_totals("all", [inferred])),
        format_totals_object(format_totals("all", [inferred, told])),
        find_totals_object(find_totals("all", [search, searched()])),
        *(break_object(one, made) for made in BREAKS),
        break_totals_object(break_totals("all", BREAKS)),
    ):
        fits.validate(json.loads(json.dumps(made)))
    print_formats([(one, inferred), (one, told)], [format_totals("all", [inferred, told])])
    assert "nothing refused" in capsys.readouterr().out
    print_searches([(one, search)], [find_totals("all", [search])])
    assert "1 -1" not in capsys.readouterr().out.splitlines()[0]
    write_csv(tmp_path / "made.csv", [find_object(one, search)])
    assert "refused_likely" in (tmp_path / "made.csv").read_text()

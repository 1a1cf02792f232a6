"""What `slowpath optimize --json` prints fits its schema."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from slowpath import pipeline, settings
from slowpath.cli import main
from slowpath.commands.optimize import refused_object, shown_object
from slowpath.commands.optimize_model import OptimizeModel, way_object
from slowpath.llm.client import Usage
from slowpath.model.campaign import Ended
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import InputSpeed, KeptTest, ProvenRewrite, RefusedRewrite, Rewrite, Speed
from slowpath.rewrites.asking import Candidate, RewritesReport
from slowpath.rewrites.trial import TriedRewrite
from slowpath.schemas import NAMES, schema

SPEED = Speed((InputSpeed("slow 1", 9, 1.0, 0.1, 10.0, 9.0, 11.0, True),), 10.0, 9.0, 11.0, 1.5)
ENDS = Speed(
    (
        InputSpeed("a at n = 9", 9, 1.0, 0.25, 4.0, 3.8, 4.2, of="a"),
        InputSpeed("a", 9, 6.0, 0.5, 12.0, 11.0, 13.0, True, within_limit=True),
    ),
    4.0,
    3.8,
    4.2,
    1.0,
    2.0,
)
STEPS = (
    Rewrite("a-1", "py-counted", "Count all values once", 3, (), b"x", "`count` goes over all"),
    Rewrite("b-1", "py-in-main", "Run in a function", 1, (), b"y"),
)


def fits(value: dict) -> None:
    registry = Registry().with_resources((f"{name}.json", Resource.from_contents(schema(name))) for name in NAMES)
    jsonschema.Draft202012Validator(schema("optimize"), registry=registry).validate(value)


def test_a_shown_program_fits_the_schema_and_names_its_rules():
    shown = shown_object(
        ProvenRewrite(STEPS, b"y", 130, SPEED, inputs_left_out=2), Path("solution.py"), [Path("tests/slow-1.in")]
    )
    refused = refused_object(RefusedRewrite("cpp-plain-newline, a", "b"), None)
    fits({"event": "finished", "shown": [shown], "refused": [refused]})
    assert shown["origin"] == "py-counted, py-in-main"
    assert shown["speedup"]["spread"] == [9.0, 11.0]
    assert (shown["inputs_left_out"], shown["tests"]) == (2, [str(Path("tests/slow-1.in"))])


@pytest.mark.parametrize(
    ("speed", "said"),
    [
        (SPEED, "at least 10x faster (9-11); the same output on 130 inputs"),
        (
            Speed((InputSpeed("a", 9, 9.0, 0.001, 4002.0, 3990.4, 4040.0, False),), 4002.0, 3990.4, 4040.0, 1.0),
            "4,002x faster (3,990-4,040); the same output on 130 inputs",
        ),
        (
            Speed(
                (
                    InputSpeed("a", 9, 1.5, 1.0, 1.5, 1.4, 1.6, False),
                    InputSpeed("b", 9, 9.0, 9.0, 1.0, 1.0, 1.0, True, True),
                ),
                1.5,
                1.4,
                1.6,
                1.0,
            ),
            "1.5x faster (1.4-1.6); the same output on 130 inputs",
        ),
        (ENDS, "4x faster (3.8-4.2); the same output on 130 inputs"),
        (ENDS, "now within the time limit of 2 s, which the program misses: a"),
        (ENDS, "a: at least 6 s -> 500 ms, at least 12x faster"),
        (ENDS, "a at n = 9: 1 s -> 250 ms, 4x faster"),
    ],
)
def test_a_gain_is_told_as_far_as_it_is_known(speed, said):
    told = pipeline.faster_sentences(ProvenRewrite(STEPS, b"y", 130, speed))
    assert said in told
    assert not speed.within_limit or told[0].startswith("now within the time limit"), "the best news comes first"


@pytest.mark.parametrize(
    ("origin", "title"),
    [
        ("cpp-plain-newline", "End lines without flushing them"),
        ("model profile 1", "model profile 1"),
        ("cpp-plain-newline, cpp-library-sort", "End lines without flushing them; Sort with the library"),
    ],
)
def test_what_was_refused_is_said_by_what_it_would_have_changed(origin, title):
    assert refused_object(RefusedRewrite(origin, "It fails."), Path("refused-1.in")) == {
        "origin": origin,
        "title": title,
        "reason": "It fails.",
        "input": "refused-1.in",
    }


def test_phases_and_warnings_fit_the_schema():
    fits({"event": "phase", "phase": "proving", "message": "x", "executions": 0, "elapsed_s": 0.0})
    fits({"event": "warning", "code": "no-gain", "message": "x", "remedy": "", "executions": 0, "elapsed_s": 0.0})


def way_report(way: str, *speeds: Speed | None) -> RewritesReport:
    tried = [TriedRewrite("slower") if speed is None else TriedRewrite(speed=speed) for speed in speeds]
    candidates = tuple(Candidate(b"", f"{way} {number}", "", "", each) for number, each in enumerate(tried))
    return RewritesReport(way, "fake", candidates, (), Usage(1200, 300, 1))


def test_ways_of_asking_are_compared_in_one_table(tmp_path, capsys):
    model = OptimizeModel(
        Namespace(json=False), settings.load({}), Solution(tmp_path, "cpp", b""), Problem("p", "plain", tmp_path)
    )
    model._heard.reports += [way_report("profile", None, ENDS, SPEED), way_report("instruct", None)]
    for report in model._heard.reports:
        fits(way_object(report))
    model.finish()
    header, profile, instruct = capsys.readouterr().out.splitlines()
    assert header.split()[:4] == ["way", "versions", "proven", "fastest"]
    assert profile.split() == ["profile", "3", "2", ">=", "10x", "no", "1.5x", "less", "1,500"]
    assert instruct.split() == ["instruct", "1", "0", "none", "1,500"]


def ran(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> None:
    """The command on a program of which a faster version with one slow input is shown."""
    (folder / "main.py").write_text("print(int(input()))\n")

    def events(
        self: OptimizeModel, report: FormatReport, *, keep: Callable[[bytes], str], **given: object
    ) -> Iterator[ProvenRewrite | Ended]:
        yield ProvenRewrite(STEPS, b"y = 1\n", 130, SPEED, tests=(KeptTest("slow", keep(b"9\n"), keep(b"8\n")),))
        yield Ended("finished")

    monkeypatch.setattr(OptimizeModel, "events", events)
    form = folder / "input.format"
    form.write_text("n: int 1..9\n")
    assert main(["optimize", str(folder / "main.py"), "--format", str(form), "--json", *options]) == 0


def saved(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("slow-*"))}


KEPT = {"slow-1.ans": b"8\n", "slow-1.in": b"9\n"}


@pytest.mark.parametrize(
    "options", [("--apply",), ("--save", "kept"), ("--save-test",), ("--save", "kept", "--save-test")], ids=" ".join
)
def test_only_save_test_writes_slow_inputs_where_a_packages_tests_lie(tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    secret = tmp_path / "data" / "secret"
    secret.mkdir(parents=True)
    (tmp_path / "problem.yaml").write_text("name: one\n")
    (secret / "1.in").write_text("3\n")
    (secret / "1.ans").write_text("3\n")
    ran(tmp_path, monkeypatch, *options)
    assert saved(secret) == (KEPT if "--save-test" in options else {})
    assert saved(tmp_path / "kept") == (KEPT if options == ("--save", "kept") else {})
    assert (tmp_path / "main.py").read_bytes() == (b"y = 1\n" if "--apply" in options else b"print(int(input()))\n")

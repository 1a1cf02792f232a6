"""A language model reads the statement, replayed from recordings, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "recorded" / "reading"
PROGRAM = ROOT / "examples" / "cf546c" / "solution.cpp"


def test_format_shows_the_model_s_reading_and_who_says_so(cli):
    done = cli("format", PROGRAM, "--replay", RECORDED, "--json")
    assert done.code == 0, done.err
    reading = done.last["reading"]
    assert reading["stands"] and reading["validator"] == "calibrated" and reading["generator"]
    assert done.last["text"].startswith("n: int 2..10")
    assert {each["source"] for each in done.last["evidence"]} == {"model"}


def test_format_says_for_people_what_the_parts_say_of_one_another(cli):
    done = cli("format", PROGRAM, "--replay", RECORDED)
    assert b"validator: agrees with the others" in done.out and b"generator: works" in done.out


@pytest.mark.parametrize("option", ["--replay", "--no-model"])
def test_a_search_takes_the_reading_along_or_leaves_it(cli, option):
    more = (option, RECORDED) if option == "--replay" else (option,)
    done = cli("find", PROGRAM, "--executions", 30, "--json", *more)
    assert done.code == 0, done.err
    assert done.last["format"].startswith("n: int 2..10")


def test_recordings_that_hold_no_reading_change_nothing(cli, tmp_path):
    done = cli("find", PROGRAM, "--executions", 12, "--json", "--replay", tmp_path)
    assert done.code == 0 and done.last["event"] == "finished"

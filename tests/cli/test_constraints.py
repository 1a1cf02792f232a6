"""`slowpath constraints` and `slowpath check`: what is shown was tested, and what is inserted comes out again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "tests" / "quality" / "targets" / "cancel_brackets"


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> Path:
    """One folder with the program and the state in which the one search of these tests is kept."""
    made = tmp_path_factory.mktemp("constraints")
    shutil.copytree(TARGET, made / "p")
    return made


@pytest.fixture
def found(cli, shared):
    """The last object of the search, which is made once; and `cli` over its state."""
    kept = shared / "found.jsonl"

    def run(*arguments: object):
        return cli(*arguments, SLOWPATH_STATE_DIR=str(shared / "state"))

    if not kept.exists():
        done = run("constraints", shared / "p" / "solution.py", "--executions", 120, "--json")
        assert done.code == 0, done.err
        kept.write_bytes(done.out)
    return [json.loads(line) for line in kept.read_text().splitlines()], run


@pytest.fixture
def program(shared, tmp_path) -> Path:
    """A copy of the program: what is known of it is known by its text."""
    shutil.copytree(shared / "p", tmp_path / "p")
    return tmp_path / "p" / "solution.py"


def test_constraints_come_with_evidence_and_a_verdict(found, validate):
    objects, _ = found
    for value in objects:
        validate("constraints", value)
    shown = objects[-1]["constraints"]
    confirmed = [each for each in shown if each["status"] == "confirmed"]
    assert confirmed and all(each["evidence"]["ratio"] >= 2 and each["evidence"]["p"] < 0.05 for each in confirmed)
    told = {each["id"] for each in (*shown, *objects[-1]["refuted"], *objects[-1]["others"])}
    assert {value["id"] for value in objects if value["event"] == "constraint"} == told
    assert all(each["reason"] or each["same_as"] for each in objects[-1]["others"])
    offered = [each for each in shown if each["checker"] and each["checker"]["faithful"]]
    assert offered and all(
        each["checker"]["fires_on_slow"] and not each["checker"]["fires_on_fast"] and each["checker"]["outputs_equal"]
        for each in offered
    )


def test_checkers_go_in_and_come_out_to_the_byte(found, validate, program):
    objects, run = found
    before = program.read_bytes()
    names = [each["id"] for each in objects[-1]["constraints"] if each["checker"] and each["checker"]["faithful"]]
    done = run("check", program, "--insert", "all", "--in-place", "--json")
    assert done.code == 0, done.err
    validate("check", done.last)
    assert set(done.last["inserted"]) <= set(names) and done.last["inserted"]
    sample = (TARGET / "samples" / "1.in").read_bytes()
    ran = subprocess.run(
        [sys.executable, str(program)], input=sample, capture_output=True, check=True, env={"SLOWPATH_CHECKERS": "1"}
    )
    assert (
        ran.stdout
        == subprocess.run([sys.executable, "-c", before.decode()], input=sample, capture_output=True, check=True).stdout
    )
    said = ran.stderr.decode()
    assert all(f"slowpath checker {name}: fired " in said for name in done.last["inserted"])
    removed = run("check", program, "--remove", "--in-place", "--json")
    assert removed.code == 0 and set(removed.last["removed"]) == set(done.last["inserted"])
    assert program.read_bytes() == before


def test_a_copy_is_written_beside_the_program(found, program):
    _, run = found
    before = program.read_bytes()
    done = run("check", program, "--insert", "all", "--mode", "abort")
    assert done.code == 0, done.err
    assert program.read_bytes() == before
    assert (program.parent / "solution.checked.py").read_bytes() != before


def test_an_unknown_id_is_said(cli, program):
    done = cli("check", program, "--insert", "nothing", "--json")
    assert done.code == 2 and "--insert nothing" in done.last["message"]


def test_the_ablation_without_constraints_tests_none(cli, program):
    done = cli("constraints", program, "--executions", 20, "--ablate", "no-constraints", "--json")
    assert done.last["constraints"] == [] and done.last["refuted"] == []


def test_a_program_for_people_is_explained(cli, program):
    done = cli("constraints", program, "--executions", 30)
    assert done.code == 0, done.err
    assert "tested on" in done.out.decode()


def test_a_search_whose_time_went_into_building_says_so(cli, program):
    done = cli("constraints", program, "--seconds", 0.001)
    assert done.code == 0 and b"Nothing was run: the time was up" in done.out

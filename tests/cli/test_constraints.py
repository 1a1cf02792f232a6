"""`slowpath constraints` and `slowpath check`: what is shown was tested, and what is inserted comes out again."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def program(tmp_path) -> Path:
    shutil.copytree(EXAMPLES / "list_membership", tmp_path / "p")
    return tmp_path / "p" / "solution.py"


def found(cli, program: Path, *more: object):
    done = cli("constraints", program, "--executions", 150, "--json", *more)
    assert done.code == 0, done.err
    return done


def test_constraints_come_with_evidence_and_a_verdict(cli, validate, program):
    done = found(cli, program)
    for value in done.objects:
        validate("constraints", value)
    shown = done.last["constraints"]
    confirmed = [each for each in shown if each["status"] == "confirmed"]
    assert confirmed and all(each["evidence"]["cost_ratio"] >= 2 and each["evidence"]["p"] < 0.05
                             for each in confirmed)
    offered = [each for each in shown if each["checker"] and each["checker"]["faithful"]]
    assert offered and all(each["checker"]["fires_on_slow"] and not each["checker"]["fires_on_fast"]
                           and each["checker"]["outputs_equal"] for each in offered)


def test_checkers_go_in_and_come_out_to_the_byte(cli, validate, program):
    before = program.read_bytes()
    names = [each["id"] for each in found(cli, program).last["constraints"]
             if each["checker"] and each["checker"]["faithful"]]
    done = cli("check", program, "--insert", "all", "--in-place", "--json")
    assert done.code == 0, done.err
    validate("check", done.last)
    assert set(done.last["inserted"]) <= set(names) and done.last["inserted"]
    sample = (EXAMPLES / "list_membership" / "samples" / "1.in").read_bytes()
    ran = subprocess.run([sys.executable, str(program)], input=sample, capture_output=True, check=True,
                         env={"SLOWPATH_CHECKERS": "1"})
    assert ran.stdout == subprocess.run([sys.executable, "-c", before.decode()], input=sample, capture_output=True,
                                        check=True).stdout
    said = ran.stderr.decode()
    assert all(f"slowpath checker {name}: fired " in said for name in done.last["inserted"])
    removed = cli("check", program, "--remove", "--in-place", "--json")
    assert removed.code == 0 and set(removed.last["removed"]) == set(done.last["inserted"])
    assert program.read_bytes() == before


def test_a_copy_is_written_beside_the_program(cli, program):
    before = program.read_bytes()
    found(cli, program)
    done = cli("check", program, "--insert", "all", "--mode", "abort")
    assert done.code == 0, done.err
    assert program.read_bytes() == before
    assert (program.parent / "solution.checked.py").read_bytes() != before


def test_an_unknown_id_is_said(cli, program):
    done = cli("check", program, "--insert", "nothing", "--json")
    assert done.code == 2 and "--insert nothing" in done.last["message"]


def test_the_ablation_without_constraints_tests_none(cli, program):
    done = found(cli, program, "--ablate", "no-constraints")
    assert done.last["constraints"] == [] and done.last["refuted"] == []


def test_a_program_for_people_is_explained(cli, program):
    done = cli("constraints", program, "--executions", 100)
    assert done.code == 0, done.err
    assert "tested on" in done.out.decode()

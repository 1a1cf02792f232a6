"""What the command line makes of wrong arguments, crashes and interruptions, whichever command it is."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from slowpath import cli
from slowpath.commands import doctor


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["find", "a.cpp", "--seconds", "0"], "argument --seconds: not a number above 0"),
        (["find", "a.cpp", "--seconds", "soon"], "argument --seconds: not a number above 0"),
        (["find", "a.cpp", "--seconds", "nan"], "argument --seconds: not a number above 0"),
        (["break", "a.cpp", "--executions", "1.5"], "argument --executions: not a whole number above 0: 1.5"),
        (["find", "a.cpp", "--executions", "3", "--seconds", "3"], "not allowed with"),
        (["check", "a.cpp"], "one of the arguments --insert --remove is required"),
        (["fnid", "a.cpp"], "invalid choice: 'fnid'"),
        (["find"], "the following arguments are required: FILE"),
        (["find", "a.cpp", "--sedes", "1"], "unrecognized arguments: --sedes 1"),
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_a_failure_like_any_other(capsys, arguments, said):
    assert cli.main(arguments) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and said.lower() in heard.err.lower() and "--help" in heard.err
    assert cli.main([*arguments, "--json"]) == 2
    heard = capsys.readouterr()
    (line,) = heard.out.splitlines()
    assert json.loads(line)["code"] == "usage" and "--help" in json.loads(line)["remedy"] and heard.err == ""


def test_a_number_of_the_environment_that_is_none_is_named(capsys, monkeypatch):
    monkeypatch.setenv("SLOWPATH_PARALLEL_RUNS", "many")
    assert cli.main(["doctor"]) == 2
    assert "SLOWPATH_PARALLEL_RUNS: not a whole number: many." in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["find"],
        ["break"],
        ["optimize"],
        ["constraints"],
        ["check", "--insert", "all"],
        ["format"],
        ["validate", "--input", "1.in"],
        ["generators", "--show-prompt"],
    ],
    ids=lambda command: command[0],
)
def test_a_problem_that_is_no_folder_is_refused_wherever_one_is_taken(capsys, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1.in").write_text("3\n")
    path = tmp_path / "a.py"
    path.write_text("print(int(input()))\n")
    assert cli.main([*command, str(path), "--problem", str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err


def crash(_):
    raise ZeroDivisionError("division by zero")


def test_a_crash_is_told_as_a_bug_with_its_traceback(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "run", crash)
    assert cli.main(["doctor", "--json"]) == 1
    heard = capsys.readouterr()
    assert json.loads(heard.out)["code"] == "bug" and "ZeroDivisionError" in json.loads(heard.out)["message"]


def test_ctrl_c_while_the_commands_are_loaded_is_no_traceback(monkeypatch, capsys):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.importlib, "import_module", interrupt)
    assert cli.main(["doctor"]) == 130
    assert capsys.readouterr() == ("", "")


def test_sigterm_interrupts_as_ctrl_c_does():
    program = (
        "import os, signal, sys\nfrom slowpath import cli\nfrom slowpath.commands import doctor\n"
        "def run(options):\n    try:\n        os.kill(os.getpid(), signal.SIGTERM)\n        signal.pause()\n"
        "    finally:\n        print('cleared away')\n"
        "doctor.run = run\nsys.exit(cli.main(['doctor']))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "cleared away\n", "")
    assert signal.getsignal(signal.SIGTERM) is not signal.default_int_handler

"""`slowpath find`, as a process, on real programs."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from slowpath import pipeline

ROOT = Path(__file__).resolve().parent.parent.parent
QUICKSORT = ROOT / "examples" / "quicksort" / "solution.cpp"
MEMBERSHIP = ROOT / "examples" / "list_membership" / "solution.py"
PATIENCE_S = 600

SMALLER = {QUICKSORT: (r"50\,000", "2000"), MEMBERSHIP: (r"20\,000", "500")}
"""What a statement says of n, and sizes at which no run comes near a limit in time, which a busy machine may reach."""

TIMES = {
    "elapsed_s",
    "cpu_s",
    "cpu_s_spread",
    "peak_rss_bytes",
    "instructions",
    "executions_per_s",
    "time_to_first_s",
    "path",
    "replay",
    "campaign_id",
    "predicted_s",
    "instrument",
    "said",
}


def without_times(value):
    if isinstance(value, dict):
        kept = {key: without_times(inner) for key, inner in value.items() if key not in TIMES}
        return {**kept, "verdict": "OK"} if kept.get("verdict") == "TLE" else kept
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


@pytest.fixture
def small(tmp_path):
    """Copies an example with a smaller bound in its statement, and returns the program's path."""

    def copied(program: Path) -> Path:
        folder = shutil.copytree(program.parent, tmp_path / program.parent.name)
        statement = (folder / "statement.md").read_text(encoding="utf-8")
        assert SMALLER[program][0] in statement
        (folder / "statement.md").write_text(statement.replace(*SMALLER[program]), encoding="utf-8")
        return folder / program.name

    return copied


@pytest.mark.parametrize(("program", "executions"), [(QUICKSORT, 200), (MEMBERSHIP, 40)], ids=["cpp", "python"])
def test_finds_confirmed_valid_inputs_slowest_first(cli, validate, program, executions, small, tmp_path):
    done = cli(
        "find",
        small(program),
        "--executions",
        executions,
        "--save",
        tmp_path / "slow",
        "--json",
        SLOWPATH_INSTRUMENT="",
    )
    assert done.code == 0, done.err
    for value in done.objects:
        validate("find", value)
    finished = done.last
    costs = [slow["cost"] for slow in finished["slow_inputs"]]
    unit = "instructions" if all("instructions" in cost for cost in costs) else "count"
    counts = [cost[unit] for cost in costs]
    assert finished["event"] == "finished" and counts and counts == sorted(counts, reverse=True)
    assert finished["slow_inputs"][0]["ratio"] >= 10
    assert all(slow["validity"] == "likely" and slow["verdict"] in ("OK", "TLE") for slow in finished["slow_inputs"])
    assert finished["executions"] <= executions


def test_input_files_and_their_replays_hold_the_same_bytes(process, small, tmp_path):
    done = process("find", small(QUICKSORT), "--executions", 60, "--save", tmp_path / "slow", "--json")
    for slow in done.last["slow_inputs"]:
        data = Path(slow["path"]).read_bytes()
        assert len(data) == slow["size"]
        assert process("replay", slow["replay"]).out == data


@pytest.mark.parametrize(("program", "executions"), [(QUICKSORT, 200), (MEMBERSHIP, 40)], ids=["cpp", "python"])
def test_same_seed_and_budget_in_executions_give_the_same_events(process, program, executions, small):
    copied = small(program)
    first, second = (process("find", copied, "--executions", executions, "--seed", 5, "--json") for _ in range(2))
    assert first.last["event"] == "finished" and first.last["slow_inputs"]
    assert without_times(first.objects) == without_times(second.objects)


def test_a_bare_source_file_is_enough(cli, tmp_path):
    shutil.copy(ROOT / "tests" / "problems" / "sound" / "solution.cpp", tmp_path / "alone.cpp")
    done = cli("find", tmp_path / "alone.cpp", "--executions", 30, "--json")
    assert done.code == 0, done.err
    assert done.last["slow_inputs"]


def test_a_time_limit_on_the_command_line_is_the_one_in_force(cli, small, tmp_path):
    done = cli("find", small(MEMBERSHIP), "--executions", 5, "--time-limit", 1.5, "--save", tmp_path / "slow", "--json")
    assert done.objects[0]["time_limit_s"] == 1.5


def test_human_output_is_plain_text_off_a_terminal(process, small):
    done = process("find", small(QUICKSORT), "--executions", 100)
    text = done.out.decode()
    assert done.code == 0, done.err
    assert "\x1b[" not in text and "ratio" in text and "Problem:" in text


def test_a_written_format_replaces_the_inferred_one(cli, tmp_path):
    written, text = tmp_path / "own.format", "n: int 1..2000\na: int[n] 1..10^9\n"
    written.write_text(text)
    assert cli("format", QUICKSORT, "--json").last["text"].strip() != text.strip()
    done = cli("find", QUICKSORT, "--executions", 60, "--format", written, "--json")
    assert done.code == 0, done.err
    assert done.last["format"].strip() == text.strip()


def test_interrupting_prints_what_was_found_and_leaves_no_process(tmp_path, build_cache):
    process = subprocess.Popen(
        [sys.executable, "-m", "slowpath", "find", str(QUICKSORT), "--seconds", "600", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "server"),
            "SLOWPATH_STATE_DIR": str(tmp_path),
            "SLOWPATH_CACHE_DIR": str(build_cache),
        },
    )
    assert process.stdout is not None and process.stderr is not None
    for line in process.stdout:
        if json.loads(line)["event"] == "slow_input":
            break
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    rest = [json.loads(line) for line in process.stdout]
    assert process.wait(PATIENCE_S) == 130
    assert rest[-1]["event"] == "finished" and rest[-1]["outcome"] == "stopped"
    assert b"Ctrl-C again leaves at once" in process.stderr.read()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
    assert not alive


@pytest.mark.parametrize("command", ["find", "break"])
def test_an_interruption_before_the_search_begins_has_a_result_too(cli, validate, monkeypatch, command):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "read_problem", interrupted)
    done = cli(command, QUICKSORT, "--json")
    assert (done.code, done.last["event"], done.last["outcome"]) == (130, "finished", "stopped")
    validate(command, done.last)


def test_a_strategy_that_there_is_not_is_said_with_those_that_there_are(cli, small):
    done = cli("find", small, "--strategies", "climb,nonsense")
    assert done.code == 2
    assert "there is no 'nonsense'" in done.err and "random-valid" in done.err

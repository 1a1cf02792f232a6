"""Programs and samples that go wrong, through the command line: a clear word for each, and nothing left behind.

The folders of `tests/problems` and what is amiss in each are listed in its README; `expected.json` has the verdicts.
"""

from __future__ import annotations

import json
from pathlib import Path

import psutil
import pytest

from slowpath.pipeline import campaigns

PROBLEMS = Path(__file__).resolve().parent.parent / "problems"
EXPECTED = json.loads((PROBLEMS / "expected.json").read_text(encoding="utf-8"))
SUFFIXES = {"cpp": ".cpp", "python": ".py"}

RUNS_WELL = ("sound", "not_utf8", "threads", "crlf_samples")
FAILS_ON_SAMPLE_2 = (
    "crashes_on_sample",
    "aborts_on_sample",
    "exits_nonzero",
    "overflows_stack",
    "endless_output",
    "eats_memory",
    "never_ends",
)


def program(folder: str, language: str) -> Path:
    return PROBLEMS / folder / f"solution{SUFFIXES[language]}"


@pytest.fixture(scope="module")
def build_cache(tmp_path_factory) -> Path:
    """A cache of this file's own: what runs from it is a target of these tests."""
    return tmp_path_factory.mktemp("builds")


@pytest.fixture
def soon_cut(monkeypatch):
    """What computes without end is cut as it always is, but soon."""
    monkeypatch.setattr(campaigns, "CPU_CAP_S", 0.3)


def alive_from(build_cache: Path) -> list[str]:
    """Targets that still run; a target's program lies in the build cache."""
    running = (str(process.info["exe"] or "") for process in psutil.process_iter(["exe"]))
    return [path for path in running if path.startswith(str(build_cache))]


@pytest.mark.daily(3)
@pytest.mark.parametrize("language", SUFFIXES)
@pytest.mark.parametrize("folder", RUNS_WELL)
def test_a_program_that_runs_well_is_searched(cli, folder, language):
    done = cli("find", program(folder, language), "--executions", 12, "--json")
    assert done.code == 0, (done.out[-500:], done.err)
    assert done.last["event"] == "finished" and not done.last["failed_samples"]
    assert done.last["slow_inputs"]


@pytest.mark.daily(3)
@pytest.mark.parametrize("language", SUFFIXES)
@pytest.mark.parametrize("folder", FAILS_ON_SAMPLE_2)
def test_a_sample_that_fails_is_said_with_its_verdict(cli, build_cache, folder, language, request, monkeypatch):
    if folder == "never_ends":
        request.getfixturevalue("soon_cut")
    monkeypatch.setattr(campaigns, "MEMORY_CAP_BYTES", 256 << 20)
    done = cli("find", program(folder, language), "--executions", 4, "--json")
    failed = {f["name"]: f["verdict"] for f in done.last["failed_samples"]}
    assert failed == {"2": EXPECTED[folder][language]["2"]}, done.err
    assert all(slow["verdict"] in ("OK", "TLE") for slow in done.last["slow_inputs"])
    assert not alive_from(build_cache)


def test_a_signal_that_ends_a_sample_is_called_by_its_name(cli):
    done = cli("find", program("aborts_on_sample", "cpp"), "--executions", 4, "--json")
    assert [failed["detail"].split(".")[0] for failed in done.last["failed_samples"]] == ["ended by SIGABRT"]


def test_threads_are_said_to_make_counts_doubtful(cli):
    done = cli("find", program("threads", "cpp"), "--executions", 8, "--json")
    assert any(w["code"] == "threads" for w in done.last["warnings"])


@pytest.mark.usefixtures("soon_cut")
@pytest.mark.parametrize("language", SUFFIXES)
def test_a_program_that_fails_on_every_sample_is_not_searched(cli, language):
    done = cli("find", program("waits_for_end_marker", language), "--executions", 6, "--json")
    assert done.code != 0
    assert done.last["event"] == "error" and "sample" in done.last["message"]


@pytest.mark.parametrize("language", SUFFIXES)
def test_processes_that_a_program_starts_end_with_it(process, build_cache, language):
    done = process("find", program("leaves_a_child", language), "--executions", 6, "--json")
    assert done.last["event"] in ("finished", "error")
    assert not alive_from(build_cache)


@pytest.mark.parametrize(("folder", "sample"), [("samples_dont_fit", "sample 2"), ("sample_is_binary", "sample 1")])
def test_a_sample_that_does_not_fit_is_named_with_its_place(cli, folder, sample):
    done = cli("find", program(folder, "cpp"), "--executions", 6, "--json")
    assert done.code == 5 and done.last["code"] == "format-unknown"
    assert f"{sample}: line 1" in done.last["message"] and done.last["remedy"]
    shown = cli("format", program(folder, "cpp"), "--json")
    assert shown.code == 5 and any(sample in misfit["message"] for misfit in shown.last["misfits"])


def test_a_program_that_reads_nothing_has_no_format(cli):
    done = cli("find", program("reads_nothing", "cpp"), "--executions", 6, "--json")
    assert done.code == 5 and done.last["code"] == "format-unknown" and done.last["remedy"]


@pytest.mark.parametrize("language", SUFFIXES)
def test_no_samples_is_said_and_searched_all_the_same(cli, language):
    done = cli("find", program("no_samples", language), "--executions", 10, "--json")
    assert done.code == 0, done.err
    assert any(w["code"] == "no-samples" for w in done.last["warnings"])
    assert done.last["baseline"] and not done.last["baseline"]["from_samples"]


@pytest.mark.parametrize(
    ("folder", "language", "code"),
    [
        ("empty_file", "cpp", 2),
        ("empty_file", "python", 2),
        ("binary_file", "cpp", 2),
        ("binary_file", "python", 2),
        ("compile_error", "cpp", 4),
        ("compile_error", "python", 4),
        ("not_utf8_undeclared", "python", 4),
    ],
)
def test_what_cannot_be_run_is_refused(cli, folder, language, code):
    done = cli("find", program(folder, language), "--executions", 6, "--json")
    assert done.code == code, (done.out, done.err)
    assert done.last["event"] == "error" and done.last["message"] and done.last["remedy"]


@pytest.mark.parametrize("command", ["find", "break"])
def test_all_that_the_compiler_says_is_shown(cli, command):
    """Two lines of the file are wrong; each has its own message, with its place."""
    done = cli(command, program("compile_error", "cpp"), "--executions", 6)
    said = [line for line in done.err.splitlines() if "solution.cpp:" in line and ": error: " in line]
    assert done.code == 4
    assert {int(line.split(":")[1]) for line in said} >= {11, 12}, done.err

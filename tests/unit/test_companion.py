"""What Competitive Companion sends becomes a folder that our own readers read, and nothing leads out of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from companion_messages import message
from hypothesis import given
from hypothesis import strategies as st

from slowpath import pipeline
from slowpath.companion.layout import empty_program, safe_name
from slowpath.companion.message import MOST_SAMPLES, MessageRefused, ReceivedProblem, read_message
from slowpath.companion.ports import told
from slowpath.errors import SourceUnreadable, StoreUnwritable, UsageError
from slowpath.model.languages import IDS
from slowpath.problems import read_problem
from slowpath.problems.interactive import REMARK

CPP = empty_program("cpp")


def received(**changed: Any) -> ReceivedProblem:
    return read_message(message(**changed))


def test_a_problem_becomes_a_package_that_is_read_with_its_samples_and_limits(tmp_path):
    placed = pipeline.place_problem(tmp_path, received(), CPP)
    assert placed.program == tmp_path / "Codeforces_Round_12_Div_2" / "B_Two_Rows" / "B_Two_Rows.cpp"
    problem = read_problem(placed.program)
    assert (problem.layout, problem.name, problem.notes) == ("kattis", "B. Two Rows", ())
    assert [(sample.data, sample.answer) for sample in problem.samples] == [(b"2\n1 2\n", b"3\n"), (b"1\n7\n", b"7\n")]
    assert (problem.limits.time_s, problem.limits.memory_bytes) == (1.5, 256 << 20)


def test_a_problem_that_comes_again_changes_nothing(tmp_path):
    placed = pipeline.place_problem(tmp_path, received(), CPP)
    placed.program.write_text("int main() { return 0; }")
    again = pipeline.place_problem(tmp_path, received(tests=[{"input": "9\n", "output": "9\n"}]), CPP)
    assert (placed.is_new, again.is_new, again.program) == (True, False, placed.program)
    assert placed.program.read_text() == "int main() { return 0; }"
    assert read_problem(placed.program).samples[0].data == b"2\n1 2\n"


def test_another_problem_of_the_same_name_gets_a_folder_of_its_own(tmp_path):
    first = pipeline.place_problem(tmp_path, received(), CPP)
    other = pipeline.place_problem(tmp_path, received(url="https://codeforces.com/contest/13/problem/B"), CPP)
    assert other.is_new and other.program.parent.name == "B_Two_Rows_2" != first.program.parent.name


@pytest.mark.parametrize("language", IDS)
def test_each_language_has_a_program_to_begin_with(tmp_path, language):
    placed = pipeline.place_problem(tmp_path, received(), pipeline.program_to_begin(language, None))
    assert placed.program.is_file() and read_problem(placed.program).samples


def test_a_template_says_the_language_and_is_copied(tmp_path):
    template = tmp_path / "mine.py"
    template.write_text("import sys\n")
    placed = pipeline.place_problem(tmp_path, received(), pipeline.program_to_begin("cpp", template))
    assert placed.program.suffix == ".py" and placed.program.read_text() == "import sys\n"
    for wrong in ("notes.txt", "missing.cpp"):
        with pytest.raises(SourceUnreadable):
            pipeline.program_to_begin("cpp", tmp_path / wrong)


def test_what_files_cannot_drive_is_said():
    assert "interactive" in received(interactive=True).notes[0]
    notes = received(
        input={"type": "file", "fileName": "lazy.in"}, output={"type": "file", "fileName": "lazy.out"}
    ).notes
    assert notes == (
        "The judge's program reads the file lazy.in; Slowpath uses standard input.",
        "The judge's program writes the file lazy.out; Slowpath uses standard output.",
    )


def test_an_interactive_problem_is_read_as_one(tmp_path):
    placed = pipeline.place_problem(tmp_path, received(interactive=True), CPP)
    assert read_problem(placed.program).special == REMARK


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'"text"',
        b"[" * 100_000,
        b"{}",
        message(name=7),
        message(name="  "),
        message(tests=None),
        message(tests={}),
    ],
)
def test_what_is_no_problem_is_refused(body):
    with pytest.raises(MessageRefused):
        read_message(body)


def test_nonsense_in_a_problem_is_left_out():
    problem = received(
        tests=[3, {"input": 7}, {"input": "1\n", "output": None}, {"input": "\ud800"}],
        timeLimit="long",
        memoryLimit=-1,
        batch={"id": 3, "size": 10**9},
        group=None,
        url=["x"],
        input=3,
    )
    assert problem.samples == ((b"1\n", None), (b"?", None))
    assert (problem.time_limit_s, problem.memory_limit_mib, problem.batch_size) == (None, None, 1)
    many = received(tests=[{"input": "1", "output": "2"}] * 80)
    assert len(many.samples) == MOST_SAMPLES and "first 50 of 80" in many.notes[0]


HOSTILE = [
    "../../etc/passwd",
    "..",
    ".",
    "/etc",
    "C:\\Windows",
    "\\\\host\\share",
    "a/b\\c",
    "con",
    "NUL",
    "\0",
    "~",
    "$HOME",
    "名前 問題",
    "x" * 5000,
    "é" * 500,
    "-rf",
    " ",
    "\u202e gnp.exe",
    "COM1",
    "",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_never_leads_elsewhere(tmp_path, name):
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    placed = pipeline.place_problem(chosen, received(name=f"a{name}", group=name, url=name), CPP)
    assert placed.program.resolve().is_relative_to(chosen.resolve())
    assert len(placed.program.relative_to(chosen).parts) == 3
    assert [entry.name for entry in tmp_path.iterdir()] == ["chosen"]


@given(st.text())
def test_a_folder_has_a_name_that_every_system_takes(text):
    name = safe_name(text, "problem")
    assert name and not set('/\\:*?"<>|.~$ \0') & set(name) and len(name.encode()) <= 97
    assert name.lower() not in ("con", "nul") and not name.startswith("-")


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path):
    chosen, outside = tmp_path / "chosen", tmp_path / "outside"
    chosen.mkdir()
    outside.mkdir()
    (chosen / "Codeforces_Round_12_Div_2").symlink_to(outside, target_is_directory=True)
    with pytest.raises(UsageError, match="leads out of"):
        pipeline.place_problem(chosen, received(), CPP)
    assert not list(outside.iterdir())


def test_links_in_a_circle_are_told_as_what_hinders(tmp_path):
    (tmp_path / "Codeforces_Round_12_Div_2").symlink_to(tmp_path / "Codeforces_Round_12_Div_2")
    with pytest.raises(StoreUnwritable, match="can't be written"):
        pipeline.place_problem(tmp_path, received(), CPP)


def test_a_dangling_link_in_the_place_of_a_file_is_left_alone(tmp_path):
    placed = pipeline.place_problem(tmp_path / "first", received(), CPP)
    home = tmp_path / "second" / placed.program.relative_to(tmp_path / "first").parent
    home.mkdir(parents=True)
    (home / placed.program.name).symlink_to(tmp_path / "stolen")
    assert not pipeline.place_problem(tmp_path / "second", received(), CPP).is_new
    assert not (tmp_path / "stolen").exists()


def test_who_holds_a_port_is_said_where_the_system_tells_it(tmp_path):
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "tcp").write_text(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        "   0: 0100007F:69F1 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1 0 100\n"
    )
    process = tmp_path / "812"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("node\n")
    os.symlink("socket:[4242]", process / "fd" / "19")
    assert told(27121, tmp_path) == "27121 (Competitive Programming Helper) by node, process 812"
    assert told(10045, tmp_path) == "10045 (CP Editor)"
    assert told(10045, Path("/nowhere")) == "10045 (CP Editor)"

"""Breaking inputs in files: saved with what is known of them, and found again."""

from __future__ import annotations

import json

import pytest

from slowpath import pipeline
from slowpath.errors import StoreUnwritable

DOCUMENT = {"slowpath_replay": 1}


def test_a_breaking_input_is_written_with_its_answer_and_its_replay(tmp_path):
    saved = pipeline.save_breaking(tmp_path / "tests", b"1\n", b"2\n", DOCUMENT)
    assert saved.path == tmp_path / "tests" / "break-1.in"
    assert saved.path.read_bytes() == b"1\n"
    assert saved.answer_path == saved.path.with_suffix(".ans")
    assert saved.answer_path.read_bytes() == b"2\n"
    assert json.loads(saved.replay_path.read_text("utf-8")) == DOCUMENT


def test_no_answer_is_made_up_where_nobody_knows_it(tmp_path):
    saved = pipeline.save_breaking(tmp_path, b"1\n", None, DOCUMENT)
    assert saved.answer_path is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["break-1.in", "break-1.replay.json"]


def test_nothing_that_was_saved_is_overwritten_and_all_is_listed_in_order(tmp_path):
    for number in range(11):
        pipeline.save_breaking(tmp_path, b"%d\n" % number, None, DOCUMENT)
    (tmp_path / "break-old.in").write_bytes(b"")
    listed = pipeline.saved_breaking(tmp_path)
    assert [path.name for path in listed] == [f"break-{number}.in" for number in range(1, 12)]
    assert [path.read_bytes() for path in listed] == [b"%d\n" % number for number in range(11)]


def test_a_folder_that_is_not_there_holds_nothing(tmp_path):
    assert pipeline.saved_breaking(tmp_path / "none") == []


def test_a_folder_that_can_not_be_written_is_said(tmp_path):
    (tmp_path / "tests").write_text("a file, where the folder should be")
    with pytest.raises(StoreUnwritable, match="can't be written"):
        pipeline.save_breaking(tmp_path / "tests", b"1\n", b"2\n", DOCUMENT)


@pytest.mark.parametrize("suffix", [".ans", ".out"])
def test_an_answer_that_lies_there_alone_keeps_its_name(tmp_path, suffix):
    (tmp_path / f"slow-1{suffix}").write_bytes(b"7\n")
    assert [path.name for path in pipeline.save_slow_tests(tmp_path, [(b"1\n", b"2\n")])] == ["slow-2.in"]
    assert (tmp_path / f"slow-1{suffix}").read_bytes() == b"7\n"


def test_a_slow_test_that_is_there_already_keeps_its_answer(tmp_path):
    (path,) = pipeline.save_slow_tests(tmp_path, [(b"1\n", b"2\n")])
    path.with_suffix(".ans").write_bytes(b"2 \n")
    assert pipeline.save_slow_tests(tmp_path, [(b"1\n", b"2\n")]) == [path]
    assert path.with_suffix(".ans").read_bytes() == b"2 \n"

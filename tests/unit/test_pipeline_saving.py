"""Inputs are saved in the folder that is meant, whatever lies there and whatever they are called."""

from __future__ import annotations

import os

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.saving import next_free_name, save_breaking, save_inputs, save_slow_tests


@pytest.mark.parametrize("name", ["../x", "a/b", "/x", "..", ""])
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="no name of a file"):
        save_inputs(tmp_path / "tests", [("slow-1", b"1\n", {}), (name, b"1\n", {})])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".in", ".ans", ".replay.json"])
def test_a_link_that_leads_nowhere_is_not_written_through(tmp_path, suffix):
    """As a package may bring it: it would make a file of the package's choice, anywhere."""
    folder = tmp_path / "tests"
    folder.mkdir()
    for stem in ("slow-1", "break-1"):
        os.symlink(tmp_path / "planted", folder / f"{stem}{suffix}")
    assert next_free_name(folder) == "slow-2"
    assert save_breaking(folder, b"1\n", b"2\n", {}).path.name == "break-2.in"
    save_slow_tests(folder, [(b"1\n", b"2\n")])
    assert not (tmp_path / "planted").exists()

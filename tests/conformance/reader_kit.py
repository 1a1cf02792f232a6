"""What every `ProblemReader` does, whatever the layout. A test class inherits `ReaderKit` and lays out a problem."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from slowpath.model.ports import ProblemReader
from slowpath.model.problem import Problem

GARBAGE = (
    b"",
    b"\0\1\2\xff\xfe",
    b"{" * 5000,
    b"[" * 5000,
    b"- - - -\n\t: :",
    b"<problem",
    b"\xff\xfe<\0p\0",
    b"a: &a [*a, *a]\n",
    b"\x1f\x8b\x08\0\0\0\0\0",
    b"limits: [1]\nconstants: 3\nname: {}\n",
    b"timelimit = 1\n[params]\nN = 'x'\n",
    b'{"tests": 3, "timeLimit": "x", "testcases": []}',
    b"9" * 5000,
)


def inner_files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


class ReaderKit:
    """The checks. `laid` is a fixture of the inheriting class: (reader, root folder, solution)."""

    def read(self, laid: tuple[ProblemReader, Path, Path]) -> Problem:
        reader, _, solution = laid
        root = reader.find(solution)
        assert root is not None
        return reader.read(root, solution)

    def test_finds_its_root(self, laid):
        reader, root, solution = laid
        assert reader.find(solution) == root

    def test_finds_nothing_in_an_empty_folder(self, laid, tmp_path):
        reader, _, solution = laid
        alone = tmp_path / "alone" / "deep" / "er"
        alone.mkdir(parents=True)
        assert reader.find(alone / solution.name) is None
        assert reader.find(tmp_path / "missing" / solution.name) is None

    def test_reads_what_the_layout_says(self, laid):
        problem = self.read(laid)
        assert problem.layout == laid[0].layout
        assert problem.root == laid[1]
        assert problem.name
        assert problem.samples[0].data.split() == [b"3", b"1", b"2", b"1"]
        assert problem.samples[0].answer is not None
        assert problem.samples[0].answer.split() == [b"2"]
        assert problem.notes == ()

    def test_every_path_exists_but_where_to_save(self, laid):
        problem = self.read(laid)
        for path in (
            *problem.tests,
            *(validator.path for validator in problem.validators),
            *filter(None, [problem.statement_path]),
        ):
            assert path.exists()
        assert problem.save_dir is not None
        assert laid[1] in (problem.save_dir, *problem.save_dir.parents)

    def test_reading_twice_gives_the_same(self, laid):
        assert self.read(laid) == self.read(laid)

    @pytest.mark.parametrize("garbage", GARBAGE)
    def test_garbage_in_any_file_is_a_note_never_an_exception(self, laid, garbage):
        reader, root, solution = laid
        for path in inner_files(root):
            kept = path.read_bytes()
            path.write_bytes(garbage)
            found = reader.find(solution)
            if found is not None:
                assert isinstance(reader.read(found, solution), Problem)
            assert isinstance(reader.read(root, solution), Problem)
            path.write_bytes(kept)

    def test_files_that_are_folders_loops_and_pipes_are_survived(self, laid):
        reader, root, solution = laid
        for path in inner_files(root):
            kept = path.read_bytes()
            for replace in (path.mkdir, lambda path=path: path.symlink_to(path), lambda path=path: os.mkfifo(path)):
                path.unlink()
                replace()
                reader.find(solution)
                assert isinstance(reader.read(root, solution), Problem)
                path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
                path.write_bytes(kept)

    def test_a_missing_folder_is_survived(self, laid):
        reader, root, solution = laid
        shutil.rmtree(root)
        assert reader.find(solution) is None
        assert reader.read(root, solution).samples == ()

    def test_a_loop_of_folders_ends(self, laid):
        reader, root, solution = laid
        for folder in [path for path in root.rglob("*") if path.is_dir()]:
            (folder / "loop").symlink_to(root, target_is_directory=True)
        assert isinstance(reader.read(root, solution), Problem)

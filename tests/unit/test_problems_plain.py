"""The plain layout: statements and samples beside a solution."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from slowpath.problems import read_problem


def lay(root: Path, files: dict[str, str | bytes]) -> Path:
    """Writes `files` under `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def names(problem) -> list[str]:
    return [sample.name for sample in problem.samples]


def test_bare_file_gives_an_empty_problem_that_says_so(tmp_path):
    problem = read_problem(lay(tmp_path, {"a.py": "print(1)"}) / "a.py")
    assert (problem.layout, problem.statement, problem.samples) == ("plain", "", ())
    assert "No statement and no samples" in problem.notes[0]
    assert problem.save_dir == tmp_path / "tests"


@pytest.mark.parametrize("folder", ["", "samples/", "sample/", "tests/", "test/", "data/sample/"])
@pytest.mark.parametrize("suffix", ["ans", "out"])
def test_finds_samples_wherever_people_keep_them(tmp_path, folder, suffix):
    lay(tmp_path, {"a.cpp": "", f"{folder}10.in": "x", f"{folder}2.in": "2\n", f"{folder}2.{suffix}": "4\n"})
    problem = read_problem(tmp_path / "a.cpp")
    assert names(problem) == ["2", "10"]
    assert problem.samples[0].answer == b"4\n"
    assert problem.samples[1].answer is None


@pytest.mark.parametrize(
    ("inputs", "answers"),
    [
        ("test/input/input{}.txt", "test/output/output{}.txt"),
        ("input/{}.txt", "output/{}.txt"),
        ("in/{}", "out/{}"),
        ("tests/inputs/{}.in", "tests/outputs/{}.out"),
    ],
)
def test_finds_inputs_whose_answers_are_in_a_folder_beside_theirs(tmp_path, inputs, answers):
    lay(
        tmp_path,
        {
            "a.cpp": "",
            **{inputs.format(i): f"{i}\n" for i in range(3)},
            **{answers.format(i): f"{i + 1}\n" for i in range(2)},
        },
    )
    problem = read_problem(tmp_path / "a.cpp")
    assert [(sample.data, sample.answer) for sample in problem.samples] == [(b"0\n", b"1\n"), (b"1\n", b"2\n")]


@pytest.mark.parametrize(
    "name",
    [
        "statement.md",
        "statement.txt",
        "problem.md",
        "Statement.TXT",
        "statement.tex",
        "problem.en.tex",
        "statement.en.md",
    ],
)
def test_reads_the_statement_under_its_usual_names(tmp_path, name):
    lay(tmp_path, {"a.cpp": "", name: "1 <= n <= 10^5\r\n"})
    problem = read_problem(tmp_path / "a.cpp")
    assert problem.statement == "1 <= n <= 10^5\n"
    assert problem.statement_path == tmp_path / name


def test_test_folder_beside_samples_holds_tests_not_samples(tmp_path):
    lay(tmp_path, {"a.cpp": "", "samples/1.in": "1", "tests/big.in": "2"})
    problem = read_problem(tmp_path / "a.cpp")
    assert names(problem) == ["1"]
    assert problem.tests == (tmp_path / "tests/big.in",)


def test_a_saved_slow_input_never_becomes_a_sample(tmp_path):
    lay(tmp_path, {"a.cpp": "", "tests/1.in": "1", "tests/slow-1.in": "9 9 9"})
    problem = read_problem(tmp_path / "a.cpp")
    assert names(problem) == ["1"]
    assert problem.tests == (tmp_path / "tests/slow-1.in",)


def test_inputs_named_after_another_program_are_left_to_it(tmp_path):
    lay(tmp_path, {"a.cpp": "", "b.cpp": "", "a1.in": "1", "b1.in": "2", "a.in": "3"})
    assert sorted(names(read_problem(tmp_path / "a.cpp"))) == ["a", "a1"]
    assert names(read_problem(tmp_path / "b.cpp")) == ["b1"]


def test_looks_around_a_folder_of_solutions(tmp_path):
    lay(tmp_path, {"solutions/a.cpp": "", "statement.md": "text", "1.in": "1"})
    problem = read_problem(tmp_path / "solutions/a.cpp")
    assert (problem.root, problem.statement, names(problem)) == (tmp_path, "text", ["1"])


def test_problem_dir_says_where_to_look(tmp_path):
    lay(tmp_path, {"elsewhere/a.cpp": "", "given/1.in": "1", "given/statement.md": "text"})
    problem = read_problem(tmp_path / "elsewhere/a.cpp", tmp_path / "given")
    assert (problem.root, names(problem)) == (tmp_path / "given", ["1"])


def test_text_that_is_not_utf8_is_kept_and_noted(tmp_path):
    lay(tmp_path, {"a.cpp": "", "statement.txt": b"\xcf\xee 1 <= n <= 100", "1.in": b"\xff\xfe\xfd 1\n"})
    problem = read_problem(tmp_path / "a.cpp")
    assert "1 <= n <= 100" in problem.statement
    assert problem.samples[0].data == b"\xff\xfe\xfd 1\n"
    assert len([note for note in problem.notes if "UTF-8" in note]) == 2


def test_utf16_statement_is_read_by_its_byte_order_mark(tmp_path):
    lay(tmp_path, {"a.cpp": "", "statement.txt": "1 ≤ n".encode("utf-16")})
    assert read_problem(tmp_path / "a.cpp").statement == "1 ≤ n"


def test_only_a_pdf_is_said_to_be_unreadable(tmp_path):
    lay(tmp_path, {"a.cpp": "", "statement.pdf": b"%PDF-1.4"})
    problem = read_problem(tmp_path / "a.cpp")
    assert problem.statement == ""
    assert any("PDF" in note for note in problem.notes)


def test_many_tests_are_capped_and_said(tmp_path):
    lay(tmp_path, {"a.cpp": "", **{f"tests/{number}.in": "1" for number in range(200)}})
    problem = read_problem(tmp_path / "a.cpp")
    assert len(problem.samples) == 50
    assert len(problem.tests) == 150
    assert any("50 of 200" in note for note in problem.notes)


def test_a_huge_sample_is_left_out_and_said(tmp_path):
    lay(tmp_path, {"a.cpp": "", "1.in": "1"})
    with (tmp_path / "2.in").open("wb") as file:
        file.truncate(1 << 30)
    problem = read_problem(tmp_path / "a.cpp")
    assert names(problem) == ["1"]
    assert problem.tests == (tmp_path / "2.in",)
    assert any("2.in is larger" in note for note in problem.notes)


def test_a_fifo_called_like_a_sample_does_not_block(tmp_path):
    lay(tmp_path, {"a.cpp": "", "2.in": "1"})
    os.mkfifo(tmp_path / "1.in")
    problem = read_problem(tmp_path / "a.cpp")
    assert names(problem) == ["2"]
    assert any("not a regular file" in note for note in problem.notes)


def test_loops_of_links_end(tmp_path):
    lay(tmp_path, {"a.cpp": ""})
    (tmp_path / "tests").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "statement.md").symlink_to(tmp_path / "statement.md")
    (tmp_path / "1.in").symlink_to(tmp_path / "1.in")
    problem = read_problem(tmp_path / "a.cpp")
    assert problem.statement == ""
    assert problem.samples == ()
    assert problem.notes


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_folder_is_noted(tmp_path):
    lay(tmp_path, {"a.cpp": "", "1.in": "1", "tests/1.in": "1"})
    (tmp_path / "tests").chmod(0)
    problem = read_problem(tmp_path / "a.cpp")
    (tmp_path / "tests").chmod(0o700)
    assert names(problem) == ["1"]
    assert any("tests/ can't be listed" in note for note in problem.notes)

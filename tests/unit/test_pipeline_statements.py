"""A statement that the user gives is kept beside the program, and read from then on."""

from __future__ import annotations

import pytest

from slowpath import pipeline
from slowpath.errors import UsageError

TEXT = "The first line contains an integer $n$ ($1 \\le n \\le 300$). The second line contains $n$ integers."
PAGE = "<div><p>The first line contains an integer n (1 &le; n &le; 300). Then follow n integers.</p></div>"


@pytest.fixture
def solution(tmp_path):
    (tmp_path / "b.cpp").write_text("int main() {}\n")
    path = tmp_path / "a.cpp"
    path.write_text("int main() {}\n")
    return path


def statement_of(path) -> str:
    return pipeline.read_problem(pipeline.read_solution(path)).statement


def test_it_is_read_for_that_program_and_for_no_other_in_the_folder(solution):
    kept = pipeline.save_statement(solution, TEXT)
    assert kept.name == "a.statement.md"
    assert "300" in statement_of(solution)
    assert statement_of(solution.with_name("b.cpp")) == ""


def test_it_wins_over_one_that_the_folder_shares(solution):
    solution.with_name("statement.md").write_text("Read an integer $n$ ($1 \\le n \\le 7$).\n")
    pipeline.save_statement(solution, TEXT)
    assert "300" in statement_of(solution) and "7" in statement_of(solution.with_name("b.cpp"))


def test_a_page_is_kept_as_a_page_and_takes_the_place_of_the_text_given_before(solution):
    pipeline.save_statement(solution, TEXT)
    assert pipeline.save_statement(solution, PAGE).name == "a.statement.html"
    assert sorted(path.name for path in solution.parent.iterdir()) == ["a.cpp", "a.statement.html", "b.cpp"]
    assert "300" in statement_of(solution)


@pytest.mark.parametrize("text", ["", "  \n", "int x;", "x" * (2 << 20)])
def test_what_the_clipboard_happened_to_hold_is_refused(solution, text):
    with pytest.raises(UsageError):
        pipeline.save_statement(solution, text)
    assert not list(solution.parent.glob("*.statement.*"))

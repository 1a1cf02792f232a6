"""Macros of LaTeX statements."""

from __future__ import annotations

import pytest

from slowpath.problems import read_problem
from slowpath.problems.latex_macros import with_macros

USE = "$1 \\leq n \\leq \\maxn$, $|x| \\le \\maxn{}$ but \\maxnode."


@pytest.mark.parametrize(
    "defined",
    [
        "\\newcommand{\\maxn}{10^5}",
        "\\newcommand\\maxn{10^5}",
        "\\def\\maxn{10^5}",
        "\\providecommand{\\maxn}{10^{}}%\n\\renewcommand{\\maxn}{10^5}%",
        "\\newcommand{\\big}{5}\\newcommand{\\maxn}{10^\\big}",
    ],
)
def test_a_macro_stands_for_its_body(defined):
    made = with_macros(f"{defined}\n{USE}")
    assert made.splitlines()[-1] == "$1 \\leq n \\leq 10^5$, $|x| \\le 10^5$ but \\maxnode."
    assert made.count("\n") == defined.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        USE,
        "",
        "\\newcommand{\\pair}[2]{(#1, #2)}\n\\pair{a}{b}",
        "\\newcommand{\\n}{\\n}\n\\n",
        "\\def\\broken{\n\\broken",
    ],
)
def test_what_is_not_understood_stays(text):
    assert with_macros(text).splitlines()[-1:] == text.splitlines()[-1:]


def test_macros_that_grow_without_end_are_cut():
    doubling = "".join(
        "\\newcommand{\\" + "x" * (at + 1) + "}{" + ("\\" + "x" * at + " ") * 2 + "}\n" for at in range(1, 20)
    )
    assert len(with_macros(doubling + ("\\" + "x" * 20 + " ") * 1000)) < 100_000


def test_bounds_of_a_statement_may_be_macros(tmp_path):
    (tmp_path / "statement.tex").write_text("\\newcommand{\\maxn}{10^5}\n\\section*{Input}\n$1 \\le n \\le \\maxn$\n")
    (tmp_path / "main.py").write_text("n = int(input())")
    assert "$1 \\le n \\le 10^5$" in read_problem(tmp_path / "main.py").statement


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("limits.tex", "\\newcommand{\\maxn}{10^5}\n"),
        ("contest.sty", "\\newcommand{\\maxn}{10^5}"),
        ("../shared.sty", "\\def\\maxn{10^5}"),
    ],
)
def test_a_macro_may_be_defined_in_a_file_beside_the_statement(tmp_path, name, text):
    folder = tmp_path / "problem_statement"
    folder.mkdir()
    (tmp_path / "problem.yaml").write_text("name: P\n")
    (folder / "problem.en.tex").write_text("\\begin{Input}\n$1 \\le n \\le \\maxn$\n\\end{Input}\n")
    (folder / name).write_text(text)
    (tmp_path / "main.py").write_text("n = int(input())")
    assert "$1 \\le n \\le 10^5$" in read_problem(tmp_path / "main.py").statement


def test_a_statement_may_name_a_file_of_its_folder_and_no_other(tmp_path):
    (tmp_path / "secret.tex").write_text("hidden")
    folder = tmp_path / "p"
    folder.mkdir()
    (folder / "part.tex").write_text("The line has $n \\le 7$.\n\\input{part}\n")
    (folder / "statement.tex").write_text("\\section*{Input}\n\\input{part}\n\\input{../secret}\n\\input{none}\n")
    (folder / "main.py").write_text("n = int(input())")
    statement = read_problem(folder / "main.py").statement
    assert "$n \\le 7$" in statement
    assert "hidden" not in statement


def test_only_numbers_are_taken_from_other_files(tmp_path):
    (tmp_path / "statement.tex").write_text("$1 \\le n \\le \\maxn$ \\team")
    (tmp_path / "style.sty").write_text("\\newcommand{\\team}{Input}\\newcommand{\\maxn}{2\\cdot 10^5}")
    (tmp_path / "main.py").write_text("n = int(input())")
    assert read_problem(tmp_path / "main.py").statement == "$1 \\le n \\le 2\\cdot 10^5$ \\team"

"""Macros of LaTeX statements."""

from __future__ import annotations

import pytest

from slowpath.problems import read_problem
from slowpath.problems.latex_macros import with_macros

USE = "$1 \\leq n \\leq \\maxn$, $|x| \\le \\maxn{}$ but \\maxnode."


@pytest.mark.parametrize("defined", [
    "\\newcommand{\\maxn}{10^5}", "\\newcommand\\maxn{10^5}", "\\def\\maxn{10^5}",
    "\\providecommand{\\maxn}{10^{}}%\n\\renewcommand{\\maxn}{10^5}%",
    "\\newcommand{\\big}{5}\\newcommand{\\maxn}{10^\\big}"])
def test_a_macro_stands_for_its_body(defined):
    made = with_macros(f"{defined}\n{USE}")
    assert made.splitlines()[-1] == "$1 \\leq n \\leq 10^5$, $|x| \\le 10^5$ but \\maxnode."
    assert made.count("\n") == defined.count("\n") + 1


@pytest.mark.parametrize("text", [
    USE, "",
    "\\newcommand{\\pair}[2]{(#1, #2)}\n\\pair{a}{b}", "\\newcommand{\\n}{\\n}\n\\n", "\\def\\broken{\n\\broken"])
def test_what_is_not_understood_stays(text):
    assert with_macros(text).splitlines()[-1:] == text.splitlines()[-1:]


def test_macros_that_grow_without_end_are_cut():
    doubling = "".join("\\newcommand{\\" + "x" * (at + 1) + "}{" + ("\\" + "x" * at + " ") * 2 + "}\n"
                       for at in range(1, 20))
    assert len(with_macros(doubling + ("\\" + "x" * 20 + " ") * 1000)) < 100_000


def test_bounds_of_a_statement_may_be_macros(tmp_path):
    (tmp_path / "statement.tex").write_text("\\newcommand{\\maxn}{10^5}\n\\section*{Input}\n$1 \\le n \\le \\maxn$\n")
    (tmp_path / "main.py").write_text("n = int(input())")
    assert "$1 \\le n \\le 10^5$" in read_problem(tmp_path / "main.py").statement

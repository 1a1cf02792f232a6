"""Bounds that stand in the scoring groups alone: any group may be tested, so the loosest counts, and is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Solution

SOURCE = b"n, m = map(int, input().split())\na = list(map(int, input().split()))\n"
TEX = (
    "\\section*{Input}\nThe first line has $n$ and $m$. The second line has $n$ integers $a_i$.\n\\section*{Scoring}\n"
)
MARKDOWN = "## Input\nThe first line has n and m. The second line has n integers a_i.\n"
WHOLE = "n: int 1..100000; m: int 1..1000000\na: int[n] 0..1000000000"
TABLES = {
    "LaTeX": TEX + "\\begin{tabular}{|l|l|l|}\n\\hline\nGroup & Points & Constraints \\\\ \\hline\n"
    "1 & 20 & $1 \\le n \\le 100$, $m = n-1$, $0 \\le a_i \\le 1000$ \\\\ \\hline\n"
    "2 & 80 & $1 \\le n \\le 10^5$, $1 \\le m \\le 10^6$, $0 \\le a_i \\le 10^9$ \\\\ \\hline\n\\end{tabular}\n",
    "LaTeX, a column for each": TEX + "\\begin{tabular}{llll}\n"
    "Group & Points & $n$ & $m$ & $a_i \\le$ \\\\ \\hline\n"
    "1 & 20 & $\\le 100$ & $\\le 10$ & 10 \\\\\n2 & 80 & $\\le 10^5$ & $\\le 10^6$ & $10^9$ \\\\\n\\end{tabular}\n",
    "Markdown": MARKDOWN + "| Subtask | Points | Limits |\n|---|---|---|\n| 1 | 20 | n <= 100, m <= 10, a_i <= 10 |\n"
    "| 2 | 80 | n <= 100000, m <= 1000000, 0 <= a_i <= 1000000000 |\n",
    "HTML": "<h3>Input</h3><p>The first line has n and m. The second line has n integers a_i.</p><h3>Subtasks</h3>"
    "<table><tr><th>Group</th><th>Points</th><th>Limits</th></tr>"
    "<tr><td>1</td><td>20</td><td>1 &le; n &le; 100, 1 &le; m &le; 9, 0 &le; a_i &le; 10</td></tr>"
    "<tr><td>2</td><td>80</td><td>1 &le; n &le; 100000, 1 &le; m &le; 1000000, 0 &le; a_i &le; 10<sup>9</sup></td></tr>"
    "</table>",
}


def report_of(statement: str):
    return infer(Problem("p", "plain", Path("."), statement), Solution(Path("p.py"), "python", SOURCE))


@pytest.mark.parametrize("statement", TABLES.values(), ids=TABLES)
def test_the_loosest_group_counts_and_is_named(statement):
    report = report_of(statement)
    assert report.text.strip() == WHOLE
    assert any(ground.about == "n" and ground.fact == "n <= 100000 (group 2)" for ground in report.evidence)


def test_bounds_of_the_whole_input_win_over_those_of_a_group():
    whole = TEX.replace("\\section*{Scoring}", "$1 \\le n \\le 10^5$.\n\\section*{Scoring}")
    rows = "Group & Points & Limits \\\\\n1 & 20 & $n \\le 10^7$ \\\\\n"
    assert report_of(whole + rows).text.startswith("n: int 1..100000;")


def test_a_bound_over_another_variable_is_that_of_the_last_group():
    rows = (
        "Group & Points & Limits \\\\\n1 & 20 & $1 \\le n \\le 100$, $1 \\le m \\le 100$ \\\\\n"
        "2 & 80 & $1 \\le n \\le 5000$, $1 \\le m \\le n-1$ \\\\\n"
    )
    assert report_of(TEX + rows).text.startswith("n: int 1..5000; m: int 1..n-1\n")


def test_a_table_without_groups_speaks_of_all_inputs():
    rows = "Variable & Least & Limits \\\\\nn & 1 & $n \\le 300$ \\\\\n"
    report = report_of(TEX.replace("Scoring", "Constraints") + rows)
    assert report.text.startswith("n: int 1..300;")
    assert not any("group" in ground.fact for ground in report.evidence)

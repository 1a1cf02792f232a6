"""Reading statements: whatever the text, it ends, in time that grows as the text does, and quotes what stands there."""

from __future__ import annotations

import re
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.inputs.infer.structure.query_kinds import variants_of
from slowpath.model.stated import STATED_KINDS, StatedConstraint
from slowpath.statement.claims.endings import endings_of
from slowpath.statement.lines.described import rows_of
from slowpath.statement.records import extract
from slowpath.statement.sentences.statement import Statement, read_statement

STATEMENTS = [
    "# Shelves\n\nA shop has shelves, at most one per wall.\n\n## Input\nThe first line contains $n$ and $q$ "
    "($1 \\le n, q \\le "
    "2 \\cdot 10^5$).\nThe second line contains $n$ distinct integers $h_1, \\ldots, h_n$ ($-10^9 \\le h_i \\le "
    "10^9$).\nEach of "
    "the next $q$ lines contains $l$ and $r$ ($1 \\leq l \\leq r \\leq n$).\n\n## Output\nPrint $x$, $1 \\le x "
    "\\le n$.\n",
    "Problem\nA tree with N nodes is given. Input: the first line holds N (1 ≤ N ≤ 105). Then N - 1 lines "
    "follow, each with two "
    "numbers u and v (u ≠ v). The sum of N over all test cases does not exceed 2·105; N is even.\nThe input "
    "ends with a line "
    "with two zeros, which should not be processed.",
    "<h3>Constraints</h3><ul><li><var>1 \\leq |S| \\leq 10^{18}</var></li><li><var>S</var> consists of `(` and "
    "`)`.</li></ul>"
    "<h3>Input</h3><pre><var>H</var> <var>W</var>\n<var>A_{1,1}</var> <var>\\ldots</var> <var>A_{1,W}</var>\n:\n"
    "<var>A_{H,1}</var> <var>\\ldots</var> <var>A_{H,W}</var></pre>",
    "\\section*{Input}\nThe input is a graph, connected, without loops or multiple edges. "
    "\\begin{itemize}\\item an integer $M$ "
    "of up to one million digits, \\item $\\sum_{i=1}^{n} a_i \\le 10^6$, \\item reals with at most 3 digits "
    "after the decimal "
    "point, $\\frac{n(n-1)}{2} \\ge m$\\end{itemize}\n| Subtask | Limit |\n|---|---|\n| 1 | $n \\le 10$ |\n",
]
PIECES = [
    "<=",
    "≤",
    "|",
    "$",
    "^",
    "{",
    "}",
    "_",
    "10^",
    "105",
    "...",
    ":",
    "\n",
    "\n\n",
    "```\n",
    "<sub>",
    "<sup>",
    "a_",
    " and ",
    "sum of ",
    "at most ",
    "between 1 and ",
    "(",
    ")",
    "[",
    "]",
    ",",
    "n",
    "a_i",
    "2*",
    "\\le ",
    "Input\n",
    "Output\n",
    "\\frac{",
    "9" * 30,
    "**",
    "x" * 40,
    " " * 40,
    "i-th ",
    "% ",
    "0 0",
    "min(",
    "'",
    '"',
    "\\left",
    "1e9",
    "1e999",
]


def edited(text: str, edits: list[tuple[float, int, str, int]]) -> str:
    for where, length, piece, times in edits:
        at = int(where * len(text))
        text = text[:at] + piece * times + text[at + length :]
    return text


EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(PIECES), st.integers(0, 4)), max_size=12
)
MUTATED = st.builds(edited, st.sampled_from(STATEMENTS), EDITS)
REPEATED = [
    "1 <= n <= 10^5, ",
    "a_i <= ",
    "((((",
    "<sub>",
    "|n|",
    "$a_{i,j}$ ",
    "sum of ",
    "n+",
    "n*(n-1)/2 ",
    "at most one ",
    "word ",
    "a_1, a_2, ",
    "x_1 < x_2 < ",
    "not ",
    "[1, n] ",
    "\\frac{1}{",
    "** a",
    "* a",
    "2^",
    "10**",
    ". ",
    "; ",
    "\n",
    "\n- 1 <= x\n",
    "two integers n and m ",
    "| a ",
    "& b ",
    "'",
    "`",
    "_",
    "^{",
    "0 0 ",
    "graph without ",
    "from 1 to ",
    "the i-th of these lines ",
]


def everything(text: str) -> tuple[Statement, tuple[StatedConstraint, ...]]:
    """All that is read from a statement."""
    statement = read_statement(text)
    rows_of(statement, frozenset())
    variants_of(statement)
    endings_of(statement)
    return statement, extract(statement, frozenset({"n", "count"}))


def squeezed(text: str) -> str:
    """Text without its blanks."""
    return re.sub(r"\s", "", text)


def check(text: str) -> None:
    statement, records = everything(text)
    written = squeezed(text)
    for sentence in statement.sentences:
        assert squeezed(sentence.quote) in written
        assert 1 <= sentence.line <= text.count("\n") + text.count("\r") + 1
    for record in records:
        assert record.kind in STATED_KINDS
        assert squeezed(record.sentence) in written
        assert 0 < record.confidence <= 1


@settings(max_examples=80, deadline=None)
@given(MUTATED)
def test_any_mutated_statement_is_read_and_quoted(text: str) -> None:
    check(text)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_and_quoted(text: str) -> None:
    check(text)


def lines_run(text: str) -> int:
    """How many calls reading a statement takes: work that is the same on every machine."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        everything(text)
    finally:
        sys.setprofile(before)
    return made


def test_the_work_grows_as_the_statement_does() -> None:
    for text in STATEMENTS:
        lines_run(text * 32)  # What is kept between two calls is kept for both.
        lines_run(text * 8)
        once = lines_run(text * 8)
        assert lines_run(text * 32) <= 5 * once + 5_000


def test_a_pattern_that_never_ends_ends() -> None:
    for piece in REPEATED:
        for before in ("Input\n", "Constraints\n- n <= "):
            everything(before + piece * (2_400 // len(piece)))

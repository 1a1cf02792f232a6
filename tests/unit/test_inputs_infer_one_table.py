"""Kinds of queries that all have the same fields are rows of one table; others stay kinds."""

from __future__ import annotations

import pytest

from slowpath.inputs.infer.structure.one_table import in_one_table
from slowpath.inputs.text_form.text import from_text, to_text

SAME = "q: int 1..9\nops: queries[q]\n  1: l: int 1..q; r: int l..q\n  2: l2: int 1..q; r2: int l2..q\n"


def test_same_fields_become_rows_with_the_kind_first():
    made, dropped = in_one_table(from_text(SAME))
    assert to_text(made) == "q: int 1..9\nrows[q]: t: int 1..2; l: int 1..q; r: int l..q\n"
    assert dropped == {"ops", "l2", "r2"}


def test_within_test_cases_too():
    cases = "t: int 1..9\ntests: cases[t]\n  q: int 1..9\n  ops: queries[q]\n    0: x: int 1..5\n    1: y: int 1..5\n"
    assert (
        to_text(in_one_table(from_text(cases))[0])
        == "t: int 1..9\ntests: cases[t]\n  q: int 1..9\n  rows[q]: type: int 0..1; x: int 1..5\n"
    )
    some = in_one_table(from_text(cases + 'where includes ops "1"\n'))[0]
    assert to_text(some).endswith("rows[q]: type: int 0..1; x: int 1..5\nwhere some type == 1\n")


@pytest.mark.parametrize(
    "text",
    [
        SAME.replace("r2: int l2..q", "r2: int 1..q"),
        SAME + "where l != r\n",
        SAME + "where l2 != r2\n",
        SAME.replace("  2:", "  3:"),
        SAME.replace("  2:", '  "?":'),
        SAME.replace("queries[q]", "queries[q] after z: int 0..9"),
        "q: int 1..9\nops: queries[q]\n  1: x: int 1..q\n  2: y: int 1..q; z: int 1..q\n",
        "q: int 1..9\nops: queries[q] holding 0\n  1 adds: x: int 1..q\n  2 takes: y: int 1..q\n",
        'q: int 1..9\nops: queries[q]\n  1: s: word 1..9 of "ab"\n  2: u: word 1..9 of "ab"\n',
        "q: int 1..9\nops: queries[q]\n  1:\n  2:\n",
    ],
)
def test_what_differs_stays(text: str):
    fmt = from_text(text)
    assert in_one_table(fmt) == (fmt, frozenset())

"""Inputs stay within what a judge would send, whatever the format allows."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.inputs.filling.fill import shrunk, spelled
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.practical import practical_relations
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text

CASES = "t: int 1..10^5\ntests: cases[t]\n"


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("n: int 1..10^5\na: int[n] 1..9\n", []),
        (CASES + "  n: int 1..10^5\n  a: int[n] 1..9\nwhere sum n <= 2*10^5\n", []),
        (CASES + "  n: int 1..10^5\n  a: int[n] 1..9\n", ["sum n <= 4000000"]),
        (CASES + "  n: int 2..10^5\n  rows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n", ["sum n-1 <= 2000000"]),
        (CASES + '  s: word 1..10^6 of "ab"\n', ["sum len(s) <= 16777216"]),
        (CASES + '  s: word 1..10^6 of "ab"\nwhere sum len(s) <= 10^6\n', []),
        ("n: int 1..10^5; m: int 1..10^5\ng: int[n][m] 0..1\n", ["n*m <= 4000000"]),
        ("n: int 1..10^5; m: int 1..10^5\ng: int[n][m] 0..1\nwhere n*m <= 10^6\n", []),
        ('n: int 1..10^5\nw: word[n] 1..10^4 of "a-z" lines\n', ["sum len(w) <= 16777216"]),
        ("n: int 1..10^5\nrows[n]: k: int 0..10^5; x: int[k] 1..9\n", ["sum k <= 4000000"]),
        ('n: int 1..10^5\nrows[n]: w: word[2] 1..10^4 of "a-z"\n', ["sum len(w) <= 16777216"]),
        (
            'q: int 1..5000\nops: queries[q]\n  "+": w: word 1..10^5 of "a-z"; x: int 1..9\n  "-":\n',
            ["sum len(w) <= 16777216"],
        ),
        ("n: int 10^9..10^9\na: int[n] 1..9\n", []),
        ("n: int 5000..10^5\ng: int[n][n] 0..1\n", ["n*n <= 25000000"]),
    ],
)
def test_only_what_is_beyond_reason_is_bounded(text, relations):
    assert [str(relation) for relation in practical_relations(from_text(text))] == relations


@pytest.mark.parametrize(
    "text",
    [
        't: int 1..2*10^5\ntests: cases[t]\n  s: word 1..2*10^5 of "ab"\n  u: word 1..2*10^5 of "ab"\n',
        "n: int 1..10^6; m: int 1..10^6\ng: int[n][m] 0..1\n",
        'n: int 1..10^5\nrows[n]: w: word[2] 1..10^4 of "a-z"\n',
        'q: int 1..5000\nops: queries[q]\n  "+": w: word 1..10^5 of "a-z"\n  "-": v: word 1..10^5 of "a-z"\n',
        "t: int 1..1000\ntests: cases[t]\n  n: int 1..10^6\n  rows[n]: l: int 1..n; r: int l..n\n",
    ],
)
def test_every_boundary_can_be_made(text):
    fmt = from_text(text)
    for boundary in boundaries(fmt):
        instance = generate(fmt, Plan(sizes=boundary.sizes, cases=boundary.cases), np.random.default_rng(1))
        assert len(print_input(fmt, instance)) < 64 << 20


@pytest.mark.parametrize(
    "text",
    [
        "n: int 2^31-1..2^31-1\nrows[n]: a: int 1..9; b: int 1..9\n",
        'q: int 2^31-1..2^31-1\nops: queries[q]\n  "+": a: int 1..9\n',
        "n: int 2^31-1..2^31-1\na: int[n] 1..9\n",
        "n: int 10^5..10^5\ng: int[n][n] 0..1\n",
    ],
    ids=["rows", "queries", "list", "table"],
)
def test_what_no_memory_holds_is_not_begun(text):
    with pytest.raises(CannotGenerate, match="values in one input"):
        generate(from_text(text), Plan(), np.random.default_rng(0))


@pytest.mark.parametrize("alphabet", ["ab", "a\xff", "a\u0100", "\u4e00\U0001f600z"])
@pytest.mark.parametrize("length", [0, 3, 1000])
def test_long_words_are_of_the_characters_that_were_meant(alphabet, length):
    places = np.random.default_rng(1).integers(0, len(alphabet), length)
    assert spelled(places, alphabet) == "".join(alphabet[place] for place in places)


@pytest.mark.parametrize("largest", [9, 10**9, 2**62])
@pytest.mark.parametrize("lo", [0, 3, -(10**6)])
def test_values_are_scaled_towards_the_least_exactly_however_large_they_are(largest, lo):
    values = np.random.default_rng(1).integers(lo, largest, 1000)
    total, floor = sum(values.tolist()), 1000 * lo
    for most in (floor, floor + 1, floor + (total - floor) // 3, total - 1):
        expected = [lo + (value - lo) * (most - floor) // (total - floor) for value in values.tolist()]
        assert shrunk(values, lo, most).tolist() == shrunk(values.tolist(), lo, most) == expected
        assert sum(expected) <= most
    assert shrunk(values, lo, total) is values

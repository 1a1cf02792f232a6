"""Elements compared with the one before, and how often values are there: `where next l > r`, `where times a <= 2`."""

from __future__ import annotations

import numpy as np
import pytest
from format_laws import assert_every_source_follows

from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations

STEPS = "n: int 1..9\na: int[n] 1..20\nwhere next a <= a+1\nwhere next a >= a-1\n"
SPANS = "n: int 1..9\nrows[n]: l: int 1..30; r: int l..30\nwhere next l > r\n"
FORMATS = [
    STEPS,
    SPANS,
    "n: int 2..9; k: int 1..3\na: int[n] 0..20\nwhere next a <= a+k\nwhere next a >= a-k\nwhere next a != a\n",
    "n: int 1..9\na: int[n] 1..100\nwhere next a <= 2*a\n",
    "n: int 1..7\na: int[n] 1..100\nwhere next a >= 2*a\n",
    "n: int 1..9\na: int[n] 1..20 sorted\nwhere next a <= a+3\n",
    "n: int 1..9\na: int[n] 0..40 lines\nwhere next a >= a+_row\n",
    "n: int 1..9\nrows[n] intervals(l, r) sorted: l: int 1..30; r: int 1..30; c: int 0..5\nwhere next l >= r\n",
    "n: int 1..5\nrows[n]: l: int 1..12; r: int 1..12\nwhere l < r\nwhere next l > r\n",
    "n: int 1..9\nrows[n]: l: int 1..90; r: int l..90\nwhere next l > r\nwhere next l <= r+4\n",
    "t: int 1..3\ntests: cases[t]\n  n: int 1..5\n  a: int[n] 1..9\nwhere next a <= a+1\nwhere sum n <= 9\n",
    "n: int 1..9\na: int[n] 1..9\nwhere times a <= 2\n",
    "n: int 1..4\na: int[2*n] 1..n\nwhere times a == 2\n",
    "n: int 1..9; k: int 1..3\na: int[n] 1..9\nwhere times a <= k\n",
    "n: int 1..9\na: int[n] 1..9 sorted\nwhere times a == 3\n",
    "n: int 2..9\nrows[n]: x: int 1..4; y: int 0..9\nwhere times x >= 2\n",
    'n: int 1..4\ns: word 2*n..2*n of "ab"\nwhere times s == n\n',
    "n: int 1..4\ng: int[n][n] 1..n\nwhere times g == n\n",
    'n: int 1..3\ng: word[n][2*n] 1..1 of "abc" joined\nwhere times g <= n*n\n',
    "n: int 1..9; k: int 1..10^30\na: int[n] 1..10^40\nwhere next a >= a+k\n",
    "n: int 1..9\na: int[n] 1..9\nwhere next a <= a+1000000000000000000000\n",
    "n: int 1..9\na: int[n] 1..100\nwhere next a <= a*5000000000000000000\n",
    "n: int 1..9\na: int[n] 1..20\nwhere next a <= 100%a\n",
]


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_small_and_saturated_inputs_follow(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (STEPS, b"3\n2 3 5\n", "element 2 is 5, the bound 4"),
        (STEPS, b"3\n2 3 1\n", "element 2 is 1, the bound 2"),
        (SPANS, b"2\n1 4\n4 5\n", "element 1 is 4, the bound 4"),
        (FORMATS[11], b"3\n2 2 2\n", "2 is there 3 times, the bound 2"),
        (FORMATS[16], b"1\naa\n", "'a' is there 2 times, the bound 1"),
        (FORMATS[17], b"2\n1 2\n2 2\n", "1 is there 1 times, the bound 2"),
    ],
)
def test_says_what_is_wrong(text: str, data: bytes, found: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data))[0].message == found


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("n: int 1..9\nwhere next n <= 3\n", 12),
        ("n: int 1..9\na: int[n] 1..9\nb: int[n] 1..9\nwhere next a <= b\n", 17),
        ("n: int 1..9\na: int[n] 1..9\nwhere next a\n", 13),
        ("n: int 1..9\nwhere times n <= 3\n", 13),
        ("n: int 1..9\na: int[n] 1..9\nwhere times a != 2\n", 15),
        ("n: int 1..9\na: int[n] 1..9\nwhere times a <= a\n", 18),
    ],
)
def test_refuses_what_has_no_such_elements(text: str, column: int) -> None:
    with pytest.raises(FormatSyntaxError) as raised:
        from_text(text)
    assert raised.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        "n: int 100000..100000\na: int[n] 1..10^9\nwhere next a <= a+1\nwhere next a >= a-1\n",
        "n: int 100000..100000\nrows[n]: l: int 1..10^9; r: int l..10^9\nwhere next l > r\n",
        "n: int 100000..100000\nrows[n]: l: int 1..n; r: int l..n\nwhere next l > r\n",
        "n: int 100000..100000\na: int[2*n] 1..n\nwhere times a == 2\n",
        "n: int 100000..100000\na: int[2*n] 1..n\nwhere times a <= 2\n",
    ],
)
def test_large_inputs_follow_too(text: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, generate(fmt, Plan(), np.random.default_rng(5))) == []


def test_disjoint_spans_lie_all_over_the_range() -> None:
    fmt = from_text("n: int 100..100\nrows[n]: l: int 1..10^6; r: int l..10^6\nwhere next l > r\n")
    instance = generate(fmt, Plan(), np.random.default_rng(2))
    assert instance["l"][0] < 10**5
    assert 3 * 10**5 < instance["l"][50] < 8 * 10**5
    assert instance["r"][-1] > 9 * 10**5


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("n: int 1..50\nrows[n]: l: int 1..9; r: int l..9\nwhere next l > r\n", 9),
        ("n: int 1..50\na: int[n] 1..4\nwhere times a <= 2\n", 8),
        ("n: int 1..90\na: int[n] 1..20\nwhere next a >= a+2\n", 10),
        ("n: int 1..90\na: int[n] 1..20\nwhere next a < a-1\n", 10),
        ("n: int 1..90\nrows[n]: l: int 1..9; r: int 1..9\nwhere l <= r\nwhere next l > r\n", 9),
    ],
)
def test_there_are_no_more_elements_than_there_is_room_for(text: str, most: int) -> None:
    fmt, rng = from_text(text), np.random.default_rng(1)
    assert max(generate(fmt, Plan(), rng)["n"] for _ in range(40)) <= most


def test_rows_that_need_not_rise_are_as_many_as_the_bounds_say() -> None:
    fmt = from_text("n: int 40..40\nrows[n]: l: int 1..9; r: int 1..9\nwhere next l > r\n")
    assert generate(fmt, Plan(), np.random.default_rng(1))["n"] == 40


def test_steps_beyond_64_bits_lead_all_over_the_range() -> None:
    fmt = from_text("n: int 50..50\na: int[n] 1..10^30\nwhere next a >= a-1\nwhere next a != a\n")
    assert len({len(str(value)) for value in generate(fmt, Plan(), np.random.default_rng(4))["a"]}) < 50
    assert generate(fmt, Plan(), np.random.default_rng(4))["a"][-1] > 10**29


@pytest.mark.parametrize(
    "text",
    [
        "n: int 60000..60000\na: int[n] 1..n\nwhere times a >= 2\n",
        "n: int 20000..20000\nrows[n]: l: int 1..10*n; r: int l..10*n\nwhere times r <= 1\n",
        "n: int 1000..1000\na: int[n] 1..10^30\nwhere times a == 4\n",
    ],
)
def test_values_are_looked_for_by_how_many_there_are(text: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, generate(fmt, Plan(), np.random.default_rng(5))) == []


@pytest.mark.parametrize(
    "text",
    [
        "n: int 5..5\na: int[n] 1..4\nwhere next a > a\n",
        "n: int 3..3\na: int[n] 1..9\nwhere times a == 2\n",
        "n: int 9..9\na: int[n] 1..4\nwhere times a <= 2\n",
        "n: int 2..2\na: int[n] 1..9\nwhere next a >= a+10^20\n",
        "n: int 2..2\na: int[n] 3..3\nwhere next a != a\n",
    ],
)
def test_says_that_nothing_can_follow(text: str) -> None:
    with pytest.raises(CannotGenerate):
        generate(from_text(text), Plan(), np.random.default_rng(1))


@pytest.mark.parametrize(
    ("text", "bad"),
    [(STEPS, b"3\n2 3 5\n"), (SPANS, b"2\n1 4\n4 5\n"), (FORMATS[2], b"2 1\n3 3\n"), (FORMATS[6], b"3\n1\n1\n1\n")],
)
def test_a_checktestdata_script_says_the_same(text: str, bad: bytes) -> None:
    fmt, rng = from_text(text), np.random.default_rng(7)
    written = to_script(fmt)
    assert not written.left_out
    script = read_script(written.text)
    for _ in range(8):
        assert check(script, print_input(fmt, generate(fmt, Plan(), rng)), most_steps=100_000) is None
    assert check(script, bad, most_steps=100_000) is not None

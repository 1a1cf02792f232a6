"""Comparisons of decimals and of words, decimals in strict order, and sizes with divisions."""

from __future__ import annotations

import numpy as np
import pytest
from format_laws import assert_every_source_follows

from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.relations import compared_values
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.validate import violations

FORMATS = [
    "a: float 0.0..1.0 decimals 6\nb: float 0.0..1.0 decimals 6\nwhere a < b\n",
    "n: int 1..6\nrows[n]: a: float -2.0..2.0 decimals 1; b: float -2.0..2.0 decimals 1\nwhere a <= b\n",
    "n: int 1..6; m: int 0..5\na: float[n] 0.0..9.0 decimals 2\nwhere a <= m\n",
    "n: int 1..6\na: float[n] 0.0..9.0 decimals 2\nb: float[n] 0.0..9.0 decimals 2\nwhere a >= b\n",
    "n: int 1..6\nlow: float 0.0..1.0 decimals 3\na: float[n] 0.0..1.0 decimals 3\nwhere a >= low\n",
    "q: int 1..6\nqs: queries[q]\n  1: a: float 0.0..1.0 decimals 1; b: float 0.0..1.0 decimals 1\n  2:\nwhere a < b\n",
    "n: int 1..6\na: float[n] 0.0..3.0 decimals 1 strictly-sorted\n",
    "n: int 1..99\na: float[n] 0.0..0.5 decimals 1 distinct\n",
    "n: int 1..6\nrows[n] strictly-sorted: x: float 0.0..2.0 decimals 1; y: int 0..9\n",
    'a: word 1..5 of "ab"\nb: word 1..5 of "ab"\nwhere a != b\n',
    'a: word 1..5 of "ab"\nb: word 1..5 of "ab"\nwhere a < b\n',
    'n: int 1..6\nrows[n]: a: word 1..2 of "ab"; b: word 1..2 of "ab"\nwhere a != b\n',
    'n: int 1..6\nbase: word 1..2 of "ab"\nw: word[n] 1..2 of "ab"\nwhere w != base\n',
    't: int 1..4\ntests: cases[t]\n  a: word 1..3 of "ab"; b: word 1..3 of "abc"\nwhere a == b\n',
    "n: int 2..9; m: int n-1..n*(n-1)//2\nrows[m] graph(u, v; n) connected simple: u: int 1..n; v: int 1..n\n",
    "n: int 1..9\na: int[n//2] 0..(n+1)//2\n",
]


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_small_and_saturated_inputs_follow(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (FORMATS[0], b"0.500000\n0.250000\n", "0.5 < 0.25 doesn't hold"),
        (FORMATS[1], b"1\n0.3 0.1\n", "at 1: 0.3 <= 0.1 doesn't hold"),
        (FORMATS[9], b"ab\nab\n", "ab != ab doesn't hold"),
        (FORMATS[11], b"2\na b\nb b\n", "at 2: b != b doesn't hold"),
    ],
)
def test_says_what_is_wrong(text: str, data: bytes, found: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data))[0].message == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a: word 1..2 of "ab"\nb: int 1..2\nwhere a != b\n', "a word can't be compared with a number"),
        ('a: word 1..2 of "ab"\nb: word 1..2 of "ab"\nwhere a != b+a\n', "words can't be reckoned with"),
        ('k: int 1..4\ng: word[k] 2..2 of "ab" joined\n', "one character each"),
        ('k: int 1..4\ng: word[k][k] 2..2 of "ab" joined\n', "one character each"),
        ("k: int 1..4\ng: int[k] 0..10 joined\n", "one character each"),
        ("k: int 1..4\ng: float[k] 0.0..1.0 joined\n", "decimals can't be joined"),
    ],
)
def test_refuses_what_has_no_sense(text: str, message: str) -> None:
    with pytest.raises(FormatSyntaxError, match=message):
        from_text(text)


@pytest.mark.parametrize("text", [FORMATS[9], FORMATS[11], FORMATS[15]])
def test_checktestdata_says_the_same(text: str) -> None:
    written = to_script(from_text(text))
    right, wrong = {
        FORMATS[9]: (b"ab\nb\n", b"ab\nab\n"),
        FORMATS[11]: (b"1\na b\n", b"1\nb b\n"),
        FORMATS[15]: (b"5\n3 3\n", b"5\n3 4\n"),
    }[text]
    script = read_script(written.text)
    assert written.left_out == ()
    assert check(script, right) is None
    assert check(script, wrong) is not None


def test_a_single_slash_is_a_division_that_is_rounded_down() -> None:
    assert to_text(from_text("n: int 1..9\na: int[n/2] 0..n*(n-1)/2\n")) == "n: int 1..9\na: int[n//2] 0..n*(n-1)//2\n"


@pytest.mark.parametrize(
    "text",
    [
        'n: int 1..400\nrows[n]: a: word 1..1 of "ab"; b: word 1..1 of "ab"\nwhere a != b\n',
        "n: int 1..400\nrows[n]: a: float 0..10 decimals 2; b: float 0..9 decimals 2\nwhere a < b\n",
    ],
)
def test_mending_a_row_does_not_look_at_all_rows(monkeypatch, text):
    looked, over_rows = [], compared_values.over_rows

    def counted(*arguments):
        looked.append(arguments)
        return over_rows(*arguments)

    monkeypatch.setattr(compared_values, "over_rows", counted)
    fmt = from_text(text)
    made = generate(fmt, Plan(sizes={"n": 400}), np.random.default_rng(1))
    assert violations(fmt, made, 1) == []
    assert 0 < len(looked) < 400 / 2

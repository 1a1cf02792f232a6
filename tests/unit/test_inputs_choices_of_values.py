"""Words and numbers that are one of a few: `s: one of "A" "B"`, `k: one of 1 2 5`."""

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
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.validate import violations

FORMATS = [
    'n: int one of 1 3 10\ns: word one of "left" "right" "a|b"\na: int[n] one of -4 2 9 sorted\n',
    'n: int 1..6\nrows[n]: u: int one of 2 40; c: word one of "A" "BB"\n',
    "n: int 1..9\na: int[n] one of 1 5 25 125 distinct\n",
    "n: int 1..4\ng: int[n][n] one of 0 7\n",
    'q: int 1..6\nqs: queries[q]\n  1: x: int 2..7\n  2: s: word one of "x" "yy"\nwhere x one of 2 4 7\n',
    "t: int 1..4\ntests: cases[t]\n  k: int one of 2 8\n  a: int[k] 0..9\nwhere sum k <= 20\n",
    "n: int 1..5\na: int[n] 0..9\nwhere n != 3\nwhere a one of 0 9\n",
]


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_small_and_saturated_inputs_follow(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize("text", FORMATS)
def test_all_that_may_be_chosen_is_chosen(text: str) -> None:
    fmt, rng = from_text(text), np.random.default_rng(1)
    made = " ".join(str(generate(fmt, Plan(), rng)) for _ in range(60))
    choices = [str(number) for relation in fmt.relations for number in relation.others]
    assert all(choice in made for choice in choices)
    assert all(word in made for word in ("left", "right", "a|b") if word in text)


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (FORMATS[0], b"1\nleft\n3\n", "3 is none of -4, 2, 9"),
        (FORMATS[0], b"2\nleft\n2 2\n", "2 is none of 1, 3, 10"),
        (FORMATS[0], b"1\nup\n2\n", None),
        (FORMATS[4], b"1\n1 3\n", "3 is none of 2, 4, 7"),
    ],
)
def test_says_what_is_wrong(text: str, data: bytes, found: str | None) -> None:
    fmt = from_text(text)
    wrong = violations(fmt, parse(fmt, data))
    assert wrong
    assert found in (None, wrong[0].message)


def test_the_type_may_be_left_out() -> None:
    assert to_text(from_text('s: one of "B" "A"\nk: one of 5 1 2\n')) == 's: word one of "B" "A"\nk: int one of 1 2 5\n'


def test_the_largest_choice_that_fits_is_the_boundary() -> None:
    fmt = from_text("n: one of 10 500 4000\nm: int 1..n\na: int[n] 0..9\nb: int[m] 0..9\nwhere n+m <= 900\n")
    sizes = [boundary.sizes for boundary in boundaries(fmt)]
    assert max(each["n"] for each in sizes) == 500
    assert all(each["n"] in (10, 500) for each in sizes)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("k: one of\n", 10),
        ('t: text one of "a b"\n', 13),
        ('s: one of "a b"\n', 8),
        ("k: one of 1.5 2\n", 11),
        ('s: word 1..2 of "ab"\nwhere s one of 1 2\n', 7),
        ("where k one of 1 2\n", 7),
        ("q: int 1..2\nqs: queries[q]\n  1: x: int 1..9\n  2: x: one of 1 2\n", 6),
    ],
)
def test_refuses_what_is_no_choice(text: str, column: int) -> None:
    with pytest.raises(FormatSyntaxError) as raised:
        from_text(text)
    assert raised.value.column == column


def test_checktestdata_says_the_same() -> None:
    written = to_script(from_text(FORMATS[1]))
    script = read_script(written.text)
    assert written.left_out == ()
    assert check(script, b"2\n2 A\n40 BB\n") is None
    assert check(script, b"1\n3 A\n") is not None
    assert check(script, b"1\n2 AB\n") is not None

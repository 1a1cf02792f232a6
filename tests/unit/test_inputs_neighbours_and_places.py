"""Elements compared with their own places and with their neighbours; tables that are symmetric: `where p != _row+1`,
`where apart a`, `where symmetric d`, `where diagonal d == 0`."""

from __future__ import annotations

import numpy as np
import pytest
from format_laws import assert_every_source_follows

from slowpath.inputs.checktestdata.convert import to_format
from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.validate import violations

FORMATS = [
    "n: int 2..9\na: int[n] 1..n\nwhere a != _row+1\n",
    "n: int 2..9\np: int[n] 1..n permutation\nwhere p != _row+1\n",
    "n: int 2..9\np: int[n] 1..9 distinct lines\nwhere _row+1 != p\n".replace("9 distinct lines", "9 lines distinct"),
    "n: int 1..9\na: int[n] 1..n\nwhere a <= _row+1\n",
    "n: int 1..9\na: int[n] 0..n sorted\nwhere a <= _row\n",
    "n: int 1..9; k: int 0..3\nrows[n]: x: int 0..20; y: int 0..20\nwhere x >= _row+k\n",
    "t: int 1..5\ntests: cases[t]\n  n: int 2..9\n  a: int[n] 1..n\nwhere sum n <= 20\nwhere a != _row+1\n",
    "n: int 1..9\na: int[n] 1..3\nwhere apart a\n",
    "n: int 1..9\na: int[n] 0..1\nwhere apart a\n",
    "n: int 1..9\nrows[n]: l: int 1..5; r: int l..6\nwhere apart l\n",
    's: word 1..12 of "abc"\nwhere apart s\n',
    "n: int 1..9\na: int[n] 0..9 joined\nwhere apart a\n",
    "n: int 1..6\nd: int[n][n] 0..9\nwhere symmetric d\nwhere diagonal d == 0\nwhere offdiagonal d >= 1\n",
    'n: int 1..6\ng: word[n][n] 1..1 of "01\\\\-" joined\nwhere symmetric g\nwhere diagonal g == "-"\n'
    'where offdiagonal g != "-"\n',
]


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_small_and_saturated_inputs_follow(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (FORMATS[0], b"3\n2 2 1\n", "at 2: 2 != 2 doesn't hold"),
        (FORMATS[3], b"3\n1 3 1\n", "at 2: 3 <= 2 doesn't hold"),
        (FORMATS[7], b"4\n1 2 2 1\n", "elements 2 and 3 are both 2"),
        (FORMATS[10], b"abba\n", "elements 2 and 3 are both b"),
        (FORMATS[12], b"2\n0 3\n4 0\n", "row 1 has 3 in column 2, row 2 has 4 in column 1"),
        (FORMATS[12], b"2\n0 3\n3 1\n", "row 2 has 1 in column 2"),
        (FORMATS[12], b"2\n0 0\n0 0\n", "row 1 has 0 in column 2"),
        (FORMATS[13], b"2\n-0\n1-\n", "row 1 has 0 in column 2, row 2 has 1 in column 1"),
    ],
)
def test_says_what_is_wrong(text: str, data: bytes, found: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data))[0].message == found


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("n: int 1..9\nwhere n != _row\n", 1),
        ("n: int 1..9\nwhere apart n\n", 13),
        ("n: int 1..9; m: int 1..9\nd: int[n][m] 0..9\nwhere symmetric d\n", 17),
        ('n: int 1..9\nd: int[n][n] 0..9\nwhere diagonal d == "x"\n', 16),
        ("n: int 1..9\nd: int[n][n] 0..9\nwhere d != _row\n", 1),
    ],
)
def test_refuses_what_has_no_such_parts(text: str, column: int) -> None:
    with pytest.raises(FormatSyntaxError) as raised:
        from_text(text)
    assert raised.value.column == column


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("n: int 2..200000\np: int[n] 1..n permutation\nwhere p != _row+1\n", {"n": 200000}),
        ("n: int 2..200000\na: int[n] 0..1\nwhere apart a\n", {"n": 200000}),
        ("n: int 2..200000\na: int[n] 1..n\nwhere a <= _row+1\n", {"n": 200000}),
        ("n: int 2..500\nd: int[n][n] 0..1000000000\nwhere symmetric d\nwhere diagonal d == 0\n", {"n": 500}),
    ],
)
def test_large_inputs_follow_too(text: str, sizes: dict[str, int]) -> None:
    fmt = from_text(text)
    instance = generate(fmt, Plan(sizes=sizes), np.random.default_rng(5))
    assert instance["n"] == sizes["n"]
    assert violations(fmt, instance) == []


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        (FORMATS[0], b"3\n2 2 1\n"),
        (FORMATS[3], b"3\n1 3 1\n"),
        (FORMATS[5], b"2 0\n0 5\n0 5\n"),
        (FORMATS[7], b"4\n1 2 2 1\n"),
        (FORMATS[12], b"2\n0 3\n4 0\n"),
        (FORMATS[12], b"2\n1 3\n3 0\n"),
        (FORMATS[12], b"2\n0 0\n0 0\n"),
    ],
)
def test_a_checktestdata_script_says_the_same(text: str, bad: bytes) -> None:
    fmt, rng = from_text(text), np.random.default_rng(7)
    written = to_script(fmt)
    assert not written.left_out
    script = read_script(written.text)
    for _ in range(8):
        assert check(script, print_input(fmt, generate(fmt, Plan(), rng)), most_steps=100_000) is None
    assert check(script, bad, most_steps=100_000) is not None


def test_reads_neighbours_that_differ_from_a_checktestdata_script() -> None:
    script = read_script(
        "INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(1,3,a[i]) IF(i>0) ASSERT(a[i]!=a[i-1]) END END NEWLINE"
    )
    assert to_text(to_format(script).format).endswith("where apart a\n")


def test_says_that_one_value_can_have_no_other_neighbour() -> None:
    with pytest.raises(CannotGenerate):
        generate(from_text("n: int 2..9\na: int[n] 4..4\nwhere apart a\n"), Plan(), np.random.default_rng(1))

"""Tables of whose border or single cells something is said: `where border g == "#"`, `where g[r-1][c-1] != "#"`."""

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
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat

GRID = "n: int 3..9; m: int 3..9\n"
FORMATS = [
    GRID + 'g: word[n][m] 1..1 of "#." joined\nwhere border g == "#"\n',
    GRID + 'g: word[n][m] 1..1 of "#.SE" joined\nwhere border g == "#"\nwhere one g == "S"\nwhere one g == "E"\n',
    GRID + 'r: int 1..n; c: int 1..m\ng: word[n][m] 1..1 of "#." joined\nwhere g[r-1][c-1] != "#"\n',
    GRID + 'g: word[n][m] 1..1 of "#.SE" joined\nr: int 2..n-1; c: int 2..m-1\nwhere border g == "#"\n'
    'where one g == "E"\nwhere g[r-1][c-1] == "S"\n',
    GRID + "d: int[n][m] 0..9\nwhere border d == 0\nwhere d[1][m-2] >= 3\n",
    "n: int 3..6\nd: int[n][n] -5..5\nwhere symmetric d\nwhere border d != 2\n",
    (
        'n: int 1..9; m: int 1..9\ng: word[n][m] 1..1 of "#." joined\nwhere border g == "#"\nwhere g[3][3] == "."\n'
    ).replace('[3][3] == "."', '[3][3] == "#"'),
    GRID + "d: int[n][m] 0..10^300\nwhere border d != 2\nwhere d[1][1] == 2\nwhere one d == 2\n",
    "n: int 2..6\nd: int[n][n] 0..10^300\nwhere symmetric d\nwhere diagonal d == 3\n",
    't: int 1..5\ntests: cases[t]\n  n: int 3..9\n  g: word[n][n] 1..1 of "01" joined\nwhere sum n <= 20\n'
    'where border g == "1"\n',
]


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_and_small_inputs_follow(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (FORMATS[0], b"3 4\n####\n#...\n####\n", "row 2 has . in column 4"),
        (FORMATS[0], b"3 3\n###\n###\n#.#\n", "row 3 has . in column 2"),
        (FORMATS[2], b"3 3\n2 3\n...\n..#\n...\n", "row 2 has # in column 3"),
        (FORMATS[4], b"3 3\n0 0 0\n0 2 0\n0 0 0\n", "row 2 has 2 in column 2"),
    ],
)
def test_says_what_is_wrong(text: str, data: bytes, found: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data))[0].message == found


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("n: int 1..9\na: int[n] 0..9\nwhere border a == 0\n", 14),
        ("n: int 1..9\na: int[n] 0..9\nwhere a[0][0] == 0\n", 11),
        ('n: int 1..9\nd: int[n][n] 0..9\nwhere d[0][0] == "x"\n', 7),
        ("n: int 1..9\nd: int[n][n] 0..9\nwhere d[0] == 1\n", 12),
        ('n: int 1..9\nd: int[n][n] 0..9\nwhere border d == "x"\n', 14),
    ],
)
def test_refuses_what_has_no_such_parts(text: str, column: int) -> None:
    with pytest.raises(FormatSyntaxError) as raised:
        from_text(text)
    assert raised.value.column == column


def test_a_large_labyrinth_has_its_walls() -> None:
    fmt = from_text(FORMATS[3].replace("3..9", "3..1000"))
    instance = generate(fmt, Plan(sizes={"n": 1000, "m": 1000}), np.random.default_rng(5))
    assert (instance["n"], instance["m"]) == (1000, 1000)
    assert violations(fmt, instance) == []


@pytest.mark.parametrize("text", FORMATS[:5])
def test_a_checktestdata_script_says_the_same(text: str) -> None:
    fmt = from_text(text)
    written, rng = to_script(fmt), np.random.default_rng(4)
    script = read_script(written.text)
    assert written.left_out == ()
    for drawn in (fmt, InputFormat(fmt.nodes)):
        data = print_input(fmt, generate(drawn, Plan(sizes={"n": 3, "m": 3}), rng))
        assert (check(script, data) is None) == (violations(fmt, parse(fmt, data)) == [])

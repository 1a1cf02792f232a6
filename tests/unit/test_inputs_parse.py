"""Parsing and printing: layout tolerance, exact places of errors, large inputs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.digits import join_ints, join_rows
from slowpath.inputs.parsing.parse import ParseError, layout_remark, parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.format"))


def read(name: str):
    return from_text((GOLDEN / f"{name}.format").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_prints_back_what_it_parsed(name):
    fmt, data = read(name), (GOLDEN / f"{name}.in").read_bytes()
    assert print_input(fmt, parse(fmt, data)) == data
    assert layout_remark(fmt, data) == ""


@pytest.mark.parametrize("name", [name for name in NAMES if name != "getline"])
def test_accepts_any_blanks_between_tokens(name):
    fmt, data = read(name), (GOLDEN / f"{name}.in").read_bytes()
    spread = b"  \t" + b" \r\n\n".join(data.split()) + b"\n \n"
    assert print_input(fmt, parse(fmt, spread)) == data
    assert layout_remark(fmt, spread)


@pytest.mark.parametrize(
    ("name", "data", "line", "token", "words"),
    [
        ("array", b"3\n1 x 3\n", 2, 2, "expected an integer for a"),
        ("array", b"3\n1 2\n", 2, 3, "ends after 2"),
        ("array", b"1\n1\n7\n", 3, 1, "expected the end of the input"),
        ("array", b"-1\n", 1, 2, "is -1"),
        ("array", b"", 1, 1, "ends after 0"),
        ("array", b"3\n1 2.5 3\n", 2, 2, "'2.5'"),
        ("grid", b"2 2\n##\n#\n", 3, 1, "has 1 characters, not 2"),
        ("queries", b"1 1\n5\n9 1\n", 3, 1, "unknown tag '9'"),
        ("getline", b"2\na\n", 2, 2, "the input has ended"),
        ("getline", b"1 2\na\nb\n", 1, 2, "expected the end of the line"),
        ("floats", b"1\nnan\n0.5\n", 2, 1, "expected a number"),
        ("cases_sum", b"1000000000000\n1\n1\n", 3, 2, "ends after 0"),
    ],
)
def test_names_the_place_where_the_input_leaves_the_format(name, data, line, token, words):
    with pytest.raises(ParseError, match=words) as caught:
        parse(read(name), data)
    assert (caught.value.line, caught.value.token) == (line, token)


def test_odd_tokens_in_a_long_array_are_found_where_they_stand():
    values = ["1"] * 1000
    for odd in ("1-2", "--1", "-", "1_000", "0x1", "1e3"):
        values[700] = odd
        with pytest.raises(ParseError) as caught:
            parse(read("array"), f"1000\n{' '.join(values)}\n".encode())
        assert (caught.value.line, caught.value.token) == (2, 701)


def test_a_long_array_may_hold_numbers_beyond_int64():
    data = b"50\n" + b" ".join([b"1"] * 49 + [b"99999999999999999999"]) + b"\n"
    assert parse(read("array"), data)["a"][-1] == 99999999999999999999


def test_text_lines_keep_their_blanks_and_may_be_empty():
    instance = parse(read("getline"), b"3\n  a b \n\nc\r\nend")
    assert instance["lines"] == ["  a b ", "", "c"]
    assert instance["last"] == "end"


def test_a_text_begins_behind_the_empty_line_of_an_empty_array():
    fmt = from_text('n: int 0..9\na: int[n] 1..9\nb: int[n] 1..9\ns: text 1..9 of "a-z"\n')
    assert parse(fmt, b"0\n\n\nend\n")["s"] == "end"
    assert parse(fmt, b"1\n5\n6\nend\n")["s"] == "end"


@pytest.mark.parametrize("separator", [",", ", "])
@pytest.mark.parametrize("count", [1, 3, 400])
def test_any_number_of_elements_keeps_its_separator(separator, count):
    fmt = from_text(f'n: int 0..999\na: int[n] -9..9 separated by "{separator}"\n')
    data = f"{count}\n{separator.join(str(place % 10) for place in range(count))}\n".encode()
    assert print_input(fmt, parse(fmt, data)) == data


@pytest.mark.parametrize(("separator", "line"), [(",", "1,-2,3"), (", ", "1, -2, 3")])
def test_elements_may_be_separated_by_more_than_blanks(separator, line):
    fmt = from_text(f'n: int 0..9\na: int[n] -9..9 separated by "{separator}"\n')
    data = f"3\n{line}\n".encode()
    assert parse(fmt, data)["a"].tolist() == [1, -2, 3]
    assert print_input(fmt, parse(fmt, data)) == data
    with pytest.raises(ParseError, match="expected an integer"):
        parse(fmt, data.replace(b"-2", b"x"))


def test_says_where_the_layout_differs():
    assert "line 1" in layout_remark(read("array"), b"1 5\n")


@pytest.mark.parametrize(("lo", "hi"), [(0, 9), (-5, 5), (-(2**63), 2**63 - 1), (1, 10**9), (2**32 - 1, 2**32)])
@pytest.mark.parametrize("count", [0, 1, 149, 150, 5000])
def test_writes_integers_as_python_does(lo, hi, count):
    values = np.random.default_rng(1).integers(lo, hi, count, endpoint=True)
    values[:1] = lo
    assert join_ints(values, b" ") == " ".join(map(str, values.tolist())).encode()
    rows = values[: count // 5 * 5].reshape(-1, 5)
    assert join_rows(rows) == "".join(" ".join(map(str, row)) + "\n" for row in rows.tolist()).encode()


@pytest.mark.parametrize("bits", [1, 13, 27, 31, 32, 33, 60, 63])
@pytest.mark.parametrize("count", [10, 150, 20_000])
def test_numbers_of_every_length_are_written_and_read_exactly(bits, count):
    values = np.random.default_rng(bits).integers(-(2**bits), 2**bits - 1, count, dtype=np.int64, endpoint=True)
    values[:3] = [0, -(2**bits), 2**bits - 1]
    text = b"%d\n%s\n" % (count, b" ".join([b"%d" % value for value in values.tolist()]))
    fmt = from_text("n: int 1..10^5\na: int[n] -2^63..2^63-1\n")
    instance = parse(fmt, text)
    assert np.array_equal(instance["a"], values)
    assert print_input(fmt, instance) == text


@pytest.mark.parametrize("sizes", ["0 " + "9" * 300, "9" * 300 + " 0", f"0 {1 << 62}", f"{1 << 62} 0"])
@pytest.mark.parametrize("rows", ["int[n][m] 0..9", 'word[n][m] 1..3 of "ab"'])
def test_an_empty_matrix_of_absurd_sides_is_an_error(sizes, rows):
    with pytest.raises(ParseError, match="beyond any input"):
        parse(from_text(f"n: int 0..9; m: int 0..9\ng: {rows}\n"), f"{sizes}\n".encode())

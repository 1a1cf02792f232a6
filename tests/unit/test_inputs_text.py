"""The text form: exact round trip, exact places of mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import FormatSyntaxError, alphabet_text, from_text, to_text
from slowpath.model.format import InputFormat
from slowpath.wire import decode, encode

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.format")), ids=lambda path: path.stem)
def test_golden_texts_are_what_is_written(path):
    fmt = from_text(path.read_text())
    assert to_text(fmt) == path.read_text()
    assert decode(InputFormat, encode(fmt)) == fmt


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("n: int 1..", 1, 11, "expected a number or a variable"),
        ("n: int 1..5\na: int[k] 1..5", 2, 8, "unknown variable 'k'"),
        ("n: int 1..5\nn: int 1..5", 2, 1, "declared twice"),
        ("n: int 1..5 sorteed", 1, 13, "expected ';'"),
        ("n: int 1..5\na: int[n] 1..5 sorteed", 2, 16, "no known trait"),
        ("n: int 1..5\na: int[n] 1..5 distinct lines", 2, 25, "'lines' stands before the traits: write lines distinct"),
        ('n: int 1..5\na: word[n] 1..5 of "0-9" distinct number', 2, 35, "'number' stands before the traits"),
        ("n: real 1..5", 1, 4, "expected int, float, word or text"),
        ("n: int 1..1e5", 1, 11, "write 10^5"),
        ("s: word 1..5", 1, 13, "expected 'of'"),
        ('s: word 1..5 of ""', 1, 17, "can't be empty"),
        ('s: word 1..5 of "z-a"', 1, 17, "runs backwards"),
        ('s: word 1..5 of "abc', 1, 17, "isn't closed"),
        ("t: cases[3]", 1, 12, "indented below"),
        ("n: int 1..5\n  m: int 1..5", 2, 3, "only queries and cases"),
        ("t: cases[3]\n    n: int 1..5\n  m: int 1..5", 3, 3, "indented like none"),
        ("n: int 1..5\nwhere n", 2, 8, "expected one of <="),
        ("n: int 1..5 $", 1, 13, "unexpected '$'"),
        ("n: int 1..foo(3)", 1, 11, "unknown function"),
        ("rows[3] tree(u, x; 4): u: int 1..4; v: int 1..4", 1, 17, "no field of these rows"),
        ("n: int 1..5 m: int 1..5", 1, 13, "expected ';'"),
        ('s: word 1..3 of "cnf" fixed', 1, 17, "3 characters"),
        ("n: int 1..5\nwhere n[0] == 1", 2, 7, "has no single elements"),
        ("q: queries[3]\n  1 adds: x: int 1..5", 2, 5, "hold nothing"),
        ("q: queries[3]\n  1: x: int 0.._held", 2, 16, "unknown variable '_held'"),
        ("k: count 0..9 until end\nq: queries[k] holding k\n  1:", 2, 23, "known only behind"),
        ("q: queries[3] holding k\n  1:", 1, 23, "unknown variable 'k'"),
        ("a: int[3] 1..5\nwhere a[0] = 1", 2, 12, "unexpected '='"),
        ("a: int[3] 1..5\nb: int[3] 0..2\nwhere a[b] == 1", 3, 9, "no single number"),
    ],
)
def test_points_at_the_first_wrong_character(text, line, column, words):
    with pytest.raises(FormatSyntaxError, match=re.escape(words)) as caught:
        from_text(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_is_lenient_about_blanks_comments_and_powers():
    loose = "# sizes\n\nn :int 1 .. 2 * 10**5   # up to\na:int[ n ]1..n sorted\n"
    assert to_text(from_text(loose)) == "n: int 1..2*10^5\na: int[n] 1..n sorted\n"


@pytest.mark.parametrize(
    "alphabet", ["abc", "a-z", "-", "z-", "\\", "\"'", " ~", "0123456789abcdef", "é漢字", "cba", "\t", "#.", "a-\\b"]
)
def test_alphabets_keep_every_character_in_order(alphabet):
    fmt = from_text(f"s: word 1..5 of {alphabet_text(alphabet)}")
    assert fmt.nodes[0].type.alphabet == alphabet


@pytest.mark.parametrize(
    ("value", "shown"),
    [(2.5, b"2.5"), (3.0, b"3"), (100.0, b"100"), (-0.004, b"0"), (-0.04, b"-0.04"), (0.1 + 0.2, b"0.3")],
)
def test_decimals_are_written_without_zeros_at_their_end(value, shown):
    text = "x: float -100.0..100.0 decimals 0..2\n"
    fmt = from_text(text)
    assert to_text(fmt) == text
    assert print_input(fmt, {"x": value}) == shown + b"\n"
    assert print_input(from_text(text.replace("0..2", "2")), {"x": 2.5}) == b"2.50\n"

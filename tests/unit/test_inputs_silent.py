"""Counts that the input doesn't say: where repetitions end, what is refused, what a sentinel forbids."""

from __future__ import annotations

import re

import pytest

from slowpath.inputs.parsing.parse import ParseError, layout_remark, parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import FormatSyntaxError, from_text, to_text
from slowpath.inputs.validating.validate import violations

PAIRS_TO_END = "n: count 0..10 until end\nrows[n]: a: int 0..9; b: int 0..9\n"
PAIRS_TO_ZEROS = 'n: count 0..10 until "0 0"\nrows[n]: a: int 0..9; b: int 0..9\n'
RAGGED = "n: count 0..10 until end\nrows[n]: k: count 0..5 until end of line; x: int[k] 0..9\n"
NAMED_RAGGED = (
    'n: count 0..10 until end\nrows[n]: s: word 1..5 of "a-z"; k: count 1..5 until end of line; x: int[k] 0..9\n'
)
LISTS = 't: count 1..10 until end\ntests: cases[t]\n  n: count 0..5 until "-1"\n  a: int[n] 0..9\n'
LISTS_OF_LINES = LISTS.replace("0..9\n", "0..9 lines\n")
SIZED_CASES = 't: count 0..9 until "0 0"\ntests: cases[t]\n  n: int 1..5; m: int 0..5\n  a: int[n] 0..9\n'
TEXTS = 'n: count 0..10 until end\ns: text[n] 0..9 of "a-z " lines\n'
TEXTS_TO_END_WORD = 'n: count 0..10 until "THE END"\ns: text[n] 0..9 of "a-zA-Z " lines\nm: int 1..9\n'
PARAGRAPH = (
    'n: count 0..10 until "\\n"\nrows[n]: a: word 1..5 of "a-z"; b: word 1..5 of "a-z"\n'
    'm: count 0..5 until end\nq: word[m] 1..5 of "a-z" lines\n'
)
COMMANDS = 'n: count 0..10 until "quit"\nq: queries[n]\n  push: y: int 0..9\n  pop:\n'
INFIX = 'n: count 0..10 until end\nq: queries[n] after x: int 0..9\n  "+": y: int 0..9\n  "!":\n'
INSIDE_LINE = 'x: int 1..9; k: count 0..9 until "0"; a: int[k] 0..9; y: int 1..9\n'
WITH_COMMAS = 'k: count 0..9 until end of line\na: int[k] 0..9 separated by ","\ny: int 1..9\n'
DIGITS = "k: count 0..9 until end of line\na: int[k] 0..9 joined\ny: int 1..9\n"
LINE_THEN_WORD = 'n: count 0..10 until end of line\na: int[n] 0..9\nb: word 1..5 of "a-z"\n'


STACK = (
    "q: int 1..9\nops: queries[q] holding 0\n  push adds:\n  pop takes:\n  top needs:\n  get needs: i: int 0.._held-1\n"
)


@pytest.mark.parametrize(
    ("text", "data", "counts"),
    [
        (PAIRS_TO_END, "1 2\n3 4\n", {"n": 2}),
        (PAIRS_TO_END, "", {"n": 0}),
        (PAIRS_TO_ZEROS, "1 2\n0 4\n0 0\n", {"n": 2}),
        (PAIRS_TO_ZEROS, "0 0\n", {"n": 0}),
        (RAGGED, "1 2\n\n3\n\n", {"n": 4, "k": [2, 0, 1, 0]}),
        (NAMED_RAGGED, "a 1 2\nb 3\n", {"n": 2, "k": [2, 1]}),
        (LISTS, "2 0 -1\n-1\n1 -1\n", {"t": 3}),
        (LISTS_OF_LINES, "2\n0\n-1\n-1\n", {"t": 2}),
        (SIZED_CASES, "2 0\n0 0\n1 1\n0\n0 0\n", {"t": 2}),
        (TEXTS, "a b\n\nc\n\n", {"n": 4}),
        (TEXTS_TO_END_WORD, "a b\n\nTHE EN\nTHE END\n5\n", {"n": 3, "m": 5}),
        (PARAGRAPH, "a b\nc d\n\nx\ny\n", {"n": 2, "m": 2}),
        (PARAGRAPH, "\nx\n", {"n": 0, "m": 1}),
        (COMMANDS, "push 3\npop\nquit\n", {"n": 2}),
        (INFIX, "5 + 3\n6 !\n", {"n": 2, "q": [("+", 5, 3), ("!", 6)]}),
        (INSIDE_LINE, "3 1 2 0 4\n", {"k": 2, "y": 4}),
        (WITH_COMMAS, "1,2,3\n4\n", {"k": 3}),
        (DIGITS, "120\n4\n", {"k": 3}),
        (DIGITS, "\n4\n", {"k": 0}),
        (LINE_THEN_WORD, "\nabc\n", {"n": 0, "b": "abc"}),
    ],
)
def test_counts_what_the_input_holds_and_prints_it_back(text, data, counts):
    fmt = from_text(text)
    assert to_text(fmt) == text
    instance = parse(fmt, data.encode())
    found = {
        name: instance[name] if isinstance(instance[name], int | str | list) else instance[name].tolist()
        for name in counts
    }
    assert found == counts
    assert violations(fmt, instance) == []
    assert print_input(fmt, instance) == data.encode()


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (PAIRS_TO_END, "1 2 3\n4\n\n"),
        (PAIRS_TO_ZEROS, "1 2 0 0"),
        (NAMED_RAGGED, "\na 1 2\r\n\r\nb 3"),
        (SIZED_CASES, "2 0 0 0 1 1 0\n0\n0\n"),
        (LISTS, "2\n0\n-1 1 -1\n"),
        (LINE_THEN_WORD, "1 2 3\n\n  abc  "),
        (COMMANDS, "push\n3 pop quit"),
    ],
)
def test_tolerates_any_layout_that_leaves_no_doubt(text, data):
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data.encode())) == []
    assert layout_remark(fmt, data.encode())


@pytest.mark.parametrize(
    ("text", "data", "line", "token", "words"),
    [
        (PAIRS_TO_END, "1 2\n3\n", 2, 1, "the last row of a, b has 1 of 2 tokens"),
        (PAIRS_TO_ZEROS, "1 2\n0 4\n", 2, 3, "expected '0 0' at the end"),
        (PAIRS_TO_ZEROS, "1 2\n3\n0 0\n", 3, 3, "expected '0 0' at the end"),
        (PAIRS_TO_ZEROS, "1 2\n0 0\n7\n", 3, 1, "expected the end of the input"),
        (LISTS, "1 2\n-1 3\n", 2, 3, "expected '-1' at the end"),
        (LISTS, "1 x -1\n", 1, 2, "expected an integer for a"),
        (COMMANDS, "push 1\n", 1, 3, "expected 'quit' at the end"),
        (TEXTS_TO_END_WORD, "THE\nEND\n5\n", 3, 2, "expected 'THE END' at the end"),
    ],
)
def test_names_the_place_where_repetitions_leave_the_format(text, data, line, token, words):
    with pytest.raises(ParseError, match=re.escape(words)) as caught:
        parse(from_text(text), data.encode())
    assert (caught.value.line, caught.value.token) == (line, token)


@pytest.mark.parametrize(
    ("text", "instance", "where"),
    [
        (PAIRS_TO_ZEROS, {"n": 2, "a": [1, 0], "b": [0, 0]}, "a[2]"),
        ('n: count 0..9 until "0 0"\na: int[n] 0..9\n', {"n": 2, "a": [1, 0]}, "a[2]"),
        ('n: count 0..9 until "-1"\na: int[n] -1..9\n', {"n": 3, "a": [1, -1, 2]}, "a[2]"),
        ('n: count 0..9 until "."\ns: text[n] 0..9 of "a-z." lines\n', {"n": 2, "s": ["..", "."]}, "s[2]"),
        (SIZED_CASES.replace("1..5; m", "0..5; m"), {"t": 1, "tests": [{"n": 0, "m": 0, "a": []}]}, "tests[1]"),
        (
            'n: count 1..9 until "end"\nq: queries[n] after x: word 1..3 of "a-z"\n  1:\n',
            {"n": 1, "q": [("1", "end")]},
            "q[1]",
        ),
        ('rows[1]: k: count 0..9 until "0"; x: int[k] 0..9\n', {"k": [1], "x": [[0]]}, "x[1][1]"),
        ('n: count 0..9 until "\\n"\ns: text[n] 1..9 of "a " lines\n', {"n": 1, "s": [" "]}, "s[1]"),
    ],
)
def test_says_which_repetition_would_be_taken_for_the_end(text, instance, where):
    found = violations(from_text(text), instance)
    assert [violation.where for violation in found] == [where]
    assert "which ends the repetitions that" in found[0].message


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("n: count 0..9 until end\n", 1, 1, "counts what follows it at once"),
        ("n: count 0..9 until end\nm: int 1..9", 1, 1, "counts what follows it at once"),
        ("n: count 0..9 until end\nrows[n]: a: int 0..9\nm: int 1..9", 1, 1, "must come last of all"),
        ("t: cases[3]\n  n: count 0..9 until end\n  rows[n]: a: int 1..9", 2, 3, "must come last of all"),
        ('n: count 0..9 until ""\nrows[n]: a: int 0..9', 1, 21, "no tokens"),
        ("n: count 0..9 until end of line\nrows[n]: a: int 0..9", 1, 1, "can't end with the line"),
        ("n: count 0..9 until end of input\na: int[n] 0..9", 1, 1, "can't end with the input"),
        ('n: count 0..9 until "0"\nq: queries[n]\n  0:\n', 1, 1, "which is a tag too"),
        ('n: count 0..9 until "\\n"\ns: text[n] 0..9 of "a" lines', 1, 1, "may be empty lines"),
        ("x: int 1..9; k: count 0..9 until end; a: int[k] 0..9; y: int 1..9", 1, 14, "nothing may follow"),
        ("q: queries[3] after a: int[3] 1..9\n  1:", 1, 21, "only single numbers and words"),
        ("a: int 0.._row", 1, 11, "unknown variable '_row'"),
        ('b: word 0..8 of "ab" brackets', 1, 17, "made of the pairs"),
        ('b: word 0..8 of "0-9+" number', 1, 17, "made of digits"),
        ("n: count 0..9 until 0\n", 1, 21, "expected 'end'"),
    ],
)
def test_refuses_counts_that_cannot_be_read_or_are_not_clear(text, line, column, words):
    with pytest.raises(FormatSyntaxError, match=re.escape(words)) as caught:
        from_text(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "data", "words"),
    [
        ("rows[3]: k: int 0.._row; x: int[2-_row] 0..9\n", "0 1 2\n1 3\n2\n", ""),
        ("rows[3]: k: int 0.._row; x: int[2-_row] 0..9\n", "0 1 2\n2 3\n2\n", "k[2]: 2 is greater than _row = 1"),
        ("rows[3] points(x, y) distinct: x: int 0..5; y: int 0..5; w: int 0..9\n", "0 0 1\n0 1 1\n1 0 1\n", ""),
        (
            "rows[3] points(x, y) distinct: x: int 0..5; y: int 0..5; w: int 0..9\n",
            "0 0 1\n0 1 1\n0 0 2\n",
            "(0, 0) stands twice",
        ),
        (
            "rows[2] points(x, y) distinct: x: float 0.0..5.0 decimals 1; y: int 0..5\n",
            "0.5 0\n0.5 0\n",
            "stands twice",
        ),
        ("rows[2] tree(u, v; 3) rooted: u: int 1..3; v: int 1..3\n", "2 3\n1 2\n", ""),
        ("rows[2] tree(u, v; 3) rooted: u: int 1..3; v: int 1..3\n", "1 2\n3 2\n", "isn't rooted"),
        ("x: word 1..9 number\n", "0\n", ""),
        ("x: word 1..9 number\n", "07\n", "begins with a zero"),
        ('w: word[2] 1..9 of "0-9" number\n', "7 00\n", "w[2]: '00' begins with a zero"),
        ('x: word 1..9 of "0-9\\\\-" number\n', "-120\n", ""),
        ('x: word 1..9 of "0-9\\\\-" number\n', "-012\n", "begins with a zero"),
        ('x: word 1..9 of "0-9\\\\-" number\n', "-0\n", "begins with a zero"),
        ('x: word 1..9 of "0-9\\\\-" number\n', "1-2\n", "a minus that doesn't stand first"),
        ('x: word 1..9 of "0-9\\\\-" number\n', "-\n", "a minus without digits"),
        ('x: word 1..9 of "0-9\\\\-" number\n', "0\n", ""),
        ("b: word 1..9 brackets\n", "(()())\n", ""),
        ('s: word 3..3 of "cnf" fixed\n', "cnf\n", ""),
        ('s: word 3..3 of "cnf" fixed\n', "fnc\n", "isn't 'cnf'"),
        (STACK, "3\npush\npop\npush\n", ""),
        (STACK, "3\npush\npop\npop\n", "ops[3]: nothing is held there, which 'pop' needs"),
        (STACK, "3\npush\ntop\ntop\n", ""),
        (STACK, "1\ntop\n", "ops[1]: nothing is held"),
        (STACK, "2\npush\nget 1\n", "_held-1"),
        (STACK, "2\npush\nget 0\n", ""),
        ("b: word 1..9 brackets\n", "(()\n", "1 brackets stay open"),
        ("b: word 1..9 brackets\n", "())(\n", "nothing matches character 3"),
        ('b: word 1..9 of "()[]" brackets\n', "([)]\n", "nothing matches character 3"),
        ('b: word 1..9 of "()[]" brackets\n', "[()][]\n", ""),
    ],
)
def test_judges_rows_words_points_and_rooted_trees(text, data, words):
    fmt = from_text(text)
    assert from_text(to_text(fmt)) == fmt
    instance = parse(fmt, data.encode())
    found = "; ".join(map(str, violations(fmt, instance)))
    assert words in found if words else not found
    assert print_input(fmt, instance) == data.encode()

"""The text form as an editor needs it: places in texts that needn't be right, grounds as comments, what may follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.inputs.text_form.completion import completions
from slowpath.inputs.text_form.positions import outline
from slowpath.inputs.text_form.provenance import (
    annotated,
    ground_of_bound,
    grounds_of,
    in_powers,
    with_bounds,
    with_powers,
)
from slowpath.inputs.text_form.skeleton import skeleton
from slowpath.inputs.text_form.text import FormatSyntaxError, from_text, to_text
from slowpath.inputs.text_form.written import study, written_report
from slowpath.model.format import Evidence, FormatReport, Misfit
from slowpath.model.problem import Problem, Sample, Solution

TEXT = """\
t: int 1..10^4
tests: cases[t]
  n: int 2..2*10^5; k: int 1..n
  a: int[n] -5..max(n, 7) distinct
  ops: queries[k]
    1: x: int 1..n
    pop:
  rows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n
where sum n <= 2*10^5
"""
PIECES = [
    "n",
    "a",
    "int",
    "word",
    "rows",
    "cases",
    "queries",
    "where",
    "sum",
    ":",
    ";",
    "[",
    "]",
    "(",
    ")",
    "..",
    "1",
    "10^5",
    '"a-z"',
    '"',
    "of",
    "#",
    "\n",
    "  ",
    " ",
    "@",
    "count",
    "until",
    "after",
    "distinct",
    "-",
]
ANY_TEXT = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def cut(text: str, span) -> str:
    return text.split("\n")[span.line - 1][span.column - 1 : span.end - 1]


@pytest.mark.parametrize(
    ("name", "line", "low", "high"),
    [
        ("t", 1, "1", "10^4"),
        ("tests", 2, None, None),
        ("n", 3, "2", "2*10^5"),
        ("k", 3, "1", "n"),
        ("a", 4, "-5", "max(n, 7)"),
        ("x", 6, "1", "n"),
        ("u", 8, "1", "n"),
        ("v", 8, "1", "n"),
    ],
)
def test_finds_every_variable_with_its_bounds(name, line, low, high):
    declared = outline(TEXT).of(name)
    assert declared is not None
    assert (declared.at.line, cut(TEXT, declared.at)) == (line, name)
    assert [None if span is None else cut(TEXT, span) for span in (declared.low, declared.high)] == [low, high]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (1, {"t"}),
        (3, {"t", "tests", "n", "k"}),
        (6, {"t", "tests", "n", "k", "a", "ops", "x"}),
        (8, {"t", "tests", "n", "k", "a", "ops", "u", "v"}),
    ],
)
def test_knows_what_an_expression_may_mention(line, names):
    assert {declared.name for declared in outline(TEXT).visible(line)} == names


def test_every_use_is_a_name_at_its_place():
    uses = outline(TEXT).uses
    assert [cut(TEXT, use.at) for use in uses] == [use.name for use in uses]
    assert {use.name for use in uses} == {"t", "n", "k", "u", "v"}


@given(ANY_TEXT, st.integers(1, 5), st.integers(1, 30))
def test_nothing_that_is_half_typed_breaks_anything(text, line, column):
    found = outline(text)
    assert all(cut(text, declared.at) == declared.name for declared in found.declared)
    completions(text, line, column)
    remarks = study(text, (Sample("1", b"3\n1 2 3\n"),), None).remarks
    try:
        broken = not from_text(text).nodes
    except FormatSyntaxError:
        broken = True
    assert (broken and text.strip() != "") == any(remark.code == "syntax" for remark in remarks)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("100000", "10^5"),
        ("200000", "2*10^5"),
        ("1200000", "12*10^5"),
        ("1000", "1000"),
        ("100005", "100005"),
        ("1000000000000000000", "10^18"),
        ("123450000", "123450000"),
        ("0", "0"),
    ],
)
def test_large_round_numbers_are_written_as_powers(number, text):
    assert in_powers(number) == text
    assert with_powers(f"n: int 1..{number}") == f"n: int 1..{text}"


def test_tags_and_strings_keep_their_digits():
    assert with_powers('  100000: s: word 1..100000 of "100000"') == '  100000: s: word 1..10^5 of "100000"'


REPORT_TEXT = "n: int 1..200000; k: int 1..n\na: int[n] 1..9\nwhere sum n <= 200000\n"
SENTENCE = "1 <= k <= n <= 200000"
REPORT = FormatReport(
    from_text(REPORT_TEXT),
    REPORT_TEXT,
    (
        Evidence("n", "n is read", "reads", "", 4),
        Evidence("n", "n >= 1", "statement", SENTENCE, 7),
        Evidence("n", "n <= 200000", "statement", SENTENCE, 7),
        Evidence("k", "1 <= k <= n", "statement", SENTENCE, 7),
        Evidence("a", "1 <= a <= 9", "assumed", "digits", 5),
        Evidence("n", "sum of n <= 200000", "statement", "the sum of n", 9),
    ),
    assumed=("a",),
)


def test_comments_say_where_each_bound_came_from():
    text = annotated(REPORT, "problem.md", "main.cpp")
    assert text.splitlines()[:2] == [
        f'# 1 <= n <= 2*10^5, 1 <= k <= n (problem.md:7: "{SENTENCE}")',
        '# sum of n <= 2*10^5 (problem.md:9: "the sum of n")',
    ]
    assert "# 1 <= a <= 9 (assumed, main.cpp:5: digits)" in text.splitlines()
    assert to_text(from_text(text)).replace("2*10^5", "200000") == REPORT_TEXT


def test_the_ground_of_a_bound_is_the_one_that_speaks_of_its_side():
    grounds = grounds_of("n", REPORT)
    assert [ground_of_bound(grounds, high).fact for high in (False, True)] == ["n >= 1", "n <= 200000"]
    assert grounds[-1].source == "reads"
    assert ground_of_bound((), True) is None


def test_setting_a_bound_changes_it_and_what_was_said_of_the_assumed_one():
    changed = with_bounds(annotated(REPORT, "problem.md", "main.cpp"), "a", "1..10^9")
    assert "a: int[n] 1..10^9" in changed.splitlines()
    assert "assumed" not in changed
    assert SENTENCE in changed
    assert with_bounds(REPORT_TEXT, "unknown", "1..2") == REPORT_TEXT


def test_of_several_assumptions_in_one_comment_only_its_own_goes():
    text = "# 1 <= j <= 9, 1 <= h <= 9 (assumed: usual)\nj: int 1..9; h: int 1..9\n"
    assert with_bounds(text, "j", "0..3").splitlines() == ["# 1 <= h <= 9 (assumed: usual)", "j: int 0..3; h: int 1..9"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (REPORT_TEXT, ["assumed-bound"]),
        (REPORT_TEXT.replace("1..9", "1..8"), []),
        (REPORT_TEXT.replace("1..200000;", "0..300000;"), ["contradicts-statement"] * 2 + ["assumed-bound"]),
        (REPORT_TEXT.replace("1..200000;", "5..10;"), ["assumed-bound"]),
        ("n: int 1..9; k: int n..n-1\n", ["empty-range"]),
        ("n: int 1..9; k: int n..n\n", []),
        ("x: float 2.0..1.0\n", ["empty-range"]),
        ('s: word 5..4 of "ab"\n', ["empty-range"]),
    ],
)
def test_a_text_is_held_against_what_was_inferred(text, codes):
    found = study(text, (), REPORT)
    assert sorted(remark.code for remark in found.remarks) == sorted(codes)


def test_samples_are_seen_and_those_that_do_not_fit_are_named_with_line_and_token():
    samples = (Sample("a", b"3 1\n1 2 9\n"), Sample("b", b"2 1\n4 x\n"))
    text = "n: int 1..9; k: int 1..n\na: int[n] 1..8\n"
    found = study(text, samples, None)
    assert dict(found.seen) == {"n": "3", "k": "1", "a": "1..9"}
    assert [(r.at.line, r.variable) for r in found.remarks] == [(2, "a"), (2, "a")]
    misfits = written_report(text, samples).misfits
    assert [misfit.where for misfit in misfits] == ["sample a", "sample b"]
    assert misfits[1].message.startswith("line 2, token 2: ")
    assert all(evidence.source == "user" for evidence in written_report(text, samples).evidence)


def test_lines_that_the_samples_break_otherwise_are_named():
    samples = (Sample("1", b"3 2\n5 6 7\n"), Sample("2", b"\n1 1\n\n9\n"))
    text = "n: int 1..9\nk: int 1..n\na: int[n] 1..9\n"
    told = [f"{misfit.where}: {misfit.message}" for misfit in written_report(text, samples).misfits]
    assert told == [
        f"sample {name}: line {name}: the sample has 2 tokens on this line, and the format writes 1 "
        "(what stands on one line is declared in one line, with ; between)"
        for name in (1, 2)
    ]
    assert [remark.severity for remark in study(text, samples, None).remarks] == ["warning", "warning"]
    assert not written_report(text.replace("\nk", "; k"), samples).misfits


@pytest.mark.parametrize(
    ("text", "data", "place"),
    [
        ("n: int 1..9\na: int[n] 1..8\n", b"3\n1 2 9\n", "line 2, token 3, a[3]"),
        ("n: int 1..2\na: int[n] 1..8\n", b"3\n1 2 8\n", "line 1, token 1, n"),
        ("rows[2]: u: int 1..3; v: int 1..3\n", b"1 2\n4 1\n", "line 2, token 1, u[2]"),
        ('tests: cases[2]\n  s: word 1..9 of "a"\n', b"a\nab\n", "line 2, token 1, tests[2].s"),
        ("a: int[2] 1..9 distinct\n", b"5 5\n", "a"),
    ],
)
def test_a_broken_rule_is_placed_at_its_token(text, data, place):
    misfits = written_report(text, (Sample("1", data),)).misfits
    assert [misfit.message.partition(": ")[0] for misfit in misfits] == [place]


def test_comments_alone_are_no_format():
    with pytest.raises(FormatSyntaxError, match="nothing is declared"):
        written_report("# later\n", ())


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (b"n = int(input())\na = list(map(int, input().split()))\n", ["n: int 1..10^5"]),
        (
            b"n, m = map(int, input().split())\nfor _ in range(m):\n    u, v = map(int, input().split())\n",
            ["n: int 1..10^5"],
        ),
        (b"print(1)\n", []),
        (b"def f(:\n", []),
    ],
)
def test_a_skeleton_says_why_and_begins_with_what_is_read(tmp_path, source, lines):
    problem = Problem("p", "plain", tmp_path, samples=(Sample("1", b"3 x\n"),))
    report = FormatReport(None, misfits=(Misfit("sample 1", "line 1, token 2: not a number"),))
    text = skeleton(problem, Solution(tmp_path / "a.py", "python", source), report)
    assert "#   sample 1: line 1, token 2: not a number" in text.splitlines()
    assert "#   3 x" in text.splitlines()
    written = [line for line in text.splitlines() if not line.startswith("#")]
    assert written[: len(lines)] == lines
    from_text(text)


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("|", {"rows", "cases", "where"}, {"n"}),
        ("n: |", {"int", "word", "cases", "count"}, {"rows"}),
        ("n: int 1..9; m: |", {"int"}, {"cases"}),
        ("n: int 1..9\nm: int 1..|", {"n", "10^9"}, {"m"}),
        ("n: int 1..9\nm: int 1..n-|", {"n"}, {"10^9"}),
        ("n: int 1..9\na: int[|", {"n"}, {"distinct"}),
        ("n: int 1..9\na: int[n] |", {"1..n", "1..10^9"}, {"distinct"}),
        ("n: int 1..9\na: int[n] 1..n |", {"distinct", "permutation", "lines"}, {"connected"}),
        ("s: word 1..9 |", {"of", "number", "brackets"}, set()),
        ("x: float 0.0..1.0 |", {"decimals"}, {"of"}),
        ("n: int 1..9\nrows[n] |", {"tree", "connected"}, {"n"}),
        ("n: int 1..9\nrows[n]: u: |", {"int"}, {"cases"}),
        ("n: count 1..9 until |", {"end", "end of line"}, set()),
        ("n: int 1..9\nwhere |", {"sum", "distinct", "n"}, set()),
        ("n: int 1..9\nwhere n <= |", {"n", "10^5"}, {"sum"}),
        ("# a comment |", set(), {"n", "rows"}),
        ('s: word 1..9 of "|', set(), {"n"}),
    ],
)
def test_what_may_follow(text, wanted, unwanted):
    before, _, after = text.partition("|")
    lines = before.split("\n")
    labels = {made.label for made in completions(before + after, len(lines), len(lines[-1]) + 1)}
    assert wanted <= labels
    assert not unwanted & labels

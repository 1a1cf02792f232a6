"""Formats read from the source of testlib validators, which aren't run."""

from __future__ import annotations

import pytest

from slowpath.inputs.checktestdata.convert import CannotConvert, to_format
from slowpath.inputs.checktestdata.report import completed, validator_report
from slowpath.inputs.testlib.reading import read_validator
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.model.format import Evidence, FormatReport
from slowpath.model.problem import Sample
from slowpath.model.validation import ValidatorSource

FRAME = (
    '#include "testlib.h"\n%s\nint main(int argc, char* argv[]) {\n  registerValidation(argc, argv);\n%s\n'
    "  inf.readEof();\n  return 0;\n}\n"
)


def read(body: str, top: str = "", **constants: int):
    return to_format(read_validator((FRAME % (top, body)).encode(), constants))


HEAD = 'int n = inf.readInt(1, N_MAX, "n"); inf.readEoln();'

EDGES = (
    "for (int i = 0; i < n; i++) { int u = inf.readInt(1, n); inf.readSpace(); int v = inf.readInt(1, n);"
    "inf.readEoln(); %s }"
)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (
            'int n = inf.readInt(1, N_MAX, "n"); inf.readSpace(); long long k = inf.readLong(-n, 1e9, "k"); '
            "inf.readEoln();",
            "n: int 1..99; k: int -n..1000000000\n",
        ),
        (
            HEAD
            + 'for (int i = 0; i < n; i++) { inf.readInt(0, (1 << 30) - 1, "a_i"); if (i != n - 1) inf.readSpace(); }'
            "inf.readEoln();",
            "n: int 1..99\na: int[n] 0..1073741823\n",
        ),
        (
            HEAD + 'for (int i = 0; i < n; i++) { inf.readToken("[A-Z]{2}-[0-9]{4}", "s"); inf.readEoln(); }',
            'n: int 1..99\nw: word[n] 7..7 pattern "[A-Z]{2}-[0-9]{4}" lines\n',
        ),
        (
            HEAD + 'vector<int> a = inf.readInts(n, 1, 9, "a"); inf.readEoln(); for (int i = 1; i < n; i++) '
            'ensuref(a[i] != a[i - 1], "neighbours");',
            "n: int 1..99\na: int[n] 1..9\nwhere apart a\n",
        ),
        (
            HEAD + "for (int i = 0; i < n; i++) { if (i) inf.readSpace(); inf.readInt(0, 1); } inf.readEoln();",
            "n: int 1..99\nx: int[n] 0..1\n",
        ),
        (
            HEAD
            + "for (int i = 0; i < n; i++) { inf.readInt(0, 1); if (i == n - 1) inf.readEoln(); else inf.readSpace(); "
            "}",
            "n: int 1..99\nx: int[n] 0..1\n",
        ),
        (
            HEAD + "for (int i = 0; i < n; i++) { inf.readInt(0, 1); inf.readChar(i + 1 == n ? '\\n' : ' '); }",
            "n: int 1..99\nx: int[n] 0..1\n",
        ),
        (
            HEAD + "vector<int> a(n); for (auto& x : a) { x = inf.readInt(1, 9); inf.readEoln(); }",
            "n: int 1..99\na: int[n] 1..9 lines\n",
        ),
        (HEAD + 'inf.readInts(n, 1, 9, "a"); inf.readEoln();', "n: int 1..99\na: int[n] 1..9\n"),
        (
            HEAD
            + 'while (n--) { int l = inf.readInt(1, 9, "l"); inf.readSpace(); inf.readInt(l, 9, "r"); inf.readEoln(); '
            "}",
            "n: int 1..99\nrows[n]: l: int 1..9; r: int l..9\n",
        ),
        (
            HEAD + 'for (int i = 1; i <= n; ++i) { int t = inf.readInt(0, 1, "t"); inf.readSpace(); if (t == 0) {'
            'inf.readInt(1, 5, "x"); } else { inf.readInt(6, 9, "y"); inf.readSpace(); inf.readInt(0, 1, "z"); }'
            "inf.readChar('\\n'); }",
            "n: int 1..99\nqueries: queries[n]\n  0: x: int 1..5\n  1: y: int 6..9; z: int 0..1\n",
        ),
        (
            HEAD + "for (int i = 0; i < n; i++) { int t = inf.readInt(1, 2); switch (t) { case 1: break; case 2: "
            "inf.readSpace(); inf.readInt(1, n); break; } inf.readEoln(); }",
            "n: int 1..99\nqueries: queries[n]\n  1:\n  2: x: int 1..n\n",
        ),
        (
            'int t = inf.readInt(1, 9, "t"); inf.readEoln(); long long total = 0; for (int c = 0; c < t; c++) {'
            'int n = inf.readInt(1, N_MAX, "n"); inf.readEoln(); total += n; string s = inf.readToken('
            'format("[a-z]{%d,%d}", 1, (int)N_MAX)); inf.readEoln(); } ensuref(total <= 1000, "sum");',
            't: int 1..9\ntests: cases[t]\n  n: int 1..99\n  s: word 1..99 of "a-z"\nwhere sum n <= 1000\n',
        ),
        (
            HEAD
            + "for (int i = 0; i < n - 1; i++) { int u = inf.readInt(1, n); inf.readSpace(); int v = inf.readInt(1, n);"
            "inf.readEoln(); ensure(!uf.same(u, v)); uf.merge(u, v); }",
            "n: int 1..99\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
        ),
        (
            "int a = inf.readInt(1, 9); inf.readSpace(); int b = inf.readInt(1, 9); ensure(a < b && a * b <= 50);"
            "inf.readEoln();",
            "a: int 1..9; b: int 1..9\nwhere a < b\nwhere a*b <= 50\n",
        ),
        (
            HEAD + EDGES % "ensure(u != v); ensure(seen.insert({u, v}).second);",
            "n: int 1..99\nrows[n] graph(u, v; n) directed simple: u: int 1..n; v: int 1..n\nwhere u != v\n",
        ),
        (
            HEAD + EDGES % "ensure(seen.insert(minmax(u, v)).second);",
            "n: int 1..99\nrows[n] graph(u, v; n) simple: u: int 1..n; v: int 1..n\n",
        ),
        (
            HEAD + EDGES % 'ensuref(!seen.count(P(u, v)), "twice"); seen.insert(P(u, v)); seen.insert(P(v, u));',
            "n: int 1..99\nrows[n] graph(u, v; n) simple: u: int 1..n; v: int 1..n\n",
        ),
        (
            HEAD + EDGES % "ensure(seen.insert(make_pair(u, v)).second);",
            "n: int 1..99\nrows[n] distinct: u: int 1..n; v: int 1..n\n",
        ),
        (
            HEAD
            + EDGES
            % 'ensuref(u != v, "loop"); ensure(e.count({u, v}) == 0 && e.count({v, u}) == 0); e.insert({u, v});',
            "n: int 1..99\nrows[n] graph(u, v; n) simple: u: int 1..n; v: int 1..n\nwhere u != v\n",
        ),
        (
            HEAD + EDGES % 'bool fresh = seen.insert({u, v}).second; ensuref(fresh, "twice");',
            "n: int 1..99\nrows[n] distinct: u: int 1..n; v: int 1..n\n",
        ),
        (
            "set<int> s; " + HEAD + EDGES % "s.insert(u);" + "ensure((int)s.size() == n);",
            "n: int 1..99\nrows[n]: u: int 1..n; v: int 1..n\nwhere distinct u\n",
        ),
        (
            HEAD
            + 'ensure(isPrime(n)); const int top = std::min<int>(n, 50) - 1; inf.readInt(0, top, "x"); inf.readEoln();',
            "n: int 1..99\nx: int 0..min(n,50)-1\nwhere prime n\n",
        ),
        (HEAD + 'if (n % 2 != 0) quitf(_fail, "odd");', "n: int 1..99\nwhere n%2 == 0\n"),
        (
            'int t = inf.readInt(1, 9, "t"); inf.readEoln(); int a = 0, b = 0; for (int c = 0; c < t; c++) {'
            'int n = inf.readInt(1, 9, "n"); inf.readSpace(); int m = inf.readInt(1, 9, "m"); inf.readEoln();'
            "a += n, b += m; } ensure(a <= 20 && b <= 30);",
            "t: int 1..9\nrows[t]: n: int 1..9; m: int 1..9\nwhere sum n <= 20\nwhere sum m <= 30\n",
        ),
        (
            HEAD
            + "for (int i = 0; i < n; i++) { char c = inf.readChar(); ensure(c == '0' || c == '1'); } inf.readEoln();",
            'n: int 1..99\nc: word[n] 1..1 of "01" joined\n',
        ),
        (
            HEAD
            + "for (int i = 0; i < n; i++) { string s = inf.readToken(); inf.readEoln(); ensure(int(s.size()) == n);"
            "for (char c : s) ensure('a' <= c && c <= 'c'); }",
            'n: int 1..99\ns: word[n][n] n..n of "abc" joined\n',
        ),
        (
            HEAD + "vector<int> v; for (int i = 0; i < n; i++) { int a = inf.readInt(0, 9); inf.readSpace();"
            "int b = inf.readInt(0, 9); inf.readEoln(); v.push_back(a); } ensure(v[0] == 0);"
            "for (int i = 0; i < n - 1; ++i) ensure(v[i] < v[i + 1]);",
            "n: int 1..99\nrows[n] strictly-sorted: a: int 0..9; b: int 0..9\nwhere a[0] == 0\n",
        ),
        (
            HEAD + "for (int i = 1; i <= n; i++) { int a = inf.readInt(0, 9); if (i < n) inf.readSpace();"
            "if (i == 2) { ensure(a != 0); } } inf.readEoln();",
            "n: int 1..99\na: int[n] 0..9\nwhere a[1] != 0\n",
        ),
        (
            HEAD + 'for (int i = 1; i < n; i++) { inf.readInt(0, i - 1, "p_i"); if (i + 1 < n) inf.readSpace(); }'
            "inf.readEoln();",
            "n: int 1..99\np: int[n-1] 0..n-2 parents\n",
        ),
        (
            HEAD + "for (int i = 0; i < n; i++) { int t = inf.readInt(0, 1); if (t == 0) { inf.readSpace(); int l = "
            "inf.readInt(0, 9); inf.readSpace(); int r = inf.readInt(0, 9); inf.readEoln(); ensure(l < r); } else {"
            "inf.readEoln(); } }",
            "n: int 1..99\nqueries: queries[n]\n  0: l: int 0..9; r: int 0..9\n  1:\nwhere l < r\n",
        ),
        (
            HEAD + "int size = 0; for (int i = 0; i < n; i++) { int t = inf.readInt(0, 3); if (t == 0 || t == 1) {"
            "inf.readSpace(); inf.readInt(1, 9); size++; } else if (t == 2) { size--; ensure(size >= 0); } else {"
            "inf.readSpace(); inf.readInt(0, size - 1); } inf.readEoln(); }",
            "n: int 1..99\nqueries: queries[n] holding 0\n  0 adds: x: int 1..9\n  1 adds: x2: int 1..9\n  2 takes:\n"
            "  3 needs: x3: int 0.._held-1\n",
        ),
        (
            HEAD + "int size = n; for (int i = 0; i < n; i++) { int t = inf.readInt(0, 2); if (t == 0) {"
            "inf.readSpace(); inf.readInt(0, size); size += 1; } else if (t == 1) { ensure(size > 0); size -= 1; } "
            "else {"
            "inf.readSpace(); inf.readInt(-1, i - 1); } inf.readEoln(); }",
            "n: int 1..99\nqueries: queries[n] holding n\n  0 adds: x: int 0.._held\n  1 takes:\n"
            "  2: x2: int -1.._row-1\n",
        ),
        (
            'ensure(inf.readToken() == "p"); inf.readSpace(); string s = inf.readToken(); ensure(s == "cnf"); '
            "inf.readSpace();"
            'int n = inf.readInt(1, 9, "n"); inf.readEoln();',
            'w: word 1..1 of "p" fixed; s: word 3..3 of "cnf" fixed; n: int 1..9\n',
        ),
        (
            HEAD + 'int top = 0; if (n == 1) { top = 50; } else { top = 90 / n; } int m = inf.readInt(0, top, "m");'
            'inf.readSpace(); inf.readInt(0, n <= 3 ? 7 : n, "k"); inf.readEoln();',
            "n: int 1..99\nm: int 0..90//n+(50-90//n)*max(0,1-abs(1-n)); k: int 0..n+(7-n)*min(1,max(0,3-n+1))\n",
        ),
        ('double x = inf.readStrictDouble(0, 10, 1, 3, "x"); inf.readEoln();', "x: float 0.0..10.0 decimals 3\n"),
    ],
)
def test_validators_are_read_as_formats(body, text):
    converted = read(body, N_MAX=99)
    assert to_text(converted.format) == text
    assert converted.left_out == ()


def test_constants_of_the_file_and_functions_without_arguments_are_followed():
    top = "#define LOW 2\nconst int HIGH = 3 * LOW;\nvoid line() { inf.readInt(LOW, HIGH); inf.readEoln(); }"
    assert to_text(read("line(); line();", top).format) == "x: int 2..6\nx2: int 2..6\n"


@pytest.mark.parametrize(
    "check",
    [
        "ensure(is_square(n));",
        "for (int d = 2; d < n; d++) ensure(n % d != 0);",
        "set<int> s; ensure(s.insert(n).second);",
    ],
)
def test_checks_that_cannot_be_followed_are_named(check):
    converted = read(HEAD + check, N_MAX=99)
    assert to_text(converted.format) == "n: int 1..99\n"
    assert len(converted.left_out) == 1


@pytest.mark.parametrize(
    "body",
    [
        "if (rand()) { inf.readInt(1, 2); } inf.readEoln();",
        "while (unknown()) { inf.readInt(1, 2); inf.readEoln(); }",
        "int n = 2 * inf.readInt(1, 2); inf.readEoln();",
        "inf.readInt(1, mystery(3)); inf.readEoln();",
        "auto f = [&]() { return inf.readInt(1, 2); }; f(); inf.readEoln();",
        "inf.readChar('x'); inf.readEoln();",
    ],
)
def test_reads_that_cannot_be_followed_are_refused(body):
    with pytest.raises(CannotConvert):
        read(body)


def test_a_condition_on_the_number_of_a_row_is_named():
    rows = "for (int i = 0; i < n; i++) { int a = inf.readInt(0, 9); inf.readEoln(); ensure(a <= i); }"
    converted = read(HEAD + rows, N_MAX=99)
    assert to_text(converted.format) == "n: int 1..99\na: int[n] 0..9 lines\n"
    assert "an assertion that no format can make" in converted.left_out[0]


def test_a_source_without_main_or_broken_code_is_refused():
    for source in (b"", b"int f() {}", b"int main( {{{{ inf.readInt(", b"\xff\xfe\0"):
        with pytest.raises(CannotConvert):
            to_format(read_validator(source, {}))


def test_a_sample_that_does_not_follow_disproves_the_reading(tmp_path):
    source = ValidatorSource("testlib", tmp_path / "v.cpp", tmp_path, (("params.h", "#define N_MAX (long long)99\n"),))
    text = (FRAME % ('#include "params.h"', HEAD)).encode()
    report = validator_report(source, text, (Sample("1", b"7\n"),))
    assert report is not None and report.text == "n: int 1..99\n"
    assert report.evidence[0].source == "package" and report.evidence[0].quote == "v.cpp"
    assert validator_report(source, text, (Sample("1", b"100\n"),)) is None


@pytest.mark.parametrize(("theirs", "kept"), [("n: int 1..9", 1), ("n: int 1..8", 0)])
def test_sentences_that_say_what_the_validator_says_are_accounted_for(theirs, kept):
    mine = FormatReport(from_text("n: int 1..9"), evidence=(Evidence("n", "1 <= n <= 9", "package", "v.cpp"),))
    said = (Evidence("n", "n >= 1", "reads", "cin >> n"), Evidence("n", "n <= 9", "statement", "n is at most 9", 3))
    report = completed(mine, FormatReport(from_text(theirs), evidence=said), ())
    assert report.format == mine.format
    assert report.evidence == (*mine.evidence, *said[1 : 1 + kept])


def test_names_and_structures_that_the_statement_has_are_kept():
    mine = from_text("n: int 1..9; m: int 0..20\nrows[m]: a: int 0..n-1; b: int 0..n-1")
    theirs = from_text("N: int 1..9; M: int 0..20\nrows[M] graph(u, v; N) connected: u: int 0..N-1; v: int 0..N-1")
    sample = Sample("1", b"2 1\n0 1\n")
    found = Evidence("a", "0 <= a <= n-1", "package", "format.ctd")
    report = completed(
        FormatReport(mine, "", (found,), (), ("m",)), FormatReport(theirs), (sample,), "N, M, u_i and v_i"
    )
    assert report.format == theirs and report.text == to_text(theirs)
    assert report.evidence == (Evidence("u", "0 <= u <= N-1", "package", "format.ctd"),) and report.assumed == ("M",)
    unconnected = completed(FormatReport(mine), FormatReport(theirs), (Sample("1", b"3 1\n0 1\n"),), "N, M, u, v")
    assert unconnected.text == "N: int 1..9; M: int 0..20\nrows[M]: u: int 0..N-1; v: int 0..N-1\n"


def test_names_that_change_places_stay_apart():
    mine = from_text("n: int 1..9\nrows[n]: a: int 0..9; b: int 0..9")
    theirs = from_text("b: int 1..9\nrows[b]: a: int 0..9; c: int 0..9")
    sample = Sample("1", b"1\n0 1\n")
    report = completed(FormatReport(mine), FormatReport(theirs), (sample,), "$b$ rows of $a_i$ and $c_i$")
    assert report.text == "b: int 1..9\nrows[b]: a: int 0..9; c: int 0..9\n"


@pytest.mark.parametrize("statement", ["rows of a and c", "b rows, each the min of a and c"])
def test_names_that_only_a_program_has_are_not_taken_nor_what_would_be_one_for_two(statement):
    mine = from_text("n: int 1..9\nrows[n]: a: int 0..9; b: int 0..9")
    theirs = from_text("b: int 1..9\nrows[b]: c: int 0..9; min: int 0..9")
    report = completed(FormatReport(mine), FormatReport(theirs), (Sample("1", b"1\n0 1\n"),), statement)
    names = "n c b" if statement.startswith("rows") else "n a b"
    first, second, third = names.split()
    assert report.text == f"{first}: int 1..9\nrows[{first}]: {second}: int 0..9; {third}: int 0..9\n"

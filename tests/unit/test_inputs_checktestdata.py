"""checktestdata: what the language means, where errors are, patterns, and formats read from scripts."""

from __future__ import annotations

import pytest

from slowpath.inputs.checktestdata.convert import CannotConvert, to_format
from slowpath.inputs.checktestdata.ere import PatternError
from slowpath.inputs.checktestdata.evaluation import ScriptError
from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
from slowpath.inputs.checktestdata.matching import matcher
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.validator import script_validator
from slowpath.inputs.text_form.text import to_text


def accepts(script: str, data: str) -> bool:
    return check(read_script(script), data.encode("latin-1"), most_steps=100_000) is None


LONG_LOOPS = {
    "one a row": ("REP(n,SPACE) INT(-5,{hi}) END NEWLINE", 1),
    "one a line": ("REP(n) INT(-5,{hi},x) NEWLINE END ASSERT(x>-6)", 1),
    "two a line": ("REPI(i,n) INT(-5,{hi},x) SPACE INT(-5,{hi},y[i]) NEWLINE END ASSERT(y[n-1]==x+1 && i==n)", 2),
    "three in lines that are parted": (
        "REP(n,NEWLINE) INT(-5,{hi}) SPACE INT(1,{hi}) SPACE INT(0,{hi}) END NEWLINE",
        3,
    ),
}


@pytest.mark.parametrize("count", [99, 100, 300])
@pytest.mark.parametrize("loop", LONG_LOOPS)
@pytest.mark.parametrize("odd", ["", "-0", "007", "-6", "1000001", "x", "12345678901234567890", "1 ", "1\n"])
def test_many_rows_of_integers_have_the_errors_of_a_loop(count, loop, odd):
    template, wide = LONG_LOOPS[loop]
    script = f"INT(1,1000,n) NEWLINE {template} EOF"
    at_once = read_script(script.format(hi="10^6"))
    # Bounds that may change from row to row are read one by one.
    one_by_one = read_script(script.replace("REP(n", "REPI(i,n").format(hi="10^6+0*i"))
    rows = [" ".join(str(number + of) for of in range(wide)) for number in range(count)]
    end = " " if "SPACE) INT" in template else "\n"
    for made in (rows, [*rows[:70], odd, *rows[71:]], [*rows[:70], f"1 {odd}", *rows[71:]], rows[1:], [*rows, "1"]):
        data = f"{count}\n{end.join(made)}\n".encode()
        first, second = check(at_once, data), check(one_by_one, data)
        assert (first is None) == (second is None) == (made is rows or (made[70] == rows[70] and len(made) == count))
        assert first is None or (first.line, first.column, first.expected) == (
            second.line,
            second.column,
            second.expected,
        )


@pytest.mark.parametrize(
    ("script", "good", "bad"),
    [
        (
            "INT(-3,12) NEWLINE",
            ["-3\n", "0\n", "12\n"],
            ["-4\n", "13\n", "-0\n", "+1\n", "01\n", "\n", "-\n", "1", "1\n\n"],
        ),
        ("INT(0,10^30,x) SPACE INT(x+1,10^30) NEWLINE", [f"{10**29} {10**30}\n"], ["3 3\n", "1  2\n", "1\n"]),
        (
            "FLOAT(-1,1) NEWLINE",
            ["0\n", "-0.5\n", "1e-3\n", "0.1E0\n"],
            ["1.\n", ".5\n", "01.0\n", "1e\n", "2\n", "1e01\n"],
        ),
        ("FLOAT(0,9,x,FIXED) NEWLINE", ["1.25\n"], ["1e0\n"]),
        ("FLOAT(0,99,x,SCIENTIFIC) NEWLINE", ["1.5e1\n"], ["15\n"]),
        ("FLOATP(0,9,1,2) NEWLINE", ["1.5\n", "1.25\n", "2.50e0\n"], ["1\n", "1.234\n", "0.5e1\n", "12.5e-1\n"]),
        ("FLOAT(0,10^400) NEWLINE", ["1e399\n"], ["1e401\n", "1e999999999999999999999\n"]),
        ('STRING("a\\"b\\\\ \\101\\n")', ['a"b\\ A\n'], ['a"b\\ A', "a"]),
        ('REGEX("[a-c]{2,3}",s) ASSERT(STRLEN(s)==3) NEWLINE', ["abc\n"], ["ab\n", "abca\n"]),
        ("REP(3,SPACE) INT(1,9) END NEWLINE", ["1 2 3\n"], ["1 2\n", "1 2 3 \n", "1 2 3 4\n"]),
        ("REPI(i,3) INT(i,i) NEWLINE END ASSERT(i==3)", ["0\n1\n2\n"], ["0\n2\n2\n"]),
        ("WHILE(!ISEOF) INT(0,9) NEWLINE END", ["", "1\n2\n"], ["1\n2"]),
        ('WHILEI(i,!MATCH("\\n"),SPACE) INT(0,9) END NEWLINE ASSERT(i>=2)', ["1 2\n"], ["1\n", "\n"]),
        ("WHILE(!ISEOF, NEWLINE) INT(0,9) END", ["1\n2"], ["1\n2\n"]),
        ('IF(MATCH("i")) STRING("impossible") ELSE INT(0,9) END NEWLINE', ["impossible\n", "7\n"], ["im\n", "x\n"]),
        ("REPI(i,3,SPACE) INT(0,9,a[i]) END NEWLINE ASSERT(UNIQUE(a))", ["1 2 3\n"], ["1 2 1\n"]),
        ("REPI(i,2) INT(0,9,x[i]) SPACE INT(0,9,y[i]) NEWLINE END ASSERT(UNIQUE(x,y))", ["1 2\n1 3\n"], ["1 2\n1 2\n"]),
        (
            "REPI(i,3,SPACE) INT(0,9,a[i]) END NEWLINE INT(0,9,v) NEWLINE ASSERT(INARRAY(v,a))",
            ["1 2 3\n2\n"],
            ["1 2 3\n4\n"],
        ),
        (
            "REP(2) REPI(i,2,SPACE) INT(0,9,a[i]) END NEWLINE ASSERT(UNIQUE(a)) UNSET(a) END",
            ["1 2\n1 2\n"],
            ["1 1\n1 2\n"],
        ),
        ("SET(x=7/2,y=-7/2,z=-7%3) ASSERT(x==3 && y==-3 && z==-1)", [""], ["x"]),
        ("SET(a=1/2.0) ASSERT(a==0.5)", [""], []),
        ("ASSERT(2^3^2==64 && -2^2==-4)", [""], []),
        ("ASSERT(1==1 || 1==1 && 1==2)", [], [""]),
        ("ASSERT(!1==2 && 1==2)", [""], []),
        ('SET(s="abc") ASSERT(s<"abd" && s!="b")', [""], []),
        ("# nothing\nEOF", [""], [" "]),
    ],
)
def test_scripts_accept_what_the_language_says(script, good, bad):
    assert [data for data in good if not accepts(script, data)] == []
    assert [data for data in bad if accepts(script, data)] == []


@pytest.mark.parametrize(
    ("script", "data", "line", "column", "expected"),
    [
        ("INT(1,5,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE", "3\n1 2 x\n", 2, 5, "an integer from 1 to 9"),
        ("INT(1,5,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE", "2\n1 2 3\n", 2, 4, "a line end"),
        ("INT(1,5) NEWLINE", "1\n2\n", 2, 1, "the end of the data"),
        ('STRING("abc") NEWLINE', "abd\n", 1, 3, "'c'"),
        (
            "INT(1,5,a) SPACE INT(1,5,b) NEWLINE ASSERT(a<b)",
            "2 1\n",
            2,
            1,
            "that the assertion in the script's line 1 holds",
        ),
    ],
)
def test_errors_say_where_and_what_was_expected(script, data, line, column, expected):
    error = check(read_script(script), data.encode())
    assert error is not None
    assert (error.line, error.column, error.expected) == (line, column, expected)
    assert str(error).startswith(f"line {line}, column {column}: expected ")


@pytest.mark.parametrize(
    "script",
    [
        "WHILE(1==1) END",
        "REP(10^18) END",
        "SET(x=9) REP(10^6) SET(x=x*x) END",
        "ASSERT(1/0==1)",
        "INT(0,n)",
        "ASSERT(2^-1==1)",
        'ASSERT(1=="a")',
        "REP(0-1) END",
        'REGEX("(")',
        "SET(x=2^(10^30))",
        "ASSERT(UNIQUE(a))",
    ],
)
def test_a_failing_script_says_nothing_about_the_data(script):
    with pytest.raises(ScriptError):
        check(read_script(script), b"", most_steps=10_000)
    assert script_validator("v.ctd", b"ASSERT(1/0==1)").validate(b"").valid is None


@pytest.mark.parametrize(
    ("script", "line", "column"),
    [
        ("INT(1,2", 1, 8),
        ("SPACE\nEND", 2, 1),
        ("REP(2)\n", 2, 1),
        ("INT(1 2)", 1, 7),
        ('STRING("a', 1, 8),
        ("ELSE", 1, 1),
        ("IF(1==1) ELSE ELSE END", 1, 15),
        ('STRING("\\777")', 1, 8),
        ("FLOAT(0,1,x,MAYBE)", 1, 13),
        ("foo", 1, 1),
    ],
)
def test_a_script_that_cannot_be_read_names_the_first_wrong_place(script, line, column):
    with pytest.raises(ScriptSyntaxError) as caught:
        read_script(script)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("pattern", "text", "end"),
    [
        ("a|ab", "ab", 2),
        ("(a|ab)(c|bcd)", "abcd", 4),
        ("(ab?)(bc)?", "abc", 3),
        ("(a|b)*c?", "abbac!", 5),
        ("[a-z]{2,3}", "abcd", 3),
        ("[^\n]*", "a b\nc", 3),
        ("x*", "yyy", 0),
        ("x+", "yyy", None),
        (".", "\n", 1),
        ("[]a]+", "]a]b", 3),
        ("[a\\.]+", "a\\.b", 3),
        ("\\(\\)", "()", 2),
        ("[[:digit:][:upper:]-]+", "A1-b", 3),
        ("^a$", "a", 1),
        ("^a$", "ab", None),
        ("(a{2}){2}", "aaaaa", 4),
        ("(|a)b", "ab", 2),
        ("a{0}b", "b", 1),
    ],
)
def test_patterns_match_the_longest(pattern, text, end):
    assert matcher(pattern)(text, 0) == end


@pytest.mark.parametrize(
    "pattern", ["(", "[a", "a{2,1}", "*a", "a{x}", "[z-a]", "a)", "\\", "[[:odd:]]", "(a|ab){5000}"]
)
def test_patterns_that_are_none_are_refused(pattern):
    with pytest.raises(PatternError):
        matcher(pattern)


def test_a_long_match_is_linear_in_the_text():
    text = "ab" * 50_000
    assert matcher("[a-b]{1,100000}")(text, 0) == 100_000
    assert matcher("(a|ab)*")(text, 0) == 100_000


@pytest.mark.parametrize(
    ("script", "text"),
    [
        (
            "INT(1,9,n) SPACE INT(1,9,k) NEWLINE REPI(i,n,SPACE) INT(1,k,a[i]) END NEWLINE",
            "n: int 1..9; k: int 1..9\na: int[n] 1..k\n",
        ),
        (
            "INT(1,9,n) NEWLINE REP(n) INT(1,n,u) SPACE INT(1,n,v) NEWLINE ASSERT(u!=v) END",
            "n: int 1..9\nrows[n]: u: int 1..n; v: int 1..n\nwhere u != v\n",
        ),
        (
            "INT(1,9,t) NEWLINE SET(s=0) REP(t) INT(1,99,n) NEWLINE SET(s=s+n) REP(n,SPACE) INT(0,1) END NEWLINE END "
            "ASSERT(s<=100)",
            "t: int 1..9\ntests: cases[t]\n  n: int 1..99\n  x: int[n] 0..1\nwhere sum n <= 100\n",
        ),
        (
            "SET(c=0) WHILE(!ISEOF) INT(0,9) NEWLINE SET(c=c+1) END ASSERT(1<=c && c<=40)",
            "count: count 1..40 until end\nx: int[count] 0..9 lines\n",
        ),
        (
            'WHILE(!MATCH("0")) INT(1,9,n) SPACE INT(0,9) NEWLINE END STRING("0 0") NEWLINE',
            'count: count 0..100000 until "0 0"\nrows[count]: n: int 1..9; x: int 0..9\n',
        ),
        (
            'INT(1,9,q) NEWLINE REP(q) REGEX("(A|B)",t) SPACE IF(t=="A") INT(1,5) ELSE REGEX("[a-c]{1,3}") END '
            "NEWLINE END",
            'q: int 1..9\nqueries: queries[q]\n  A: x: int 1..5\n  B: w: word 1..3 of "abc"\n',
        ),
        (
            "INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(1,9,a[i]) IF(i>0) ASSERT(a[i-1]<a[i]) END END NEWLINE",
            "n: int 1..9\na: int[n] 1..9 strictly-sorted\n",
        ),
        ('REGEX("[a-z]+",s) ASSERT(STRLEN(s)<=7) NEWLINE', 's: word 1..7 of "a-z"\n'),
        (
            "INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(0,9,a[i]) END NEWLINE ASSERT(a[0]==0 && a[n-1]!=3)",
            "n: int 1..9\na: int[n] 0..9\nwhere a[0] == 0\nwhere a[n-1] != 3\n",
        ),
        ('REGEX("(a|b|c)+",w) ASSERT(w=="abc") NEWLINE', 'w: word 3..3 of "abc" fixed\n'),
        ('REGEX("0|-?[1-9][0-9]{0,30}") NEWLINE', 'w: word 1..32 of "0-9\\\\-" number\n'),
        (
            "INT(1,9,h) SPACE INT(1,9,w) NEWLINE REP(h) REP(w,SPACE) INT(0,1) END NEWLINE END",
            "h: int 1..9; w: int 1..9\nx: int[h][w] 0..1\n",
        ),
        ("REPI(i,5) INT(i,9) NEWLINE END", "rows[5]: x: int _row..9\n"),
    ],
)
def test_scripts_are_read_as_formats(script, text):
    converted = to_format(read_script(script))
    assert to_text(converted.format) == text
    assert converted.left_out == ()


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(1,9,a[i]) END NEWLINE ASSERT(INARRAY(3,a))", "an assertion"),
        ('REGEX("(ab|c)+") NEWLINE', "taken as any word of its letters"),
    ],
)
def test_what_a_format_cannot_say_is_named_with_its_line(script, says):
    (left,) = to_format(read_script(script)).left_out
    assert left.startswith("line 1 of the script: ") and says in left


@pytest.mark.parametrize(
    "script",
    [
        "INT(1,9) INT(1,9) NEWLINE",
        "NEWLINE",
        "INT(1,9)",
        'IF(MATCH("x")) STRING("x") END NEWLINE',
        "INT(1,9,n) NEWLINE SET(last=0) REP(n) INT(last+1,99,x) NEWLINE SET(last=x) END",
        "INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(1,9,a[i]) END NEWLINE REPI(i,n,SPACE) INT(0,a[i]) END NEWLINE",
    ],
)
def test_a_layout_that_no_format_has_is_refused(script):
    with pytest.raises(CannotConvert):
        to_format(read_script(script))

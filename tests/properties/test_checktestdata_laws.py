"""A format and the checktestdata script that is written from it accept the same inputs, good ones and damaged ones."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slowpath.inputs.checktestdata.convert import CannotConvert, to_format
from slowpath.inputs.checktestdata.evaluation import ScriptError
from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.to_python import to_python
from slowpath.inputs.checktestdata.write import CannotWrite, to_script
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.format_validator import FormatValidator
from slowpath.model.format import FloatType, InputFormat

_SPEC = importlib.util.spec_from_file_location("inputs_laws", Path(__file__).with_name("test_inputs_laws.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
laws = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(laws)

KINDS = {
    "until the end": "n: count 0..9 until end\nrows[n]: a: int 1..9; b: int a..20",
    "until a sentinel": 'n: count 1..9 until "0 0"\nrows[n]: a: int 1..9; b: int 0..9',
    "until a minus": 'n: count 1..9 until "-1"\nrows[n]: a: int 0..9; w: word 1..3 of "ab"',
    "until a word": 'k: count 0..5 until "END"\ns: word[k] 1..5 of "a-z" lines',
    "until an empty line": 'n: count 1..9 until "\\n"\nrows[n]: a: int 1..9',
    "to the end of the line": "t: int 1..3\ntests: cases[t]\n  n: count 1..9 until end of line\n"
    "  a: int[n] 1..9 distinct",
    "cases until a sentinel": 't: count 1..5 until "0"\ntests: cases[t]\n  n: int 1..5\n  a: int[n] 1..9 sorted',
    "cases until the end": "t: count 1..5 until end\ntests: cases[t]\n  n: int 1..5; m: int 0..5\n"
    "  rows[m]: a: int 1..n",
    "brackets": 's: word 2..12 of "()[]" brackets',
    "long numbers": 'a: word 1..300 of "0-9" number; b: word 1..300 of "0-9" number',
    "triangle": "n: int 2..6\nrows[n-1]: d: int[n-1-_row] 1..9",
    "rooted tree": "n: int 1..9\nrows[n-1] tree(u, v; n) rooted: u: int 1..n; v: int 1..n",
    "distinct points": "n: int 1..9\nrows[n] points(x, y) distinct: x: int 0..3; y: int 0..3",
    "lead before the tag": 'q: int 1..9\nops: queries[q] after x: int 0..9\n  "+": y: int 0..9\n  neg:',
    "directed and acyclic": "n: int 1..6; m: int 0..9\nrows[m] graph(u, v; n) directed acyclic simple: "
    "u: int 1..n; v: int 1..n",
    "bipartite": "n: int 1..6; m: int 0..9\nrows[m] graph(u, v; n) bipartite: u: int 0..n-1; v: int 0..n-1",
    "sums and relations": "n: int 1..9; k: int 1..9\na: int[n] -5..5\nb: int[n] -5..5\n"
    "where k <= n\nwhere a <= b\nwhere sum a <= 9",
    "parents with a root": "n: int 1..9\np: int[n] -1..n-1 parents",
    "distinct across": "n: int 1..4\na: int[n] 1..12\nb: int[n] 1..12\nwhere distinct a, b",
    "rounding down": "n: int 0..9; m: int -9..9; a: int (m//2)..(m//2)+n; b: int min(n,m)..max(n,m)",
    "odd letters": 's: word 1..5 of "^\\\\-[]\\\\\\\\\\".é"; t: word 1..2 of "^\\\\-"',
}

FEW = settings(laws.LAWS, max_examples=30)
COMMANDS = [
    "INT(0,9,x)",
    "INT(0,x)",
    "SPACE",
    "NEWLINE",
    "EOF",
    "REP(2)",
    "REPI(i,x)",
    "WHILE(!ISEOF)",
    "WHILE(1==1)",
    "IF(x>1)",
    "ELSE",
    "END",
    "SET(x=x*x)",
    "SET(a[i]=x)",
    "ASSERT(UNIQUE(a))",
    'REGEX("a*b?",s)',
    "STRING(s)",
    "UNSET(a)",
    "ASSERT(INARRAY(1,a))",
    "FLOAT(0,x)",
]


def drawn(fmt: InputFormat, seed: int) -> bytes | None:
    try:
        return print_input(fmt, generate(fmt, Plan(), np.random.default_rng(seed)))
    except CannotGenerate:
        return None


def damaged(data: bytes, seed: int) -> bytes:
    """One small change: a byte gone, doubled or another one, or a token as another."""
    rng = np.random.default_rng(seed)
    place = int(rng.integers(0, len(data) + 1))
    kind = int(rng.integers(0, 5))
    if kind == 0:
        return data[:place] + data[place + 1 :]
    if kind == 1:
        return data[:place] + data[place : place + 1] + data[place:]
    if kind == 2:
        return data[:place] + bytes(rng.choice(list(b"019-a \n#."), 1).tolist()) + data[place + 1 :]
    words = data.split(b" ") if kind == 3 else data.split(b"\n")
    here, there = (int(rng.integers(0, len(words))) for _ in range(2))
    words[here], words[there] = words[there], words[here]
    return (b" " if kind == 3 else b"\n").join(words)


def has_floats(fmt: InputFormat) -> bool:
    return FloatType.__name__ in repr(fmt)


def agree(fmt: InputFormat, seed: int) -> None:
    """The script accepts what the format accepts, and where nothing was left out, nothing else."""
    try:
        written = to_script(fmt)
    except CannotWrite:
        return
    script, validator = read_script(written.text), FormatValidator(fmt, strict_layout=True)
    for number in range(seed, seed + 3):
        data = drawn(fmt, number)
        if data is None:
            continue
        assert check(script, data) is None, (to_text(fmt), written.text, data)
        for hit in range(8):
            wrong = damaged(data, 10 * number + hit)
            try:
                accepted = check(script, wrong) is None
            except ScriptError:
                accepted = False
            valid = bool(validator.validate(wrong).valid)
            assert accepted or not valid, (to_text(fmt), written.text, wrong)
            if not written.left_out and not has_floats(fmt):
                assert valid or not accepted, (to_text(fmt), written.text, wrong, validator.validate(wrong))


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_of_format_can_be_written(name):
    for seed in range(0, 24, 3):
        agree(from_text(KINDS[name]), seed)
    assert not has_floats(from_text(KINDS[name]))
    to_script(from_text(KINDS[name]))


@pytest.mark.parametrize("name", sorted(laws.GOLDEN))
def test_the_golden_formats_can_be_written(name):
    fmt = laws.scaled(laws.GOLDEN[name], 9)
    for seed in (0, 3):
        agree(fmt, seed)
    assert to_script(fmt).text


@FEW
@given(laws.formats(), st.integers(0, 2**30))
def test_formats_and_their_scripts_accept_the_same(fmt, seed):
    agree(fmt, seed)


def reads_back(fmt: InputFormat, seed: int) -> bool:
    """The format that is read from the script accepts what the script does, and generates nothing that it refuses.
    Returns whether there was one that says all that the script says."""
    try:
        text = to_script(fmt).text
        converted = to_format(read_script(text))
    except (CannotWrite, CannotConvert):
        return False
    for number in range(seed, seed + 3):
        data = drawn(laws.scaled(fmt, 9), number)
        if data is not None:
            verdict = FormatValidator(converted.format).validate(data)
            assert verdict.valid, (to_text(fmt), text, to_text(converted.format), data, verdict)
    if converted.left_out:
        return False
    small = laws.scaled(converted.format, 9)
    for number in range(seed, seed + 3):
        data = drawn(small, number)
        if data is not None:
            assert check(read_script(text), data) is None, (to_text(fmt), text, to_text(converted.format), data)
    return True


@FEW
@given(laws.formats(), st.integers(0, 2**30))
def test_a_format_read_back_from_its_script_accepts_the_same(fmt, seed):
    reads_back(fmt, seed)


WHOLE = [
    "array",
    "big",
    "cases_sum",
    "digits",
    "floats",
    "getline",
    "grid",
    "inline",
    "intervals",
    "matrix",
    "nested",
    "permutation",
    "product",
    "queries",
    "ragged",
    "scalars",
    "strings",
    "sum_array",
    "words",
]


@pytest.mark.parametrize("name", sorted(laws.GOLDEN))
def test_golden_formats_are_read_back_whole_but_for_graphs_and_the_like(name):
    assert reads_back(laws.GOLDEN[name], 0) or name not in WHOLE


@FEW
@given(st.text(max_size=200))
def test_reading_a_script_never_crashes(text):
    with contextlib.suppress(ScriptSyntaxError):
        read_script(text.encode())


@FEW
@given(st.lists(st.sampled_from(COMMANDS), max_size=14), st.binary(max_size=12))
def test_running_any_script_on_anything_ends(words, data):
    try:
        script = read_script(" ".join(words))
    except ScriptSyntaxError:
        assume(False)
    try:
        error = check(script, data, most_steps=3000)
    except ScriptError:
        return
    assert error is None or (error.line >= 1 and error.column >= 1 and str(error))


def judged_by_program(program: str, data: bytes) -> bool:
    """What a validator in Python says, run in this process."""
    stdin, stderr, error = sys.stdin, sys.stderr, None
    sys.stdin, sys.stderr = SimpleNamespace(buffer=io.BytesIO(data)), io.StringIO()
    try:
        exec(compile(program, "validator.py", "exec"), {})
    except SystemExit as ended:
        error = ended
    finally:
        sys.stdin, sys.stderr = stdin, stderr
    assert error is not None and error.code in (42, 43)
    return error.code == 42


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_script_and_the_program_made_of_it_say_the_same(name):
    fmt = from_text(KINDS[name])
    text = to_script(fmt).text
    script = read_script(text)
    program = to_python(script, valid=42, invalid=43)
    for seed in range(12):
        data = drawn(fmt, seed)
        for given_data in () if data is None else (data, damaged(data, seed), damaged(data, seed + 100)):
            assert judged_by_program(program, given_data) is (check(script, given_data) is None), (text, given_data)


@pytest.mark.parametrize(
    ("script", "data"),
    [
        ('REGEX("a|ab") REGEX("c?")', b"abc"),
        ("FLOAT(0,2,x)", b"1e0"),
        ("FLOATP(0,2,1,2,x)", b"1.25"),
        ("FLOATP(0,2,1,2)", b"1"),
        ("INT(-9,9)", b"-0"),
        ("INT(0,9)", b"09"),
        ("INT(-7,-7,x) ASSERT(x/2==-3 && x%2==-1)", b"-7"),
        ('REP(2,SPACE) REGEX("[^ ]*") END', b"\xe9 "),
        ("WHILEI(i,!ISEOF,SPACE) INT(0,9,a[i]) END ASSERT(INARRAY(3,a))", b"1 3"),
        ("WHILEI(i,!ISEOF,SPACE) INT(0,9,a[i]) END ASSERT(UNIQUE(a))", b"1 3 1"),
        ('INT(0,9) REGEX("[^ ]*")', b"5\xb2"),
        ('FLOAT(0,9) REGEX("[^ ]*")', b"5\xb2"),
        ("INT(0,9,a[0]) SPACE INT(0,9,b[1]) ASSERT(UNIQUE(a,b))", b"1 2"),
    ],
)
def test_corners_of_the_language_are_the_same_in_python(script, data):
    read = read_script(script)
    assert judged_by_program(to_python(read, valid=42, invalid=43), data) is (check(read, data) is None)

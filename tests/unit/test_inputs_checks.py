"""Conditions in Python (`where check "name":`): read, printed, and fulfilled by drawing and changing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from format_laws import assert_every_source_follows

from slowpath.engine.replay import replay_bytes, replay_document
from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.checked import forget
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.positions import outline
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.checks import CheckVerdict, judged_by
from slowpath.inputs.validating.validate import violations
from slowpath.model.origin import Origin
from slowpath.wire import decode, encode

EVEN = """n: int 2..20
a: int[n] 1..20
where check "the sum is even":
  total = sum(a)
  return total % 2 == 0 and len(a) == n
where n >= 3
"""
IN_CASES = """t: int 1..30
tests: cases[t]
  n: int 2..9
  s: word[n] 1..4 of "ab"
where sum n <= 60
where check "two words are alike":
  return len(set(s)) < n
"""
FORMATS = [
    EVEN,
    IN_CASES,
    'n: int 1..9\na: int[n] 1..30\nwhere check "a sum of 30":\n  return sum(a) == 30\n',
    'n: int 2..9\nrows[n]: x: int 0..9; y: int 0..9\nwhere check "no three rows agree":\n'
    "  from collections import Counter\n\n  return max(Counter(zip(x, y)).values()) < 3\n",
    'n: int 1..5; m: int 1..5\ng: word[n][m] 1..1 of "#." joined\nwhere check "more dots than walls":\n'
    '  rows = "".join(g)\n  return rows.count(".") > rows.count("#")\n',
    'q: int 1..9\nops: queries[q]\n  1: x: int 1..5\n  2:\nwhere check "it begins with an addition":\n'
    '  return ops[0][0] == "1"\n',
    'x: float 0.0..1.0 decimals 2\ny: float 0.0..1.0 decimals 2\nwhere check "a disc":\n  return x * x + y * y <= 1\n',
]


def run_here(source: str, texts: Sequence[bytes]) -> list[CheckVerdict]:
    """Judges without a jail."""
    made: dict = {}
    exec(source, made)
    said = []
    for text in texts:
        try:
            result = made["validate"](text)
            said.append(CheckVerdict(result in (None, True, ""), result if isinstance(result, str) else ""))
        except ArithmeticError as error:
            said.append(CheckVerdict(None, str(error)))
    return said


@pytest.fixture(autouse=True)
def _judged() -> Iterator[None]:
    with judged_by(run_here):
        yield


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_small_and_minimised_inputs_pass(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize("text", FORMATS)
def test_it_survives_the_wire(text: str) -> None:
    fmt = from_text(text)
    assert decode(type(fmt), encode(fmt)) == fmt


def test_what_breaks_it_is_said_with_its_scope() -> None:
    fmt = from_text(IN_CASES)
    found = violations(fmt, parse(fmt, b"2\n2\na a\n2\na b\n"))
    assert [str(each) for each in found] == ['tests[2].check "two words are alike": doesn\'t hold']


def test_a_text_that_is_returned_says_why() -> None:
    fmt = from_text('n: int 1..9\nwhere check "odd":\n  return "" if n % 2 else f"{n} is even"\n')
    assert violations(fmt, parse(fmt, b"3\n")) == []
    assert violations(fmt, parse(fmt, b"4\n"))[0].message == "4 is even"


def test_very_many_cases_are_made_of_those_that_pass() -> None:
    fmt = from_text(
        't: int 3000..3000\ntests: cases[t]\n  n: int 1..50\nwhere check "prime":\n'
        "  return n > 1 and all(n % k for k in range(2, n))\n"
    )
    made = generate(fmt, Plan(), np.random.default_rng(1))
    assert made["t"] == len(made["tests"]) == 3000
    assert violations(fmt, made) == []


def test_a_check_that_nothing_passes_is_named() -> None:
    fmt = from_text('n: int 1..9\na: int[n] 1..9\nwhere check "never":\n  return "no" + "ne" * (n > 0)\n')
    with pytest.raises(CannotGenerate, match=r'check "never" \(none\)'):
        generate(fmt, Plan(), np.random.default_rng(1))


def test_large_inputs_grow_from_small_ones_that_pass() -> None:
    fmt = from_text(
        'n: int 1..200\nrows[n]: x: int 0..600; y: int 0..600\nwhere check "far apart":\n'
        "  seen = list(zip(x, y))\n  return all(abs(a - c) + abs(b - d) > 20\n"
        "             for i, (a, b) in enumerate(seen) for c, d in seen[:i])\n"
    )
    made = generate(fmt, Plan(sizes={"n": 200}), np.random.default_rng(1))
    assert violations(fmt, made) == []
    assert made["n"] >= 80


def test_the_same_seed_gives_the_same_input_once_all_is_forgotten() -> None:
    fmt = from_text(FORMATS[2])
    made = []
    for _ in range(2):
        forget(fmt)
        rng = np.random.default_rng(4)
        made.append([print_input(fmt, generate(fmt, Plan(), rng)) for _ in range(5)])
    assert made[0] == made[1]


def test_a_replay_of_a_checked_format_holds_the_bytes() -> None:
    fmt = from_text(EVEN)
    data = b"3\n1 2 3\n"
    document = replay_document(Origin("saturation", "random", {"kind": "pattern"}), fmt, data)
    assert "data" in document
    with judged_by(None):
        assert replay_bytes(document) == data


def test_without_a_judge_checks_count_as_held() -> None:
    fmt = from_text('n: int 1..9\nwhere check "never":\n  return n > 9\n')
    with judged_by(None):
        instance = generate(fmt, Plan(), np.random.default_rng(1))
        assert violations(fmt, instance) == []
        assert print_input(fmt, instance)


def test_a_judge_is_asked_about_many_inputs_at_once() -> None:
    runs: list[int] = []

    def counting(source: str, texts: Sequence[bytes]) -> list[CheckVerdict]:
        runs.append(len(texts))
        return run_here(source, texts)

    fmt = from_text('n: int 1..1000\nwhere check "rare":\n  return n % 100 == 7\n')
    with judged_by(counting):
        for seed in range(5):
            generate(fmt, Plan(), np.random.default_rng(seed))
    assert len(runs) <= 60
    assert max(runs) >= 10


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('n: int 1..9\nwhere check "x"\n', 2, 7, "write the check below"),
        ('n: int 1..9\nwhere check "x":\nm: int 1..9\n', 2, 7, "write the check below"),
        ('n: int 1..9\nwhere check "x":\n  return n <\n', 3, 13, "no Python"),
        ('n: int 1..9\nwhere check "x":\n\n    k = n\n    return kk == 3\n', 5, 12, "unknown variable 'kk'"),
        ('n: int 1..9\nwhere check "x":\n  return True\n', 3, 3, "mentions no variable"),
        (
            'n: int 1..9\nq: queries[n]\n  1: x: int 1..9\nwhere check "x":\n  return x == 3\n',
            5,
            10,
            "known here: n, q",
        ),
    ],
)
def test_mistakes_are_told_with_their_places(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(FormatSyntaxError, match=message) as raised:
        from_text(text)
    assert (raised.value.line, raised.value.column) == (line, column)


def test_comments_and_margins_are_free() -> None:
    free = 'n: int 1..9\nwhere check "x": #\n\n      if n > 3:\n        return True\n\n      return n == 1\n\n# end\n'
    tidy = 'n: int 1..9\nwhere check "x":\n  if n > 3:\n    return True\n\n  return n == 1\n'
    assert to_text(from_text(free)) == tidy


def test_an_editor_takes_no_line_of_python_for_an_item() -> None:
    outlined = outline('n: int 1..9\nwhere check "x":\n  m: int = 3\n  return n == m\n')
    assert [each.name for each in outlined.declared] == ["n"]


def test_checktestdata_cannot_say_it() -> None:
    assert to_script(from_text(EVEN)).left_out == ('That check "the sum is even" can\'t be checked.',)

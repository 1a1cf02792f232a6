"""Elements that must be there: `where some a >= 0`, `where one g == "S"`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.relations import present
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.tiny.exhaustive import small_instances
from slowpath.inputs.validating.validate import violations

FORMATS = [
    "n: int 0..9\na: int[n] -9..9\nwhere some a >= 0\n",
    "n: int 1..9\na: int[n] 1..n sorted\nwhere some a == n\n",
    "n: int 2..9\na: int[n] 1..50 distinct\nwhere one a > 25\n",
    'h: int 1..5; w: int 1..5\ng: word[h][w] 1..1 of "#.S" joined\nwhere one g == "S"\n',
    "h: int 2..5; w: int 1..5\ng: int[h][w] -9..9\nwhere one g == 0\nwhere some g < 0\n",
    's: word 1..9 of "01"\nwhere some s != "1"\n',
    'n: int 1..9\nw: word[n] 1..3 of "ab"\nwhere one w == "a"\n',
    "t: int 1..5\ntests: cases[t]\n  n: int 1..9\n  rows[n]: x: int 0..9; y: int 0..9\n"
    "where sum n <= 20\nwhere some x == n\n",
]


@pytest.mark.parametrize("text", FORMATS)
def test_generated_mutated_and_tiny_inputs_have_the_elements(text: str) -> None:
    fmt, rng = from_text(text), np.random.default_rng(3)
    assert to_text(fmt) == text
    for _ in range(12):
        instance = generate(fmt, Plan(), rng)
        assert violations(fmt, instance) == []
        assert violations(fmt, mutate(fmt, instance, rng)[0]) == []
    tiny = list(small_instances(fmt, 40))
    assert tiny
    assert all(violations(fmt, instance) == [] for instance in tiny)


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (FORMATS[0], b"2\n-1 -2\n", "0 elements obey a >= 0"),
        (FORMATS[0], b"0\n\n", "0 elements obey a >= 0"),
        (FORMATS[3], b"1 3\nS#S\n", '2 elements obey g == "S"'),
        (FORMATS[5], b"111\n", '0 elements obey s != "1"'),
    ],
)
def test_says_how_many_elements_obey(text: str, data: bytes, found: str) -> None:
    fmt = from_text(text)
    assert [violation.message for violation in violations(fmt, parse(fmt, data))] == [found]


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        (
            'h: int 1..600; w: int 1..600\ng: word[h][w] 1..1 of "#.GS" joined\n'
            'where one g == "S"\nwhere one g == "G"\n',
            {"h": 600, "w": 600},
        ),
        ("n: int 1..200000\na: int[n] 0..1\nwhere one a == 0\n", {"n": 200000}),
    ],
)
def test_leaves_one_of_many_thousands_in_one_pass(
    text: str, sizes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    fmt, passes = from_text(text), 0
    counted = present.obeying

    def obeying(*given: Any) -> list[int]:
        nonlocal passes
        passes += 1
        return counted(*given)

    monkeypatch.setattr(present, "obeying", obeying)
    assert violations(fmt, generate(fmt, Plan(sizes=sizes), np.random.default_rng(3))) == []
    assert passes < 40


def test_names_the_condition_that_no_value_meets() -> None:
    with pytest.raises(CannotGenerate, match="some a > 9"):
        generate(from_text("n: int 1..9\na: int[n] 0..9\nwhere some a > 9\n"), Plan(), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("where some n > 0", "isn't a list"),
        ("where one s == 3", "with integers as elements"),
        ('where one s == "ab"', "a single character"),
        ("where some a > a", "no single number"),
    ],
)
def test_refuses_what_has_no_such_elements(line: str, message: str) -> None:
    with pytest.raises(FormatSyntaxError, match=message):
        from_text(f'n: int 1..9\na: int[n] 0..9\ns: word 1..9 of "ab"\n{line}\n')

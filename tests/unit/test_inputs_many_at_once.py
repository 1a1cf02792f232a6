"""What is made, printed or checked many at once is what it is one by one."""

import os
import subprocess
import sys

import numpy as np
import pytest

from slowpath.inputs.digits import join_ints, join_ragged, join_rows
from slowpath.inputs.filling.filler import Filler
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.text_form.reader import from_text
from slowpath.inputs.validating.rows import are_sound_queries, list_flaws
from slowpath.inputs.validating.validate import violations
from slowpath.inputs.validating.values import are_sound_lists
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW
from slowpath.model.nodes import items_of

RAGGED = "n: int 1..50; m: int 1..100\nrows[n]: k: int 0..30; x: int[k] 1..m"
QUERIES = """n: int 1..100; q: int 1..100
queries: queries[q]
  1: l: int 1..n; r: int l..n; x: int -5..9
  2: l: int 1..n"""


@pytest.mark.parametrize("longest", [0, 3, 40, 400])
def test_prints_ragged_rows_as_one_by_one(longest: int) -> None:
    rng = np.random.default_rng(longest)
    tails = [rng.integers(-(10**6), 10**6, size) for size in rng.integers(0, longest + 1, 20).tolist()]
    head = np.array([len(tail) for tail in tails])
    lines = [
        b" ".join(b"%d" % value for value in (count, -count, *tail)) + b"\n"
        for count, tail in zip(head.tolist(), (tail.tolist() for tail in tails), strict=True)
    ]
    assert bytes(join_ragged([head, -head], tails)) == b"".join(lines)


@pytest.mark.parametrize("separator", [b" ", b"%", b", "])
def test_prints_few_integers_with_any_separator(separator: bytes) -> None:
    for count in (0, 1, 2, 149, 150):
        values = np.arange(count) - 7
        assert bytes(join_ints(values, separator)) == separator.join(b"%d" % value for value in values.tolist())
    assert bytes(join_rows(np.array([[1, -2, 3], [4, 5, 6]]), b"%:")) == b"1%-2:3\n4%5:6\n"


def test_draws_lists_of_all_rows_as_row_by_row() -> None:
    fmt = from_text(RAGGED)
    field = fmt.nodes[1].fields[1]  # type: ignore[union-attr]
    for most in (1, 100, 2**31, 2**32, 2**40):
        columns = {ROW: np.arange(4), "k": np.array([3, 0, 5, 1])}
        drawn = Filler(Plan(), np.random.default_rng(3), {"m": most}, {}).lists(field, 4, columns)
        one = Filler(Plan(), np.random.default_rng(3), {"m": most}, {})
        singly = [one.array(field, {"m": most, "k": size}) for size in (3, 0, 5, 1)]
        assert drawn is not None
        assert [values.tolist() for values in drawn] == [values.tolist() for values in singly]


@pytest.mark.parametrize("cap", [None, 1000])
def test_draws_words_of_all_rows_as_row_by_row(cap: int | None) -> None:
    field = from_text('n: int 1..50\nrows[n]: k: int 0..9; w: word[k] 1..40 of "a-z"').nodes[1].fields[1]  # type: ignore[union-attr]
    plan, caps = Plan(sizes={"w": 30}), {} if cap is None else {"w": cap}
    drawn = Filler(plan, np.random.default_rng(3), {}, {}, caps).lists(
        field, 4, {ROW: np.arange(4), "k": np.array([3, 0, 5, 1])}
    )
    one = Filler(plan, np.random.default_rng(3), {}, {}, caps)
    assert drawn == [one.array(field, {"k": size}) for size in (3, 0, 5, 1)]
    assert {len(word) for words in drawn for word in words} == {30}


def test_words_that_a_cap_may_shorten_are_drawn_row_by_row() -> None:
    field = from_text('n: int 1..50\nrows[n]: k: int 0..9; w: word[k] 1..40 of "a-z"').nodes[1].fields[1]  # type: ignore[union-attr]
    filler = Filler(Plan(sizes={"w": 30}), np.random.default_rng(3), {}, {}, {"w": 100})
    assert filler.lists(field, 2, {ROW: np.arange(2), "k": np.array([3, 4])}) is None


def test_wrong_words_are_never_passed_as_sound() -> None:
    item = from_text('n: int 1..50\nrows[n]: k: int 0..9; w: word[k] 1..3 of "ab"').nodes[1].fields[1]  # type: ignore[union-attr]
    good, columns = [["a", "bab"], [], ["bb"]], {"k": np.array([2, 0, 1])}
    assert are_sound_lists(item, good, {}, columns)
    for place, wrong in ((0, ["a"]), (0, ["a", "abab"]), (1, ["a"]), (2, ["c"]), (2, [""])):
        assert not are_sound_lists(item, [*good[:place], wrong, *good[place + 1 :]], {}, columns)


def test_wrong_lists_are_never_passed_as_sound() -> None:
    item = from_text(RAGGED).nodes[1].fields[1]  # type: ignore[union-attr]
    good = [np.array([1, 2, 3]), np.array([], dtype=np.int64), np.array([5])]
    columns, scope = {"k": np.array([3, 0, 1])}, {"m": 5}
    assert are_sound_lists(item, good, scope, columns)
    for place, wrong in ((0, [1, 2]), (0, [1, 2, 6]), (1, [1]), (2, [0]), (2, [2.5])):
        bad = [*good[:place], np.array(wrong), *good[place + 1 :]]
        assert not are_sound_lists(item, bad, scope, columns)
    assert list(list_flaws(item, None, [good[0], good[1], np.array([6])], scope, columns, ""))


def test_queries_are_sound_as_columns_exactly_where_each_row_is() -> None:
    fmt = from_text(QUERIES)
    item = next(items_of(fmt.nodes[1:]))
    rng = np.random.default_rng(0)
    for _ in range(200):
        instance = generate(fmt, Plan(sizes={"n": 20, "q": 12}), rng)
        rows = instance["queries"]
        at, by = int(rng.integers(len(rows))), int(rng.integers(-12, 13))
        which = int(rng.integers(1, len(rows[at])))
        rows[at] = (*rows[at][:which], rows[at][which] + by, *rows[at][which + 1 :])
        singly = [violations(fmt, {**instance, "q": 1, "queries": [row]}) for row in rows]
        assert are_sound_queries(item, rows, instance) == (not any(singly))  # type: ignore[arg-type]
        assert len(violations(fmt, instance)) == sum(map(len, singly))


def test_expressions_of_one_text_are_equal_whatever_was_asked_of_them() -> None:
    used = Expr("n-1")
    assert used.value({"n": 3}) == 2
    assert used.names == {"n"}
    assert used == Expr("n-1") == expr("n - 1")
    assert hash(used) == hash(Expr("n-1"))


def test_repairs_do_not_hang_on_the_seed_of_string_hashes() -> None:
    made = {
        subprocess.run(
            [sys.executable, "-c", _PAIRS], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("0", "1", "2", "3", "4")
    }
    assert len(made) == 1


_PAIRS = """
import numpy as np
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.reader import from_text
fmt = from_text("n: int 2..9; m: int 1..50\\nrows[m]: first: int 1..n; second: int 1..n\\nwhere first != second")
print(print_input(fmt, generate(fmt, Plan(sizes={"n": 4, "m": 50}), np.random.default_rng(1))))
"""

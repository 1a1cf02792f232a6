"""Integer expressions over an input's variables."""

from __future__ import annotations

import pytest

from slowpath.model.expression import expr


@pytest.mark.parametrize(
    ("text", "variables", "value"),
    [
        ("7", {}, 7),
        ("n", {"n": 3}, 3),
        ("n-1", {"n": 3}, 2),
        ("2*n+m", {"n": 3, "m": 4}, 10),
        ("2*10^5", {}, 200_000),
        ("10**9+7", {}, 1_000_000_007),
        ("-n", {"n": 3}, -3),
        ("n*(n-1)//2", {"n": 5}, 10),
        ("min(n, m)", {"n": 5, "m": 2}, 2),
        ("n % 3", {"n": 5}, 2),
    ],
)
def test_value(text, variables, value):
    assert expr(text).value(variables) == value


@pytest.mark.parametrize(
    "text",
    [
        "n+",
        "n.real",
        "__import__('os')",
        "n/2",
        "1.5",
        "'a'",
        "[1]",
        "lambda: 1",
        "True",
        "open(n)",
        "n if n else 1",
        "",
    ],
)
def test_refuses_what_is_no_integer_expression(text):
    with pytest.raises(ValueError):
        expr(text)


def test_names_are_the_variables_only():
    assert expr("max(n, 2*m)").names == {"n", "m"}
    assert expr("2*10^5").constant == 200_000
    assert expr("n").constant is None


def test_a_missing_variable_is_named():
    with pytest.raises(KeyError, match="m"):
        expr("n+m").value({"n": 1})


def test_a_huge_power_is_refused_rather_than_computed():
    with pytest.raises(ArithmeticError):
        expr("9**n").value({"n": 10**9})


def test_equal_expressions_have_equal_text():
    assert expr("2 * n") == expr("2*n")

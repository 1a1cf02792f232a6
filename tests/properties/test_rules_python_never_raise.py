"""No text makes the rules for Python raise, or name a place that isn't there, however a program is mangled."""

from __future__ import annotations

import ast

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.analysis.rules import all_rules
from slowpath.analysis.rules.python_view import view_of

RULES = tuple(rule for rule in all_rules() if rule.language == "python")

EXAMPLES = [rule.section(heading) for rule in RULES for heading in ("Example", "Not here")]
PIECES = (
    "(",
    ")",
    ":",
    "\n",
    "    ",
    "\t",
    "for x in a:",
    "while ",
    " in ",
    "[1:]",
    "lambda ",
    "def f(a):",
    "global a",
    "=",
    ".append(",
    "yield ",
    "*",
    "'",
    '"""',
    "\\",
    "\x00",
    "\u2028",
    "é",
    "class A:",
    "else:",
    "del a",
    "a:=",
    "# ",
)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """Two examples put together, with pieces cut out, doubled and put in."""
    text = draw(st.sampled_from(EXAMPLES)) + "\n" + draw(st.sampled_from(EXAMPLES))
    for _ in range(draw(st.integers(0, 5))):
        at, to = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        how = draw(st.integers(0, 2))
        piece = draw(st.sampled_from(PIECES))
        put = (piece, text[at:to], "")[how]
        text = text[:at] + put + text[to if how == 2 else at :]
    return text[:4000]


@given(mangled())
@settings(max_examples=60, deadline=None)
def test_any_text_gives_constraints_whose_places_are_in_it(text: str) -> None:
    view = view_of(text.encode())
    lines = len(text.replace("\r", "\n").split("\n"))
    for rule in RULES:
        for each in rule.find(view):
            if each.condition is not None:
                assert 1 <= each.condition.place.line <= lines
                ast.parse(each.condition.left, mode="eval")


@given(st.binary(max_size=300))
@settings(max_examples=40, deadline=None)
def test_any_bytes_are_a_program(source: bytes) -> None:
    view = view_of(source)
    assert all(isinstance(list(rule.find(view)), list) for rule in RULES)

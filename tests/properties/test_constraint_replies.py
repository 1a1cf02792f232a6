"""Laws of what is read from replies: whatever fits the schema is read or refused, and nothing else happens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.analysis.contrast import line_contrasts
from slowpath.constraints import ConstraintQuestion
from slowpath.constraints.listing import annotated_listing
from slowpath.constraints.reading import read_conditions, read_sentences
from slowpath.inputs.text_form.text import from_text
from slowpath.instrument.places import resolve
from slowpath.llm.client import estimated_tokens
from slowpath.model.contrast import Contrast

SOURCES = {
    "cpp": b"#include <vector>\n#define rep(i, n) for (int i = 0; i < n; i++)\nstd::vector<int> v;\n"
    b"int f(int x) { return x; }\nint main() {\n    int n = 3;\n    rep(i, n) v.push_back(i);\n"
    b"    while (n--) {\n        f(n);\n    }\n}\n",
    "python": b"n = int(input())\nv = []\ndef f(x):\n    return x\nfor i in range(n):\n    v.append(i)\n    f(i)\n"
    b"print(v)\n",
}
PIECES = (
    *"()[]{};=?!-%@,.'\"\\\n\0#1é\ud800",
    "n",
    "v",
    "f(n)",
    "_count",
    " >= ",
    " && ",
    " and ",
    "0x",
    "//",
    "/*",
    "if (",
    "if n:",
    "lambda",
    "++",
    ":=",
    "print(n)",
    "abort()",
    "v[n]",
    "def g(x):\n    return x\n",
    "template<",
    "::",
    "->",
    "int g(int x) { return x; }",
)
code = st.lists(st.sampled_from(PIECES), max_size=8).map("".join) | st.text(max_size=20)
where = st.sampled_from(["before", "after", "body"])
line = st.integers(-2, 14) | st.just(10**30)
counts = st.none() | st.fixed_dictionaries(
    {"line": line, "where": where, "amount": code, "since_line": st.none() | line, "since_where": st.none() | where}
)
checkers = st.fixed_dictionaries(
    {
        "constraint": st.integers(-1, 3),
        "line": line,
        "where": where,
        "left": code,
        "right": st.just("1") | code,
        "factor": st.floats(1e-300, 1e300) | st.just(1.0),
        "count": counts,
        "setup": st.just("") | code,
    }
)
sentences = st.fixed_dictionaries(
    {
        "line": line,
        "lines": st.lists(line, max_size=3),
        "sentence": st.text(min_size=1, max_size=40),
        "why": st.text(max_size=9),
    }
)


def question(language: str) -> ConstraintQuestion:
    lines = line_contrasts({5: 1, 7: 9}, {5: 1, 7: 900})
    contrast = Contrast("f", "s", "fast", "slow", 1, 9, 1.0, 1.0, 2.0, 9.0, lines)
    fmt = from_text("n: int 1..9\n")
    return ConstraintQuestion("laws", "", language, SOURCES[language], fmt, contrast, b"9\n", b"1\n")


@pytest.mark.parametrize("language", SOURCES)
@given(value=st.lists(sentences, min_size=1, max_size=4))
def test_sentences_are_kept_or_refused(language, value):
    asked = question(language)
    good, rejected = read_sentences({"constraints": value}, asked)
    assert len(good) + len(rejected) <= len(value)
    assert all(1 <= each.line <= asked.line_count and each.sentence.isprintable() for each in good)
    assert [each.number for each in good] == list(range(1, len(good) + 1))


@pytest.mark.parametrize("language", SOURCES)
@settings(max_examples=100, deadline=None)
@given(value=st.lists(checkers, max_size=3))
def test_conditions_are_placed_or_refused_with_words(language, value):
    asked = question(language)
    words, _ = read_sentences(
        {"constraints": [{"line": 5, "lines": [], "sentence": f"S{n}.", "why": ""} for n in range(3)]}, asked
    )
    read = read_conditions({"checkers": value}, {each.number: each for each in words}, asked)
    assert not read.good.keys() & read.rejected.keys()
    assert all(reason.strip() for reason in read.rejected.values())
    for condition in read.good.values():
        assert resolve(asked.source, language, condition.place) and condition.factor > 0
        assert "\n" not in condition.left and "\n" not in condition.right


@given(
    source=st.binary(max_size=300),
    hot=st.integers(1, 12),
    most=st.integers(1, 60),
    language=st.sampled_from(("cpp", "python", "other")),
)
@settings(max_examples=60, deadline=None)
def test_a_listing_is_made_of_anything_and_keeps_its_hot_line(source, hot, most, language):
    contrast = Contrast("f", "s", "fast", "slow", 1, 9, 1.0, 1.0, 2.0, 9.0, line_contrasts({hot: 1}, {hot: 900}))
    listing = annotated_listing(source, language, contrast, most)
    assert (f"\n{hot}: 1 900" in listing) is (hot <= source.decode("utf-8", "replace").count("\n") + 1)
    assert estimated_tokens(annotated_listing(source, language, contrast)) <= 6000

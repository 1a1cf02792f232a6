"""Patterns that are compiled late match what they would match at once."""

from __future__ import annotations

import pickle
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import slowpath.inputs.infer
import slowpath.problems
import slowpath.statement
from slowpath.model import patterns
from slowpath.model.patterns import late_regex, words_of

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("pattern", "flags", "words"),
    [
        (r"\bpairwise (?:distinct|different)\b", re.I, {"pairwise "}),
        (r"(?:are|is)(?: (?:all|each))* (?:distinct|different)\b", re.I, {"distinct", "different"}),
        ("a|b", 0, {"a", "b"}),
        ("a|", 0, set()),
        ("ab?", 0, {"a"}),
        ("ab*?cd", 0, {"cd"}),
        ("(?:ab)?c", 0, {"c"}),
        ("x{0,3}yy{2}z", 0, {"yy"}),
        ("a{b}", 0, {"a{b}"}),
        (r"(?<!\btwo )three(?= \d)", 0, {"three"}),
        (r"(?P<name>a)bc(?P=name)", 0, {"bc"}),
        (r"\x41b", 0, {"b"}),
        (r"[abc\]]d|g]h", 0, {"d", "g]h"}),
        ("STRASSE", re.I, {"strasse"}),
        ("STRASSE", 0, {"STRASSE"}),
        ("été", re.I, set()),
        (r"\.5", 0, {".5"}),
        ("(?i)a", 0, set()),
        ("(?i:a)b", 0, set()),
        ("a b", re.X, set()),
    ],
)
def test_a_match_has_one_of_these_words(pattern, flags, words):
    assert set(words_of(pattern, flags)) == words


_PIECES = st.recursive(
    st.sampled_from(["a", "bc", "K", "s", "i", r"\d", r"\bx", "[yz]", r"\.", "(?=q)", "(?<!r)", "é", "^", "$"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{2}", "{0,2}", "{,1}", "{1,}?"])).map(
            lambda part: f"({part[0]}){part[1]}"
        ),
    ),
    max_leaves=8,
)
_TEXTS = st.lists(st.sampled_from("abckKsiſıİKxyz.qré19 \u0307"), max_size=12).map("".join)


@settings(max_examples=150)
@given(_PIECES, _TEXTS, st.sampled_from([0, re.IGNORECASE]))
def test_it_matches_as_if_it_had_been_compiled_at_once(pattern, text, flags):
    at_once = re.compile(pattern, flags)
    for ask in (
        lambda by: [match.span() for match in by.finditer(text)],
        lambda by: by.findall(text),
        lambda by: (by.search(text) or [""])[0],
        lambda by: by.match(text) is None,
        lambda by: by.fullmatch(text) is None,
        lambda by: by.search(text, 1) is None,
        lambda by: by.split(text, 1),
        lambda by: by.sub("-", text, count=1),
        lambda by: by.subn("-", text),
    ):
        late = late_regex(pattern, flags)
        assert ask(late) == ask(at_once)
        assert ask(late) == ask(at_once), "the second time"


def test_only_a_text_with_one_of_its_words_has_it_compiled(monkeypatch):
    compiled, at_once = [], re.compile
    monkeypatch.setattr(patterns.re, "compile", lambda *asked: compiled.append(asked) or at_once(*asked))
    late = late_regex(r"\b(?:increasing|rising)\b", re.I)
    assert not late.search("They fall.") and not compiled
    assert late.search("Rising they are.") and late.search("They are RISING.") and len(compiled) == 1
    assert late.flags & re.I and late.groups == 0 and len(compiled) == 1


def test_it_can_be_sent_to_another_process():
    late = late_regex("a(b)")
    assert late.groups == 1
    assert pickle.loads(pickle.dumps(late)).search("cab").span() == (1, 3)


def _late(room) -> Iterator[re.Pattern[str]]:
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, patterns._LateRegex):
                yield value


def test_each_pattern_of_statements_is_one_and_finds_in_statements_what_it_would_at_once():
    texts = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*/statement.md"))]
    late = {
        (one.pattern, one._flags)
        for room in (slowpath.statement, slowpath.inputs.infer, slowpath.problems)
        for one in _late(room)
    }
    assert len(late) > 400
    for pattern, flags in late:
        at_once, words = re.compile(pattern, flags), words_of(pattern, flags)
        for text in texts:
            assert (
                not words
                or not at_once.search(text)
                or any(word in (text.lower() if flags & re.I else text) for word in words)
            ), pattern

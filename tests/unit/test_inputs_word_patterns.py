"""Words of a pattern: times, dates, cards, plates; in formats, in inputs, and read from statements and samples."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.checktestdata.convert import to_format
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.filling.word_patterns import pattern_type, patterned, templates
from slowpath.inputs.infer import infer
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.tiny.exhaustive import small_instances
from slowpath.inputs.validating.validate import violations
from slowpath.model.problem import Problem, Sample, Solution

TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"
FORMATS = [
    f't: word 5..5 pattern "{TIME}"\n',
    f'n: int 1..9\nt: word[n] 5..5 pattern "{TIME}" lines\n',
    'n: int 1..9\nc: word[n] 2..3 pattern "([2-9JQKA]|10)[CDHS]" distinct\n',
    'n: int 1..9\nrows[n]: p: word 7..7 pattern "[A-Z]{2}-[0-9]{4}"; x: int 0..9\n',
    's: word 1..4 pattern "[A-Z][a-z]{0,3}"\n',
    's: word 3..6 pattern "abc|[0-9]{6}"\n',
]


@pytest.mark.parametrize("text", FORMATS)
def test_all_ways_of_making_inputs_keep_to_the_pattern(text: str) -> None:
    fmt, rng = from_text(text), np.random.default_rng(3)
    assert to_text(fmt) == text
    before = generate(fmt, Plan(), rng)
    for _ in range(12):
        instance = generate(fmt, Plan(), rng)
        assert violations(fmt, instance) == []
        assert parse(fmt, print_input(fmt, instance)).keys() == instance.keys()
        assert violations(fmt, mutate(fmt, instance, rng)[0]) == []
        assert violations(fmt, crossover(fmt, instance, before, rng)[0]) == []
        before = instance
    tiny = list(small_instances(fmt, 40))
    assert tiny
    assert all(violations(fmt, instance) == [] for instance in tiny)
    small = minimise(fmt, before, lambda found: True, 40)
    assert violations(fmt, small) == []


@pytest.mark.parametrize("text", FORMATS)
def test_a_checktestdata_script_says_the_same(text: str) -> None:
    written = to_script(from_text(text))
    assert not written.left_out
    assert 'pattern "' in to_text(to_format(read_script(written.text)).format)


@pytest.mark.parametrize("pattern", [TIME, "([2-9JQKA]|10)[CDHS]", "[A-Z]{2}-[0-9]{4}", "abc|[0-9]{6}"])
def test_any_word_becomes_one_of_the_pattern_and_one_of_it_stays(pattern: str) -> None:
    rng = np.random.default_rng(1)
    for word in ("", "x", "29:99", "10H", "AB-12x4", "abd", "######", "a" * 30):
        made = patterned(word, pattern, rng)
        assert re.fullmatch(pattern, made)
        assert patterned(made, pattern, rng) == made


def test_keeps_what_fits_of_a_word() -> None:
    assert patterned("23:x9", TIME, np.random.default_rng(2))[:3] == "23:"


def test_many_words_of_a_choice_are_drawn_and_looked_at_together(monkeypatch) -> None:
    fmt = from_text('n: int 1..200000\nrows[n]: what: one of "come" "serve" "ask"; x: int 1..9\n')
    looked_at = list[str]()
    monkeypatch.setattr(
        "slowpath.inputs.validating.values.form_flaw", lambda form, word, *_: looked_at.append(word) or ""
    )
    monkeypatch.setattr("slowpath.inputs.filling.fill.word", lambda *_: pytest.fail("a word by itself"))
    made = generate(fmt, Plan(sizes={"n": 50_000}), np.random.default_rng(1))
    counts = Counter(made["what"])
    assert set(looked_at) == {"come", "serve", "ask"}
    assert len(looked_at) == 3
    assert min(counts.values()) > 15_000


@pytest.mark.parametrize(
    ("pattern", "message"),
    [("[a-z]+", "without end"), ("(a|b|c|d){9}", "too many"), ("a{0}", "empty"), ("(ab", "closed"), ("a?", "empty")],
)
def test_refuses_patterns_without_end_and_of_too_many_kinds(pattern: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        templates(pattern)
    with pytest.raises(FormatSyntaxError, match=message) as raised:
        from_text(f's: word 1..9 pattern "{pattern}"\n')
    assert raised.value.column == 22


def test_says_which_lengths_a_pattern_has() -> None:
    with pytest.raises(FormatSyntaxError, match=r"5\.\.5 characters"):
        from_text(f's: word 1..9 pattern "{TIME}"\n')


def test_says_what_breaks_a_pattern() -> None:
    fmt = from_text(FORMATS[0])
    assert violations(fmt, parse(fmt, b"24:00\n"))[0].message == f"'24:00' isn't of the form {TIME}"
    assert violations(fmt, parse(fmt, b"23:59\n")) == []


WORDS = "n = int(input())\na = [input() for _ in range(n)]\n"
HEAD = "## Input\n\nThe first line has n (1 <= n <= 50). {}\n"


@pytest.mark.parametrize(
    ("statement", "words", "pattern"),
    [
        ("Each of the next n lines has a time in the format HH:MM.", ["08:30", "23:59"], TIME),
        ("Each of the next n lines has a duration as HH:MM:SS.", ["40:30:00"], "[0-9][0-9]:[0-5][0-9]:[0-5][0-9]"),
        ("Each of the next n lines has a date in the format YYYY-MM-DD.", ["2024-02-28"], None),
        (
            "Each of the next n lines has a playing card, its rank and its suit (C, D, H or S).",
            ["10H", "AS"],
            "([2-9JQKA]|10)[CDHS]",
        ),
        (
            "Each of the next n lines has a plate: three uppercase letters followed by a hyphen and four digits.",
            ["ABC-1234"],
            "[A-Z]{3}-[0-9]{4}",
        ),
        ("Each of the next n lines has a code that matches `[A-F]{2}[0-9]{1,3}`.", ["AF12"], "[A-F]{2}[0-9]{1,3}"),
        ("Each of the next n lines has a plate.", ["AB-12", "XY-99", "QQ-00"], "[A-Z]{2}-[0-9]{2}"),
    ],
)
def test_reads_patterns_from_statements_and_samples(statement: str, words: list[str], pattern: str | None) -> None:
    sample = Sample("1", f"{len(words)}\n{''.join(f'{word}{chr(10)}' for word in words)}".encode())
    problem = Problem("case", "plain", Path("."), HEAD.format(statement), samples=(sample,))
    found = infer(problem, Solution(Path("case.py"), "python", WORDS.encode()))
    assert found.format is not None
    assert ' pattern "' in found.text
    if pattern is not None:
        assert found.format.nodes[1].type == pattern_type(pattern)  # type: ignore[union-attr]
    (ground,) = [one for one in found.evidence if "is of the form" in one.fact]
    assert bool(found.assumed) == (ground.source == "samples"), "what samples alone show is assumed"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("Each of the next n lines has a time in the format HH:MM.", ["8:30", "23:59"]),
        ("Each of the next n lines has a word of at most 20 lowercase letters and hyphens.", ["a-b", "c-d"]),
        ("Each of the next n lines has a word, three lowercase letters followed by a digit.", ["abcd"]),
        ("Each of the next n lines has a word.", ["abc", "abd"]),
    ],
)
def test_takes_no_pattern_that_samples_break_or_nobody_means(statement: str, words: list[str]) -> None:
    sample = Sample("1", f"{len(words)}\n{''.join(f'{word}{chr(10)}' for word in words)}".encode())
    problem = Problem("case", "plain", Path("."), HEAD.format(statement), samples=(sample,))
    assert "pattern" not in infer(problem, Solution(Path("case.py"), "python", WORDS.encode())).text

"""Inference on odd text: it may find nothing, but it never raises, never hangs, and what it finds is sound."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowpath.analysis.cues import cues
from slowpath.inputs.infer import infer
from slowpath.inputs.parsing.parse import parse
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.sentences.statement import LONGEST_SENTENCE, read_statement

CASES = Path(__file__).parents[1] / "golden" / "infer"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.txt"))]
SOUP = st.text(alphabet="nmaij 0123456789<>=.,()[]{}|^*$\\_+-;:'\"\n≤≥×⋅−", max_size=200)
CUTS = st.builds(
    lambda text, start, length: text[start : start + length],
    st.sampled_from(TEXTS),
    st.integers(0, 400),
    st.integers(0, 500),
)
RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(statement: str, sample: str, source: str, language: str) -> None:
    problem = Problem("p", "plain", Path("."), statement, samples=(Sample("s", sample.encode()),) if sample else ())
    report = infer(problem, Solution(Path("p"), language, source.encode()))
    if report.format is None:
        assert report.misfits
    elif sample:
        parse(report.format, sample.encode())


@RELAXED
@given(st.one_of(SOUP, CUTS), st.sampled_from(["", "3\n1 2 3\n"]))
def test_odd_statements(statement: str, sample: str) -> None:
    check(statement, sample, "n = int(input())\na = list(map(int, input().split()))\n", "python")


@RELAXED
@given(st.one_of(SOUP, CUTS), st.sampled_from(["cpp", "python", "cobol"]))
def test_odd_sources(source: str, language: str) -> None:
    check("", "3\n1 2 3\n", source, language)
    cues(source.encode(), language)


@RELAXED
@given(st.text(alphabet="0123456789 -abc.\n", max_size=60))
def test_odd_samples(sample: str) -> None:
    check("", sample, "int main() { int n; cin >> n; for (int i = 0; i < n; i++) { int k; cin >> k; } }", "cpp")


def endless(words: int) -> str:
    """A statement with one sentence of about so many words."""
    return "Input\nThe line contains " + "word word n " * (words // 3)


def calls_to_read(statement: str) -> int:
    """How many Python functions inference calls with this statement: work that is the same on every machine."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        check(statement, "3\n1 2 3\n", "n = int(input())\na = list(map(int, input().split()))\n", "python")
    finally:
        sys.setprofile(before)
    return made


def test_a_sentence_without_end_is_cut_before_it_costs() -> None:
    sentences = read_statement(endless(24_000)).sentences
    assert sentences
    assert max(len(sentence.text) for sentence in sentences) <= LONGEST_SENTENCE
    calls_to_read(endless(24_000))  # The first time, parsers are loaded and regular expressions compiled.
    cut = calls_to_read(endless(24_000))
    assert cut < 30_000
    # What is beyond the cut is passed over: less than a call for three words.
    assert calls_to_read(endless(48_000)) - cut < 24_000 / 3

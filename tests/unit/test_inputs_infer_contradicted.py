"""What samples contradict is dropped from a format, and nothing else."""

from __future__ import annotations

import pytest

from slowpath.inputs.infer.facts.contradicted import without_contradicted, without_grounds_of_dropped
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.statement import Statement

GRAPH = "n: int 1..9; m: int 0..9\nrows[m] graph(u, v; n) {}: u: int 1..n; v: int 1..n\n"


@pytest.mark.parametrize(
    ("full", "sample", "kept"),
    [
        (
            "n: int 1..9\na: int[n] 1..9 permutation\nb: int[n] 1..9 sorted\n",
            "3\n3 1 2\n5 4 6\n",
            "n: int 1..9\na: int[n] 1..9 permutation\nb: int[n] 1..9\n",
        ),
        (GRAPH.format("connected simple"), "3 2\n1 2\n1 2\n", GRAPH.format("").replace("  :", ":").replace(" :", ":")),
        (GRAPH.format("connected simple"), "3 1\n1 2\n", GRAPH.format("simple")),
        (
            "n: int 1..9\nrows[n]: k: int 1..9; c: int[k] 1..9 distinct\n",
            "2\n2 1 1\n1 3\n",
            "n: int 1..9\nrows[n]: k: int 1..9; c: int[k] 1..9\n",
        ),
        (
            "a: int 1..9; b: int 1..9\nwhere a < b\nwhere a + b <= 9\n",
            "5 3\n",
            "a: int 1..9; b: int 1..9\nwhere a+b <= 9\n",
        ),
    ],
)
def test_drops_just_what_the_sample_breaks(full, sample, kept):
    fmt = from_text(full)
    left, broken = without_contradicted(fmt, [("1", parse(fmt, sample.encode()))])
    assert broken and to_text(left) == to_text(from_text(kept))


def test_keeps_everything_where_no_sample_objects():
    fmt = from_text(GRAPH.format("connected simple"))
    assert without_contradicted(fmt, [("1", parse(fmt, b"2 1\n1 2\n"))]) == (fmt, [])


@pytest.mark.parametrize(
    ("text", "kept", "section", "is_told"),
    [
        ("n: int 1..9\na: int[n] 1..9 distinct\n", "n: int 1..9\na: int[n] 1..9\n", "", True),
        ("n: int 1..9\na: int[n] 1..9 distinct\n", "n: int 1..9\na: int[n] 1..9\n", "input", False),
        # No sentence of the story says what was dropped here.
        ('s: word 1..9 of "()" brackets\n', 's: word 1..9 of "()"\n', "", False),
        ("n: int 1..9\n", "n: int 1..9\n", "", False),
    ],
)
def test_only_what_the_story_tells_explains_what_was_dropped(text, kept, section, is_told):
    sentence = Sentence("All values differ", 1, section, "All values differ")
    evidence = [sentence.ground("a", "a is distinct")]
    left, is_explained = without_grounds_of_dropped(evidence, from_text(text), from_text(kept), Statement((sentence,)))
    assert is_explained == is_told
    assert left == ([] if "distinct" in text else evidence)

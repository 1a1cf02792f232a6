"""The examples in docs/format.md are read by the reader that they describe."""

from __future__ import annotations

import re
from pathlib import Path

from slowpath.inputs.relation_kinds.registry import words_before_names
from slowpath.inputs.text_form import text as text_form
from slowpath.inputs.text_form.text import from_text, to_text

DOC = (Path(__file__).parents[2] / "docs" / "format.md").read_text()


def test_the_examples_in_the_documentation_can_be_read():
    examples = [text for text in re.findall(r"```\n(.*?)```", DOC, re.DOTALL) if not text.startswith("format ")]
    assert len(examples) >= 5
    for text in examples:
        before = "n: int 1..9\n" if "..n" in text and "  n: " not in text else ""
        assert to_text(from_text(before + text)) == before + text


def test_every_word_that_begins_a_relation_is_in_the_grammars():
    highlighted = (Path(__file__).parents[2] / "extension" / "language" / "slowpath-format.tmLanguage.json").read_text()
    words = re.search(r"\(where\)[^(]*\(\?:\\\\s\+\(([a-z|]+)\)", highlighted)
    assert words is not None
    assert words_before_names() <= set(words[1].split("|"))
    assert all(f'"{word}"' in DOC and f'"{word}"' in (text_form.__doc__ or "") for word in words_before_names())


def test_every_line_of_its_table_can_be_read():
    lines = re.findall(r"^\| `([^`]+)` \|", DOC, re.MULTILINE)
    assert len(lines) >= 14
    for line in lines:
        text = line.replace("simple: ...", "simple: u: int 1..n; v: int 1..n")
        if ": count" in line and "[" not in line:
            text += "\nx: int[k] 0..9" if "end of line" in line else "\nrows[n]: a: int 0..9"
        declared = set(re.findall(r"(\w+):", line.split("rows")[0])) if "rows" not in line else set()
        sizes = "".join(f"{name}: int 1..9\n" for name in ("n", "m") if name not in declared)
        from_text(sizes + text)

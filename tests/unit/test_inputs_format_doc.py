"""The examples in docs/format.md are read by the reader that they describe."""

from __future__ import annotations

import re
from pathlib import Path

from slowpath.inputs.text import from_text, to_text

DOC = (Path(__file__).parents[2] / "docs" / "format.md").read_text()


def test_the_examples_in_the_documentation_can_be_read():
    first = re.search(r"```\n(t: int.*?)```", DOC, re.DOTALL)
    assert first
    assert to_text(from_text(first.group(1))) == first.group(1)
    queries = re.search(r"```\n(q: int.*?)```", DOC, re.DOTALL)
    assert queries
    from_text("n: int 1..9\n" + queries.group(1))


def test_every_line_of_its_table_can_be_read():
    lines = re.findall(r"^\| `([^`]+)` \|", DOC, re.MULTILINE)
    assert len(lines) >= 14
    for line in lines:
        text = line.replace("simple: ...", "simple: u: int 1..n; v: int 1..n")
        declared = set(re.findall(r"(\w+):", text.split("rows")[0])) if "rows" not in text else set()
        sizes = "".join(f"{name}: int 1..9\n" for name in ("n", "m") if name not in declared)
        from_text(sizes + text)

"""The statement beside the format: each sentence with what became of it and the lines of the format that say it."""

from __future__ import annotations

import pytest
from editor import Editor

from slowpath.lsp import protocol

SOURCE = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
STATEMENT = """Some story.

## Input
The first line has an integer $n$ ($1 \\le n \\le 50$). The second line has $n$ integers $a_i$ ($1 \\le a_i \\le 9$).
No two neighbouring numbers are equal. The numbers form a mountain.

## Output
Print their sum.
"""

OPEN = '# ? Nothing in the format stands for what it says. (statement.md:5: "The numbers form a mountain")\n'

pytestmark = pytest.mark.asyncio


async def test_each_sentence_has_its_mark_and_its_lines(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        (tmp_path / "statement.md").write_text(STATEMENT)
        uri = editor.open("a.py", SOURCE)
        told = await editor.request(protocol.FORMAT_SENTENCES, uri=uri)
        assert told["statement"].endswith("statement.md") and told["error"] is None
        rows = {STATEMENT.split("\n")[row["line"] - 1][row["begin"] : row["end"]]: row for row in told["rows"]}
        text = (await editor.request(protocol.FORMAT_OPEN, uri=uri))["text"].split("\n")
        first = rows["The first line has an integer $n$ ($1 \\le n \\le 50$)"]
        assert (first["mark"], first["says"], first["format_lines"]) == (
            "used",
            ["n >= 1", "n <= 50"],
            [text.index("n: int 1..50") + 1],
        )
        assert rows["No two neighbouring numbers are equal"]["format_lines"] == [text.index("where apart a") + 1]
        mountain = rows["The numbers form a mountain"]
        assert mountain["mark"] == "unclear" and mountain["why"] and not mountain["says"]
        assert rows["Print their sum"]["mark"] == "other"


async def test_what_was_written_since_counts_and_what_its_comments_leave_open(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        (tmp_path / "statement.md").write_text(STATEMENT)
        editor.open("a.py", SOURCE)
        written = editor.open("a.format", "# mine\nn: int 1..50\na: int[n] 1..9\n" + OPEN)
        rows = (await editor.request(protocol.FORMAT_SENTENCES, uri=written))["rows"]
        assert [row["line"] for row in rows if row["mark"] == "unclear"] == [5]
        assert next(row for row in rows if row["mark"] == "used")["format_lines"] == [2]


async def test_what_is_said_of_a_graph_stands_where_its_edges_are(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        (tmp_path / "statement.md").write_text(
            "## Input\nThe first line has $n$ and $m$ ($1 \\le n, m \\le 9$). Each of the next $m$ lines has "
            "$a$ and $b$ ($1 \\le a, b \\le n$), a road between towns $a$ and $b$.\nThe graph is connected.\n"
        )
        source = "n, m = map(int, input().split())\ng = [[] for _ in range(n + 1)]\n" + (
            "for _ in range(m):\n    a, b = map(int, input().split())\n    g[a].append(b)\n    g[b].append(a)\n"
            "print(len(g))\n"
        )
        uri = editor.open("a.py", source)
        text = (await editor.request(protocol.FORMAT_OPEN, uri=uri))["text"].split("\n")
        rows = (await editor.request(protocol.FORMAT_SENTENCES, uri=uri))["rows"]
        edges = next(number for number, line in enumerate(text, 1) if line.startswith("rows[m] graph"))
        assert [row["format_lines"] for row in rows if row["line"] == 3] == [[edges]]


async def test_it_says_what_is_missing(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        told = await editor.request(protocol.FORMAT_SENTENCES, uri=editor.open("a.py", SOURCE))
        assert told["error"]["code"] == "format-unknown" and not told["rows"]

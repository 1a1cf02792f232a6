"""A flat list of tokens that the program indexes: where loops read, what they read again, and jumps between places."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Solution

START = "import sys\ndata = list(map(int, sys.stdin.read().split()))\nn = data[0]\n"
WORDS = "import sys\ndata = sys.stdin.buffer.read().split()\nn = int(data[0])\n"
LOOP = "for i in range(2, n + 1):\n"
STATED = (
    "## Input\nThe first line contains n (1 <= n <= 100000). The second line contains n-1 integers p_2, ..., p_n "
    "(1 <= p_i < i).\n"
)
PROGRAMS = {
    "shifted": WORDS + LOOP + "    p = int(data[i - 1])\n    print(p)\n",
    "comprehension": WORDS + "p = [0, 0] + [int(data[i - 1]) for i in range(2, n + 1)]\nprint(p)\n",
    "as an index": START + "d = [0] * (n + 1)\n" + LOOP + "    d[i] = d[data[i - 1]] + 1\nprint(max(d))\n",
    "children": WORDS + "g = [[] for _ in range(n + 1)]\n" + LOOP + "    g[int(data[i - 1])].append(i)\nprint(g)\n",
    "read twice": START
    + "deg = [0] * (n + 1)\n"
    + LOOP
    + "    deg[data[i - 1]] += 1\n"
    + LOOP
    + "    print(deg[data[i - 1]])\n",
    "in a function": WORDS + "def parent(i):\n    return int(data[i - 1])\n" + LOOP + "    print(parent(i))\n",
    "walks": START + LOOP + "    v = i\n    while v != 1:\n        v = data[v - 1]\n    print(v)\n",
}


def text(source: str, statement: str = "") -> str:
    report = infer(Problem("p", "plain", Path("."), statement), Solution(Path("p.py"), "python", source.encode()))
    return report.text.strip()


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_parents_with_a_statement(source):
    assert text(source, STATED) == "n: int 1..100000\np: int[n-1] 1..n-1 parents"


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "walks"])
def test_parents_without_one(name):
    assert "int[n-1]" in text(PROGRAMS[name])
    assert len(text(PROGRAMS[name]).split("\n")) == 2


def test_a_counter_that_moves_on_reads_on():
    source = (
        WORDS
        + "pos = 1\nfor i in range(n):\n    a = int(data[pos])\n    pos += 1\n"
        + "m = int(data[pos])\npos += 1\nfor i in range(m):\n    b = int(data[pos])\n    pos += 1\n    print(a, b)\n"
    )
    assert [line.split(":")[0] for line in text(source).split("\n")] == ["n", "a", "m", "b"]


def test_lists_behind_one_another():
    source = (
        WORDS
        + "a = [int(data[i + 1]) for i in range(n)]\nb = [int(data[n + 1 + i]) for i in range(n)]\n"
        + "print(a, b)\n"
    )
    assert [line.split(" ")[1] for line in text(source).split("\n")][1:] == ["int[n]", "int[n]"]

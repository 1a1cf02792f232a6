"""Cues: suspicions about what makes a program slow, seen in its text, at their lines."""

from __future__ import annotations

import pytest

from slowpath.analysis.cues import cues
from slowpath.analysis.source import functions_of, loops_of, main_line, tree_of

CPP = {
    "pivot-recursion": "void qs(int l, int r) {\n int pivot = a[l];\n qs(l, r - 1);\n}\nint main() { qs(0, 9); }",
    "hash-table": "#include <unordered_map>\nstd::unordered_map<int, int> seen;\nint main() {}",
    "relaxation": "int main() {\n queue<int> q;\n while (!q.empty()) {\n  for (auto e : g[u])\n   if (d[e.to] > d[u] "
                  "+ e.w) d[e.to] = 1;\n }\n}",
    "parent-walk": "int main() {\n while (v != root)\n  v = parent[v];\n}",
    "string-matching": "int main() {\n for (int i = 0; i < n; i++)\n  for (int j = 0; j < m; j++)\n   if (s[i + j] !="
                       " t[j]) break;\n}",
    "clear-per-case": "int c[100];\nvoid solve() {\n memset(c, 0, sizeof c);\n}\nint main() "
                      "{ int t; while (t--) solve(); }",
    "sort-call": "int main() {\n std::sort(a, a + n);\n}",
}
PYTHON = {
    "list-membership": "a = []\nfor x in b:\n    if x in a:\n        pass\n",
    "front-of-list": "q = [1]\nwhile q:\n    v = q.pop(0)\n",
    "hash-table": "seen = set()\nseen.add(1)\n",
    "clear-per-case": "for _ in range(t):\n    c = [0] * (10**5)\n",
}


@pytest.mark.parametrize("name", CPP)
def test_sees_the_pattern_in_cpp(name: str) -> None:
    assert cues(CPP[name].encode(), "cpp").lines(name)


@pytest.mark.parametrize("name", PYTHON)
def test_sees_the_pattern_in_python(name: str) -> None:
    assert cues(PYTHON[name].encode(), "python").lines(name)


def test_says_the_line() -> None:
    assert cues(PYTHON["front-of-list"].encode(), "python").lines("front-of-list") == (3,)


def test_a_plain_program_shows_none() -> None:
    found = cues(b"int main() { int a, b; cin >> a >> b; cout << a + b; }", "cpp")
    assert found.found == ()
    assert found.words == ()


def test_comments_are_no_cues() -> None:
    assert cues(b"// unordered_map\nint main() {}", "cpp").names == frozenset()


def test_an_unknown_language_shows_none() -> None:
    assert cues(b"fn main() {}", "rust").found == ()


@pytest.mark.parametrize(("source", "language", "line"), [
    (b"int f() { return 1; }\n\nint main() {}", "cpp", 3), (b"import sys\n\ndef main():\n    pass\n", "python", 3),
    (b"import sys\nx = 1\nif __name__ == '__main__':\n    x = 2\n", "python", 3), (b"", "cpp", 1),
    (b"import sys\nn = int(input())\n", "python", 2)])
def test_finds_where_the_program_begins(source: bytes, language: str, line: int) -> None:
    assert main_line(source, language) == line


def test_loops_know_their_depth_and_functions_their_calls() -> None:
    root = tree_of(b"int f(int n) {\n return n ? f(n - 1) : 0;\n}\nint main() "
                   b"{\n for (;;)\n  while (1) f(2);\n}", "cpp")
    assert root is not None
    assert [(loop.first_line, loop.depth) for loop in loops_of(root)] == [(5, 0), (6, 1)]
    assert [(f.name, f.is_recursive) for f in functions_of(root)] == [("f", True), ("main", False)]

"""Programs that are written for a newer Java than the one that is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.errors import CompileMessage
from slowpath.toolchain.java.newer import version_wanted


def wanted(text: str, message: str = "';' expected", column: int = 1, major: int = 11) -> int:
    return version_wanted(text.encode(), CompileMessage(Path("A.java"), 1, column, "error", message), major)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("int k = switch (n) { case 1 -> 2; default -> 3; };", 14),
        ("switch (n) { case A, B: yield 3; }", 14),
        ('String s = """\n  a\n""";', 15),
        ("record P<T>(int x, T y) {}", 16),
        ("if (o instanceof List<?> all) f(all);", 16),
        ("sealed interface S permits A {}", 17),
        ("if (o instanceof P(int a, var b)) f(a);", 21),
        ("switch (o) { case Integer i when i > 3 -> f(); }", 21),
        ("switch (o) { case Red: n++; case MOD_A: n--; }", 0),
        ("for (var _ : all) n++;", 22),
        ("void main() { IO.println(3); }", 25),
        ("switch (n) { case 1: n++; default: n--; } // case 1 -> 2;", 0),
        ('String s = "case 1 -> 2;"; Runnable r = () -> {};', 0),
        ("if (o instanceof String && n < 3) f(); int record = 3; f(record);", 0),
        ("Map<Integer, Integer> m = f(a_, b); m.forEach((k, v) -> f(k));", 0),
    ],
)
def test_the_text_says_which_version_it_is_written_for(text, version):
    assert wanted(text) == version
    assert wanted(text, major=25) == 0


def test_methods_of_newer_libraries_are_told_where_javac_misses_them():
    text = "all.getLast(); link.getLast();"
    assert wanted(text, "cannot find symbol", text.index(".getLast") + 1) == 21
    assert wanted(text, "cannot find symbol", text.index(".getLast") + 1, major=21) == 0
    assert wanted(text) == 0 == wanted("all.getLost();", "cannot find symbol", 4)


def test_what_javac_has_heard_of_is_of_the_next_version_at_least():
    assert wanted("f();", "patterns are a preview feature and are disabled by default.", major=17) == 18

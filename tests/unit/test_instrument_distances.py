"""Which distances are measured in a program, and what of its text is left alone."""

from __future__ import annotations

import pytest

from slowpath.instrument.distances import MOST_COMPARISONS, distances
from slowpath.instrument.probes_cpp import with_probes
from slowpath.model.constraint import PROBE_SCALE
from slowpath.model.distance import FAR, NEAREST, distance_of


def expressions(source: str, language: str) -> list[str]:
    return [made.condition.left for made in distances(source.encode(), language) if made.condition is not None]


def cpp(body: str) -> list[str]:
    return expressions(f"int main() {{ int x, y; {body} }}", "cpp")


def java(body: str) -> list[str]:
    return expressions(f"class Main {{ void f(int x, String s) {{ {body} }} }}", "java")


def test_java_measures_comparisons_texts_and_what_may_overflow():
    assert java("if (x == 7 && s.charAt(x) == 'a') return;") == [
        "slowpath.Probes.near((x), (7))",
        "((x == 7)) ? slowpath.Probes.near((s.charAt(x)), ('a')) : 0",
    ]
    assert java('return s.equals("no");') == ['slowpath.Probes.nearTexts((s), ("no"))']
    assert java("int y = x * x;") == ["slowpath.Probes.full((x), (x), true)"]
    assert java("x += 3;") == ["slowpath.Probes.full((x), (3), false)"]
    assert java("if (s == null || next() == 3) return;") == []
    assert java("int y = x > 0 ? x : y, z = y == 2; for (; x < 3;) x++;") == ["slowpath.Probes.near((x), (0))"]


def test_both_sides_of_comparisons_are_measured():
    assert cpp("if (x == 7) return y < x + 1;") == ["slowpath_near((x), (7))", "slowpath_near((y), (x + 1))"]
    assert expressions("x = 1\nif x == 7:\n    y = x * 3 != 4\n", "python") == [
        "slowpath_near(x, 7)",
        "slowpath_near(x * 3, 4)",
    ]


def test_what_short_circuits_leave_out_is_left_out():
    assert cpp("if (x > 0 && y / x == 3) return 1;")[1] == "((x > 0)) ? slowpath_near((y / x), (3)) : 0"
    assert cpp("if (x > 0 || y == 3) return 1;")[1] == "((!(x > 0))) ? slowpath_near((y), (3)) : 0"
    assert cpp("return x > 0 ? y == 1 : y == 2;")[1:] == [
        "((x > 0)) ? slowpath_near((y), (1)) : 0",
        "((!(x > 0))) ? slowpath_near((y), (2)) : 0",
    ]
    assert expressions("if a and b == 1:\n    pass\n", "python") == ["(slowpath_near(b, 1) if (a) else 0)"]
    assert expressions("z = 1 if a < 2 else b == 3\n", "python")[1] == "(slowpath_near(b, 3) if (not (a < 2)) else 0)"


@pytest.mark.parametrize(
    "body",
    [
        "if (x++ == 3) return 1;",
        "if (read() == 3) return 1;",
        "if ((x = y) == 3) return 1;",
        "if (read() && y == 3) return 1;",
        "int z = 3, w = z == 4;",
        "if (int z = x; z == 3) return 1;",
        "for (int i = 0; i < x; i++) y++;",
        "auto f = [&] { x++; }, g = f;",
        "x++, y == 3;",
    ],
)
def test_what_has_effects_or_is_not_there_yet_is_left_alone(body):
    assert cpp(body) == []


@pytest.mark.parametrize(
    "text",
    [
        "if next(it) == 3:\n    pass\n",
        "z = [a == 3 for a in b]\n",
        "f = lambda a: a == 3\n",
        "if (a := b) == 3:\n    pass\n",
        "for i in range(3):\n    pass\n",
        "if a in b:\n    pass\n",
    ],
)
def test_in_python_too(text):
    assert expressions(text, "python") == []


def test_products_and_sums_of_integers_are_measured_against_their_type():
    assert cpp("long long z = x * y; z += x;") == [
        "slowpath_full((x), (y), true, slowpath_whole())",
        "slowpath_full((z), (x), false, slowpath_whole())",
    ]


def test_every_distance_finds_its_place_in_the_text():
    source = (
        b"#define ll long long\nll a[9];\nint f(ll x) {\n  if (x == 3) return 1;\n"
        b"  else if (x < a[2]) return 2;\n  while (x > 4) x /= 2;\n  return x == a[1] ? 3 : 4;\n}\n"
        b"int main() { return f(7); }\n"
    )
    made = distances(source, "cpp")
    text = with_probes(source, "main.cpp", made)
    assert len(text.probed) == len(made) == 4
    assert not text.rejected


def test_there_is_an_end_of_what_is_measured():
    assert len(expressions("".join(f"y = x == {number}\n" for number in range(99)), "python")) == MOST_COMPARISONS


def test_an_expression_that_is_nested_too_deep_is_left_out():
    deep = " + ".join(["x"] * 3000)
    assert cpp(f"if ({deep} == 3) return 1; if (y == 7) return 2;") == ["slowpath_near((y), (7))"]
    assert expressions(f"if {deep} == 3:\n    y = x == 7\n", "python") == ["slowpath_near(x, 7)"]


@pytest.mark.parametrize("language", ["cpp", "python"])
def test_broken_text_and_other_languages_measure_nothing(language):
    assert not distances(b"if (((", language)
    assert not distances(b"x == 3", "rust")


@pytest.mark.parametrize("distance", [0, 1, 77, FAR - 1])
def test_a_slot_says_the_distance(distance):
    assert distance_of(PROBE_SCALE * (NEAREST - distance)) == distance


def test_far_distances_are_ordered_and_no_distance_is_none():
    near, far = (distance_of(PROBE_SCALE * (FAR * FAR // away)) for away in (10**16, 10**18))
    assert near is not None and far is not None and FAR < near < far
    assert distance_of(0) is None

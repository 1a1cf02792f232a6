"""What inputs look like, in plain words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.described import described
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text

FORMATS = sorted((Path(__file__).parent.parent / "golden" / "formats").glob("*.format"))
LIST = "n: int 1..1000\na: int[n] -10^18..10^18\n"
EDGES = "n: int 1..1000; m: int 1..1000\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n"
TREE = "n: int 1..1000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n"


def text_of(format_text: str, data: str) -> str:
    fmt = from_text(format_text)
    return described(fmt, parse(fmt, data.encode())).text


def listed(values) -> str:
    values = list(values)
    return text_of(LIST, f"{len(values)}\n{' '.join(map(str, values))}\n")


def network(pairs, text: str = EDGES, vertices: int = 0) -> str:
    n = vertices or max(max(pair) for pair in pairs)
    head = f"{n} {len(pairs)}" if "m:" in text else f"{n}"
    lines = "\n".join(f"{u} {v}" for u, v in pairs)
    return text_of(text, f"{head}\n{lines}\n")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (range(10, 100, 7), "sorted, all values distinct, evenly spaced"),
        ([9, 7, 6, 2, 1], "reversed, all values distinct"),
        ([5] * 8, "all 5"),
        (range(1, 30), "sorted, all values from 1 to 29"),
        ([1, 1, 1, 1, 9], "all 1 but for the last, the largest, only the values 1, 9"),
        ([9, 1, 3, 8, 8, 8], "sorted but for the first, the largest, only the values 1, 3, 8, 9"),
        ([1, 4, 6, 9, 7, 3, 2], "rising, then falling, all values distinct"),
        ([8, 2, 9, 1, 7, 3, 30, 4, 11], "high and low by turns, all values distinct"),
        ([1, 5, 2] * 9, "the same 3 values again and again, only the values 1, 2, 5"),
        (
            [*range(40, 60), *range(20, 40), *range(0, 20)],
            "3 sorted parts of 20, one behind the other, all values from 0 to 59",
        ),
        ([24, 60, 84, 36, 120, 12], "in no order, all values distinct, all multiples of 12"),
        ([7], "7"),
    ],
)
def test_a_list_is_told_by_its_order_and_by_how_many_values_differ(values, words):
    assert listed(values) == words


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([(i, i + 1) for i in range(1, 9)], "a path, in the order of its vertices"),
        ([(3, 1), (1, 4), (4, 2)], "a path"),
        ([(1, i) for i in range(2, 9)], "a star"),
        ([(1, 2), (2, 3), (1, 4), (4, 5), (1, 6), (6, 7)], "3 paths from one vertex"),
        ([(1, 2), (2, 3), (3, 4), (2, 5), (3, 6), (3, 7), (2, 8)], "a caterpillar: a path with leaves"),
    ],
)
def test_a_tree_is_told_by_its_name(pairs, words):
    assert network(pairs, TREE) == words


def test_a_graph_is_told_by_its_name_or_its_degrees():
    assert network([(1, 2), (2, 3), (3, 1)]) == "a cycle"
    assert network([(i, j) for i in range(1, 6) for j in range(1, i)]) == "a complete graph"
    assert (
        network([(1, 2), (3, 4)], vertices=5)
        == "2 edges on 4 vertices, each with 1 neighbour, in 2 parts, 1 vertex without edges"
    )


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("a" * 30, "all letters 'a'"),
        ("a" * 30 + "b", "all letters 'a', the last one 'b'"),
        ("ab" * 20, '"ab" again and again'),
        ("abc", '"abc"'),
        ("a" * 20 + "b" * 20, "2 blocks of one letter each"),
    ],
)
def test_a_word_is_told_by_its_letters(word, words):
    assert text_of('s: word 1..100 of "a-z"\n', word + "\n") == words


def test_a_lone_number_is_told_with_what_is_special_about_it():
    assert text_of("x: int 1..10^9\n", "536870912\n") == "536,870,912 (a power of two)"
    assert text_of("x: int 1..10^9\n", "999999937\n") == "999,999,937 (prime)"


def test_of_several_test_cases_the_longest_is_told():
    cases = "t: int 1..9\ncase: cases[t]\n  n: int 1..50\n  a: int[n] 1..1000\n"
    assert text_of(cases, "2\n1\n5\n3\n9 8 1\n") == "2 test cases, of different sizes; a: reversed, all values distinct"


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.stem)
def test_whatever_a_format_makes_can_be_told(path):
    fmt = from_text(path.read_text())
    try:
        instance = generate(fmt, Plan(), np.random.default_rng(1))
    except CannotGenerate:
        return
    assert described(fmt, instance).text

"""All tiny inputs: valid, each once, the small ones first, none left out where they are few."""

from __future__ import annotations

from itertools import islice, permutations, product
from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.tiny.choices import DeadEnd, about_how_many, every, some
from slowpath.inputs.tiny.exhaustive import small_instances
from slowpath.inputs.validating.validate import violations

GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "formats").glob("*.format"))


def printed(text: str, most: int = 100_000) -> list[str]:
    fmt = from_text(text)
    return [print_input(fmt, instance).decode() for instance in small_instances(fmt, most)]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_instance_is_valid_and_prints_like_no_other(path):
    fmt = from_text(path.read_text())
    texts = []
    for instance in islice(small_instances(fmt, 120), 120):
        assert violations(fmt, instance) == []
        texts.append(print_input(fmt, instance))
        assert print_input(fmt, parse(fmt, texts[-1])) == texts[-1]
    assert len(set(texts)) == len(texts) > 0


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "n: int 1..3\na: int[n] 0..1\n",
            {f"{n}\n{' '.join(row)}\n" for n in (1, 2, 3) for row in product("01", repeat=n)},
        ),
        (
            "n: int 3..3\np: int[n] 1..n permutation\n",
            {f"3\n{' '.join(map(str, order))}\n" for order in permutations((1, 2, 3))},
        ),
        ("a: int -2..2\n", {f"{a}\n" for a in range(-2, 3)}),
        ('s: word 1..2 of "ab"\n', {"a\n", "b\n", "aa\n", "ab\n", "ba\n", "bb\n"}),
        ("n: int 1..4\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n", None),
    ],
    ids=["arrays", "permutations", "one-number", "words", "trees"],
)
def test_nothing_is_left_out_of_a_small_space(text, wanted):
    made = set(printed(text))
    if wanted is None:
        # Cayley: there are n^(n-2) labelled trees.
        assert [sum(text.startswith(f"{n}\n") for text in made) for n in (1, 2, 3, 4)] == [1, 1, 3, 16]
    else:
        assert made == wanted


def test_simple_graphs_are_all_there_once():
    made = printed("n: int 1..4; m: int 0..6\nrows[m] graph(u, v; n) simple: u: int 1..n; v: int 1..n\n")
    assert sum(text.startswith("4 ") for text in made) == 2**6


def test_smaller_ones_come_first():
    made = printed("n: int 1..1000\na: int[n] 1..10^9\n", 400)
    lengths = [int(text.split()[0]) for text in made]
    assert lengths[0] == 1
    assert made.index("2\n1 1\n") < made.index("3\n1 1 1\n") < made.index("4\n1 1 1 1\n")


def test_extreme_values_stand_among_the_small_instances():
    made = printed("n: int 1..1000\na: int[n] -10^9..10^9\n", 400)
    assert "1\n-1000000000\n" in made
    assert any(text.startswith("2\n") and text.count("1000000000") == 2 for text in made)


def test_cases_are_one():
    fmt = from_text("t: int 1..100\ntests: cases[t]\n  n: int 1..5\n  a: int[n] 1..3\nwhere sum n <= 10\n")
    assert all(len(instance["tests"]) == 1 for instance in small_instances(fmt, 200))


def test_relations_between_sizes_and_over_elements_hold():
    text = "n: int 1..50; k: int 1..50\na: int[n] 0..9\nwhere k <= n\nwhere sum a == k\n"
    made = printed(text, 200)
    assert "1 1\n1\n" in made
    assert "2 2\n1 1\n" in made


def test_the_same_arguments_give_the_same_instances():
    text = 'n: int 1..100\na: int[n] 1..10^9\ns: word n..n of "a-z"\n'
    assert printed(text, 3000) == printed(text, 3000)


def words(choose):
    return "".join("ab"[choose(2)] for _ in range(1 + choose(3)))


def test_every_choice_is_made_once_in_order():
    made = list(every(words, 1000))
    assert made == sorted(made, key=lambda word: (len(word), word))
    assert len(set(made)) == len(made) == 2 + 4 + 8


def test_dead_ends_are_passed_over_and_bounded():
    def picky(choose):
        if choose(4) != 2:
            raise DeadEnd
        return "found"

    assert list(every(picky, 10)) == [None, None, "found", None]
    assert list(every(picky, 2)) == [None, None]


def test_the_number_of_leaves_is_estimated():
    assert 6 < about_how_many(words, np.random.default_rng(0)) < 30
    assert set(some(words, np.random.default_rng(0), 400)) == set(every(words, 100))

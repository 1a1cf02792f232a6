"""What it costs to set a search up: sites are made as they're needed, and not cut where the format lets nothing be."""

from __future__ import annotations

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine import space as spaces
from slowpath.engine.candidate import MEDIUM
from slowpath.engine.lazily import Lazily
from slowpath.engine.shaped import built, made_again
from slowpath.engine.shapes import Shape
from slowpath.engine.space import Space
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text

CASES = "t: int {least}..10000\ntests: cases[t]\n  n: int 1..10\n  a: int[n] 0..9 sorted\n"


@pytest.fixture
def generated(monkeypatch) -> list[int]:
    """How many test cases each input had that was made to measure a site."""
    made: list[int] = []
    generate = spaces.generate

    def counting(fmt, plan, rng):
        instance = generate(fmt, plan, rng)
        made.append(instance["t"])
        return instance

    monkeypatch.setattr(spaces, "generate", counting)
    return made


def space_of(text: str) -> Space:
    fmt = from_text(text)
    return Space(fmt, boundaries(fmt), TargetFacts(), 0)


def test_no_input_is_made_for_a_site_that_nobody_looks_at(generated):
    space = space_of(CASES.format(least=1))
    assert len(space.medium) == len(space.small) == len(space.full) > 2
    assert generated == []
    assert space.medium[1] is space.medium[1]
    assert generated and max(generated) <= 1000


def test_where_the_format_lets_no_size_be_smaller_one_input_shows_it(generated):
    space = space_of(CASES.format(least=9000))
    many = max(range(len(space.full)), key=lambda place: space.full[place].boundary.sizes["t"])
    site = space.medium[many]
    assert site.level == MEDIUM
    assert generated == [9000]


def test_elements_are_made_once_and_as_a_list_s_are_found():
    asked: list[int] = []

    def make(place: int) -> int:
        asked.append(place)
        return place * place

    lazily = Lazily(4, make)
    assert (lazily[1], lazily[-1], lazily[1:3]) == (1, 9, [1, 4])
    assert asked == [1, 3, 2]
    assert list(lazily) == [0, 1, 4, 9] and asked == [1, 3, 2, 0]
    with pytest.raises(IndexError):
        lazily[4]


@pytest.mark.parametrize(
    "rows",
    [
        "rows[n]: k: int 0..100000; x: int[k] 1..1000000\n",
        "ops: queries[n]\n  all: k: int 1..100000; x: int[k] 1..1000000\n",
    ],
    ids=["ragged rows", "queries"],
)
def test_rows_of_lists_as_long_as_may_be_are_no_larger_below_full_size_than_random_ones(rows):
    space = space_of("n: int 1..100000\n" + rows)
    for site, most in ((space.medium[0], spaces.MEDIUM_BYTES), (space.small[0], spaces.SMALL_BYTES)):
        made = built(space, site, Shape((("sizes", "n", "hi"), ("arrays", "k", "hi"))), "any")
        assert len(made.data) <= 2 * most
        assert made_again(space.format, made.origin.recipe) == made.data

"""Shuffles of a known seed: followed as the libraries do them, and undone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from slowpath.analysis.cues import cues
from slowpath.catalogue.arrays import ARRAYS
from slowpath.catalogue.choices import array_choices
from slowpath.catalogue.facts import TargetFacts
from slowpath.catalogue.seeds import ExposedGenerator
from slowpath.catalogue.shuffles import by_product, shuffled_by_java, shuffled_by_rand, shuffled_in_pairs
from slowpath.model.expression import expr
from slowpath.model.format import IntType

SHUFFLED = {
    5: [2, 4, 1, 3, 0],
    8: [6, 3, 4, 0, 2, 1, 5, 7],
    9: [8, 7, 5, 6, 0, 1, 3, 4, 2],
    70001: [27676, 61633, 53344, 67463, 40247, 23369, 40463, 4425, 37621],
}
"""What `std::shuffle` of g++ 12 makes of 0, 1, 2, ... with `std::mt19937(20240817)`, the first nine."""
BY_RAND = {
    5: [2, 3, 0, 4, 1],
    8: [2, 3, 0, 4, 5, 1, 7, 6],
    70001: [5855, 61688, 63796, 61286, 45058, 13303, 51462, 68063, 13827],
}
"""The same of `std::random_shuffle` after `srand(239)` with glibc."""


@pytest.mark.parametrize("length", SHUFFLED)
def test_a_shuffle_of_the_library_is_followed(length: int) -> None:
    assert shuffled_in_pairs(ExposedGenerator("mt19937", 20240817), length, by_product)[:9] == SHUFFLED[length]


@pytest.mark.parametrize("length", BY_RAND)
def test_a_shuffle_by_rand_is_followed(length: int) -> None:
    assert shuffled_by_rand(ExposedGenerator("rand", 239), length)[:9] == BY_RAND[length]


def test_java_draws_and_shuffles_as_its_library_does() -> None:
    generator = ExposedGenerator("java", 7)
    assert generator.raw(2).tolist() == [-1156638823, -1552468968]
    assert generator.pivots(10) == [6, 2, 5, 2, 4, 4, 3, 2, 1, 0]
    assert shuffled_by_java(generator, 12) == [1, 3, 0, 7, 9, 8, 6, 2, 11, 5, 10, 4]


@pytest.mark.parametrize("length", [1, 2, 7, 300])
def test_the_program_s_shuffle_brings_about_the_order(length: int) -> None:
    facts = TargetFacts(library="python", generator=ExposedGenerator("python", 7))
    choices = {choice.name: choice for choice in array_choices("a", IntType(expr(1), expr(10**9)), facts)}
    for name in ("sorted", "reversed", "middle pivot killer"):
        filler = choices[f"shuffle undone, {name}"].plan.arrays["a"]
        values = filler(length, 1, 10**9, np.random.default_rng(1)).tolist()
        random.Random(7).shuffle(values)
        assert values == ARRAYS[name].filler(length, 1, 10**9, np.random.default_rng(1)).tolist()


@pytest.mark.parametrize(
    ("source", "is_known"),
    [
        ("int main() { random_shuffle(a.begin(), a.end()); }", True),
        ("int main() { std::random_shuffle(a, a + n); }", True),
        ("int main() { srand(time(0)); random_shuffle(a, a + n); }", False),
        ("int main() { random_shuffle(a, a + n, own); }", False),
    ],
)
def test_a_shuffle_without_a_seed_has_a_known_one(source: str, is_known: bool) -> None:
    generator = TargetFacts().with_constants(cues(source.encode(), "cpp")).generator
    assert generator == (ExposedGenerator("rand", 1) if is_known else None)


def test_the_smallest_before_what_falls_lasts_longest() -> None:
    """Rounds in which all that are larger than what stands before them go."""

    def rounds(values: list[int]) -> int:
        count = 0
        while (left := values[:1] + [b for a, b in zip(values, values[1:], strict=False) if b <= a]) != values:
            values, count = left, count + 1
        return count

    made = ARRAYS["smallest first, then falling"].filler(50, 1, 10**6, None).tolist()
    assert (
        rounds(made)
        == 49
        == max(rounds(ARRAYS[name].filler(50, 1, 10**6, np.random.default_rng(1)).tolist()) for name in ARRAYS)
    )

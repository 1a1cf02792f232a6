"""Where a search for a prime that goes number by number is dearest."""

from __future__ import annotations

from math import isqrt

import pytest

from slowpath.analysis.cues import cues
from slowpath.catalogue.numbers import NUMBERS
from slowpath.catalogue.prime_gaps import dearest_start


def divisions(number: int, step: int) -> int:
    """Divisors tried until a prime is met."""
    tried = 0
    while True:
        factor = next((d for d in range(2, isqrt(number) + 1) if number % d == 0), 0)
        tried += factor or isqrt(number)
        if not factor:
            return tried
        number += step


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize(("lo", "hi"), [(2, 2000), (50, 90), (4000, 5000)])
def test_no_number_is_dearer(lo: int, hi: int, step: int) -> None:
    start = dearest_start(lo, hi, step)
    assert start is not None
    ends = [n for n in range(lo, hi + 1) if all(n % d for d in range(2, isqrt(n) + 1))]
    within = [n for n in range(lo, hi + 1) if n <= ends[-1] and n >= ends[0]]
    assert divisions(start, step) == max(divisions(n, step) for n in within)


@pytest.mark.parametrize(
    ("lo", "hi"), [(1, 1), (8, 8), (0, 1), (-5, 10**18), (24, 28), (10**18, 10**18 + 5), (2**63 - 1, 2**63 - 1)]
)
def test_any_bounds_hold(lo: int, hi: int) -> None:
    for name in ("before a long search for a prime", "behind a long search for a prime"):
        values = NUMBERS[name].filler(5, lo, hi, None)
        assert len(values) == 5
        assert lo <= values.min() <= values.max() <= hi


@pytest.mark.parametrize(
    ("source", "language", "is_shown"),
    [
        ("int main() { while (!prime(x)) x++; }", "cpp", True),
        ("int main() { for (m = 2 * n; !is_prime(m); m++); }", "cpp", True),
        ("while not is_prime(n):\n    n += 1\n", "python", True),
        ("if (!prime(x)) x++;", "cpp", False),
        ("while (!q.empty()) prime(q);", "cpp", False),
    ],
)
def test_searches_are_seen(source: str, language: str, is_shown: bool) -> None:
    assert bool(cues(source.encode(), language).lines("next-prime")) == is_shown

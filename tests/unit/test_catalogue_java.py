"""What the catalogue holds against Java's library does what it says to that library's ways."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.analysis.cues import cues
from slowpath.catalogue import Catalogue, TargetFacts
from slowpath.catalogue.dual_pivot import since_java_14, until_java_13
from slowpath.catalogue.java_tables import equal_halves, equal_long_halves, from_above, from_below, line_x, line_y
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text

RNG = np.random.default_rng(1)


def behind_runs(values, most):
    """The values after the sort has looked for at most so many runs: those that descend are turned around."""
    values, start = list(values), 0
    for _ in range(most):
        end = start + 2
        descends = values[start] > values[start + 1]
        while end < len(values) and (values[end - 1] >= values[end] if descends else values[end - 1] <= values[end]):
            end += 1
        if descends:
            values[start:end] = values[start:end][::-1]
        start = end
    return values


def visited(values, runs, samples_of, pivots, carries_on, levels):
    """How many elements the partitions of a dual-pivot quicksort visit; `levels` ends it. Which part an element goes to
    is all that counts here, and where it then stands is as `carries_on` says."""
    total, depth = 0, 0
    part = behind_runs(map(int, values), runs)
    while len(part) >= 66 and depth < levels:
        total += len(part)
        places = samples_of(len(part))
        for place, value in zip(places, sorted(part[place] for place in places), strict=True):
            part[place] = value
        part = carries_on(part, places[pivots[0]], places[pivots[1]])
        depth += 1
    return total


def old_samples(size):
    step, third = (size >> 3) + (size >> 6) + 1, (size - 1) >> 1
    return [third + step * place for place in (-2, -1, 0, 1, 2)]


def new_samples(size):
    step, last = (size >> 3) * 3 + 3, size - 1
    first, fifth = step, last - step
    third = (first + fifth) >> 1
    return [first, (first + third) >> 1, third, (third + fifth) >> 1, fifth]


def left_old(part, first, second):
    """The left part behind one partition as Java 8 makes it: a scan from the left."""
    a, low, high = list(part), part[first], part[second]
    a[first], a[second] = a[0], a[-1]
    less, great = 1, len(a) - 2
    while a[less] < low:
        less += 1
    while a[great] > high:
        great -= 1
    at = less
    while at <= great:
        value = a[at]
        if value < low:
            a[at], a[less] = a[less], value
            less += 1
        elif value > high:
            while a[great] > high and great != at:
                great -= 1
            if great == at:
                break
            if a[great] < low:
                a[at], a[less] = a[less], a[great]
                less += 1
            else:
                a[at] = a[great]
            a[great] = value
            great -= 1
        at += 1
    a[0] = a[less - 1]
    return a[: less - 1]


def left_new(part, first, second):
    """The same as Java 17 makes it: a scan from the right, that fills from the left."""
    a, low, high = list(part), part[first], part[second]
    a[first], a[second] = a[0], a[-1]
    lower, upper = 1, len(a) - 2
    while a[lower] < low:
        lower += 1
    while a[upper] > high:
        upper -= 1
    lower, upper = lower - 1, upper + 1
    at = upper - 1
    while at > lower:
        value = a[at]
        if value < low:
            while lower < at:
                lower += 1
                if a[lower] >= low:
                    if a[lower] > high:
                        upper -= 1
                        a[at], a[upper] = a[upper], a[lower]
                    else:
                        a[at] = a[lower]
                    a[lower] = value
                    break
        elif value > high:
            upper -= 1
            a[at], a[upper] = a[upper], value
        at -= 1
    a[0] = a[lower]
    return a[:lower]


OLD = (67, old_samples, (1, 3), left_old, 10**9)
NEW = (1, new_samples, (0, 4), left_new, 64)


@pytest.mark.parametrize("length", [2000, 2048, 2500])
@pytest.mark.parametrize(("killer", "sort"), [(until_java_13, OLD), (since_java_14, NEW)])
def test_all_but_the_samples_stay_in_one_part_of_the_sort_that_a_killer_is_against(killer, sort, length):
    levels = min(sort[-1], (length - 400) // (4 if sort is OLD else 5))
    assert visited(killer(length, 1, 10**9, RNG), *sort) >= levels * length / 2
    assert visited(RNG.permutation(length), *sort) < 12 * length


@pytest.mark.parametrize("length", [0, 1, 2, 40, 66, 67, 285, 286, 1000])
@pytest.mark.parametrize("killer", [until_java_13, since_java_14])
def test_a_killer_holds_each_rank_once_at_any_length(killer, length):
    assert sorted(killer(length, 0, length - 1 if length else 0, RNG)) == list(range(length))


def place_of(code):
    return (code ^ (code >> 16)) & 0xFFFF


@pytest.mark.parametrize(("lo", "hi"), [(1, 10**9), (-(10**9), 10**9), (0, 10), (5, 70000)])
def test_keys_share_a_place_in_a_hash_map_within_bounds(lo, hi):
    ints = equal_halves(20000, lo, hi, RNG).tolist()
    assert len(ints) == 20000 and lo <= min(ints) and max(ints) <= hi
    if hi == 10**9:
        assert len({place_of(key & 0xFFFFFFFF) for key in ints}) == 1 and len(set(ints)) > 10000


def test_longs_have_one_hash_code_and_pairs_agree_on_31_x_and_y():
    longs = equal_long_halves(1000, 1, 10**18, RNG)
    assert len(set(longs.tolist())) == 1000 and set(((longs ^ (longs >> 32)) & 0xFFFFFFFF).tolist()) == {0}
    assert set(equal_long_halves(10, 1, 100, RNG)) == {1}
    pairs = list(zip(line_x(1000, 0, 10**6, RNG).tolist(), line_y(1000, 0, 10**6, RNG).tolist(), strict=True))
    assert len(set(pairs)) == 1000 and len({31 * x + y for x, y in pairs}) == 1
    assert all(0 <= value <= 10**6 for pair in pairs for value in pair)
    below, above = (made(1000, 5, 10**6, RNG) for made in (from_below, from_above))
    assert set(below ^ below) == {0} and set(below + above) == {5 + 10**6} and len(set(below)) == 1000
    assert set(from_below(10, 3, 4, RNG)) == set(from_above(10, 3, 4, RNG)) == {3, 4}


PROGRAM = b"""
import java.util.*;
public class Main {
    record Point(int x, int y) { }
    public static void main(String[] args) {
        Map<Point, Integer> seen = new HashMap<>();
        int[] a = new int[9];
        Arrays.sort(a);
    }
}
"""


def test_what_the_library_is_slow_at_is_told_by_java_and_offered_for_java_alone():
    assert {"hash-table", "pair-keys", "array-sort"} <= cues(PROGRAM, "java").names
    fmt = from_text("n: int 1..10^5\na: int[n] 1..10^9\nrows[n]: x: int 0..10^6; y: int 0..10^6\n")
    offered = {
        language: {
            choice.name
            for slot in Catalogue(fmt, boundaries(fmt)[0], facts=TargetFacts(library=language)).slots
            for choice in slot.choices
        }
        for language in ("cpp", "python", "java")
    }
    own = {"dual-pivot killer, since Java 14", "one place of a HashMap", "equal 31 x + y", "equal x ^ y", "equal x + y"}
    assert own <= offered["java"]
    assert own.isdisjoint(offered["cpp"] | offered["python"])


def test_a_recipe_keeps_the_language_whose_library_is_known():
    for language in ("", "cpp", "python", "java"):
        facts = TargetFacts(library=language)
        assert TargetFacts.from_json(facts.to_json()) == facts
    assert TargetFacts(library="python").to_json() == {"bucket_counts": [], "cpython": True}

"""The contrastive pair: metrics with known values, the ranking, the line table, the weaknesses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.analysis.contrast import Candidate, elements, jaccard, line_contrasts, match_ratio, mine, quality


def candidate(data: bytes, count: int, hits: dict[int, int] | None = None, cut: bool = False) -> Candidate:
    return Candidate(
        data.decode().strip().replace(" ", "-"), data.decode().strip(), data, count, hits or {1: 1, 2: count}, cut
    )


@pytest.mark.parametrize(
    ("left", "right", "match", "common"),
    [
        (b"1 2 3", b"3 2 1", 1.0, 1.0),
        (b"1 1 1 2", b"1 2", 1.0, 1.0),
        (b"1 1 1 2", b"1 1 3 4", 0.5, 0.25),
        (b"1 2 3 4", b"5 6 7 8 9", 0.0, 0.0),
        (b"1 2", b"1 2 3 4", 1.0, 0.5),
        (b"", b"", 1.0, 1.0),
        (b"", b"1", 0.0, 0.0),
    ],
)
def test_metrics_have_the_values_that_the_paper_defines(left, right, match, common):
    assert match_ratio(elements(left), elements(right)) == pytest.approx(match)
    assert match_ratio(elements(right), elements(left)) == pytest.approx(match)
    assert jaccard(elements(left), elements(right)) == pytest.approx(common)


def test_a_long_word_is_compared_by_its_pieces():
    word = b"abcd" * 50
    changed = word[:100] + b"x" + word[101:]
    assert match_ratio(elements(word), elements(changed)) > 0.9
    assert match_ratio(elements(word), elements(b"z" * 200)) == 0.0


def test_prefers_a_similar_pair_with_a_large_ratio_over_the_extremes_of_either():
    pair = mine(
        [
            candidate(b"9 9 9 9 9 9 9 9", 10),
            candidate(b"5 3 1 4 2 6 8 7", 100),
            candidate(b"1 2 3 4 5 6 7 8", 5000),
            candidate(b"1 2 3 4 5 6 7 9", 5100),
            candidate(b"77 78 79", 9000),
        ]
    )
    assert pair is not None
    assert (pair.fast_label, pair.slow_label) == ("5 3 1 4 2 6 8 7", "1 2 3 4 5 6 7 8")
    assert pair.similarity == pytest.approx(2.0)
    assert pair.cost_ratio == pytest.approx(50.0)
    assert pair.weaknesses == ()


def test_there_is_no_pair_among_equal_costs():
    assert mine([candidate(b"1", 5), candidate(b"2", 5)]) is None
    assert mine([candidate(b"1", 5)]) is None
    assert mine([]) is None


def test_says_what_makes_a_pair_poor():
    pair = mine([candidate(b"1 2", 100), candidate(b"7 8 9", 150, cut=True)])
    assert pair is not None
    said = " | ".join(pair.weaknesses)
    for part in ("little in common", "only 1.50 times", "tiny", "slow run was cut"):
        assert part in said
    assert quality(pair) == 0.0


def test_says_that_size_alone_may_explain_the_cost():
    pair = mine([candidate(b"1 2 3 4 5", 10), candidate(b"1 2 3 4 5 " * 30, 1000)])
    assert pair is not None
    assert any("size alone" in weakness for weakness in pair.weaknesses)


def test_what_lines_did_counts_where_reading_hides_it():
    """Of a few hundred numbers the reading costs most, and yet the order of the same values is what should be seen."""
    numbers = range(20)
    mixed = candidate(b" ".join(b"%d" % (place * 7 % 20) for place in numbers), 20_000, {1: 20, 2: 100})
    ordered = candidate(b" ".join(b"%d" % place for place in numbers), 30_000, {1: 20, 2: 2000})
    shorter = candidate(b" ".join(b"%d" % place for place in numbers[:8]), 9_000, {1: 8, 2: 300})
    pair = mine([mixed, ordered, shorter])
    assert pair is not None and (pair.fast_id, pair.slow_id) == (mixed.id, ordered.id)
    assert pair.cost_ratio == 1.5 and pair.difference == 2020 / 120
    assert not [said for said in pair.weaknesses if "costs only" in said or "as long" in said]


def test_hot_lines_are_those_that_explain_the_difference():
    rows = {row.line: row for row in line_contrasts({1: 1, 2: 100, 3: 100, 5: 0}, {1: 1, 2: 110, 3: 9000, 4: 7, 5: 3})}
    assert [line for line, row in rows.items() if row.hot] == [3]
    assert rows[3].ratio == pytest.approx(9001 / 101)
    assert rows[4].fast == 0
    assert sum(row.share for row in rows.values()) == pytest.approx(1.0)


def test_a_pair_on_which_something_happens_comes_before_a_tiny_one_that_is_more_alike():
    small = [candidate(b"3 1 2 1", 10), candidate(b"1 1 2 3", 900)]
    large = [
        candidate(b" ".join(b"%d" % (place * 7 % 20) for place in range(20)), 2000),
        candidate(b" ".join(b"%d" % place for place in range(20)), 10_000),
    ]
    pair = mine([*small, *large])
    assert pair is not None and (pair.fast_count, pair.slow_count) == (2000, 10_000)
    assert quality(pair) < quality(mine(small)), "it isn't the ranking that prefers it"
    unlike = mine([*small, candidate(b"7 8 9 9", 20_000), candidate(b"7 8 9 8", 18_000)])
    assert unlike is not None and unlike.slow_count == 900


def test_lines_that_ran_far_more_often_are_no_small_difference_where_reading_hides_them():
    fast, slow = b"6\n1 2 3 4 5 6\n", b"6\n6 5 4 3 2 1\n"
    hidden = mine([candidate(fast, 1000, {1: 10, 2: 60}), candidate(slow, 1600, {1: 10, 2: 600})])
    alike = mine([candidate(fast, 1000, {1: 10, 2: 60}), candidate(slow, 1600, {1: 10, 2: 70})])
    assert hidden is not None and alike is not None
    assert not any("costs only" in weakness for weakness in hidden.weaknesses)
    assert any("costs only" in weakness for weakness in alike.weaknesses)


def test_both_sides_of_a_pair_are_measured_alike():
    cold = replace(candidate(b"2\n1 2\n", 500), cpu_ns=43_000_000, work=43_000_000)
    warm = replace(candidate(b"2\n2 1\n", 400), cpu_ns=2_000_000)
    pair = mine([cold, warm])
    assert pair is not None and pair.cost_ratio == pytest.approx(43 / 2)
    assert (pair.fast_count, pair.slow_count) == (400, 500)
    assert (pair.fast_cpu_ns, pair.slow_cpu_ns) == (2_000_000, 43_000_000)


def test_times_of_runs_whose_counts_tell_all_are_no_measure():
    pair = mine([replace(candidate(b"1 2", 500), cpu_ns=9), replace(candidate(b"2 1", 400), cpu_ns=900)])
    assert pair is not None and pair.cost_ratio == pytest.approx(500 / 400)
    assert pair.slow_cpu_ns == 0 and pair.slow_work == 500


def test_a_difference_in_time_alone_comes_after_one_that_lines_show_unless_it_is_far_larger():
    def timed(data: bytes, cpu_ns: int, steps: int) -> Candidate:
        return Candidate(data.decode(), data.decode(), data, 100, {1: 1, 2: steps}, cpu_ns=cpu_ns, work=cpu_ns)

    quiet, noisy = timed(b"1 2 3 4 5 6", 10_000_000, 60), timed(b"6 5 4 3 2 1", 30_000_000, 60)
    seen = timed(b"1 2 3 4 6 5", 20_000_000, 600)
    pair = mine([quiet, noisy, seen])
    assert pair is not None and pair.slow_id == seen.id and any(line.hot for line in pair.lines)
    hidden = timed(b"6 5 4 3 1 2", 900_000_000, 60)
    pair = mine([quiet, noisy, seen, hidden])
    assert pair is not None and pair.slow_id == hidden.id and quality(pair) < 2.0

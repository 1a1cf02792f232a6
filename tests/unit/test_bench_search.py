"""The search bench: what claims count, how curves and searchers are compared, and what is kept between two benches."""

from __future__ import annotations

import json
import math
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from referencing import Registry, Resource

from slowpath.analysis.paired import signed_rank
from slowpath.bench.search.jobs import OURS, SEARCHERS, Claim, Ground, Point, Run
from slowpath.bench.search.judging import judged, measured, worth_judging
from slowpath.bench.search.measure import Journal, entry_object
from slowpath.bench.search.measure import main as bench
from slowpath.bench.search.summary import BEST, BEST_PEER, against_all, area, grouped, moments, reached, target_row
from slowpath.bench.search.table import print_tables, summary_object, target_object
from slowpath.engine.strategies import SHARES
from slowpath.model.campaign import ABLATIONS
from slowpath.schemas import NAMES, schema

GROUND = Ground("lists", "cpp", floor=10, known_worst=1000)


def run_of(searcher: str, *points: tuple[float, int], seed: int = 0, problem: str = "lists", failure: str = "") -> Run:
    return Run(problem, searcher, seed, 20.0, points=tuple(Point(at_s, cost) for at_s, cost in points), failure=failure)


def claims_of(*costs: int | None) -> list[Claim]:
    return [Claim(float(place), str(place).encode(), cost) for place, cost in enumerate(costs)]


def test_a_claim_counts_by_its_measured_cost_and_only_where_it_is_valid():
    measured = {b"0": 5, b"1": 50, b"2": 20, b"3": 70}
    points, refused = judged(claims_of(100, 200, 300, 400), measured.__getitem__, lambda data: data != b"1")
    assert [(point.at_s, point.cost) for point in points] == [(0.0, 5), (2.0, 20), (3.0, 70)]
    assert refused == 1


def test_an_input_that_the_program_fails_on_is_no_point():
    assert judged(claims_of(100), lambda _: 0, lambda _: True) == ((), 0)


@pytest.mark.parametrize(
    ("costs", "places"),
    [
        ((100, 101, 102, 110, 50, 109), [0, 1, 2, 3, 5]),
        ((1, 100, 100, 100, 100, 100, 100, 101), [0, 1, 2, 3, 7]),
        ((), []),
    ],
)
def test_only_claims_that_would_change_the_curve_are_judged(costs, places):
    made = claims_of(*costs)
    assert worth_judging(made) == [made[place] for place in places]


def test_claims_without_a_cost_are_measured_where_the_format_holds():
    made = measured(claims_of(None, 7, None), {b"0": 30, b"2": 40}.__getitem__, lambda data: data != b"0")
    assert [(claim.data, claim.cost) for claim in made] == [(b"1", 7), (b"2", 40)]


def test_what_no_fuzzer_takes_is_not_searched_by_it():
    assert [SEARCHERS["afl"].takes(Path(name)) for name in ("a.cpp", "a.py")] == [True, False]
    assert SEARCHERS[OURS].takes(Path("a.py"))


def test_a_curve_holds_its_best_until_something_better_comes():
    run = run_of(OURS, (1.0, 100), (5.0, 400), (21.0, 500), (23.0, 600))
    assert [run.by(at_s) for at_s in (0.5, 1.0, 4.9, 5.0, 20.0)] == [0, 100, 100, 400, 400]
    assert run.best == 500


def test_moments_end_with_the_budget_and_are_even_on_a_logarithmic_axis():
    made = moments(20.0)
    assert math.isclose(made[-1], 20.0)
    assert math.isclose(made[1] / made[0], made[-1] / made[-2])


@given(st.lists(st.tuples(st.floats(0, 20), st.integers(1, 1000)), max_size=8))
def test_an_area_lies_between_what_the_samples_cost_and_the_whole(points):
    made = area(run_of(OURS, *sorted(points)), 10, 1000)
    assert 0.01 <= made <= 1.0


def test_who_knows_the_worst_at_once_has_the_whole_area():
    assert math.isclose(area(run_of(OURS, (0.0, 1000)), 10, 1000), 1.0)


@pytest.mark.parametrize(
    ("ours", "theirs", "outcome"),
    [(1000, 100, "ahead"), (1000, 990, "level"), (990, 1000, "level"), (100, 1000, "behind")],
)
def test_ahead_level_and_behind_are_told_by_medians(ours, theirs, outcome):
    runs = [
        run_of(name, (1.0, cost + seed), seed=seed)
        for name, cost in ((OURS, ours), ("perffuzz", theirs))
        for seed in range(3)
    ]
    (duel,) = target_row(GROUND, runs).duels
    assert duel.outcome == outcome


def test_the_floor_is_what_the_samples_cost_for_whoever_finds_nothing():
    row = target_row(GROUND, [run_of(OURS, (1.0, 100)), run_of("perffuzz")])
    assert row.duels[0].times == 10.0


def test_level_searchers_are_told_apart_by_who_was_there_sooner():
    row = target_row(GROUND, [run_of(OURS, (1.0, 1000)), run_of("patterns", (9.0, 1000))])
    (whole, best) = against_all([row])  # Patterns are a part of our search: there is no peer.
    assert (whole.level, whole.level_but_sooner, whole.win_rate) == (1, 1, 1.0)
    assert best.baseline == BEST


def test_a_searcher_that_fails_is_a_standing_that_says_so_and_no_rival():
    row = target_row(GROUND, [run_of(OURS, (1.0, 1000)), run_of("afl", failure="afl-fuzz not found")])
    assert row.standing("afl").failure == "afl-fuzz not found"
    assert row.best_baseline == ""
    assert row.duels == ()


def test_the_best_baseline_is_that_of_each_target():
    runs = [
        run_of(OURS, (1.0, 900)),
        run_of("perffuzz", (1.0, 100)),
        run_of("patterns", (1.0, 300)),
        run_of(OURS, (1.0, 900), problem="words"),
        run_of("perffuzz", (1.0, 450), problem="words"),
        run_of("patterns", (1.0, 30), problem="words"),
    ]
    grounds = {"lists": GROUND, "words": Ground("words", "python", 10, 901)}
    rows = grouped(grounds, runs)
    assert [row.best_baseline for row in rows] == ["patterns", "perffuzz"]
    assert against_all(rows)[-1].times == 2.5
    assert reached(rows) == (1, 2)


def test_the_best_peer_is_no_part_of_the_search():
    row = target_row(
        GROUND,
        [
            run_of(OURS, (1.0, 900)),
            run_of("patterns", (1.0, 800)),
            run_of("afl", (1.0, 90)),
            run_of("no-feedback", (1.0, 700)),
            run_of("random-valid", (1.0, 60)),
        ],
    )
    assert (row.best_baseline, row.best_peer) == ("patterns", "afl")
    whole = {made.baseline: made for made in against_all([row])}
    assert (whole[BEST_PEER].times, whole[BEST].times) == (10.0, 900 / 800)


def test_there_is_room_where_the_largest_known_cost_is_five_times_the_baseline_s_best():
    rows = [
        target_row(
            Ground(name, "cpp", 10, 1000),
            [run_of(OURS, (1.0, ours), problem=name), run_of("perffuzz", (1.0, theirs), problem=name)],
        )
        for name, ours, theirs in (("a", 800, 200), ("b", 900, 201), ("c", 50, 50), ("d", 600, 100))
    ]
    made = against_all(rows)[0]
    assert (made.with_room, made.ahead_with_room, made.times_with_room) == (3, 2, 4.0)
    assert against_all(rows[1:2])[0].times_with_room is None


def test_signed_ranks_of_a_few_pairs_are_exact():
    assert signed_rank([1.0, 2.0, 3.0, 4.0, 5.0]) == 1 / 32
    assert signed_rank([-1.0, -2.0]) == 1.0
    assert signed_rank([0.0, 0.0]) == 1.0
    assert signed_rank([1.0, 1.0, -1.0]) == 0.5


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=60))
def test_signed_ranks_of_one_side_and_the_other_cover_all_chances(differences):
    together = signed_rank(differences) + signed_rank([-value for value in differences])
    assert together >= 0.999


def test_signed_ranks_hardly_change_where_the_approximation_begins():
    from slowpath.analysis import paired

    differences = [(-1) ** place * (place + 1.5 * (place % 3)) for place in range(1, paired.MOST_EXACT)]
    exact = signed_rank(differences)
    ranks = paired.average_ranks([abs(value) for value in differences])
    seen = float(sum(rank for rank, value in zip(ranks, differences, strict=True) if value > 0))
    assert abs(paired._normal_p(ranks, seen) - exact) < 0.01


def test_a_bench_goes_on_where_it_was_ended(tmp_path):
    file = tmp_path / "results.jsonl"
    first = Journal.of(file, prints=False)
    first.add(GROUND)
    first.add(run_of(OURS, (1.0, 100)))
    first.add(run_of("perffuzz", failure="killed"))
    file.write_text(file.read_text() + '{"event":"run","probl')
    again = Journal.of(file, prints=False)
    assert again.grounds == {"lists": GROUND}
    assert list(again.runs.values()) == [run_of(OURS, (1.0, 100))]


def test_what_is_printed_as_json_fits_its_schema(capsys):
    runs = [run_of(OURS, (1.0, 900)), run_of("perffuzz", (1.0, 100)), run_of("afl", failure="afl-fuzz not found")]
    rows = [target_row(GROUND, runs), target_row(Ground("words", "python"), [run_of(OURS, problem="words")])]
    resources = [
        (name, Resource.from_contents(schema(name.removesuffix(".json"))))
        for name in (f"{made}.json" for made in NAMES)
    ]
    validator = jsonschema.Draft202012Validator(schema("bench_search"), registry=Registry().with_resources(resources))
    for entry in (
        entry_object(GROUND),
        entry_object(runs[0]),
        entry_object(runs[2]),
        *(target_object(row, 20.0) for row in rows),
        summary_object(rows, 20.0, 1),
    ):
        validator.validate(json.loads(json.dumps(entry)))
    print_tables(rows, 20.0)
    said = capsys.readouterr().out
    assert "afl-fuzz not found" in said
    assert "lists: perffuzz" in said


def test_every_searcher_names_strategies_and_ablations_that_there_are():
    for searcher in SEARCHERS.values():
        assert set(searcher.strategies) <= set(SHARES)
        assert set(searcher.ablations) <= set(ABLATIONS)
        assert searcher.what


VALID = "import sys\nn, *a = sys.stdin.read().split()\nsys.exit(42 if int(n) == len(a) <= 300 else 43)\n"
SORTING = """n = int(input())
a = list(map(int, input().split()))
for i in range(n):
    for j in range(i, 0, -1):
        if a[j] >= a[j - 1]:
            break
        a[j], a[j - 1] = a[j - 1], a[j]
print(a[0])
"""


def test_a_whole_bench_searches_judges_and_says_what_was_reached(tmp_path, capsys):
    folder = tmp_path / "problems" / "insertion"
    (folder / "samples").mkdir(parents=True)
    for name, text in (
        ("solution.py", SORTING),
        ("valid.py", VALID),
        ("samples/1.in", "3\n2 1 3\n"),
        ("worst.py", "print(300)\nprint(*range(300, 0, -1))\n"),
        ("samples/1.out", "1\n"),
        ("statement.md", "The first line has $n$ (1 <= n <= 300), the second $n$ numbers a_i (1 <= a_i <= 1000)."),
    ):
        (folder / name).write_text(text)
    asked = [
        str(tmp_path / "problems"),
        "--cpu-seconds",
        "0.5",
        "--seeds",
        "1",
        "--baselines",
        "afl",
        "--resume",
        str(tmp_path / "results.jsonl"),
        "--json",
    ]
    assert bench(asked) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["event"] for entry in entries] == ["ground", "run", "target", "summary"]
    assert [entry["failure"] for entry in entries[:2]] == ["", ""]
    assert entries[0]["known_worst"] > entries[0]["floor"] > 1
    assert entries[2]["searchers"][0]["seeds"] == 1
    for again in (asked, [*asked, "--report"], [*asked, "--report", "--cpu-seconds", "7"]):
        assert bench(again) == 0
        events = [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()]
        assert events == (["summary"] if "7" in again else ["target", "summary"])

"""How growth is measured along the family of an input: members at other sizes, which sizes are run, what is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.families import BYTES, family_of, thinned
from slowpath.engine.line_growth import line_growths
from slowpath.engine.replay import remade
from slowpath.engine.scaling_runs import FAR, Known, Measuring, Probed, ladder
from slowpath.engine.space import Space
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat
from slowpath.model.growth import EXPONENTIAL, LINEAR, POLYNOMIAL, THRESHOLD, Growth

FORMATS = {
    "array": ("n: int 1..5000\na: int[n] 1..10^9\n", "n"),
    "permutation": ("n: int 1..5000\na: int[n] 1..n permutation\n", "n"),
    "array and queries": (
        "n: int 1..2000; q: int 1..3000\na: int[n] 1..10^9\nrows[q]: l: int 1..n; r: int l..n\n",
        "n + q",
    ),
    "wide rows": ("n: int 1..5000; k: int 1..5\na: int[n][k] 0..9\n", "n"),
    "word": ('s: word 1..5000 of "a-z"\n', "len(s)"),
    "tree": ("n: int 2..3000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n", "n"),
    "graph": (
        "n: int 2..300; m: int 1..900\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n",
        "n + m",
    ),
    "ragged rows of words": ('n: int 1..5000\nrows[n]: k: int 1..4; w: word[k] 1..3 of "ab"\n', "n"),
    "one big case": ("t: int 1..500\ntests: cases[t]\n  n: int 1..4000\n  a: int[n] 1..n\nwhere sum n <= 4000\n", "n"),
}


def space_of(fmt: InputFormat) -> Space:
    return Space(fmt, boundaries(fmt), TargetFacts(library="python"), seed=1)


def family(name: str, with_recipe: bool):
    fmt = from_text(FORMATS[name][0])
    space = space_of(fmt)
    made = space.build(space.full[0], (), "saturation")
    return fmt, made, family_of(fmt, boundaries(fmt), made.origin.recipe if with_recipe else None, made.data)


@pytest.mark.parametrize("with_recipe", [True, False], ids=["made again", "its first part"])
@pytest.mark.parametrize("name", FORMATS)
def test_members_are_valid_inputs_of_about_the_size_that_was_asked_for(name, with_recipe):
    fmt, made, known = family(name, with_recipe)
    assert known is not None
    assert known.variable == FORMATS[name][1]
    assert known.largest >= known.full > 100
    for n in (known.full // 50, known.full // 7, known.full // 2):
        member = known.at(n)
        assert member is not None
        assert not violations(fmt, parse(fmt, member.data), 1)
        assert 0.7 * n - 2 <= member.n <= 1.3 * n + 2
        assert len(member.data) < len(made.data)


def test_the_full_member_of_a_recipe_is_the_input_itself():
    _, made, known = family("array and queries", True)
    assert known is not None
    assert known.at(known.full).data == made.data


def test_a_recipe_whose_wishes_made_more_than_its_boundary_says_is_not_made_again():
    fmt, made, _ = family("array", True)
    wish = {
        "aim": "Relation",
        "kind": "compare",
        "left": {"text": "n"},
        "operator": ">=",
        "right": {"text": "900"},
        "others": [],
    }
    small = {**made.origin.recipe, "boundary": {**made.origin.recipe["boundary"], "sizes": {"n": 4}}, "aims": [wish]}
    data = remade(fmt, small)
    known = family_of(fmt, boundaries(fmt), small, data)
    assert known is not None
    assert known.full >= 900
    assert known.at(100).n == 100


def test_the_first_part_of_several_cases_has_fewer_of_them():
    fmt = from_text("t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..9\n")
    data = b"3\n" + b"2\n1 2\n" * 3
    known = family_of(fmt, boundaries(fmt), None, data)
    assert known is not None
    assert known.at(len(data) // 3).data == b"1\n1\n1\n"


def test_the_first_part_keeps_what_stands_first():
    fmt = from_text(FORMATS["array"][0])
    values = [str(value) for value in range(400, 0, -1)]
    data = f"400\n{' '.join(values)}\n".encode()
    known = family_of(fmt, boundaries(fmt), None, data)
    assert known is not None
    assert known.at(100).data == f"100\n{' '.join(values[:100])}\n".encode()


def test_what_is_thinned_keeps_its_order_and_both_ends():
    fmt = from_text('n: int 1..100; q: int 1..3\na: int[n] 1..1000\nrows[n]: l: int 1..9; w: word 1..4 of "a-z0-9"\n')
    data = "100 2\n" + " ".join(map(str, range(1, 101))) + "\n" + "".join(f"{k % 9 + 1} w{k}\n" for k in range(100))
    made = thinned(fmt, boundaries(fmt), data.encode())
    assert made is not None and made.full == 100
    member = made.at(12)
    assert member is not None
    instance = parse(fmt, member.data)
    assert not list(violations(fmt, instance))
    kept = instance["a"].tolist()
    assert len(kept) == instance["n"] == member.n == 12 and (kept[0], kept[-1]) == (1, 100) and kept == sorted(kept)
    assert [int(word[1:]) + 1 for word in instance["w"]] == kept, "rows stay whole, beside what stands beside them"
    assert instance["q"] == 2


@pytest.mark.parametrize("name", ["tree", "graph", "one big case"])
def test_a_graph_and_test_cases_are_not_thinned(name):
    fmt, made, _ = family(name, False)
    assert thinned(fmt, boundaries(fmt), made.data) is None


@pytest.mark.parametrize(
    ("text", "data", "wanted"),
    [
        ("n: int 1..500\na: int[n] 1..n\n", "8\n8 7 6 5 4 3 2 1", "4\n4 4 3 3"),
        ("n: int 1..500; k: int 1..n\na: int[n] 0..n\n", "8 6\n8 0 6 5 4 3 2 1", "4 3\n4 0 3 3"),
        (
            "n: int 1..500; q: int 1..500\na: int[n] 1..9\nrows[q]: l: int 1..n; r: int l..n\n",
            "8 4\n1 2 3 4 5 6 7 8\n1 8\n5 6\n3 3\n8 8",
            "4 2\n1 2 3 4\n1 4\n3 3",
        ),
        (
            "q: int 1..500\nops: queries[q]\n  add: x: int 1..q\n  end:\n",
            "6\nadd 6\nend\nadd 3\nadd 1\nend\nend",
            "3\nadd 3\nend\nadd 2",
        ),
    ],
    ids=["elements", "a single number", "ends of intervals", "queries"],
)
def test_the_first_part_scales_what_its_sizes_bound(text, data, wanted):
    fmt = from_text(text)
    known = family_of(fmt, boundaries(fmt), None, f"{data}\n".encode())
    assert known is not None
    assert known.at(known.full // 2).data == f"{wanted}\n".encode()


def test_a_small_size_beside_a_large_one_stays_as_it_is():
    fmt, made, known = family("wide rows", True)
    assert known is not None
    columns = parse(fmt, made.data)["k"]
    assert parse(fmt, known.at(200).data)["k"] == columns > 1


def test_many_cases_are_measured_by_their_bytes_where_a_sum_shares_them_out():
    fmt = from_text(FORMATS["one big case"][0])
    space = space_of(fmt)
    site = next(site for site in space.full if site.boundary.cases == "tail")
    made = space.build(site, (), "saturation")
    known = family_of(fmt, boundaries(fmt), made.origin.recipe, made.data)
    assert known is not None
    assert known.variable == BYTES
    half = known.at(known.full // 2)
    assert half.n == len(half.data)
    assert 0.3 * known.full < half.n < 0.7 * known.full


@pytest.mark.parametrize("data", [b"no format parses this", b"1\n7\n"])
def test_what_has_no_size_has_no_family(data):
    fmt = from_text(FORMATS["array"][0])
    assert family_of(fmt, boundaries(fmt), None, data) is None


def test_numbers_alone_are_made_again_under_lower_bounds():
    fmt = from_text("k: int 1..5; a: int 1..10^12\n")
    space = space_of(fmt)
    site = space.full[0]
    made = space.build(site, (("a", "largest prime"),), "pattern")
    known = family_of(fmt, boundaries(fmt), made.origin.recipe, made.data)
    assert known is not None
    assert known.variable == "a"
    assert (known.full, known.largest) == (999_999_999_989, 10**12)
    member = known.at(10**6)
    assert member.n == 999_983
    assert family_of(fmt, boundaries(fmt), None, made.data) is None


class Line:
    """A family whose member of size n is n letters."""

    variable = "n"

    def __init__(self, full: int, largest: int = 0) -> None:
        self.full, self.largest = full, largest or full
        self.made: list[int] = []

    def at(self, n: int):
        from slowpath.engine.families import Member

        self.made.append(n)
        return Member(n, b"x" * n)


def measured(
    cost: Callable[[int], float], full: int, cut_from: float = 1e9, at_least: bool = False, largest: int = 0
) -> tuple[Growth, list[int]]:
    """The growth of a program of that cost, whose runs are cut at a count, a nanosecond a step."""
    line = Line(full, largest)

    def probe(data: bytes) -> Probed:
        count = min(cost(len(data)), cut_from)
        return Probed(int(count), count / 1e9, cost(len(data)) > cut_from)

    known = Known(int(min(cost(full), cut_from)), at_least, 0.0)
    growth = Measuring(line, known, probe, lambda count, _: count > 2 * cut_from).measured()
    assert growth is not None
    return growth, line.made


def test_measures_a_quadratic_and_predicts_its_time_at_the_largest_size():
    growth, _ = measured(lambda n: 3 * n * n + 500, 10_000, largest=100_000)
    assert growth.model == POLYNOMIAL
    assert growth.formula.startswith("n^2.0")
    assert growth.low <= 2 <= growth.high
    assert growth.largest_n == 100_000
    assert growth.predicted == pytest.approx(3e10, rel=0.2)
    assert growth.predicted_low <= 3e10 <= growth.predicted_high
    assert growth.predicted_s == pytest.approx(30, rel=0.2)
    assert growth.remark == ""
    assert [point.n for point in growth.points] == sorted({point.n for point in growth.points})
    assert growth.curve[-1].n == 100_000


def test_a_few_elements_predict_nothing_of_a_hundred_thousand():
    growth, _ = measured(lambda n: 3 * n * n + 500, 20, largest=100_000)
    assert growth.largest_n == growth.curve[-1].n == 20 * FAR
    assert growth.predicted == pytest.approx(3 * (20 * FAR) ** 2, rel=0.5)
    assert growth.remark == "Measured up to n = 20: too few sizes to predict 100,000"


@pytest.mark.parametrize(("slope", "least"), [(120, 411), (97, 1013), (53, 70), (13, 7)])
def test_a_line_of_whole_numbers_is_drawn_as_such(slope, least):
    growth, _ = measured(lambda n: slope * n + least, 10_000)
    assert growth.model == LINEAR
    assert [point.count for point in growth.curve] == [slope * point.n + least for point in growth.curve]


def test_an_exponential_stops_before_it_hangs():
    growth, sizes = measured(lambda n: 5 * 1.6**n + 900, 1000, cut_from=1e8, at_least=True)
    assert growth.model == EXPONENTIAL
    assert growth.formula == "1.6^n"
    assert max(sizes) < 300
    assert "Measured up to n = " in growth.remark
    assert all(point.count <= 1e8 for point in growth.points)
    assert growth.predicted == 10**18


def test_a_smaller_input_on_which_the_program_hangs_ends_the_measuring():
    line, runs = Line(1000), []

    def probe(data: bytes) -> Probed:
        runs.append(len(data))
        hangs = len(data) > 30
        return Probed(0 if hangs else len(data), 1.0 if hangs else 1e-6, hangs)

    Measuring(line, Known(1000, False, 0.0, longest_s=1.0), probe, lambda *_: False).measured()
    assert sum(n > 30 for n in runs) == 1


def test_a_small_format_is_measured_in_steps():
    growth, sizes = measured(lambda n: 9 * 2**n, 20)
    assert growth.model == EXPONENTIAL
    assert len(sizes) >= 8
    assert ladder(20) == [1, 3, 5, 7, 9, 10, 12, 14, 16, 18]


def test_what_is_slow_only_at_full_size_is_found_between_the_last_two_sizes():
    growth, _ = measured(lambda n: (3000 if n > 90_000 else 20) * n, 100_000)
    assert growth.model == THRESHOLD
    begin = int(growth.formula.removeprefix("slow from n = ").removesuffix(" on").replace(",", ""))
    assert 90_000 < begin <= 100_000


def test_a_linear_program_is_said_to_be_linear():
    growth, _ = measured(lambda n: 20 * n + 3000, 200_000)
    assert (growth.model, growth.formula) == (LINEAR, "n")
    assert growth.exponent == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("dearer", [1.5, 2.0, 2.9])
def test_a_single_dearer_run_at_the_largest_size_is_no_power_of_it(dearer):
    line = Line(1000, 50_000)

    def probe(data: bytes) -> Probed:
        return Probed(1400 * len(data) + 900, 0.0, False)

    known = Known(int(dearer * 1_400_900), False, 0.0)
    assert Measuring(line, known, probe, lambda *_: False).measured() is None


def test_nothing_is_said_where_nothing_may_be_run():
    known = Known(1000, False, 0.0)
    assert Measuring(Line(5000), known, lambda _: None, lambda *_: False).measured() is None


def test_members_on_which_the_program_fails_are_passed_over():
    def probe(data: bytes) -> Probed:
        return Probed(3 * len(data) ** 2, 0.0, False, failed=len(data) < 100)

    growth = Measuring(Line(5000), Known(3 * 5000**2, False, 0.0), probe, lambda *_: False).measured()
    assert growth is not None
    assert growth.model == POLYNOMIAL
    assert growth.points[0].n >= 100


def test_the_same_family_gives_the_same_growth():
    assert measured(lambda n: 7 * n**1.5, 5000) == measured(lambda n: 7 * n**1.5, 5000)


@pytest.mark.parametrize(("wide", "is_said"), [(1.1, True), (3000.0, False)])
def test_costs_that_could_be_anything_are_no_growth(wide, is_said):
    """Costs of random numbers (Euclid by subtraction): some members cost much less than others of about their size."""

    def probe(data: bytes) -> Probed:
        return Probed(int(50_000 * len(data) / (wide if len(data) % 2 else 1)), 0.0, False)

    found = Measuring(Line(7001), Known(50_000 * 7001, False, 0.0), probe, lambda *_: False).measured()
    assert (found is not None) == is_said


def test_says_which_line_grows_how():
    def probe(data: bytes) -> Probed:
        n = len(data)
        return Probed(n * (n - 1) // 2 + 3 * n, 0.0, False, hits={1: 1, 2: n, 3: n * (n - 1) // 2, 4: 0, 5: n // 900})

    growth = Measuring(Line(1000), Known(0, False, 0.0), probe, lambda *_: False).measured()
    assert growth is not None
    assert [(line.line, line.model) for line in growth.lines] == [(3, POLYNOMIAL)]
    assert growth.lines[0].formula.startswith("n^2.0")
    small = Measuring(Line(40), Known(0, False, 0.0), probe, lambda *_: False).measured()
    assert small is not None
    assert [(line.line, line.formula[:4]) for line in small.lines] == [(3, "n^2."), (2, "n")]


def test_says_nothing_of_a_line_that_no_power_explains():
    def probe(data: bytes) -> Probed:
        n = len(data)
        return Probed(1000 * n * n, 0.0, False, hits={1: n * n, 2: 1 + max(0, n - 700) ** 3, 3: n})

    growth = Measuring(Line(1000), Known(0, False, 0.0), probe, lambda *_: False).measured()
    assert growth is not None
    assert [line.line for line in growth.lines] == [1]
    grown = line_growths({n: {1: n**9, 2: n**8} for n in (10, 20, 40, 80, 160, 320)}, "n")
    assert grown == ()


def test_says_nothing_of_lines_where_nobody_counted_them():
    growth, _ = measured(lambda n: 3 * n * n + 500, 10_000)
    assert growth.lines == ()


@pytest.mark.parametrize(("took_s", "is_said"), [(0.0, True), (0.6, True), (2.0, False)])
def test_growth_that_the_input_itself_contradicts_is_not_said(took_s, is_said):
    """The smaller ones are linear, and the input is over its limit: they aren't slow for its reason."""
    line = Line(50_000)

    def probe(data: bytes) -> Probed:
        n = len(data)
        return Probed(10 * n, 10 * n * 1e-6, False)

    known = Known(500_000, took_s > 0, 0.0, cpu_s=took_s)
    assert (Measuring(line, known, probe, lambda *_: False).measured() is not None) is is_said

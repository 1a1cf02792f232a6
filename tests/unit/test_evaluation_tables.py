"""The papers' tables from rows that are written down here: figures that can be checked by hand."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Sequence
from dataclasses import replace

import pytest

from slowpath.evaluation import statistics
from slowpath.evaluation.report import report_page, slowest_of
from slowpath.evaluation.rows import BAD_INPUT, ConstraintFigures, Exposure, MeasuredInput, Optimised, Row, listing_row
from slowpath.evaluation.tables import PAPERS, Book, Table, tables_of
from slowpath.evaluation.tables.references import REFERENCES
from slowpath.evaluation.tables.table import Interval, as_csv, shown, side_by_side
from slowpath.evaluation.units import LeftOut, Program, Unit
from slowpath.model.campaign import Budget

scipy = pytest.mark.skipif(
    importlib.util.find_spec("scipy") is None, reason="SciPy isn't installed: pip install 'slowpath[scale]'"
)


def inputs(*counts: int, strategy: str = "pattern") -> tuple[MeasuredInput, ...]:
    return tuple(
        MeasuredInput(f"{strategy}{place}", 10, count, count / 1000, 100, strategy=strategy, passed=True)
        for place, count in enumerate(counts)
    )


def row(program: str, strategy: str, *counts: int, seed: int = 0, **said) -> Row:
    problem = program.partition("/")[0]
    kind = "wrong" if strategy == "break" else "accepted"
    unit = Unit(Program(program, problem, "cpp", kind, said.pop("category", "")), strategy, seed, Budget(1.0))
    return Row(unit, inputs=inputs(*counts, strategy="" if strategy == "existing" else "pattern"), **said)


ROWS = [
    row("a/1", "existing", 10, 20),
    row("a/1", "default", 60, 30),
    row("a/1", "random-valid", 15),
    row("b/1", "existing", 100),
    row("b/1", "default", 100),
    row("b/1", "random-valid", 100),
    row("c/1", "default", 5),
    row("c/1", "random-valid"),
    row("d/1", "default", outcome=BAD_INPUT, code="compile-failed", reason="It doesn't compile.\nmore"),
]


def table_of(rows: Sequence[Row], name: str) -> dict[object, dict[str, object]]:
    (made,) = [table for table in tables_of(Book.of(rows)) if table.id == name]
    return {line[0]: dict(zip(made.columns, map(_plain, line), strict=True)) for line in made.lines}


def _plain(cell: object) -> object:
    return cell.value if isinstance(cell, Interval) else cell


def test_stress_is_the_mean_of_a_rows_inputs_over_programs_for_which_all_found_some():
    table = table_of(ROWS, "wedge-1")
    assert {name: line["programs"] for name, line in table.items()} == {"default": 2, "random-valid": 2}
    assert table["default"]["count (mean)"] == (45 + 100) / 2
    assert table["default"]["slowdown (mean)"] == (45 / 15 + 1) / 2
    assert table["default"]["slowest input (count, median)"] == (60 + 100) / 2
    assert (table["default"]["win rate"], table["random-valid"]["win rate"]) == (0.75, 0.25), "a tie is shared"


def test_the_slowdown_is_told_for_all_programs_with_tests_and_quartiles():
    line = table_of(ROWS, "wedge-slowdown")["default"]
    assert (line["programs"], line["largest"], line["share above 1"]) == (2, 3.0, 0.5)


def test_head_to_head_bins_by_how_many_percent_more():
    line = table_of([*ROWS, row("e/1", "default", 50), row("e/1", "random-valid", 600)], "wedge-5")["random-valid"]
    assert (line["ours slower"], line["theirs slower"], line["the same"]) == (1, 1, 1)
    assert line["ours: 200% to 400% more"] == 1, "a bin holds its lower end, as the paper's [200, 399]"
    assert line["theirs: 1000% more and beyond"] == 1
    assert sum(value for name, value in line.items() if str(name).startswith("ours: ")) == 1


def test_seeds_are_repetitions_of_one_program_and_no_programs():
    rows = [row("a/1", "default", count, seed=seed) for seed, count in enumerate((10, 20, 90))]
    line = table_of([*rows, row("a/1", "existing", 10)], "wedge-1")["default"]
    assert (line["programs"], line["count (mean)"]) == (1, 20)


def test_asr_counts_inputs_that_take_longer_than_any_existing_test():
    table = table_of(
        [
            row("a/1", "existing", 10, 20),
            row("a/2", "existing", 40),
            row("a/1", "default", 30, 20),
            row("a/2", "default", 30),
        ],
        "stab-asr",
    )
    line = table["default, cpp"]
    assert (line["fast"], line["slow"]) == (50.0, 0.0)
    assert line["average"] == pytest.approx(sum(line[name] for name in REFERENCES) / len(REFERENCES))


def test_asr_is_of_accepted_programs():
    slow = row("a/2", "existing", 40)
    slow = replace(slow, unit=replace(slow.unit, program=replace(slow.unit.program, kind="slow")))
    rows = [row("a/1", "existing", 10), slow, row("a/1", "default", 30), row("a/2", "default", 30)]
    assert table_of(rows, "stab-asr")["default, cpp"]["slow"] == 100.0


def test_exposures_count_by_category_where_the_input_is_valid():
    rows = [
        row("w/1", "break", category="Boundary", exposure=Exposure("WA", True, found_s=2.0, size=5)),
        row("w/2", "break", category="Boundary", exposure=Exposure()),
        row("w/3", "break", category="Logic", exposure=Exposure("WA", False)),
    ]
    table = table_of(rows, "algobugs")
    assert [table[f"break, {name}"]["exposed"] for name in ("all", "Boundary", "Logic")] == [1 / 3, 0.5, 0.0]
    assert table["break, all"]["valid input"] == 0.5


def test_the_gain_of_versions_is_told_on_existing_and_on_found_inputs():
    optimised = Optimised(True, (("1", 1.0, 1.0, 200, 100),), (("x", 9.0, 3.0, 200, 100),))
    table = table_of([row("a/1", "optimize", optimised=optimised)], "wedge-3")
    assert table["existing tests"]["speed-up (mean)"] == 1 and table["found inputs"]["speed-up (mean)"] == 3
    assert (table["existing tests"]["at least 10% faster"], table["found inputs"]["at least 10% faster"]) == (0, 1)
    versions = table_of([row("a/1", "optimize", optimised=optimised), row("b/1", "optimize")], "ecco-versions")
    assert (versions["rules"]["pass@1"], versions["rules"]["memory reduction"]) == (0.5, pytest.approx(2))


def test_the_gain_is_told_on_the_slowest_existing_tests_too_and_in_counts():
    existing = (*((f"{number}", 1.0, 1.0, 1, 1) for number in range(5)), ("quick", 0.1, 0.9, 1, 1))
    optimised = Optimised(True, existing, (("x", 9.0, 3.0, 1, 1),), ((4, 2),) * 5 + ((0, 10),), ((90, 10),))
    table = table_of([row("a/1", "optimize", optimised=optimised)], "wedge-3")
    assert table["existing tests"]["speed-up (mean)"] < table["slowest 5 existing tests"]["speed-up (mean)"] == 1
    assert [line["speed-up in counts (mean)"] for line in table.values()] == [1, 2, 9]
    without = replace(optimised, existing_counts=(), found_counts=())
    assert (
        table_of([row("a/1", "optimize", optimised=without)], "wedge-3")["found inputs"]["speed-up in counts (mean)"]
        is None
    ), "rows of earlier versions have no counts"


def test_percentiles_place_a_program_among_those_of_its_problem():
    table = table_of([row("a/1", "existing", 10), row("a/2", "existing", 20)], "ecco-spectrum")
    assert table["accepted"]["runtime percentile (mean)"] == 25 and table["accepted"]["pass all tests"] == 1


def test_a_version_has_its_place_among_the_programs_of_its_problem():
    existing = [row("a/1", "existing", 10, 20), row("a/2", "existing", 30, 40), row("a/3", "existing", 5, 6)]
    pairs = (("0", 0.010, 0.005, 100, 100), ("1", 0.020, 0.012, 100, 50), ("another", 9.0, 9.0, 900, 900))
    rows = [*existing, row("a/1", "optimize", optimised=Optimised(True, pairs)), row("b/1", "optimize")]
    versions = table_of(rows, "ecco-versions")["rules"]
    assert versions["runtime percentile (mean)"] == pytest.approx(200 / 3), "of three programs two are slower"
    assert versions["memory percentile (mean)"] == 0
    assert table_of(rows[3:], "ecco-versions")["rules"]["runtime percentile (mean)"] is None


def test_programs_are_compared_by_the_tests_that_all_were_measured_on():
    # The fast one has two tests, of the slow one the time was enough for the first, of the third for both.
    rows = [
        row("a/1", "existing", 10, 9, tests=2),
        row("a/2", "existing", 12, tests=2),
        row("a/3", "existing", 11, 11, tests=2),
    ]
    spectrum = table_of(rows, "ecco-spectrum")["accepted"]
    assert spectrum["runtime percentile (mean)"] == pytest.approx((200 / 3 + 0 + 100 / 3) / 3)
    assert spectrum["pass all tests"] == 1, "of the slow one that isn't known"
    assert table_of(rows, "evalperf-dps")["a, cpp"]["score (mean)"] == pytest.approx((100 + 100 / 3 + 200 / 3) / 3)
    (told,) = [table for table in tables_of(Book.of(rows)) if table.id == "ecco-spectrum"]
    assert "Of 1 programs" in told.missing[0]


def test_another_tools_slow_tests_of_one_program_compare_no_programs():
    slow = MeasuredInput("wedge/1", 10, 9000, 9.0, 100, passed=None)
    rows = [row(f"a/{number}", "existing", 10 * number) for number in (1, 2, 3)]
    before = table_of(rows, "evalperf-dps")
    rows[0] = replace(rows[0], inputs=(slow, *rows[0].inputs))
    assert table_of(rows, "evalperf-dps") == before
    assert table_of(rows, "ecco-spectrum")["accepted"]["runtime percentile (mean)"] == pytest.approx(100 / 3)


def test_of_constraints_the_surest_one_of_each_program_is_told_and_all():
    figures = (
        ConstraintFigures("x", False, "confirmed", 5, 5, 8.0, 0.01, True),
        ConstraintFigures("y", False, "hypothesis", 5, 5, 2.0, 0.2, False),
    )
    rows = [row("a/1", "default", 5, constraints=figures, shares=(30, 40))]
    line = table_of([*rows, row("a/1", "default", 5, seed=1, constraints=figures[1:])], "wedge-discriminative")[
        "default"
    ]
    assert (line["programs"], line["cost ratio (mean)"], line["programs with p < 0.05"]) == (1, 8, 1)
    assert (line["constraints"], line["cost ratio over constraints (median)"]) == (3, 2)
    assert line["constraints with p < 0.05"] == pytest.approx(1 / 3)
    assert table_of(rows, "wedge-checkers")["default, rules'"]["faithful"] == 0.5
    assert table_of(rows, "wedge-shares")["default"]["share (of all inputs)"] == 0.75


def test_every_table_without_lines_says_why_and_no_rows_are_no_failure():
    for rows in ([], ROWS, [listing_row(LeftOut("x", "It is cut off."))]):
        for table in tables_of(Book.of(rows)):
            assert table.lines or table.missing, table.id
            assert all(len(line) == len(table.columns) for line in table.lines), table.id
    assert len({table.id for table in tables_of(Book.of(ROWS))}) >= len(PAPERS)


def test_what_came_to_nothing_is_counted_by_reason():
    table = table_of([*ROWS, listing_row(LeftOut("x", "It is cut off."))], "reasons")
    assert set(table) == {"It doesn't compile.", "It is cut off."}


@scipy
def test_figures_have_bootstrap_intervals_and_pairs_a_test():
    made = statistics.mean([1.0, 2.0, 3.0, 10.0])
    assert made is not None and made.low is not None and made.high is not None
    assert made.low < made.value == 4 < made.high and made == statistics.mean([1.0, 2.0, 3.0, 10.0])
    assert statistics.wilcoxon([(number + 5, number) for number in range(8)]) < 0.05
    assert statistics.mean([]) is None and statistics.wilcoxon([(1, 1)] * 9) is None
    assert statistics.mean([2.0, 2.0, 2.0]) == Interval(2.0)


@scipy
def test_quartiles_and_sums_over_groups_have_intervals():
    low, high = statistics.quartiles([float(number) for number in range(21)])
    assert (low.value, high.value) == (5.0, 15.0) and low.low < 5 < low.high and high.low < 15 < high.high
    groups = [[(number % 3, 4), (number % 2, 1)] for number in range(12)]
    made = statistics.ratio_of_sums(groups)
    assert made.value == pytest.approx((0.25 + 0.5) / 2) and made.low < made.value < made.high
    assert made == statistics.ratio_of_sums(groups)
    assert statistics.ratio_of_sums([[(1, 2), (0, 0)]]) == Interval(0.5)
    assert statistics.ratio_of_sums([]) is None and statistics.ratio_of_sums([[(0, 0)]]) is None
    assert statistics.ratio_of_sums([[(1, 2)]] * 5) == Interval(0.5)


@scipy
def test_every_rate_of_the_tables_has_an_interval_where_there_are_enough_programs():
    made = []
    for number in range(6):
        made += [
            row(f"p{number}/1", "existing", 10),
            row(f"p{number}/1", "default", *(5 + 7 * number % 11,) * (number + 1), shares=(number, 9)),
        ]
    cells = {
        (table.id, column): cell
        for table in tables_of(Book.of(made))
        for line in table.lines
        for column, cell in zip(table.columns, line, strict=True)
        if line[0] in ("default", "default, cpp")
    }
    for name in (
        ("stab-asr", "average"),
        ("wedge-slowdown", "lower quartile"),
        ("wedge-slowdown", "median"),
        ("wedge-slowdown", "upper quartile"),
        ("wedge-shares", "share (of all inputs)"),
    ):
        assert cells[name].low is not None and cells[name].low < cells[name].high, name


def transferred(program: str, found_for: str, **costs: int) -> Row:
    made = row(program, "transfer")
    unit = replace(made.unit, found_by="default", found_for=found_for)
    return replace(
        made, unit=unit, inputs=tuple(MeasuredInput(name, 9, cost, cost / 1000) for name, cost in costs.items())
    )


TRANSFERRED = [
    *(row(f"a/{number}", "existing", 10 * number) for number in (1, 2, 3)),
    row("a/1", "default", 60, 30),
    transferred("a/2", "a/1", pattern0=60, pattern1=15),
    transferred("a/3", "a/1", pattern0=90, pattern1=30),
]


def test_asr_of_a_problems_tests_holds_each_input_against_each_chosen_program():
    line = table_of(TRANSFERRED, "stab-5")["default, cpp"]
    assert (line["problems"], line["inputs"]) == (1, 2)
    assert (line["fast"], line["slow"], line["range"]) == (100.0, 50.0, 50.0)
    assert {line[f"random {number}"] for number in (1, 2, 3)} == {50.0, 100.0}
    by_method = table_of(TRANSFERRED, "stab-2")["default"]
    assert (by_method["fast, cpp"], by_method["slow, cpp"]) == (100.0, 50.0)
    assert by_method["random, cpp"] == pytest.approx(200 / 3)
    assert by_method["average"] == pytest.approx((100 + 50 + 200) / 5)
    # Held against the program alone that they were found for, it is another figure.
    assert table_of(TRANSFERRED, "stab-asr")["default, cpp"]["average"] == pytest.approx(100.0)


def test_what_was_not_transferred_is_told_and_no_figure():
    (table,) = [each for each in tables_of(Book.of(TRANSFERRED[:-1])) if each.id == "stab-5"]
    assert table_of(TRANSFERRED[:-1], "stab-5")["default, cpp"]["slow"] is None
    assert "2 of 6 measurements are missing" in " ".join(table.missing)
    (without,) = [each for each in tables_of(Book.of(TRANSFERRED[:4])) if each.id == "stab-2"]
    assert not without.lines and "transfer" in " ".join(without.missing)


def test_an_input_that_two_searches_found_is_one_test_of_the_problem():
    again = replace(row("a/2", "default", 60), inputs=TRANSFERRED[3].inputs[:1])
    assert table_of([*TRANSFERRED, again], "stab-5")["default, cpp"]["inputs"] == 2


def test_the_differential_score_is_of_found_inputs_that_all_programs_ran_on():
    line = table_of(TRANSFERRED, "evalperf-dps-found")["a, cpp"]
    assert (line["inputs"], line["references"], line["programs"]) == (2, 3, 3)
    # Costs of 45, 37.5 and 60 in the mean: as fast as two, three and one of three.
    assert line["score (mean)"] == pytest.approx(200 / 3)
    assert not table_of(TRANSFERRED[:-1], "evalperf-dps-found"), "on two programs alone there is no score"


def test_asr_says_which_model_was_asked():
    found = row("a/1", "tg", 30)
    found = replace(found, unit=replace(found.unit, model="a model"))
    table = table_of([row("a/1", "existing", 10), found, row("a/1", "default", 30)], "stab-asr")
    assert (table["tg, cpp"]["model"], table["default, cpp"]["model"]) == ("a model", None)


def test_csv_has_three_columns_for_an_interval():
    table = Table("x", "X", "", ("name", "figure"), (("a", Interval(1.0, 0.5, 2.0)), ("b", None)))
    assert list(csv.reader(io.StringIO(as_csv(table)))) == [
        ["name", "figure", "figure: low", "figure: high"],
        ["a", "1.0", "0.5", "2.0"],
        ["b", "", "", ""],
    ]
    assert [shown(cell) for cell in (Interval(1.0, 0.5, 2.0), None, 12345, 0.25)] == [
        "1 [0.5, 2]",
        "-",
        "12,345",
        "0.25",
    ]


def test_two_runs_stand_side_by_side_by_line():
    one, two = (Table("x", "X", "", ("name", "figure"), lines) for lines in ((("a", 1), ("b", 2)), (("b", 3),)))
    made = side_by_side(one, two, ("new", "old"))
    assert made.columns == ("name", "figure (new)", "figure (old)") and made.lines == (("a", 1, None), ("b", 2, 3))


def test_what_only_one_of_two_runs_has_stands_beside_nothing():
    empty = Table("x", "X", "", ("name",), missing=("There are no rows.",))
    full = Table("x", "X", "", ("name", "figure"), (("a", 1),), missing=("In part.",))
    made = side_by_side(empty, full, ("new", "old"))
    assert made.columns == ("name", "figure (new)", "figure (old)") and made.lines == (("a", None, 1),)
    assert made.missing == ("new: There are no rows.", "old: In part.")
    alone = side_by_side(None, full, ("new", "old"))
    assert alone.lines == (("a", None, 1),) and alone.missing[0] == "new: It has no such table."


def test_the_page_needs_nothing_else_and_escapes_what_data_sets_say():
    hostile = "<script>alert(1)</script>"
    rows = [row(f"{hostile}/1", "default", 7)]
    book = Book.of(rows)
    page = report_page(
        hostile, {"layout": hostile, "counts": {"programs": 1}}, list(tables_of(book)), [], slowest_of(rows)
    )
    assert "<script" not in page and "http" not in page and "src=" not in page
    assert page.count("&lt;script&gt;") >= 3 and "7 counted" in page


def test_plots_are_drawn_where_the_rows_allow_and_repeat():
    pytest.importorskip("matplotlib", reason="matplotlib isn't installed: pip install 'slowpath[scale]'")
    from slowpath.evaluation.plots import plots_of

    plots = plots_of(Book.of(ROWS))
    assert len(plots) == 2 and all(svg.startswith("<svg") for _, svg in plots)
    assert plots == plots_of(Book.of(ROWS)) and plots_of(Book.of([])) == []

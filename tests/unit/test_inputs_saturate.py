"""Boundaries: sizes that are as large as the constraints allow together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.sizes.cp_sat import solve
from slowpath.inputs.sizes.saturate import boundaries, dependency_groups
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.sizes.sizes import scaled, size_variables
from slowpath.inputs.text_form.text import from_text, to_text

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"


def read(name: str):
    return from_text((GOLDEN / f"{name}.format").read_text())


def sizes_of(fmt):
    return {boundary.label: (boundary.sizes, boundary.cases) for boundary in boundaries(fmt)}


def test_independent_sizes_take_their_bounds():
    assert sizes_of(read("matrix"))["all sizes largest"][0] == {"n": 1000, "m": 1000}


def test_a_product_bound_is_met_at_its_square_and_at_its_edges():
    found = sizes_of(read("product"))
    assert found["all sizes largest"][0] == {"n": 1000, "m": 1000}
    assert found["n largest"][0] == {"n": 10**6, "m": 1}
    assert found["m largest"][0] == {"n": 1, "m": 10**6}


def test_a_sum_over_cases_is_met_by_one_case_by_many_and_in_between():
    found = sizes_of(read("cases_sum"))
    assert found["one big case"] == ({"t": 1, "n": 200000}, "even")
    assert found["very many tiny cases"] == ({"t": 10000, "n": 1}, "tiny")
    assert found["many tiny cases and a big one"][1] == "tail"
    assert found["balanced"][0] == {"t": 447, "n": 447}


def test_many_tiny_cases_leave_room_for_a_big_one_where_they_share_a_sum():
    fmt = from_text("t: int 1..200000\ntests: cases[t]\n  n: int 1..200000\n  a: int[n] 1..9\nwhere sum n <= 200000\n")
    assert sizes_of(fmt)["very many tiny cases"][0] == {"t": 200000, "n": 1}
    found = next(each for each in boundaries(fmt) if each.label == "many tiny cases and a big one")
    assert found.sizes == {"t": 100000, "n": 1}
    made = generate(fmt, Plan(sizes=found.sizes, cases=found.cases), np.random.default_rng(0))
    assert max(case["n"] for case in made["tests"]) > 100000


def test_the_densest_graph_has_the_fewest_vertices():
    found = sizes_of(read("graph"))
    assert found["all sizes largest"][0] == {"n": 100000, "m": 200000}
    assert found["n largest, the others smallest"][0] == {"n": 100000, "m": 99999}
    assert found["m largest, the others smallest"][0] == {"n": 633, "m": 200000}


def test_chained_bounds_follow_each_other():
    fmt = from_text("n: int 1..10^5; k: int 1..n\na: int[n] 0..9\nb: int[k] 0..9\nwhere n+k <= 1000\n")
    found = sizes_of(fmt)
    assert found["all sizes largest"][0] == {"n": 500, "k": 500}
    assert found["n largest"][0] == {"n": 999, "k": 1}


def test_string_lengths_are_sizes():
    fmt = from_text('t: int 1..10^4\ntests: cases[t]\n  s: word 1..10^5 of "a-z"\nwhere sum len(s) <= 10^6\n')
    found = sizes_of(fmt)
    assert found["one big case"][0] == {"t": 1, "s": 10**5}
    assert found["very many tiny cases"][0] == {"t": 10**4, "s": 1}
    assert found["balanced"][0]["t"] * found["balanced"][0]["s"] <= 10**6


def test_a_size_that_another_bounds_is_tried_at_half_of_it():
    assert sizes_of(read("strings"))["t half of its range"][0] == {"s": 100000, "t": 50000}


def test_rows_that_cannot_exist_are_not_asked_for():
    apart = from_text("n: int 1..9; m: int 0..50\nrows[m] graph(a, b; n): a: int 1..n; b: int 1..n\nwhere a != b\n")
    assert all(boundary.sizes["n"] > 1 or boundary.sizes["m"] == 0 for boundary in boundaries(apart))
    none = from_text("m: int 0..50\nrows[m]: a: int 1..5; b: int 7..9\nwhere a >= b\n")
    assert [boundary.sizes for boundary in boundaries(none)] == [{"m": 0}]


def test_sizes_beyond_the_solver_still_hold_together():
    fmt = from_text(
        "n: int 1..10^30; m: int 1..10^30\na: int[min(n,3)] 1..9\nb: int[min(m,3)] 1..9\nwhere n*m <= 10^40\n"
    )
    for boundary in boundaries(fmt):
        assert boundary.sizes["n"] * boundary.sizes["m"] <= 10**40
    assert max(boundary.sizes["n"] for boundary in boundaries(fmt)) == 10**30


def test_groups_are_those_of_the_dependency_graph():
    fmt = from_text("a: int 1..9; b: int 1..a; c: int 1..9; d: int 1..9; e: int 1..9\nwhere c*d <= 9\n")
    assert dependency_groups(fmt) == [("a", "b"), ("c", "d"), ("e",)]


def test_the_solver_is_imported_only_for_coupled_sizes():
    script = (
        "import sys; from slowpath.inputs.sizes.saturate import boundaries; "
        "from slowpath.inputs.text_form.text import from_text; "
        "boundaries(from_text('n: int 1..9\\na: int[n] 1..n\\nrows[n-1] tree(u, v; n): u: int 1..n; "
        "v: int 1..n\\n')); print('ortools' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("n: int 1..9; k: int 1..9\na: int[n] 1..k\n", ("n",)),
        ('s: word 1..9 of "ab"\n', ("s",)),
        ('s: word 5..5 of "ab"\n', ()),
        ("n: int 1..9\nrows[n]: k: int 0..3; x: int[k] 1..9\n", ("n", "k")),
        ("n: int 7..7\na: int[n] 1..9\n", ()),
    ],
)
def test_sizes_are_what_governs_lengths(text, sizes):
    assert size_variables(from_text(text)) == sizes


def test_scaling_bounds_sizes_and_nothing_else():
    small = to_text(scaled(read("cases_sum"), 30))
    assert small == ("t: int 1..30\ntests: cases[t]\n  n: int 1..30\n  a: int[n] 1..10^9\nwhere sum n <= 2*10^5\n")
    assert to_text(scaled(from_text("n: int 50..100\na: int[n] 1..9\n"), 30)).startswith("n: int 50..50")


def proofs_of(text: str) -> dict[str, str]:
    return {boundary.label: boundary.proof for boundary in boundaries(from_text(text))}


def test_a_boundary_says_how_it_was_found():
    alone = proofs_of("n: int 1..9; m: int 1..9\na: int[n] 1..m\n")
    assert set(alone.values()) == {"rules"}
    coupled = proofs_of("n: int 1..99; m: int 1..99\na: int[n] 1..9\nb: int[m] 1..9\nwhere n*m <= 500\n")
    assert coupled["all sizes largest"] == "optimal"
    wide = proofs_of(
        "n: int 1..10^30; m: int 1..10^30\na: int[min(n,3)] 1..9\nb: int[min(m,3)] 1..9\nwhere n*m <= 10^40\n"
    )
    assert wide["all sizes largest"] == "greedy"


def test_a_solver_at_its_limit_gives_what_it_has_and_says_so():
    model = size_model(
        from_text(
            "a: int 1..10^4; b: int 1..10^5; c: int 1..10^5\nx: int[a] 1..9\ny: int[b] 1..9\n"
            "z: int[c] 1..9\nwhere a*b*c <= 999983\nwhere a + b*c >= 1000\n"
        )
    )
    goals = [("product", ("a", "b", "c")), ("max", ("a",))]
    found = solve(list(model.variables.values()), model.constraints, goals, effort=0.01)
    assert found is not None and not found.is_optimal
    assert all(constraint.holds(found.values) for constraint in model.constraints)


def test_the_largest_product_is_a_boundary_of_its_own_where_no_other_has_it():
    found = sizes_of(
        from_text(
            "n: int 1..700; m: int 1..1000; k: int 1..1000\ng: int[n][m] 0..1\na: int[k] 1..9\n"
            "where n*m + 500*k <= 10^6\n"
        )
    )
    product = {label: sizes["n"] * sizes["m"] for label, (sizes, _) in found.items()}
    assert max(product, key=product.__getitem__) == "largest n*m"
    assert product["largest n*m"] >= 699000


def test_different_words_over_one_letter_are_as_many_as_their_lengths_allow():
    for most, largest in ((50, 9), (10**6, 1413)):
        fmt = from_text(f'n: int 1..10^4\ns: word[n] 1..10^6 of "a" distinct\nwhere sum len(s) <= {most}\n')
        found = max(boundary.sizes["n"] for boundary in boundaries(fmt))
        assert largest <= found <= largest * 1.02


def test_lengths_that_double_are_as_large_as_is_reasonable():
    fmt = from_text("n: int 1..500000\na: int[2^n] 0..9\n")
    (boundary,) = boundaries(fmt)
    assert 20 <= boundary.sizes["n"] <= 22
    assert generate(fmt, Plan(sizes=boundary.sizes), np.random.default_rng(1))["a"].size == 2 ** boundary.sizes["n"]


def test_numbers_that_no_solver_holds_leave_the_sizes_to_others():
    nines = "9" * 60
    fmt = from_text(
        f"t: int 1..1000\ntests: cases[t]\n  n: int 1..10^9; m: int 1..10^9\nwhere n*m >= 10^5\n"
        f"where n % {nines} == 0\n"
    )
    assert isinstance(boundaries(fmt), list)

"""What every `Sanitizer` does, whatever the compiler. A test class inherits `SanitizerKit` and says how to open one."""

from __future__ import annotations

import pytest

from slowpath.model.execution import RunLimits
from slowpath.model.ports import Sanitizer
from slowpath.model.verdict import Verdict

# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
SHORT = RunLimits(cpu_s=0.02, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)

# The first number says what goes wrong, the second is a value for it; `## name` marks a line.
PROGRAM = """\
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>
struct Pair { int a, b; };
int table[5];
int deep(int n) { volatile int room[64]; room[0] = n; return n == 0 ? 0 : deep(n - 1) ^ room[0]; }
int missing(int n) {
    if (n > 0) return n;
    fprintf(stderr, "solution.cpp:3:1: of no interest\\n");
    exit(3);
}
int main() {
    int what, n;
    if (scanf("%d %d", &what, &n) != 2) return 1;
    std::vector<int> values(4, n);
    long long result = n;
    if (what == 1) { int sum = n; sum += n; result = sum; } // ## overflow
    if (what == 2) result = std::accumulate(values.begin(), values.end(), 0); // ## in a header
    if (what == 3) result = table[n]; // ## array
    if (what == 4) result = values[n]; // ## vector
    if (what == 5) { int *heap = new int[4]; heap[n] = 1; result = heap[0]; } // ## heap
    if (what == 6) { int *gone = new int(n); delete gone; result = *gone; } // ## freed
    if (what == 7) { auto it = values.begin(); values.push_back(n); result = *it; } // ## iterator
    if (what == 8) { std::set<int> none; result = *none.begin(); } // ## empty
    if (what == 9) result = 7 / n; // ## division
    if (what == 10) result = 1 << n; // ## shift
    if (what == 11) { int *none = n ? &table[0] : nullptr; result = *none; } // ## null
    if (what == 12) result = (int)(1e5 * n); // ## cast
    if (what == 13) { int best; for (int value : values) if (value > 5) best = value; result = best; } // ## unset
    if (what == 14) { Pair *pairs = new Pair[3]; pairs[0].a = n; result = pairs[0].a + pairs[2].b > 9; } // ## raw
    if (what == 15) { int at; if (n > 5) at = 2; result = values[at]; } // ## unset index
    if (what == 16) result = missing(n);
    if (what == 17) throw std::runtime_error("thrown");
    if (what == 18) while (n) result++;
    if (what == 19) { std::vector<std::vector<int>> all; for (;;) all.emplace_back(1 << 20, 1); }
    if (what == 20) result = deep(n);
    if (what == 21) { result = -1 << n; unsigned wraps = n; wraps = wraps * 4000000000u; result += wraps % 2; }
    if (what == 22) { int *kept = new int[n]; kept[0] = 1; result = kept[0]; }
    if (what == 23) { for (int i = 0; i < 3; i++) result = (int)result * n; // ## again
        result += table[n % 100000]; } // ## second
    if (what == 24) { int best; if (n > 5) best = n; result = std::max(best, n); } // ## hidden
    printf("%lld\\n", result);
}
"""
LINES = {line.partition("## ")[2]: number for number, line in enumerate(PROGRAM.splitlines(), 1) if "## " in line}

WRONG = [
    (b"1 2000000000", "overflow", "overflow"),
    (b"2 2000000000", "overflow", "in a header"),
    (b"3 5", "out-of-bounds", "array"),
    (b"4 4", "out-of-bounds", "vector"),
    (b"5 4", "out-of-bounds", "heap"),
    (b"6 1", "use-after-free", "freed"),
    (b"7 1", "use-after-free", "iterator"),
    (b"8 1", "out-of-bounds", "empty"),
    (b"9 0", "division", "division"),
    (b"10 40", "shift", "shift"),
    (b"11 0", "null", "null"),
    (b"12 1000000", "overflow", "cast"),
    (b"15 5", "uninitialised", "unset index"),
]
RIGHT = [
    b"1 1000000000",
    b"2 5",
    b"3 4",
    b"4 3",
    b"9 1",
    b"10 30",
    b"12 1000",
    b"13 6",
    b"15 6",
    b"16 5",
    b"20 1000",
    b"21 3",
    b"22 4",
    b"24 6",
]
"""Inputs on which nothing is undefined that does harm: unsigned numbers wrap, memory isn't given back."""


class SanitizerKit:
    """A subclass gives the fixture `sanitizer`: one of `PROGRAM`, open."""

    @pytest.fixture
    def sanitizer(self) -> Sanitizer:
        raise NotImplementedError

    @pytest.mark.parametrize(("data", "kind", "mark"), WRONG, ids=[mark for _, _, mark in WRONG])
    def test_says_what_is_undefined_and_in_which_line(self, sanitizer, data, kind, mark):
        first = sanitizer.examine(data, LIMITS).complaints[0]
        assert (first.kind, first.line) == (kind, LINES[mark])
        assert first.message and kind in sanitizer.finds

    @pytest.mark.parametrize("data", RIGHT)
    def test_complains_of_nothing_that_is_well_defined(self, sanitizer, data):
        assert sanitizer.examine(data, LIMITS).complaints == ()
        assert sanitizer.examine(data, LIMITS).verdict is Verdict.OK

    def test_goes_on_after_an_overflow_and_says_each_kind_once_a_line(self, sanitizer):
        found = sanitizer.examine(b"23 2000000000", LIMITS).complaints
        assert [(each.kind, each.line) for each in found] == [("overflow", LINES["again"])]
        found = sanitizer.examine(b"23 1000000009", LIMITS).complaints
        assert [(each.kind, each.line) for each in found][:2] == [
            ("overflow", LINES["again"]),
            ("out-of-bounds", LINES["second"]),
        ]

    @pytest.mark.parametrize(("data", "mark"), [(b"13 1", "unset"), (b"14 9", "raw")])
    def test_sees_a_value_that_was_never_set_by_what_is_printed(self, sanitizer, data, mark):
        if "uninitialised" not in sanitizer.finds:
            pytest.skip("this compiler doesn't fill variables")
        (complaint,) = sanitizer.examine(data, LIMITS).complaints
        assert complaint.kind == "uninitialised" and complaint.message
        assert complaint.line in (None, *range(LINES["unset"], len(PROGRAM.splitlines()) + 1))

    def test_sees_a_value_that_was_never_set_where_a_maximum_hides_small_ones(self, sanitizer):
        if "uninitialised" not in sanitizer.finds:
            pytest.skip("this compiler doesn't fill variables")
        (complaint,) = sanitizer.examine(b"24 3", LIMITS).complaints
        assert complaint.kind == "uninitialised"
        assert complaint.line in (None, *range(LINES["hidden"], len(PROGRAM.splitlines()) + 1))

    @pytest.mark.parametrize(
        ("data", "limits", "verdict"),
        [
            (b"16 0", LIMITS, Verdict.RUNTIME_ERROR),
            (b"17 0", LIMITS, Verdict.RUNTIME_ERROR),
            (b"18 1", SHORT, Verdict.TIME_LIMIT),
            (b"19 0", LIMITS, Verdict.MEMORY_LIMIT),
        ],
    )
    def test_an_end_that_is_no_undefined_behaviour_is_a_verdict_alone(self, sanitizer, data, limits, verdict):
        found = sanitizer.examine(data, limits)
        assert (found.verdict, found.complaints) == (verdict, ())

    def test_a_deep_recursion_is_the_stack_s_end_only_where_it_is_without_sanitizers(self, sanitizer):
        kinds = {each.kind for each in sanitizer.examine(b"20 500000", LIMITS).complaints}
        assert kinds == set()

    def test_examining_twice_says_the_same(self, sanitizer):
        inputs = [data for data, _, _ in WRONG[:6]]
        assert [sanitizer.examine(data, LIMITS) for data in inputs] == [
            sanitizer.examine(data, LIMITS) for data in inputs
        ]

    def test_closing_twice_is_once(self, sanitizer):
        sanitizer.close()
        sanitizer.close()

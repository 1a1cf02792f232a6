"""Probes in C++ builds: what doesn't compile is left out, the clean build is shared, hits and blocks stay whole."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from slowpath.errors import CompileFailed
from slowpath.model.constraint import COUNT, Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.settings import Settings, load
from slowpath.toolchain import open_executor
from slowpath.toolchain.diagnostics import conditions_named
from slowpath.toolchain.flow import line_map
from slowpath.toolchain.gcno import Arc, Function, Location, Notes
from slowpath.toolchain.inserted_code import without_inserted

LIMITS = RunLimits(cpu_s=20, wall_s=120)
COMPILERS = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"{name} is not installed"))
    for name in ("g++", "clang++")
]
HALVES = b"""#include <cstdio>
int main() {
    int n, steps = 0;
    if (scanf("%d", &n) != 1) return 1;
    while (n > 1) { n /= 2; steps++; }
    printf("%d\\n", steps);
}
"""
OURS = 1_000_000
LIBRARY = 300
"""A line of a header, none of the program's."""


@pytest.fixture
def settings(tmp_path: Path, new_cache) -> Settings:
    return load({"cache_dir": new_cache(tmp_path / "cache")})


def solution(source: bytes) -> Solution:
    return Solution(Path("/nowhere/halves.cpp"), "cpp", source)


def constraint(name: str, left: str, line: int = 6, where: str = "before", **more: object) -> Constraint:
    condition = Condition(left, Place(where, line), **more)
    return Constraint(name, line, name, condition, ConstraintOrigin("rule", name))


def builds(settings: Settings, name: str) -> int:
    return len(list((settings.cache_dir / f"cpp-{name}").iterdir()))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_leaves_out_what_the_compiler_refuses_and_says_why(settings, compiler):
    wanted = [
        constraint("unknown", "stops"),
        constraint("steps", "steps", right="4"),
        constraint("text", '"abc"'),
        constraint("in its definitions", "f(n)", setup="int f(int x) {\n    return x * y;\n}"),
        constraint("in a template", "f(n)", setup="template <class T> int f(T x) { return x.size(); }"),
        constraint("twice", "g(steps)", where="after", line=5, setup="int g(int x) { return 2 * x; }"),
    ]
    with open_executor(solution(HALVES), replace(settings, cpp_compiler=compiler), None, wanted) as executor:
        assert executor.probed == ("steps", "twice")
        assert {each.constraint_id for each in executor.unprobed} == {
            "unknown",
            "text",
            "in its definitions",
            "in a template",
        }
        assert "stops" in next(each.reason for each in executor.unprobed if each.constraint_id == "unknown")
        execution = executor.run(b"100", LIMITS, keep_output=True)
        assert execution.output == b"6\n"
        assert list(execution.counters[-2:]) == [1024 * 6 // 4, 1024 * 12]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_definitions_call_isn_t_counted(settings, compiler):
    setup = (
        "int ones(int n) {\n    int many[64] = {1, n};\n"
        "    return (int)std::count_if(many, many + 64, std::logical_not<int>());\n}"
    )
    source = HALVES.replace(b"<cstdio>", b"<cstdio>\n#include <algorithm>\n#include <functional>")
    chosen = replace(settings, cpp_compiler=compiler)
    with (
        open_executor(solution(source), chosen) as plain,
        open_executor(solution(source), chosen, None, [constraint("a", "ones(n)", 8, setup=setup)]) as probed,
    ):
        without, carrying = plain.run(b"1000", LIMITS), probed.run(b"1000", LIMITS)
        assert carrying.counters[-1] == 62 * 1024
        assert carrying.count == without.count
        assert probed.profile(carrying).hits == plain.profile(without).hits


RESTLESS = b"""#include <cstdio>
#include <utility>
#include <vector>
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++) a[i] = (7 * i) % n;
    while (true) {
        int i = -1, j = n;
        do i++; while (i < n && a[i] < n / 2);
        do j--; while (j >= 0 && a[j] > n / 2);
        if (i >= j) break;
        std::swap(a[i], a[j]);
    }
    printf("%d\\n", a[0]);
}
"""


def test_counts_don_t_depend_on_probes(settings):
    wanted = [
        constraint("goes", COUNT, 13, right="1", count=Count(Place("body", 11), "1", Place("body", 9))),
        constraint("rounds", COUNT, 16, count=Count(Place("body", 9))),
        constraint("swaps", COUNT, 16, count=Count(Place("before", 14))),
    ]
    with (
        open_executor(solution(RESTLESS), settings) as plain,
        open_executor(solution(RESTLESS), settings, None, wanted) as probed,
    ):
        without, carrying = plain.run(b"2001", LIMITS), probed.run(b"2001", LIMITS)
        assert len(probed.probed) == 3
        assert carrying.count == without.count
        assert probed.profile(carrying).hits == plain.profile(without).hits


@pytest.mark.parametrize("compiler", COMPILERS)
def test_reads_at_the_end_what_counts_would_say_at_every_pass(settings, compiler):
    inner, outer = Place("body", 11), Place("body", 9)
    asked = [
        (Count(inner), inner, "1"),
        (Count(inner, "1", outer), inner, "7"),
        (Count(outer), outer, "2.5"),
        (Count(inner, "3", Place("before", 12)), inner, "1"),
        (Count(inner, "1", outer), inner, "1"),
    ]
    wanted = [
        replace(
            constraint(f"{k}{left}", left, right=right, count=count),
            condition=Condition(left, place, right, count=count),
        )
        for left in (COUNT, f"({COUNT} + 0)")
        for k, (count, place, right) in enumerate(asked)
    ]
    with open_executor(solution(RESTLESS), replace(settings, cpp_compiler=compiler), None, wanted) as executor:
        assert executor.probed == tuple(each.id for each in wanted)
        slots = list(executor.run(b"501", LIMITS).counters[-10:])
        assert slots[:5] == slots[5:]
        assert all(slots)


def test_what_the_linker_refuses_leaves_the_program_alone(settings):
    wanted = [constraint("undefined", "f(n)", setup="int f(int x);"), constraint("steps", "steps")]
    with open_executor(solution(HALVES), settings, None, wanted) as executor:
        assert executor.probed == ()
        assert {each.constraint_id for each in executor.unprobed} == {"undefined", "steps"}
        assert executor.run(b"100", LIMITS, keep_output=True).output == b"6\n"


def test_a_broken_program_fails_as_it_does_without_probes(settings):
    broken = solution(HALVES.replace(b"steps++", b"stops++"))
    with pytest.raises(CompileFailed) as plain:
        open_executor(broken, settings)
    with pytest.raises(CompileFailed) as probed:
        open_executor(broken, settings, None, [constraint("a", "n"), constraint("b", "nowhere")])
    assert (probed.value.message, probed.value.messages) == (plain.value.message, plain.value.messages)


def test_the_clean_build_is_made_once_for_all_probes(settings):
    said: list[str] = []
    for wanted in ((), [constraint("a", "n")], [constraint("b", "steps"), constraint("c", "unknown")]) * 2:
        open_executor(solution(HALVES), settings, said.append, wanted).close()
    assert (len(said), builds(settings, "clean"), builds(settings, "search")) == (3, 1, 3)


def test_what_was_left_out_is_known_without_another_build(settings):
    wanted = [constraint("a", "unknown"), constraint("b", "steps")]
    first, second = (open_executor(solution(HALVES), settings, None, wanted) for _ in range(2))
    with first, second:
        assert (second.probed, second.unprobed) == (first.probed, first.unprobed)
        assert second.probed == ("b",)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("standard", ["c++11", "c++2b"])
def test_programs_that_rename_keywords_carry_probes(settings, compiler, standard):
    chosen = replace(settings, cpp_compiler=compiler, cpp_flags=("-O2", f"-std={standard}", "-Werror", "-Wconversion"))
    source = (
        b"#include <cstdio>\n#define int long long\n#define double float\n#define union struct\n"
        b"#define static\nnamespace std { struct left {}; }\nusing namespace std;\nint number = 3, right = 2;\n"
        b"signed main() {\n    int n = number;\n    for (int i = 0; i < n; i++)\n        right += i;\n"
        b'    printf("%lld\\n", right);\n}\n'
    )
    wanted = [
        constraint("a", "right", 13, right="number"),
        constraint("b", "i < 2 && n > 2", 12),
        constraint("c", "(int)1 << 40", 13, right="(int)1 << 20"),
    ]
    with open_executor(solution(source), chosen, None, wanted) as executor:
        assert executor.unprobed == ()
        execution = executor.run(b"", LIMITS, keep_output=True)
        assert (execution.output, list(execution.counters[-3:])) == (b"5\n", [1024 * 5 // 3, 1024, 1 << 30])


@pytest.mark.parametrize(
    ("stderr", "found"),
    [
        ("files-2:1000000:9: error: 'x' was not declared", {2: "'x' was not declared"}),
        ("probes.h:30:9: error: invalid cast\nfiles-1:1000000:1: note: in expansion of macro", {1: "invalid cast"}),
        (
            "a.cpp: In function 'int f(T)':\nfiles-4:1000000:9:   required from here\na.cpp:3:1: error: no member",
            {4: "no member"},
        ),
        ("a.cpp:3:1: error: no member\nfiles-0:1:1: error: first\nfiles-0:1:2: error: second", {0: "first"}),
        ("files-3:1:1: warning: unused\na.cpp:1:1: error: other", {}),
        ("a.cpp:3:1: error: expected ';'\n/usr/bin/ld: undefined reference", {}),
    ],
)
def test_reads_which_conditions_a_compiler_names(stderr, found):
    assert conditions_named(stderr.encode(), "files-") == found


def function_of(arcs: list[tuple[int, int]], lines: dict[int, list[int]], measured: set[tuple[int, int]]) -> Notes:
    """A function whose blocks stand for lines of a.cpp, and for ours from `OURS` on."""
    made = tuple(Arc(source, target, (source, target) not in measured) for source, target in arcs)
    locations = tuple(
        (
            block,
            tuple(
                Location(path, tuple(group))
                for path, group in groupby(
                    found, lambda line: "vector" if line == LIBRARY else "ours" if line >= OURS else "a.cpp"
                )
            ),
        )
        for block, found in lines.items()
    )
    blocks = 1 + max(max(arc) for arc in arcs)
    return Notes((12, 2), (Function(1, 2, 3, "f", False, "a.cpp", 1, 9, blocks, made, locations),))


def profile(notes: Notes, *counters: int) -> tuple[dict[int, int], int]:
    mapped = line_map(without_inserted(notes, OURS), "a.cpp", [(1, 2, 3, len(counters))])
    values = np.array(counters, np.uint64)
    return mapped.hits(values), mapped.blocks(values)


def test_inserted_code_within_a_block_leaves_no_trace():
    arcs, measured = [(0, 2), (2, 3), (3, 2), (2, 4), (4, 1)], {(3, 2), (4, 1)}
    plain = function_of(arcs, {2: [5], 3: [5, 6], 4: [7]}, measured)
    probed = function_of(arcs, {2: [5, OURS], 3: [OURS, 5, OURS + 1, 6, OURS], 4: [OURS, 7]}, measured)
    assert without_inserted(probed, OURS) == without_inserted(plain, OURS) == plain
    assert profile(probed, 10, 1) == profile(plain, 10, 1) == ({5: 11, 6: 10, 7: 1}, 22)


def test_a_block_that_inserted_code_parts_is_one_again():
    # The body 3 of the loop 2-3 on line 5 asks a condition with a branch: 3 -> 5 or 6 -> 7 -> 2.
    plain = function_of([(0, 2), (2, 3), (3, 2), (2, 4), (4, 1)], {2: [5], 3: [5], 4: [6]}, {(3, 2), (4, 1)})
    probed = function_of(
        [(0, 2), (2, 3), (3, 5), (3, 6), (5, 6), (5, 7), (6, 7), (7, 2), (2, 4), (4, 1)],
        {2: [5], 3: [5, OURS], 5: [OURS], 7: [OURS, 5], 4: [6]},
        {(3, 6), (5, 6), (7, 2), (4, 1)},
    )
    assert profile(probed, 3, 4, 10, 1) == profile(plain, 10, 1) == ({5: 11, 6: 1}, 22)


def test_what_the_program_puts_in_line_behind_inserted_code_is_the_program_s():
    # The branch 3 of the loop 2-3 begins with a probe and goes on with an inlined function of another file.
    arcs, measured = [(0, 2), (2, 3), (2, 4), (3, 4), (4, 2), (4, 1)], {(2, 3), (4, 2), (4, 1)}
    plain = function_of(arcs, {2: [5], 3: [LIBRARY], 4: [5, 7]}, measured)
    probed = function_of(arcs, {2: [5], 3: [OURS, LIBRARY], 4: [5, 7]}, measured)
    assert profile(probed, 4, 10, 1) == profile(plain, 4, 10, 1)


def test_blocks_without_a_line_count_nothing():
    # Where the heads of two loops coincide, the compiler puts an empty block, 3, between the inner one's rounds.
    plain = function_of([(0, 2), (2, 4), (4, 3), (3, 4), (4, 1)], {2: [4], 4: [5]}, {(3, 4), (4, 1)})
    probed = function_of([(0, 2), (2, 4), (4, 4), (4, 1)], {2: [4, OURS], 4: [5]}, {(4, 4), (4, 1)})
    assert profile(probed, 9, 1)[1] == profile(plain, 9, 1)[1] == 11


def test_library_functions_that_the_plain_program_lacks_aren_t_counted():
    arcs, measured = [(0, 2), (2, 1)], {(2, 1)}
    (made,) = function_of(arcs, {2: [5]}, measured).functions
    own, shared, added = (
        replace(made, ident=ident, name=name, path=path)
        for ident, name, path in ((1, "main", "a.cpp"), (2, "size", "vector"), (3, "find", "vector"))
    )
    notes = without_inserted(Notes((12, 2), (own, shared, added)), OURS, Notes((12, 2), (own, shared)))
    mapped = line_map(notes, "a.cpp", [(ident, 2, 3, 1) for ident in (1, 2, 3)])
    assert mapped.blocks(np.array([1, 20, 300], np.uint64)) == 21


def test_inserted_functions_are_neither_lines_nor_blocks():
    arcs, measured = [(0, 2), (2, 1)], {(2, 1)}
    (theirs,), (ours,) = (function_of(arcs, {2: [line]}, measured).functions for line in (5, OURS))
    ours = replace(ours, ident=7, path="ours", start_line=OURS)
    mapped = line_map(without_inserted(Notes((12, 2), (theirs, ours)), OURS), "a.cpp", [(1, 2, 3, 1), (7, 2, 3, 1)])
    values = np.array([4, 1000], np.uint64)
    assert (mapped.hits(values), mapped.blocks(values)) == ({5: 4}, 4)

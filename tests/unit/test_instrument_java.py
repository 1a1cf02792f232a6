"""Probes and checkers in Java programs: where they can stand, that they change nothing, and what they measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.instrument import with_checkers, without_checkers
from slowpath.instrument.distances import distances
from slowpath.instrument.insertions import CannotPlace, woven
from slowpath.instrument.places import resolve
from slowpath.instrument.probes_java import with_probes
from slowpath.model.constraint import (
    AFTER,
    BEFORE,
    BODY,
    COUNT,
    PROBE_SCALE,
    Condition,
    Constraint,
    ConstraintOrigin,
    Count,
    Place,
)
from slowpath.model.distance import distance_of
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.pipeline.gate import REPORT
from slowpath.settings import load
from slowpath.toolchain.java.jdk import found_jdks
from slowpath.toolchain.languages.java import LANGUAGE

needs_jdk = pytest.mark.skipif(not any(not found.objection for found in found_jdks(load())), reason="no JDK is here")
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 18)

PROGRAM = """\
import java.util.*;

public class Main {
    static int down(int n) {
        if (n <= 0) return 0;
        return 1 + down(n / 2);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0;
        for (int i = 0; i < n; i++)
            sum += i;
        List<Integer> all = new ArrayList<>();
        while (all.size() < n) { all.add(0, n); sum += all.get(0); }
        if (sum > 10) sum--; else sum++;
        System.out.println(sum + down(n));
    }
}
"""
IN_MAIN = {
    "before a statement": (BEFORE, "x();", "@x();"),
    "after a statement": (AFTER, "x();", "x();@"),
    "in the body of a loop": (BODY, "for (;c;) { x(); }", "for (;c;) {@ x(); }"),
    "in a body without braces": (BODY, "while (c) x();", "while (c) {@x();}"),
    "after a loop that ends": (AFTER, "while (true) { if (c) break; }", "while (true) { if (c) break; }@"),
    "after a loop that a label's break ends": (
        AFTER,
        "a: while (true) { while (c) { break a; } }",
        "a: while (true) { while (c) { break a; } }@",
    ),
    "in the only lambda": (BODY, "r(() -> { x(); });", "r(() -> {@ x(); });"),
    "in a branch": (BODY, "if (c) x(); else y();", "if (c) {@x();} else y();"),
}
REFUSED = {
    "after a return": (AFTER, "return;", "never run"),
    "after a loop without an end": (AFTER, "for (;;) { while (c) { break; } }", "never run"),
    "in the body of what has none": (BODY, "x();", "no body"),
    "where no statement is": (BEFORE, "", "no statement begins there"),
}


def main(body: str) -> str:
    return f"class A {{\nvoid f() {{\n{body}\n}}\n}}\n"


@pytest.mark.parametrize(("where", "body", "expected"), IN_MAIN.values(), ids=IN_MAIN)
def test_a_text_stands_where_it_means_the_place(where, body, expected):
    source = main(body).encode()
    assert woven(source, [(resolve(source, "java", Place(where, 3)), b"@")]).decode() == main(expected)


@pytest.mark.parametrize(("where", "body", "reason"), REFUSED.values(), ids=REFUSED)
def test_says_why_nothing_can_stand_there(where, body, reason):
    with pytest.raises(CannotPlace, match=reason):
        resolve(main(body).encode(), "java", Place(where, 3))


def constraint(name: str, condition: Condition) -> Constraint:
    return Constraint(name, condition.place.line, "n is large.", condition, ConstraintOrigin("rule", "trial"))


ONES = """\
private int ones(int n, List<Integer> all) {
    int found = 0;  // Those of n.
    for (; n > 0; n /= 2) found += n % 2;
    return found + all.size();
}"""
CONDITIONS = {
    "called": (Condition("n", Place(BODY, 4)), 40),
    "passes": (Condition(COUNT, Place(AFTER, 13), count=Count(Place(BODY, 13))), 40),
    "sizes": (Condition(COUNT, Place(BODY, 16), right="2", count=Count(Place(BODY, 16), "all.size()")), 390),
    "boolean": (Condition("all.isEmpty() && n > 5", Place(AFTER, 15)), 1),
    "fails": (Condition("all.get(99)", Place(AFTER, 15)), 0),
    "branch": (Condition("sum", Place(BODY, 17)), 780 + 40 * 40),
    "defined": (Condition("ones(n, all)", Place(AFTER, 15), setup=ONES), 2),
}
LEFT_OUT = {
    "unknown": (Condition("nobody", Place(AFTER, 15)), "cannot find symbol"),
    "later": (Condition("sum", Place(BEFORE, 11)), "cannot find symbol"),
    "changing": (Condition("all.add(1)", Place(AFTER, 15)), "may change something"),
    "two": (Condition("n) + (n", Place(AFTER, 15)), "isn't one expression"),
    "field": (Condition("f", Place(AFTER, 15), setup="static int f = 3;"), "more than methods"),
}


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache, "parallel_runs": 1})


@needs_jdk
def test_probes_measure_and_change_neither_lines_nor_counts(settings):
    solution = Solution(Path("/nowhere/Main.java"), "java", PROGRAM.encode())
    wanted = [constraint(name, condition) for name, (condition, _) in {**CONDITIONS, **LEFT_OUT}.items()]
    with LANGUAGE.open_executor(solution, settings) as plain:
        expected = plain.run(b"40", LIMITS, keep_output=True)
        hits = plain.profile(expected).hits
    with LANGUAGE.open_executor(solution, settings, constraints=wanted) as probed:
        ended = probed.run(b"40", LIMITS, keep_output=True)
        assert set(probed.probed) == set(CONDITIONS)
        assert (ended.output, ended.count) == (expected.output, pytest.approx(expected.count, rel=0.02))
        assert probed.profile(ended).hits == hits
        slots = dict(zip(probed.probed, ended.counters[-len(probed.probed) :], strict=True))
        assert slots == {name: value * PROBE_SCALE for name, (_, value) in CONDITIONS.items()}
        reasons = {each.constraint_id: each.reason for each in probed.unprobed}
        assert set(reasons) == set(LEFT_OUT)
        assert all(said in reasons[name] for name, (_, said) in LEFT_OUT.items())


@needs_jdk
def test_checkers_report_change_nothing_else_and_come_out_to_the_byte(settings):
    wanted = [constraint(name, condition) for name, (condition, _) in CONDITIONS.items()]
    made = with_checkers(PROGRAM.encode(), "java", wanted, "stderr")
    assert not made.rejected and without_checkers(made.source, "java") == PROGRAM.encode()
    with LANGUAGE.open_executor(Solution(Path("/nowhere/Main.java"), "java", made.source), settings) as checked:
        real = checked.confirm(b"40", LIMITS, runs=1, keep_output=True)
        assert real.output == b"2385\n"
        again = checked.run(b"40", LIMITS, keep_output=True)
        assert again.output == b"2385\n" and set(REPORT.findall(again.stderr_tail)) == set(
            REPORT.findall(real.stderr_tail)
        )
    fired = {name.decode(): (int(times), int(seen)) for name, times, seen in REPORT.findall(real.stderr_tail)}
    assert fired == {
        "called": (6, 7),
        "passes": (1, 1),
        "sizes": (38, 40),
        "boolean": (1, 1),
        "fails": (0, 0),
        "branch": (1, 1),
        "defined": (1, 1),
    }


def test_one_of_several_checkers_comes_out_alone():
    first, second = (constraint(name, CONDITIONS[name][0]) for name in ("called", "branch"))
    both = with_checkers(PROGRAM.encode(), "java", [first, second]).source
    alone = with_checkers(PROGRAM.encode(), "java", [first]).source
    assert without_checkers(both, "java", ["branch"]) == alone


def test_lines_of_a_probed_text_are_known():
    made = with_probes(PROGRAM.encode(), [constraint("a", CONDITIONS["passes"][0])])
    rows = made.source.decode().split("\n")
    at = next(number for number, row in enumerate(rows, 1) if "sum += i" in row)
    assert made.origin.user_line(at) == 14 and made.origin.user_line(len(rows)) == PROGRAM.count("\n") + 1
    assert all("slowpath.Probes" in rows[number - 1] for number in made.origin.slots)


MEASURED = """\
import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        String word = in.next();
        if (n == 77) n++;
        if (word.equals("secret")) n++;
        int square = n * n;
        if (square / 2.0 > 1e9) n++;
    }
}
"""


@needs_jdk
def test_distances_are_those_of_the_values(build_cache):
    measured = distances(MEASURED.encode(), "java")
    solution = Solution(Path("/nowhere/Main.java"), "java", MEASURED.encode())
    with LANGUAGE.open_executor(solution, load({"cache_dir": build_cache}), constraints=measured) as program:
        assert program.probed == tuple(each.id for each in measured)
        slots = [program.run(data, LIMITS).counters[-len(measured) :] for data in (b"70 sacret", b"46341 secrets")]
    found = [[distance_of(int(slot)) for slot in row] for row in slots]
    assert found[0][:3] == [7, 4, 2**31 - 1 - 4900]
    assert found[1][:3] == [46341 - 77, 256, 0]

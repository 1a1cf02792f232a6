"""Probes in Python programs: where they can stand, that they change nothing, and that what raises is given up."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.model.execution import Execution, RunLimits
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import Settings, load
from slowpath.toolchain import open_executor

LIMITS = RunLimits(cpu_s=20, wall_s=120)
PROGRAM = '''"""Text that must stay first."""
from __future__ import annotations
from collections import defaultdict
import functools

seen = defaultdict(int)

@functools.lru_cache(None)
def down(n):
    """What it does."""
    if n <= 0:
        return 0
    elif n % 2:
        value = n
    else:
        value = -n
    try:
        [0][n]
    except IndexError:
        seen[n] += 1
    finally:
        last = n
    return value + down(n - 1)

class Walker:
    steps = 3
    def walk(self):
        return self.steps

def renew():
    global last
    last = 5
    return last

def only():
    """Nothing but this."""

n = int(input())
print(down(n), sorted(seen), Walker().walk(), renew(), only()); total = n
if total > 2: total = 2
print(total, "seen" in globals(), len(globals()))
'''


def at(text: str, where: str, column: int | None = None) -> Place:
    line = next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if line.strip().startswith(text))
    return Place(where, line, column)


@pytest.fixture(scope="module")
def settings(build_cache) -> Settings:
    return load({"cache_dir": build_cache})


Seen = tuple[dict[str, int], dict[str, str], Execution, dict[int, int]]


def run(
    settings: Settings, source: str, conditions: dict[str, Condition], data: bytes = b"6\n", limits: RunLimits = LIMITS
) -> Seen:
    """The probes' slots by id, the reasons of those without one, the run and its hits."""
    wanted = [
        Constraint(name, 1, name, condition, ConstraintOrigin("rule", name)) for name, condition in conditions.items()
    ]
    with open_executor(Solution(Path("/nowhere/walk.py"), "python", source.encode()), settings, None, wanted) as opened:
        execution = opened.run(data, limits, keep_output=True)
        slots = execution.counters[len(execution.counters) - len(opened.probed) :]
        return (
            dict(zip(opened.probed, slots, strict=True)),
            {each.constraint_id: each.reason for each in opened.unprobed},
            execution,
            dict(opened.profile(execution).hits),
        )


PLACED = [
    (at("def down", "body"), "n", 6),
    (at("@functools", "body"), "n", 6),
    (at("def down", "before"), "len(seen)", 0),
    (at("@functools", "after"), "1", 1),
    (at("if n <= 0", "before"), "n", 6),
    (at("elif", "body"), "n", 5),
    (at("else", "body", 4), "n", 6),
    (at("try", "body"), "n", 6),
    (at("except", "body"), "n", 6),
    (at("finally", "body", 4), "n", 6),
    (at("try", "after"), "last", 6),
    (at("def only", "body"), "1", 1),
    (at("def renew", "body"), "1", 1),
    (at("def walk", "body"), "self.steps", 3),
    (at("print(down", "after"), "len(seen)", 6),
    (Place("before", at("print(down", "before").line, 64), "len(seen)", 6),
    (at("if total", "body"), "total", 6),
    (at("if total", "after"), "total", 2),
]


def test_stands_at_every_kind_of_place(settings):
    slots, reasons, execution, hits = run(
        settings, PROGRAM, {f"{left} {place}": Condition(left, place) for place, left, _ in PLACED}
    )
    _, _, plain, plain_hits = run(settings, PROGRAM, {})
    assert slots == {f"{left} {place}": 1024 * slot for place, left, slot in PLACED}
    assert reasons == {}
    assert (execution.output, execution.count, hits) == (plain.output, plain.count, plain_hits)


REFUSED = [
    (Condition("1", at('"""Text', "before")), "nothing may stand before it"),
    (Condition("1", at("from __future__", "before")), "nothing may stand before it"),
    (Condition("1", at("global", "before")), "nothing may stand before it"),
    (Condition("1", at("class", "body")), "no body"),
    (Condition("1", at("last = 5", "body")), "no body"),
    (Condition("1", at("return 0", "after")), "never run"),
    (Condition("1", at("except", "before")), "a branch of"),
    (Condition("1", Place("before", 500)), "no statement"),
    (Condition("1", Place("before", 9, 3)), "no statement"),
    (Condition("1", Place("within", 9)), "isn't a place"),
    (Condition("seen[100]", at("n = int", "after")), "may change"),
    (Condition("(n := 4)", at("n = int", "after")), "may change"),
    (Condition("input()", at("n = int", "after")), "may change"),
    (Condition("n +", at("n = int", "after")), "isn't an expression"),
    (Condition("n", at("n = int", "after"), count=Count(Place("before", 500))), "no statement"),
    (Condition("f(n)", at("n = int", "after"), setup="def f(n:"), "can't be read"),
    (Condition("f(n)", at("n = int", "after"), setup="print(1)"), "more than define"),
    (Condition("last", at("global", "after"), setup="from math import *"), "aren't said"),
]


def test_says_why_a_condition_can_t_stand(settings):
    wanted = {str(number): condition for number, (condition, _) in enumerate(REFUSED)}
    slots, reasons, execution, _ = run(settings, PROGRAM, {**wanted, "placed": Condition("n", at("n = int", "after"))})
    assert list(slots) == ["placed"]
    assert [number for number, (_, reason) in enumerate(REFUSED) if reason not in reasons[str(number)]] == []
    assert execution.verdict is Verdict.OK


def test_a_condition_that_makes_the_program_invalid_is_left_out_alone(settings):
    source = "def f():\n    x = 1\n    global n\n    n = 2\n    return x\nn = 1\nprint(f())\n"
    slots, reasons, execution, _ = run(
        settings, source, {"a": Condition("n", Place("after", 2)), "b": Condition("x", Place("after", 2))}, b""
    )
    assert (slots, list(reasons), execution.output) == ({"b": 1024}, ["a"], b"1\n")


def test_what_raises_is_given_up_and_changes_nothing(settings):
    source = "total = 0\nfor i in range(5000):\n    total += i\nlate = 7\nprint(total)\n"
    slots, _, execution, _ = run(
        settings,
        source,
        {
            "raises": Condition("late", Place("body", 2)),
            "seldom": Condition("1 / (i % 100)", Place("body", 2)),
            "counted": Condition("_count", Place("after", 2), count=Count(Place("body", 2), "1 // (i % 10) or 1")),
        },
        b"",
    )
    assert slots == {"raises": 0, "seldom": 1024, "counted": 4500 * 1024}
    assert (execution.verdict, execution.output) == (Verdict.OK, b"12497500\n")


def test_definitions_stay_apart_from_the_program_s(settings):
    source = "def double(x):\n    return 'program ' + x\nn = int(input())\nprint(double('text'), n)\n"
    setup = "import math as m\nLIMIT = 3\ndef double(x, n=LIMIT):\n    return m.floor(2 * x) + n\n"
    slots, _, execution, _ = run(
        settings,
        source,
        {
            "a": Condition("double(n)", Place("after", 3), setup=setup),
            "b": Condition("double(n)", Place("after", 3), setup="def double(x):\n    return x * x\n"),
        },
    )
    assert slots == {"a": 15 * 1024, "b": 36 * 1024}
    assert execution.output == b"program text 6\n"


NUMBERS = [
    ("True", "1", 1024),
    ("n", "7", 877),
    ("10 ** 400", "1", 1 << 62),
    ("1.5", "0.5", 3072),
    ("float('nan')", "1", 0),
    ("1", "float('nan')", 0),
    ("float('inf')", "1", 1 << 62),
    ("1", "0", 0),
    ("-1", "-1", 0),
    ("'text'", "1", 0),
    ("__import__('fractions').Fraction(1, 2)", "1", 512),
    ("[1]", "1", 0),
    ("10 ** 18 + 1", "10 ** 18", 1024),
]


def test_measures_numbers_of_every_kind(settings):
    slots, *_ = run(
        settings,
        "n = int(input())\nprint(n)\n",
        {f"{left} / {right}": Condition(left, Place("after", 1), right=right) for left, right, _ in NUMBERS},
    )
    assert slots == {f"{left} / {right}": slot for left, right, slot in NUMBERS}


ROUNDS = """\
n = int(input())
total = 0
for i in range(n):
    k = i
    while k > 1:
        k //= 2
        total += k
    if total % 7 == 3:
        continue
    for j in range(k): total += j
while True: total -= 1; n += 0
"""
INNER, OUTER, ONE_LINE = Place("body", 5, 4), Place("body", 3, 0), Place("body", 10, 4)
BEHIND = Place("after", 5, 4)
TOTALS = [
    (Count(INNER), INNER, "1"),
    (Count(INNER), BEHIND, "3"),
    (Count(OUTER), Place("after", 3, 0), "7"),
    (Count(INNER, since=Place("before", 5, 4)), INNER, "1"),
    (Count(INNER, "2"), INNER, "9"),
    (Count(ONE_LINE), ONE_LINE, "1"),
    (Count(OUTER, since=Place("before", 3, 0)), OUTER, "2.5"),
]


def test_reads_at_the_end_what_counts_would_say_at_every_pass(settings):
    source = ROUNDS.replace("while True", "while total > 0")
    short = {str(k): Condition("_count", place, right, count=count) for k, (count, place, right) in enumerate(TOTALS)}
    asked = {name: Condition("_count + 0", each.place, each.right, count=each.count) for name, each in short.items()}
    slots, unprobed, execution, _ = run(settings, source, short, b"300\n")
    every, _, other, _ = run(settings, source, asked, b"300\n")
    assert (unprobed, slots, execution.count) == ({}, every, other.count)
    assert all(slots.values())


def test_knows_how_often_a_run_that_was_cut_went_round(settings):
    asked = {
        "total": Condition("_count", INNER, count=Count(INNER)),
        "most": Condition("_count", INNER, count=Count(INNER, since=Place("before", 5, 4))),
    }
    slots, _, execution, _ = run(settings, ROUNDS, asked, b"1000\n", RunLimits(cpu_s=0.3, wall_s=20))
    assert execution.cut
    assert slots == {"total": 1024 * sum(k.bit_length() - 1 for k in range(1, 1000)), "most": 1024 * 9}

"""Probes in C++ text: lines stay, what can't stand is refused with a reason, shared definitions stand once."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.instrument.probes_cpp import FILES, FIRST_LINE, with_probes
from slowpath.instrument.probes_python import described
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Count, Place

NAME = "solution.cpp"
PROGRAM = b"""#include <vector>
#define rep(i, n) for (int i = 0; i < (n); i++)
int depth(int x) { if (x < 2) return 0; else return 1 + depth(x / 2); }

template <class T>
struct Box {
    T held;
    int sum(int n) {
        int s = 0;
        rep(i, n) s += i;
        while (n > 0) { n--; s++; }
        return s;
    }
};
int main() {
    Box<int> box; int n = 3;
    switch (n) { case 1: n = 2; break; default: n = 5; }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (i + j > 3) n--; else n++;
    do n--; while (n > 0);
    return box.sum(n);
}
"""
LINES = PROGRAM.count(b"\n")
PLACES = st.builds(Place, st.sampled_from(["before", "after", "body"]), st.integers(1, LINES))
_DIRECTIVE = re.compile(rb'#line (\d+) "(.*)"')


def constraint(name: str, left: str = "1", place: Place | None = None, **more: object) -> Constraint:
    place = place or Place("before", 16)
    return Constraint(name, place.line, name, Condition(left, place, **more), ConstraintOrigin("rule", name))


def presumed(text: bytes) -> dict[int, bytes]:
    """The user's lines as the compiler numbers them, without what stands in files of ours."""
    found: dict[int, bytes] = {}
    number, name = 1, NAME
    for line in text.split(b"\n"):
        directive = _DIRECTIVE.fullmatch(line)
        if directive:
            number, name = int(directive[1]), directive[2].decode()
            continue
        if name == NAME:
            found[number] = found.get(number, b"") + line
        number += 1
    return found


def without_blocks(line: bytes) -> bytes:
    return re.sub(rb"[{}\s]", b"", line)


@given(places=st.lists(PLACES, max_size=12))
def test_the_user_s_code_stays_on_its_lines(places):
    made = with_probes(PROGRAM, NAME, [constraint(str(n), place=place) for n, place in enumerate(places)])
    lines = presumed(made.source)
    assert [without_blocks(lines.get(number, b"")) for number in range(1, LINES + 1)] == [
        without_blocks(line) for line in PROGRAM.splitlines()
    ]
    assert made.source.count(b"{") - made.source.count(b"}") == PROGRAM.count(b"{") - PROGRAM.count(b"}")
    assert max(lines) <= LINES + 1
    assert {*made.probed, *(each.constraint_id for each in made.rejected)} == set(map(str, range(len(places))))


def test_without_conditions_the_text_is_the_same():
    in_words = Constraint("a", 1, "the tree is deep", None, ConstraintOrigin("rule", "a"))
    assert with_probes(PROGRAM, NAME, [in_words]).source == PROGRAM
    assert with_probes(PROGRAM, NAME, []).probed == ()


def test_slots_are_numbered_over_those_that_stand():
    made = with_probes(PROGRAM, NAME, [constraint("a"), constraint("b", "n +"), constraint("c", "n")])
    assert made.probed == ("a", "c")
    assert b"SLOWPATH_PROBE(1, (n), (1))" in made.source
    assert f'#line {FIRST_LINE} "{FILES}1"'.encode() in made.source


@pytest.mark.parametrize(
    ("left", "reason"),
    [
        ("n +", "isn't one expression"),
        ("1); n = 3; (1", "isn't one expression"),
        ("n) + (1", "isn't one expression"),
        ("", "isn't one expression"),
        ("n = 4", "changes"),
        ("n++", "changes"),
        ("throw n", "isn't one expression"),
        ("n // all", "isn't one expression"),
        ("n /* all */", "isn't one expression"),
    ],
)
def test_refuses_what_is_no_pure_expression(left, reason):
    made = with_probes(PROGRAM, NAME, [constraint("a", left)])
    assert made.source == PROGRAM
    assert [reason in each.reason for each in made.rejected] == [True]


@pytest.mark.parametrize(
    "left",
    [
        "n",
        "n > 1 && n < 9",
        "std::vector<int>(n, 1).size()",
        "(double)n * n",
        "[&] { int m = 0; for (int k = 0; k < n; k++) m += k; return m; }()",
        "n\n    + 1",
        "depth(n) ? 1 : 2",
        "box.held",
        "'a'",
        '"//"[0]',
    ],
)
def test_takes_expressions_of_every_kind(left):
    assert with_probes(PROGRAM, NAME, [constraint("a", left, Place("after", 16))]).probed == ("a",)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [("#define f 1", "preprocessor"), ("int f( {", "can't be read"), ("int f() { return 1; ", "can't be read")],
)
def test_refuses_definitions_that_could_spill(setup, reason):
    made = with_probes(PROGRAM, NAME, [constraint("a", "f()", setup=setup)])
    assert made.source == PROGRAM
    assert reason in made.rejected[0].reason


def test_equal_definitions_stand_once_before_the_first_that_needs_them():
    setup = "static int twice(int x) {\n    return 2 * x; // doubled\n}"
    made = with_probes(
        PROGRAM,
        NAME,
        [
            constraint("late", "twice(n)", Place("after", 16), setup=setup),
            constraint("early", "twice(n)", Place("body", 8), setup=setup),
        ],
    )
    assert made.probed == ("late", "early")
    assert made.source.count(b"int twice") == 1
    assert made.source.index(b"int twice") < made.source.index(b"template <class T>")


def test_different_definitions_may_share_names():
    made = with_probes(
        PROGRAM, NAME, [constraint(str(k), "f(n)", setup=f"static int f(int x) {{ return x * {k}; }}") for k in (2, 3)]
    )
    assert made.source.count(b"using namespace slowpath_setup_") == 2
    assert made.source.count(b"namespace slowpath_setup_0 {") == made.source.count(b"namespace slowpath_setup_1 {") == 1


def test_definitions_stand_before_what_is_counted_too():
    made = with_probes(
        PROGRAM,
        NAME,
        [constraint("a", "_count", setup="static int one() { return 1; }", count=Count(Place("body", 3), "one()"))],
    )
    assert made.probed == ("a",)
    assert made.source.index(b"int one()") < made.source.index(b"int depth(")


def test_a_count_is_reset_added_to_and_read():
    count = Count(Place("body", 18), "n > 1", Place("before", 18))
    made = with_probes(PROGRAM, NAME, [constraint("a", "_count * 2", Place("after", 18), count=count, right="n")])
    texts = [b"SLOWPATH_RESET(0)", b"SLOWPATH_PASS(0, (n > 1))", b"SLOWPATH_PROBE(0, (slowpath_passes[0] * 2), (n))"]
    at = [made.source.index(text) for text in texts]
    assert at == sorted(at)


def test_equal_counts_are_counted_once():
    count, other = Count(Place("body", 18), "1", Place("before", 18)), Count(Place("body", 18), "2")
    made = with_probes(
        PROGRAM,
        NAME,
        [
            constraint("a", "1"),
            constraint("b", "_count", Place("after", 18), count=count),
            constraint("c", "_count", Place("after", 18), count=other),
            constraint("d", "n", Place("after", 18), count=count, right="_count"),
        ],
    )
    assert made.probed == ("a", "b", "c", "d")
    assert (made.source.count(b"SLOWPATH_PASS("), made.source.count(b"SLOWPATH_RESET(")) == (2, 1)
    assert b"SLOWPATH_PROBE(2, (slowpath_passes[1]), (1))" in made.source
    assert b"SLOWPATH_PROBE(3, (n), (slowpath_passes[0]))" in made.source


def test_a_name_like_the_count_is_the_program_s_where_nothing_is_counted():
    assert b"(_count)" in with_probes(PROGRAM, NAME, [constraint("a", "_count")]).source


def test_line_directives_of_the_program_are_respected():
    made = with_probes(b'#line 7 "other.cpp"\n' + PROGRAM, NAME, [constraint("a", place=Place("before", 17))])
    assert made.probed == ()
    assert "#line" in made.rejected[0].reason


def test_describes_conditions_to_the_python_runtime():
    count = Count(Place("body", 3), "k", Place("before", 3, 4))
    wanted = [
        constraint("a", "n", Place("after", 3), right="m", count=count, setup="import math"),
        constraint("b", "n", Place("before", 9, 2)),
    ]
    assert json.loads(described(wanted)) == [
        {
            "id": "a",
            "left": "n",
            "right": "m",
            "place": ["after", 3, None],
            "setup": "import math",
            "peak_of": None,
            "count": {"at": ["body", 3, None], "amount": "k", "since": ["before", 3, 4]},
        },
        {"id": "b", "left": "n", "right": "1", "place": ["before", 9, 2], "setup": "", "count": None, "peak_of": None},
    ]

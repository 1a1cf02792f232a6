"""Laws of checkers over assembled programs: what is put in can be cut to the byte, and the program stays one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.instrument import checker_ids, with_checkers, without_checkers
from slowpath.model.constraint import AFTER, BEFORE, BODY, Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.source.cpp.origins import expansion_of
from slowpath.source.cpp.source import parse_cpp

MACROS = (
    "#define rep(i, n) for (int i = 0; i < (n); i++)\n#define int long long\n#define FAST a(); b();\n"
    "#define debug(...)\n"
)
SIMPLE = st.sampled_from(
    [
        "x++;",
        "f(x, y);",
        "a[i] = x;",
        ";",
        "debug(x);",
        "FAST",
        "int v = 1;",
        'puts("; }");',
        "auto g = [&](int v) { return v; };",
        "struct S { int v; };",
        "x = 1; // why",
        "again: x--;",
    ]
)
LONE = st.sampled_from(["x++;", "f(x, y);", "a[i] = x;", ";", "continue;", "return;", "/* why */ x = 2;"])
HEADS = ["for (int i = 0; i < n; i++)", "while (x < n)", "rep(i, n)", "for (auto w : a)", "if (x)", "else if (y)"]
LINE_ENDS = st.sampled_from(["\n", "\r\n"])
BYTE_ORDER_MARK = st.sampled_from([b"", b"\xef\xbb\xbf"])


def cpp_body(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(st.sampled_from(HEADS[:5]), st.sampled_from([" ", "\n", "\n\t"]), inner).map("".join),
        st.tuples(st.just("if (x) "), inner, st.sampled_from(["\nelse ", " else "]), inner).map(
            lambda parts: parts[0] + "{" + parts[1] + "}" + parts[2] + parts[3]
        ),
        st.lists(st.one_of(SIMPLE, inner), min_size=1, max_size=3).map(
            lambda parts: "{\n\t" + "\n\t".join(parts) + "\n}"
        ),
        inner.map(lambda part: "do {" + part + "} while (x);"),
        inner.map(lambda part: "switch (x) { case 1: " + part + " break; case 2: default: x = 2; }"),
    )


STATEMENT = st.recursive(LONE, cpp_body, max_leaves=5)


@st.composite
def cpp_programs(draw: st.DrawFn) -> bytes:
    statements = draw(st.lists(st.one_of(SIMPLE, STATEMENT), min_size=1, max_size=4))
    joined = "".join(part + draw(st.sampled_from(["\n", "\n    ", " ", "\n\t"])) for part in statements)
    head = draw(st.sampled_from(["", MACROS]))
    text = head + "void f() {" + draw(st.sampled_from(["", "\n"])) + joined + "}\n"
    return draw(BYTE_ORDER_MARK) + text.replace("\n", draw(LINE_ENDS)).encode()


@st.composite
def python_blocks(draw: st.DrawFn, indent: str, depth: int) -> str:
    made = []
    step = draw(st.sampled_from(["    ", "\t", "  "])) if not indent else indent[:1] * 2
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 9 if depth else 4))
        if kind <= 4:
            made.append(indent + ["x = 1", "f(x)  # why", "a[i] = [1,\n 2]", "if x: y = 1", "x = 1; y = 2"][kind])
            continue
        head = ["for i in a:", "while x:", "if x:", "def f(a):", "try:"][kind - 5]
        made += [indent + head, draw(python_blocks(indent + step, depth - 1))]
        if kind == 9:
            made += [indent + "except ValueError:", draw(python_blocks(indent + step, depth - 1))]
    return "\n".join(made)


@st.composite
def python_programs(draw: st.DrawFn) -> bytes:
    head = draw(st.sampled_from(["", '"""Says."""\n', "#!/bin/python\n'Says.'\nfrom __future__ import annotations\n"]))
    text = head + draw(python_blocks("", 2)) + draw(st.sampled_from(["", "\n", "\n\n# end"]))
    return draw(BYTE_ORDER_MARK) + text.replace("\n", draw(LINE_ENDS)).encode()


@st.composite
def constraints(draw: st.DrawFn, source: bytes) -> list[Constraint]:
    places = st.builds(
        Place,
        st.sampled_from([BEFORE, AFTER, BODY]),
        st.integers(1, source.count(b"\n") + 1),
        st.one_of(st.none(), st.integers(0, 12)),
    )
    count = draw(st.one_of(st.none(), st.builds(Count, places, since=st.one_of(st.none(), places))))
    conditions = [Condition("x", place, "n", 2.0, count) for place in draw(st.lists(places, max_size=8))]
    return [
        Constraint(f"c{at}", 1, draw(st.text(max_size=20)), condition, ConstraintOrigin("rule", "trial"))
        for at, condition in enumerate(conditions)
    ]


def holds(source: bytes, language: str, wanted: list[Constraint], parts: int) -> bytes:
    """Puts them in, in two steps; all laws of cutting; the text with all of them."""
    first = with_checkers(source, language, wanted[:parts])
    both = with_checkers(first.source, language, wanted[parts:])
    assert without_checkers(both.source, language) == source
    assert {each.id for each in wanted} == set(both.inserted) | {
        each.constraint_id for each in (*first.rejected, *both.rejected)
    }
    late = [name for name in both.inserted if name not in first.inserted]
    assert without_checkers(both.source, language, late) == first.source
    one_by_one = both.source
    for name in both.inserted:
        assert name in checker_ids(one_by_one, language)
        one_by_one = without_checkers(one_by_one, language, [name])
    assert one_by_one == source
    return both.source


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_cpp_programs_stay_programs_and_come_back(data):
    source = data.draw(cpp_programs())
    text = holds(source, "cpp", data.draw(constraints(source)), data.draw(st.integers(0, 8)))
    assert parse_cpp(expansion_of(text).text).has_error == parse_cpp(expansion_of(source).text).has_error


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_python_programs_stay_programs_and_come_back(data):
    source = data.draw(python_programs())
    compile(source, "program.py", "exec")
    text = holds(source, "python", data.draw(constraints(source)), data.draw(st.integers(0, 8)))
    compile(text, "program.py", "exec")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=80), st.sampled_from(["cpp", "python"]))
def test_any_bytes_are_taken(source, language):
    wanted = [
        Constraint("aa", 1, "s", Condition("x", Place(where, 1)), ConstraintOrigin("rule", "trial"))
        for where in (BEFORE, BODY)
    ]
    assert without_checkers(with_checkers(source, language, wanted).source, language) == source

"""Where a text can stand for a place: the point, the braces that it needs, and the reasons why there is none."""

from __future__ import annotations

import pytest

from slowpath.instrument import with_checkers, without_checkers
from slowpath.instrument.insertions import CannotPlace, woven
from slowpath.instrument.places import resolve
from slowpath.model.constraint import AFTER, BEFORE, BODY, Condition, Constraint, ConstraintOrigin, Place

REP = "#define rep(i, n) for (int i = 0; i < (n); i++)\n"


def placed(source: str, language: str, where: str, line: int, column: int | None = None) -> str:
    """The text with `@` at the place."""
    data = source.encode()
    return woven(data, [(resolve(data, language, Place(where, line, column)), b"@")]).decode()


def main(body: str) -> str:
    return f"int main() {{\n{body}\n}}\n"


IN_MAIN = {
    "before a statement": (BEFORE, "x;", "@x;"),
    "after a statement": (AFTER, "x; y;", "x;@ y;"),
    "before a loop that is somebody's only statement": (BEFORE, "a; for (;;)\n f();", "@a; for (;;)\n f();"),
    "in a body with braces": (BODY, "for (;;) { x; }", "for (;;) {@ x; }"),
    "in a body without braces": (BODY, "for (;;) x;", "for (;;) {@x;}"),
    "in an empty body": (BODY, "for (;;);", "for (;;){@;}"),
    "in the body of a loop over a container": (BODY, "for (auto v : w) x;", "for (auto v : w) {@x;}"),
    "in the body of a do": (BODY, "do x; while (y);", "do {@x;} while (y);"),
    "after a do": (AFTER, "do x; while (y);", "do x; while (y);@"),
    "after an if with its else": (AFTER, "if (a) x; else { y; } z;", "if (a) x; else { y; }@ z;"),
    "in a branch without braces": (BODY, "if (a) x; else y;", "if (a) {@x;} else y;"),
    "in a loop that is a branch": (BODY, "while (a) if (b) x; else y;", "while (a) {@if (b) x; else y;}"),
    "in a lambda": (BODY, "auto f = [&](int v) { return v; };", "auto f = [&](int v) {@ return v; };"),
    "in a try": (BODY, "try { x; } catch (int) { y; }", "try {@ x; } catch (int) { y; }"),
    "behind a label": (BEFORE, "again: x;", "again: @x;"),
    "after a struct": (AFTER, "struct S { int v; }; x;", "struct S { int v; };@ x;"),
    "before what an attribute belongs to": (BEFORE, "[[maybe_unused]] int v = 0;", "@[[maybe_unused]] int v = 0;"),
    "before a macro that expands to nothing": (BEFORE, "debug(x); y;", "@debug(x); y;"),
    "after a statement with a text that looks like its end": (AFTER, "f(\"x; y\", ';'); z;", "f(\"x; y\", ';');@ z;"),
    "after a statement with a raw string": (AFTER, 'f(R"(x; ")y;)"); z;', 'f(R"(x; ")y;)");@ z;'),
    "after a statement with a comment in it": (AFTER, "f(/* ; */ x); z;", "f(/* ; */ x);@ z;"),
    "before a loop of a macro": (BEFORE, "rep(i, n) x;", "@rep(i, n) x;"),
    "after a loop of a macro": (AFTER, "rep(i, n) { x; } y;", "rep(i, n) { x; }@ y;"),
    "in a loop of a macro": (BODY, "rep(i, n) { x; }", "rep(i, n) {@ x; }"),
    "in a loop of a macro without braces": (BODY, "rep(i, n) cin >> a[i];", "rep(i, n) {@cin >> a[i];}"),
    "in the outer of two loops of macros": (BODY, "rep(i, n) rep(j, n) x;", "rep(i, n) {@rep(j, n) x;}"),
    "in a loop of a macro that chooses a macro": (BODY, "FOR(i, n) x;", "FOR(i, n) {@x;}"),
    "after a macro of several statements": (AFTER, "FAST x;", "FAST@ x;"),
    "after a statement that a macro ends": (AFTER, "x = 1 DONE y;", "x = 1 DONE@ y;"),
    "in the branch that the file's own #if takes": (
        BEFORE,
        "x;\n#ifdef rep\ny;\n#else\nz;\n#endif",
        "@x;\n#ifdef rep\ny;\n#else\nz;\n#endif",
    ),
}
MACROS = (
    REP
    + """\
#define debug(...)
#define FAST ios::sync_with_stdio(false); cin.tie(nullptr);
#define DONE ;
#define FOR1(n) for (int _ = 0; _ < n; _++)
#define FOR2(i, n) for (int i = 0; i < n; i++)
#define PICK(a, b, c, ...) c
#define FOR(...) PICK(__VA_ARGS__, FOR2, FOR1)(__VA_ARGS__)
"""
)


@pytest.mark.parametrize(("where", "body", "expected"), IN_MAIN.values(), ids=IN_MAIN)
def test_finds_the_point_in_cpp(where, body, expected):
    line = MACROS.count("\n") + 2
    assert placed(MACROS + main(body), "cpp", where, line) == MACROS + main(expected)


def test_finds_statements_by_their_column():
    source = main("for (;;) if (a) x; else y;")
    assert placed(source, "cpp", BEFORE, 2, 9) == main("for (;;) {@if (a) x; else y;}")
    assert placed(source, "cpp", AFTER, 2, 16) == main("for (;;) if (a) {x;@} else y;")
    assert placed(source, "cpp", AFTER, 2, 24) == main("for (;;) if (a) x; else {y;@}")


REFUSED = {
    "outside of every function": (BEFORE, "int n;\nint main() { }", 1, "no statement begins there"),
    "before a function": (BEFORE, "int f() { }", 1, "outside of every function"),
    "in a struct": (BEFORE, "struct S {\nint v;\n};", 2, "no statement begins there"),
    "after a return": (AFTER, main("return 0;"), 2, "never run"),
    "after branches that all leave": (AFTER, main("if (a) return 0; else { throw 1; }"), 2, "never run"),
    "after a loop without an end": (AFTER, main("for (;;) { if (a) continue; x; }"), 2, "never run"),
    "a switch's head": (BODY, main("switch (x) { case 1: y; }"), 2, "first case"),
    "a statement without a body": (BODY, main("x;"), 2, "no body"),
    "two lambdas": (BODY, main("f([] { x; }, [] { y; });"), 2, "several lambdas"),
    "a macro's definition": (BEFORE, REP + main("x;"), 1, "macro definition"),
    "inside of a macro": (BODY, "#define ALL for (;;) x;\n" + main("ALL"), 3, "inside of the macro ALL"),
    "a constant function": (BODY, "constexpr int f(int n) { return n; }", 1, "constant expression"),
    "a block that is a value": (AFTER, main("int k = ({ int v = 1;\nv; });"), 3, "is an expression"),
    "a macro of another file": (BODY, main("each(i, n) x;"), 2, "can't be read"),
    "a loop that a directive is for": (BEFORE, main("#pragma omp parallel for\nfor (;;) x;"), 3, "#pragma"),
    "what an #if leaves out": (BEFORE, main("#ifdef LOCAL\nx;\n#endif"), 3, "#if"),
    "beyond the text": (BEFORE, main("x;"), 40, "no such line"),
}


@pytest.mark.parametrize(("where", "source", "line", "reason"), REFUSED.values(), ids=REFUSED)
def test_refuses_in_cpp_with_a_reason(where, source, line, reason):
    with pytest.raises(CannotPlace, match=reason):
        resolve(source.encode(), "cpp", Place(where, line))


def test_weaves_texts_of_one_point_inner_before_outer():
    source = main("while (a) while (b) x;").encode()
    outer, inner = (resolve(source, "cpp", Place(AFTER, 2, column)) for column in (10, 20))
    woven_text = woven(source, [(outer, b"OUTER;"), (inner, b"INNER;")]).decode()
    assert woven_text == main("while (a) {while (b) {x;INNER;}OUTER;}")


def test_definitions_stand_before_the_outermost_class_or_function():
    source = b"int v;\ntemplate <class T>\nstruct S {\n  T get() { return v; }\n};\nint main() { }\n"
    assert resolve(source, "cpp", Place(BODY, 4)).function == source.index(b"template")
    assert resolve(source, "cpp", Place(BODY, 6)).function == source.index(b"int main")


PYTHON = {
    "before a statement": (BEFORE, "x = 1", 1, "@x = 1"),
    "after a block": (AFTER, "if a:\n    x\nelse:\n    y\nz", 1, "if a:\n    x\nelse:\n    y@\nz"),
    "in a loop": (BODY, "for i in a:\n\tx", 1, "for i in a:\n\t@x"),
    "in a function behind its docstring": (BODY, 'def f():\n    """d"""\n    x', 1, 'def f():\n    """d"""\n    @x'),
    "in a function behind its global names": (
        BODY,
        "def f():\n    global v\n    v = 1",
        1,
        "def f():\n    global v\n    @v = 1",
    ),
    "in a decorated function": (BODY, "@cache\ndef f():\n    return 1", 1, "@cache\ndef f():\n    @return 1"),
    "in a decorated function by its own line": (
        BODY,
        "@cache\ndef f():\n    return 1",
        2,
        "@cache\ndef f():\n    @return 1",
    ),
    "before a decorated function by its own line": (
        BEFORE,
        "@cache\ndef f():\n    return 1",
        2,
        "@@cache\ndef f():\n    return 1",
    ),
    "in an else": (BODY, "for i in a:\n    x\nelse:\n    y", 3, "for i in a:\n    x\nelse:\n    @y"),
    "after a statement of several lines": (AFTER, "x = [1,\n     2]  # two\ny", 1, "x = [1,\n     2]@  # two\ny"),
    "after a text of several lines": (AFTER, 'x = """\n  a\n"""\ny', 1, 'x = """\n  a\n"""@\ny'),
}


@pytest.mark.parametrize(("where", "source", "line", "expected"), PYTHON.values(), ids=PYTHON)
def test_finds_the_point_in_python(where, source, line, expected):
    assert placed(source, "python", where, line) == expected


REFUSED_IN_PYTHON = {
    "a line's second statement": (BEFORE, "a; b", 1, 3, "shares its line"),
    "after a line's first statement": (AFTER, "a; b", 1, 0, "shares its line"),
    "a body on the head's line": (BODY, "if a: b", 1, None, "shares its line"),
    "a line that goes on the one before": (BODY, "if a: \\\n  b", 1, None, "shares its line"),
    "a docstring": (BEFORE, '"""d"""\nx', 1, None, "docstring"),
    "behind a docstring of the module": (AFTER, '"""d"""\nfrom __future__ import annotations\nx', 1, None, "together"),
    "a future import": (BEFORE, "from __future__ import annotations\nx", 1, None, "__future__"),
    "a class's body": (BEFORE, "class A:\n    x = 1", 2, None, "class's body"),
    "a class": (BODY, "class A:\n    x = 1", 1, None, "class's body"),
    "global names": (BEFORE, "def f():\n    global v\n    v = 1", 2, None, "may not be used before"),
    "after a return": (AFTER, "def f():\n    return 1", 2, None, "never run"),
    "after a loop without an end": (AFTER, "while True:\n    x", 1, None, "never run"),
    "a branch": (BEFORE, "if a:\n    x\nelse:\n    y", 3, None, "a branch"),
    "a match's head": (BODY, "match a:\n    case 1:\n        x", 1, None, "first case"),
    "an error": (BEFORE, "x = = 1\n", 1, None, "can't be read"),
    "no statement": (BEFORE, "# words\nx", 1, None, "no statement"),
}


@pytest.mark.parametrize(
    ("where", "source", "line", "column", "reason"), REFUSED_IN_PYTHON.values(), ids=REFUSED_IN_PYTHON
)
def test_refuses_in_python_with_a_reason(where, source, line, column, reason):
    with pytest.raises(CannotPlace, match=reason):
        resolve(source.encode(), "python", Place(where, line, column))


def test_refuses_languages_that_it_does_not_know():
    with pytest.raises(CannotPlace, match="rust"):
        resolve(b"fn main() {}", "rust", Place(BEFORE, 1))


DEEP = 1200
HOSTILE = {
    "a chain of else": b"int main() {\nif (a) x;" + b" else if (a) x;" * DEEP + b"\n}",
    "brackets": b"int main() {\nx = " + b"(" * DEEP + b"1" + b")" * DEEP + b";\n}",
    "blocks": b"int main() {\n" + b"{" * DEEP + b"x;" + b"}" * DEEP + b"\n}",
    "loops without braces": b"int main() {\n" + b"while (a) " * DEEP + b"x;\n}",
    "labels": b"int main() {\n" + b"".join(b"l%d: " % at for at in range(DEEP)) + b"x;\n}",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("where", [BEFORE, AFTER, BODY])
def test_deep_programs_give_a_place_or_a_reason(where, source):
    made = with_checkers(
        source,
        "cpp",
        [Constraint("aa", 2, "Here.", Condition("a", Place(where, 2)), ConstraintOrigin("rule", "trial"))],
    )
    assert made.inserted == ("aa",) or made.rejected[0].reason
    assert without_checkers(made.source, "cpp") == source

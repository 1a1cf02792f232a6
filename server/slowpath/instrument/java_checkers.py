"""Checkers as Java text.

A checker is a small class behind the last one of the file, since a machine that is given a source file starts its
first class; `main` names it, so that one that is never passed reports as well. What is evaluated may fail (an index, a
null): a `RuntimeException` is kept from the program. Methods of a condition stand in the program's own class, whose
types they know. The report is written by a hook that the machine runs when it
ends.
"""

from __future__ import annotations

from slowpath.instrument.insertions import CannotPlace, Insertion
from slowpath.instrument.java_expressions import judged_definitions, judged_expression
from slowpath.instrument.java_places import mains
from slowpath.instrument.marks import (
    CLOSES,
    COUNTS,
    DECLARES,
    HEAD_RANKS,
    NEEDS,
    OPENS,
    RESTARTS,
    SETUP_RANK,
    SHARED,
    TESTS,
    Piece,
)
from slowpath.instrument.places import first_function, resolve
from slowpath.model.constraint import AFTER, BODY, COUNT, Condition
from slowpath.model.patterns import late_regex

_COUNT = late_regex(rf"\b{COUNT}\b")
_SHARED = """\
// slowpath checkers: they count how often a constraint holds and change nothing else that the program does.
// Slowpath takes them out again (Remove all checkers). With SLOWPATH_CHECKERS=1 they report to stderr at the end.
final class SlowpathChecker {
    private final double factor;
    private final boolean aborts;
    private long fired, seen;
    long count;

    SlowpathChecker(String id, double factor, String mode) {
        this.factor = factor;
        aborts = mode.equals("abort");
        String wanted = System.getenv("SLOWPATH_CHECKERS");
        if (!mode.equals("stderr") && (wanted == null || wanted.isEmpty())) return;
        java.io.PrintStream to = System.err;
        Runtime.getRuntime().addShutdownHook(new Thread(() ->
            to.print("slowpath checker " + id + ": fired " + fired + " of " + seen + "\\n")));
    }

    void test(double left, double right) {
        seen++;
        if (right > 0 && left >= factor * right) {
            fired++;
            if (aborts) throw new AssertionError("slowpath checker");
        }
    }

    static double number(boolean value) { return value ? 1 : 0; }
    static double number(double value) { return value; }
}
// slowpath end"""


def shared_piece(plain: bytes) -> Piece:
    """What the checkers of a text share, behind it."""
    return Piece(SHARED, "", len(plain), _lines(plain, len(plain), _SHARED, b""), HEAD_RANKS[SHARED])


def pieces_of(plain: bytes, checker: str, sentence: str, condition: Condition, mode: str) -> list[Piece]:
    """The pieces of one checker, at offsets of `plain`. Raises `CannotPlace`."""
    name = f"Slowpath_{checker}"
    left, right = (_expression(text, name) for text in (condition.left, condition.right))
    begins = mains(plain)
    if not begins:
        raise CannotPlace("the file has no main")
    definition = (
        f"// slowpath checker {checker} {NEEDS} its counters: {sentence}\n"
        f"final class {name} {{\n"
        f'    static final SlowpathChecker HERE = new SlowpathChecker("{checker}", '
        f'{float(condition.factor)!r}, "{mode}");\n'
        f"    static void begin() {{ }}\n"
        f"}} // slowpath end"
    )
    made = [Piece(checker, NEEDS, len(plain), _lines(plain, len(plain), definition, b""), HEAD_RANKS[DECLARES])]
    if condition.setup.strip():
        made.append(_definitions(plain, checker, condition))
    for insertion in begins:
        made += _at(plain, checker, insertion, DECLARES, f"{name}.begin();")
    count = condition.count
    if count is not None:
        if count.since is not None:
            made += _at(plain, checker, resolve(plain, "java", count.since), RESTARTS, f"{name}.HERE.count = 0;")
        amount = _expression(count.amount, name)
        made += _at(
            plain,
            checker,
            resolve(plain, "java", count.at),
            COUNTS,
            _quietly(f"{name}.HERE.count += (long) SlowpathChecker.number({amount});"),
        )
    test = f"{name}.HERE.test(SlowpathChecker.number({left}), SlowpathChecker.number({right}));"
    return made + _at(plain, checker, resolve(plain, "java", condition.place), TESTS, _quietly(test), sentence)


def _definitions(plain: bytes, checker: str, condition: Condition) -> Piece:
    """The methods that the condition needs, before the member of the program's class that it stands in."""
    at = first_function(plain, "java", condition)
    line = plain.rfind(b"\n", 0, at) + 1
    blanks = plain[line:at]
    text = f"// slowpath checker {checker} {NEEDS} this\n{judged_definitions(condition.setup)}\n// slowpath end"
    if blanks.strip():
        rows = text.split("\n")
        within = f"/* slowpath checker {checker} {NEEDS} this */ {' '.join(rows[1:-1])} /* slowpath end */ "
        return Piece(checker, NEEDS, at, within.encode("utf-8", "replace"), SETUP_RANK)
    return Piece(checker, NEEDS, line, _lines(plain, line, text, blanks), SETUP_RANK)


def _quietly(statement: str) -> str:
    return f"try {{ {statement} }} catch (RuntimeException slowpathIgnored) {{ }}"


def _expression(text: str, name: str) -> str:
    return _COUNT.sub(f"{name}.HERE.count", judged_expression(text))


def _at(plain: bytes, checker: str, insertion: Insertion, role: str, code: str, sentence: str = "") -> list[Piece]:
    """The pieces that put `code` at a spot: lines of its own where that can be, else within the line."""
    mark = f"/* slowpath checker {checker}"
    if insertion.braces is not None:
        opening, closing = ("{", f"{code} }}") if insertion.place.where == AFTER else (f"{{ {code}", "}")
        first, last = insertion.braces
        return [
            Piece(checker, OPENS, first, f"{mark} {OPENS} */ {opening} /* slowpath end */".encode(), (2, 0)),
            Piece(checker, CLOSES, last, f"{mark} {CLOSES} */ {closing} /* slowpath end */".encode(), (0, -first)),
        ]
    said = f": {sentence}" if sentence else ""
    text = f"// slowpath checker {checker} {role}{said}\n{code} // slowpath end"
    end = plain.find(b"\n", insertion.at)
    if insertion.is_first and insertion.place.where != AFTER:
        line = plain.rfind(b"\n", 0, insertion.at) + 1
        return [Piece(checker, role, line, _lines(plain, line, text, insertion.indent), insertion.rank)]
    if insertion.is_last and end >= 0:
        deeper = (b"\t" if b"\t" in insertion.indent else b"    ") if insertion.place.where == BODY else b""
        return [
            Piece(checker, role, end + 1, _lines(plain, insertion.at, text, insertion.indent + deeper), insertion.rank)
        ]
    return [Piece(checker, role, insertion.at, f"{mark} {role} */ {code} /* slowpath end */".encode(), insertion.rank)]


def _lines(plain: bytes, at: int, text: str, indent: bytes) -> bytes:
    """Lines of their own, ended as those around `at`; behind a text without a last line's end they begin with it."""
    end = plain.find(b"\n", at)
    end = plain.find(b"\n") if end < 0 else end
    ending = b"\r\n" if end > 0 and plain[end - 1 : end] == b"\r" else b"\n"
    lines = [indent + line.encode("utf-8", "replace") for line in text.split("\n")]
    if at == len(plain) and plain and not plain.endswith(b"\n"):
        return b"".join(ending + line for line in lines)
    return b"".join(line + ending for line in lines)

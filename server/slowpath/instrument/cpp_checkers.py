"""Checkers as C++ text.

A checker has two counters of its own (and its count's), which nothing takes the address of, so that a compiler keeps
them in registers over a loop as any other; what they hold is told by a static object's destructor, after `main` has
returned or `exit` was called. What all checkers share stands first in the file, before any macro of the user's can
change what it means, and includes nothing: a header there would come before his feature macros, and bring names that
he may use himself. It names the two functions of the C library that it needs by their symbols instead.

In C++ nothing can be done about an expression that is undefined where it is evaluated (`a[i]` beyond the array, a
division by zero): what is proposed must not contain any.
"""

from __future__ import annotations

import re

from slowpath.instrument.cpp_expressions import compares_unlike, is_boolean, judged_expression, maps_of
from slowpath.instrument.insertions import CannotPlace, Insertion
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
    is_marked,
)
from slowpath.instrument.places import first_function, resolve
from slowpath.model.constraint import AFTER, BODY, COUNT, Condition, Place
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.source import parse_cpp

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_COUNT = late_regex(rf"\b{COUNT}\b")
_SHARED = """\
// slowpath checkers: they count how often a constraint holds and change nothing else that the program does.
// Slowpath takes them out again (Remove all checkers). With SLOWPATH_CHECKERS=1 they report to stderr at the end.
#define SLOWPATH_QUOTED(text) #text
#define SLOWPATH_SYMBOL(prefix, name) SLOWPATH_QUOTED(prefix) name
#define SLOWPATH_NAMED(prefix, name) SLOWPATH_SYMBOL(prefix, name)
extern "C" char *slowpath_getenv(const char *name) __asm__(SLOWPATH_NAMED(__USER_LABEL_PREFIX__, "getenv"));
extern "C" __PTRDIFF_TYPE__ slowpath_write(int file, const void *text, __SIZE_TYPE__ size)
    __asm__(SLOWPATH_NAMED(__USER_LABEL_PREFIX__, "write"));
inline void slowpath_report(const char *id, unsigned long long fired, unsigned long long seen, bool always) {
    const char *const wanted = slowpath_getenv("SLOWPATH_CHECKERS");
    if (!always && (!wanted || !*wanted)) return;
    char line[160];
    const int size = __builtin_snprintf(line, sizeof line, "slowpath checker %.60s: fired %llu of %llu\\n",
                                        id, fired, seen);
    if (size > 0) slowpath_write(2, line, static_cast<__SIZE_TYPE__>(size));
}
// slowpath end"""
_QUIETLY = (
    '_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \\"-Wsign-compare\\"") '
    '_Pragma("GCC diagnostic ignored \\"-Wtype-limits\\"") '
)
_LOUDLY = ' _Pragma("GCC diagnostic pop")'


def shared_piece(plain: bytes) -> Piece:
    """What the checkers of a text share, first in it."""
    at = _head(plain)
    return Piece(SHARED, "", at, _lines(_SHARED, b"", _line_end(plain, at)), HEAD_RANKS[SHARED])


def pieces_of(plain: bytes, checker: str, sentence: str, condition: Condition, mode: str) -> list[Piece]:
    """The pieces of one checker, at offsets of `plain`. Raises `CannotPlace`."""
    writer = _Writer(plain, checker, sentence, condition)
    return writer.pieces(mode)


class _Writer:
    """Writes the pieces of one checker."""

    def __init__(self, plain: bytes, checker: str, sentence: str, condition: Condition) -> None:
        self.plain = plain
        self.checker = checker
        self.sentence = sentence
        self.condition = condition
        self.name = f"slowpath_{checker}"

    def pieces(self, mode: str) -> list[Piece]:
        """All of them, in the order in which those of one offset must stand."""
        condition = self.condition
        made = [self._declaration(mode)]
        if condition.setup.strip():
            made.append(self._definitions(first_function(self.plain, "cpp", condition)))
        if condition.count is not None:
            if condition.count.since is not None:
                made += self._at(condition.count.since, RESTARTS, f"{self.name}_count = 0;")
            amount = self._expression(condition.count.amount)
            passed = f"++{self.name}_count;" if amount == "1" else f"{self.name}_count += {amount};"
            made += self._at(condition.count.at, COUNTS, self._with_definitions(passed))
        return made + self._at(condition.place, TESTS, self._test(mode))

    def _declaration(self, mode: str) -> Piece:
        name, always = self.name, "true" if mode == "stderr" else "false"
        count = f"\nstatic long long {name}_count;" if self.condition.count is not None else ""
        at = _head(self.plain)
        return Piece(
            self.checker,
            DECLARES,
            at,
            _lines(
                f"// slowpath checker {self.checker} {DECLARES} its counters: {self.sentence}\n"
                f"static unsigned long long {name}_fired, {name}_seen;{count}\n"
                f"static const struct {name}_at_end {{\n"
                f'    ~{name}_at_end() {{ slowpath_report("{self.checker}", {name}_fired, {name}_seen, {always}); }}\n'
                f"}} {name}_report = {{}}; // slowpath end",
                b"",
                _line_end(self.plain, at),
            ),
            HEAD_RANKS[DECLARES],
        )

    def _definitions(self, at: int) -> Piece:
        """The definitions that the condition needs, in a namespace of their own, before the function at `at`."""
        setup = self.condition.setup.replace("\r\n", "\n").strip("\n")
        if any(line.lstrip().startswith("#") for line in setup.splitlines()):
            raise CannotPlace("its definitions hold preprocessor directives")
        if parse_cpp(setup.encode("utf-8", "replace")).has_error or is_marked(setup):
            raise CannotPlace("its definitions can't be read")
        text = (
            f" slowpath checker {self.checker} {NEEDS} this",
            f"namespace {self.name} {{\n{setup}\n}}",
            " slowpath end",
        )
        line = self.plain.rfind(b"\n", 0, at) + 1
        if self.plain[line:at].strip(b" \t") == b"":
            return Piece(
                self.checker,
                NEEDS,
                line,
                _lines(f"//{text[0]}\n{text[1]} //{text[2]}", b"", _line_end(self.plain, line)),
                SETUP_RANK,
            )
        return Piece(
            self.checker,
            NEEDS,
            at,
            _encoded(f"/*{text[0]} */\n{text[1]}\n/*{text[2]} */", _line_end(self.plain, line)),
            SETUP_RANK,
        )

    def _expression(self, text: str) -> str:
        judged = judged_expression(text, maps_of(self.plain))
        return _COUNT.sub(f"{self.name}_count", judged) if self.condition.count is not None else judged

    def _test(self, mode: str) -> str:
        """The statement that evaluates the condition, in braces."""
        condition, name = self.condition, self.name
        left = self._expression(condition.left)
        if condition.right.strip() == "1" and condition.factor == 1.0 and is_boolean(left):
            test = left
            quietly = compares_unlike(left)
            values = ""
        else:
            right = self._expression(condition.right)
            values = f"const double slowpath_left = static_cast<double>({left})"
            if _is_positive_number(right):
                bound = condition.factor * float(right)
                test = f"slowpath_left >= {_number(bound)}"
            else:
                values += f", slowpath_right = static_cast<double>({right})"
                times = "" if condition.factor == 1.0 else f"{_number(condition.factor)} * "
                test = f"slowpath_right > 0 && slowpath_left >= {times}slowpath_right"
            values += "; "
            quietly = compares_unlike(left) and re.search(r"[<>=]", left) is not None
        action = f"{{ ++{name}_fired; __builtin_abort(); }}" if mode == "abort" else f"++{name}_fired;"
        text = self._with_definitions(f"{values}++{name}_seen; if ({test}) {action}")
        return f"{{ {_QUIETLY}{text}{_LOUDLY} }}" if quietly else f"{{ {text} }}"

    def _with_definitions(self, text: str) -> str:
        if not self.condition.setup.strip():
            return text
        return f"{{ using namespace {self.name}; {text} }}"

    def _at(self, place: Place, role: str, code: str) -> list[Piece]:
        """The pieces that put `code` at a place: lines of its own where that can be, else within the line."""
        insertion = resolve(self.plain, "cpp", place)
        if insertion.braces is not None:
            return self._in_braces(insertion, role, code)
        line = self.plain.rfind(b"\n", 0, insertion.at) + 1
        end = self.plain.find(b"\n", insertion.at)
        if place.where != AFTER and insertion.is_first:
            return [
                Piece(self.checker, role, line, self._own_lines(role, code, insertion.indent, line), insertion.rank)
            ]
        if insertion.is_last and end >= 0:
            indent = _deeper(self.plain, end + 1, insertion.indent) if place.where == BODY else insertion.indent
            return [Piece(self.checker, role, end + 1, self._own_lines(role, code, indent, line), insertion.rank)]
        text = f"/* slowpath checker {self.checker} {role} */ {code} /* slowpath end */"
        return [Piece(self.checker, role, insertion.at, text.encode("utf-8", "replace"), insertion.rank)]

    def _in_braces(self, insertion: Insertion, role: str, code: str) -> list[Piece]:
        first, last = insertion.braces or (insertion.begin, insertion.end)
        is_after = insertion.place.where == AFTER
        opening, closing = ("{", f"{code} }}") if is_after else (f"{{ {code}", "}")
        mark = f"/* slowpath checker {self.checker}"
        return [
            Piece(self.checker, OPENS, first, f"{mark} {OPENS} */ {opening} /* slowpath end */".encode(), (2, 0)),
            Piece(self.checker, CLOSES, last, f"{mark} {CLOSES} */ {closing} /* slowpath end */".encode(), (0, -first)),
        ]

    def _own_lines(self, role: str, code: str, indent: bytes, line: int) -> bytes:
        text = f": {self.sentence}" if role == TESTS else ""
        return _lines(
            f"// slowpath checker {self.checker} {role}{text}\n{code} // slowpath end",
            indent,
            _line_end(self.plain, line),
        )


def _head(plain: bytes) -> int:
    return len(_BYTE_ORDER_MARK) if plain.startswith(_BYTE_ORDER_MARK) else 0


def _line_end(plain: bytes, at: int) -> str:
    end = plain.find(b"\n", at)
    return "\r\n" if end > 0 and plain[end - 1 : end] == b"\r" else "\n"


def _lines(text: str, indent: bytes, end: str) -> bytes:
    return b"".join(indent + line.encode("utf-8", "replace") + end.encode() for line in text.split("\n"))


def _encoded(text: str, end: str) -> bytes:
    return text.replace("\n", end).encode("utf-8", "replace")


def _deeper(plain: bytes, at: int, indent: bytes) -> bytes:
    """The blanks of a body's first line: as the line at `at` has them where it's deeper than its head."""
    rest = plain[at : plain.find(b"\n", at) if plain.find(b"\n", at) >= 0 else len(plain)]
    blanks = rest[: len(rest) - len(rest.lstrip(b" \t"))]
    if blanks.startswith(indent) and len(blanks) > len(indent) and rest.strip():
        return blanks
    return indent + (b"\t" if b"\t" in indent else b"    ")


def _is_positive_number(text: str) -> bool:
    return re.fullmatch(r"[0-9]+(?:\.[0-9]+)?(?:e[0-9]+)?", text) is not None and float(text) > 0


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 2**31 else repr(value)

"""A regular expression that repeats a repetition, with one of them.

What it changes:
    In what `matches` asks, `(x+)+`, `(x*)*` and their like, of a letter or a class of letters, become `x+` or `x*`.

Why it is faster:
    Where the text doesn't match, the matcher tries every way to divide it among the two: twice as many for each letter.

When it refuses:
    The expression isn't a literal, refers back to a group, or looks ahead or behind.

Example:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int found = 0;
            while (in.hasNext()) if (in.next().matches("([0-9]+)*")) found++;
            System.out.println(found);
        }
    }

Not here:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int found = 0;
            while (in.hasNext()) if (in.next().matches("(1+)+-\\\\1")) found++;
            System.out.println(found);
        }
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.model.patterns import late_regex
from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import text_of

_ONE = r"\[\^?[\w .,;:-]+\]|\\\\[dwsDWS]|[\w .](?<!\\.)"
_TWICE = late_regex(rf"\((?:\?:)?(?P<one>{_ONE})(?P<inner>[+*])\)(?P<outer>[+*])(?![+?])")
_MORE = late_regex(r"\\\\[1-9k]|\(\?(?!:)|\\\\Q")
"""What makes a group or a place in the text matter."""


def _find(program: JavaProgram) -> Iterator[Change]:
    if program.defines("matches"):
        return
    for node, _, given in program.view.calls("matches"):
        pattern = given[0] if given else None
        if pattern is None or pattern.type != "string_literal" or _MORE.search(text_of(pattern)):
            continue
        once = _TWICE.sub(_once, text_of(pattern))
        if once != text_of(pattern):
            yield from change(
                node.start_point.row + 1,
                [program.replaced(pattern, once)],
                "the matcher tries every way to divide a text among two repetitions",
            )


def _once(found: re.Match[str]) -> str:
    return found["one"] + ("+" if found["inner"] == found["outer"] == "+" else "*")


RULE = RewriteRule("java-single-repetition", "Repeat once what is repeated twice", "java", 3, _find, __doc__ or "")

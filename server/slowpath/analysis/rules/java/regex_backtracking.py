"""A regular expression that tries many ways to match.

What it finds:
    Patterns with a repetition in a repetition (`(a+)+`), or with two repetitions of anything in a row (`.*.*`), given
    as text to `matches`, `replaceAll`, `replaceFirst` or `split`.
Why it is slow:
    Java's matcher goes back and tries the next way wherever a match fails: exponentially many for nested repetitions, a
    power of the length for those in a row.
Evidence:
    The passes by the call, and how long the text is: the matcher's steps can't be counted from outside.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String word = in.next();
            System.out.println(word.matches("(a+)+b") ? n : 0);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String word = in.next();
            System.out.println(word.matches("a+b") ? n : 0);
        }
    }
False alarms:
    Texts that always match, or fail at their first letters.
Source:
    OpenJDK, `java.util.regex.Pattern.Loop`; Cox, "Regular expression matching can be simple and fast" (2007).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

_TWISTED = re.compile(r"\([^()]*[+*]\)[+*{]|\.[*+]\.[*+]|\([^()]*\|[^()]*\)[*+].*[*+]")

ID = "java-regex-backtracking"
WHY = "The matcher tries every way to divide the text."


def find(view: JavaView) -> Iterator[Constraint]:
    """Calls that are given such a pattern."""
    for node, path, given in view.calls("matches", "replaceAll", "replaceFirst", "split"):
        if not given or given[0].type != "string_literal" or not _TWISTED.search(text_of(given[0])):
            continue
        yield from work(view, ID, node, size(view, path, node), f"`{path}` is long and fails to match late", WHY, 24)


RULE = Rule(ID, "A regular expression that goes back", "java", 3, find, __doc__)

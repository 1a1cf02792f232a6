r"""A regular expression that tries many ways to match.

What it finds:
    Patterns with a repetition in a repetition (`(a+)+`), or with two repetitions of anything in a row (`.*.*`), given
    to `matches`, `replaceAll`, `replaceFirst` or `split`, or compiled to a `Pattern` whose matcher is asked for.
Why it is slow:
    Java's matcher goes back and tries the next way wherever a match fails: a power of the length of them for
    repetitions in a row. Since Java 9 it remembers at which places a repetition in a repetition failed, which takes a
    square of the length, but not in a pattern that refers to its groups (`\1`): there they are exponentially many.
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
    OpenJDK, `java.util.regex.Pattern.Loop` (`posIndex`).
    Cox, "Regular expression matching can be simple and fast" (2007).
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_TWISTED = late_regex(r"\([^()]*[+*]\)[+*{]|\.[*+]\.[*+]|\([^()]*\|[^()]*\)[*+].*[*+]")
_REFERRING = late_regex(r"\\\\(?:[1-9]|k<)")
"""A pattern that refers to its groups, as it is written in a program."""

ID = "java-regex-backtracking"
WHY = "The matcher tries every way to divide the text."
_LONG, _LONG_REFERRING = 200, 24
"""How many letters are many where the ways are a power of them, and where they are exponentially many."""


def find(view: JavaView) -> Iterator[Constraint]:
    """Calls that are given such a pattern."""
    for node, path, given in view.calls("matches", "replaceAll", "replaceFirst", "split", "matcher"):
        pattern, text = _parts(view, node, path, given)
        if pattern is None or pattern.type != "string_literal" or not _TWISTED.search(text_of(pattern)):
            continue
        long = _LONG_REFERRING if _REFERRING.search(text_of(pattern)) else _LONG
        yield from work(view, ID, node, size(view, text, node), f"`{text}` is long and fails to match late", WHY, long)


def _parts(view: JavaView, node: Node, path: str, given: list[Node]) -> tuple[Node | None, str]:
    """The pattern as it is written down, and what is matched with it."""
    if path == "Pattern" and len(given) == 2:
        return _written(view, given[0]), text_of(given[1])
    if text_of(node.child_by_field_name("name")) != "matcher":
        return (_written(view, given[0]) if given else None), path
    compiled = node.child_by_field_name("object")
    if compiled is not None and compiled.type == "identifier":
        compiled = _written(view, compiled)
    if compiled is None or not given or not text_of(compiled).startswith("Pattern.compile"):
        return None, ""
    arguments = compiled.child_by_field_name("arguments")
    return _written(view, arguments.named_children[0]) if arguments is not None else None, text_of(given[0])


def _written(view: JavaView, node: Node) -> Node | None:
    """The value itself, or the only one that the variable of that name is declared with."""
    if node.type != "identifier":
        return node
    found = [
        each.child_by_field_name("value")
        for each in descendants(view.root, "variable_declarator")
        if text_of(each.child_by_field_name("name")) == text_of(node)
    ]
    return found[0] if len(found) == 1 else None


RULE = Rule(ID, "A regular expression that goes back", "java", 3, find, __doc__)

"""A list whose front is taken, as a linked list.

What it changes:
    `new ArrayList<>()` of a list of which `remove(0)` or `add(0, x)` is asked in a loop becomes `new LinkedList<>()`.

Why it is faster:
    All elements behind the front move by one place each time; a linked list changes two links.

When it refuses:
    The list is asked for places other than its ends, something else may know it, or it is gone through while it
    changes.

Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt(), steps = 0;
            List<Integer> waiting = new ArrayList<>();
            waiting.add(1);
            while (!waiting.isEmpty()) {
                int a = waiting.remove(0);
                steps++;
                if (2 * a <= n) waiting.add(2 * a);
                if (2 * a + 1 <= n) waiting.add(2 * a + 1);
            }
            System.out.println(steps);
        }
    }

Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> waiting = new ArrayList<>();
            for (int i = 0; i < n; i++) waiting.add(i);
            while (waiting.size() > 1) waiting.add(waiting.remove(0) + waiting.get(waiting.size() / 2));
            System.out.println(waiting.get(0));
        }
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.model.patterns import late_regex
from slowpath.rewrites.java_program import JavaProgram, called_on, is_gone_over, is_in
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_ASKING = frozenset({"size", "isEmpty", "contains", "get", "toString"})
_ADDING = frozenset({"add", "addAll"})
_ARRAY = late_regex(r"(?:java\.util\.)?ArrayList\b")
_DECLARED = late_regex(r"(?:java\.util\.)?(?:Array)?List\s*<")


def _find(program: JavaProgram) -> Iterator[Change]:
    for made in descendants(program.root, "object_creation_expression"):
        declarator, written = made.parent, made.child_by_field_name("type")
        if declarator is None or declarator.type != "variable_declarator" or not _ARRAY.match(text_of(written)):
            continue
        name = text_of(declarator.child_by_field_name("name"))
        declared, uses = program.local(name, made), program.all_uses(name, made)
        kind = declared.child_by_field_name("type") if declared is not None else None
        if written is None or kind is None or not uses or not _DECLARED.match(text_of(kind)) or _has_capacity(made):
            continue
        fronts = [use for use in uses if _takes_front(use) and program.view.loop_around(use) is not None]
        if not fronts or not all(_is_at_an_end(use, name) or _is_only_read(use, uses) for use in uses):
            continue
        edits = [program.replaced(part, _ARRAY.sub("java.util.LinkedList", text_of(part))) for part in (kind, written)]
        yield from change(fronts[0].start_point.row + 1, edits, f"all of `{name}` moves when its front changes")


def _has_capacity(made: Node) -> bool:
    given = made.child_by_field_name("arguments")
    return given is not None and given.named_child_count > 0


def _takes_front(use: Node) -> bool:
    called = called_on(use)
    if called is None or not called[1] or text_of(called[1][0]) != "0":
        return False
    return called[0] == "remove" or (called[0] == "add" and len(called[1]) == 2)


def _is_at_an_end(use: Node, name: str) -> bool:
    """Whether a use asks or changes the list at its ends, or as a whole."""
    called = called_on(use)
    if called is None:
        return False
    method, given = called
    place = re.sub(r"\s", "", text_of(given[0])) if given else ""
    if method in ("get", "remove"):
        return len(given) == 1 and place in ("0", f"{name}.size()-1")
    if method in _ADDING and len(given) == 2:
        return place == "0"
    return method in _ASKING | _ADDING | {"clear"}


def _is_only_read(use: Node, uses: list[Node]) -> bool:
    """Whether a loop goes over the list that changes nothing of it meanwhile."""
    loop = use.parent
    if loop is None or not is_gone_over(use):
        return False
    inside = [called_on(each) for each in uses if each != use and is_in(each, loop)]
    return all(called is not None and called[0] in _ASKING for called in inside)


RULE = RewriteRule("java-double-ended", "Take the front of a linked list", "java", 3, _find, __doc__ or "")

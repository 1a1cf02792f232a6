"""Putting elements in or taking them out at the front of an array list or a text that is built.

What it finds:
    `remove(0)`, `add(0, x)` and `addAll(0, x)` of an `ArrayList` or `Vector` that are reached often, `insert(0, x)`,
    `delete(0, n)` and `deleteCharAt(0)` of a `StringBuilder`.
Why it is slow:
    All elements behind the place move by one, so that a queue made of it takes a square of its length.
Evidence:
    The elements that the list has then, added up while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> waiting = new ArrayList<>();
            for (int i = 0; i < n; i++) waiting.add(in.nextInt());
            while (!waiting.isEmpty()) System.out.println(waiting.remove(0));
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Deque<Integer> waiting = new ArrayDeque<>();
            for (int i = 0; i < n; i++) waiting.add(in.nextInt());
            while (!waiting.isEmpty()) System.out.println(waiting.poll());
        }
    }
False alarms:
    Short lists: a few hundred elements move in a hundredth of a microsecond.
Source:
    OpenJDK, `java.util.ArrayList.fastRemove`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

ID = "java-list-front"
WHY = "All that stands behind the front moves each time."
_ENDS = {"remove": 1, "deleteCharAt": 1, "add": 2, "addAll": 2, "insert": 2, "delete": 2}
"""Methods with a place, and how many arguments they have then."""
_KINDS = ("ArrayList", "Vector", "StringBuilder", "StringBuffer")


def find(view: JavaView) -> Iterator[Constraint]:
    """Array lists and builders used at their front, again and again."""
    for node, path, given in view.calls(*_ENDS):
        is_front = len(given) == _ENDS[text_of(node.child_by_field_name("name"))] and text_of(given[0]) == "0"
        if is_front and view.type_of(path, node) in _KINDS and view.is_repeated(node):
            yield from work(
                view,
                ID,
                node,
                size(view, path, node),
                f"`{path}` is long whenever its front changes, which is often",
                WHY,
            )


RULE = Rule(ID, "The front of an array list or a builder", "java", 3, find, __doc__)

"""A linked list asked by index.

What it finds:
    `get(i)`, `set(i, x)`, `add(i, x)` and `remove(i)` of a `LinkedList` that are reached often.
Why it is slow:
    A linked list walks from its nearer end to the index each time.
Evidence:
    The elements of the list, added up whenever it is asked while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> all = new LinkedList<>();
            for (int i = 0; i < n; i++) all.add(in.nextInt());
            long sum = 0;
            for (int i = 0; i < n; i++) sum += all.get(i);
            System.out.println(sum);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < n; i++) all.add(in.nextInt());
            long sum = 0;
            for (int i = 0; i < n; i++) sum += all.get(i);
            System.out.println(sum);
        }
    }
False alarms:
    Indices next to an end, and short lists.
Source:
    OpenJDK, `java.util.LinkedList.node`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

ID = "java-linked-index"
WHY = "The list walks to the index each time."


def find(view: JavaView) -> Iterator[Constraint]:
    """Linked lists asked by index, again and again."""
    for node, path, given in view.calls("get", "set", "add", "remove"):
        by_index = (
            given
            and text_of(given[0]) != "0"
            and (text_of(node.child_by_field_name("name")) in ("get", "set") or len(given) == 2)
        )
        if by_index and view.type_of(path, node) == "LinkedList" and view.is_repeated(node):
            yield from work(
                view,
                ID,
                node,
                size(view, path, node),
                f"`{path}` is long whenever it is asked by index, which is often",
                WHY,
            )


RULE = Rule(ID, "A linked list asked by index", "java", 3, find, __doc__)

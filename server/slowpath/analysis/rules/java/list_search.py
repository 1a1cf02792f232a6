"""Searching a list or queue for an element.

What it finds:
    `contains(x)`, `indexOf(x)`, `lastIndexOf(x)` and `remove(x)` of an object, of lists and queues, that are
    reached often.
Why it is slow:
    Each goes over the elements one by one, and calls `equals` of each; a hash table answers in one step.
Evidence:
    The elements that there are then, added up while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> seen = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                int x = in.nextInt();
                if (!seen.contains(x)) seen.add(x);
            }
            System.out.println(seen.size());
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Set<Integer> seen = new HashSet<>();
            for (int i = 0; i < n; i++) {
                int x = in.nextInt();
                if (!seen.contains(x)) seen.add(x);
            }
            System.out.println(seen.size());
        }
    }
False alarms:
    Lists that stay short, and elements that are found at the front.
Source:
    OpenJDK, `java.util.ArrayList.indexOfRange`, `java.util.PriorityQueue.indexOf`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import LISTS, QUEUES, JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

ID = "java-list-search"
WHY = "The search goes over the elements one by one."


def find(view: JavaView) -> Iterator[Constraint]:
    """Lists and queues that are searched, again and again."""
    for node, path, given in view.calls("contains", "indexOf", "lastIndexOf", "remove"):
        kind = view.type_of(path, node)
        if len(given) != 1 or kind not in LISTS | QUEUES or not view.is_repeated(node):
            continue
        is_removal = text_of(node.child_by_field_name("name")) == "remove"
        if not is_removal or kind in QUEUES or _is_object(view, given[0]):
            yield from work(
                view, ID, node, size(view, path, node), f"`{path}` is long whenever it is searched, which is often", WHY
            )


def _is_object(view: JavaView, given: Node) -> bool:
    """Whether what is removed of a list is surely an element and no index."""
    text = text_of(given)
    return text.startswith(("(Object)", "(Integer)", "Integer.valueOf(", '"')) or view.type_of(text, given) in (
        "Integer",
        "Long",
        "String",
        "Character",
        "Object",
    )


RULE = Rule(ID, "A list that is searched", "java", 3, find, __doc__)

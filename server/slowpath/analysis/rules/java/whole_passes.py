"""Going over all of a collection in each step.

What it finds:
    What looks at or copies a whole list, array, table or text each time that it is reached: `Collections.max(a)`,
    `frequency`, `reverse`, `a.stream()`, `containsValue`, `removeAll`, `toArray`, `clone()`, `Arrays.copyOf(a, n)`,
    `new ArrayList<>(a)`, `builder.toString()`; and the size of a part of a tree, `set.headSet(x).size()`.
Why it is slow:
    Each step takes as long as there are elements. A part of a tree doesn't know its size: it counts its elements.
Evidence:
    The elements that there are then, added up while the program runs; of a part of a tree those of the whole one.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> left = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                left.add(in.nextInt());
                System.out.println(Collections.max(left));
            }
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
            System.out.println(Collections.max(all) + all.stream().count());
        }
    }
False alarms:
    Collections that stay short, streams that end early, small parts of a tree.
Source:
    OpenJDK, `java.util.Collections`, `java.util.TreeMap.NavigableSubMap.size`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import LISTS, QUEUES, JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import descendants, text_of

ID = "java-whole-passes"
WHY = "All of it is gone over each time."
_GIVEN = {
    "Collections": frozenset("max min frequency reverse shuffle".split()),
    "Arrays": frozenset("copyOf copyOfRange stream toString hashCode equals".split()),
    "List": frozenset({"copyOf"}),
    "Set": frozenset({"copyOf"}),
}
"""Static methods by their class that go over what they are given first."""
_OF = frozenset("stream containsValue removeAll retainAll removeIf toArray clone hashCode reverse toString".split())
_COUNTING = frozenset("headSet tailSet subSet headMap tailMap subMap".split())
_COPIES = LISTS | QUEUES | set("HashSet TreeSet LinkedHashSet HashMap TreeMap LinkedHashMap StringBuilder".split())


def find(view: JavaView) -> Iterator[Constraint]:
    """Whole passes over something that lives longer than a round of the loop around them."""
    for node, path in _passes(view):
        if view.is_repeated(node) and view.is_outside(path, node):
            amount = size(view, path, node)
            yield from work(view, ID, node, amount, f"`{path}` is long whenever all of it is gone over", WHY)


def _passes(view: JavaView) -> Iterator[tuple[Node, str]]:
    """Where all of something is gone over, and the variable that holds it."""
    for node, owner, given in view.calls(*_OF, *set().union(*_GIVEN.values())):
        name = text_of(node.child_by_field_name("name"))
        if given and name in _GIVEN.get(owner, ()):
            yield node, text_of(given[0])
        elif name in _OF:
            yield node, owner
    for node, _, _ in view.calls("size"):
        part = node.child_by_field_name("object")
        if part is not None and text_of(part.child_by_field_name("name")) in _COUNTING:
            yield node, text_of(part.child_by_field_name("object"))
    for node in descendants(view.root, "object_creation_expression"):
        kind = text_of(node.child_by_field_name("type")).split("<")[0].split(".")[-1]
        arguments = node.child_by_field_name("arguments")
        if kind in _COPIES and arguments is not None and len(arguments.named_children) == 1:
            yield node, text_of(arguments.named_children[0])


RULE = Rule(ID, "Going over a whole collection in each step", "java", 2, find, __doc__)

"""Numbers kept in objects in a loop.

What it finds:
    `+=`, `++` and the like on a variable of type `Integer`, `Long` or `Double`, and `get`, `put`, `merge` and the like
    of a table with keys of these types, that are reached often.
Why it is slow:
    Each new value beyond 127 is a new object: a loop over it is several times as slow as over an `int` or a `long`, and
    a table of them ten times as slow as an array, where keys are small enough to be places.
Evidence:
    The changes and questions, counted while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Long sum = 0L;
            for (int i = 0; i < n; i++) sum += in.nextInt();
            System.out.println(sum);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            long sum = 0L;
            for (int i = 0; i < n; i++) sum += in.nextInt();
            System.out.println(sum);
        }
    }
False alarms:
    Loops of few rounds.
Source:
    Bloch, "Effective Java", item 61.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, part_of_scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import descendants, text_of

ID = "java-boxed-numbers"
_BOXED = frozenset({"Integer", "Long", "Double"})
WHY = "Each new value is a new object."


def find(view: JavaView) -> Iterator[Constraint]:
    """Changes of numbers that are objects."""
    for node in descendants(view.root, "assignment_expression", "update_expression"):
        left = node.child_by_field_name("left") if node.type == "assignment_expression" else node.named_children[0]
        if node.type == "assignment_expression" and text_of(node.child_by_field_name("operator")) == "=":
            continue
        name = text_of(left)
        if view.type_of(name, node) in _BOXED and view.is_repeated(node):
            sentence = f"`{name}` changes very often, each time as a new object"
            yield from work(view, ID, node, "1", sentence, WHY, part_of_scale(view, 0.5))
    for node, path, _ in view.calls("get", "put", "merge", "getOrDefault", "containsKey", "putIfAbsent"):
        if view.type_of(path, node).endswith("Map") and view.item_of(path, node) in _BOXED and view.is_repeated(node):
            sentence = f"`{path}` is asked very often, each time with an object for a number"
            yield from work(view, ID, node, "1", sentence, WHY, part_of_scale(view, 0.5))


RULE = Rule(ID, "Numbers kept in objects", "java", 1, find, __doc__)

"""Putting elements into the middle of an array list, or taking them out of it.

What it finds:
    `list.add(i, x)` and `list.remove(i)` of an `ArrayList` or `Vector`, `insert` and `deleteCharAt` of a builder, at
    a place that is a variable, again and again.
Why it is slow:
    All that stands behind the place moves each time.
Evidence:
    The elements behind the place, added up while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> line = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                int at = in.nextInt();
                line.add(at, i);
            }
            System.out.println(line);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> line = new ArrayList<>();
            for (int i = 0; i < n; i++) line.add(in.nextInt());
            while (line.size() > 1) line.remove(line.size() - 1);
            System.out.println(line);
        }
    }
False alarms:
    Places that are near the end, and lists that stay short.
Source:
    OpenJDK, `java.util.ArrayList.fastRemove`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

ID = "java-list-middle"
WHY = "All that stands behind the place moves each time."
_PLACED = {"remove": 1, "deleteCharAt": 1, "add": 2, "insert": 2}
"""Methods with a place, and how many arguments they have then."""
_KINDS = ("ArrayList", "Vector", "StringBuilder", "StringBuffer")


def find(view: JavaView) -> Iterator[Constraint]:
    """Array lists and builders that are changed at a place which a variable of type `int` names."""
    for node, path, given in view.calls(*_PLACED):
        if len(given) != _PLACED[text_of(node.child_by_field_name("name"))] or given[0].type != "identifier":
            continue
        place, length = text_of(given[0]), size(view, path, node)
        if view.type_of(path, node) not in _KINDS or view.type_of(place, node) != "int" or length is None:
            continue
        if view.is_repeated(node):
            sentence = f"`{path}` is long behind `{place}` whenever it changes there, which is often"
            yield from work(view, ID, node, f"{length} - {place}", sentence, WHY)


RULE = Rule(ID, "The middle of an array list or a builder", "java", 2, find, __doc__)

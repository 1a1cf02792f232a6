"""A text that grows by concatenation in a loop.

What it finds:
    `s += ...` and `s = s + ...` of a `String` that lives longer than a round of the loop.
Why it is slow:
    A `String` can't change: each concatenation copies all that there is, which makes a square of the length.
Evidence:
    The characters copied, added up while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String made = "";
            for (int i = 0; i < n; i++) made += in.next();
            System.out.println(made);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            StringBuilder made = new StringBuilder();
            for (int i = 0; i < n; i++) made.append(in.next());
            System.out.println(made);
        }
    }
False alarms:
    Texts that stay short.
Source:
    JLS 15.18.1; Bloch, "Effective Java", item 63.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import descendants, text_of

ID = "java-text-growth"
WHY = "Each concatenation copies the whole text."


def find(view: JavaView) -> Iterator[Constraint]:
    """Concatenations onto texts that live longer than a round."""
    for node in descendants(view.root, "assignment_expression"):
        name, value = text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
        sign = text_of(node.child_by_field_name("operator"))
        grows = sign == "+=" or (
            sign == "="
            and value is not None
            and value.type == "binary_expression"
            and name in (text_of(part) for part in _added(value))
        )
        if grows and view.type_of(name, node) == "String" and view.is_repeated(node) and view.is_outside(name, node):
            yield from work(
                view, ID, node, size(view, name, node), f"`{name}` is long whenever it grows, which is often", WHY
            )


def _added(value: Node) -> Iterator[Node]:
    """What a sum adds up."""
    parts = [value]
    while parts:
        part = parts.pop()
        if part.type == "binary_expression" and text_of(part.child_by_field_name("operator")) == "+":
            parts += part.named_children
        else:
            yield part


RULE = Rule(ID, "Text that grows by concatenation", "java", 3, find, __doc__)

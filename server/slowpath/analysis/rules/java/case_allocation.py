"""A large array is made, or cleared, again for each test case.

What it finds:
    `new int[100001]`, or an array as long as something that lives longer than the round, made again and again;
    `Arrays.fill` of a whole array that lives longer than the round.
Why it is slow:
    A new array is cleared before it's there, and cleared away later. Its size is for the largest case: many small cases
    cost many whole arrays.
Evidence:
    The lengths of the arrays, added up while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int t = in.nextInt();
            for (int i = 0; i < t; i++) {
                int[] seen = new int[200001];
                int n = in.nextInt(), twice = 0;
                for (int j = 0; j < n; j++) {
                    if (seen[in.nextInt()]++ == 1) twice++;
                }
                System.out.println(twice);
            }
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int t = in.nextInt();
            for (int i = 0; i < t; i++) {
                int n = in.nextInt(), most = 0;
                int[] all = new int[n];
                for (int j = 0; j < n; j++) {
                    all[j] = in.nextInt();
                    most = Math.max(most, all[j]);
                }
                System.out.println(most);
            }
        }
    }
False alarms:
    Few test cases by the statement's bounds.
Source:
    STAB section 3.2: reset cost; a new array of 16 bytes takes as long as a dozen instructions (measured, JDK 17).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import descendants, text_of

ID = "java-case-allocation"
WHY = "A new array is as much work as filling it, and more for the collector."
_LARGE = 1000
_PLAIN = frozenset("decimal_integer_literal identifier binary_expression parenthesized_expression".split())


def find(view: JavaView) -> Iterator[Constraint]:
    """Arrays made for the largest case, and whole arrays that are filled, where either happens again and again."""
    for node in descendants(view.root, "array_creation_expression"):
        dimensions = [part for part in node.children_by_field_name("dimensions") if part.type == "dimensions_expr"]
        sizes = [part.named_children[-1] for part in dimensions if part.named_children]
        if not sizes or not view.is_repeated(node) or not all(_for_the_largest(view, each) for each in sizes):
            continue
        if any(not _is_small(each) for each in sizes):
            amount = " * ".join(("1L", *(f"({text_of(each)})" for each in sizes)))
            yield from work(view, ID, node, amount, f"`{text_of(node)}` is made again and again", WHY)
    for node, path, given in view.calls("fill"):
        name = text_of(given[0]) if path == "Arrays" and len(given) == 2 else ""
        if name.isidentifier() and view.is_repeated(node) and _lives_longer(view, name, node):
            yield from work(view, ID, node, size(view, name, node), f"All of `{name}` is filled again and again", WHY)


def _for_the_largest(view: JavaView, node: Node) -> bool:
    """Whether a size is made of numbers and of what lives longer than the round."""
    if node.type not in _PLAIN:
        return False
    if node.type == "identifier":
        return _lives_longer(view, text_of(node), node)
    return all(_for_the_largest(view, each) for each in node.named_children)


def _is_small(node: Node) -> bool:
    """Whether a size is a small number."""
    return node.type == "decimal_integer_literal" and int(text_of(node).rstrip("lL").replace("_", "")) < _LARGE


def _lives_longer(view: JavaView, name: str, at: Node) -> bool:
    """Whether a variable is declared outside of the loop, or the method, that is run again, which doesn't set it."""
    again = view.loop_around(at) or view.method_around(at)
    if again is None or re.search(rf"\b{re.escape(name)}\s*=[^=]", text_of(again)):
        return False
    return view.is_outside(name, at) and not any(
        text_of(each.child_by_field_name("name")) == name
        for each in descendants(again, "formal_parameter", "variable_declarator")
    )


RULE = Rule(ID, "A large array made for each test case", "java", 2, find, __doc__)

"""Integers of any length that grow in a loop.

What it finds:
    `x = x.multiply(y)`, `x = x.add(y)`, `shiftLeft` and `pow` of a `BigInteger`, without a `mod`, that are
    reached often; likewise what becomes one of its own numbers in the same loop (`c = a.add(b); a = b; b = c`).
Why it is slow:
    An operation costs what the number is long, a product more, and printing it the square.
Evidence:
    The bits of the number whenever it is worked on, added up while the program runs.
Example:
    import java.math.BigInteger;
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            BigInteger product = BigInteger.ONE;
            for (int i = 1; i <= n; i++) product = product.multiply(BigInteger.valueOf(i));
            System.out.println(product);
        }
    }
Not here:
    import java.math.BigInteger;
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            BigInteger product = BigInteger.ONE, prime = BigInteger.valueOf(1000000007);
            for (int i = 1; i <= n; i++) product = product.multiply(BigInteger.valueOf(i)).mod(prime);
            System.out.println(product);
        }
    }
False alarms:
    Few steps.
Source:
    OpenJDK, `java.math.BigInteger.multiply`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import JavaView, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

ID = "java-big-integers"
_NAME = late_regex(r"[A-Za-z_]\w*")
WHY = "An operation costs as much as the number has digits."


def find(view: JavaView) -> Iterator[Constraint]:
    """Numbers that become what an operation on themselves gives."""
    for node in descendants(view.root, "assignment_expression"):
        name, value = text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
        if value is None or value.type != "method_invocation" or view.type_of(name, node) != "BigInteger":
            continue
        grows = text_of(value.child_by_field_name("name")) in ("multiply", "add", "shiftLeft", "pow")
        words = _NAME.findall(text_of(value))
        is_own = name in words or any(_becomes(view, node, word, name) for word in words)
        if grows and is_own and ".mod(" not in text_of(value) and view.is_repeated(node):
            yield from work(
                view, ID, node, f"{name}.bitLength()", f"`{name}` becomes a number of very many digits", WHY
            )


def _becomes(view: JavaView, at: Node, word: str, name: str) -> bool:
    """Whether a variable takes the value of `name` in the loop around a node."""
    loop = view.loop_around(at)
    return loop is not None and any(
        text_of(each.child_by_field_name("left")) == word and text_of(each.child_by_field_name("right")) == name
        for each in descendants(loop, "assignment_expression")
    )


RULE = Rule(ID, "Integers that grow without a bound", "java", 3, find, __doc__)

"""Integers of any length that grow in a loop.

What it finds:
    `x = x.multiply(y)`, `x = x.add(y)`, `shiftLeft` and `pow` of a `BigInteger`, without a `mod`, that are
    reached often.
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

from slowpath.analysis.rules.java_view import JavaView, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import descendants, text_of

ID = "java-big-integers"
WHY = "An operation costs as much as the number has digits."


def find(view: JavaView) -> Iterator[Constraint]:
    """Numbers that become what an operation on themselves gives."""
    for node in descendants(view.root, "assignment_expression"):
        name, value = text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
        if value is None or value.type != "method_invocation" or view.type_of(name, node) != "BigInteger":
            continue
        grows = text_of(value.child_by_field_name("name")) in ("multiply", "add", "shiftLeft", "pow")
        if grows and name in text_of(value) and ".mod(" not in text_of(value) and view.is_repeated(node):
            yield from work(
                view, ID, node, f"{name}.bitLength()", f"`{name}` becomes a number of very many digits", WHY
            )


RULE = Rule(ID, "Integers that grow without a bound", "java", 3, find, __doc__)

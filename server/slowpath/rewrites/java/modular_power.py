"""Multiplying again and again by the same large number, as a power.

What it changes:
    A loop whose rounds only do `r = r.multiply(b).mod(m)` becomes one product with `b.modPow`.

Why it is faster:
    A power takes as many products as its exponent has digits, in binary.

When it refuses:
    The loop does anything else, its counter is used in it, or it can't be said how often it goes round.

Example:
    import java.math.BigInteger;
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            BigInteger base = BigInteger.valueOf(3), modulus = BigInteger.valueOf(1000003);
            BigInteger power = BigInteger.ONE;
            for (int i = 0; i < n; i++) power = power.multiply(base).mod(modulus);
            System.out.println(power);
        }
    }

Not here:
    import java.math.BigInteger;
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            BigInteger modulus = BigInteger.valueOf(1000003), product = BigInteger.ONE;
            for (int i = 1; i <= n; i++) product = product.multiply(BigInteger.valueOf(i)).mod(modulus);
            System.out.println(product);
        }
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.model.patterns import late_regex
from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_PLAIN = late_regex(r"[A-Za-z_]\w*|BigInteger\.(?:TWO|TEN|valueOf\(\d+L?\))")
_BEGINS = late_regex(r"(?:int|long)\s+(\w+)\s*=\s*(\d+)\s*;?")
_GOES_ON = late_regex(r"(\w+)\s*(<=?)\s*([A-Za-z_]\w*|\d+)")
_WHOLE = ("int", "long")


def _find(program: JavaProgram) -> Iterator[Change]:
    for loop in descendants(program.root, "for_statement"):
        found = _multiplied(loop)
        rounds = _rounds(program, loop)
        if found is None or rounds is None or loop.parent is None or loop.parent.type != "block":
            continue
        result, base, modulus = found
        counter = rounds[0]
        names = {name for part in (base, modulus) for name in re.findall(r"\b[a-z_]\w*", part)}
        if result in names or counter in (result, *names):
            continue
        if program.view.type_of(result, loop) != "BigInteger":
            continue
        text = (
            f"if ({rounds[1]}) {result} = {result}.multiply({base}.modPow("
            f"java.math.BigInteger.valueOf({rounds[2]}), {modulus})).mod({modulus});"
        )
        yield from change(
            loop.start_point.row + 1, [program.replaced(loop, text)], f"`{result}` takes a product for each round"
        )


def _multiplied(loop: Node) -> tuple[str, str, str] | None:
    """`r`, `b` and `m` of a loop that does `r = r.multiply(b).mod(m)` alone."""
    body = loop.child_by_field_name("body")
    if body is not None and body.type == "block" and body.named_child_count == 1:
        body = body.named_children[0]
    assigned = body.named_children[0] if body is not None and body.type == "expression_statement" else None
    if assigned is None or assigned.type != "assignment_expression":
        return None
    name = text_of(assigned.child_by_field_name("left"))
    asked = _call(assigned.child_by_field_name("right"), "mod")
    product = _call(asked[0], "multiply") if asked is not None else None
    if asked is None or product is None or text_of(assigned.child_by_field_name("operator")) != "=":
        return None
    if text_of(product[0]) != name or not (_PLAIN.fullmatch(product[1]) and _PLAIN.fullmatch(asked[1])):
        return None
    return name, product[1], asked[1]


def _call(node: Node | None, name: str) -> tuple[Node | None, str] | None:
    """What a method of this name is called of, and its only argument."""
    if node is None or node.type != "method_invocation" or text_of(node.child_by_field_name("name")) != name:
        return None
    given = node.child_by_field_name("arguments")
    if given is None or given.named_child_count != 1:
        return None
    return node.child_by_field_name("object"), text_of(given.named_children[0])


def _rounds(program: JavaProgram, loop: Node) -> tuple[str, str, str] | None:
    """The counter of a loop, the condition that it goes round at all, and how often it does."""
    begins = _BEGINS.fullmatch(text_of(loop.child_by_field_name("init")))
    goes_on = _GOES_ON.fullmatch(text_of(loop.child_by_field_name("condition")))
    if begins is None or goes_on is None or begins[1] != goes_on[1]:
        return None
    if text_of(loop.child_by_field_name("update")) not in (f"{begins[1]}++", f"++{begins[1]}"):
        return None
    first, end = int(begins[2]), goes_on[3]
    if not end.isdigit() and program.view.type_of(end, loop) not in _WHOLE:
        return None
    more = int(goes_on[2] == "<=") - first
    times = f"(long) {end}" + (f" {'+' if more > 0 else '-'} {abs(more)}" if more else "")
    return begins[1], f"{first} {goes_on[2]} {end}", times


RULE = RewriteRule("java-modular-power", "Take a power of a large number at once", "java", 3, _find, __doc__ or "")

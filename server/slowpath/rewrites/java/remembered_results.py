"""A recursion that asks for the same again and again, with its results remembered.

What it changes:
    A static method that only computes from a few integers is asked through another of its name, which looks the result
    up in a table before it computes it.

Why it is faster:
    Each result is computed once, not once for every way that leads to it.

When it refuses:
    The method prints, reads or changes anything, takes anything but integers, reads variables that may change between
    two calls from outside, calls anything but itself, `Math.min`, `Math.max` and `Math.abs`, or doesn't call itself, at
    least twice or in a loop, with arguments near its own.

Example:
    import java.util.*;
    public class Main {
        static int[] sizes;
        static long best(int at, int left) {
            if (at == sizes.length) return 0;
            long made = best(at + 1, left);
            if (sizes[at] <= left) made = Math.max(made, best(at + 1, left - sizes[at]) + at);
            return made;
        }
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            sizes = new int[in.nextInt()];
            for (int i = 0; i < sizes.length; i++) sizes[i] = in.nextInt();
            System.out.println(best(0, 2 * sizes.length));
        }
    }

Not here:
    import java.util.*;
    public class Main {
        static long calls;
        static long ways(int n) {
            calls++;
            return n <= 1 ? 1 : ways(n - 1) + ways(n - 2);
        }
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            System.out.println(ways(in.nextInt()) + " " + calls);
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.rewrites.cpp.remembered_results import MOST_REMEMBERED, overlapping
from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.java_translated import translated
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_PLAIN = frozenset(
    "block local_variable_declaration integral_type boolean_type variable_declarator expression_statement if_statement "
    "for_statement while_statement do_statement return_statement break_statement continue_statement "
    "parenthesized_expression binary_expression unary_expression ternary_expression assignment_expression "
    "update_expression cast_expression identifier field_access array_access method_invocation argument_list "
    "decimal_integer_literal character_literal true false line_comment block_comment".split()
)
"""What the translation into the words of C++ leaves as it is."""
_OF_MATH = frozenset({"max", "min", "abs"})
_BOXED = {"int": "Integer", "long": "Long", "boolean": "Boolean"}
_SPREAD = "0x9E3779B97F4A7C15L"
"""An odd number: what is multiplied by it is another for each value, and spread over a table."""


def _find(program: JavaProgram) -> Iterator[Change]:
    for function in overlapping(translated(program)):
        methods = [
            node
            for node in descendants(program.root, "method_declaration")
            if text_of(node.child_by_field_name("name")) == function.name
        ]
        if len(methods) == 1 and _is_plain(methods[0]):
            yield from _remembered(program, methods[0])


def _is_plain(method: Node) -> bool:
    """Whether nothing stands in a static method that only Java knows of."""
    name, body = text_of(method.child_by_field_name("name")), method.child_by_field_name("body")
    modifiers = next((each for each in method.children if each.type == "modifiers"), None)
    throws = any(each.type == "throws" for each in method.children)
    if body is None or throws or "static" not in text_of(modifiers).split():
        return False
    stack = [body]
    while stack:
        node = stack.pop()
        called, of = text_of(node.child_by_field_name("name")), text_of(node.child_by_field_name("object"))
        if (
            node.type not in _PLAIN
            or (node.type == "field_access" and text_of(node.child_by_field_name("field")) != "length")
            or (
                node.type == "method_invocation"
                and (of, called) != ("", name)
                and (of != "Math" or called not in _OF_MATH)
            )
        ):
            return False
        stack += node.named_children
    return True


def _remembered(program: JavaProgram, method: Node) -> Iterator[Change]:
    kind, named = text_of(method.child_by_field_name("type")), method.child_by_field_name("name")
    parameters = method.child_by_field_name("parameters")
    if kind not in _BOXED or named is None or parameters is None:
        return
    name, boxed = text_of(named), _BOXED[kind]
    names = [text_of(each.child_by_field_name("name")) for each in parameters.named_children]
    computed, table = program.fresh(f"{name}Computed"), program.fresh(f"{name}Remembered")
    state, known = program.fresh("state"), program.fresh("known")
    keys = ", ".join(f"{each} * {_SPREAD}" for each in names)
    lines = (
        f"static final java.util.Map<Object, {boxed}> {table} = new java.util.HashMap<>();\n"
        f"static {kind} {name}{text_of(parameters)} {{\n"
        f"    Object {state} = {keys if len(names) == 1 else f'java.util.Arrays.asList({keys})'};\n"
        f"    {boxed} {known} = {table}.get({state});\n"
        f"    if ({known} != null) return {known};\n"
        f"    {known} = {computed}({', '.join(names)});\n"
        f"    if ({table}.size() < {MOST_REMEMBERED}) {table}.put({state}, {known});\n"
        f"    return {known};\n"
        "}"
    )
    yield from change(
        method.start_point.row + 1,
        [program.above(method, lines), program.replaced(named, computed)],
        f"`{name}` is asked for the same again and again",
    )


RULE = RewriteRule("java-remembered-results", "Remember the results of a recursion", "java", 3, _find, __doc__ or "")

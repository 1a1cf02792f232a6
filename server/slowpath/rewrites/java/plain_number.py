"""A number that is counted with, as a plain one.

What it changes:
    A local variable of type `Integer`, `Long`, `Double` or `Character` becomes an `int`, `long`, `double` or `char`.

Why it is faster:
    Each new value beyond 127 is a new object, which is made and thrown away again.

When it refuses:
    The variable may be null, is compared by `==`, has a method called, or is handed to one that could take it for
    something else than a number.

Example:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            Long sum = 0L;
            for (int left = in.nextInt(); left > 0; left--) sum += in.nextInt();
            System.out.println(sum);
        }
    }

Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            Integer last = 0;
            for (int left = in.nextInt(); left > 0; left--) last += in.nextInt();
            List<Integer> known = new ArrayList<>(List.of(7, 8));
            known.remove(last);
            System.out.println(known.size());
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_PLAIN = {"Integer": "int", "Long": "long", "Double": "double", "Character": "char"}
_NUMBERS = ("decimal_integer_literal", "decimal_floating_point_literal", "character_literal")
_ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "<", ">", "<=", ">="})
_PRINTING = frozenset({"println", "print"})


def _find(program: JavaProgram) -> Iterator[Change]:
    for statement in descendants(program.root, "local_variable_declaration"):
        kind = statement.child_by_field_name("type")
        plain = _PLAIN.get(text_of(kind))
        declarators = [each for each in statement.named_children if each.type == "variable_declarator"]
        if kind is None or plain is None or len(declarators) != 1:
            continue
        name = text_of(declarators[0].child_by_field_name("name"))
        value = declarators[0].child_by_field_name("value")
        if program.local(name, statement) != statement or value is None or not _is_number(program, value):
            continue
        uses = program.all_uses(name, statement)
        changed = [use for use in uses or () if _is_changed(use) and program.view.is_repeated(use)]
        if changed and uses and all(_is_counted_with(program, use) for use in uses):
            yield from change(
                changed[0].start_point.row + 1,
                [program.replaced(kind, plain)],
                f"each new value of `{name}` is a new object",
            )


def _is_number(program: JavaProgram, value: Node | None) -> bool:
    """Whether a value surely is a plain number: a literal, or what arithmetic of other than texts gives."""
    while value is not None and value.type == "parenthesized_expression":
        value = value.named_children[0]
    if value is None:
        return False
    if value.type == "identifier":
        return program.view.type_of(text_of(value), value) in _PLAIN.values()
    if value.type in ("binary_expression", "unary_expression"):
        return next(descendants(value, "string_literal"), None) is None
    return value.type in _NUMBERS


def _is_changed(use: Node) -> bool:
    parent = use.parent
    if parent is None:
        return False
    if parent.type == "update_expression":
        return True
    return parent.type == "assignment_expression" and parent.child_by_field_name("left") == use


def _is_counted_with(program: JavaProgram, use: Node) -> bool:
    """Whether a use means the same for a plain number."""
    parent = use.parent
    if parent is None:
        return False
    if parent.type == "update_expression":
        return True
    operator = text_of(parent.child_by_field_name("operator"))
    if parent.type == "assignment_expression":
        if parent.child_by_field_name("left") != use:
            return operator != "="
        return _is_number(program, parent.child_by_field_name("right")) if operator == "=" else True
    if parent.type == "binary_expression":
        return operator in _ARITHMETIC
    call = parent.parent
    return (
        parent.type == "argument_list"
        and call is not None
        and call.type == "method_invocation"
        and text_of(call.child_by_field_name("object")) == "System.out"
        and text_of(call.child_by_field_name("name")) in _PRINTING
    )


RULE = RewriteRule("java-plain-number", "Count with a plain number", "java", 2, _find, __doc__ or "")

"""A text that grows in a loop, put together once.

What it changes:
    What `s += x` adds in a loop goes to a `StringBuilder`, of which the text is made behind the loop.

Why it is faster:
    A `String` can't change: each concatenation copies all that there is.

When it refuses:
    The text is used otherwise in the loop, a lambda may see it, or the loop may be left by an exception that the same
    method catches, or to a label.

Example:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String digits = "";
            while (n > 0) {
                digits += n % 2;
                digits += ',' + " ";
                n /= 2;
            }
            System.out.println(digits);
        }
    }

Not here:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String digits = "";
            while (digits.length() < n) {
                digits += digits.length() % 2;
            }
            System.out.println(digits);
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.rewrites.java_program import JavaProgram, is_in
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_AS_THEY_ARE = ("string_literal", "character_literal", "decimal_integer_literal")
_PLAIN_TYPES = frozenset({"int", "long", "char", "String", "double", "boolean"})


def _find(program: JavaProgram) -> Iterator[Change]:
    done: set[tuple[str, int]] = set()
    for node in descendants(program.root, "assignment_expression"):
        left = node.child_by_field_name("left")
        name = text_of(left)
        if (
            left is None
            or left.type != "identifier"
            or not _grows(node)
            or program.view.type_of(name, node) != "String"
        ):
            continue
        declared, method = program.local(name, node), program.view.method_around(node)
        if (
            declared is None
            or method is None
            or next(descendants(method, "try_statement", "lambda_expression", "try_with_resources_statement"), None)
            is not None
        ):
            continue
        loop = _widest(program, node, declared, name)
        if loop is None or (name, loop.start_byte) in done:
            continue
        done.add((name, loop.start_byte))
        builder = program.fresh(f"{name}Builder")
        grown = [use.parent for use in program.uses(name, loop)]
        edits = [
            program.replaced(each, f"{builder}.append({_piece(program, each)})") for each in grown if each is not None
        ]
        yield from change(
            node.start_point.row + 1,
            [
                program.before(loop, f"StringBuilder {builder} = new StringBuilder().append({name});"),
                *edits,
                program.after(loop, f"{name} = {builder}.toString();"),
            ],
            f"all of `{name}` is copied to add to it",
        )


def _grows(node: Node) -> bool:
    """Whether an assignment is a statement of its own that adds to what there is."""
    return (
        node.parent is not None
        and node.parent.type == "expression_statement"
        and text_of(node.child_by_field_name("operator")) == "+="
    )


def _widest(program: JavaProgram, node: Node, declared: Node, name: str) -> Node | None:
    """The outermost loop around a growth in which the text does nothing but grow, and which ends behind itself."""
    found = None
    for loop in program.loops_around(node):
        if is_in(declared, loop) or not all(
            use.parent is not None
            and use.parent.type == "assignment_expression"
            and _grows(use.parent)
            and use.parent.child_by_field_name("left") == use
            for use in program.uses(name, loop)
        ):
            break
        labelled = any(each.named_children for each in descendants(loop, "break_statement", "continue_statement"))
        if labelled or _is_endless(loop):
            break
        if loop.parent is not None and loop.parent.type == "block":
            found = loop
    return found


def _is_endless(loop: Node) -> bool:
    """Whether javac may take what stands behind a loop for something that is never reached."""
    condition = loop.child_by_field_name("condition")
    return loop.type != "enhanced_for_statement" and (condition is None or "true" in text_of(condition))


def _piece(program: JavaProgram, growth: Node) -> str:
    """What is added, as `append` writes it as a concatenation does."""
    value = growth.child_by_field_name("right")
    text = text_of(value)
    is_plain = value is not None and (
        value.type in _AS_THEY_ARE
        or (value.type == "identifier" and program.view.type_of(text, growth) in _PLAIN_TYPES)
    )
    return text if is_plain else f'"" + ({text})'


RULE = RewriteRule("java-text-builder", "Put a growing text together once", "java", 3, _find, __doc__ or "")

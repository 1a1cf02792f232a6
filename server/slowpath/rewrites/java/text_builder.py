"""A text that grows in a loop, put together once.

What it changes:
    What `s += x` or `s = s + x` adds in a loop goes to a `StringBuilder`, of which the text is made behind the loop.

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
            or not _pieces(node)
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
        grown = [use.parent for use in program.uses(name, loop) if use.parent is not None and not _is_sum(use.parent)]
        edits = [
            program.replaced(each, builder + "".join(f".append({_text(program, piece)})" for piece in _pieces(each)))
            for each in grown
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


def _pieces(node: Node) -> list[Node]:
    """What an assignment adds to its variable, in order; empty where it isn't a statement of its own that adds to what
    there is."""
    left, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    if node.parent is None or node.parent.type != "expression_statement" or value is None:
        return []
    operator = text_of(node.child_by_field_name("operator"))
    if operator == "+=":
        return [value]
    added: list[Node] = []
    while operator == "=" and value is not None and _is_sum(value):
        added += value.children_by_field_name("right")
        value = value.child_by_field_name("left")
    return added[::-1] if value is not None and text_of(value) == text_of(left) else []


def _is_sum(node: Node) -> bool:
    return node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "+"


def _is_left(node: Node) -> bool:
    """Whether a node is the left side of what it stands in."""
    return node.parent is not None and node.parent.child_by_field_name("left") == node


def _grown_at(use: Node) -> Node | None:
    """The assignment in which a use of a text is what grows, or where its old value is taken from; None for others."""
    node = use
    while _is_left(node) and node.parent is not None and _is_sum(node.parent):
        node = node.parent
    around = node.parent
    if around is None or around.type != "assignment_expression" or not _pieces(around):
        return None
    is_old = node != use and text_of(around.child_by_field_name("operator")) == "="
    return around if is_old or (node == use and _is_left(use)) else None


def _widest(program: JavaProgram, node: Node, declared: Node, name: str) -> Node | None:
    """The outermost loop around a growth in which the text does nothing but grow, and which ends behind itself."""
    found = None
    for loop in program.loops_around(node):
        if is_in(declared, loop) or not all(map(_grown_at, program.uses(name, loop))):
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


def _text(program: JavaProgram, piece: Node) -> str:
    """What is added, as `append` writes it as a concatenation does."""
    text = text_of(piece)
    is_plain = piece.type in _AS_THEY_ARE or (
        piece.type == "identifier" and program.view.type_of(text, piece) in _PLAIN_TYPES
    )
    return text if is_plain else f'"" + ({text})'


RULE = RewriteRule("java-text-builder", "Put a growing text together once", "java", 3, _find, __doc__ or "")

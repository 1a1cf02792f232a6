"""Tokens read without regular expressions.

What it changes:
    The `Scanner` of `System.in` becomes a small class of the program's own that gives the same tokens and lines; what
    isn't a plain number it still hands to a `Scanner`.

Why it is faster:
    A `Scanner` matches regular expressions for each token: a million numbers take about a second.

When it refuses:
    Something else reads standard input, the scanner is asked for more than words, whole numbers and lines, is passed
    to what isn't the program's own, or what reading throws may be caught.

Example:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            long sum = 0;
            for (int left = in.nextInt(); left > 0; left--) sum += in.nextLong();
            System.out.println(sum);
        }
    }

Not here:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in).useDelimiter(",");
            long sum = 0;
            while (in.hasNextInt()) sum += in.nextInt();
            System.out.println(sum);
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.java_program import JavaProgram, called_on
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_KNOWN = frozenset({"next", "nextInt", "nextLong", "nextLine", "hasNext", "close"})
_HARMLESS_CATCHES = frozenset({"IOException", "InterruptedException"})
_DECLARATIONS = ("variable_declarator", "formal_parameter", "resource", "enhanced_for_statement")
_READER = """
    private static final class {name} {{
        private final java.io.Reader from = new java.io.InputStreamReader(System.in);
        private final char[] read = new char[1 << 16];
        private int at, end;

        private boolean isOver() {{
            if (at < end) return false;
            try {{
                at = 0;
                end = from.read(read);
            }} catch (java.io.IOException closed) {{
                end = 0;
            }}
            return end <= 0;
        }}

        boolean hasNext() {{
            while (!isOver() && Character.isWhitespace(read[at])) at++;
            return !isOver();
        }}

        String next() {{
            if (!hasNext()) throw new java.util.NoSuchElementException();
            StringBuilder token = new StringBuilder();
            while (!isOver() && !Character.isWhitespace(read[at])) token.append(read[at++]);
            return token.toString();
        }}

        int nextInt() {{
            String token = next();
            try {{
                return Integer.parseInt(token);
            }} catch (NumberFormatException otherwise) {{
                return new java.util.Scanner(token).nextInt();
            }}
        }}

        long nextLong() {{
            String token = next();
            try {{
                return Long.parseLong(token);
            }} catch (NumberFormatException otherwise) {{
                return new java.util.Scanner(token).nextLong();
            }}
        }}

        String nextLine() {{
            if (isOver()) throw new java.util.NoSuchElementException("No line found");
            StringBuilder line = new StringBuilder();
            while (!isOver() && "\\n\\r\\u2028\\u2029\\u0085".indexOf(read[at]) < 0) line.append(read[at++]);
            if (!isOver() && read[at++] == '\\r' && !isOver() && read[at] == '\\n') at++;
            return line.toString();
        }}

        void close() {{
        }}
    }}
"""


def _find(program: JavaProgram) -> Iterator[Change]:
    holder, made = _only_scanner(program)
    names = {
        text_of(node.child_by_field_name("name"))
        for node in descendants(program.root, *_DECLARATIONS)
        if _is_scanner(node.child_by_field_name("type") or (node.parent and node.parent.child_by_field_name("type")))
    }
    if holder is None or made is None or not names or program.may_talk or _may_catch(program):
        return
    asked: list[Node] = []
    for node in (use for name in names for use in program.uses(name, program.root)):
        called = called_on(node)
        if called is not None and called[0] in _KNOWN and not called[1]:
            asked.append(node)
        elif not _is_handed_on(program, node):
            return
    methods = {called[0] for node in asked if (called := called_on(node)) is not None}
    repeated = sorted((node for node in asked if program.view.is_repeated(node)), key=lambda node: node.start_byte)
    body = holder.child_by_field_name("body")
    # Asking for a token passes the blanks before it, which a line would have kept.
    if body is None or not repeated or {"hasNext", "nextLine"} <= methods:
        return
    name = program.fresh("FastScanner")
    ending = "\r\n" if b"\r\n" in program.source else "\n"
    reader = _READER.format(name=name).replace("\n", ending).encode()
    end = body.end_byte - 1
    yield from change(
        repeated[0].start_point.row + 1,
        [
            *(program.replaced(node, name) for node in _types(program) if node != made.child_by_field_name("type")),
            program.replaced(made, f"new {name}()"),
            SourceEdit(end, end, reader),
        ],
        "each token goes through regular expressions",
    )


def _types(program: JavaProgram) -> list[Node]:
    """Where the type stands, but in imports."""
    return [node for node in descendants(program.root, "type_identifier") if text_of(node) == "Scanner"]


def _only_scanner(program: JavaProgram) -> tuple[Node | None, Node | None]:
    """The class of the file that all scanners stand in, and where the only one is made, of standard input that nothing
    else names."""
    made = [
        node
        for node in descendants(program.root, "object_creation_expression")
        if _is_scanner(node.child_by_field_name("type"))
    ]
    inputs = [node for node in descendants(program.root, "field_access") if text_of(node) == "System.in"]
    if len(made) != 1 or len(inputs) != 1 or text_of(made[0].child_by_field_name("arguments")) != "(System.in)":
        return None, None
    classes = {_class_of(node) for node in _types(program)}
    holder = next(iter(classes)) if len(classes) == 1 else None
    return (holder, made[0]) if holder is not None and holder.type == "class_declaration" else (None, None)


def _class_of(node: Node) -> Node | None:
    """The class of the file that a node stands in."""
    while node.parent is not None and node.parent.type != "program":
        node = node.parent
    return node


def _is_scanner(kind: Node | None) -> bool:
    return text_of(kind) == "Scanner"


def _is_handed_on(program: JavaProgram, node: Node) -> bool:
    """Whether a scanner is given to a method of the program's own, or set."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "assignment_expression":
        right = parent.child_by_field_name("right")
        return parent.child_by_field_name("left") == node and right is not None and _is_made(right)
    call = parent.parent
    return (
        parent.type == "argument_list"
        and call is not None
        and call.type == "method_invocation"
        and call.child_by_field_name("object") is None
        and program.defines(text_of(call.child_by_field_name("name")))
    )


def _is_made(node: Node) -> bool:
    return node.type == "object_creation_expression" and _is_scanner(node.child_by_field_name("type"))


def _may_catch(program: JavaProgram) -> bool:
    """Whether the program may catch what reading throws."""
    return any(
        text_of(each) not in _HARMLESS_CATCHES
        for node in descendants(program.root, "catch_type")
        for each in node.named_children
    )


RULE = RewriteRule("java-fast-input", "Read tokens without regular expressions", "java", 2, _find, __doc__ or "")

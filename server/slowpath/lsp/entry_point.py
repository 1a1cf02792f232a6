"""The line where a program begins: where the code lens stands and where remarks about the whole program go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import tree_sitter_cpp
import tree_sitter_java
import tree_sitter_python
from tree_sitter import Language, Node, Parser

LONGEST = 1 << 20
"""Characters; a longer text would keep the editor waiting at every edit."""


def entry_line(language: str, source: str) -> int:
    """The 1-based line of `main` in C++ and Java, or of Python's `def main`, `if __name__` or first statement; 1 when
    there is none, and for a text that is longer than any program. Linear in the text: about a millisecond per 1,000
    lines."""
    known = _KNOWN.get(language)
    if known is None or len(source) > LONGEST:
        return 1
    grammar, main_of = known
    node = main_of(Parser(Language(grammar())).parse(source.encode("utf-8", "replace")).root_node)
    return node.start_point[0] + 1 if node else 1


def _cpp_main(root: Node) -> Node | None:
    for node in _top_level(root):
        if node.type == "function_definition" and _declared_name(node) == b"main":
            return node
    return None


def _top_level(node: Node) -> Iterator[Node]:
    """The definitions of a file, those within conditional compilation and `extern "C"` included."""
    stack = [node]
    while stack:
        child = stack.pop()
        if (
            child == node
            or child.type.startswith("preproc_")
            or child.type in ("linkage_specification", "declaration_list", "ERROR")
        ):
            stack.extend(reversed(child.children))
        else:
            yield child


def _declared_name(function: Node) -> bytes | None:
    node: Node | None = function
    while node is not None and node.type != "identifier":
        node = node.child_by_field_name("declarator")
    return node.text if node else None


def _python_main(root: Node) -> Node | None:
    statements = [node for node in root.children if node.is_named and node.type != "comment"]
    for node in statements:
        function = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
        if function is not None and function.type == "function_definition":
            name = function.child_by_field_name("name")
            if name is not None and name.text == b"main":
                return function
    for node in statements:
        if node.type == "if_statement" and b"__name__" in (_text(node.child_by_field_name("condition"))):
            return node
    return next((node for node in statements if not _is_preamble(node)), None)


def _is_preamble(node: Node) -> bool:
    """Imports, a docstring and definitions come before what the program does first."""
    if node.type in ("function_definition", "class_definition", "decorated_definition") or "import" in node.type:
        return True
    return (
        node.type == "expression_statement" and node.named_child_count == 1 and node.named_children[0].type == "string"
    )


def _text(node: Node | None) -> bytes:
    return (node.text or b"") if node else b""


def _java_main(root: Node) -> Node | None:
    stack = [root]
    while stack:
        node = stack.pop()
        name = node.child_by_field_name("name") if node.type == "method_declaration" else None
        if name is not None and name.text == b"main":
            return node
        if node.type in tuple(
            (
                "program class_declaration class_body ERROR record_declaration enum_declaration enum_body "
                "enum_body_declarations"
            ).split()
        ):
            stack.extend(reversed(node.children))
    return None


_KNOWN: dict[str, tuple[Callable[[], object], Callable[[Node], Node | None]]] = {
    "cpp": (tree_sitter_cpp.language, _cpp_main),
    "python": (tree_sitter_python.language, _python_main),
    "java": (tree_sitter_java.language, _java_main),
}
"""The grammar of each language, and who finds where a program begins."""

"""Python."""

from __future__ import annotations

from tree_sitter import Node

from slowpath.inputs.infer.reads.python.reading import parse_python, reads_of_python
from slowpath.inputs.sources.source import SourceLanguage
from slowpath.source.cpp.values import text_of


def entry_of(root: Node) -> Node | None:
    """`def main`, `if __name__`, or the first statement; None for an empty program."""
    statements = [node for node in root.children if node.is_named and node.type != "comment"]
    for node in statements:
        function = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
        if function is not None and function.type == "function_definition":
            name = function.child_by_field_name("name")
            if name is not None and name.text == b"main":
                return function
    for node in statements:
        if node.type == "if_statement" and "__name__" in (text_of(node.child_by_field_name("condition"))):
            return node
    return next((node for node in statements if not _is_preamble(node)), None)


def _is_preamble(node: Node) -> bool:
    """Imports, a docstring and definitions come before what the program does first."""
    if node.type in ("function_definition", "class_definition", "decorated_definition") or "import" in node.type:
        return True
    return (
        node.type == "expression_statement" and node.named_child_count == 1 and node.named_children[0].type == "string"
    )


SOURCE = SourceLanguage(tree=parse_python, tree_as_written=parse_python, reads=reads_of_python, entry=entry_of)

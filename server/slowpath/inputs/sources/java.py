"""Java."""

from __future__ import annotations

from tree_sitter import Node

from slowpath.inputs.infer.reads.java.reading import reads_of_java
from slowpath.inputs.sources.source import SourceLanguage
from slowpath.source.java.source import parse_java


def entry_of(root: Node) -> Node | None:
    """The method `main` of the file's first class that has one, None where none has."""
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


SOURCE = SourceLanguage(tree=parse_java, tree_as_written=parse_java, reads=reads_of_java, entry=entry_of)

"""C++: read after its macros are expanded, so that loops hidden in them are seen."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.inputs.sources.source import SourceLanguage
from slowpath.source.cpp.source import expanded, parse_cpp


def entry_of(root: Node) -> Node | None:
    """The definition of `main`, None where there is none."""
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


SOURCE = SourceLanguage(
    tree=lambda source: parse_cpp(expanded(source.decode("utf-8", "replace")).encode("utf-8")),
    tree_as_written=parse_cpp,
    reads=reads_of_cpp,
    entry=entry_of,
)

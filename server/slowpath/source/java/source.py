"""The parse tree of a Java program."""

from __future__ import annotations

from functools import lru_cache

from tree_sitter import Language, Node, Parser


@lru_cache(maxsize=1)
def _parser() -> Parser:
    import tree_sitter_java

    return Parser(Language(tree_sitter_java.language()))


def parse_java(source: bytes) -> Node:
    """The root of the parse tree of Java `source`; broken code gives a tree with error nodes."""
    return _parser().parse(source).root_node

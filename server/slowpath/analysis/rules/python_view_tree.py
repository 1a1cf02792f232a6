"""A Python syntax tree with what is asked of it again and again kept: the parents and children of every node."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_SILENT = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)


class Tree:
    """A module's tree. `nodes` are all nodes but operators and contexts, each before what is in it."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self.nodes: list[ast.AST] = []
        self.parents: dict[ast.AST, ast.AST] = {}
        self.children: dict[ast.AST, list[ast.AST]] = {}
        waiting: list[ast.AST] = [module]
        while waiting:
            node = waiting.pop()
            self.nodes.append(node)
            children = self.children[node] = _children(node)
            for child in children:
                self.parents[child] = node
            waiting.extend(reversed(children))

    def walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """`node` and all that is in it, in source order."""
        waiting = [node]
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(reversed(self.children[part]))

    @property
    def depth(self) -> int:
        """How deep nodes stand within nodes."""
        depths: dict[ast.AST, int] = {self.module: 0}
        for node in self.nodes[1:]:
            depths[node] = depths[self.parents[node]] + 1
        return max(depths.values())


def _children(node: ast.AST) -> list[ast.AST]:
    made: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            made += [part for part in value if isinstance(part, ast.AST) and not isinstance(part, _SILENT)]
        elif isinstance(value, ast.AST) and not isinstance(value, _SILENT):
            made.append(value)
    return made

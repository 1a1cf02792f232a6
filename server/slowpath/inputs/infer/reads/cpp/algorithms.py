"""Algorithms of the standard library that read: `copy_n(istream_iterator...)`, `generate`, `for_each`.

They are calls whose iterators or functions do the reading, so how often they read stands in their other arguments.
"""

from __future__ import annotations

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.calls import Calling
from slowpath.inputs.infer.reads.items import Item, Loop, Token, has_reads
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.loops import UNKNOWN
from slowpath.source.cpp.program import parameters_of
from slowpath.source.cpp.values import (
    Function,
    Scope,
    Target,
    Variable,
    kind_and_bits,
    part_of,
    plain_type,
    symbolic,
    target_of,
    text_of,
)

_STREAM_ITERATOR = late_regex(r"istream(?:buf)?_iterator\s*<(.*)>")


class Algorithms(Calling):
    """What algorithms and stream iterators read."""

    def algorithm(self, name: str, node: Node, given: list[Node], scope: Scope) -> list[Item] | None:
        """What a call of an algorithm of the standard library reads, None where it is none that could."""
        if name in ("copy_n", "copy") and given and (kind := self._iterated(given[0], scope)):
            count = symbolic(given[1], scope) if name == "copy_n" and len(given) > 1 else None
            count = UNKNOWN if name == "copy_n" and count is None else count
            return self._streamed(kind, count, node, given[-1], scope)
        if name in ("generate", "generate_n", "for_each", "for_each_n") and len(given) > 2:
            return self._repeated(name, node, given, scope)
        return None

    def _iterated(self, node: Node, scope: Scope) -> str:
        """The type that a stream iterator reads, "" where the node is none."""
        found = scope.find(text_of(node))
        match = _STREAM_ITERATOR.search(found.type if found is not None else text_of(node))
        return plain_type(match.group(1), self.program.aliases) if match else ""

    def _streamed(self, kind: str, count: str | None, node: Node, into: Node, scope: Scope) -> list[Item]:
        target = target_of(into, scope, self.program.fields)
        line = node.start_point.row + 1
        found, bits = kind_and_bits(kind)
        if target.variable is not None and count is not None:
            target.variable.dims = [count]
        return [Loop(count, (Token(self.key(target.name), found, bits, line, self.statement),), line)]

    def on_init_stream(self, variable: Variable, value: Node, scope: Scope) -> list[Item] | None:
        """`vector<int> v(istream_iterator<int>(cin), {})` reads to the end of the input."""
        named = value.named_children
        kind = self._iterated(named[0], scope) if named else ""
        if not kind:
            return None
        found, bits = kind_and_bits(kind)
        line = value.start_point.row + 1
        return [Loop(None, (Token(self.key(variable.name), found, bits, line, self.statement),), line)]

    def _repeated(self, name: str, node: Node, given: list[Node], scope: Scope) -> list[Item] | None:
        """`generate(begin, end, f)` and `for_each(begin, end, f)`, or with a count in place of the end."""
        target = target_of(given[0], scope, self.program.fields)
        if name.endswith("_n"):
            count = symbolic(given[1], scope)
        else:
            count = _span(symbolic(given[0], scope), symbolic(given[1], scope), target)
        function = self._function(given[2])
        if function is None:
            return None
        element = part_of(target) if target.dims or target.variable is None else Target(target.name, target.type)
        before = self.result
        items = self.call(function, [element] if name.startswith("for_each") else [], scope)
        self.result = before
        if not has_reads(items):
            return []
        line = node.start_point.row + 1
        if count is None:
            self.remarks.append((line, "how often this reads isn't plain from the code"))
        made: list[Item] = [Loop(count if count is not None else UNKNOWN, tuple(items), line)]
        return (
            self.named_after(made, target.variable)
            if target.variable is not None and name.startswith("generate")
            else made
        )

    def _function(self, node: Node) -> Function | None:
        """A lambda written as an argument, or the program's own function of that name."""
        if node.type == "lambda_expression":
            body, declarator = node.child_by_field_name("body"), node.child_by_field_name("declarator")
            parameters = parameters_of(declarator, self.program) if declarator is not None else ()
            return Function("lambda", parameters, body, "auto", "lambda") if body is not None else None
        found = self.program.functions.get(text_of(node), [])
        return found[0] if found else None


def _span(start: str | None, end: str | None, target: Target) -> str | None:
    if start == "0" and end is not None:
        return end
    return target.dims[0] if target.dims else None

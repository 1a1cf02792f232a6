"""Counts inside of expressions: lambdas, comprehensions, and work in builtins.

Runs under the USER's interpreter: standard library only. Each operand is wrapped in an identity function of the
runtime, or the result is, so evaluation order, exceptions and values stay as they are.
"""

import ast
import sys

from python_kinds import Scope, is_sequence
from python_nodes import (
    CHAIN,
    COPY,
    EACH,
    END,
    EVALUATED,
    ITEMS,
    ITERATE,
    SCAN,
    SHIFT,
    SORT,
    located,
    named,
    ticked,
    wrap,
)

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
INLINED = sys.version_info >= (3, 12)

SCANNING_CALLS = frozenset({"min", "max", "sum"})
SORTING_CALLS = frozenset({"sorted"})
COPYING_CALLS = frozenset({"list", "set", "tuple", "dict", "frozenset"})
SCANNING_METHODS = frozenset({"index", "count", "remove", "find", "rfind"})
COPYING_METHODS = frozenset({"join", "split", "replace", "copy", "splitlines"})
SMALL_DISPLAY = 8


class Expressions(ast.NodeTransformer):
    """Rewrites one statement's expressions: ticks in lambdas and comprehensions, and builtin work."""

    def __init__(self, owner, scope, line):
        self.owner = owner
        self.scope = scope
        self.line = line

    def rewrite_own(self, node):
        """Rewrites the statement's own expressions in place, bodies left alone."""
        for name, value in list(ast.iter_fields(node)):
            if name in ("body", "orelse", "finalbody", "handlers", "cases", "annotation", "returns", "type_params"):
                continue
            if isinstance(value, list):
                setattr(node, name, [self.visit(part) if isinstance(part, ast.AST) else part for part in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and self.may_grow(node):
            node.value = wrap(COPY, node.value)

    def may_grow(self, node):
        """Whether `a += b` is text or a list, as far as the source shows."""
        if is_sequence(node.value):
            return not isinstance(node.value, (ast.Constant, ast.List))
        return isinstance(node.target, ast.Name) and self.scope.typed.get(node.target.id) == "sequence"

    def visit_arguments(self, node):
        node.defaults = [self.visit(value) for value in node.defaults]
        node.kw_defaults = [value and self.visit(value) for value in node.kw_defaults]
        return node

    def visit_JoinedStr(self, node):
        # A field's expression may be rewritten; its format specification is text in the shape of a node.
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                value.value = self.visit(value.value)
        return node

    def visit_Lambda(self, node):
        self.visit(node.args)
        inner = Expressions(self.owner, Scope(node.lineno, "lambda", {}), self.line)
        tick = self.owner.tick()
        tick.add(self.line, 1)
        tick.weight = sum(isinstance(part, ast.expr) for part in ast.walk(node.body))
        body = inner.visit(node.body)
        node.body = located(ast.BoolOp(ast.And(), [ticked(tick.slot, body), body]), body)
        return node

    def visit_comprehension_node(self, node):
        frame = isinstance(node, ast.GeneratorExp) or not INLINED
        items = self.owner.block()
        items.weight = sum(isinstance(part, ast.expr) for part in ast.walk(node))
        line = self.line
        simple = isinstance(node, ast.ListComp) and len(node.generators) == 1 and not node.generators[0].ifs
        self.generic_visit(node)
        items.add(line, 1)
        if simple and not node.generators[0].is_async:
            return wrap(ITEMS, node, items.slot, 1 if frame else 0)
        self.owner.ticks.append(items.slot)
        for index, generator in enumerate(node.generators):
            slot = items.slot
            if index:
                level = self.owner.tick()
                level.weight = 1
                level.add(line, 1)
                slot = level.slot
            generator.ifs.insert(0, ticked(slot, generator.iter))
        if not isinstance(node, ast.GeneratorExp) and frame:
            framed = self.owner.block()
            framed.add(line, 1)
            return wrap(EVALUATED, node, framed.slot)
        if isinstance(node, ast.GeneratorExp):
            self.count_exhaustion(node, line)
        return node

    def visit(self, node):
        if isinstance(node, COMPREHENSIONS):
            return self.visit_comprehension_node(node)
        return super().visit(node)

    def count_exhaustion(self, node, line):
        """A generator expression has one event per item, and one when it finds the iterator exhausted."""
        ended = self.owner.block()
        ended.add(line, 1)
        generator = node.generators[0]
        if generator.is_async:
            return
        source = located(ast.Call(named(ITERATE, generator.iter), [generator.iter], []), generator.iter)
        end = located(
            ast.Call(named(END, generator.iter), [located(ast.Constant(ended.slot), generator.iter)], []),
            generator.iter,
        )
        generator.iter = located(ast.Call(named(CHAIN, generator.iter), [source, end], []), generator.iter)

    def visit_Compare(self, node):
        self.generic_visit(node)
        for index, operator in enumerate(node.ops):
            container = node.comparators[index]
            if isinstance(operator, (ast.In, ast.NotIn)) and not self.is_cheap_container(container):
                node.comparators[index] = wrap(SCAN, container)
        return node

    def is_cheap_container(self, node):
        if isinstance(node, (ast.Set, ast.Dict, ast.SetComp, ast.DictComp)):
            return True
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, (ast.Tuple, ast.List)):
            return len(node.elts) <= SMALL_DISPLAY
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("set", "dict", "frozenset", "range")
        return isinstance(node, ast.Name) and self.scope.typed.get(node.id) == "hashed"

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id not in self.owner.bound:
            return self.builtin_call(node, node.func.id)
        if isinstance(node.func, ast.Attribute):
            return self.method_call(node, node.func)
        return node

    def builtin_call(self, node, called):
        if not node.args or isinstance(node.args[0], ast.Starred):
            return node
        if called in SORTING_CALLS:
            return wrap(SORT, node)
        if called in COPYING_CALLS:
            return wrap(COPY, node)
        if called in SCANNING_CALLS and len(node.args) == 1 and not isinstance(node.args[0], ast.GeneratorExp):
            node.args[0] = wrap(EACH, node.args[0])
        return node

    def method_call(self, node, function):
        method, count = function.attr, len(node.args)
        moves = (method == "pop" and count == 1 and not _is_minus_one(node.args[0])) or (
            method == "insert" and count == 2
        )
        if moves:
            function.value = wrap(SHIFT, function.value)
        elif method == "sort":
            function.value = wrap(SORT, function.value)
        elif method == "reverse" and not count:
            function.value = wrap(COPY, function.value)
        elif method in SCANNING_METHODS and count:
            function.value = wrap(SCAN, function.value)
        elif method in COPYING_METHODS:
            return wrap(COPY, node)
        elif method == "extend" and count == 1 and not isinstance(node.args[0], (ast.Starred, ast.GeneratorExp)):
            node.args[0] = wrap(COPY, node.args[0])
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice):
            return wrap(COPY, node)
        return node

    def visit_BinOp(self, node):
        grows = (
            isinstance(node.op, (ast.Add, ast.Mult))
            and (is_sequence(node.left) or is_sequence(node.right))
            and not (isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant))
        )
        self.generic_visit(node)
        return wrap(COPY, node) if grows else node


def _is_minus_one(node):
    return (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and node.operand.value == 1
    )

"""Which names a Python program binds where, and which of them surely hold a value when a point of it is reached.

A condition that names a variable which isn't bound yet would end the program with a `NameError`. So a name counts as
bound at a statement only where the text proves it: parameters, assignments that come before it on every way there,
and the module's own before the first call of a function.
"""

from __future__ import annotations

import ast
import builtins

from slowpath.analysis.rules.python_bindings import (
    BLOCK_FIELDS,
    COMPREHENSIONS,
    FUNCTIONS,
    Binding,
    binding_targets,
    bound_by,
    evaluated_by,
    names_of_target,
    parameter_names,
)
from slowpath.analysis.rules.python_view_tree import Tree

SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef, ast.Module)
READERS = frozenset({"input", "stdin", "readline", "readlines", "raw_input", "next", "fileinput"})
_BUILTINS = frozenset(dir(builtins))


class Scopes:
    """The names of every function and of the module."""

    def __init__(self, whole: Tree) -> None:
        self.whole = whole
        self.tree = tree = whole.module
        self.parents = whole.parents
        self.bindings: dict[ast.AST, dict[str, list[Binding]]] = {tree: {}}
        self.attributes: dict[str, list[Binding]] = {}
        self._outside: dict[ast.AST, dict[str, ast.AST]] = {}
        self._bound: set[str] = set()
        self._words: dict[ast.AST, frozenset[str]] = {}
        self._before: dict[tuple[str, ast.stmt], bool] = {}
        self._evaluated: dict[ast.stmt, frozenset[str]] = {}
        self._binding_statements: dict[ast.stmt, frozenset[str]] = {}
        for node in whole.nodes:
            if isinstance(node, ast.Global | ast.Nonlocal):
                scope = self.scope_around(node)
                target = tree if isinstance(node, ast.Global) else self._enclosing(scope)
                self._outside.setdefault(scope, {}).update(dict.fromkeys(node.names, target))
        for node in whole.nodes:
            self._collect(node)
        self._deleted = {
            node.id for node in whole.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del)
        }
        self.readers = self._readers()
        self._first_call = self._first_user_call()

    def scope_around(self, node: ast.AST) -> ast.AST:
        """The function, lambda, class or module whose names `node` sees first; comprehensions have none here."""
        parent = self.parents.get(node)
        while parent is not None and not isinstance(parent, SCOPES):
            parent = self.parents.get(parent)
        return parent if parent is not None else self.tree

    def scope_of(self, name: str, node: ast.AST) -> ast.AST | None:
        """The scope that `name` belongs to where `node` stands; None for a built-in or an unknown name."""
        scope: ast.AST = node if isinstance(node, SCOPES) else self.scope_around(node)
        first = True
        while True:
            outside = self._outside.get(scope, {}).get(name)
            if outside is not None:
                return outside
            if name in self.bindings.get(scope, ()) and (first or not isinstance(scope, ast.ClassDef)):
                return scope
            if scope is self.tree:
                return None
            scope, first = self._enclosing(scope), False

    def bindings_of(self, name: str, node: ast.AST) -> list[Binding]:
        """All that binds the variable that `name` is where `node` stands, the comprehension around it first."""
        inner = self.comprehension_binding(name, node)
        if inner is not None:
            return [inner]
        scope = self.scope_of(name, node)
        return self.bindings[scope].get(name, []) if scope is not None else []

    def comprehension_binding(self, name: str, node: ast.AST) -> Binding | None:
        """What a comprehension around `node` binds `name` to, None where none does."""
        child: ast.AST = node
        parent = self.parents.get(node)
        while parent is not None and not isinstance(parent, SCOPES):
            if isinstance(parent, COMPREHENSIONS) and child is not parent.generators[0].iter:
                generators = (
                    parent.generators
                    if not isinstance(child, ast.comprehension)
                    else parent.generators[: parent.generators.index(child) + 1]
                )
                for generator in reversed(generators):
                    if generator is child and self._is_below(node, generator.iter, generator):
                        continue
                    for binding, bound in binding_targets(generator, generator.target, generator.iter, "item"):
                        if bound == name:
                            return binding
            child, parent = parent, self.parents.get(parent)
        return None

    def is_bound_anywhere(self, name: str) -> bool:
        """Whether the program binds the name in any scope."""
        return name in self._bound

    def names_in(self, node: ast.AST) -> set[str]:
        """All names that `node` mentions."""
        return {part.id for part in self.whole.walk(node) if isinstance(part, ast.Name)}

    def is_before(self, name: str, statement: ast.stmt) -> bool:
        """Whether `name` surely holds a value just before `statement` runs."""
        known = self._before.get((name, statement))
        if known is None:
            known = self._before[(name, statement)] = self._is_before(name, statement)
        return known

    def _is_before(self, name: str, statement: ast.stmt) -> bool:
        scope = self.scope_of(name, statement)
        if scope is None:
            return name in _BUILTINS and name not in self._bound
        if self._is_deleted(name, scope):
            return False
        own = self.scope_around(statement)
        if scope is own:
            return name in parameter_names(own) or self._dominates(name, statement)
        if isinstance(scope, ast.Module):
            return self._global_before(name, own)
        function: ast.AST = own
        while self.scope_around(function) is not scope:
            function = self.scope_around(function)
            if function is self.tree:
                return False
        return name in parameter_names(scope) or (isinstance(function, ast.stmt) and self._dominates(name, function))

    def evaluated(self, statement: ast.stmt) -> frozenset[str]:
        """The texts of names, attributes, subscripts, remainders and quotients that `statement` itself evaluates,
        whatever their values: nothing behind `and`, `or`, `if` or in a comprehension or lambda."""
        known = self._evaluated.get(statement)
        if known is None:
            known = self._evaluated[statement] = evaluated_by(statement)
        return known

    def changes_in(self, name: str, nodes: list[ast.stmt]) -> bool:
        """Whether any of the statements may bind `name` anew, definitions among them included."""
        return any(
            isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
            for node in nodes
            for part in self.whole.walk(node)
        )

    def _enclosing(self, scope: ast.AST) -> ast.AST:
        around = self.scope_around(scope)
        while isinstance(around, ast.ClassDef):
            around = self.scope_around(around)
        return around

    def _is_below(self, node: ast.AST, top: ast.AST, stop: ast.AST) -> bool:
        while node is not stop:
            if node is top:
                return True
            node = self.parents[node]
        return False

    def _bind(self, node: ast.AST, name: str, binding: Binding) -> None:
        self._bound.add(name)
        scope = self.scope_around(node)
        scope = self._outside.get(scope, {}).get(name, scope)
        self.bindings.setdefault(scope, {}).setdefault(name, []).append(binding)

    def _collect(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind_targets(node, target, node.value, "whole")
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._bind_targets(node, node.target, node.value, "whole")
        elif isinstance(node, ast.AugAssign):
            self._bind_targets(node, node.target, node.value, "add")
        elif isinstance(node, ast.NamedExpr):
            self._bind_targets(node, node.target, node.value, "whole")
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._bind_targets(node, node.target, node.iter, "item")
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._bind_targets(node, node.optional_vars, None, "whole")
        elif isinstance(node, (*FUNCTIONS, ast.Lambda)):
            if not isinstance(node, ast.Lambda):
                self._bind(node, node.name, Binding(node, None))
            table = self.bindings.setdefault(node, {})
            for name in parameter_names(node):
                self._bound.add(name)
                table.setdefault(name, []).append(Binding(node, None, "parameter"))
        elif isinstance(node, ast.ClassDef):
            self._bind(node, node.name, Binding(node, None))
            self.bindings.setdefault(node, {})
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                self._bind(node, (alias.asname or alias.name).split(".")[0], Binding(node, None))
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self._bind(node, node.name, Binding(node, None))
        elif isinstance(node, ast.comprehension):
            self._bound |= {name for _, name in binding_targets(node, node.target, node.iter, "item")}
        elif type(node).__name__ in ("MatchAs", "MatchStar", "MatchMapping"):
            captured = getattr(node, "name", None) or getattr(node, "rest", None)
            if captured:
                self._bind(node, captured, Binding(node, None))

    def _bind_targets(self, node: ast.AST, target: ast.expr, value: ast.expr | None, how: str) -> None:
        for binding, name in binding_targets(node, target, value, how):
            if name.startswith("."):
                self.attributes.setdefault(name[1:], []).append(binding)
            else:
                self._bind(node, name, binding)

    def _readers(self) -> frozenset[str]:
        """The names by which the program reads: the usual ones, what is bound to them, and functions that use them."""
        found = set(READERS)
        for _ in range(3):
            before = len(found)
            for table in self.bindings.values():
                for name, bindings in table.items():
                    if name not in found and any(self._may_read(binding, found) for binding in bindings):
                        found.add(name)
            if len(found) == before:
                break
        return frozenset(found)

    def _may_read(self, binding: Binding, words: set[str]) -> bool:
        value = binding.value if binding.how == "whole" else None
        if isinstance(value, ast.Lambda | ast.Attribute | ast.Name):
            return self._mentions(value, words)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "iter":
            return True
        return (
            isinstance(binding.node, FUNCTIONS)
            and binding.how == "whole"
            and binding.value is None
            and any(self._mentions(part, words) for part in binding.node.body)
        )

    def _mentions(self, node: ast.AST, words: set[str]) -> bool:
        known = self._words.get(node)
        if known is None:
            known = self._words[node] = frozenset(
                part.id if isinstance(part, ast.Name) else part.attr
                for part in self.whole.walk(node)
                if isinstance(part, ast.Name | ast.Attribute)
            )
        return not words.isdisjoint(known)

    def _is_deleted(self, name: str, scope: ast.AST) -> bool:
        """Whether `del name` or the end of an `except ... as name` may unbind it."""
        return name in self._deleted or any(
            isinstance(binding.node, ast.ExceptHandler) for binding in self.bindings[scope].get(name, ())
        )

    def _dominates(self, name: str, statement: ast.stmt) -> bool:
        """Whether a statement before this one, on every way to it in its function, binds the name."""
        child: ast.AST = statement
        while not isinstance(child, SCOPES):
            parent = self.parents.get(child)
            if parent is None:
                return False
            if (
                isinstance(parent, ast.For | ast.AsyncFor)
                and child in parent.body
                and name in names_of_target(parent.target)
            ):
                return True
            for block in BLOCK_FIELDS:
                siblings = getattr(parent, block, None)
                if isinstance(siblings, list) and child in siblings:
                    for other in siblings[: siblings.index(child)]:
                        if name in self._surely_bound(other):
                            return True
            child = parent
        return False

    def _surely_bound(self, statement: ast.stmt) -> frozenset[str]:
        """The names that a statement binds whatever happens, exceptions aside."""
        known = self._binding_statements.get(statement)
        if known is None:
            known = self._binding_statements[statement] = frozenset(bound_by(statement))
        return known

    def _global_before(self, name: str, function: ast.AST) -> bool:
        """Whether the module binds the name before any function can have been called."""
        while self.scope_around(function) is not self.tree:
            function = self.scope_around(function)
        line = getattr(function, "lineno", 0)
        for statement in self.tree.body:
            if name in self._surely_bound(statement):
                return statement.lineno < line or statement.lineno < self._first_call
        return False

    def _first_user_call(self) -> int:
        """The line of the module's first statement that may call one of the program's functions."""
        own = {node.name for node in self.whole.nodes if isinstance(node, (*FUNCTIONS, ast.ClassDef))}
        for statement in self.tree.body:
            if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)) and self._mentions(statement, own):
                return statement.lineno
        return 1 << 60

"""What calls return, as far as a Python program's text shows: builtins, the library, its own functions and methods."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Protocol

from slowpath.analysis.rules.python_bindings import FUNCTIONS, Binding
from slowpath.analysis.rules.python_view_scopes import Scopes
from slowpath.analysis.rules.python_view_values import (
    BOOL,
    BOOL_METHODS,
    BYTES,
    FLOAT,
    INT,
    INT_METHODS,
    ITERATORS,
    LINEAR,
    LISTS,
    NONE,
    NOTHING_YET,
    RETURNS,
    STR,
    TEXT,
    TEXT_METHODS,
    UNKNOWN,
    Kind,
    joined,
)


class Asked(Protocol):
    """Who says what expressions hold (`python_view_kinds`)."""

    def of(self, node: ast.expr) -> Kind:
        """The kind of an expression where it stands."""

    def is_int(self, node: ast.expr) -> bool:
        """Whether it surely is an integer."""

    def guarded(self, key: object, ask: Callable[[], Kind]) -> Kind:
        """What `ask` says of `key`, asked once."""


class CallKinds:
    """Asks for the kinds of what a program's calls return."""

    def __init__(self, kinds: Asked, scopes: Scopes) -> None:
        self._kinds = kinds
        self._scopes = scopes

    def of(self, node: ast.Call) -> Kind:
        """The kind of what a call returns."""
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if isinstance(node.func, ast.Name):
            return self._function(node, node.func)
        return UNKNOWN

    def _function(self, node: ast.Call, function: ast.Name) -> Kind:
        name = function.id
        bindings = self._scopes.bindings_of(name, function)
        own = [binding for binding in bindings if not isinstance(binding.node, ast.Import | ast.ImportFrom)]
        if own:
            return joined([self._called(binding, node) for binding in own])
        return self._builtin(node, name)

    def _called(self, binding: Binding, node: ast.Call) -> Kind:
        """What a call of something that the program bound gives: a function, a lambda, an alias."""
        if isinstance(binding.node, FUNCTIONS) and binding.how == "whole":
            return self._returned(binding.node)
        value = binding.value if binding.how == "whole" else None
        if isinstance(value, ast.Lambda):
            return self._kinds.guarded(value, lambda: self._kinds.of(value.body))
        if isinstance(value, ast.Attribute):
            return _of_reader(value) or UNKNOWN
        if isinstance(value, ast.Name) and value.id != getattr(node.func, "id", ""):
            return self._builtin(node, value.id) if not self._scopes.bindings_of(value.id, value) else UNKNOWN
        return UNKNOWN

    def _returned(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Kind:
        made: list[Kind] = []

        def ask() -> Kind:
            waiting: list[ast.AST] = list(function.body)
            while waiting:
                part = waiting.pop()
                if isinstance(part, ast.Yield | ast.YieldFrom | ast.AsyncFor | ast.Await):
                    return UNKNOWN
                if isinstance(part, ast.Return):
                    made.append(self._kinds.of(part.value) if part.value is not None else NONE)
                if not isinstance(part, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
                    waiting.extend(ast.iter_child_nodes(part))
            return joined(made) if made else NONE

        return self._kinds.guarded(function, ask)

    def _builtin(self, node: ast.Call, name: str) -> Kind:
        first = node.args[0] if node.args else None
        if name in RETURNS:
            return RETURNS[name]
        if name in LISTS:
            return Kind("list", self._kinds.of(first).element if first is not None else NOTHING_YET)
        if name in ("set", "frozenset", "tuple", "deque"):
            item = self._kinds.of(first).element if first is not None else NOTHING_YET
            return Kind("set" if name == "frozenset" else name, item)
        if name in ("dict", "OrderedDict"):
            return Kind("dict", UNKNOWN)
        if name == "defaultdict":
            made = (
                self._builtin(ast.Call(first, [], []), first.id)
                if isinstance(first, ast.Name)
                else self._kinds.of(first.body)
                if isinstance(first, ast.Lambda)
                else UNKNOWN
            )
            return Kind("dict", made)
        if name == "range":
            return Kind("range", INT)
        if name == "map" and len(node.args) >= 2:
            return Kind("iterator", self._mapped(node.args[0]))
        if name == "enumerate" and first is not None:
            return Kind("iterator", Kind("tuple", None, (INT, self._kinds.of(first).element)))
        if name == "zip":
            return Kind("iterator", Kind("tuple", None, tuple(self._kinds.of(part).element for part in node.args[:8])))
        if name in ("min", "max") and first is not None:
            return (
                self._kinds.of(first).element
                if len(node.args) == 1
                else joined([self._kinds.of(part) for part in node.args])
            )
        if name == "sum" and first is not None:
            item = self._kinds.of(first).element
            return INT if item.name in ("int", "bool") and len(node.args) == 1 else FLOAT if item == FLOAT else UNKNOWN
        if name in ("abs", "next", "heappop", "deepcopy", "copy", "pow", "round") and first is not None:
            kind = self._kinds.of(first)
            if name in ("next", "heappop"):
                return kind.element
            if name == "round":
                return INT if len(node.args) == 1 else FLOAT
            return UNKNOWN if name == "pow" and len(node.args) < 3 else kind
        if name == "divmod":
            return Kind("tuple", None, (INT, INT)) if all(self._kinds.is_int(part) for part in node.args) else UNKNOWN
        if name in ITERATORS:
            if first is None or name == "product":
                return Kind("iterator", UNKNOWN)
            return Kind("iterator", self._kinds.of(first).element)
        if name == "accumulate" and first is not None:
            return Kind("iterator", self._kinds.of(first).element)
        return UNKNOWN

    def _mapped(self, function: ast.expr) -> Kind:
        if isinstance(function, ast.Lambda):
            return self._kinds.of(function.body)
        if isinstance(function, ast.Name):
            bindings = self._scopes.bindings_of(function.id, function)
            if not bindings:
                return self._builtin(ast.Call(function, [], []), function.id)
            return joined([self._called(binding, ast.Call(function, [], [])) for binding in bindings])
        return STR if isinstance(function, ast.Attribute) and function.attr in TEXT_METHODS else UNKNOWN

    def _method(self, node: ast.Call, function: ast.Attribute) -> Kind:
        method = function.attr
        read = _of_reader(function)
        if read is not None:
            return read
        if (
            isinstance(function.value, ast.Name)
            and not self._is_own(function.value)
            and method
            in tuple(
                (
                    "heappop deque defaultdict Counter OrderedDict gcd isqrt sqrt floor ceil bisect_left "
                    "bisect_right bisect deepcopy copy factorial comb accumulate"
                ).split()
            )
        ):
            return self._builtin(node, method)
        base = self._kinds.of(function.value)
        if method in ("split", "rsplit", "splitlines") and base.name in (*TEXT, ""):
            return Kind("list", BYTES if base == BYTES else STR)
        if base == NOTHING_YET and method in (*TEXT_METHODS, "copy"):
            return NOTHING_YET
        if base.name in TEXT:
            if method in TEXT_METHODS:
                return base
            if method in ("encode", "decode"):
                return BYTES if method == "encode" else STR
        if method in INT_METHODS and base.name in (*TEXT, *LINEAR, "int"):
            return INT
        if method in BOOL_METHODS:
            return BOOL
        if base.name in ("list", "set", "dict", "deque"):
            if method == "copy":
                return base
            if method in ("pop", "popleft", "get", "setdefault"):
                return base.element
            if method in ("keys", "values", "items"):
                pair = Kind("tuple", None, (UNKNOWN, base.element))
                return Kind("view", {"keys": UNKNOWN, "values": base.element, "items": pair}[method])
            if method in ("union", "intersection", "difference", "symmetric_difference"):
                return base
        called = self._methods(method)
        return joined([self._returned(each) for each in called]) if called else UNKNOWN

    def _methods(self, name: str) -> list[ast.FunctionDef]:
        """The program's own methods of that name."""
        return [
            binding.node
            for scope, table in self._scopes.bindings.items()
            if isinstance(scope, ast.ClassDef)
            for binding in table.get(name, [])
            if isinstance(binding.node, ast.FunctionDef)
        ]

    def _is_own(self, node: ast.Name) -> bool:
        return any(
            not isinstance(binding.node, ast.Import | ast.ImportFrom)
            for binding in self._scopes.bindings_of(node.id, node)
        )


def _of_reader(node: ast.Attribute) -> Kind | None:
    """What a reader of the input gives: `sys.stdin.readline`, `sys.stdin.buffer.read`; None for anything else."""
    if node.attr not in ("readline", "read", "readlines"):
        return None
    text = ast.unparse(node.value)
    kind = BYTES if "buffer" in text or "BytesIO" in text or "os" in text.split("(")[0].split(".") else STR
    if "stdin" not in text and "open" not in text and "IO" not in text:
        return None
    return Kind("list", kind) if node.attr == "readlines" else kind

"""What a Python program's expressions hold, as far as its text shows: list of int, str, dict, iterator.

A name's kind is what all its assignments agree on; a parameter's what all calls pass; a function's what it returns.
Where they disagree, or the text doesn't show it, the kind is UNKNOWN, and no condition takes its length. What calls
return is in `python_view_calls`. The inference is bounded by `_MOST_STEPS` for one question.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from slowpath.analysis.rules.python_bindings import FUNCTIONS, Binding
from slowpath.analysis.rules.python_view_calls import CallKinds
from slowpath.analysis.rules.python_view_scopes import Scopes
from slowpath.analysis.rules.python_view_values import (
    ADDING_METHODS,
    BOOL,
    FLOAT,
    INT,
    LINEAR,
    NOTHING_YET,
    STR,
    TEXT,
    UNKNOWN,
    Kind,
    joined,
    of_constant,
)

_MOST_STEPS = 3_000
_MOST_CALLS = 12
_NOTHING = 1 << 30


class Kinds:
    """Asks for the kinds of a program's expressions."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self._returns = CallKinds(self, scopes)
        self._known: dict[ast.AST, Kind] = {}
        self._answers: dict[object, Kind] = {}
        self._open: dict[object, int] = {}
        self._leant_on = _NOTHING
        self._steps = 0
        self._cut = False
        self._calls: dict[str, list[ast.Call]] = {}
        self._grown: dict[str, list[tuple[str, ast.Call]]] = {}
        for node in scopes.whole.nodes:
            if isinstance(node, ast.Call):
                self._note(node)

    def of(self, node: ast.expr) -> Kind:
        """The kind of an expression where it stands."""
        if not self._open:
            self._steps, self._cut = 0, False
        known = self._known.get(node)
        if known is not None:
            return known
        self._steps += 1
        if self._steps > _MOST_STEPS or len(self._open) > 60:
            self._cut = True
            return UNKNOWN
        found = self._of(node)
        if not self._open and not self._cut:
            found = UNKNOWN if found == NOTHING_YET else found
            self._known[node] = found
        return found

    def is_list(self, node: ast.expr) -> bool:
        """Whether it is a list, tuple or deque: what a search goes over one by one."""
        return self.of(node).name in LINEAR

    def is_text(self, node: ast.expr) -> bool:
        """Whether it is a string or bytes."""
        return self.of(node).name in TEXT

    def is_int(self, node: ast.expr) -> bool:
        """Whether it surely is an integer."""
        return self.of(node).name in ("int", "bool")

    def _note(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            self._calls.setdefault(node.func.id, []).append(node)
        elif isinstance(node.func, ast.Attribute):
            self._calls.setdefault(node.func.attr, []).append(node)
            base, way = node.func.value, node.func.attr
            while isinstance(base, ast.Subscript):
                base, way = base.value, way + "[]"
            name = base.id if isinstance(base, ast.Name) else "." + base.attr if isinstance(base, ast.Attribute) else ""
            if name and node.args:
                self._grown.setdefault(name, []).append((way, node))

    def _of(self, node: ast.expr) -> Kind:
        if isinstance(node, ast.Constant):
            return of_constant(node.value)
        if isinstance(node, ast.Name):
            return self._of_name(node)
        handler = getattr(self, "_on_" + type(node).__name__.lower(), None)
        return handler(node) if handler is not None else UNKNOWN

    def _of_name(self, node: ast.Name) -> Kind:
        inner = self._scopes.comprehension_binding(node.id, node)
        if inner is not None:
            return self.guarded(inner, lambda: self._bound(inner))
        scope = self._scopes.scope_of(node.id, node)
        if scope is None:
            return UNKNOWN
        bindings = self._scopes.bindings[scope].get(node.id, [])
        return self.guarded((scope, node.id), lambda: self._with_items(node.id, self._join(bindings, scope, node.id)))

    def guarded(self, key: object, ask: Callable[[], Kind]) -> Kind:
        """What `ask` says of a name, function or lambda, asked once: NOTHING_YET where it asks for itself meanwhile.

        An answer that leaned on such a NOTHING_YET of something asked further out isn't kept.
        """
        if key in self._answers:
            return self._answers[key]
        if key in self._open:
            self._leant_on = min(self._leant_on, self._open[key])
            return NOTHING_YET
        depth, before = len(self._open), self._leant_on
        self._open[key], self._leant_on = depth, _NOTHING
        try:
            answer = ask()
            if self._leant_on >= depth and not self._cut:
                self._answers[key] = answer
            return answer
        finally:
            del self._open[key]
            self._leant_on = min(before, self._leant_on if self._leant_on < depth else _NOTHING)

    def _join(self, bindings: list[Binding], scope: ast.AST | None, name: str) -> Kind:
        made: list[Kind] = []
        for binding in bindings:
            if binding.how == "parameter":
                made.append(self._parameter(scope, name) if scope is not None else UNKNOWN)
            else:
                made.append(self._bound(binding))
            if made[-1] == UNKNOWN:
                return UNKNOWN
        return joined(made)

    def _bound(self, binding: Binding) -> Kind:
        if binding.value is None:
            return UNKNOWN
        kind = self.of(binding.value)
        if kind == NOTHING_YET:
            return kind
        if binding.how == "whole":
            return kind
        if binding.how == "add":
            return self._added(binding, kind)
        if binding.how == "item":
            return kind.element
        part = kind if binding.how == "part" else kind.element
        if part.parts:
            return part.parts[binding.index] if binding.index < len(part.parts) else UNKNOWN
        return part.element

    def _added(self, binding: Binding, kind: Kind) -> Kind:
        """What `x op= value` can make of x, whatever it was: `+=` on a list takes any iterable."""
        operator = binding.node.op if isinstance(binding.node, ast.AugAssign) else None
        if isinstance(operator, ast.Div):
            return FLOAT
        if isinstance(operator, ast.Mult) and kind.name in ("int", "bool"):
            return NOTHING_YET
        if isinstance(operator, ast.Mod):
            return NOTHING_YET if kind.name in ("int", "bool") else UNKNOWN
        return INT if kind.name == "bool" else kind

    def _parameter(self, function: ast.AST, name: str) -> Kind:
        """What all calls of a function pass for a parameter."""
        if not isinstance(function, FUNCTIONS):
            return self._lambda_parameter(function, name)
        arguments = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        if name not in arguments:
            return UNKNOWN
        index = arguments.index(name)
        in_class = isinstance(self._scopes.parents.get(function), ast.ClassDef)
        called = function.name
        if in_class and called == "__init__":
            called = self._scopes.parents[function].name  # type: ignore[attr-defined]
        made: list[Kind] = []
        defaults = function.args.defaults
        first = len(arguments) - len(defaults)
        if index >= first:
            made.append(self.of(defaults[index - first]))
        calls = self._calls.get(called, [])
        if not calls or len(calls) > _MOST_CALLS:
            return UNKNOWN
        for call in calls:
            value = _passed(call, index - (1 if in_class else 0), name)
            if value is None and index < first:
                return UNKNOWN
            if value is not None:
                made.append(self.of(value))
            if made and made[-1] == UNKNOWN:
                return UNKNOWN
        return joined(made)

    def _lambda_parameter(self, function: ast.AST, name: str) -> Kind:
        parent = self._scopes.parents.get(function)
        call = self._scopes.parents.get(parent) if isinstance(parent, ast.keyword) and parent.arg == "key" else None
        if isinstance(call, ast.Call):
            if isinstance(call.func, ast.Attribute):
                return self.of(call.func.value).element
            return self.of(call.args[0]).element if call.args else UNKNOWN
        return UNKNOWN

    def _with_items(self, name: str, kind: Kind) -> Kind:
        """A container with what is put into it: `a.append(x)`, `g[u].append(v)`."""
        open_kinds = (NOTHING_YET, Kind("list", NOTHING_YET))
        if kind.name not in ("list", "deque", "set", "dict") or kind.element not in open_kinds:
            return kind
        added: list[Kind] = []
        nested = kind.element != NOTHING_YET
        for way, call in self._grown.get(name, ()):
            method = way.replace("[]", "")
            if way.count("[]") == (1 if nested else 0) and method in ADDING_METHODS:
                value = self.of(call.args[-1])
                added.append(value.element if method == "extend" else value)
        item = joined(added) if added else UNKNOWN
        return Kind(kind.name, Kind("list", item) if nested else item)

    def _on_list(self, node: ast.List) -> Kind:
        return Kind("list", joined([self.of(part) for part in node.elts[:8]]) if node.elts else NOTHING_YET)

    def _on_set(self, node: ast.Set) -> Kind:
        return Kind("set", joined([self.of(part) for part in node.elts[:8]]))

    def _on_tuple(self, node: ast.Tuple) -> Kind:
        if any(isinstance(part, ast.Starred) for part in node.elts):
            return Kind("tuple", UNKNOWN)
        return (
            Kind("tuple", None, tuple(self.of(part) for part in node.elts[:8]))
            if len(node.elts) <= 8
            else Kind("tuple", UNKNOWN)
        )

    def _on_dict(self, node: ast.Dict) -> Kind:
        return Kind("dict", joined([self.of(part) for part in node.values[:8]]) if node.values else UNKNOWN)

    def _on_listcomp(self, node: ast.ListComp) -> Kind:
        return Kind("list", self.of(node.elt))

    def _on_setcomp(self, node: ast.SetComp) -> Kind:
        return Kind("set", self.of(node.elt))

    def _on_dictcomp(self, node: ast.DictComp) -> Kind:
        return Kind("dict", self.of(node.value))

    def _on_generatorexp(self, node: ast.GeneratorExp) -> Kind:
        return Kind("iterator", self.of(node.elt))

    def _on_joinedstr(self, node: ast.JoinedStr) -> Kind:
        return STR

    def _on_compare(self, node: ast.Compare) -> Kind:
        return BOOL

    def _on_ifexp(self, node: ast.IfExp) -> Kind:
        return joined([self.of(node.body), self.of(node.orelse)])

    def _on_boolop(self, node: ast.BoolOp) -> Kind:
        return joined([self.of(part) for part in node.values])

    def _on_namedexpr(self, node: ast.NamedExpr) -> Kind:
        return self.of(node.value)

    def _on_starred(self, node: ast.Starred) -> Kind:
        return self.of(node.value).element

    def _on_unaryop(self, node: ast.UnaryOp) -> Kind:
        if isinstance(node.op, ast.Not):
            return BOOL
        kind = self.of(node.operand)
        return INT if kind.name == "bool" else kind

    def _on_subscript(self, node: ast.Subscript) -> Kind:
        kind = self.of(node.value)
        if isinstance(node.slice, ast.Slice):
            return Kind(kind.name, kind.element) if kind.parts else kind
        if kind.parts and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            index = node.slice.value
            return kind.parts[index] if -len(kind.parts) <= index < len(kind.parts) else UNKNOWN
        return kind.element if kind != NOTHING_YET else NOTHING_YET

    def _on_attribute(self, node: ast.Attribute) -> Kind:
        bindings = self._scopes.attributes.get(node.attr)
        if not bindings or not isinstance(node.value, ast.Name):
            return UNKNOWN
        return self.guarded(
            "." + node.attr, lambda: self._with_items("." + node.attr, self._join(bindings, None, node.attr))
        )

    def _on_binop(self, node: ast.BinOp) -> Kind:
        left, right = self.of(node.left), self.of(node.right)
        names = {left.name, right.name}
        if isinstance(node.op, ast.Div):
            return FLOAT if names <= {"int", "float", "bool"} else UNKNOWN
        if isinstance(node.op, ast.Mod) and left.name in TEXT:
            return left
        if isinstance(node.op, ast.Mult) and (left.is_sized or right.is_sized):
            return left if left.is_sized else right
        if NOTHING_YET.name in names and names <= {NOTHING_YET.name, "int", "float", "bool", "str", "list", "tuple"}:
            return left if right == NOTHING_YET else right
        if names <= {"int", "bool"}:
            if isinstance(node.op, ast.Pow) and not (
                isinstance(node.right, ast.Constant) or isinstance(node.left, ast.Constant)
            ):
                return UNKNOWN
            return INT
        if names <= {"int", "bool", "float"}:
            return FLOAT
        if isinstance(node.op, ast.Add) and left.name == right.name:
            if left.name in TEXT:
                return left
            return Kind(
                left.name, joined([left.element, right.element]) if left.element != right.element else left.element
            )
        if isinstance(node.op, ast.Sub | ast.BitAnd | ast.BitOr | ast.BitXor) and left.name == right.name == "set":
            return left
        return UNKNOWN

    def _on_call(self, node: ast.Call) -> Kind:
        return self._returns.of(node)


def _passed(call: ast.Call, index: int, name: str) -> ast.expr | None:
    if any(isinstance(argument, ast.Starred) for argument in call.args[: index + 1]):
        return None
    if 0 <= index < len(call.args):
        return call.args[index]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)

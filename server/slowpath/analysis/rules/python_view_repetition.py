"""Whether a Python program does something again and again over the same data, and what stays the same meanwhile."""

from __future__ import annotations

import ast
import operator

from slowpath.analysis.rules.python_bindings import FUNCTIONS
from slowpath.analysis.rules.python_view import LOOPS, Loop, Site, View

CHANGING = frozenset(
    (
        "append appendleft add insert extend pop popleft remove discard clear sort reverse update setdefault rotate"
    ).split()
)
SHORT = 16
_LARGEST_POWER = 64
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
}


def is_again(view: View, site: Site, *nodes: ast.expr) -> bool:
    """Whether the site is reached many times for data that is read once: not just once for every test case.

    A loop that reads what `nodes` mention anew in each of its rounds is taken for one over test cases.
    """
    if site.loops:
        loop = site.loops[-1]
        if not loop.is_statement or not isinstance(loop.node, LOOPS) or not view.is_reading(loop.node):
            return True
        names = {name for node in nodes for name in view.scopes.names_in(node)}
        return not (_is_read_anew(view, names, loop) and len(site.outer) < 2)
    function = site.function
    return function in view.repeated and function is not None and not view.is_reading(function)


def _is_read_anew(view: View, names: set[str], loop: Loop) -> bool:
    """Whether a loop binds one of the names from what it reads, directly or through other names."""
    assert isinstance(loop.node, LOOPS)
    fresh: set[str] = set()
    for _ in range(2):
        for part in view.within(loop.node.body, ast.Assign, ast.AnnAssign):
            value = part.value  # type: ignore[attr-defined]
            if value is not None and (view.is_reading(value) or view.scopes.names_in(value) & fresh):
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]  # type: ignore[attr-defined]
                fresh |= {target.id for each in targets for target in ast.walk(each) if isinstance(target, ast.Name)}
    return bool(names & fresh)


def is_changed(view: View, name: str, loop: Loop) -> bool:
    """Whether a loop may change what a variable holds: binds it, stores into it, calls a changing method of it, or
    hands it to a function of the program."""
    nodes: list[ast.AST] = [loop.node]
    for node in nodes:
        for part in view.tree.walk(node):
            if isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load):
                return True
            if (
                isinstance(part, ast.Subscript | ast.Attribute)
                and not isinstance(part.ctx, ast.Load)
                and name in view.scopes.names_in(part.value)
            ):
                return True
            if isinstance(part, ast.Call) and _call_changes(view, part, name):
                return True
    return False


def _call_changes(view: View, call: ast.Call, name: str) -> bool:
    if isinstance(call.func, ast.Attribute):
        if name in view.scopes.names_in(call.func.value):
            return call.func.attr in CHANGING
        return call.func.attr.startswith(("heap", "insort", "shuffle")) and _is_argument(view, call, name)
    if isinstance(call.func, ast.Name) and view.scopes.is_bound_anywhere(call.func.id):
        return _is_argument(view, call, name)
    return False


def _is_argument(view: View, call: ast.Call, name: str) -> bool:
    return any(isinstance(argument, ast.Name) and argument.id == name for argument in call.args)


def is_short(view: View, node: ast.expr) -> bool:
    """Whether a container surely has few elements: a display, or a variable only ever bound to displays."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return len(node.elts) <= SHORT
    if isinstance(node, ast.Constant):
        return True
    if view.kinds.of(node).parts:
        return True
    if not isinstance(node, ast.Name):
        return False
    bindings = view.scopes.bindings_of(node.id, node)
    if any(
        isinstance(site.node, ast.Attribute)
        and site.node.attr in CHANGING
        and isinstance(site.node.value, ast.Name)
        and site.node.value.id == node.id
        for site in view.sites(ast.Attribute)
    ):
        return False
    return bool(bindings) and all(
        binding.how == "whole"
        and binding.value is not None
        and not isinstance(binding.value, ast.Name)
        and isinstance(binding.value, ast.List | ast.Tuple | ast.Constant)
        and is_short(view, binding.value)
        for binding in bindings
    )


def fixed(view: View, node: ast.expr | None, depth: int = 0) -> int | None:
    """The value of an integer expression that doesn't depend on the input: literals, and variables bound once to
    such; None for others."""
    if depth > 4:
        return None
    if isinstance(node, ast.Constant):
        if isinstance(node.value, float) and node.value.is_integer():
            return int(node.value)
        return node.value if isinstance(node.value, int) else None
    if isinstance(node, ast.Name):
        bindings = view.scopes.bindings_of(node.id, node)
        if len(bindings) == 1 and bindings[0].how == "whole" and bindings[0].value is not None:
            return fixed(view, bindings[0].value, depth + 1)
        return None
    if view.is_builtin_call(node, "int") and isinstance(node, ast.Call) and len(node.args) == 1:  # type: ignore[arg-type]
        return fixed(view, node.args[0], depth + 1)
    if isinstance(node, ast.BinOp):
        left, right = fixed(view, node.left, depth + 1), fixed(view, node.right, depth + 1)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Pow):
            return left**right if 0 <= right <= _LARGEST_POWER and abs(left) <= 1 << 40 else None
        apply = _OPERATIONS.get(type(node.op))
        unfit = (
            apply is None
            or (isinstance(node.op, ast.FloorDiv) and not right)
            or (isinstance(node.op, ast.LShift) and not 0 <= right <= _LARGEST_POWER)
        )
        return None if unfit or apply is None else int(apply(left, right))
    return None


def followed_links(view: View, node: ast.While) -> str:
    """The list whose links a loop follows (`x = links[x]`), "" where it follows none."""
    for part in node.body:
        if (
            isinstance(part, ast.Assign)
            and len(part.targets) == 1
            and isinstance(part.value, ast.Subscript)
            and view.text(part.targets[0]) == view.text(part.value.slice)
        ):
            return view.text(part.value.value)
    return ""


def is_exclusive(view: View, one: ast.AST, other: ast.AST) -> bool:
    """Whether two nodes stand in different branches of one `if`, or one is behind a `return` that holds the other."""
    for node in _ancestors(view, one):
        if isinstance(node, ast.If | ast.IfExp):
            sides = [_side(view, node, one), _side(view, node, other)]
            if None not in sides and sides[0] != sides[1]:
                return True
    first, second = view.site(one).statement, view.site(other).statement
    return first is not second and (
        isinstance(first, ast.Return) or (isinstance(second, ast.Return) and second.lineno < first.lineno)
    )


def _ancestors(view: View, node: ast.AST) -> list[ast.AST]:
    made = []
    parent = view.parents.get(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        made.append(parent)
        parent = view.parents.get(parent)
    return made


def _side(view: View, branch: ast.If | ast.IfExp, node: ast.AST) -> str | None:
    """In which part of an `if` a node stands: its test's, its body's or its else's; None outside of it."""
    child = node
    while child in view.parents and view.parents[child] is not branch:
        child = view.parents[child]
    if view.parents.get(child) is not branch:
        return None
    for field in ("body", "orelse"):
        part = getattr(branch, field)
        if child is part or (isinstance(part, list) and child in part):
            return field
    return None

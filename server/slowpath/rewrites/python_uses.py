"""How a Python program uses a variable that holds a list: what it does to it, and whether anything else may.

A list is *kept to itself* when it comes from an expression that makes a new one, and every use of its name either reads
it or changes it in place, so that no other name ever means the same list.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from slowpath.analysis.rules.python_bindings import FUNCTIONS, Binding
from slowpath.analysis.rules.python_view import Site
from slowpath.rewrites.python_program import PythonProgram

_READERS = frozenset(
    (
        "len sum min max sorted any all enumerate zip map list tuple set reversed range print str frozenset "
        "Counter bool filter iter dict deque repr"
    ).split()
)
_COPIES = frozenset({"list", "sorted"})
READS, WRITES, LEAKS = "reads", "writes", "leaks"


@dataclass(frozen=True)
class Use:
    """One use of a variable: `how` is READS, WRITES (it changes what the list holds) or LEAKS (it may get another
    name).

    `what` says it closer: the method called, "item" for `a[i]`, "slice", "in", "for", "call" for an argument of a
    function of Python's own, "bool", "del", "store" for `a[i] = x`, "bind".
    """

    node: ast.Name
    how: str
    what: str
    around: ast.AST


def uses_of(program: PythonProgram, name: str, scope: ast.AST) -> list[Use]:
    """Every use of a variable, assignments to it included."""
    return [_use(program, node) for node in program.uses(name, scope)]


def is_kept_to_itself(program: PythonProgram, name: str, scope: ast.AST) -> bool:
    """Whether a variable always holds a list of its own. Its elements may be shared."""
    bindings = program.view.scopes.bindings.get(scope, {}).get(name, [])
    return (
        bool(bindings)
        and all(_is_fresh(program, binding) for binding in bindings)
        and all(use.how != LEAKS for use in uses_of(program, name, scope))
    )


def is_list(program: PythonProgram, name: str, scope: ast.AST) -> bool:
    """Whether all that a variable is bound to are expressions that make a list."""
    bindings = program.view.scopes.bindings.get(scope, {}).get(name, [])
    return bool(bindings) and all(
        binding.how == "whole"
        and isinstance(binding.node, ast.Assign)
        and binding.value is not None
        and makes_list(program, binding.value)
        for binding in bindings
    )


def makes_list(program: PythonProgram, node: ast.expr) -> bool:
    """Whether an expression makes a new list each time it is evaluated."""
    if isinstance(node, ast.List | ast.ListComp):
        return True
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return program.view.is_builtin_call(node, *_COPIES)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("split", "splitlines", "readlines"):
            return program.view.kinds.is_text(node.func.value) or _is_stream(program, node.func.value)
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return makes_list(program, node.left) or makes_list(program, node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return makes_list(program, node.left) and makes_list(program, node.right)
    return False


def _is_stream(program: PythonProgram, node: ast.expr) -> bool:
    """Whether it is what is read from the standard input, or that itself."""
    text = program.view.text(node)
    return (
        text in ("sys.stdin", "stdin", "sys.stdin.buffer")
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("read", "readline")
            and "stdin" in text
        )
        or program.view.is_builtin_call(node, "input")
    )


def _is_fresh(program: PythonProgram, binding: Binding) -> bool:
    if binding.how == "add" and isinstance(binding.node, ast.AugAssign):
        # `a += [..]` changes the list that is there.
        return isinstance(binding.node.op, ast.Add)
    return (
        binding.how == "whole"
        and isinstance(binding.node, ast.Assign)
        and len(binding.node.targets) == 1
        and binding.value is not None
        and makes_list(program, binding.value)
    )


def _use(program: PythonProgram, node: ast.Name) -> Use:
    above = program.parent(node)
    if isinstance(node.ctx, ast.Store):
        return Use(node, WRITES, "bind", above)
    if isinstance(node.ctx, ast.Del):
        return Use(node, LEAKS, "del", above)
    if isinstance(above, ast.Attribute) and above.value is node:
        return _method(program, node, above)
    if isinstance(above, ast.Subscript) and above.value is node:
        if not isinstance(above.ctx, ast.Load):
            return Use(node, WRITES, "store" if isinstance(above.ctx, ast.Store) else "del", above)
        outer = program.parent(above)
        if isinstance(outer, ast.AugAssign) and outer.target is above:
            return Use(node, WRITES, "store", above)
        return Use(node, READS, "slice" if isinstance(above.slice, ast.Slice) else "item", above)
    if isinstance(above, ast.Call) and node in above.args:
        reads = (
            isinstance(above.func, ast.Name)
            and above.func.id in _READERS
            and (program.is_builtin(above.func.id) or above.func.id in ("Counter", "deque"))
        )
        if reads and above.func.id in ("iter", "map", "enumerate", "zip", "filter", "reversed"):  # type: ignore[attr-defined]
            # What these give goes over the list later, which only matters to who changes it meanwhile.
            return Use(node, READS, "call", above)
        joins = isinstance(above.func, ast.Attribute) and above.func.attr in ("join", "extend", "update")
        return Use(node, READS if reads or joins else LEAKS, "call", above)
    if isinstance(above, ast.Starred):
        return Use(node, READS, "call", above)
    if (
        isinstance(above, ast.Compare)
        and node in above.comparators
        and isinstance(above.ops[above.comparators.index(node)], ast.In | ast.NotIn)
        and len(above.ops) == 1
    ):
        return Use(node, READS, "in", above)
    if isinstance(above, ast.For) and above.iter is node:
        return Use(node, READS, "for", above)
    if isinstance(above, ast.comprehension) and above.iter is node:
        return Use(node, READS, "for", above)
    if isinstance(above, ast.If | ast.While | ast.IfExp) and above.test is node:
        return Use(node, READS, "bool", above)
    if isinstance(above, ast.UnaryOp) and isinstance(above.op, ast.Not):
        return Use(node, READS, "bool", above)
    if isinstance(above, ast.BoolOp) and _is_tested(program, above):
        return Use(node, READS, "bool", above)
    if isinstance(above, ast.Compare | ast.FormattedValue):
        return Use(node, READS, "compared", above)
    if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Add | ast.Mult):
        return Use(node, READS, "added", above)
    if (
        isinstance(above, ast.Assign)
        and above.value is node
        and all(isinstance(target, ast.Tuple | ast.List) for target in above.targets)
    ):
        return Use(node, READS, "unpacked", above)
    return Use(node, LEAKS, "", above)


def _is_tested(program: PythonProgram, node: ast.BoolOp) -> bool:
    """Whether only the truth of an `and` or `or` is asked for."""
    above = program.parent(node)
    if isinstance(above, ast.BoolOp):
        return _is_tested(program, above)
    return (isinstance(above, ast.If | ast.While | ast.IfExp) and above.test is node) or (
        isinstance(above, ast.UnaryOp) and isinstance(above.op, ast.Not)
    )


def _method(program: PythonProgram, node: ast.Name, member: ast.Attribute) -> Use:
    call = program.parent(member)
    if not isinstance(call, ast.Call) or call.func is not member:
        return Use(node, LEAKS, "", member)
    if member.attr in ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"):
        return Use(node, WRITES, member.attr, call)
    if member.attr in ("index", "count"):
        return Use(node, READS, member.attr, call)
    return Use(node, READS if member.attr == "copy" else LEAKS, member.attr, call)


def changes_within(program: PythonProgram, name: str, scope: ast.AST, loop: ast.AST) -> bool:
    """Whether a list that is kept to itself may change, or its name mean another, while a loop runs: by what stands in
    the loop, or in a function of the program if the loop calls any."""
    inside = {id(part) for part in program.view.tree.walk(loop)}
    calls = any(
        isinstance(part, ast.Call) and not is_known_call(program, part) for part in program.view.tree.walk(loop)
    )
    for use in uses_of(program, name, scope):
        if use.how == READS:
            continue
        if id(use.node) in inside or (
            calls and program.view.scopes.scope_around(use.node) is not program.view.scopes.scope_around(loop)
        ):
            return True
    return False


_KNOWN_METHODS = frozenset(
    (
        "append appendleft pop popleft add discard remove insert extend clear sort reverse index count find "
        "rfind split strip rstrip lstrip join replace lower upper get items keys values setdefault update "
        "startswith endswith isdigit isalpha format copy readline read write sqrt gcd zfill bit_length isupper "
        "islower isalnum flush exit isqrt heappush heappop bisect_left bisect_right ceil floor log log2 title "
        "swapcase"
    ).split()
)


def is_known_call(program: PythonProgram, node: ast.Call) -> bool:
    """Whether a call runs nothing that the program defines: a function of Python's own, or a usual method."""
    if any(isinstance(part, ast.Lambda) for part in [*node.args, *(keyword.value for keyword in node.keywords)]):
        return False
    own = {site.node.name for site in program.view.sites(*FUNCTIONS, ast.ClassDef)}  # type: ignore[attr-defined]
    if any(isinstance(part, ast.Name) and part.id in own for part in node.args):
        return False
    if isinstance(node.func, ast.Name):
        return _is_of_python(program, node.func.id)
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr in _KNOWN_METHODS
        and node.func.attr not in own
        and not any(isinstance(site.node, ast.ClassDef) for site in program.view.sites(ast.ClassDef))
    )


def _is_of_python(program: PythonProgram, name: str) -> bool:
    bindings = [binding for table in program.view.scopes.bindings.values() for binding in table.get(name, ())]
    if not bindings:
        return name in _BUILTINS
    if all(isinstance(binding.node, ast.ImportFrom) for binding in bindings):
        return True
    return all(
        isinstance(binding.value, ast.Attribute) and binding.value.attr in ("readline", "write") for binding in bindings
    )


_BUILTINS = frozenset(
    (
        "abs all any bin bool chr dict divmod enumerate filter float format frozenset hash hex input int "
        "isinstance iter len list map max min next ord pow print range repr reversed round set sorted str sum "
        "tuple zip exit quit type oct complex bytes bytearray"
    ).split()
)


_SCALARS = frozenset({"int", "str", "bool", "float"})


def is_scalar(program: PythonProgram, node: ast.expr, *, only: frozenset[str] = _SCALARS) -> bool:
    """Whether an expression surely is a number or a string, or a tuple of such: it can't change and can be a key."""
    kind = program.view.kinds.of(node)
    if kind.name == "tuple" and kind.parts:
        return all(part.name in only for part in kind.parts)
    return kind.name in only


def holds_scalars(program: PythonProgram, name: ast.Name, scope: ast.AST, *, only: frozenset[str] = _SCALARS) -> bool:
    """Whether all elements of a list surely are numbers or strings, those that are stored in it later included."""
    element = program.view.kinds.of(name).element
    parts = element.parts if element.name == "tuple" else (element,)
    if not parts or any(part.name not in only for part in parts):
        return False
    for use in uses_of(program, name.id, scope):
        value: ast.expr | None = None
        if use.what == "store":
            statement = program.statement(use.node)
            value = statement.value if isinstance(statement, ast.Assign | ast.AugAssign) else None
        elif use.what in ("append", "insert") and isinstance(use.around, ast.Call) and use.around.args:
            value = use.around.args[-1]
        elif use.how == WRITES and use.what not in ("bind", "pop", "remove", "clear", "sort", "reverse", "del"):
            return False
        else:
            continue
        if value is None or not is_scalar(program, value, only=only):
            return False
    return True


def is_in_try(program: PythonProgram, node: ast.AST) -> bool:
    """Whether an exception in it may be caught, in its function."""
    while not isinstance(node, (*FUNCTIONS, ast.Module)):
        if isinstance(node, ast.Try | ast.With) or type(node).__name__ == "TryStar":
            return True
        node = program.parent(node)
    return isinstance(node, FUNCTIONS) and bool(list(program.view.sites(ast.Try)))


def may_talk(program: PythonProgram) -> bool:
    """Whether it may be an answer to an interactive problem, where the moment of an output matters."""
    asks = any(
        (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip() in ("?", "!"))
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(("? ", "! ")))
        for node in program.view.tree.nodes
    )
    return asks or program.mentions("flush", "O_NONBLOCK")


def scope_of(program: PythonProgram, node: ast.Name) -> ast.AST | None:
    """The scope whose variable a name is; None for a name of Python's own or of a comprehension."""
    if program.view.scopes.comprehension_binding(node.id, node) is not None:
        return None
    return program.view.scopes.scope_of(node.id, node)


def widest_loop(program: PythonProgram, site: Site, name: str, scope: ast.AST) -> ast.stmt | None:
    """The outermost loop around a site in its function during which a list of its own doesn't change; None where it
    changes in all of them."""
    best: ast.stmt | None = None
    for loop in reversed(site.outer):
        node = loop.node
        assert isinstance(node, ast.stmt)
        if changes_within(program, name, scope, node):
            break
        best = node
    return best if best is not None and program.view.scopes.is_before(name, best) else None

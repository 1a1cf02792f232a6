"""What names and expressions hold, as far as the source shows. Runs under the USER's interpreter, stdlib only."""

import ast

from python_flatten import DEFINITIONS
from python_flow import SCOPES


class Scope:
    """A frame: the first line of its code object, its kind, and the names known to hold sets or dicts or text."""

    def __init__(self, first_line, kind, typed):
        self.first_line = first_line
        self.kind = kind
        self.typed = typed


def is_sequence(node):
    """Whether the source shows that the value is text, a list or a tuple."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, bytes))
    if isinstance(node, (ast.List, ast.ListComp, ast.JoinedStr, ast.Tuple)):
        return True
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        return is_sequence(node.left) or is_sequence(node.right)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "list", "chr")


def names_bound(tree):
    """Names that the program binds anywhere: a builtin among them is no longer known to be one."""
    bound = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, DEFINITIONS):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return bound


def names_typed(body):
    """Names of a scope that are only ever assigned one kind of value: "hashed" (set, dict) or "sequence"."""
    kinds = {}
    for node in walk_scope(body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        kind = kind_of(node.value) if part is target else None
                        kinds.setdefault(part.id, set()).add(kind)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            kinds.setdefault(node.id, set())
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            for part in ast.walk(node.target):
                if isinstance(part, ast.Name):
                    kinds.setdefault(part.id, set()).add(None)
    return {name: next(iter(kind)) for name, kind in kinds.items() if len(kind) == 1 and None not in kind}


def kind_of(node):
    """ "hashed" for what the source shows to be a set or dict, "sequence" for text or a list, else None."""
    if isinstance(node, (ast.Set, ast.Dict, ast.SetComp, ast.DictComp)):
        return "hashed"
    if isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called in ("set", "dict", "frozenset", "defaultdict", "Counter", "OrderedDict"):
            return "hashed"
    return "sequence" if is_sequence(node) else None


def walk_scope(body):
    """The nodes of a scope's own statements, without those of the functions and classes in it."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, SCOPES):
            waiting.extend(ast.iter_child_nodes(node))

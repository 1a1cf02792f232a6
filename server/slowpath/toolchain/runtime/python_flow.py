"""Where control goes from a statement, as far as the source shows. Runs under the USER's interpreter, stdlib only."""

import ast

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def falls_through(statement):
    """Whether what follows runs exactly as often as `statement`, exceptions aside (those are corrected)."""
    waiting = [(statement, False)]
    while waiting:
        node, looped = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.Return, ast.Raise, ast.AsyncFor, ast.AsyncWith)):
            return False
        if isinstance(node, (ast.Break, ast.Continue)) and not looped:
            return False
        if isinstance(node, ast.comprehension) and node.is_async:
            return False
        if isinstance(node, (ast.For, ast.While)):
            # A `break` in the loop's `else` leaves the loop around it.
            waiting.extend((child, looped) for child in node.orelse)
            waiting.extend((child, True) for child in ast.iter_child_nodes(node) if child not in node.orelse)
        elif not isinstance(node, SCOPES):
            waiting.extend((child, looped) for child in ast.iter_child_nodes(node))
    return True


def leaves(statement):
    """Whether the statement is an `if` whose body always goes elsewhere, so that what follows runs as often as
    the `if` was reached less the times that it was taken."""
    if not isinstance(statement, ast.If) or not isinstance(
        statement.body[-1], (ast.Return, ast.Raise, ast.Break, ast.Continue)
    ):
        return False
    suspends = any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in ast.walk(statement.test))
    return not suspends and all(falls_through(other) for other in statement.orelse)


def is_endless(node):
    """Whether the loop is `while True`."""
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)


def always_ends(node):
    """Whether a loop that is reached ends by its own test, exceptions aside: no way out of it but that one."""
    if is_endless(node) or node.orelse or isinstance(node, ast.AsyncFor) or not falls_through(node):
        return False
    waiting = list(node.body)
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, ast.Break):
            return False
        if not isinstance(inner, (*SCOPES, ast.For, ast.While)):
            waiting.extend(ast.iter_child_nodes(inner))
        elif not isinstance(inner, SCOPES):
            waiting.extend(inner.orelse)
    return True


def last_line(node):
    """The line of the last statement in the bodies of `node`."""
    return node.body[-1].lineno


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def is_future(node):
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"

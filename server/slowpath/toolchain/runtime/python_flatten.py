"""Makes every statement of a syntax tree one logical line. Runs under the USER's interpreter: standard library only."""

import ast

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
MATCH = getattr(ast, "Match", ())


def flatten(tree):
    """Gives every node of a statement's own expressions the line that the statement begins on."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            for part in own_expressions(node):
                _flatten_expression(part, node.lineno)
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS):
            for decorator in node.decorator_list:
                _flatten_expression(decorator, decorator.lineno)
        if MATCH and isinstance(node, MATCH):
            for case in node.cases:
                for part in (case.pattern, case.guard):
                    if part is not None:
                        _flatten_expression(part, case.pattern.lineno)
    return tree


def own_expressions(node):
    """The parts of a statement that are no statements, handlers or cases of their own."""
    for name, value in ast.iter_fields(node):
        if name in ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield part


def _flatten_expression(node, line):
    if getattr(node, "lineno", line) != line or getattr(node, "end_lineno", line) != line:
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = 0
    for part in ast.iter_child_nodes(node):
        _flatten_expression(part, line)

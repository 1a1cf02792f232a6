"""Loops at the level of the file, put into a function.

What it changes:
    All but the imports becomes the body of a function `main`, which is called at the end.

Why it is faster:
    The variables of a function are found by number, those of a file by name.

When it refuses:
    The program has loops of its own only in functions, declares `global`, has text over several lines, calls itself
    recursively, or uses a name of Python's own before it gives it another meaning.

Example:
    n = int(input())
    total = 0
    for i in range(n):
        total += i * i % 7
    print(total)

Not here:
    total = 0
    def add(x):
        global total
        total += x
    for i in range(int(input())):
        add(i)
    print(total)
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from slowpath.analysis.rules.python_bindings import FUNCTIONS
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.rule import Change, RewriteRule, change

_BUILTINS = frozenset(dir(builtins))


def _find(program: PythonProgram) -> Iterator[Change]:
    body = program.module.body
    start = 1 if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else 0
    while start < len(body) and isinstance(body[start], ast.Import | ast.ImportFrom):
        start += 1
    moved = body[start:]
    looped = any(
        isinstance(part, ast.For | ast.While)
        for statement in moved
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef))
        for part in ast.walk(statement)
    )
    if not moved or not looped or program.mentions("main", "__name__", "__main__") or not _may_move(program, moved):
        return
    begin = program.stretch(moved[0])[0]
    if isinstance(moved[0], (*FUNCTIONS, ast.ClassDef)) and moved[0].decorator_list:
        begin = program.stretch(moved[0].decorator_list[0])[0] - 1
    if program.indent(begin) != "":
        return
    stop = len(program.source)
    edits = [SourceEdit(begin, begin, f"def main():{program.newline}    ".encode())]
    at = program.source.find(b"\n", begin) + 1
    while 0 < at < stop:
        end = program.source.find(b"\n", at)
        end = stop if end < 0 else end
        if program.source[at:end].strip():
            edits.append(SourceEdit(at, at, b"    "))
        at = end + 1
    last = "" if program.source.endswith(b"\n") else program.newline
    edits.append(SourceEdit(stop, stop, f"{last}{program.newline}{program.newline}main(){program.newline}".encode()))
    first = next(
        part.lineno for statement in moved for part in ast.walk(statement) if isinstance(part, ast.For | ast.While)
    )
    yield from change(first, edits, "variables of the file are looked up by name in every iteration")


def _may_move(program: PythonProgram, moved: list[ast.stmt]) -> bool:
    """Whether the statements mean the same in a function."""
    view = program.view
    for node in view.tree.nodes:
        if isinstance(node, ast.Global | ast.Nonlocal | ast.ClassDef | ast.Delete):
            return False
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return False
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.lineno != node.end_lineno:
            return False
        if isinstance(node, ast.ExceptHandler) and node.name:
            return False
    if any(isinstance(part, ast.Import | ast.ImportFrom) for statement in moved for part in ast.walk(statement)):
        return False
    if _recurses(program) or b"\t" in program.source or b"\\\n" in program.source:
        return False
    for name in view.scopes.bindings[program.module]:
        if name in _BUILTINS and not _is_bound_first(program, name):
            return False
    return True


def _recurses(program: PythonProgram) -> bool:
    """Whether functions of the program may call one another in a circle: one frame more might be one too many."""
    calls = {
        site.node.name: {part.id for part in ast.walk(site.node) if isinstance(part, ast.Name)}  # type: ignore[attr-defined]
        for site in program.view.functions
    }
    for name in calls:
        waiting, seen = [name], set[str]()
        while waiting:
            for other in calls.get(waiting.pop(), set()):
                if other == name:
                    return True
                if other in calls and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return any(
        isinstance(part, ast.Lambda) and isinstance(program.parent(part), ast.Assign)
        for part in program.view.tree.nodes
    )


def _is_bound_first(program: PythonProgram, name: str) -> bool:
    """Whether a name of Python's own gets another meaning at once, before anything uses it."""
    for statement in program.module.body:
        uses = [part for part in ast.walk(statement) if isinstance(part, ast.Name) and part.id == name]
        if uses:
            return isinstance(statement, ast.Assign) and len(uses) == 1 and isinstance(uses[0].ctx, ast.Store)
        if isinstance(statement, ast.Import | ast.ImportFrom) and any(
            (alias.asname or alias.name) == name for alias in statement.names
        ):
            return True
    return False


RULE = RewriteRule("py-in-main", "Run the loops of the file in a function", "python", 1, _find, __doc__ or "")

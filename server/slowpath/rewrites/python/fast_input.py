r"""Lines that are read from the stream itself.

What it changes:
    `input` becomes `stdin.readline`, without its newline where that could be seen.

Why it is faster:
    `input` looks up both streams, flushes what was printed and asks whether somebody types, for every line.

When it refuses:
    The program prints a prompt, catches exceptions, reads in another way too, or may be an answer to an interactive
    problem.

Example:
    n = int(input())
    total = 0
    for _ in range(n):
        a, b = map(int, input().split())
        total += a * b
    print(total)

Not here:
    total = 0
    while True:
        try:
            total += int(input())
        except EOFError:
            break
    print(total)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import may_talk
from slowpath.rewrites.rule import Change, RewriteRule, change


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    if (
        not program.is_builtin("input", "int", "float")
        or may_talk(program)
        or list(view.sites(ast.Try))
        or program.mentions("stdin", "open", "fileinput", "EOFError")
    ):
        return
    calls = [site for site in view.sites(ast.Call) if view.is_builtin_call(site.node, "input")]
    names = [node for node in view.tree.nodes if isinstance(node, ast.Name) and node.id == "input"]
    if (
        not calls
        or len(names) != len(calls)
        or any(_has_prompt(site.node) for site in calls)
        or not any(view.is_repeated(site) or site.inner for site in calls)
    ):
        return
    stream = program.imported("sys", "stdin")
    if stream is None:
        return
    name, edits = stream
    plain = all(_ignores_newline(program, site.node) for site in calls)
    made = f"input = {name}.readline" if plain else f'input = lambda: {name}.readline().rstrip("\\n")'
    yield from change(
        calls[0].line, [*edits, program.at_top(made + "\n")], "`input` does much else for every line that it reads"
    )


def _has_prompt(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and bool(node.args or node.keywords)


def _ignores_newline(program: PythonProgram, node: ast.AST) -> bool:
    """Whether a newline at the end of what is read can't be seen."""
    above = program.parent(node)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id in ("int", "float"):
        return len(above.args) == 1
    outer = program.parent(above)
    return (
        isinstance(above, ast.Attribute)
        and above.attr in ("split", "strip", "rstrip")
        and isinstance(outer, ast.Call)
        and not outer.args
        and not outer.keywords
    )


RULE = RewriteRule("py-fast-input", "Read lines from the stream itself", "python", 2, _find, __doc__ or "")

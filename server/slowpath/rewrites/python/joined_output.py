r"""What a loop prints, printed at once.

What it changes:
    The lines that a loop prints are collected, joined, and printed behind it.

Why it is faster:
    Each `print` looks up the stream and writes its parts one by one.

When it refuses:
    The loop may be left by other than its end or `break`, calls functions of the program, prints elsewhere than to the
    standard output, or the program may be an answer to an interactive problem.

Example:
    n = int(input())
    for i in range(n):
        print(i * i)

Not here:
    n = int(input())
    for i in range(n):
        if i > 100:
            exit()
        print(i * i)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.rewrites.python_program import PythonProgram
from slowpath.rewrites.python_uses import is_in_try, is_known_call, may_talk
from slowpath.rewrites.rule import Change, RewriteRule, change

_LEAVES = (
    ast.Return,
    ast.Raise,
    ast.Try,
    ast.Yield,
    ast.YieldFrom,
    ast.Assert,
    ast.With,
    ast.FunctionDef,
    ast.ClassDef,
)
_ENDS = frozenset({"exit", "quit", "_exit", "write", "writelines", "abort"})


def _find(program: PythonProgram) -> Iterator[Change]:
    view = program.view
    if may_talk(program) or not program.is_builtin("print", "str", "map") or program.mentions("stdout", "stderr"):
        return
    loops: dict[ast.stmt, list[ast.Expr]] = {}
    for site in view.sites(ast.Call):
        if not view.is_builtin_call(site.node, "print") and not _is_print(site.node):
            continue
        if site.outer and not site.in_lambda and not site.inner:
            loop = site.outer[0].node
            assert not isinstance(loop, ast.comprehension)
            parent = program.parent(site.node)
            loops.setdefault(loop, [])
            if isinstance(parent, ast.Expr):
                loops[loop].append(parent)
    for around, prints in loops.items():
        if prints and _is_closed(program, around, prints):
            yield from _joined(program, around, prints)


def _is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def _is_closed(program: PythonProgram, loop: ast.stmt, prints: list[ast.Expr]) -> bool:
    """Whether the loop prints by these statements alone, and is left by its end or a `break` only."""
    if is_in_try(program, loop):
        return False
    found = 0
    for part in program.view.tree.walk(loop):
        if isinstance(part, _LEAVES):
            return False
        if isinstance(part, ast.Name) and part.id == "print":
            found += 1
        if isinstance(part, ast.Call):
            name = part.func.id if isinstance(part.func, ast.Name) else getattr(part.func, "attr", "")
            if name in _ENDS or not is_known_call(program, part) or (name == "input" and part.args):
                return False
    return found == len(prints)


def _joined(program: PythonProgram, loop: ast.stmt, prints: list[ast.Expr]) -> Iterator[Change]:
    calls = [statement.value for statement in prints]
    ends = [_end(call) for call in calls if isinstance(call, ast.Call)]
    if any(end is None for end in ends):
        return
    by_line = all(end == "\n" for end in ends)
    name = program.fresh("lines" if by_line else "pieces")
    edits = [program.line_before(loop, f"{name} = []")]
    for call in calls:
        assert isinstance(call, ast.Call)
        text = _printed(program, call, by_line)
        edits.append(program.replaced(call, f"{name}.append({text})") if text is not None else None)
    last = f'print("\\n".join({name}))' if by_line else f'print("".join({name}), end="")'
    edits.append(program.line_after(loop, f"if {name}:\n    {last}"))
    yield from change(prints[0].lineno, edits, "each `print` looks up the stream and writes its parts one by one")


def _end(call: ast.Call) -> str | None:
    """What a call of `print` writes behind its values; None where that isn't plainly text."""
    end: str | None = "\n"
    for keyword in call.keywords:
        if (
            keyword.arg not in ("sep", "end")
            or not isinstance(keyword.value, ast.Constant)
            or not isinstance(keyword.value.value, str)
        ):
            return None
        if keyword.arg == "end":
            end = keyword.value.value
    return end


def _printed(program: PythonProgram, call: ast.Call, by_line: bool) -> str | None:
    """An expression for the text that a call prints, its newline left out where all have one."""
    separator = next(
        (
            keyword.value.value
            for keyword in call.keywords
            if keyword.arg == "sep" and isinstance(keyword.value, ast.Constant)
        ),
        " ",
    )
    end = "" if by_line else _end(call)
    texts = [program.text(argument) for argument in call.args]
    if any(text is None for text in texts) or end is None:
        return None
    if not call.args:
        return repr(end)
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        if len(call.args) > 1:
            return None
        assert isinstance(call.args[0], ast.Starred)
        joined = f"{str(separator)!r}.join(map(str, {program.text(call.args[0].value)}))"
        return joined if not end else f"{joined} + {end!r}"
    if any(isinstance(argument, ast.GeneratorExp) for argument in call.args):
        return None
    if len(call.args) == 1:
        made = (
            str(texts[0])
            if program.view.kinds.of(call.args[0]).name == "str" and isinstance(call.args[0], ast.Name | ast.Constant)
            else f"str({texts[0]})"
        )
        return made if not end else f"{made} + {end!r}"
    shape = str(separator).replace("%", "%%").join(["%s"] * len(texts)) + end.replace("%", "%%")
    return f"{shape!r} % ({', '.join(str(text) for text in texts)})"


RULE = RewriteRule("py-joined-output", "Print what a loop gives at once", "python", 1, _find, __doc__ or "")

"""Integer constants that a source defines: `const int MOD = 1e9 + 7`, `#define BASE 131`, `M = 10**9 + 7`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence

from slowpath.model.patterns import late_regex

_DEFINED = late_regex(
    r"#\s*define\s+(?P<macro>\w+)\s+(?P<text>[^/]+)|"
    r"\b(?P<name>\w+)\s*=\s*(?P<value>[^=;,]+?)\s*(?=[;,)]|$)"
)
_SUFFIX = late_regex(r"(?<=[\da-fA-F])(?:[uU]?[lL]{1,2}[uU]?|[uU])\b")
_LONGEST = 60
_LARGEST_SHIFT = 128
_OPERATORS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.Pow: operator.pow,
}


def constants_of(rows: Sequence[str]) -> dict[str, int]:
    """The names that are defined once as a constant, or always as the same one."""
    known: dict[str, int] = {}
    unsure: set[str] = set()
    for row in rows:
        for found in _DEFINED.finditer(row):
            name, text = found["macro"] or found["name"], (found["text"] or found["value"] or "").strip()
            value = number(text, known)
            if value is None or known.get(name, value) != value:
                unsure.add(name)
            else:
                known[name] = value
    return {name: value for name, value in known.items() if name not in unsure}


def number(text: str, known: dict[str, int]) -> int | None:
    """The integer that an expression of literals and known names stands for; None for anything else."""
    if not text or len(text) > _LONGEST:
        return None
    plain = _SUFFIX.sub("", re.sub(r"(?<=\d)'(?=\d)", "", text.strip()))
    plain = re.sub(r"\(\s*(?:unsigned\s+)?(?:long\s+long|long|int|ll|ull|u?int\d+_t)\s*\)", "", plain)
    try:
        return _value(ast.parse(plain.strip(), mode="eval").body, known)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError, MemoryError):
        return None


def _value(node: ast.expr, known: dict[str, int]) -> int | None:
    if isinstance(node, ast.Constant):
        value = node.value
        return int(value) if type(value) in (int, float) and value == int(value) else None  # type: ignore[arg-type]
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, known), _value(node.right, known)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.LShift | ast.Pow) and not 0 <= right <= _LARGEST_SHIFT:
            return None
        return _OPERATORS[type(node.op)](left, right)
    return None

"""Sums of names and numbers in their shortest form."""

from __future__ import annotations

import ast
from collections import Counter

from slowpath.model.expression import expr


def difference(text: str) -> str:
    """An expression in its shortest form where it is a sum: `n-1-(n-1)` -> `0`, `n-1+1` -> `n`. What is multiplied out
    is so only where a single term is left: `(i+1)*n-i*n` -> `n`."""
    terms: Counter[str] = Counter()
    try:
        tree = ast.parse(text, mode="eval").body
        _collect(tree, 1, terms)
    except (SyntaxError, ValueError):
        return expr(text).text
    made = _sum_of(terms)
    product = _multiplied(tree) if "(" in made and "*" in made else None
    left = {"*".join(names): count for names, count in (product or {}).items() if count}
    return _sum_of(Counter(left)) if product is not None and len(left.keys() - {""}) <= 1 else made


def _sum_of(terms: Counter[str]) -> str:
    """The sum of terms, each so many times, those that are taken away last; the constant stands under ""."""
    kept = sorted(((name, count) for name, count in terms.items() if count and name), key=lambda term: term[1] < 0)
    parts = [f"{'+' if count > 0 else '-'}{'' if abs(count) == 1 else f'{abs(count)}*'}{name}" for name, count in kept]
    constant = f"{terms['']:+d}" if terms[""] or not parts else ""
    return expr(("".join(parts) + constant).removeprefix("+")).text


def _multiplied(node: ast.expr) -> Counter[tuple[str, ...]] | None:
    """An expression as a sum of products of names, each so many times; None where it divides or calls."""
    match node:
        case ast.Constant(value=int(number)):
            return Counter({(): number})
        case ast.Name(id=name):
            return Counter({(name,): 1})
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _multiplied(ast.BinOp(ast.Constant(0), ast.Sub(), inner))
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
            left, right = _multiplied(node.left), _multiplied(node.right)
            if left is None or right is None:
                return None
            made = Counter() if isinstance(node.op, ast.Mult) else Counter(left)
            for names, count in right.items():
                if not isinstance(node.op, ast.Mult):
                    made[names] += count if isinstance(node.op, ast.Add) else -count
                for others, times in left.items() if isinstance(node.op, ast.Mult) else ():
                    made[tuple(sorted((*names, *others)))] += count * times
            return made
    return None


def _collect(node: ast.expr, sign: int, terms: Counter[str]) -> None:
    """Adds the terms of a sum, each times `sign`, to `terms`; the constant stands under ""."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        terms[""] += sign * node.value
    elif isinstance(node, ast.Name):
        terms[node.id] += sign
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        _collect(node.operand, -sign, terms)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        _collect(node.left, sign, terms)
        _collect(node.right, sign if isinstance(node.op, ast.Add) else -sign, terms)
    elif (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, int)
    ):
        _collect(node.right, sign * node.left.value, terms)
    elif isinstance(node, ast.BinOp):
        sides = [ast.parse(difference(ast.unparse(side)), mode="eval").body for side in (node.left, node.right)]
        terms[f"({ast.unparse(ast.BinOp(sides[0], node.op, sides[1]))})"] += sign
    else:
        terms[f"({ast.unparse(node)})"] += sign

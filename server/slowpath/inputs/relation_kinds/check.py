"""A condition in Python: `where check "name":` and, indented below it, the body of a function.

The body sees the variables of the format that it mentions and returns whether they are right (or, as a text, what is
wrong). It holds in each scope of the innermost of them, as every relation does. It is run in the jail
(`inputs.checks`); inputs that fulfil it are found by drawing and changing (`inputs.checked`).

"check": `character` is its name, `source` the body, `others` are the variables; `left` and `right` are 0.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from slowpath.inputs.layout import Place
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.text_form.lexer import FormatSyntaxError, Words
from slowpath.inputs.validating.checks import CHECK, judged
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Relation
from slowpath.model.format_text import FormatCompletion

_HEADER = "def check_of_format():\n"


class Check(RelationKind):
    """See the module."""

    name = CHECK
    offered = FormatCompletion("check", "snippet", "a condition in Python", 'check "|":\n  return n > 0')

    def begins(self, words: Words) -> bool:
        return words.next.text == self.name and words.peek().kind == "string"

    def read(self, reader: Reader, words: Words) -> Relation:
        at = words.take()
        name = words.string("a name")
        words.accept(":")
        reader.end(words)
        block = reader.blocks.get(at.line)
        if block is None:
            raise words.error(
                'write the check below, indented: Python that ends in "return ..." with what must be '
                "true of the variables",
                at,
            )
        names = _names(block.text, block.line, block.column, reader.places)
        return Relation(CHECK, expr(0), "", expr(0), tuple(map(Expr, sorted(names))), name, block.text)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        return next((flaw for _, flaw in self.flaws(fmt, relation, [("", scope)])), "")

    def flaws(
        self, fmt: InputFormat, relation: Relation, scopes: Iterable[tuple[str, Mapping[str, Any]]]
    ) -> Iterator[tuple[str, str]]:
        """All scopes are judged in one run."""
        titled = list(scopes)
        for (title, _), verdict in zip(titled, judged(relation, [scope for _, scope in titled]), strict=True):
            if not verdict.valid:
                yield title, verdict.reason or "doesn't hold"

    def repair(self, at: Repairing) -> None:
        """Whole inputs are drawn and changed until it holds (`inputs.checked`)."""


def _names(body: str, line: int, column: int, places: Mapping[str, Place]) -> set[str]:
    """The variables of the format that a body mentions. Raises `FormatSyntaxError` where it is no Python, mentions what
    there isn't, or no variable at all; `line` and `column` are those of its first line."""
    try:
        tree = ast.parse(_HEADER + "".join(f" {part}\n" for part in body.split("\n")))
    except SyntaxError as error:
        raise FormatSyntaxError(
            line + (error.lineno or 2) - 2,
            column + max((error.offset or 2) - 2, 0),
            f"this check is no Python: {error.msg}",
        ) from None
    except ValueError as error:
        raise FormatSyntaxError(line, column, f"this check is no Python: {error}") from None
    bound = set(_bound(tree))
    used = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name) or node.id in bound:
            continue
        place = places.get(node.id)
        if place is not None and not place.is_tagged:
            used.add(node.id)
        elif not hasattr(builtins, node.id):
            known = ", ".join(sorted(name for name, place in places.items() if not place.is_tagged))
            raise FormatSyntaxError(
                line + node.lineno - 2,
                column + node.col_offset - 1,
                f"unknown variable {node.id!r} (known here: {known})",
            )
    if not used:
        raise FormatSyntaxError(line, column, "this check mentions no variable of the format")
    return used


def _bound(tree: ast.AST) -> set[str]:
    """The names that a body gives a meaning itself."""
    made: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                made.add(name)
            case ast.arg(arg=name):
                made.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str() as name):
                made.add(name)
            case ast.alias(name=name, asname=shown):
                made.add((shown or name).split(".")[0])
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                made.add(name)
    return made


KINDS = (Check(),)

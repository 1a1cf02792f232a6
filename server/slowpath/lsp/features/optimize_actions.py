"""Where the program's text itself shows that something could be faster: code actions that lead to a proven version."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.lsp import convert
from slowpath.lsp.features.constraint_actions import HOT_LINE
from slowpath.lsp.features.diagnostics import SOURCE
from slowpath.lsp.plain import solution
from slowpath.lsp.protocol import COMMAND_OPTIMIZE

TITLE = "Make faster (verified)"
KINDS = (types.CodeActionKind.QuickFix.value, types.CodeActionKind.Refactor.value)


async def actions_to_optimize(document: TextDocument, params: types.CodeActionParams) -> list[types.CodeAction]:
    """For hot lines in the selection, and for lines of which a rule knows a faster form. Both make the whole program
    faster: what is proven is a program, not a line."""
    path, only = convert.path_of(document.uri), params.context.only
    if path is None or (only and not any(kind.startswith(KINDS) for kind in only)):
        return []
    found = await asyncio.to_thread(changes, path, document.source)
    return list(_actions(document.uri, found, params))


def _actions(uri: str, found: Sequence[tuple[int, str]], params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    hot = [each for each in params.context.diagnostics if each.source == SOURCE and each.code == HOT_LINE]
    if found and hot:
        yield _action(uri, TITLE, types.CodeActionKind.QuickFix, hot)
    first, last = params.range.start.line, params.range.end.line
    for title in dict.fromkeys(title for line, title in found if first <= line - 1 <= last):
        yield _action(uri, f"{TITLE}: {title}", types.CodeActionKind.RefactorRewrite, None)


def _action(
    uri: str, title: str, kind: types.CodeActionKind, concerned: list[types.Diagnostic] | None
) -> types.CodeAction:
    return types.CodeAction(title, kind, concerned, command=types.Command(title, COMMAND_OPTIMIZE, arguments=[uri]))


@lru_cache(maxsize=8)
def changes(path: Path, text: str) -> tuple[tuple[int, str], ...]:
    """The 1-based lines of which a rule knows a faster form, and its title. Blocks for tenths of a second."""
    try:
        return tuple((rewrite.line, rewrite.title) for rewrite in pipeline.proposed_rewrites(solution(path, text)))
    except SlowpathError:
        return ()

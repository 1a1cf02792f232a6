"""The one request for code actions, answered for programs and for written formats."""

from __future__ import annotations

from lsprotocol import types

from slowpath.lsp.features.constraint_actions import actions_at_constraints
from slowpath.lsp.features.format_actions import actions_at_main, actions_in_format
from slowpath.lsp.features.optimize_actions import actions_to_optimize
from slowpath.lsp.formats import is_format
from slowpath.lsp.server import SlowpathServer


def register(server: SlowpathServer) -> None:
    """Registers the handler."""

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[
                types.CodeActionKind.QuickFix,
                types.CodeActionKind.RefactorRewrite,
                types.CodeActionKind.Source,
            ]
        ),
    )
    async def code_action(ls: SlowpathServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        document = ls.document(uri)
        if document is None:
            return []
        if document.too_long and not is_format(document):
            return []
        if not is_format(document):
            return [
                *actions_at_main(ls, uri, params.context.diagnostics),
                *actions_at_constraints(ls, document, params),
                *await actions_to_optimize(document, params),
            ]
        studied = await ls.formats.study(uri)
        return list(actions_in_format(document, studied, params)) if studied is not None else []

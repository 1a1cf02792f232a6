"""What can be done about the constraints of a line: code actions, and the commands behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath.lsp import words
from slowpath.lsp.evidence import PlacedConstraint
from slowpath.lsp.features.campaigns import start
from slowpath.lsp.features.diagnostics import CONSTRAINT, SOURCE
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.protocol import (
    COMMAND_AIM,
    COMMAND_DISMISS,
    COMMAND_EXPLAIN,
    COMMAND_INSERT_CHECKER,
    COMMAND_INSERT_CHECKERS,
    COMMAND_REMOVE_CHECKERS,
    COMMAND_RESTORE,
    StartParams,
)
from slowpath.lsp.server import SlowpathServer

HOT_LINE = "hot-line"
LONGEST_NAME = 40


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.command(COMMAND_INSERT_CHECKER)
    async def insert_checker(ls: SlowpathServer, uri: Any, constraint_id: Any) -> None:
        await ls.fenced(ls.checkers.insert(str(uri), str(constraint_id)))

    @server.command(COMMAND_INSERT_CHECKERS)
    async def insert_checkers(ls: SlowpathServer, uri: Any) -> None:
        await ls.fenced(ls.checkers.insert(str(uri)))

    @server.command(COMMAND_REMOVE_CHECKERS)
    async def remove_checkers(ls: SlowpathServer, uri: Any) -> None:
        await ls.fenced(ls.checkers.remove(str(uri)))

    @server.command(COMMAND_AIM)
    def aim(ls: SlowpathServer, uri: Any, constraint_id: Any) -> None:
        aim_at(ls, str(uri), str(constraint_id))

    @server.command(COMMAND_DISMISS)
    def dismiss(ls: SlowpathServer, uri: Any, constraint_id: Any) -> None:
        ls.campaigns.dismiss(str(uri), str(constraint_id))

    @server.command(COMMAND_RESTORE)
    def restore(ls: SlowpathServer, uri: Any) -> None:
        ls.campaigns.show_dismissed(str(uri))


def aim_at(server: SlowpathServer, uri: str, constraint_id: str) -> None:
    """Searches anew, with the same budget, for inputs that satisfy the constraint."""
    campaign = server.campaigns.by_uri.get(uri)
    budget = campaign.view.budget if campaign is not None else None
    result = start(
        server,
        StartParams(
            uri, budget.seconds if budget else None, budget.executions if budget else None, aimed=constraint_id
        ),
    )
    if result.error is not None:
        server.say(types.MessageType.Warning, f"{result.error.message} {result.error.remedy}".strip())


def actions_at_constraints(
    server: SlowpathServer, document: TextDocument, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """For the constraints in the selection, for its hot lines, and for checkers that stand in the program."""
    uri, selected = document.uri, params.range
    campaign = server.campaigns.by_uri.get(uri)
    standing = server.checkers.standing(uri)
    here = [
        one
        for one in (campaign.placed if campaign is not None else [])
        if selected.start.line <= one.lsp_line <= selected.end.line
    ]
    if campaign is not None and here:
        yield from _about(uri, campaign, here, standing, params.context.diagnostics)
    ours = [
        one
        for one in params.context.diagnostics
        if one.source == SOURCE and (one.code == HOT_LINE or _constraint_of(one))
    ]
    if here or ours:
        line = here[0].lsp_line if here else selected.start.line
        yield _action("Explain this line", COMMAND_EXPLAIN, [uri, line], ours)
    if standing:
        title = "Remove all checkers" if len(standing) > 1 else "Remove the checker"
        if here:
            yield _action(title, COMMAND_REMOVE_CHECKERS, [uri], ours)
        yield _action(title, COMMAND_REMOVE_CHECKERS, [uri], [], types.CodeActionKind.Source)


def _about(
    uri: str,
    campaign: LiveCampaign,
    here: Sequence[PlacedConstraint],
    standing: Sequence[str],
    diagnostics: Sequence[types.Diagnostic],
) -> Iterator[types.CodeAction]:
    for one in here:
        found = one.constraint
        concerned = [known for known in diagnostics if _constraint_of(known) == found.id]
        which = "" if len(here) == 1 else f" ({shortened(words.clause(found.sentence))})"
        if may_be_checked(one) and found.id not in standing:
            yield _action(f"Insert this checker{which}", COMMAND_INSERT_CHECKER, [uri, found.id], concerned)
        if found.condition is not None and found.id != campaign.aimed:
            yield _action(f"Aim the search at this constraint{which}", COMMAND_AIM, [uri, found.id], concerned)
        yield _action(f"Dismiss this constraint{which}", COMMAND_DISMISS, [uri, found.id], concerned)
    insertable = [one for one in campaign.placed if may_be_checked(one) and one.constraint.id not in standing]
    if len(insertable) > 1:
        yield _action("Insert all checkers", COMMAND_INSERT_CHECKERS, [uri], [])


def may_be_checked(one: PlacedConstraint) -> bool:
    """Whether its checker may be shown: it is faithful, or the gate is still to say so before it is inserted."""
    verdict = one.state.checker
    return one.constraint.condition is not None and (verdict is None or verdict.is_faithful)


def _constraint_of(diagnostic: types.Diagnostic) -> str:
    data = diagnostic.data
    found = data.get(CONSTRAINT) if isinstance(data, dict) else getattr(data, CONSTRAINT, None)
    return str(found) if found else ""


def _action(
    title: str,
    command: str,
    arguments: list,
    concerned: list[types.Diagnostic],
    kind: types.CodeActionKind = types.CodeActionKind.QuickFix,
) -> types.CodeAction:
    return types.CodeAction(title, kind, concerned or None, command=types.Command(title, command, arguments=arguments))


def shortened(text: str) -> str:
    """To tell actions of one line apart by."""
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"

"""Constraints of a campaign: what measurements speak for, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

COMMAND_INSERT_CHECKER = "slowpath.server.insertChecker"  # workspace/executeCommand [uri, constraint_id]
COMMAND_INSERT_CHECKERS = "slowpath.server.insertAllCheckers"  # workspace/executeCommand [uri]: of what is shown
COMMAND_REMOVE_CHECKERS = "slowpath.server.removeAllCheckers"  # workspace/executeCommand [uri]: all that stand in it
COMMAND_AIM = "slowpath.server.aimAtConstraint"  # workspace/executeCommand [uri, constraint_id]: search anew for it
COMMAND_DISMISS = "slowpath.server.dismissConstraint"  # workspace/executeCommand [uri, constraint_id]: don't show it
COMMAND_RESTORE = "slowpath.server.showDismissedConstraints"  # workspace/executeCommand [uri]: show all of them again

CheckerKind = Annotated[str, ("faithful", "unjudged", "refused", "none")]
ConstraintStatus = Annotated[str, ("confirmed", "hypothesis")]


@dataclass(frozen=True)
class ConstraintRow:
    """One constraint that measurements speak for. `line` (1-based) is its line in the text that ran, `lsp_line`
    (0-based) where that stands now, None where it was edited.

    `status` is confirmed or hypothesis. `ratio` is how many times as much satisfying inputs cost as violating ones
    (`ConstraintEvidence.ratio`), `p` the test that they cost more; None while one side is empty. `checker` is
    "faithful", "unjudged",
    "refused" or "none" (said in words only), `note` a sentence about it. `conversation` names the model's prompt and
    reply, "" for rules. `dismissed` says that the user doesn't want to see it, `aimed` that the search is about it.
    """

    constraint_id: str
    line: int
    lsp_line: int | None
    sentence: str
    predicate: str
    status: ConstraintStatus
    origin: str
    conversation: str
    satisfying: int
    violating: int
    ratio: float | None
    p: float | None
    evidence: str
    checker: CheckerKind
    note: str
    dismissed: bool = False
    aimed: bool = False


@dataclass(frozen=True)
class ShareRow:
    """How many of the valid inputs that a strategy made satisfy at least one constraint."""

    strategy: str
    satisfying: int
    valid: int

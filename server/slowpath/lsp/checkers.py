"""Checkers in the user's text: judged, put in, taken out.

Theory of operation. What is asked for is worked out in the one thread kept for this: constraints are moved to where
their lines are now, the fidelity gate compiles and runs those that it hasn't judged for exactly this text, and what is
faithful becomes one edit of the document. The edit names the version that it was made for, so that it is never applied
to another text. Reading and placing run nothing; judging needs trust, shows its progress, and can be cancelled: its
result is then dropped.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from lsprotocol import types

from slowpath import pipeline
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp import words
from slowpath.lsp.convert import path_of
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.placing import PlaceGone, moved
from slowpath.lsp.plain import plain_lines, solution
from slowpath.lsp.searches import Untrusted
from slowpath.lsp.text_edits import text_edits
from slowpath.lsp.window import Window
from slowpath.model.constraint import CheckerVerdict, Constraint, ConstraintState
from slowpath.model.problem import Solution

T = TypeVar("T")

MOST_INPUTS = 12


class TextChanged(UsageError):
    """The document isn't any more what an edit was made for."""

    def __init__(self) -> None:
        super().__init__("The text was changed meanwhile, so the edit wasn't made.", "Try again.")


@dataclass(frozen=True)
class Task:
    """What is to stand in a document, as its campaign knows it. `lines` says where lines that ran are now (0-based)."""

    path: Path
    text: str
    version: int | None
    measured: str
    wanted: tuple[ConstraintState, ...]
    lines: dict[int, int]


@dataclass(frozen=True)
class Plan:
    """The program as it is, and without checkers; what may be put into it: `judged` at once, `unjudged` after the gate.

    `refused` are the reasons why others can't be put in.
    """

    current: Solution
    base: Solution
    judged: tuple[Constraint, ...] = ()
    unjudged: tuple[Constraint, ...] = ()
    refused: tuple[str, ...] = ()


class Checkers:
    """Those of one server. All but what runs in the thread belongs to the server's loop."""

    def __init__(self, server: Window) -> None:
        self._server = server
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkers")
        self._standing: dict[str, tuple[str, tuple[str, ...]]] = {}

    def standing(self, uri: str) -> tuple[str, ...]:
        """The ids of the checkers in an open document; looked for once for each text."""
        document, path = self._server.document(uri), path_of(uri)
        if document is None or path is None:
            return ()
        known = self._standing.get(uri)
        if known is None or known[0] != document.source:
            try:
                known = document.source, pipeline.checker_ids(solution(path, document.source))
            except SlowpathError:
                known = document.source, ()
            self._standing[uri] = known
        return known[1]

    async def insert(self, uri: str, wanted: str = "") -> None:
        """Puts in the checker of the constraint `wanted`, or of all that are shown. Says which can't be, and why.

        Raises `SlowpathError` where none can.
        """
        campaign = self._server.campaigns.by_uri.get(uri)
        task = self._task(uri, campaign, wanted)
        plan = await self._in_thread(planned, task)
        refused = list(plan.refused)
        faithful = plan.judged
        if plan.unjudged:
            assert campaign is not None
            verdicts = await self._judged(campaign, plan)
            if verdicts is None:
                return
            good = [one for one, verdict in zip(plan.unjudged, verdicts, strict=True) if verdict.is_faithful]
            refused += [
                refusal(one, verdict.reason)
                for one, verdict in zip(plan.unjudged, verdicts, strict=True)
                if not verdict.is_faithful
            ]
            faithful = (*faithful, *good)
        if not faithful:
            raise UsageError(f"No checker was inserted. {' '.join(refused)}".strip())
        made = await self._in_thread(pipeline.with_checkers, plan.current, faithful)
        asked = {one.id: one for one in faithful}
        refused += [
            refusal(asked[one.constraint_id], one.reason) for one in made.rejected if one.constraint_id in asked
        ]
        inserted = [one for one in made.inserted if one in asked]
        if not inserted:
            raise UsageError(f"No checker was inserted. {' '.join(refused)}".strip())
        label = "Insert checker" if len(inserted) == 1 else f"Insert {len(inserted)} checkers"
        await self._apply(uri, task.text, made.source, label)
        if refused:
            said = f"{len(inserted)} of {len(inserted) + len(refused)} checkers inserted. {' '.join(refused)}"
            self._server.say(types.MessageType.Warning, said)

    async def remove(self, uri: str) -> None:
        """Takes every checker out of the document. Raises `UsageError` where none stands in it."""
        document, path = self._server.document(uri), path_of(uri)
        if document is None or path is None or not self.standing(uri):
            raise UsageError("No checker stands in this program.")
        text = document.source
        plain = await self._in_thread(pipeline.without_checkers, solution(path, text))
        await self._apply(uri, text, plain, "Remove checkers")

    def close(self) -> None:
        """Judges nothing any more. Idempotent."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _task(self, uri: str, campaign: LiveCampaign | None, wanted: str) -> Task:
        document = self._server.document(uri)
        if campaign is None or document is None:
            raise UsageError("No search has run on this program.", "Find slow inputs first.")
        asked = [campaign.constraint(wanted)] if wanted else [one.state for one in campaign.placed]
        states = tuple(state for state in asked if state.constraint.condition is not None)
        if not states:
            raise UsageError("No constraint that is shown can be checked by code.")
        lines = {
            number: at
            for number in range(1, campaign.source.count("\n") + 2)
            if (at := campaign.tracker.lsp_line(number)) is not None
        }
        return Task(campaign.path, document.source, document.version, campaign.source, states, lines)

    async def _judged(self, campaign: LiveCampaign, plan: Plan) -> Sequence[CheckerVerdict] | None:
        """The gate's verdicts on what isn't judged yet; None when the user cancelled."""
        if not self._server.options.trusted:
            raise Untrusted
        many = f"{len(plan.unjudged)} checkers" if len(plan.unjudged) > 1 else "the checker"
        async with Progress(self._server, f"Trying {many} of {campaign.path.name}") as progress:
            work = self._in_thread(judge, self._server, campaign, plan, lambda: progress.cancelled)
            return await progress.unless_cancelled(work)

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def _apply(self, uri: str, before: str, after: bytes, label: str) -> None:
        """One edit of the document, as long as it is still what the edit was made for. Raises `UsageError`."""
        document = self._server.document(uri)
        if document is None or document.source != before:
            raise TextChanged
        edits = await self._in_thread(text_edits, before, after.decode("utf-8", "replace"), document.position_codec)
        made = versioned_edit(self._server, uri, document.version, edits)
        result = await self._server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(made, label=label))
        if not result.applied:
            raise TextChanged


def versioned_edit(
    server: Window, uri: str, version: int | None, edits: Sequence[types.TextEdit]
) -> types.WorkspaceEdit:
    """The edits of one version of a document; of whatever version for a client that can't tell."""
    workspace = server.client_capabilities.workspace
    if not (workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes):
        return types.WorkspaceEdit(changes={uri: list(edits)})
    about = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(about, list(edits))])


def planned(task: Task) -> Plan:
    """What is to be done for a task. Reads and places only; raises `SlowpathError`."""
    current = solution(task.path, task.text)
    plain = pipeline.without_checkers(current)
    base = pipeline.read_solution(task.path, plain)
    standing = pipeline.checker_ids(current)
    wanted = [state for state in task.wanted if state.constraint.id not in standing]
    if not wanted:
        raise UsageError(
            "This checker stands in the program already."
            if len(task.wanted) == 1
            else "These checkers stand in the program already."
        )
    here, refused = _moved(wanted, plain_line_of(task))
    # A verdict is about one text: in another one the same checker may change what the program does.
    same_text = plain.decode("utf-8", "replace") == task.measured
    verdicts = {state.constraint.id: state.checker for state in wanted if same_text}
    faithful, unjudged = [], []
    for one in here:
        verdict = verdicts.get(one.id)
        if verdict is None:
            unjudged.append(one)
        elif verdict.is_faithful:
            faithful.append(one)
        else:
            refused.append(refusal(one, verdict.reason))
    return Plan(current, base, tuple(faithful), tuple(unjudged), tuple(refused))


def plain_line_of(task: Task) -> Callable[[int], int | None]:
    """From a line of the text that ran to the same line of the document without checkers, both 1-based."""
    number, numbers = 0, {}
    for at, line in enumerate(plain_lines(task.path)(task.text)):
        if line is not None:
            number += 1
            numbers[at] = number
    return lambda line: numbers.get(task.lines.get(line, -1))


def _moved(
    states: Sequence[ConstraintState], line_of: Callable[[int], int | None]
) -> tuple[list[Constraint], list[str]]:
    """The constraints where their lines are now, and why the others can't be placed."""
    found, lost = [], []
    for state in states:
        try:
            found.append(moved(state.constraint, line_of))
        except PlaceGone as gone:
            lost.append(refusal(state.constraint, str(gone)))
    return found, lost


def refusal(constraint: Constraint, reason: str) -> str:
    """Why a constraint has no checker, for people."""
    return f"Line {constraint.line}, {words.clause(constraint.sentence)}: {words.clause(reason)}."


def judge(server: Window, campaign: LiveCampaign, plan: Plan, stopped: Callable[[], bool]) -> Sequence[CheckerVerdict]:
    """Asks the gate, with the campaign's pair and its other inputs. Compiles and runs: seconds. Blocks."""
    read = partial(server.campaigns.input, campaign)
    contrast, spec = campaign.view.contrast, server.campaigns.store().spec(campaign.id)
    slow = read(contrast.slow_id) if contrast is not None else None
    fast = read(contrast.fast_id) if contrast is not None else None
    samples = [data for _, data in spec.samples] if spec is not None else []
    found = (read(known.id) for known in reversed(campaign.view.slow_inputs))
    inputs = [*samples, *(data for data in found if data is not None)]
    return pipeline.judge_checkers(
        plan.base, plan.unjudged, slow, fast, inputs[:MOST_INPUTS], server.options.settings, stop=stopped
    )


class Progress:
    """A progress bar of the editor's own around one piece of work, which can be cancelled."""

    def __init__(self, server: Window, title: str) -> None:
        self._server = server
        self._title = title
        self._token = str(uuid.uuid4())
        self._shown = False
        self.cancelled = False

    async def __aenter__(self) -> Progress:
        window = self._server.client_capabilities.window
        self._shown = bool(window and window.work_done_progress)
        if self._shown:
            await self._server.work_done_progress.create_async(self._token)
            self._server.work_done_progress.begin(
                self._token, types.WorkDoneProgressBegin(self._title, cancellable=True)
            )
        return self

    async def __aexit__(self, *_exception: object) -> None:
        if self._shown:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())

    async def unless_cancelled(self, work: Awaitable[T]) -> T | None:
        """The work's result; None as soon as the user cancels, whatever the work still does."""
        running = asyncio.ensure_future(work)
        if not self._shown:
            return await running
        cancelled = asyncio.wrap_future(self._server.work_done_progress.tokens[self._token])
        await asyncio.wait([running, cancelled], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            cancelled.cancel()
            return running.result()
        self.cancelled = True
        running.cancel()
        return None

"""An editor for tests: a server over stdio, a document, and waiting for what the server says."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import forking
import psutil
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from slowpath.lsp import protocol
from slowpath.lsp.lines import lines_with_ends

WAIT_S = 300
FAKE = (sys.executable, str(Path(__file__).with_name("fake_server.py")))
REAL = (sys.executable, "-m", "slowpath.lsp")
LOADED = (sys.executable, str(Path(__file__).with_name("loaded_server.py")))
"""The real server as well, but forked: it takes a few hundredths of a second instead of two for each process."""
CONVERTER = default_converter()
"""Of all windows: it writes a function for each kind of message that it meets."""


class Editor:
    """One window. `states`, `contrasts`, `breaks` and `faster` are the last ones by URI, `all_states` every one in
    order. `questions` are those that it was asked, `answers` the titles that it chooses one after the other. Of a
    server that is forked the first `spares` workers are too."""

    def __init__(self, folder: Path, command=FAKE, spares: int = 2, **options: Any) -> None:
        self.folder = folder
        self.command = command
        self.spares = spares
        self.options = {"state_dir": str(folder / "state"), "budget_seconds": 600, "trusted": True, **options}
        with patch("pytest_lsp.client.default_converter", lambda: CONVERTER):
            self.client: LanguageClient = make_test_lsp_client()
        self.states: dict[str, Any] = {}
        self.contrasts: dict[str, Any] = {}
        self.breaks: dict[str, Any] = {}
        self.faster: dict[str, Any] = {}
        self.all_states: list[Any] = []
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.lens_refreshes = 0
        self.applied: list[types.WorkspaceEdit] = []
        self.questions: list[types.ShowMessageRequestParams] = []
        self.answers: list[str] = []
        self._news = asyncio.Event()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def question(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
            self.questions.append(params)
            self._news.set()
            return types.MessageActionItem(self.answers.pop(0)) if self.answers else None

        @self.client.feature(protocol.CAMPAIGN_CHANGED)
        def campaign_changed(state: Any) -> None:
            self.all_states.append(plain(state))
            self.states[self.all_states[-1]["uri"]] = self.all_states[-1]
            self._news.set()

        @self.client.feature(types.WORKSPACE_APPLY_EDIT)
        def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.applied.append(params.edit)
            self._news.set()
            return types.ApplyWorkspaceEditResult(self._take(params.edit))

        @self.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def code_lens_refresh(_params: Any) -> None:
            self.lens_refreshes += 1

        @self.client.feature(protocol.CONTRAST_CHANGED)
        def contrast_changed(state: Any) -> None:
            self.contrasts[plain(state)["uri"]] = plain(state)
            self._news.set()

        @self.client.feature(protocol.BREAK_CHANGED)
        def break_changed(state: Any) -> None:
            self.breaks[plain(state)["uri"]] = plain(state)
            self._news.set()

        @self.client.feature(protocol.OPTIMIZE_CHANGED)
        def optimize_changed(state: Any) -> None:
            self.faster[plain(state)["uri"]] = plain(state)
            self._news.set()

    async def __aenter__(self) -> Editor:
        environment = {**os.environ, "SLOWPATH_STATE_DIR": str(self.folder / "state")}
        forked = forking.IS_POSSIBLE and self.command in (FAKE, LOADED)
        with (
            patch("asyncio.create_subprocess_exec", partial(forking.create, self.spares))
            if forked
            else contextlib.nullcontext()
        ):
            await self.client.start_io(*self.command, env=environment)
        result = await self.client.initialize_session(
            types.InitializeParams(
                client_capabilities("visual-studio-code"),
                initialization_options=self.options,
                root_uri=self.folder.as_uri(),
            )
        )
        self.capabilities = result.capabilities
        return self

    async def __aexit__(self, *_exception: object) -> None:
        if self.client._server.returncode is None and self._alive():
            await asyncio.wait_for(self.client.shutdown_session(), WAIT_S)
        await self.client.stop()

    @property
    def server(self) -> psutil.Process:
        return psutil.Process(self.client._server.pid)

    def _alive(self) -> bool:
        return self.client._server is not None and psutil.pid_exists(self.client._server.pid)

    async def until(self, holds, what: str = "") -> None:
        """Waits until the condition over what was said holds; diagnostics are looked at as well."""

        async def wait() -> None:
            while not holds():
                self._news.clear()
                await asyncio.wait([asyncio.ensure_future(self._news.wait())], timeout=0.1)

        try:
            await asyncio.wait_for(wait(), WAIT_S)
        except asyncio.TimeoutError as error:
            raise AssertionError(
                f"never came: {what or holds}; states {self.states}; {self.breaks}; {self.faster}; "
                f"diagnostics {self.client.diagnostics}; log {self.client.log_messages}"
            ) from error

    def reports(self) -> list[str]:
        """The kinds of the first progress's reports so far, in order: it is told apart from the states' way."""
        return [type(report).__name__ for report in next(iter(self.client.progress_reports.values()), [])]

    def open(self, name: str, text: str, *, on_disk: bool = True) -> str:
        path = self.folder / name
        if on_disk:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        uri = path.as_uri()
        self.open_uri(uri, text, "python" if name.endswith(".py") else "cpp")
        return uri

    def open_uri(self, uri: str, text: str, language: str = "cpp") -> None:
        self.versions[uri] = 1
        self.texts[uri] = text
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text))
        )

    def _take(self, edit: types.WorkspaceEdit) -> bool:
        """Does an edit of documents that were opened with `open`, as an editor does: not for another version."""
        for change in edit.document_changes or ():
            uri = change.text_document.uri
            if change.text_document.version != self.versions[uri]:
                return False
            self.versions[uri] += 1
            for one in reversed(change.edits):
                self.texts[uri] = replaced(self.texts[uri], one.range, one.new_text)
            self.client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(self.versions[uri], uri),
                    [types.TextDocumentContentChangePartial(one.range, one.new_text) for one in reversed(change.edits)],
                )
            )
        return True

    def edit(self, uri: str, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        self.versions[uri] += 1
        place = types.Range(types.Position(*start), types.Position(*end))
        if uri in self.texts:
            self.texts[uri] = replaced(self.texts[uri], place, text)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.versions[uri], uri),
                [types.TextDocumentContentChangePartial(place, text)],
            )
        )

    def save(self, uri: str) -> None:
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def request(self, method: str, **params: Any) -> Any:
        """The answer to one of our own requests, as plain JSON values."""
        return plain(await asyncio.wait_for(self.client.protocol.send_request_async(method, params), WAIT_S))

    async def start(self, uri: str, **params: Any) -> str:
        result = await self.request(protocol.CAMPAIGN_START, uri=uri, **params)
        assert result["error"] is None, result
        return result["campaign_id"]

    async def control(self, campaign_id: str, action: str) -> None:
        await self.request(protocol.CAMPAIGN_CONTROL, campaign_id=campaign_id, action=action)

    async def break_it(self, uri: str, *wanted: str, **params: Any) -> Any:
        """Starts a search for a breaking input, and gives back its state once that is one of `wanted`."""
        result = await self.request(protocol.BREAK_START, uri=uri, **params)
        assert result["error"] is None, result
        await self.until(
            lambda: (
                self.breaks.get(uri, {}).get("break_id") == result["break_id"] and self.breaks[uri]["state"] in wanted
            ),
            f"{wanted} of {uri}",
        )
        return self.breaks[uri]

    async def make_faster(self, uri: str, *wanted: str, **params: Any) -> Any:
        """Starts a search for a faster version, and gives back its state once that is one of `wanted`."""
        result = await self.request(protocol.OPTIMIZE_START, uri=uri, **params)
        assert result["error"] is None, result
        await self.until(
            lambda: (
                self.faster.get(uri, {}).get("optimize_id") == result["optimize_id"]
                and self.faster[uri]["state"] in wanted
            ),
            f"{wanted} of {uri}",
        )
        return self.faster[uri]

    async def hover(self, uri: str, line: int) -> str | None:
        answer = await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, 1))
        )
        return answer.contents.value if answer else None

    async def actions(self, uri: str, line: int) -> dict[str, types.CodeAction | types.Command]:
        """The code actions at a line, by their titles."""
        at = types.Range(types.Position(line, 0), types.Position(line, 0))
        here = [known for known in self.diagnostics(uri) if known.range.start.line == line]
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), at, types.CodeActionContext(here))
        )
        return {action.title: action for action in found or ()}

    async def act(self, action: types.CodeAction | types.Command) -> None:
        """What the editor does when the user chooses it. The client's library takes an action with a command for a bare
        command, whose name is then the text of the real one."""
        command = ast.literal_eval(action.command)
        await self.execute(command["command"], *command["arguments"])

    async def execute(self, command: str, *arguments: Any) -> None:
        await asyncio.wait_for(
            self.client.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments=list(arguments))),
            WAIT_S,
        )

    async def lens(self, uri: str) -> types.CodeLens | None:
        return next(iter(await self.lenses(uri)), None)

    async def lenses(self, uri: str) -> list[types.CodeLens]:
        answer = await self.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        return list(answer or ())

    async def state(self, uri: str, *wanted: str) -> Any:
        await self.until(lambda: self.states.get(uri, {}).get("state") in wanted, f"{wanted} of {uri}")
        return self.states[uri]

    def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        return self.client.diagnostics.get(uri, [])


def replaced(text: str, place: types.Range, new: str) -> str:
    """The text with what stands at `place` replaced; columns are those of plain letters."""
    starts = [0]
    for line in lines_with_ends(text):
        starts.append(starts[-1] + len(line))
    begin, end = (starts[at.line] + at.character for at in (place.start, place.end))
    return text[:begin] + new + text[end:]


def plain(value: Any) -> Any:
    """Attribute objects, which the client makes of unknown results, as dicts."""
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return {name: plain(part) for name, part in vars(value).items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value


def workers_of(editor: Editor, name: str = "fake_worker.py") -> list[psutil.Process]:
    """The living worker processes of the window; one that is just ending isn't one any more."""
    found = []
    for child in children_of(editor):
        with contextlib.suppress(psutil.Error):
            if child.status() != psutil.STATUS_ZOMBIE and name in " ".join([child.name(), *child.cmdline()]):
                found.append(child)
    return found


def children_of(editor: Editor, *, recursive: bool = False) -> list[psutil.Process]:
    """What the server started, without the workers that the tests have in reserve."""
    found = []
    for child in editor.server.children(recursive=recursive):
        with contextlib.suppress(psutil.Error):
            if child.name() != forking.SPARE_NAME:
                found.append(child)
    return found


async def gone(processes: list[psutil.Process]) -> bool:
    """Whether all of them end soon. Waits in a thread: what the client still has to say goes out meanwhile."""
    _, alive = await asyncio.to_thread(psutil.wait_procs, processes, timeout=WAIT_S)
    return not alive

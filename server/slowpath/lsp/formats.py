"""The written input formats of this window: whose they are, what is wrong with them, where their bounds came from.

Theory of operation. A format is studied a moment after each change, in the one thread kept for this: reading the
problem, inferring (which runs nothing) and parsing the samples take tens of milliseconds to seconds. What was inferred
for a program is kept until the program or its problem changes. A study is shown only while the text is the one that was
studied; whoever needs one for the text of now (`study`) waits for it. What the user asks for by a command may run the
program where the workspace is trusted.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath import pipeline
from slowpath.errors import FormatUnknown, SlowpathError
from slowpath.lsp import convert
from slowpath.lsp.format_remarks import diagnostics_of
from slowpath.lsp.lines import lines_of
from slowpath.lsp.window import Window
from slowpath.model.format import FormatReport
from slowpath.model.format_text import FormatStudy, Outline
from slowpath.model.languages import SUFFIXES
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings

log = logging.getLogger(__name__)

LANGUAGE_ID = "slowpath-format"
SUFFIX = ".format"
SHARED_NAME = f"input{SUFFIX}"
PAUSE_S = 0.2


@dataclass(frozen=True)
class Studied:
    """A study with the text that it is about, the problem and the program."""

    text: str
    study: FormatStudy
    problem: Problem
    solution: Solution | None


@dataclass(frozen=True)
class Accounted:
    """What a format of some text, which is to be at `path`, says of the statement of its problem, by its `report`;
    `inferred` is what is known of the statement without it."""

    text: str
    path: Path
    outline: Outline
    problem: Problem
    report: FormatReport
    inferred: FormatReport


class Formats:
    """The formats of one server. All but the `_in_thread` methods run on the server's loop."""

    def __init__(self, server: Window) -> None:
        self._server = server
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="format")
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task] = set()
        self._owners: dict[Path, str] = {}
        self._inferred: dict[Path, tuple[Problem, Solution, FormatReport]] = {}
        self._studied: dict[str, Studied] = {}
        self._unsaved: set[Path] = set()

    def opened(self, uri: str) -> None:
        """A format was opened. One that was being written before there was a file has just been saved."""
        path = path_of(uri)
        if path is not None and uri.startswith("untitled:"):
            self._unsaved.add(path)
        elif path in self._unsaved:
            self._unsaved.discard(path)
            self.saved(uri)
        self.schedule(uri, 0)

    def schedule(self, uri: str, pause_s: float = PAUSE_S) -> None:
        """Studies the format soon; a study that is already due is put off."""
        self._cancel(uri)
        self._timers[uri] = asyncio.get_running_loop().call_later(pause_s, self._begin, uri)

    async def study(self, uri: str) -> Studied | None:
        """What is known of the open format's text of now; None when it was closed."""
        document = self._server.document(uri)
        if document is None:
            return None
        text = plain_text(document)
        known = self._studied.get(uri)
        if known is not None and known.text == text:
            return known
        owner = self.solution_uri(uri)
        source = self._source(owner) if owner else None
        path = path_of(uri)
        made = await self._in_thread(self._study_in_thread, text, path, source)
        if self._server.document(uri) is not None:
            self._studied[uri] = made
        return made

    async def open_for(self, solution_uri: str, run: bool) -> pipeline.EditableFormat:
        """The text to edit for a program; `run` says that inference may run it. Raises `SourceUnreadable`."""
        path, source = self._server.solution_source(solution_uri)
        settings = self._server.options.settings if run and self._server.options.trusted else None
        made = await self._in_thread(self._open_in_thread, pipeline.read_solution(path, source), settings)
        self._owners[made.path] = solution_uri
        return made

    async def study_of(self, solution_uri: str) -> FormatStudy:
        """What is known of the format of a program, wherever its text is. Runs nothing. Raises `SourceUnreadable`."""
        made = await self.open_for(solution_uri, run=False)
        uri = self.document_at(made.path)
        document = self._server.document(uri) if uri is not None else None
        text = plain_text(document) if document is not None else made.text
        source = self._source(solution_uri)
        return (await self._in_thread(self._study_in_thread, text, made.path, source)).study

    async def accounted(self, solution_uri: str) -> Accounted:
        """The sentences of the statement, held against the format's text of now. Runs nothing. Raises
        `SourceUnreadable`, and `FormatUnknown` where that text is none."""
        made = await self.open_for(solution_uri, run=False)
        uri = self.document_at(made.path)
        document = self._server.document(uri) if uri is not None else None
        text = plain_text(document) if document is not None else made.text
        return await self._in_thread(self._accounted_in_thread, text, made.path, self._source(solution_uri))

    def solution_uri(self, uri: str) -> str | None:
        """The program that a format is about: the one for which it was opened, an open one, or one beside it."""
        path = path_of(uri)
        if path is None:
            return None
        if path in self._owners:
            return self._owners[path]
        for document in self._server.documents():
            solution = convert.path_of(document.uri)
            if solution is not None and solution.suffix.lower() in SUFFIXES and is_about(path, solution):
                return document.uri
        beside = (path.with_suffix(suffix) for suffix in SUFFIXES)
        return next((convert.uri_of(candidate) for candidate in beside if candidate.is_file()), None)

    def texts_for(self, solution: Path) -> dict[str, str]:
        """The texts, unsaved changes included, of the open formats that by their names may be a program's."""
        return {
            str(path): plain_text(document)
            for document in self._open()
            if (path := path_of(document.uri)) is not None and is_about(path, solution)
        }

    def document_at(self, path: Path) -> str | None:
        """The URI of the open document of the format at `path`."""
        return next((document.uri for document in self._open() if path_of(document.uri) == path), None)

    def saved(self, uri: str) -> None:
        """A format was saved: searches that began before it are marked, but those for which we wrote that very text."""
        path, document = path_of(uri), self._server.document(uri)
        text = plain_text(document) if document is not None else None
        for campaign in self._server.campaigns.by_uri.values():
            if campaign.format_put == (str(path), text):
                continue
            if path is not None and is_about(path, campaign.path) and not campaign.format_changed:
                campaign.format_changed = True
                self._server.campaign_changed(campaign)
        self.schedule(uri, 0)

    def program_changed(self, solution_uri: str) -> None:
        """A program was saved: what its formats are held against may be another."""
        solution = convert.path_of(solution_uri)
        for document in self._open():
            path = path_of(document.uri)
            if path is not None and solution is not None and is_about(path, solution):
                self._studied.pop(document.uri, None)
                self.schedule(document.uri)

    def forget(self, uri: str) -> None:
        """The format was closed: nothing of it is shown any more."""
        self._cancel(uri)
        self._studied.pop(uri, None)
        self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def close(self) -> None:
        """No study begins any more. Idempotent."""
        for uri in list(self._timers):
            self._cancel(uri)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> list[TextDocument]:
        return [document for document in self._server.documents() if is_format(document)]

    def _cancel(self, uri: str) -> None:
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def _begin(self, uri: str) -> None:
        self._timers.pop(uri, None)
        task = asyncio.get_running_loop().create_task(self._publish(uri))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _publish(self, uri: str) -> None:
        studied = await self.study(uri)
        document = self._server.document(uri)
        if studied is None or document is None:
            return
        if plain_text(document) != studied.text:
            self.schedule(uri)
            return
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics_of(document, studied.study), document.version)
        )

    def _source(self, solution_uri: str) -> tuple[Path, bytes] | None:
        try:
            return self._server.solution_source(solution_uri)
        except SlowpathError:
            return None

    async def _in_thread(self, work, *arguments):
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def _study_in_thread(self, text: str, path: Path | None, source: tuple[Path, bytes] | None) -> Studied:
        solution = _solution(source)
        around = solution or Solution((path or Path("input")).with_suffix(""), "", b"")
        problem = pipeline.read_problem(around)
        report: FormatReport | None = None
        if solution is not None:
            try:
                report = self._inferred_in_thread(problem, solution)
            except Exception:
                # What the user wrote can be read and checked all the same.
                log.exception("inferring the format of %s failed", solution.path)
        return Studied(text, pipeline.study_format(text, problem, report), problem, solution)

    def _accounted_in_thread(self, text: str, path: Path, source: tuple[Path, bytes] | None) -> Accounted:
        solution = _solution(source)
        if solution is None:
            raise FormatUnknown("The program can't be read.", "Open it.")
        problem = pipeline.read_problem(solution)
        report = pipeline.infer_format(replace(problem, format_text=text), solution)
        if report.format is None:
            raise FormatUnknown(pipeline.why_unknown(report), "Mend the format first.")
        outline = pipeline.study_format(text, problem, None).outline
        return Accounted(text, path, outline, problem, report, self._inferred_in_thread(problem, solution))

    def _inferred_in_thread(self, problem: Problem, solution: Solution) -> FormatReport:
        """What is inferred without the user's format; runs nothing."""
        bare = pipeline.without_saved_format(problem)
        known = self._inferred.get(solution.path)
        if known is None or known[:2] != (bare, solution):
            known = self._inferred[solution.path] = (bare, solution, pipeline.infer_format(bare, solution))
        return known[2]

    def _open_in_thread(self, solution: Solution, settings: Settings | None) -> pipeline.EditableFormat:
        problem = pipeline.read_problem(solution)
        if problem.format_text.strip():
            return pipeline.format_to_edit(problem, solution)
        bare = pipeline.without_saved_format(problem)
        report = pipeline.infer_format(bare, solution, settings)
        self._inferred[solution.path] = (bare, solution, report)
        return pipeline.editable_format(problem, solution, report)


def _solution(source: tuple[Path, bytes] | None) -> Solution | None:
    try:
        return pipeline.read_solution(*source) if source is not None else None
    except SlowpathError:
        return None


def is_format(document: TextDocument) -> bool:
    """Whether the document holds an input format."""
    return document.language_id == LANGUAGE_ID or document.uri.endswith(SUFFIX)


def path_of(uri: str) -> Path | None:
    """The file of a format; one that was never saved has the path at which it will be."""
    return convert.path_of(uri.replace("untitled:", "file:", 1) if uri.startswith("untitled:/") else uri)


def is_about(path: Path, solution: Path) -> bool:
    """Whether the format at `path` is one of the program at `solution`, by their names."""
    return path == solution.with_suffix(SUFFIX) or (path.name == SHARED_NAME and path.parent in solution.parents)


def plain_text(document: TextDocument) -> str:
    """The document's text, its lines ended by line feeds."""
    return "\n".join(lines_of(document.source))

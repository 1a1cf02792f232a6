"""The statement beside the format: what became of each sentence, and the lines of the format that say what it says."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from slowpath import wire
from slowpath.errors import FormatUnknown, SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.format_help import quoted_range
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.formats import Accounted
from slowpath.lsp.protocol import FormatParams, FormatSentences, SentenceRow
from slowpath.lsp.server import SlowpathServer
from slowpath.model.patterns import late_regex
from slowpath.model.validity import SentenceMark

_NAME = late_regex(r"[A-Za-z_]\w*")


def register(server: SlowpathServer) -> None:
    """Registers the handler."""

    @server.feature(protocol.FORMAT_SENTENCES)
    async def format_sentences(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(await sentences(ls, read_params(FormatParams, params).uri))


async def sentences(server: SlowpathServer, uri: str) -> FormatSentences:
    """The sentences of the statement of a program, or of a format's, as its format of now says them."""
    try:
        made = await server.formats.accounted(server.formats.solution_uri(uri) or uri)
        if made.problem.statement_path is None:
            raise FormatUnknown("There is no statement beside the program.", "Paste it, or choose its file.")
    except SlowpathError as error:
        return FormatSentences("", "", error=convert.error_state(error))
    lines = made.problem.statement.split("\n")
    # A format that was written leaves open what its comments do, and nothing in it rests on a sentence.
    left = {" ".join(doubt.quote.split()) for doubt in made.report.doubts}
    rows = [
        _row(mark, " ".join(mark.quote.split()) in left, made, lines)
        for mark in made.inferred.sentences
        if 1 <= mark.line <= len(lines)
    ]
    return FormatSentences(str(made.problem.statement_path), str(made.path), rows)


def _row(mark: SentenceMark, is_open: bool, made: Accounted, lines: list[str]) -> SentenceRow:
    """A sentence with the facts that inference rests on it."""
    said = [] if is_open else list(mark.facts)
    place: types.Range = quoted_range(lines, mark.line, mark.quote)
    return SentenceRow(
        mark.line,
        place.start.character,
        place.end.character,
        "unclear" if is_open else "used" if said else "other",
        said,
        mark.why if is_open else "",
        sorted({line for fact in said for line in _lines_of(fact, made)}),
    )


def _lines_of(fact: str, made: Accounted) -> list[int]:
    """The lines of the format that say a fact, 1-based: the relation that is just that, else where the first variable
    that it names is declared, else what has its last word among its traits ("the graph is connected")."""
    said = fact.replace(" ", "")
    lines = [*enumerate(made.text.split("\n"), 1)]
    for number, line in lines:
        if line.startswith("where ") and line.removeprefix("where ").replace(" ", "") == said:
            return [number]
    declared = (made.outline.of(name) for name in _NAME.findall(fact))
    if (first := next((found.at.line for found in declared if found is not None), None)) is not None:
        return [first]
    word = fact.rsplit(maxsplit=1)[-1]
    return [number for number, line in lines if not line.startswith("#") and word in line.partition(":")[0].split()][:1]

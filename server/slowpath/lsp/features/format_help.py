"""What helps while a format is written: completion, hover, and the ways from a bound to where it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath import pipeline
from slowpath.lsp import convert, words
from slowpath.lsp.explaining import escaped
from slowpath.lsp.format_remarks import place_of, range_of
from slowpath.lsp.formats import Studied, is_format, plain_text
from slowpath.lsp.server import SlowpathServer
from slowpath.model.format import Evidence
from slowpath.model.format_text import Declared, FormatCompletion, Span
from slowpath.model.patterns import late_regex

_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "type": types.CompletionItemKind.TypeParameter,
    "variable": types.CompletionItemKind.Variable,
    "value": types.CompletionItemKind.Value,
    "trait": types.CompletionItemKind.EnumMember,
    "meaning": types.CompletionItemKind.Struct,
    "snippet": types.CompletionItemKind.Snippet,
}
_SYMBOLS = {
    "cases": types.SymbolKind.Array,
    "queries": types.SymbolKind.Array,
    "word": types.SymbolKind.String,
    "text": types.SymbolKind.String,
}
_HALF_TYPED = late_regex(r"[\w^*.]*\Z")
_BEFORE_BLANK = late_regex(r"(?::|\.\.|\[|[-+*]|\b(?:int|float|word|text|of|where|sum|distinct)|\]|[<>=]=?) +\Z")
_FILE_AND_LINE = late_regex(r"([^\s()\",:]+\.\w+):(\d+)")


def register(server: SlowpathServer) -> None:
    """Registers the handlers; hovers come through `hover`."""
    options = types.CompletionOptions(trigger_characters=[":", " ", "[", ".", "(", ","], resolve_provider=False)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, options)
    def completion(ls: SlowpathServer, params: types.CompletionParams) -> types.CompletionList | None:
        document = ls.document(params.text_document.uri)
        if document is None or not is_format(document):
            return None
        context = params.context
        return types.CompletionList(
            False, completions_at(document, params.position, context.trigger_character if context is not None else None)
        )

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: SlowpathServer, params: types.DefinitionParams) -> list[types.LocationLink] | None:
        found = await _studied(ls, params.text_document.uri)
        return list(links_at(*found, params.position)) if found else None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def document_link(ls: SlowpathServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        found = await _studied(ls, params.text_document.uri)
        return list(links_of_comments(*found)) if found else []

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(ls: SlowpathServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        found = await _studied(ls, params.text_document.uri)
        return symbols_of(*found) if found else []


async def _studied(server: SlowpathServer, uri: str) -> tuple[TextDocument, Studied] | None:
    document = server.document(uri)
    if document is None or not is_format(document):
        return None
    studied = await server.formats.study(uri)
    return None if studied is None else (document, studied)


def completions_at(
    document: TextDocument, position: types.Position, trigger: str | None = None
) -> list[types.CompletionItem]:
    """What may stand at a position; after a blank only where something has to follow."""
    line, column = place_of(document, position)
    before = document.lines[position.line][: column - 1] if position.line < len(document.lines) else ""
    if trigger == " " and not _BEFORE_BLANK.search(before):
        return []
    half = _HALF_TYPED.search(before.rpartition("..")[2] if ".." in before else before)
    begin = column - len(half.group()) if half else column
    place = range_of(document, Span(line, begin, column))
    found = pipeline.complete_format(plain_text(document), line, column)
    return [_item(made, place, order) for order, made in enumerate(found)]


def _item(made: FormatCompletion, place: types.Range, order: int) -> types.CompletionItem:
    insert = made.insert or made.label
    snippet = "|" in insert
    text = insert.replace("$", "\\$").replace("}", "\\}").replace("|", "$0") if snippet else insert
    return types.CompletionItem(
        made.label,
        kind=_KINDS[made.kind],
        detail=made.detail or None,
        sort_text=f"{order:03}",
        insert_text_format=types.InsertTextFormat.Snippet if snippet else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(place, text),
    )


def hover_at(document: TextDocument, studied: Studied, position: types.Position) -> types.Hover | None:
    """What is known of the variable or bound at a position."""
    line, column = place_of(document, position)
    declared, at = _about(studied, line, column)
    if declared is None or at is None:
        return None
    grounds = studied.study.grounds.get(declared.name, ())
    if at in (declared.low, declared.high):
        chosen = pipeline.ground_of_bound(grounds, at == declared.high)
        grounds = (chosen,) if chosen is not None else ()
    parts = [f"```{document.language_id or 'slowpath-format'}\n{declared.text}\n```"]
    parts += [f"- {_in_words(ground, facts, studied)}" for ground, facts in _merged(grounds)]
    seen = studied.study.seen.get(declared.name)
    if seen:
        parts.append(f"- in the samples: {escaped(seen)}")
    if not grounds:
        parts.append("- you wrote this; no source speaks of it")
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n".join(parts)), range_of(document, at))


def _about(studied: Studied, line: int, column: int) -> tuple[Declared | None, Span | None]:
    """The variable that a place speaks of, and the part of the text that does: a name used, declared, or a bound."""
    outline = studied.study.outline
    for use in outline.uses:
        if use.at.holds(line, column):
            return outline.of(use.name), use.at
    for declared in outline.declared:
        for span in (declared.at, declared.low, declared.high):
            if span is not None and span.holds(line, column):
                return declared, span
    return None, None


def _merged(grounds: Sequence[Evidence]) -> list[tuple[Evidence, list[str]]]:
    """The facts that stand in one sentence together, with the first of their grounds."""
    made: dict[tuple[str, int, str], tuple[Evidence, list[str]]] = {}
    for ground in grounds:
        made.setdefault((ground.source, ground.line, ground.quote), (ground, []))[1].append(ground.fact)
    return list(made.values())


def _in_words(ground: Evidence, facts: Sequence[str], studied: Studied) -> str:
    """One ground with its place as a link, and its sentence."""
    path = _file_of(ground, studied)
    place = f"[{escaped(path.name)}, line {ground.line}]({convert.uri_of(path)}#L{ground.line})" if path else ""
    quote = words.isolated(" ".join(ground.quote.split()))
    if ground.source == "reads":
        return f"read in {place}" if place else "read by the program"
    said = f": {escaped(quote)}" if quote and ground.source == "assumed" else f': "{escaped(quote)}"' if quote else ""
    return f"{escaped(', '.join(facts))} ({ground.source}{', ' + place if place else ''}){said}"


def _file_of(ground: Evidence, studied: Studied) -> Path | None:
    """The file that a ground's line is one of."""
    if ground.line < 1:
        return None
    if ground.source in ("reads", "assumed", "oracle"):
        return studied.solution.path if studied.solution is not None else None
    return studied.problem.statement_path if ground.source == "statement" else None


def links_at(document: TextDocument, studied: Studied, position: types.Position) -> Iterator[types.LocationLink]:
    """From a used name to its declaration, from a bound to its sentence, from a declared name to where it is read."""
    line, column = place_of(document, position)
    declared, at = _about(studied, line, column)
    if declared is None or at is None:
        return
    if at not in (declared.at, declared.low, declared.high):
        there = range_of(document, declared.at)
        yield types.LocationLink(document.uri, there, there, range_of(document, at))
        return
    grounds = studied.study.grounds.get(declared.name, ())
    if at == declared.at:
        chosen = sorted(grounds, key=lambda ground: ground.source != "reads")[:1]
    else:
        chosen = [ground for ground in [pipeline.ground_of_bound(grounds, at == declared.high)] if ground]
    for ground in chosen:
        path = _file_of(ground, studied)
        if path is not None:
            yield _link(path, _range_in(path, ground, studied), range_of(document, at))


def _link(path: Path, place: types.Range, origin: types.Range) -> types.LocationLink:
    return types.LocationLink(convert.uri_of(path), place, place, origin)


def _range_in(path: Path, ground: Evidence, studied: Studied) -> types.Range:
    """The sentence in its line where it stands there as quoted, else the whole line. Columns in UTF-16 units."""
    text = (
        studied.problem.statement
        if path == studied.problem.statement_path
        else (studied.solution.source.decode("utf-8", "replace") if studied.solution is not None else "")
    )
    return quoted_range(text.split("\n"), ground.line, ground.quote)


def quoted_range(lines: Sequence[str], line: int, quote: str) -> types.Range:
    """Where a quote stands in a line (1-based), else the whole line. Columns in UTF-16 units."""
    row = lines[line - 1].rstrip("\r") if line <= len(lines) else ""
    begin = max(0, row.find(quote)) if quote else 0
    end = begin + len(quote) if quote and quote in row else len(row)
    return types.Range(types.Position(line - 1, _units(row[:begin])), types.Position(line - 1, _units(row[:end])))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2


def links_of_comments(document: TextDocument, studied: Studied) -> Iterator[types.DocumentLink]:
    """From `statement.md:12` in a comment to that line."""
    known = {
        path.name: path
        for path in (studied.problem.statement_path, studied.solution.path if studied.solution else None)
        if path is not None
    }
    for number, line in enumerate(plain_text(document).split("\n"), 1):
        if not line.lstrip().startswith("#"):
            continue
        for match in _FILE_AND_LINE.finditer(line):
            path = known.get(match[1])
            if path is not None:
                yield types.DocumentLink(
                    range_of(document, Span(number, match.start() + 1, match.end() + 1)),
                    target=f"{convert.uri_of(path)}#L{match[2]}",
                )


def symbols_of(document: TextDocument, studied: Studied) -> list[types.DocumentSymbol]:
    """The variables, in the order of the text."""
    made = []
    for declared in studied.study.outline.declared:
        place = range_of(document, declared.at)
        whole = range_of(
            document,
            Span(declared.at.line, declared.at.column, declared.high.end if declared.high else declared.at.end),
        )
        made.append(
            types.DocumentSymbol(
                declared.name, _SYMBOLS.get(declared.type, types.SymbolKind.Number), whole, place, detail=declared.text
            )
        )
    return made

"""A statement as plain sentences: LaTeX, Markdown, HTML and Unicode signs made ASCII, sections known.

Every sentence keeps the 1-based line it came from, the section it stands in ("input", "constraints", "output",
"examples", "notes", "scoring", "" for the story, "asked" for a list of what the story asks for) and its words as
written, so that a bound can be shown beside them.
Never raises, and its cost is linear: rows and sentences are cut where they are longer than any that says a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from slowpath.model.patterns import late_regex
from slowpath.statement.languages.translating import Translator, translator_of
from slowpath.statement.sentences.asked_lists import with_asked_items
from slowpath.statement.sentences.headings import Sections, heading_of
from slowpath.statement.sentences.markup import plain_text, without_comments
from slowpath.statement.sentences.parted_lines import with_lines_parted
from slowpath.statement.sentences.parted_promises import with_promises_parted
from slowpath.statement.sentences.scoring_tables import ScoringTable
from slowpath.statement.sentences.sentence import Sentence, unshielded, with_ends_shielded
from slowpath.statement.sentences.spoken_names import with_names_spoken
from slowpath.statement.sentences.subscripts import Subscripts, with_neighbours
from slowpath.statement.sentences.unheaded import with_input_found

LARGEST = 200_000
"""So many characters of a statement are read; a long one has a tenth of them."""
MOST_SENTENCES = 400
"""So many sentences are read; a long statement has a quarter of them. What compares each with all others is no longer
cheap beyond."""
_READ_FIRST = ("input", "constraints", "output")
_NEVER = 1 << 60
_LONGEST_ROW = 2_000
LONGEST_SENTENCE = 1_200
_NO_QUERY = r"(?!(?<=[\"'`][.;!?])(?: [A-Za-z]\w?){1,5} ?[\"'`])"
"""A sign that ends a sentence, unless it is the first of a query in quotes: `"? x"`."""
_END = late_regex(
    rf"(?:(?<=[a-zA-Z0-9)|'\"\]])\s?[.;!?](?=\s|$)(?!\s*\.\.){_NO_QUERY}|(?<=[^\x00-\x7f])[.!?。；](?=\s|$)|"
    r"(?<=[\ue000-\uf8ff]\s)[.;!?](?=\s|$)|(?<=[#*@%&^+_=/\\-])\s?\.(?=\s+[A-Z]|\s*$))"
)
_END_AS_WRITTEN = late_regex(
    r"(?:(?<=[a-zA-Z0-9)|'\"\]>}$`*])\s?[.;!?](?=\s|\}{0,3}$|<|\\)|"
    rf"(?<=[^\x00-\x7f])[.!?。；](?=\s|$|<))(?!\s*\.\.){_NO_QUERY}|(?<=[#@%&^+_=/\\-])\s?\.(?=\s+[A-Z]|\s*$)"
)
"""The same before markup is taken away."""
_WORD = late_regex(r"[A-Za-z0-9]+")
_ENTITY_END = late_regex(r"(?<=&)(#?\w{1,8});")
_ITEM = late_regex(r"\s*(?:[-*+•◦▪]|\\item\b|<li\b[^<>]{0,80}>|\(?\d{1,2}[.)])(?=\s|\\|\$|$|(?<=item)\[)\s*")
_KIND = late_regex(r"\s*[`$]?\d(?:\s[a-zA-Z](?:_?\w)?){1,6}[`$]?\s(?:--?-?|[\u2013\u2014])\s\S")
"""A row that tells one kind of query: "1 x - a player joins"."""
_BOUND = late_regex(r"-?\d[\d^*, ]{0,12} ?<=? ?[A-Za-z]\w{0,19} ?<")
"""A row that bounds something, as one of a list whose marks are lost."""
_TITLE = late_regex(r" {0,3}#{1,6}\s+\S")
_BREAK = late_regex(r"\s*\\(?:begin|end)\{|<(?:li|p|br|tr|div|ul|/li|/p|/tr)\b", re.I)
_QUOTE = late_regex(r"^ {0,3}>(?: |$)")
"""The mark of a row that Markdown sets apart as a quotation."""
_FENCE = late_regex(r"\s*(```|~~~|</?pre|\\(begin|end)\{(?:verbatim|lstlisting))")
_WHOLE_FENCE = late_regex(r"\s*(?:<pre[^>]{0,80}>.*</pre>|```.*\S.*```\s*$)")
_WANTS_NUMBER = late_regex(
    r"(?:[=<>,]|\b(?:most|least|than|to|of|by|is|are|and|or|exactly|exceed|from|between))$", re.I
)
_SIGN = late_regex(r"\s*(?:`\S`|'\S'|\"\S\"|\\texttt\{\\?\S\}|\\verb(\W)\S\1|<(?:code|tt)>\S</(?:code|tt)>)\s*")
_WITH_LAYOUTS = ("input", "constraints")
_WITH_BLOCKS = ("input", "", "constraints")
_OUTPUT = "output"
_BLOCK = late_regex(r"(<(?:br|/p|/li|/h\d|/div|/tr)\b[^<>]{0,40}>|(?=<h\d\b))", re.I)
_ANNOUNCED = late_regex(r"(?:\bformat|\bas follows)\s*[:.]?\s*$", re.I)
_LAID = late_regex(r"[A-Za-z]\w{0,20}'?|\.+|:{1,2}|\|")
_NAMED = late_regex(r"[A-Z]\w*|[a-z]\w?|\w+_\w+|\w+\d")
_POWERS = late_regex(r"\d\s*(?:\^|\*\*)\s*[\d{(]|\d[eE]\d|\d[²³⁴⁵⁶⁷⁸⁹¹]|<sup>")


@dataclass(frozen=True)
class Statement:
    """A statement's sentences in order, and the rows of preformatted blocks, or of what a plain text announces as
    the format, in its input section. `powers` says
    that it writes powers out (`10^5`), so that its other numbers have hardly lost a caret. `unread` is the 1-based line
    of the first sentence that was left out since there are too many, 0 where none was."""

    sentences: tuple[Sentence, ...]
    blocks: tuple[Sentence, ...] = ()
    powers: bool = False
    unread: int = 0


@dataclass(frozen=True)
class _Row:
    number: int
    plain: str
    raw: str


@lru_cache(maxsize=4)
def read_statement(text: str) -> Statement:
    """The sentences of a statement; empty text gives none. Of one that is too long what is said of input and output is
    kept first."""
    read = _within_bounds(_read(with_ends_shielded(without_comments(text[:LARGEST]))))
    if len(text) > LARGEST:
        read = replace(read, unread=min(read.unread or _NEVER, text.count("\n", 0, LARGEST) + 1))
    return replace(read, sentences=tuple(map(unshielded, read.sentences)), blocks=tuple(map(unshielded, read.blocks)))


def _within_bounds(read: Statement) -> Statement:
    """A statement with as many sentences as are read at most, those about input and output before others."""
    count = len(read.sentences)
    if count <= MOST_SENTENCES:
        return read
    by_worth = sorted(range(count), key=lambda at: (read.sentences[at].section not in _READ_FIRST, at))
    kept, left = sorted(by_worth[:MOST_SENTENCES]), by_worth[MOST_SENTENCES:]
    return replace(
        read,
        sentences=tuple(read.sentences[at] for at in kept),
        blocks=read.blocks[:MOST_SENTENCES],
        unread=min(read.sentences[at].line for at in left),
    )


def _read(text: str) -> Statement:
    """The same for a text in which a dot that is a character of the input is shielded."""
    subscripts, translator = Subscripts(text), translator_of(text)
    sections, fenced, announced, last_item = Sections(), False, False, 0
    sentences: list[Sentence] = []
    blocks: list[Sentence] = []
    pending: list[_Row] = []
    table = ScoringTable()

    def flush() -> None:
        sentences.extend(_sentences(pending, sections.section, translator))
        pending.clear()

    for number, written in _unquoted(_rows(text)):
        row = written
        if _FENCE.match(row):
            if sections.section != _OUTPUT:
                flush()
            fenced = fenced if _WHOLE_FENCE.match(row) else not fenced
            if "<pre" in row or (_WHOLE_FENCE.match(row) and sections.section == _OUTPUT):
                shown = subscripts.restored(plain_text(row.strip("`~ \t")))
                _set_apart(_Row(number, shown, row), sections.section, pending, blocks)
            continue
        heading = None if fenced else heading_of(row)
        if heading is not None:
            flush()
            sections.enter(heading)
            if heading.start is None:
                continue
            row = row[heading.start :]
        if not fenced and (cells := _cells(row)) is not None:
            flush()
            sentences += _of_row(number, cells, table, subscripts, sections.section, translator)
            continue
        table.leave_unless_rule(row)
        item = None if fenced else _ITEM.match(row)
        if item and _is_wrapped(item.group(), pending, last_item):
            item = None
        last_item = _item_number(item) if item else last_item
        plain = subscripts.restored(plain_text(translator.row(row[item.end() :] if item else row)))
        if fenced:
            _set_apart(_Row(number, plain, row), sections.section, pending, blocks)
            fenced = fenced and "</pre>" not in row
            continue
        announced = announced and (not plain or _is_laid_out(plain)) and sections.section in _WITH_LAYOUTS
        if announced and plain:
            blocks.append(Sentence("..." if plain == "." else plain, number, "input", row))
            continue
        announced = announced or (sections.section in _WITH_LAYOUTS and _ANNOUNCED.search(plain) is not None)
        if (
            item
            or not plain
            or any(_TITLE.match(one) for one in (row, *(before.raw for before in pending[-1:])))
            or _BREAK.match(row)
            or _KIND.match(row)
            or (_BOUND.match(plain) and pending and _BOUND.match(pending[-1].plain))
        ):
            flush()
        pending += [_Row(number, plain, row)] if plain else []
    flush()
    parted = [*with_promises_parted(with_lines_parted(with_asked_items(with_input_found(sentences))))]
    return Statement(with_names_spoken(parted), tuple(blocks), bool(_POWERS.search(text)))


def _set_apart(row: _Row, section: str, pending: list[_Row], blocks: list[Sentence]) -> None:
    """Takes a row that is set apart: about the output as a part of what is told, about the input as one of a block."""
    if section == _OUTPUT:
        pending += [row] if row.plain else []
    elif section in _WITH_BLOCKS and (row.plain or "<pre" not in row.raw):
        blocks.append(Sentence(row.plain, row.number, section, row.raw))


def _unquoted(rows: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The rows without the marks of Markdown's quotations, which begin behind an empty row."""
    before, is_quoted = "", False
    for number, row in rows:
        is_quoted = _QUOTE.match(row) is not None and (is_quoted or not before.strip())
        yield number, _QUOTE.sub("", row) if is_quoted else row
        before = row


def _of_row(
    number: int, cells: list[str], table: ScoringTable, subscripts: Subscripts, section: str, translator: Translator
) -> Iterator[Sentence]:
    """The sentences in the cells of a table's row, with the scoring group that it is about."""
    group, texts = table.read([subscripts.restored(plain_text(translator.row(cell))) for cell in cells])
    for cell, told in zip(cells, texts, strict=True):
        yield from (replace(made, group=group) for made in _sentences([_Row(number, told, cell)], section, translator))


def _item_number(item: re.Match[str]) -> int:
    """The number of a list's item, 0 where it has none."""
    found = re.search(r"\d+", item.group())
    return int(found.group()) if found else 0


def _is_wrapped(mark: str, pending: list[_Row], last_item: int) -> bool:
    """Whether what looks like the number of an item ends a sentence whose line was wrapped before it: "at most
    80. Each...". Items are counted, and stand behind a sentence or nothing."""
    number = re.search(r"\d+", mark)
    if number is None or not pending or int(number.group()) == last_item + 1 > 1:
        return False
    return _WANTS_NUMBER.search(pending[-1].plain) is not None or (
        int(number.group()) > 1 and re.search(r"[.:;!?)]$", pending[-1].plain) is None
    )


def _is_laid_out(row: str) -> bool:
    """Whether a row of plain text shows names and dots alone, as a block does: "N M", "A_1 ... A_N", ":"."""
    words = row.split()
    return all(_LAID.fullmatch(word) for word in words) and (
        not any(word[0].isalpha() for word in words) or any(map(_NAMED.fullmatch, words))
    )


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """(1-based line, row); very long rows in pieces, which end where a sentence or at least a word does."""
    for number, row in enumerate(text.split("\n"), 1):
        for part in _BLOCK.sub(r"\1\n", row).split("\n") if "<" in row else [row]:
            left = part
            while len(left) > _LONGEST_ROW:
                cut = max(left.rfind(". ", 0, _LONGEST_ROW) + 1, left.rfind(" ", _LONGEST_ROW - 200, _LONGEST_ROW))
                cut = cut if cut > 0 else _LONGEST_ROW
                yield number, left[:cut]
                left = left[cut:]
            yield number, left


def _cells(row: str) -> list[str] | None:
    """The cells of a row of a Markdown, HTML or LaTeX table, or None."""
    if re.match(r"\s*\|.*\|\s*$", row) and row.count("|") >= 3 and " | " in row:
        parts = re.split(r"(?<!\\)\|(?=\s|$)|(?<=\s)\|", row)
    elif re.search(r"(?<!\\)&(?!\w{1,8};|#).*\\\\", row):
        parts = re.split(r"(?<!\\)&|\\\\", row)
    elif re.search(r"</?t[dh]\b", row, re.I):
        parts = re.split(r"</?t[dhr]\b[^<>]{0,80}>", row, flags=re.I)
    else:
        return None
    while parts and not parts[0].strip():
        parts = parts[1:]
    while parts and not re.sub(r"\\hline|\s", "", parts[-1]):
        parts = parts[:-1]
    if len(parts) == 2 and _SIGN.fullmatch(parts[0]):
        return [f"{parts[0].strip()}: {parts[1].strip()}"]  # What a sign of the input means.
    return parts


def _sentences(pending: list[_Row], section: str, translator: Translator) -> list[Sentence]:
    """The paragraph's sentences; each keeps the line in which it begins."""
    made: list[Sentence] = []
    current, start, quote = "", 0, ""
    for row in pending:
        parts, signs = _END.split(row.plain), [sign.group().strip() for sign in _END.finditer(row.plain)]
        raw = _parts_as_written(row.raw.strip(), parts)
        for index, part in enumerate(parts):
            if index:
                sign = signs[index - 1]
                made += [_sentence(current, start, section, quote, translator, sign)] if current.strip() else []
                current = ""
            if part.strip():
                start = start if current else row.number
                words = raw[index].strip() if len(raw) == len(parts) else row.raw.strip()
                quote = f"{quote} {words}".strip() if current else words
                current = f"{current} {part}".strip()
    made += [_sentence(current, start, section, quote, translator)] if current.strip() else []
    return made


def _parts_as_written(raw: str, parts: list[str]) -> list[str]:
    """The sentences of a row, each as it is written. Of more dots than end sentences (an item's number, "i.e.") those
    count before which the last word of one of `parts` stands, the sentences in plain text."""
    made: list[str] = []
    begin = 0
    ends = list(_END_AS_WRITTEN.finditer(_ENTITY_END.sub(r"\1 ", raw)))
    last = [_WORD.findall(part)[-1:] for part in parts[:-1]]
    for end in ends:
        written = raw[begin : end.start()]
        if len(ends) <= len(last) or last[len(made) : len(made) + 1] == [_WORD.findall(plain_text(written))[-1:]]:
            made.append(written)
            begin = end.end()
    made.append(raw[begin:])
    ends_in_formula = len(made) == len(parts) - 1 and not parts[-1].strip()  # "... where $x = |y|.$"
    return [*made, ""] if ends_in_formula else made


def _sentence(text: str, line: int, section: str, quote: str, translator: Translator, sign: str = "") -> Sentence:
    """A sentence, cut where it is longer than any that says a bound: what reads it isn't linear."""
    english = with_neighbours(translator.sentence(text)[:LONGEST_SENTENCE])
    foreign = text[:LONGEST_SENTENCE] if english != text[:LONGEST_SENTENCE] else ""
    marked = translator.sentence(translator.row(quote))[:LONGEST_SENTENCE] if foreign else ""
    return Sentence(english, line, section, quote[:LONGEST_SENTENCE], foreign, marked=marked, sign=sign)

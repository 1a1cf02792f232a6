"""Where the variables, bounds and names of a written format stand, in a text that needn't be right.

The reader (`inputs.text_reader`) stops at the first mistake, and its value has no places. An editor needs both
while a line is half typed, so this goes through the lines by itself, takes what looks like an item for one, and
leaves out what it can't make sense of. Linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.inputs.relation_kinds.registry import words_before_names
from slowpath.inputs.text_form.blocks import without_blocks
from slowpath.inputs.text_form.lexer import FormatSyntaxError, Lexeme, lexemes
from slowpath.model.format_text import Declared, Outline, Span, Use

TYPES = ("int", "float", "word", "text")
COUNT = "count"
BLOCKS = ("queries", "cases")
FUNCTIONS = ("min", "max", "len", "abs")
_OPERATORS = ("+", "-", "*", "/", "//", "%", "^", "**")
_WITHOUT_END = 1 << 30
_WORDS_WITHIN = frozenset(
    (
        "in key pair row from to avoiding touching on tree graph connected simple no loops directed acyclic "
        "bipartite rooted"
    ).split()
)
"""Words that stand in relations and are no names there, unless a variable is called so."""


@dataclass
class _Block:
    """An open `cases` or `queries` block, whose lines are indented further than `indent`."""

    indent: int
    kind: str


def outline(text: str) -> Outline:
    """What stands where in `text`. Never raises."""
    return _Outliner().read(text)


def words_of(text: str, line: int) -> list[Lexeme]:
    """The words of a line up to its first stray character, without the closing one of kind "end"."""
    try:
        found = lexemes(text, line)
    except FormatSyntaxError as error:
        found = lexemes(text[: error.column - 1], line)
    return [word for word in found if word.kind != "end"]


def word_at(text: str, line: int, column: int) -> Span:
    """The word of `text` (one line) that begins at `column`, or one character, or the end of the line."""
    length = len(text.rstrip())
    for word in words_of(text, line):
        if word.column <= column < word.column + len(word.text):
            return span_of(word)
    column = min(column, length + 1)
    return Span(line, column, min(column + 1, length + 1))


def span_of(first: Lexeme, last: Lexeme | None = None) -> Span:
    """From `first` to the end of `last`."""
    last = last or first
    return Span(first.line, first.column, last.column + len(last.text))


class _Outliner:
    def __init__(self) -> None:
        self._declared: list[Declared] = []
        self._uses: list[Use] = []
        self._blocks: list[_Block] = []
        self._open: list[tuple[int, int]] = []
        """(index of a declaration, number of blocks around it) of those whose scope hasn't ended yet."""

    def read(self, text: str) -> Outline:
        lines = without_blocks(text)[0].split("\n")
        for number, line in enumerate(lines, 1):
            words = words_of(line.removesuffix("\r"), number)
            if words:
                self._line(words, number)
        return Outline(tuple(self._declared), tuple(self._uses))

    def _line(self, words: list[Lexeme], number: int) -> None:
        self._close_blocks(words[0].column - 1, number)
        if words[0].text == "where" and _text(words, 1) not in (":", "["):
            about = 2 if _text(words, 1) in {"sum", "check"} | words_before_names() else 1
            known = {declared.name for declared in self._declared}
            self._names([word for word in words[about:] if word.text not in _WORDS_WITHIN or word.text in known])
            return
        if self._blocks and self._blocks[-1].kind == "queries":
            words = _after_colon(words)
            self._items(words, own_line=True)
            return
        if words[0].text == "rows" and _text(words, 1) == "[":
            head = _colon(words)
            self._names(_bracketed(words[1:head]))
            self._items(words[head + 1 :])
            return
        if _text(words, 1) == ":" and _text(words, 2) in BLOCKS:
            self._declare(words[0], _text(words, 2), words, None, None)
            after = next((place for place, word in enumerate(words) if word.text == "after" and place > 2), len(words))
            self._names([word for word in words[3:after] if word.text != "holding"])
            self._items(words[after + 1 :])
            self._blocks.append(_Block(words[0].column - 1, _text(words, 2)))
            return
        self._items(words[1:] if words[0].text == "line" and _text(words, 1) != ":" else words)

    def _close_blocks(self, indent: int, number: int) -> None:
        while self._blocks and indent <= self._blocks[-1].indent:
            self._blocks.pop()
            depth = len(self._blocks)
            for index, around in [entry for entry in self._open if entry[1] > depth]:
                self._declared[index] = replace(self._declared[index], last_line=number - 1)
                self._open.remove((index, around))

    def _items(self, words: list[Lexeme], own_line: bool = False) -> None:
        for item in _split(words):
            if len(item) >= 2 and item[0].kind == "name" and item[1].text == ":":
                self._item(item, own_line)

    def _item(self, words: list[Lexeme], own_line: bool) -> None:
        place = 3
        while _text(words, place) == "[":
            end = _closing(words, place)
            self._names(words[place:end])
            place = end + 1
        low = high = None
        if place <= len(words) and not _are_choices(words, place) and not _are_choices(words, 2):
            end = _expression_end(words, place)
            self._names(words[place:end])
            low = span_of(words[place], words[end - 1]) if end > place else None
            if _text(words, end) == "..":
                begin, end = end + 1, _expression_end(words, end + 1)
                self._names(words[begin:end])
                high = span_of(words[begin], words[end - 1]) if end > begin else None
        kind = _text(words, 2)
        if _are_choices(words, 2):
            kind = "word" if _text(words, 4).startswith('"') else "int"
        self._declare(words[0], kind, words, low, high, own_line)

    def _declare(
        self, name: Lexeme, kind: str, words: list[Lexeme], low: Span | None, high: Span | None, own_line: bool = False
    ) -> None:
        whole = _joined(words)
        last = name.line if own_line else _WITHOUT_END
        self._declared.append(Declared(name.text, span_of(name), kind, whole, low, high, last))
        if not own_line:
            self._open.append((len(self._declared) - 1, len(self._blocks)))

    def _names(self, words: list[Lexeme]) -> None:
        for place, word in enumerate(words):
            called = word.text in FUNCTIONS and _text(words, place + 1) == "("
            listed = _are_choices(words, place) or _are_choices(words, place - 1)
            if word.kind == "name" and not called and not listed:
                self._uses.append(Use(word.text, span_of(word)))


def _are_choices(words: list[Lexeme], place: int) -> bool:
    """Whether "one of" stands there."""
    return _text(words, place) == "one" and _text(words, place + 1) == "of"


def _text(words: list[Lexeme], place: int) -> str:
    return words[place].text if 0 <= place < len(words) else ""


def _joined(words: list[Lexeme]) -> str:
    """The words with the blanks that stood between them."""
    made, end = "", words[0].column
    for word in words:
        made += " " * (word.column > end) + word.text
        end = word.column + len(word.text)
    return made


def _bracketed(words: list[Lexeme]) -> list[Lexeme]:
    """The words that stand in brackets."""
    made: list[Lexeme] = []
    depth = 0
    for word in words:
        depth += (word.text in ("(", "[")) - (word.text in (")", "]"))
        if depth > 0:
            made.append(word)
    return made


def _split(words: list[Lexeme]) -> Iterator[list[Lexeme]]:
    """The parts between semicolons that stand in no bracket."""
    part: list[Lexeme] = []
    depth = 0
    for word in words:
        depth += (word.text in ("(", "[")) - (word.text in (")", "]")) if word.kind == "sign" else 0
        if word.text == ";" and depth <= 0:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def _colon(words: list[Lexeme]) -> int:
    """The place of the first colon, or the number of words."""
    return next((place for place, word in enumerate(words) if word.text == ":" and word.kind == "sign"), len(words))


def _after_colon(words: list[Lexeme]) -> list[Lexeme]:
    return words[_colon(words) + 1 :]


def _closing(words: list[Lexeme], place: int) -> int:
    """The place of the bracket that closes the one at `place`, or the last word's."""
    depth = 0
    for at in range(place, len(words)):
        depth += (words[at].text in ("(", "[")) - (words[at].text in (")", "]"))
        if depth == 0:
            return at
    return len(words) - 1


def _expression_end(words: list[Lexeme], place: int) -> int:
    """Behind the longest expression that begins at `place`."""
    while True:
        while _text(words, place) == "-":
            place += 1
        if _text(words, place) == "(":
            place = _closing(words, place) + 1
        elif place < len(words) and words[place].kind in ("name", "number"):
            place = _closing(words, place + 1) + 1 if _text(words, place + 1) == "(" else place + 1
        else:
            return place
        if _text(words, place) not in _OPERATORS:
            return place
        place += 1

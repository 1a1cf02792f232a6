"""The words of the text form of a format, each with its place. See `slowpath.inputs.text_form.text` for the grammar."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from slowpath.errors import UsageError
from slowpath.model.patterns import late_regex

_LEXEME = late_regex(
    r"""
    (?P<blank>[ \t]+|\#.*)
  | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
  | (?P<name>[^\W\d]\w*)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<sign>\.\.|\*\*|//?|<=|>=|==|!=|[-+*^%<>()\[\],:;])
""",
    re.VERBOSE,
)


class FormatSyntaxError(UsageError):
    """The text form can't be read. `line` and `column` are 1-based and point at the first wrong character."""

    code = "format-syntax"

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}", "The grammar is in docs/format.md.")
        self.line = line
        self.column = column
        self.reason = message


@dataclass(frozen=True)
class Lexeme:
    """One word. `kind` is number, name, string, sign or end; `column` is 1-based."""

    kind: str
    text: str
    line: int
    column: int


def lexemes(text: str, line: int) -> list[Lexeme]:
    """The words of one line, closed by one of kind "end". Raises `FormatSyntaxError` at a stray character."""
    made: list[Lexeme] = []
    place = 0
    while place < len(text):
        match = _LEXEME.match(text, place)
        if match is None:
            what = "this string isn't closed" if text[place] == '"' else f"unexpected {text[place]!r}"
            raise FormatSyntaxError(line, place + 1, what)
        if match.lastgroup != "blank":
            made.append(Lexeme(str(match.lastgroup), match.group(), line, place + 1))
        place = match.end()
    made.append(Lexeme("end", "", line, len(text.rstrip()) + 1))
    return made


class Words:
    """A cursor over the words of one line."""

    def __init__(self, words: list[Lexeme]) -> None:
        self._words = words
        self._place = 0

    @property
    def next(self) -> Lexeme:
        """The word under the cursor."""
        return self._words[self._place]

    def peek(self, ahead: int = 1) -> Lexeme:
        """The word `ahead` places further, or the end."""
        return self._words[min(self._place + ahead, len(self._words) - 1)]

    def take(self) -> Lexeme:
        """The word under the cursor, which moves on."""
        word = self.next
        if word.kind != "end":
            self._place += 1
        return word

    def accept(self, text: str) -> bool:
        """Whether the next word is `text`, which is then taken."""
        if self.next.text == text and self.next.kind in ("name", "sign"):
            self.take()
            return True
        return False

    def expect(self, text: str) -> Lexeme:
        """The next word, which must be `text`."""
        if self.next.text != text or self.next.kind == "string":
            raise self.error(f"expected {text!r}")
        return self.take()

    def name(self, what: str) -> Lexeme:
        """The next word, which must be a name."""
        if self.next.kind != "name":
            raise self.error(f"expected {what}")
        return self.take()

    def string(self, what: str) -> str:
        """The text of the next word, which must be a quoted string."""
        if self.next.kind != "string":
            raise self.error(f"expected {what} in double quotes")
        word = self.next
        try:
            value = json.loads(word.text)
        except ValueError:
            raise self.error("a wrong escape in this string") from None
        self.take()
        return str(value)

    def error(self, message: str, at: Lexeme | None = None) -> FormatSyntaxError:
        """A syntax error at the next word, which it names, or at `at`."""
        at = at or self.next
        found = {"end": "the line ends here"}.get(at.kind, f"found {at.text!r}")
        return FormatSyntaxError(at.line, at.column, f"{message}, {found}" if "expected" in message else message)

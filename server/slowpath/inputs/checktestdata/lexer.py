"""Cuts a checktestdata script into words, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.inputs.checktestdata.syntax import Place
from slowpath.model.patterns import late_regex

_WORD = late_regex(
    r"""
    (?P<blank>[ \t\r\n]+|\#[^\n]*)
  | (?P<keyword>[A-Z]+)
  | (?P<name>[a-z][a-z0-9]*)
  | (?P<number>[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|[0-9]+)
  | "(?P<string>(?:[^"\\]|\\.)*)"
  | (?P<sign>&&|\|\||<=|>=|==|!=|[-<>!=+*/%^()\[\],])
""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = late_regex(r"\\([0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "\n": ""}


class ScriptSyntaxError(ValueError):
    """A script that can't be read; `line` and `column` (1-based) are those of the first wrong character."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {message}")
        self.line = place.line
        self.column = place.column
        self.message = message


@dataclass(frozen=True)
class Word:
    """One word. `kind` is keyword, name, number, string, sign or end; a string's text is without its escapes."""

    kind: str
    text: str
    place: Place


def words_of(text: str) -> list[Word]:
    """The words of a script, the last of kind "end". Raises `ScriptSyntaxError`."""
    words = []
    at, line, line_start = 0, 1, 0
    while at < len(text):
        place = Place(line, at - line_start + 1)
        match = _WORD.match(text, at)
        if match is None:
            said = "this string isn't closed" if text[at] == '"' else f"{text[at]!r} has no meaning here"
            raise ScriptSyntaxError(place, said)
        kind = match.lastgroup or ""
        if kind != "blank":
            words.append(Word(kind, _unescaped(match["string"], place) if kind == "string" else match[0], place))
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            line_start = match.start() + match[0].rindex("\n") + 1
        at = match.end()
    return [*words, Word("end", "", Place(line, at - line_start + 1))]


def _unescaped(text: str, place: Place) -> str:
    def resolved(match: re.Match[str]) -> str:
        escape = match[1]
        if escape[0] in "01234567":
            value = int(escape, 8)
            if value > 255:
                raise ScriptSyntaxError(place, f"\\{escape} is no character")
            return chr(value)
        return _ESCAPED.get(escape, match[0])

    return _ESCAPE.sub(resolved, text)

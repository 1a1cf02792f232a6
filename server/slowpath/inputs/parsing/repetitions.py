"""Rounds of repetitions that the input doesn't announce, as one walks over its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from slowpath.inputs.parsing.silent import Beginning, Ending, beginning_of
from slowpath.inputs.parsing.tokens import Tokens
from slowpath.model.format import Array, Cases, Records, Tagged


def repetitions(
    ending: Ending, item: Array | Records | Tagged | Cases, tokens: Tokens, scope: Mapping[str, Any]
) -> Iterator[int]:
    """0, 1, ... while another repetition of `item` follows; the sentinel is passed at the end.

    Whoever iterates reads one repetition each time. Raises `ParseError` when the sentinel is missing, or where a
    repetition holds nothing and would never end.
    """
    beginning = beginning_of(item, scope)
    words, what = list(ending.words), name_of(item)
    number = 0
    while not _is_over(ending, beginning, words, tokens, what):
        before = tokens.index, tokens.fresh
        yield number
        number += 1
        if (tokens.index, tokens.fresh) == before:
            raise tokens.error(f"{what} would repeat without end: nothing was read")


def name_of(item: Array | Records | Tagged | Cases) -> str:
    """What a person calls `item`: its name, or that of the first field of rows."""
    return ", ".join(field.name for field in item.fields) if isinstance(item, Records) else item.name


def _is_over(ending: Ending, beginning: Beginning, words: list[bytes], tokens: Tokens, what: str) -> bool:
    if words:
        return _at_sentinel(beginning, words, tokens, what)
    if ending.by_blank:
        if tokens.at_empty_line():
            tokens.pass_line()
            return True
        return False
    if beginning.may_be_empty:
        return not tokens.has_line()
    return not (tokens.has_content() if beginning.is_text else tokens.left)


def _at_sentinel(beginning: Beginning, words: list[bytes], tokens: Tokens, what: str) -> bool:
    if beginning.is_text:
        if tokens.has_line() and tokens.next_line_is(b" ".join(words)):
            tokens.pass_line_with(len(words))
            return True
        ended = not tokens.has_line()
    elif tokens.next_are(words):
        tokens.take(len(words), what)
        return True
    else:
        ended = not tokens.left
    if ended:
        raise tokens.missing_sentinel(words, what)
    return False

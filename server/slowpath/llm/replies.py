"""From a model's text to a value that fits a schema. Never raises, whatever the text; every refusal has its reason.

Models answer with plain JSON, with JSON in a fence, with prose around either, and with code in a fence where JSON was
asked for. All of these are understood: the first of them that fits the schema is taken. Strings keep their text as
it stands, but for lone surrogates, which no file can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import jsonschema

from slowpath.model.patterns import late_regex

LONGEST_TEXT = 400_000
MOST_PLACES = 40
MOST_REASONS = 6
_FENCE = late_regex(
    r"^[ \t]*(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.-]*)[^\n]*\n(?P<body>.*?)"
    r"^[ \t]*(?P=mark)[ \t]*$",
    re.M | re.S,
)
_THOUGHTS = late_regex(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.S)
REST = "*"
"""In a fence map: the field that takes the text outside of all fences."""


@dataclass(frozen=True)
class ParsedReply:
    """A value that fits the schema, or None with the reasons why nothing in the text does."""

    good: dict[str, Any] | None
    rejected: tuple[str, ...] = ()


def parse_reply(text: str, schema: Mapping[str, Any], fences: Mapping[str, str] | None = None) -> ParsedReply:
    """The object in `text` that fits `schema`, or the reasons against the one that came nearest.

    `fences` maps a fence's language to the field that its body fills ("python" to "generator"), for models that
    answer with code instead of JSON; `REST` names the field that takes the text around it.
    """
    if len(text) > LONGEST_TEXT:
        return ParsedReply(None, (f"the reply is longer than {LONGEST_TEXT} characters",))
    text = _THOUGHTS.sub("", text)
    best: tuple[str, ...] | None = None
    for value in _objects(text, fences or {}):
        reasons = flaws(value, schema)
        if not reasons:
            return ParsedReply(value)
        if best is None:
            best = reasons
    return ParsedReply(None, best or ("there is no JSON object in the reply",))


def flaws(value: Any, schema: Mapping[str, Any]) -> tuple[str, ...]:
    """What keeps `value` from fitting `schema`, as sentences; empty when it fits."""
    try:
        found = islice(jsonschema.Draft202012Validator(dict(schema)).iter_errors(value), MOST_REASONS)
        reasons = tuple(f"{error.json_path}: {error.message[:200]}" for error in found)
    except (RecursionError, ValueError) as error:
        return (f"it can't be checked ({type(error).__name__})",)
    return reasons or (("a string holds half of a character (a lone surrogate)",) if _is_torn(value) else ())


def _objects(text: str, fences: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Everything in the text that may be meant, likeliest first."""
    blocks = [(match["language"].lower(), match["body"]) for match in _FENCE.finditer(text)]
    yield from _loaded(text)
    for language, body in blocks:
        if language in ("json", ""):
            yield from _loaded(body)
    if blocks and fences:
        filled = _from_fences(text, blocks, fences)
        if filled:
            yield filled
    yield from _embedded(text)


def _from_fences(text: str, blocks: list[tuple[str, str]], fences: Mapping[str, str]) -> dict[str, Any]:
    """Fields from fences: of several in one language the longest, since the others are excerpts."""
    filled: dict[str, Any] = {}
    for language, field in fences.items():
        bodies = [body for named, body in blocks if named == language]
        if bodies:
            filled[field] = max(bodies, key=len)
    if filled and REST in fences:
        filled[fences[REST]] = _FENCE.sub("", text).strip()
    return filled


def _embedded(text: str) -> Iterator[dict[str, Any]]:
    """Objects that begin somewhere in the text, at the first few braces."""
    decoder = json.JSONDecoder(parse_constant=_no_number)
    place = text.find("{")
    for _ in range(MOST_PLACES):
        if place < 0:
            return
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(value, dict):
                yield value
        place = text.find("{", end)


def _loaded(text: str) -> Iterator[dict[str, Any]]:
    try:
        value = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict):
        yield value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _is_torn(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (UnicodeEncodeError, RecursionError, ValueError):
        return True
    return False

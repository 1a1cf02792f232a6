"""POSIX extended regular expressions as values, and in the words of Python's `re`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from slowpath.model.patterns import late_regex

_ALL = (1 << 256) - 1
_DEEPEST = 100
_MOST_TIMES = 1 << 31
_CLASSES = {
    "alpha": str.isalpha,
    "digit": str.isdigit,
    "alnum": str.isalnum,
    "upper": str.isupper,
    "lower": str.islower,
    "space": lambda c: c in " \t\n\r\v\f",
    "blank": lambda c: c in " \t",
    "print": lambda c: " " <= c <= "~",
    "graph": lambda c: "!" <= c <= "~",
    "punct": lambda c: "!" <= c <= "~" and not c.isalnum(),
    "cntrl": lambda c: c < " " or c == "\x7f",
    "xdigit": lambda c: c in "0123456789abcdefABCDEF",
}


class PatternError(ValueError):
    """A pattern that isn't one, or is too large to be run."""


@dataclass(frozen=True)
class Characters:
    """One character out of a set, which is a mask of 256 bits."""

    mask: int


@dataclass(frozen=True)
class Anchor:
    """`^` or `$`."""

    sign: str


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    parts: tuple[Pattern, ...]


@dataclass(frozen=True)
class Choice:
    """Any one of them."""

    options: tuple[Pattern, ...]


@dataclass(frozen=True)
class Times:
    """`least` to `most` times; `most` None is without end."""

    of: Pattern
    least: int
    most: int | None


Pattern = Characters | Anchor | Sequence | Choice | Times


def python_pattern(pattern: str) -> tuple[str, bool]:
    """The pattern for Python's `re`, and whether that takes the longest match by itself, since the next character
    always decides. Where it doesn't, a full match of `re` is one of the pattern all the same. Raises `PatternError`,
    for anchors too."""
    parsed = parse_pattern(pattern)
    if has_anchor(parsed):
        raise PatternError("anchors aren't for the middle of a text")
    return as_python(parsed), decides(parsed, 0)


@lru_cache(maxsize=256)
def parse_pattern(pattern: str) -> Pattern:
    """The pattern as a value. Raises `PatternError`."""
    reader = _Reader(pattern)
    parsed = reader.choice(0)
    if reader.at < len(pattern):
        raise PatternError(f"{pattern[reader.at]!r} closes nothing")
    return parsed


def characters_of(mask: int) -> str:
    """The characters in a mask, in order."""
    return "".join(chr(code) for code in range(256) if mask >> code & 1)


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self.at = 0

    def _next(self) -> str:
        return self._pattern[self.at : self.at + 1]

    def choice(self, depth: int) -> Pattern:
        if depth > _DEEPEST:
            raise PatternError("it is nested too deeply")
        options = [self._sequence(depth)]
        while self._next() == "|":
            self.at += 1
            options.append(self._sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self, depth: int) -> Pattern:
        parts: list[Pattern] = []
        while self._next() not in ("", "|", ")"):
            part = self._atom(depth)
            while (times := self._times()) is not None:
                part = Times(part, *times)
            parts.append(part)
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _atom(self, depth: int) -> Pattern:
        character = self._next()
        self.at += 1
        if character == "(":
            inside = self.choice(depth + 1)
            if self._next() != ")":
                raise PatternError("a parenthesis isn't closed")
            self.at += 1
            return inside
        if character == "[":
            return Characters(self._bracket())
        if character == ".":
            return Characters(_ALL)
        if character in "^$":
            return Anchor(character)
        if character in "*+?{":
            raise PatternError(f"{character!r} follows nothing that could be repeated")
        if character == "\\":
            character = self._next()
            self.at += 1
            if not character:
                raise PatternError("it ends in a backslash")
        return Characters(1 << ord(character))

    def _times(self) -> tuple[int, int | None] | None:
        character = self._next()
        if character in ("*", "+", "?") and character:
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[character]
        if character != "{":
            return None
        match = late_regex(r"\{([0-9]{1,9})(?:(,)([0-9]{0,9}))?\}").match(self._pattern, self.at)
        if match is None:
            raise PatternError("the braces hold no number of times")
        self.at = match.end()
        least = int(match[1])
        most = least if not match[2] else int(match[3]) if match[3] else None
        if most is not None and most < least:
            raise PatternError(f"{least} to {most} is no number of times")
        return least, most

    def _bracket(self) -> int:
        """The set in brackets; there a backslash is an ordinary character, as POSIX has it."""
        negated = self._next() == "^"
        self.at += negated
        mask, start = 0, self.at
        while self._next() != "]" or self.at == start:
            if not self._next():
                raise PatternError("a bracket isn't closed")
            named = late_regex(r"\[([:.=])(.+?)\1\]", re.DOTALL).match(self._pattern, self.at)
            if named is not None and named[1] == ":":
                mask |= _class_mask(named[2])
                self.at = named.end()
                continue
            first = self._bracket_character()
            if self._next() == "-" and self._pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                last = self._bracket_character()
                if last < first:
                    raise PatternError(f"the range {chr(first)}-{chr(last)} is empty")
                mask |= (1 << last + 1) - (1 << first)
            else:
                mask |= 1 << first
        self.at += 1
        return _ALL & ~mask if negated else mask

    def _bracket_character(self) -> int:
        named = late_regex(r"\[([.=])(.)\1\]", re.DOTALL).match(self._pattern, self.at)
        if named is not None:
            self.at = named.end()
            return ord(named[2])
        self.at += 1
        return ord(self._pattern[self.at - 1])


def _class_mask(name: str) -> int:
    if name not in _CLASSES:
        raise PatternError(f"[:{name}:] is no class of characters")
    return sum(1 << code for code in range(128) if _CLASSES[name](chr(code)))


# Whether the next character always decides


@lru_cache(maxsize=4096)
def _first(pattern: Pattern) -> int:
    """The characters with which a match may begin."""
    match pattern:
        case Characters():
            return pattern.mask
        case Sequence():
            mask = 0
            for part in pattern.parts:
                mask |= _first(part)
                if not _may_be_empty(part):
                    break
            return mask
        case Choice():
            return _union(pattern.options)
        case Times():
            return _first(pattern.of) if pattern.most != 0 else 0
    return 0


def _union(patterns: tuple[Pattern, ...]) -> int:
    mask = 0
    for pattern in patterns:
        mask |= _first(pattern)
    return mask


@lru_cache(maxsize=4096)
def _may_be_empty(pattern: Pattern) -> bool:
    match pattern:
        case Characters():
            return False
        case Sequence():
            return all(map(_may_be_empty, pattern.parts))
        case Choice():
            return any(map(_may_be_empty, pattern.options))
        case Times():
            return pattern.least == 0 or _may_be_empty(pattern.of)
    return True


def decides(pattern: Pattern, follow: int) -> bool:
    """Whether the next character always decides what it belongs to; `follow` may come after the pattern."""
    match pattern:
        case Sequence():
            for place, part in enumerate(pattern.parts):
                rest = Sequence(pattern.parts[place + 1 :])
                if not decides(part, _first(rest) | (follow if _may_be_empty(rest) else 0)):
                    return False
        case Choice():
            seen = 0
            for option in pattern.options:
                if _first(option) & seen or _may_be_empty(option) or not decides(option, follow):
                    return False
                seen |= _first(option)
        case Times():
            again = _first(pattern.of)
            if _may_be_empty(pattern.of) or (pattern.least != pattern.most and again & follow):
                return False
            return decides(pattern.of, again | follow)
    return True


def has_anchor(pattern: Pattern) -> bool:
    """Whether `^` or `$` is in it."""
    match pattern:
        case Anchor():
            return True
        case Sequence():
            return any(map(has_anchor, pattern.parts))
        case Choice():
            return any(map(has_anchor, pattern.options))
        case Times():
            return has_anchor(pattern.of)
    return False


def as_python(pattern: Pattern) -> str:
    """A pattern without anchors for Python's `re`."""
    match pattern:
        case Characters():
            return _setas_python(pattern.mask)
        case Sequence():
            return "".join(map(as_python, pattern.parts))
        case Choice():
            return f"(?:{'|'.join(map(as_python, pattern.options))})"
        case Times():
            most = "" if pattern.most is None else min(pattern.most, _MOST_TIMES)
            return f"(?:{as_python(pattern.of)}){{{pattern.least},{most}}}"
    raise AssertionError(pattern)


def _setas_python(mask: int) -> str:
    """A set as ranges of escapes: nothing in it has a meaning to `re`. The empty set matches nothing."""
    codes = [code for code in range(256) if mask >> code & 1]
    if not codes:
        return r"(?!)"
    parts, start = [], codes[0]
    for code, following in zip(codes, [*codes[1:], 999], strict=True):
        if following != code + 1:
            parts.append(f"\\x{start:02x}" + (f"-\\x{code:02x}" if code > start else ""))
            start = following
    return f"[{''.join(parts)}]"

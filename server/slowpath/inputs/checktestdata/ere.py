"""POSIX extended regular expressions, matched as the longest: what REGEX of checktestdata means.

Theory of operation. Python's `re` takes the first alternative that works, POSIX the longest match. Where the next
character always decides what comes next (`[a-z]{1,100000}`, `(0|[1-9][0-9]*)`) both are the same, and `re` does it.
Any other pattern is run as an automaton whose states are made when they are first reached: linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_ALL = (1 << 256) - 1
_MOST_POSITIONS = 5_000
_MOST_STATES = 20_000
_DEEPEST = 100
_MOST_TIMES = 1 << 31
_CLASSES = {
    "alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum, "upper": str.isupper, "lower": str.islower,
    "space": lambda c: c in " \t\n\r\v\f", "blank": lambda c: c in " \t", "print": lambda c: " " <= c <= "~",
    "graph": lambda c: "!" <= c <= "~", "punct": lambda c: "!" <= c <= "~" and not c.isalnum(),
    "cntrl": lambda c: c < " " or c == "\x7f", "xdigit": lambda c: c in "0123456789abcdefABCDEF"}
Matcher = Callable[[str, int], int | None]


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


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Matcher:
    """A function that says where the longest match that begins at an offset ends, None where there is none."""
    parsed = parse_pattern(pattern)
    if _decides(parsed, 0) and not _has_anchor(parsed):
        compiled = re.compile(_as_python(parsed))

        def match(text: str, at: int) -> int | None:
            found = compiled.match(text, at)
            return None if found is None else found.end()
        return match
    return _Automaton(parsed).match


def python_pattern(pattern: str) -> tuple[str, bool]:
    """The pattern for Python's `re`, and whether that takes the longest match by itself, since the next character
    always decides. Where it doesn't, a full match of `re` is one of the pattern all the same. Raises `PatternError`,
    for anchors too."""
    parsed = parse_pattern(pattern)
    if _has_anchor(parsed):
        raise PatternError("anchors aren't for the middle of a text")
    return _as_python(parsed), _decides(parsed, 0)


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
        return self._pattern[self.at:self.at + 1]

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
        match = re.compile(r"\{([0-9]{1,9})(?:(,)([0-9]{0,9}))?\}").match(self._pattern, self.at)
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
            named = re.compile(r"\[([:.=])(.+?)\1\]", re.DOTALL).match(self._pattern, self.at)
            if named is not None and named[1] == ":":
                mask |= _class_mask(named[2])
                self.at = named.end()
                continue
            first = self._bracket_character()
            if self._next() == "-" and self._pattern[self.at + 1:self.at + 2] not in ("]", ""):
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
        named = re.compile(r"\[([.=])(.)\1\]", re.DOTALL).match(self._pattern, self.at)
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


def _decides(pattern: Pattern, follow: int) -> bool:
    """Whether the next character always decides what it belongs to; `follow` may come after the pattern."""
    match pattern:
        case Sequence():
            for place, part in enumerate(pattern.parts):
                rest = Sequence(pattern.parts[place + 1:])
                if not _decides(part, _first(rest) | (follow if _may_be_empty(rest) else 0)):
                    return False
        case Choice():
            seen = 0
            for option in pattern.options:
                if _first(option) & seen or _may_be_empty(option) or not _decides(option, follow):
                    return False
                seen |= _first(option)
        case Times():
            again = _first(pattern.of)
            if _may_be_empty(pattern.of) or (pattern.least != pattern.most and again & follow):
                return False
            return _decides(pattern.of, again | follow)
    return True


def _has_anchor(pattern: Pattern) -> bool:
    match pattern:
        case Anchor():
            return True
        case Sequence():
            return any(map(_has_anchor, pattern.parts))
        case Choice():
            return any(map(_has_anchor, pattern.options))
        case Times():
            return _has_anchor(pattern.of)
    return False


def _as_python(pattern: Pattern) -> str:
    match pattern:
        case Characters():
            return _set_as_python(pattern.mask)
        case Sequence():
            return "".join(map(_as_python, pattern.parts))
        case Choice():
            return f"(?:{'|'.join(map(_as_python, pattern.options))})"
        case Times():
            most = "" if pattern.most is None else min(pattern.most, _MOST_TIMES)
            return f"(?:{_as_python(pattern.of)}){{{pattern.least},{most}}}"
    raise AssertionError(pattern)


def _set_as_python(mask: int) -> str:
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


# The automaton

@dataclass
class _Node:
    """A state of the nondeterministic automaton: reads a character out of `mask` and goes on to `then`, or, with
    `sign`, goes on where the anchor holds, or goes on to each of `free` without reading."""

    mask: int = 0
    then: int = -1
    sign: str = ""
    free: tuple[int, ...] = ()


class _Automaton:
    """Sets of states of the nondeterministic automaton, made when first reached."""

    def __init__(self, pattern: Pattern) -> None:
        self._nodes: list[_Node] = [_Node()]
        self._start = self._built(pattern, 0)
        self._moves: dict[tuple[frozenset[int], str], frozenset[int]] = {}

    def match(self, text: str, at: int) -> int | None:
        """Where the longest match that begins at `at` ends."""
        states = self._closure({self._start}, True, at == len(text))
        end = at if 0 in states else None
        while states and at < len(text):
            states = self._moved(states, text[at], at + 1 == len(text))
            at += 1
            if 0 in states:
                end = at
        return end

    def _moved(self, states: frozenset[int], character: str, is_last: bool) -> frozenset[int]:
        key = (states, character)
        if is_last or key not in self._moves:
            code = ord(character)
            reached = self._closure({self._nodes[state].then for state in states
                                     if self._nodes[state].mask >> code & 1}, False, is_last)
            if is_last:
                return reached
            if len(self._moves) > _MOST_STATES:
                self._moves.clear()
            self._moves[key] = reached
        return self._moves[key]

    def _closure(self, states: set[int], is_first: bool, is_last: bool) -> frozenset[int]:
        """The states and all that are reached from them without reading."""
        waiting, seen = list(states), set(states)
        while waiting:
            node = self._nodes[waiting.pop()]
            onward = node.free
            if node.sign and (is_first if node.sign == "^" else is_last):
                onward = (node.then,)
            for state in onward:
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
        return frozenset(state for state in seen if state == 0 or self._nodes[state].mask)

    def _add(self, node: _Node) -> int:
        if len(self._nodes) > _MOST_POSITIONS:
            raise PatternError("it repeats too much of what can't be told apart by the next character")
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _built(self, pattern: Pattern, then: int) -> int:
        """The state from which `pattern` leads to `then`."""
        match pattern:
            case Characters():
                return self._add(_Node(pattern.mask, then))
            case Anchor():
                return self._add(_Node(then=then, sign=pattern.sign))
            case Sequence():
                for part in reversed(pattern.parts):
                    then = self._built(part, then)
                return then
            case Choice():
                return self._add(_Node(free=tuple(self._built(option, then) for option in pattern.options)))
            case Times():
                return self._repeated(pattern, then)
        raise AssertionError(pattern)

    def _repeated(self, pattern: Times, then: int) -> int:
        if pattern.most is None:
            loop = self._add(_Node())
            self._nodes[loop].free = (self._built(pattern.of, loop), then)
            then = loop
        for _ in range((pattern.most or 0) - pattern.least):
            then = self._add(_Node(free=(self._built(pattern.of, then), then)))
        for _ in range(pattern.least):
            then = self._built(pattern.of, then)
        return then

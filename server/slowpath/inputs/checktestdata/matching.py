"""POSIX extended regular expressions, matched as the longest: what REGEX of checktestdata means.

Theory of operation. Python's `re` takes the first alternative that works, POSIX the longest match. Where the next
character always decides what comes next (`[a-z]{1,100000}`, `(0|[1-9][0-9]*)`) both are the same, and `re` does it.
Any other pattern is run as an automaton whose states are made when they are first reached: linear in the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from slowpath.inputs.checktestdata.ere import (
    Anchor,
    Characters,
    Choice,
    Pattern,
    PatternError,
    Sequence,
    Times,
    as_python,
    decides,
    has_anchor,
    parse_pattern,
)
from slowpath.model.patterns import late_regex

_MOST_POSITIONS = 5_000
_MOST_STATES = 20_000
Matcher = Callable[[str, int], int | None]


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Matcher:
    """A function that says where the longest match that begins at an offset ends, None where there is none."""
    parsed = parse_pattern(pattern)
    if decides(parsed, 0) and not has_anchor(parsed):
        compiled = late_regex(as_python(parsed))

        def match(text: str, at: int) -> int | None:
            found = compiled.match(text, at)
            return None if found is None else found.end()

        return match
    return Automaton(parsed).match


@dataclass
class _Node:
    """A state of the nondeterministic automaton: reads a character out of `mask` and goes on to `then`, or, with
    `sign`, goes on where the anchor holds, or goes on to each of `free` without reading."""

    mask: int = 0
    then: int = -1
    sign: str = ""
    free: tuple[int, ...] = ()


class Automaton:
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
            reached = self._closure(
                {self._nodes[state].then for state in states if self._nodes[state].mask >> code & 1}, False, is_last
            )
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

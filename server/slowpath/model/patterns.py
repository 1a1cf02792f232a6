"""Regular expressions that are compiled when they are first needed.

There are some fifteen hundred of them, and to compile all took half of a command's start. Most look for a word that
few texts have: a text that has none of the words of which every match has one is known to have no match, and a pattern
waits for the first that has one. From then on its methods are those of what was compiled, and cost nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

_AT_ONCE = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")
_VALUES = ("flags", "groups", "groupindex")
_MOST_WORDS = 80
_PART = re.compile(
    r"""(?P<around>\(\?<?[=!])
    |(?P<other>\\(?:x..|u.{4}|U.{8}|N\{[^}]*\}|\d+|\w)|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?P=\w+\)|[.^$])
    |(?P<group>\((?:\?(?:P<\w+>|:)|(?!\?)))
    |(?P<close>\))
    |(?P<alternative>\|)
    |(?P<perhaps>(?:[*?]|\{0?(?:,\d*)?\})[?+]?)
    |(?P<repeated>(?:\+|\{[1-9]\d*(?:,\d*)?\})[?+]?)
    |\\(?P<escaped>\W)
    |(?P<plain>[^\\()|\[.^$*+?{]+|\{(?!\d))""",
    re.VERBOSE | re.DOTALL,
)
"""The parts of which a pattern is made."""


class _NotFollowed(Exception):
    """A pattern uses what isn't looked into here, such as flags in its text."""


class _LateRegex:
    """Has the methods of `re.Pattern`."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags
        self._words: tuple[str, ...] | None = None

    def _compiled(self) -> re.Pattern[str]:
        compiled = re.compile(self.pattern, self._flags)
        vars(self).update({name: getattr(compiled, name) for name in (*_AT_ONCE, *_VALUES)})
        return compiled

    def _matches_nothing_in(self, text: str) -> bool:
        """Whether that is known without compiling the pattern."""
        if self._words is None:
            self._words = words_of(self.pattern, self._flags)
        if not self._words:
            return False
        if self._flags & re.IGNORECASE:
            text = _folded(text)
        return not any(word in text for word in self._words)

    def __getattr__(self, name: str) -> Any:
        if name not in _VALUES:
            raise AttributeError(name)
        return getattr(self._compiled(), name)

    def __repr__(self) -> str:
        return f"late_regex({self.pattern!r}, {self._flags})"

    def search(self, string: str, *span: int) -> re.Match[str] | None:
        return None if self._matches_nothing_in(string) else self._compiled().search(string, *span)

    def match(self, string: str, *span: int) -> re.Match[str] | None:
        return None if self._matches_nothing_in(string) else self._compiled().match(string, *span)

    def fullmatch(self, string: str, *span: int) -> re.Match[str] | None:
        return None if self._matches_nothing_in(string) else self._compiled().fullmatch(string, *span)

    def finditer(self, string: str, *span: int) -> Iterator[re.Match[str]]:
        return iter(()) if self._matches_nothing_in(string) else self._compiled().finditer(string, *span)

    def findall(self, string: str, *span: int) -> list[Any]:
        return [] if self._matches_nothing_in(string) else self._compiled().findall(string, *span)

    def split(self, string: str, maxsplit: int = 0) -> list[Any]:
        return [string] if self._matches_nothing_in(string) else self._compiled().split(string, maxsplit)

    def sub(self, repl: Any, string: str, count: int = 0) -> str:
        return string if self._matches_nothing_in(string) else self._compiled().sub(repl, string, count)

    def subn(self, repl: Any, string: str, count: int = 0) -> tuple[str, int]:
        return (string, 0) if self._matches_nothing_in(string) else self._compiled().subn(repl, string, count)


def late_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, but only when it's needed; a pattern that is none raises `re.error` then."""
    return cast("re.Pattern[str]", _LateRegex(pattern, int(flags)))


def _folded(text: str) -> str:
    """In small letters, also the four outside ASCII that `re.IGNORECASE` takes for letters of ASCII."""
    if text.isascii():
        return text.lower()
    return text.casefold().replace("ı", "i").replace("\u0307", "")


def words_of(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Words of which each match of a pattern has at least one, in small letters where it takes both; () where no such
    words are known."""
    if flags & re.VERBOSE:
        return ()
    try:
        return _Words(pattern, bool(flags & re.IGNORECASE)).found
    except _NotFollowed:
        return ()


class _Words:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str, folds: bool) -> None:
        self._pattern = pattern
        self._place = 0
        self._folds = folds
        self.found = self._alternatives()
        if self._place < len(pattern):
            raise _NotFollowed

    def _alternatives(self) -> tuple[str, ...]:
        """The words of what stands there up to the end of its group."""
        words: set[str] = set()
        knows_all = True
        while True:
            of_one, is_last = self._sequence()
            words.update(of_one)
            knows_all &= bool(of_one) and len(words) <= _MOST_WORDS
            if is_last:
                return tuple(words) if knows_all else ()

    def _sequence(self) -> tuple[tuple[str, ...], bool]:
        """The words of one alternative, and whether it is the last."""
        known: list[tuple[str, ...]] = []
        run = ""
        while (part := _PART.match(self._pattern, self._place)) is not None:
            self._place = part.end()
            kind = part.lastgroup
            if kind in ("plain", "escaped") and not (self._folds and not part[kind].isascii()):
                run += part[kind].lower() if self._folds else part[kind]
                continue
            if kind == "perhaps":
                # What may be missing is the last character, or the last group.
                if run:
                    run = run[:-1]
                elif known:
                    known.pop()
            if run:
                known.append((run,))
            run = ""
            if kind in ("close", "alternative"):
                return self._best(known), kind == "close"
            known.append(self._alternatives() if kind == "group" else ())
            if kind == "around":
                self._alternatives()
        if self._place < len(self._pattern):
            raise _NotFollowed
        if run:
            known.append((run,))
        return self._best(known), True

    @staticmethod
    def _best(known: list[tuple[str, ...]]) -> tuple[str, ...]:
        """Those of which texts have the fewest: long ones, and few."""
        return max(known, key=lambda words: (min(map(len, words), default=0), -len(words)), default=())

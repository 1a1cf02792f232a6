"""The tokens and lines of an input, with one cursor over both.

Token formats don't care for the layout: any run of blanks separates. Text (`getline`) does: a text line
begins on the next line after the last token read. Integers in bulk are read by `DigitReader` where every byte is
a digit, minus or blank; everything odd takes the exact path, token by token, which alone knows how to say what is
wrong.
"""

from __future__ import annotations

import math
import re
from functools import cached_property

import numpy as np

from slowpath.inputs.digits import LONGEST, DigitReader
from slowpath.inputs.parsing.cursor import MOST_SLICED, Cursor, ParseError, shown

__all__ = ["ParseError", "Tokens"]

_INTEGER = re.compile(rb"[+-]?[0-9]+\Z")
_FEW = 24
_INT64 = 2**63
MOST_DIGITS = 4300
"""A longer integer isn't read: since Python 3.11 the interpreter refuses it, and no statement means it."""


class Tokens(Cursor):
    """The tokens of `data` as words and numbers, one by one and in bulk."""

    @cached_property
    def _odd(self) -> np.ndarray:
        """The places of all bytes that are neither digits nor blanks, sorted."""
        odd = (self._raw - np.uint8(ord("0"))) > 9
        if np.count_nonzero(odd) == self._blanks.size:
            return np.empty(0, dtype=np.int64)
        odd[self._blanks] = False
        return np.flatnonzero(odd)

    @cached_property
    def _digits(self) -> DigitReader:
        return DigitReader(self.data)

    def take(self, count: int, what: str) -> list[bytes]:
        """The next `count` tokens."""
        if count < 0:
            raise self.error(f"{what} would need {count} tokens")
        if count > self.left:
            raise self.error(
                f"{what}: expected {count} more token{'s' * (count > 1)}, the input ends after {self.left}", self.count
            )
        taken = (
            [self.word_at(self.index)] if count == 1 else self.words[self.index : self.index + count] if count else []
        )
        self.index += count
        if count:
            self.fresh = None
        return taken

    def skip(self, count: int, what: str) -> int:
        """As `take`, without the tokens: the index of the first of them."""
        first = self.index
        if not 0 < count <= self.left:
            self.take(count, what)
            return first
        self.index += count
        self.fresh = None
        return first

    def word(self, what: str) -> str:
        """The next token as text."""
        return self.decoded(self.take(1, what)[0], self.index - 1)

    def integer(self, what: str) -> int:
        """The next token as an integer."""
        if self._sliced > MOST_SLICED and self.index < self.count and self._listed is not None:
            self.index += 1
            self.fresh = None
            return self._listed[self.index - 1]
        return self.integer_at(self.skip(1, what), what)

    def integer_at(self, index: int, what: str) -> int:
        """The token at `index` as an integer."""
        token = self.word_at(index)
        return int(token) if len(token) <= MOST_DIGITS and token.isdigit() else self._exact(token, index, what)

    def number(self, what: str) -> float:
        """The next token as a decimal number."""
        return self.number_at(self.skip(1, what), what)

    def number_at(self, index: int, what: str) -> float:
        """The token at `index` as a decimal number."""
        token = self.word_at(index)
        try:
            value = float(token)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or b"_" in token:
            raise self.error(f"expected a number for {what}, found {shown(token)}", index)
        return value

    def numbers(self, count: int, what: str) -> list[float]:
        """The next `count` tokens as decimal numbers."""
        first = self.index
        taken = self.take(count, what)
        try:
            values = list(map(float, taken))
            if all(map(math.isfinite, values)) and b"_" not in b"".join(taken):
                return values
        except ValueError:
            pass
        return [self.number_at(first + place, what) for place in range(count)]

    def integers(self, count: int, what: str) -> np.ndarray | list[int]:
        """The next `count` tokens: an int64 array, or a list where one doesn't fit in 64 bits."""
        first = self.skip(count, what)
        if count >= _FEW:
            values = self._plain(first, count)
            if values is not None:
                return values
        self._sliced += 1
        if self._sliced > MOST_SLICED and self._all is not None:
            return self._all[first : first + count].copy()
        if not count:
            return np.empty(0, dtype=np.int64)
        listed = [self.integer_at(index, what) for index in range(first, first + count)]
        if min(listed) >= -_INT64 and max(listed) < _INT64:
            return np.array(listed, dtype=np.int64)
        return listed

    def integer_rows(self, count: int, widths: dict[int, tuple[str, int]]) -> list[tuple] | None:
        """The next `count` rows, each a tag that is a number and then as many integers as `widths` says for it, after
        the tag as text; None, with nothing taken, where any token is anything else."""
        listed = self._listed
        if listed is None:
            return None
        made, at = [], self.index
        for _ in range(count):
            tag, width = widths.get(listed[at], ("", 0)) if at < self.count else ("", 0)
            if not tag or at + width >= self.count:
                return None
            made.append((tag, *listed[at + 1 : at + 1 + width]))
            at += 1 + width
        self.index, self.fresh = at, None
        return made

    @cached_property
    def _all(self) -> np.ndarray | None:
        """All tokens as numbers where all of them are, for many small requests."""
        return self._plain(0, self.count) if self.count else None

    @cached_property
    def _listed(self) -> list[int] | None:
        return self._all.tolist() if self._all is not None else None

    def _plain(self, first: int, count: int) -> np.ndarray | None:
        """Tokens of digits, some with a minus, as numbers; None where there is anything else or a long one."""
        starts, ends = self.starts[first : first + count], self.ends[first : first + count]
        near, far = np.searchsorted(self._odd, (starts[0], ends[-1]))
        negative = None
        if near < far:
            signs = self._odd[near:far]
            negative = np.searchsorted(starts, signs, side="right") - 1
            if not (
                (self._raw[signs] == ord("-")).all()
                and (starts[negative] == signs).all()
                and (ends[negative] - signs > 1).all()
            ):
                return None
            starts = starts.copy()
            starts[negative] += 1
        if int((ends - starts).max()) > LONGEST:
            return None
        values = self._digits.integers(starts, ends)
        if negative is not None:
            values[negative] = -values[negative]
        return values

    def _exact(self, token: bytes, index: int, what: str) -> int:
        if not _INTEGER.match(token):
            raise self.error(f"expected an integer for {what}, found {shown(token)}", index)
        if len(token) > MOST_DIGITS:
            raise self.error(f"{what} has {len(token)} digits", index)
        return int(token)

    def next_are(self, words: list[bytes]) -> bool:
        """Whether the next tokens are just `words`."""
        return self.words[self.index : self.index + len(words)] == words

    def before(self, words: list[bytes], width: int, what: str) -> int:
        """How many tokens stand before `words`, looked for at every `width`-th token from here."""
        place = self.index
        while True:
            try:
                place = self.words.index(words[0], place)
            except ValueError:
                raise self.missing_sentinel(words, what) from None
            if (place - self.index) % width == 0 and self.words[place : place + len(words)] == words:
                return place - self.index
            place += 1

    def missing_sentinel(self, words: list[bytes], what: str) -> ParseError:
        """The error that the input ends without the tokens that end `what`."""
        return self.error(
            f"{what}: expected {shown(b' '.join(words))} at the end, the input ends without it", self.count
        )

    def check_end(self) -> None:
        """Raises `ParseError` when anything but blanks is left."""
        if self.left:
            raise self.error(f"expected the end of the input, found {shown(self.word_at(self.index))}")

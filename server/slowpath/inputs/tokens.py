"""The tokens and lines of an input, with one cursor over both.

Token formats don't care for the layout: any run of blanks separates. Text (`getline`) does: a text line
begins on the next line after the last token read. Integers in bulk are parsed by numpy, about 2 ms per 1e5,
where every byte is a plain digit, sign or blank; everything odd takes the exact path, token by token, which
alone knows how to say what is wrong.
"""

from __future__ import annotations

import math
import re

import numpy as np

from slowpath.errors import SlowpathError

_INTEGER = re.compile(rb"[+-]?[0-9]+\Z")
_FEW = 24
_LONGEST_PLAIN = 18
_INT64 = 2**63

_BLANKS = np.zeros(256, dtype=bool)
_BLANKS[list(b" \t\n\r\x0b\x0c")] = True
_DIGITS = np.zeros(256, dtype=bool)
_DIGITS[list(b"0123456789")] = True


class ParseError(SlowpathError):
    """The bytes don't follow the format. `line` and `token` (within its line) are 1-based."""

    code = "parse-error"

    def __init__(self, line: int, token: int, message: str) -> None:
        super().__init__(f"line {line}, token {token}: {message}")
        self.line = line
        self.token = token
        self.reason = message


class Tokens:
    """A cursor over `data`. `index` is the next token; `fresh` is where the next text line begins, or None
    when the cursor stands behind a token, so that the text begins on the line after it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.words = data.split()
        self.index = 0
        self.fresh: int | None = 0
        raw = np.frombuffer(data, dtype=np.uint8)
        ink = np.concatenate(([False], ~_BLANKS[raw], [False]))
        self.starts = np.flatnonzero(ink[1:] & ~ink[:-1])
        self.ends = np.flatnonzero(ink[:-1] & ~ink[1:])
        self._odd = self._odd_places(raw, ink)

    def _odd_places(self, raw: np.ndarray, ink: np.ndarray) -> np.ndarray:
        """Positions of bytes that keep numpy from parsing their token, sorted."""
        minus = (raw == ord("-")) & ~ink[:-2]
        followed = np.append(_DIGITS[raw[1:]], False) if raw.size else minus
        odd = ink[1:-1] & ~_DIGITS[raw] & ~(minus & followed)
        odd[self.starts[(self.ends - self.starts) > _LONGEST_PLAIN]] = True
        return np.flatnonzero(odd)

    @property
    def left(self) -> int:
        """How many tokens are left."""
        return len(self.words) - self.index

    def error(self, message: str, index: int | None = None) -> ParseError:
        """A `ParseError` at the token `index`, by default the next one (or the end of the data)."""
        index = self.index if index is None else index
        ended = index >= len(self.words)
        place = len(self.data.rstrip()) if ended else int(self.starts[index])
        line = self.data.count(b"\n", 0, place) + 1
        begin = self.data.rfind(b"\n", 0, place) + 1
        token = index - int(np.searchsorted(self.starts, begin)) + 1
        return ParseError(line, token, message)

    def take(self, count: int, what: str) -> list[bytes]:
        """The next `count` tokens."""
        if count < 0:
            raise self.error(f"{what} would need {count} tokens")
        if count > self.left:
            raise self.error(f"{what}: expected {count} more token{'s' * (count > 1)}, the input ends after "
                             f"{self.left}", len(self.words))
        taken = self.words[self.index:self.index + count]
        self.index += count
        if count:
            self.fresh = None
        return taken

    def word(self, what: str) -> str:
        """The next token as text."""
        return self.decoded(self.take(1, what)[0], self.index - 1)

    def integer(self, what: str) -> int:
        """The next token as an integer."""
        return self._exact(self.take(1, what)[0], self.index - 1, what)

    def number(self, what: str) -> float:
        """The next token as a decimal number."""
        token = self.take(1, what)[0]
        try:
            value = float(token)
        except ValueError:
            value = float("nan")
        if not math.isfinite(value) or b"_" in token:
            raise self.error(f"expected a number for {what}, found {_shown(token)}", self.index - 1)
        return value

    def integers(self, count: int, what: str) -> np.ndarray | list[int]:
        """The next `count` tokens: an int64 array, or a list where one doesn't fit in 64 bits."""
        first = self.index
        taken = self.take(count, what)
        if count >= _FEW:
            begin, end = int(self.starts[first]), int(self.ends[first + count - 1])
            near, far = np.searchsorted(self._odd, (begin, end))
            if near == far:
                return np.fromstring(self.data[begin:end], dtype=np.int64, sep=" ")
        values = [self._exact(token, first + place, what) for place, token in enumerate(taken)]
        if all(-_INT64 <= value < _INT64 for value in values):
            return np.array(values, dtype=np.int64)
        return values

    def _exact(self, token: bytes, index: int, what: str) -> int:
        if not _INTEGER.match(token):
            raise self.error(f"expected an integer for {what}, found {_shown(token)}", index)
        return int(token)

    def decoded(self, token: bytes, index: int) -> str:
        """`token` as UTF-8 text."""
        try:
            return token.decode()
        except UnicodeDecodeError:
            raise self.error(f"not UTF-8 text: {_shown(token)}", index) from None

    def blank_line(self) -> None:
        """Passes the line on which an empty array was printed, if it is there, so that the text after it
        begins behind it."""
        begin = self.fresh
        if begin is None:
            end = self.data.find(b"\n", int(self.ends[self.index - 1]))
            if end < 0:
                return
            begin = end + 1
        end = self.data.find(b"\n", begin)
        if end >= 0 and not self.data[begin:end].strip():
            self.fresh = end + 1

    def text_line(self, what: str) -> str:
        """The next whole line, without its end."""
        if self.fresh is None:
            behind = int(self.ends[self.index - 1])
            end = self.data.find(b"\n", behind)
            if self.data[behind:end if end >= 0 else None].strip():
                raise self.error(f"expected the end of the line before {what}")
            self.fresh = end + 1 if end >= 0 else len(self.data)
        return self._line_from(self.fresh, what)

    def rest_of_line(self, what: str) -> str:
        """What follows the last token on its line, less the one blank that separates it."""
        behind = int(self.ends[self.index - 1]) if self.index else 0
        return self._line_from(behind + (self.data[behind:behind + 1] in (b" ", b"\t")), what, may_end=True)

    def _line_from(self, begin: int, what: str, may_end: bool = False) -> str:
        if begin >= len(self.data) and not may_end:
            raise self.error(f"expected a line for {what}, the input has ended", len(self.words))
        end = self.data.find(b"\n", begin)
        end = len(self.data) if end < 0 else end
        first = self.index
        self.index = int(np.searchsorted(self.starts, end))
        self.fresh = end + 1
        return self.decoded(self.data[begin:end].removesuffix(b"\r"), first)

    def check_end(self) -> None:
        """Raises `ParseError` when anything but blanks is left."""
        if self.left:
            raise self.error(f"expected the end of the input, found {_shown(self.words[self.index])}")


def _shown(token: bytes) -> str:
    text = token[:40].decode(errors="backslashreplace")
    return repr(text if len(token) <= 40 else text + "...")

"""The tokens and lines of an input, with one cursor over both.

Token formats don't care for the layout: any run of blanks separates. Text (`getline`) does: a text line
begins on the next line after the last token read. Integers in bulk are parsed by numpy, about 2 ms per 1e5,
where every byte is a plain digit, sign or blank; everything odd takes the exact path, token by token, which
alone knows how to say what is wrong.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from functools import cached_property

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
        self.take(1, what)
        return self.integer_at(self.index - 1, what)

    def integer_at(self, index: int, what: str) -> int:
        """The token at `index` as an integer."""
        token = self.words[index]
        return int(token) if token.isdigit() else self._exact(token, index, what)

    def number(self, what: str) -> float:
        """The next token as a decimal number."""
        self.take(1, what)
        return self.number_at(self.index - 1, what)

    def number_at(self, index: int, what: str) -> float:
        """The token at `index` as a decimal number."""
        token = self.words[index]
        try:
            value = float(token)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or b"_" in token:
            raise self.error(f"expected a number for {what}, found {_shown(token)}", index)
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

    # Lines, and where repetitions end that nobody announced

    @cached_property
    def _line_ends(self) -> list[int]:
        """Where each line ends: the place of its newline, or the end of the data."""
        ends = np.flatnonzero(np.frombuffer(self.data, dtype=np.uint8) == ord("\n"))
        return [*ends.tolist(), len(self.data)]

    @cached_property
    def _first_behind(self) -> list[int]:
        """The first token behind each of `_line_ends`."""
        return np.searchsorted(self.starts, self._line_ends).tolist()

    def _line_at(self, place: int) -> int:
        """The 0-based line that the byte at `place` stands on."""
        return bisect_left(self._line_ends, place)

    def _next_line(self) -> int:
        """Where the next line begins; the end of the data where there is none."""
        if self.fresh is not None:
            return self.fresh
        return min(self._line_ends[self._line_at(int(self.ends[self.index - 1]))] + 1, len(self.data))

    def has_line(self) -> bool:
        """Whether any line, empty or not, follows the one of the last token."""
        return self.left > 0 or self._next_line() < len(self.data)

    @cached_property
    def _content_end(self) -> int:
        return len(self.data.rstrip(b"\r\n"))

    def has_content(self) -> bool:
        """Whether any line that isn't empty follows the one of the last token."""
        return self._next_line() < self._content_end

    def at_empty_line(self) -> bool:
        """Whether the next line is empty, or there is none. What is left of the last token's line isn't."""
        begin = self._next_line()
        if begin >= len(self.data):
            return not self.left
        line = self._line_at(begin)
        return self._first_behind[line] <= self.index

    def pass_line(self) -> None:
        """Moves behind the next line, which is empty, if there is one."""
        begin = self._next_line()
        if begin < len(self.data):
            self.fresh = self._line_ends[self._line_at(begin)] + 1

    def on_line(self, own_line: bool, least: int, what: str) -> int:
        """How many tokens stand on the line of an array: those left on the current line; where there are none
        and the array has a line of its own, those of the next one, which is passed if it is empty. Empty lines
        before an array that can't be empty are skipped."""
        if self.fresh is None:
            here = self._first_behind[self._line_at(int(self.ends[self.index - 1]))] - self.index
            if here or not own_line:
                return here
        if least:
            if not self.left:
                raise self.error(f"expected a line with {what}, the input has ended")
            return self._first_behind[self._line_at(int(self.starts[self.index]))] - self.index
        begin = self._next_line()
        if begin >= len(self.data) and not self.left:
            raise self.error(f"expected a line with {what}, the input has ended")
        line = self._line_at(begin)
        if self._first_behind[line] <= self.index:
            self.fresh = self._line_ends[line] + 1
        return max(self._first_behind[line] - self.index, 0)

    def pass_line_with(self, count: int) -> None:
        """Moves behind the next line, on which `count` tokens stand."""
        self.pass_line()
        self.index += count

    def before_empty_line(self) -> int:
        """How many tokens stand before the next empty line, or the end of the data, which is passed."""
        first, index, fresh = self.index, self.index, self.fresh
        if fresh is None:
            self.index = self._first_behind[self._line_at(int(self.ends[index - 1]))]
            self.fresh = self._line_ends[self._line_at(int(self.ends[index - 1]))] + 1
        while not self.at_empty_line():
            line = self._line_at(self._next_line())
            self.index = self._first_behind[line]
            self.fresh = self._line_ends[line] + 1
        there = self.index - first
        self.index, self.fresh = index, fresh
        return there

    def next_are(self, words: list[bytes]) -> bool:
        """Whether the next tokens are just `words`."""
        return self.words[self.index:self.index + len(words)] == words

    def next_line_is(self, text: bytes) -> bool:
        """Whether the next whole line is `text`."""
        begin = self._next_line()
        end = self._line_ends[self._line_at(begin)]
        return self.data[begin:end].removesuffix(b"\r") == text

    def before(self, words: list[bytes], width: int, what: str) -> int:
        """How many tokens stand before `words`, looked for at every `width`-th token from here."""
        place = self.index
        while True:
            try:
                place = self.words.index(words[0], place)
            except ValueError:
                raise self.missing_sentinel(words, what) from None
            if (place - self.index) % width == 0 and self.words[place:place + len(words)] == words:
                return place - self.index
            place += 1

    def missing_sentinel(self, words: list[bytes], what: str) -> ParseError:
        """The error that the input ends without the tokens that end `what`."""
        return self.error(f"{what}: expected {_shown(b' '.join(words))} at the end, the input ends without it",
                          len(self.words))

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

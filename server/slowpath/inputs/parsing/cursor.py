"""A cursor over the tokens of an input and over its lines: where both begin and end, and lines as they are."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

import numpy as np

from slowpath.errors import SlowpathError

MOST_SLICED = 64
"""So many requests are answered by cutting tokens out; for more all of them are split at once."""


class ParseError(SlowpathError):
    """The bytes don't follow the format. `line` and `token` (within its line) are 1-based."""

    code = "parse-error"

    def __init__(self, line: int, token: int, message: str) -> None:
        super().__init__(f"line {line}, token {token}: {message}")
        self.line = line
        self.token = token
        self.reason = message


class Cursor:
    """A cursor over `data`. `index` is the next token; `fresh` is where the next text line begins, or None
    when the cursor stands behind a token, so that the text begins on the line after it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.index = 0
        self.fresh: int | None = 0
        raw = np.frombuffer(data, dtype=np.uint8)
        blanks = np.flatnonzero(raw <= ord(" "))
        kinds = raw[blanks]
        control = (kinds < ord("\t")) | ((kinds > ord("\r")) & (kinds < ord(" ")))
        if control.any():  # Bytes below the blank that separate nothing.
            blanks = blanks[~control]
        # Between two blanks, or a blank and an end of the data, stands a token, or nothing.
        starts, ends = np.empty(blanks.size + 1, dtype=np.int64), np.empty(blanks.size + 1, dtype=np.int64)
        starts[0], ends[-1] = 0, raw.size
        np.add(blanks, 1, out=starts[1:])
        ends[:-1] = blanks
        is_token = starts < ends
        if int(is_token.sum()) >= is_token.size - 1 and not is_token[-1]:
            self.starts, self.ends = starts[:-1], ends[:-1]
        else:
            self.starts, self.ends = starts[is_token], ends[is_token]
        self.count = self.starts.size
        self._raw, self._blanks = raw, blanks
        self._sliced = 0

    @cached_property
    def words(self) -> list[bytes]:
        """All tokens."""
        return self.data.split()

    def word_at(self, index: int) -> bytes:
        """One token. Only where many are asked for is the data split."""
        if self._sliced > MOST_SLICED:
            return self.words[index]
        self._sliced += 1
        return self.data[self.starts[index] : self.ends[index]]

    @property
    def left(self) -> int:
        """How many tokens are left."""
        return self.count - self.index

    def error(self, message: str, index: int | None = None) -> ParseError:
        """A `ParseError` at the token `index`, by default the next one (or the end of the data)."""
        index = self.index if index is None else index
        ended = index >= self.count
        place = len(self.data.rstrip()) if ended else int(self.starts[index])
        line = self.data.count(b"\n", 0, place) + 1
        begin = self.data.rfind(b"\n", 0, place) + 1
        token = index - int(np.searchsorted(self.starts, begin)) + 1
        return ParseError(line, token, message)

    def decoded(self, token: bytes, index: int) -> str:
        """`token` as UTF-8 text."""
        try:
            return token.decode()
        except UnicodeDecodeError:
            raise self.error(f"not UTF-8 text: {shown(token)}", index) from None

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

    def next_line_is(self, text: bytes) -> bool:
        """Whether the next whole line is `text`."""
        begin = self._next_line()
        end = self._line_ends[self._line_at(begin)]
        return self.data[begin:end].removesuffix(b"\r") == text

    def blank_line(self) -> None:
        """Passes the line on which an empty array was printed, if it is there, so that the text after it
        begins behind it."""
        begin = self._next_line()
        if begin < len(self.data):
            line = self._line_at(begin)
            first = self._first_behind[line - 1] if line else 0
            if self._first_behind[line] == first and self._line_ends[line] < len(self.data):
                self.fresh = self._line_ends[line] + 1

    def text_line(self, what: str) -> str:
        """The next whole line, without its end."""
        if self.fresh is None:
            if self._first_behind[self._line_at(int(self.ends[self.index - 1]))] > self.index:
                raise self.error(f"expected the end of the line before {what}")
            self.fresh = self._next_line()
        return self._line_from(self.fresh, what)

    def rest_of_line(self, what: str) -> str:
        """What follows the last token on its line, less the one blank that separates it."""
        behind = int(self.ends[self.index - 1]) if self.index else 0
        return self._line_from(behind + (self.data[behind : behind + 1] in (b" ", b"\t")), what, may_end=True)

    def _line_from(self, begin: int, what: str, may_end: bool = False) -> str:
        if begin >= len(self.data) and not may_end:
            raise self.error(f"expected a line for {what}, the input has ended", self.count)
        line = self._line_at(min(begin, len(self.data)))
        first, end = self.index, self._line_ends[line]
        self.index = self._first_behind[line]
        self.fresh = end + 1
        return self.decoded(self.data[begin:end].removesuffix(b"\r"), first)


def shown(token: bytes) -> str:
    """A token as it is said, the beginning of a long one."""
    text = token[:40].decode(errors="backslashreplace")
    return repr(text if len(token) <= 40 else text + "...")

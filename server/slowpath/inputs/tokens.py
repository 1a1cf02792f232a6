"""The tokens and lines of an input, with one cursor over both.

Token formats don't care for the layout: any run of blanks separates. Text (`getline`) does: a text line
begins on the next line after the last token read. Integers in bulk are read by `DigitReader` where every byte is
a digit, minus or blank; everything odd takes the exact path, token by token, which alone knows how to say what is
wrong.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from functools import cached_property

import numpy as np

from slowpath.errors import SlowpathError
from slowpath.inputs.digits import LONGEST, DigitReader

_INTEGER = re.compile(rb"[+-]?[0-9]+\Z")
_FEW = 24
_MOST_SLICED = 64
_INT64 = 2**63
MOST_DIGITS = 4300
"""A longer integer isn't read: since Python 3.11 the interpreter refuses it, and no statement means it."""


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
        if self._sliced > _MOST_SLICED:
            return self.words[index]
        self._sliced += 1
        return self.data[self.starts[index]:self.ends[index]]

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

    def take(self, count: int, what: str) -> list[bytes]:
        """The next `count` tokens."""
        if count < 0:
            raise self.error(f"{what} would need {count} tokens")
        if count > self.left:
            raise self.error(f"{what}: expected {count} more token{'s' * (count > 1)}, the input ends after "
                             f"{self.left}", self.count)
        taken = [self.word_at(self.index)] if count == 1 else self.words[self.index:self.index + count] if count else []
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
        if self._sliced > _MOST_SLICED and self.index < self.count and self._listed is not None:
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
        first = self.skip(count, what)
        if count >= _FEW:
            values = self._plain(first, count)
            if values is not None:
                return values
        self._sliced += 1
        if self._sliced > _MOST_SLICED and self._all is not None:
            return self._all[first:first + count].copy()
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
            made.append((tag, *listed[at + 1:at + 1 + width]))
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
        starts, ends = self.starts[first:first + count], self.ends[first:first + count]
        near, far = np.searchsorted(self._odd, (starts[0], ends[-1]))
        negative = None
        if near < far:
            signs = self._odd[near:far]
            negative = np.searchsorted(starts, signs, side="right") - 1
            if not ((self._raw[signs] == ord("-")).all() and (starts[negative] == signs).all()
                    and (ends[negative] - signs > 1).all()):
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
            raise self.error(f"expected an integer for {what}, found {_shown(token)}", index)
        if len(token) > MOST_DIGITS:
            raise self.error(f"{what} has {len(token)} digits", index)
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
                          self.count)

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
        return self._line_from(behind + (self.data[behind:behind + 1] in (b" ", b"\t")), what, may_end=True)

    def _line_from(self, begin: int, what: str, may_end: bool = False) -> str:
        if begin >= len(self.data) and not may_end:
            raise self.error(f"expected a line for {what}, the input has ended", self.count)
        line = self._line_at(min(begin, len(self.data)))
        first, end = self.index, self._line_ends[line]
        self.index = self._first_behind[line]
        self.fresh = end + 1
        return self.decoded(self.data[begin:end].removesuffix(b"\r"), first)

    def check_end(self) -> None:
        """Raises `ParseError` when anything but blanks is left."""
        if self.left:
            raise self.error(f"expected the end of the input, found {_shown(self.word_at(self.index))}")


def _shown(token: bytes) -> str:
    text = token[:40].decode(errors="backslashreplace")
    return repr(text if len(token) <= 40 else text + "...")

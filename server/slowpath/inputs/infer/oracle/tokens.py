"""An input as its tokens with the blanks between them, to be cut and changed one token at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

LARGEST_TEXT = 3_000
"""Bytes of an input that questions are asked about; more tells nothing more, and open inputs are small."""


@dataclass(frozen=True)
class TokenText:
    """`head` stands before the first token, `gaps[i]` after token `i`; the last gap ends a line."""

    words: tuple[str, ...]
    gaps: tuple[str, ...]
    head: str = ""

    def __len__(self) -> int:
        return len(self.words)

    @property
    def data(self) -> bytes:
        """The input."""
        return self.first(len(self.words))

    def first(self, count: int) -> bytes:
        """The input cut after `count` tokens; the blanks after the last of them are kept."""
        return (
            self.head + "".join(word + gap for word, gap in zip(self.words[:count], self.gaps[:count], strict=True))
        ).encode()

    def ending(self, count: int) -> bytes:
        """As `first`, its last line ended: what is left when the rest is removed."""
        cut = self.first(count)
        return cut if not cut or cut.endswith(b"\n") else cut.rstrip(b" ") + b"\n"

    def with_word(self, index: int, word: str) -> TokenText:
        """Token `index` replaced."""
        return replace(self, words=(*self.words[:index], word, *self.words[index + 1 :]))

    def with_more(self, *words: str) -> TokenText:
        """Further lines of one token at the end."""
        return replace(self, words=(*self.words, *words), gaps=(*self.gaps, *("\n" for _ in words)))

    def on_one_line(self) -> TokenText:
        """All line ends but the last turned into blanks."""
        return replace(self, gaps=(*(" " for _ in self.gaps[:-1]), "\n"))

    def starts_line(self, index: int) -> bool:
        """Whether token `index` is the first of its line."""
        return index == 0 or "\n" in self.gaps[index - 1]


def token_text(data: bytes) -> TokenText | None:
    """The tokens of an input, or None where it is too large, empty or no text."""
    if len(data) > LARGEST_TEXT:
        return None
    try:
        text = data.decode("ascii").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
    parts = re.split(r"([ \t\n]+)", text if text.endswith("\n") else text + "\n")
    head = ""
    if parts[0] == "":
        head, parts = (parts[1] if len(parts) > 1 else ""), parts[2:]
    words, gaps = tuple(parts[0:-1:2]), tuple(parts[1::2])
    return TokenText(words, gaps, head) if words and len(words) == len(gaps) else None
